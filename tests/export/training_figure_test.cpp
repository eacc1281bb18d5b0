// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/export/svg_box.h"
#include "tests/views/scaling_fixture.h"
#include "views/figure/figure_export.h"
#include "views/scaling/scaling_view.h"
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
                                  << QStringList{"stages stand idle for", "Forward", "Communication",
                                                 "Critical path", "20.0 ms"};
        QTest::newRow("memory") << "memory"
                                << QStringList{"Fullest stage 0: 83.8 GiB, 9.31 GiB over",
                                               "Would fit: recompute selective; or zero 1", "+9.31 GiB",
                                               "The device leaves 74.5 GiB", "Optimizer states"};
        QTest::newRow("cluster") << "cluster"
                                 << QStringList{"DGX H100: 64 of 16384 devices",
                                                "Tensor: 16 groups of 4 ranks, 1 apart, inside a node",
                                                "InfiniBand, fat tree", "NVLink, switch"};
        QTest::newRow("scaling") << "scaling"
                                 << QStringList{
                                        "Strong scaling: the batch stays; 87.0 % of ideal on 256 devices",
                                        "Iteration time", "Ideal", "Data parallel, exposed", "256"};
    }
    void numbersAndTextAreInTheFiles() {
        QFETCH(QString, id);
        QFETCH(QStringList, words);
        const auto view = viewOf(id);
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
        process.start(
            QStringLiteral("pdftotext"),
            {QStringLiteral("-layout"), folder_.filePath(id + QStringLiteral(".pdf")), QStringLiteral("-")});
        process.waitForFinished();
        const QString text = QString::fromUtf8(process.readAllStandardOutput());
        for (const QString& word : words)
            QVERIFY2(text.contains(word), qPrintable(word + QStringLiteral(" is missing in:\n") + text));
    }

    void svgStaysInsideItsPage_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("width");
        for (const char* id : {"pipeline", "memory", "cluster", "scaling"})
            for (const double width : {60.0, 82.55, 177.8})
                QTest::addRow("%s, %g mm", id, width) << QString::fromLatin1(id) << width;
    }
    void svgStaysInsideItsPage() {
        QFETCH(QString, id);
        QFETCH(double, width);
        for (const char* state : {"{}", R"({"from": 0.3, "to": 0.4})"}) {
            const auto view = viewOf(id);
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
        for (const char* id : {"pipeline", "memory", "cluster", "scaling"}) {
            FigureSpec spec;
            spec.path = folder_.filePath(QStringLiteral("dark.svg")).toStdString();
            spec.dark = true;
            const auto first = renderFigure(*viewOf(QString::fromLatin1(id)), spec);
            const auto second = renderFigure(*viewOf(QString::fromLatin1(id)), spec);
            QVERIFY(first && second && *first == *second);
            spec.path.replace_extension(".png");
            spec.png_dpi = 150.0;
            const auto png = renderFigure(*viewOf(QString::fromLatin1(id)), spec);
            QVERIFY(png);
            QCOMPARE(QImage::fromData(*png).pixelColor(1, 1), theme(true).surface);
        }
    }

private:
    std::unique_ptr<View> viewOf(const QString& id) {
        std::unique_ptr<View> view(findView(id.toStdString())->create(nullptr));
        fixture::TrainingShape shape, fewer;
        fewer.stages = 2;
        if (id == QLatin1String("memory")) shape.memory_bytes = 90e9;
        Scene scene =
            *fixture::trainingScene(fixture::trainingEstimate(shape), fixture::trainingEstimate(fewer));
        for (DesignState& design : scene.designs)
            design.design.request = request_;
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
