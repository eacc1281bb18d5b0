// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/export/figure_checks.h"
#include "tests/views/fixtures/serving_fixture.h"
#include "views/serving/serving_view.h"

#include <nlohmann/json.hpp>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;
using namespace strata::views;

/// Figures of engines under load: written, equal to their numbers, with searchable text, inside the page,
/// also from the command line.
class ServingFigureTest : public QObject {
    Q_OBJECT

private slots:
    void numbersAndTextAreInTheFiles_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QStringList>("words");
        QTest::newRow("serving") << "serving"
                                 << QStringList{"P99 99.0 ms", "Service level 50.0 ms", "A: 50.0 % within it",
                                                "requests/s", "Goodput"};
        QTest::newRow("timeline") << "timeline"
                                  << QStringList{"Prompts and decodes", "KV cache of the fullest replica", "Request 3",
                                                 "512 + 20 tokens"};
        QTest::newRow("waterfall") << "waterfall"
                                   << QStringList{"1.01 s", "+182 ms", "80 % interval", "beyond the sum of kernels"};
    }
    void numbersAndTextAreInTheFiles() {
        QFETCH(QString, id);
        QFETCH(QStringList, words);
        fixture::checkNumbersAndWords(*viewOf(id), id, words, folder_);
    }

    void svgStaysInsideItsPage_data() { fixture::addPageWidths({"serving", "timeline", "waterfall"}); }
    void svgStaysInsideItsPage() {
        QFETCH(QString, id);
        QFETCH(double, width);
        for (const char* state : {"{}", R"({"low_s":0.03,"high_s":0.06,"scale":"linear","request":3})"}) {
            const auto view = viewOf(id);
            view->restoreState(state);
            fixture::checkStaysInsideItsPage(*view, width, folder_);
        }
    }

    void repeatsAreTheSameBytesInLightAndDark() {
        for (const char* id : {"serving", "timeline", "waterfall"})
            fixture::checkRepeats([&] { return viewOf(QString::fromLatin1(id)); }, folder_);
    }

    /// The command line draws what the window shows, the curve over the rate and a grid of cells included.
    void theProgramDrawsThem_data() {
        QTest::addColumn<QString>("request");
        QTest::addColumn<QString>("view");
        QTest::addColumn<int>("rows");
        QTest::newRow("serving") << "resources/samples/llama2-7b-serving-a100.json"
                                 << "serving" << 230;
        QTest::newRow("timeline") << "resources/samples/llama2-7b-serving-a100.json"
                                  << "timeline" << 200;
        QTest::newRow("schedulers") << "resources/samples/explore/serving-schedulers.json"
                                    << "capacity" << 6;
    }
    void theProgramDrawsThem() {
        QFETCH(QString, request);
        QFETCH(QString, view);
        QFETCH(int, rows);
        QProcess process;
        const QString out = folder_.filePath(view + QStringLiteral("-cli.svg"));
        process.start(qEnvironmentVariable("STRATA_BIN") + QStringLiteral("/strata-figure"),
                      {qEnvironmentVariable("STRATA_ROOT") + QLatin1Char('/') + request, QStringLiteral("--view"), view,
                       QStringLiteral("--out"), out, QStringLiteral("--data-root"),
                       qEnvironmentVariable("STRATA_ROOT")});
        QVERIFY(process.waitForFinished(120000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
        QFile csv(folder_.filePath(view + QStringLiteral("-cli.csv")));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QVERIFY(csv.readAll().count('\n') > rows);
    }

private:
    static std::unique_ptr<View> viewOf(const QString& id) {
        std::unique_ptr<View> view(findView(id.toStdString())->create(nullptr));
        const auto request = fixture::servingRequest();
        if (auto* serving = qobject_cast<ServingView*>(view.get()))
            serving->setLoad("design-A", request, fixture::loadPoints(), true);
        if (id == QLatin1String("serving")) view->restoreState("{}");
        if (id == QLatin1String("timeline")) view->restoreState(R"({"request": 3})");
        view->setScene(fixture::servingScene(request, fixture::servingEstimate(), fixture::servingEstimate(2.0)));
        return view;
    }

    QTemporaryDir folder_;
};

QTEST_MAIN(ServingFigureTest)
#include "serving_figure_test.moc"
