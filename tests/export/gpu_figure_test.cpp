// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/export/svg_box.h"
#include "tests/views/gpu_fixture.h"
#include "views/figure/figure_export.h"
#include "views/support/theme.h"
#include "views/support/view.h"

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;
using namespace strata::views;

/// Figures of the views of kernels and models: written, equal to their numbers, with searchable text, inside the page.
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
        QTest::newRow("waterfall")
            << "waterfall" << false
            << QStringList{
                   "30.0 ms", "+1.20 ms", "Measured 36.5 ms", "Variance", "14.0 % if all err alike"};
        QTest::newRow("kernel") << "kernel" << true
                                << QStringList{"136 tiles of 128", "132 SMs",       "4 blocks, 3.0 % of the slots",
                                               "Registers",        "98.4 %, binds", "Tail 12.0"};
    }
    void numbersAndTextAreInTheFiles() {
        QFETCH(QString, id);
        QFETCH(bool, kernel);
        QFETCH(QStringList, words);
        const auto view = viewOf(id, kernel);
        FigureSpec spec;
        spec.path = folder_.filePath(id + QStringLiteral(".pdf")).toStdString();
        spec.width_mm = 177.8;
        const auto paths = exportFigure(*view, id.toStdString(), spec);
        QVERIFY2(paths, paths ? "" : describe(paths.error()).c_str());
        QFile csv(folder_.filePath(id + QStringLiteral(".csv")));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll(), QByteArray::fromStdString(toCsv(view->figureData())));
        QVERIFY(view->figureData().rows.size() > 10);
        if (QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty())
            QSKIP("poppler-utils is not installed: text of the PDF is not checked");
        QProcess process;
        process.start(QStringLiteral("pdftotext"),
                      {QStringLiteral("-layout"), folder_.filePath(id + QStringLiteral(".pdf")), QStringLiteral("-")});
        process.waitForFinished();
        const QString text = QString::fromUtf8(process.readAllStandardOutput());
        for (const QString& word : words)
            QVERIFY2(text.contains(word), qPrintable(word + QStringLiteral(" is missing in:\n") + text));
    }

    void svgStaysInsideItsPage_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("width");
        for (const char* id : {"roofline", "waterfall", "kernel"})
            for (const double width : {60.0, 82.55, 177.8})
                QTest::addRow("%s, %g mm", id, width) << QString::fromLatin1(id) << width;
    }
    void svgStaysInsideItsPage() {
        QFETCH(QString, id);
        QFETCH(double, width);
        for (const char* state :
             {"{}", R"({"x_low":20,"x_high":500,"y_low":1e14,"y_high":5e14,"low":0.031,"high":0.034})"}) {
            const auto view = viewOf(id, id == QLatin1String("kernel"));
            view->restoreState(state);
            FigureSpec spec;
            spec.path = folder_.filePath(QStringLiteral("page.svg")).toStdString();
            spec.width_mm = width;
            const auto svg = renderFigure(*view, spec);
            QVERIFY(svg);
            const fixture::SvgBox box = fixture::readSvg(*svg);
            QVERIFY2(box.view_box.adjusted(-0.6, -0.6, 0.6, 0.6).contains(box.rectangle),
                     qPrintable(QStringLiteral("%1 %2 %3 %4 in %5 x %6")
                                    .arg(box.rectangle.left())
                                    .arg(box.rectangle.top())
                                    .arg(box.rectangle.right())
                                    .arg(box.rectangle.bottom())
                                    .arg(box.view_box.width())
                                    .arg(box.view_box.height())));
            QCOMPARE(box.fonts, QSet<QString>{figureStyle(false).font.family()});
            QVERIFY(!svg->contains("nan"));
        }
    }

    void repeatsAreTheSameBytesInLightAndDark() {
        for (const char* id : {"roofline", "waterfall", "kernel"}) {
            FigureSpec spec;
            spec.path = folder_.filePath(QStringLiteral("dark.svg")).toStdString();
            spec.dark = true;
            const bool kernel = QLatin1String(id) == QLatin1String("kernel");
            const auto first = renderFigure(*viewOf(QString::fromLatin1(id), kernel), spec);
            const auto second = renderFigure(*viewOf(QString::fromLatin1(id), kernel), spec);
            QVERIFY(first && second && *first == *second);
            spec.path.replace_extension(".png");
            spec.png_dpi = 150.0;
            const auto png = renderFigure(*viewOf(QString::fromLatin1(id), kernel), spec);
            QVERIFY(png);
            QCOMPARE(QImage::fromData(*png).pixelColor(2, 2), theme(true).surface);
        }
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
