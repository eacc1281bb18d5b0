// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/resolve.h"
#include "tests/export/figure_checks.h"
#include "tests/views/fixtures/scaling_fixture.h"
#include "views/scaling/scaling_view.h"
#include "views/support/base/view.h"

#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;
using namespace strata::views;

/// Figures of the views of training steps and clusters: written, equal to their numbers, searchable, inside
/// the page.
class TrainingFigureTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        auto library = Library::load(qgetenv("STRATA_ROOT").toStdString());
        QVERIFY2(library, library ? "" : describe(library.error()).c_str());
        library_ = *library;
    }

    void numbersAndTextAreInTheFiles_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QStringList>("words");
        QTest::newRow("pipeline") << "pipeline"
                                  << QStringList{"stages stand idle for", "Forward", "Communication", "Critical path",
                                                 "20 ms"};
        QTest::newRow("memory") << "memory"
                                << QStringList{"Fullest stage 0: 83.8 GiB, 9.31 GiB over",
                                               "Would fit: recompute selective; or zero 1", "+9.31 GiB",
                                               "The device leaves 74.5 GiB", "Optimizer states"};
        QTest::newRow("cluster") << "cluster"
                                 << QStringList{"DGX H100: 64 of 16384 devices",
                                                "Tensor: 16 groups of 4 ranks, 1 apart, inside a node",
                                                "InfiniBand, fat tree", "NVLink, switch"};
        QTest::newRow("scaling") << "scaling"
                                 << QStringList{"Strong scaling: the batch stays; 87.0 % of ideal on 256 devices",
                                                "Iteration time", "Ideal", "Data parallel, exposed", "256"};
    }
    void numbersAndTextAreInTheFiles() {
        QFETCH(QString, id);
        QFETCH(QStringList, words);
        fixture::checkNumbersAndWords(*viewOf(id), id, words, folder_);
    }

    void svgStaysInsideItsPage_data() { fixture::addPageWidths({"pipeline", "memory", "cluster", "scaling"}); }
    void svgStaysInsideItsPage() {
        QFETCH(QString, id);
        QFETCH(double, width);
        for (const char* state : {"{}", R"({"from": 0.3, "to": 0.4})"}) {
            const auto view = viewOf(id);
            view->restoreState(state);
            fixture::checkStaysInsideItsPage(*view, width, folder_);
        }
    }

    void repeatsAreTheSameBytesInLightAndDark() {
        for (const char* id : {"pipeline", "memory", "cluster", "scaling"})
            fixture::checkRepeats([&] { return viewOf(QString::fromLatin1(id)); }, folder_);
    }

private:
    std::unique_ptr<View> viewOf(const QString& id) {
        std::unique_ptr<View> view(findView(id.toStdString())->create(nullptr));
        fixture::TrainingShape shape, fewer;
        fewer.stages = 2;
        if (id == QLatin1String("memory")) shape.memory_bytes = 90e9;
        Scene scene = *fixture::trainingScene(fixture::trainingEstimate(shape), fixture::trainingEstimate(fewer));
        for (DesignState& design : scene.designs) {
            design.design.request = request_;
            design.resolved = sharedResolved(*request_, *library_);
        }
        scene.library = library_;
        if (auto* scaling = qobject_cast<ScalingView*>(view.get()))
            scaling->showRuns(fixture::scalingRun(request_), fixture::scalingRun(request_, 0.8));
        view->setScene(std::make_shared<const Scene>(std::move(scene)));
        return view;
    }

    QTemporaryDir folder_;
    std::shared_ptr<const Library> library_;
    std::shared_ptr<const Json> request_ = fixture::scalingRequest();
};

QTEST_MAIN(TrainingFigureTest)
#include "training_figure_test.moc"
