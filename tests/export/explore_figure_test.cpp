// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/export/figure_checks.h"
#include "tests/views/fixtures/exploration_fixture.h"
#include "views/explore/exploration_view.h"
#include "views/figure/figure_export.h"
#include "views/support/theme/theme.h"

#include <nlohmann/json.hpp>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;
using namespace strata::views;

/// Figures of runs: the Pareto plot and parallel coordinates, from the window's views and from the command line.
class ExploreFigureTest : public QObject {
    Q_OBJECT

private slots:
    void numbersStandBesideTheFigure_data() { views(); }
    void numbersStandBesideTheFigure() {
        QFETCH(QString, id);
        const auto view = viewOf(id, 1310);
        fixture::checkNumbers(*view, id, folder_, 82.55);
        const auto beside = readJsonFile(folder_.filePath(id + QStringLiteral(".json")).toStdString());
        QVERIFY(beside);
        QCOMPARE((*beside)["exploration"]["points"].get<int>(), 1310);
        QVERIFY((*beside)["exploration"]["request"] == *view->exploration()->request().document);
    }

    void svgStaysInsideItsPage_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("width");
        QTest::addColumn<int>("rows");
        for (const char* id : {"pareto", "parallel"})
            for (const double width : {82.55, 177.8})
                for (const int rows : {600, 1310, 60000})
                    QTest::addRow("%s, %g mm, %d rows", id, width, rows) << QString::fromLatin1(id) << width << rows;
    }
    void svgStaysInsideItsPage() {
        QFETCH(QString, id);
        QFETCH(double, width);
        QFETCH(int, rows);
        const auto view = viewOf(id, rows);
        Filter filter;
        filter.setRange({3, 2e-3, 1e-2});
        view->exploration()->setFilter(filter);
        FigureSpec spec;
        spec.path = folder_.filePath(QStringLiteral("page.svg")).toStdString();
        spec.width_mm = width;
        const auto svg = renderFigure(*view, spec);
        QVERIFY(svg);
        fixture::checkPage(*svg);
        // Pictures are letters as well, these among them.
        static const QRegularExpression pictures(QStringLiteral("base64,[A-Za-z0-9+/=\\s]*"));
        QVERIFY(!QString::fromLatin1(*svg).remove(pictures).contains(QLatin1String("nan")));
        const bool cloud = rows > (id == QLatin1String("pareto") ? 3000 : 1000);
        QCOMPARE(svg->contains("<image"), cloud);
        QVERIFY2(svg->size() < 6'000'000, qPrintable(QString::number(svg->size())));
        const auto again = renderFigure(*view, spec);
        QVERIFY(again && *again == *svg);
    }

    void withoutARunThereIsNoFigure_data() { views(); }
    void withoutARunThereIsNoFigure() {
        QFETCH(QString, id);
        const std::unique_ptr<View> view(findView(id.toStdString())->create(nullptr));
        FigureSpec spec;
        spec.path = folder_.filePath(QStringLiteral("none.svg")).toStdString();
        const auto refused = renderFigure(*view, spec);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("no-figure"));
    }

    void theCommandLineDrawsRunsAndResults_data() { views(); }
    void theCommandLineDrawsRunsAndResults() {
        QFETCH(QString, id);
        const QString program = QString::fromLocal8Bit(qgetenv("STRATA_BIN")) + QStringLiteral("/strata-cli");
        QVERIFY2(QFile::exists(program), "strata-cli is not built");
        Json document = *fixture::exploreRequest()->document;
        document["budget"] = 200;
        QFile request(folder_.filePath(QStringLiteral("sweep.json")));
        QVERIFY(request.open(QIODevice::WriteOnly));
        request.write(QByteArray::fromStdString(document.dump()));
        request.close();
        const QString results = folder_.filePath(id + QStringLiteral("-points.results"));
        const auto cli = [&](const QStringList& words) {
            QProcess process;
            process.start(program, words);
            return process.waitForFinished(60'000) && process.exitCode() == 0
                       ? QString()
                       : QString::fromLocal8Bit(process.readAll()) +
                             QString::fromLocal8Bit(process.readAllStandardError());
        };
        QCOMPARE(cli({"sweep", request.fileName(), "--out", results}), QString());
        const QString a = folder_.filePath(id + QStringLiteral("-a.svg")),
                      b = folder_.filePath(id + QStringLiteral("-b.svg"));
        QCOMPARE(cli({"figure", request.fileName(), "--view", id, "--out", a}), QString());
        QCOMPARE(cli({"figure", results, "--view", id, "--out", b}), QString());
        QCOMPARE(read(a), read(b));
        QVERIFY(read(a).size() > 1000);
        const QString c = folder_.filePath(id + QStringLiteral("-c.svg"));
        QCOMPARE(cli({"figure", folder_.filePath(id + QStringLiteral("-a.json")), "--out", c}), QString());
        QCOMPARE(read(c), read(a));
    }

private:
    static void views() {
        QTest::addColumn<QString>("id");
        QTest::newRow("pareto") << "pareto";
        QTest::newRow("parallel") << "parallel";
    }
    static std::unique_ptr<ExplorationView> viewOf(const QString& id, int rows) {
        auto* view = qobject_cast<ExplorationView*>(findView(id.toStdString())->create(nullptr));
        view->setExploration(fixture::exploration(static_cast<std::size_t>(rows)));
        return std::unique_ptr<ExplorationView>(view);
    }
    static QByteArray read(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir folder_;
};

QTEST_MAIN(ExploreFigureTest)
#include "explore_figure_test.moc"
