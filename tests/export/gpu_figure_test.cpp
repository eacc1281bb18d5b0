// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/export/figure_checks.h"
#include "tests/views/fixtures/gpu_fixture.h"
#include "views/support/base/view.h"

#include <QTemporaryDir>
#include <QTest>

using namespace strata;
using namespace strata::views;

/// Figures of the views of kernels and models: written, equal to their numbers, with searchable text, inside
/// the page.
class GpuFigureTest : public QObject {
    Q_OBJECT

private slots:
    void numbersAndTextAreInTheFiles_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("kernel");
        QTest::addColumn<QStringList>("words");
        QTest::newRow("roofline") << "roofline" << false
                                  << QStringList{"bf16",  "Model",         "FLOP",
                                                 "740 T", "layers.mlp.up", "Limited by arithmetic"};
        QTest::newRow("waterfall") << "waterfall" << false
                                   << QStringList{"30.0 ms", "+1.20 ms", "Measured 36.5 ms", "Variance",
                                                  "14.0 % if all err alike"};
        QTest::newRow("kernel") << "kernel" << true
                                << QStringList{"136 tiles of 128", "132 SMs",       "4 blocks, 3.0 % of the slots",
                                               "Registers",        "98.4 %, binds", "Tail 12.0"};
    }
    void numbersAndTextAreInTheFiles() {
        QFETCH(QString, id);
        QFETCH(bool, kernel);
        QFETCH(QStringList, words);
        fixture::checkNumbersAndWords(*viewOf(id, kernel), id, words, folder_);
    }

    void svgStaysInsideItsPage_data() { fixture::addPageWidths({"roofline", "waterfall", "kernel"}); }
    void svgStaysInsideItsPage() {
        QFETCH(QString, id);
        QFETCH(double, width);
        for (const char* state :
             {"{}", R"({"x_low":20,"x_high":500,"y_low":1e14,"y_high":5e14,"low":0.031,"high":0.034})"}) {
            const auto view = viewOf(id, id == QLatin1String("kernel"));
            view->restoreState(state);
            fixture::checkStaysInsideItsPage(*view, width, folder_);
        }
    }

    void repeatsAreTheSameBytesInLightAndDark() {
        for (const char* id : {"roofline", "waterfall", "kernel"})
            fixture::checkRepeats(
                [&] { return viewOf(QString::fromLatin1(id), QLatin1String(id) == QLatin1String("kernel")); }, folder_);
    }

private:
    static std::unique_ptr<View> viewOf(const QString& id, bool kernel) {
        std::unique_ptr<View> view(findView(id.toStdString())->create(nullptr));
        view->setScene(
            kernel ? fixture::gpuScene(fixture::kernelEstimate(), fixture::kernelEstimate(0.7))
                   : fixture::gpuScene(fixture::modelEstimate(1.0, 1.0, true), fixture::modelEstimate(0.8, 2.0)));
        return view;
    }

    QTemporaryDir folder_;
};

QTEST_MAIN(GpuFigureTest)
#include "gpu_figure_test.moc"
