// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/serving_fixture.h"
#include "views/support/theme/theme.h"
#include "views/timeline/timeline_view.h"

#include <cmath>
#include <ctime>
#include <numeric>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

using namespace strata;
using namespace strata::views;

class TimelineViewTest : public QObject {
    Q_OBJECT

private slots:
    void columnsKeepTheBusyTime() {
        const auto timeline = readTimeline(*fixture::servingEstimate(1.0, 1000));
        QCOMPARE(timeline->lanes.size(), std::size_t{2});
        for (const std::size_t width : {7, 100, 1000, 4000}) {
            std::vector<PixelColumn> columns(width);
            fillColumns(timeline->lanes[0], 0.0, 10.0, columns);
            std::array<double, kWorks> busy{};
            for (const PixelColumn& column : columns)
                for (std::size_t i = 0; i < kWorks; ++i)
                    busy[i] += column.share[i] * 10.0 / static_cast<double>(width);
            QVERIFY2(std::abs(busy[0] - 0.008) < 1e-4, qPrintable(QString::number(busy[0])));
            QVERIFY2(std::abs(busy[1] - 99 * 0.008) < 1e-3, qPrintable(QString::number(busy[1])));
            QVERIFY2(std::abs(busy[2] - 900 * 0.008) < 1e-3, qPrintable(QString::number(busy[2])));
        }
        std::vector<PixelColumn> columns(10);
        fillColumns(timeline->lanes[0], 0.0, 10.0, columns);
        QCOMPARE(columns[7].blocks, 899.0F);
        fillColumns(timeline->lanes[0], 50.0, 60.0, columns);
        QCOMPARE(columns[0].blocks, -1.0F);
    }

    /// Time that stages wait for caches is told apart, and in the legend where there is any.
    void waitingForCachesIsWorkOfItsOwn() {
        Estimate estimate = *fixture::servingEstimate();
        QVERIFY(!readTimeline(estimate)->moves);
        for (Table& table : estimate.tables) {
            if (table.name != "timeline") continue;
            table.columns.emplace_back("moving_s");
            for (auto& row : table.rows) {
                row[6] = std::get<double>(row[6]) * 0.75;
                row.emplace_back(std::get<double>(row[6]) / 3.0);
            }
        }
        const auto timeline = readTimeline(estimate);
        QVERIFY(timeline->moves);
        const StageRun& decodes = timeline->lanes[0].runs[1];
        QVERIFY(std::abs(decodes.busy_s[2] - 0.006) < 1e-12 && std::abs(decodes.busy_s[3] - 0.002) < 1e-12);
    }

    void aHundredThousandIterationsAreDrawnInAFrame() {
        TimelineView view;
        start(view, fixture::servingEstimate(1.0, 60000)); // on each of two replicas
        QCOMPARE(view.picture().selected->iterations, 120000);
        double best = 1e9;
        for (int i = 0; i < 5; ++i) {
            const std::clock_t begin = std::clock(); // of this process: others on the machine do not count
            view.findChild<QWidget*>(QStringLiteral("timeline"))->repaint();
            best = std::min(best, 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
        }
        qInfo("120,000 iterations: %.1f ms", best);
        QVERIFY2(best < 33.0, qPrintable(QString::number(best)));
    }

    void aClickShowsTheLifeOfARequest() {
        TimelineView view;
        start(view, fixture::servingEstimate());
        auto* canvas = view.findChild<QWidget*>(QStringLiteral("timeline"));
        const QPoint at = placeOf(view, 1, 0.07); // request 1 runs from 0.06 to 0.29 on replica 1
        QTest::mouseClick(canvas, Qt::LeftButton, {}, at);
        settle();
        QCOMPARE(view.picture().chosen.value_or(-1), 1);
        QVERIFY(!view.places().life.isEmpty());
        fixture::hover(
            canvas, QPoint(qRound(view.picture().time.pixel(0.04 + 0.165)), qRound(view.places().life.center().y())));
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("Request 1: evicted")), qPrintable(QToolTip::text()));
        const Table data = view.figureData();
        const auto told = [&](const std::string& what) {
            return std::ranges::count_if(data.rows,
                                         [&](const auto& row) { return std::get<std::string>(row[0]) == what; });
        };
        QCOMPARE(told("request 1 decode"), 2);
        QCOMPARE(told("request 1 evicted"), 1);
        // The next click in the same place takes the next request there: 3 joins at 0.14.
        QTest::mouseClick(canvas, Qt::LeftButton, {}, placeOf(view, 1, 0.2));
        settle();
        QCOMPARE(view.picture().chosen.value_or(-1), 3);
        QTest::keyClick(canvas, Qt::Key_Right);
        settle();
        QCOMPARE(view.picture().chosen.value_or(-1), 4);
        QTest::keyClick(canvas, Qt::Key_Escape);
        settle();
        QVERIFY(!view.picture().chosen);
    }

    /// A life that begins on one replica and ends on another is found on both, with its cache on the way between.
    void transfersAreDrawnWhereTheyArrive() {
        Estimate served = *fixture::servingEstimate();
        for (Table& table : served.tables) {
            if (table.name != "lives") continue;
            table.columns.push_back("replica");
            std::vector<std::vector<Cell>> rows;
            for (auto row : table.rows) {
                const bool first = std::get<std::int64_t>(row[0]) == 1;
                const std::string phase = std::get<std::string>(row[1]);
                row.push_back(std::int64_t{phase == "queueing" || phase == "prefill" ? 0 : 1});
                if (first && phase == "evicted") row[1] = std::string("transfer");
                if (first) rows.push_back(row);
            }
            table.rows = rows;
        }
        TimelineView view;
        start(view, std::make_shared<const Estimate>(served));
        QCOMPARE(view.picture().selected->transfers.size(), std::size_t{1});
        QCOMPARE(view.picture().selected->transfers.front().replica, std::int64_t{1});
        // In its prefill (0.06 to 0.09) on replica 0, later on replica 1.
        QCOMPARE(requestsAt(*view.picture().selected, 0, 0.07), std::vector<std::int64_t>{1});
        QVERIFY(requestsAt(*view.picture().selected, 1, 0.07).empty());
        QCOMPARE(requestsAt(*view.picture().selected, 1, 0.15), std::vector<std::int64_t>{1});
        const QPoint middle(qRound(view.picture().time.pixel(0.04 + 0.165)),
                            qRound(view.places().lanes[1].band.bottom()) - 2);
        const QImage picture = view.findChild<QWidget*>(QStringLiteral("timeline"))->grab().toImage();
        const QColor color = picture.pixelColor(middle * picture.devicePixelRatio());
        const QColor wanted = theme(false).category(Category::Communication);
        QVERIFY2(std::abs(color.red() - wanted.red()) < 12 && std::abs(color.green() - wanted.green()) < 12,
                 qPrintable(color.name()));
    }

    void wheelAndDragMoveTheTime() {
        TimelineView view;
        start(view, fixture::servingEstimate());
        auto* canvas = view.findChild<QWidget*>(QStringLiteral("timeline"));
        const QPoint at = placeOf(view, 0, 0.5);
        QWheelEvent event(at, canvas->mapToGlobal(at), QPoint(), QPoint(0, 360), Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(canvas, &event);
        settle();
        const PlotAxis zoomed = view.picture().time;
        QVERIFY(zoomed.low > 0.0 && zoomed.high < 1.0);
        QVERIFY2(std::abs(zoomed.pixel(0.5) - at.x()) < 2.0, "what is under the pointer stays there");
        QTest::mousePress(canvas, Qt::LeftButton, {}, at);
        for (int i = 1; i <= 4; ++i) {
            fixture::drag(canvas, at - QPoint(20 * i, 0));
            settle();
        }
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, at - QPoint(80, 0));
        QVERIFY(view.picture().time.low > zoomed.low);
        QVERIFY(std::abs((view.picture().time.high - view.picture().time.low) - (zoomed.high - zoomed.low)) < 1e-9);
        QTest::mouseDClick(canvas, Qt::LeftButton, {}, at);
        settle();
        QCOMPARE(view.picture().time.low, 0.0);
    }

    void theBaselineHasLanesOfItsOwn() {
        TimelineView view;
        start(view, fixture::servingEstimate(), fixture::servingEstimate(2.0));
        QCOMPARE(view.places().lanes.size(), std::size_t{4});
        QVERIFY(view.places().lanes[2].of_baseline);
        auto* canvas = view.findChild<QWidget*>(QStringLiteral("timeline"));
        fixture::hover(canvas, placeOf(view, 0, 0.0045));
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("Prompts")), qPrintable(QToolTip::text()));
    }

    void manyReplicasAreScrolled() {
        Estimate many = *fixture::servingEstimate();
        Table& table = many.tables[2];
        const auto row = table.rows.front();
        for (std::int64_t replica = 2; replica < 200; ++replica) {
            table.rows.push_back(row);
            table.rows.back()[0] = replica;
        }
        TimelineView view;
        start(view, std::make_shared<const Estimate>(std::move(many)));
        QVERIFY(view.places().hidden > 100);
        auto* canvas = view.findChild<QWidget*>(QStringLiteral("timeline"));
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(canvas, Qt::Key_Down);
        settle();
        canvas->repaint();
        QCOMPARE(view.places().lanes.front().lane->replica, 3);
    }

    void settingsAreKept() {
        TimelineView view;
        view.restoreState(R"({"low_s": 0.25, "high_s": 0.5, "request": 7})");
        TimelineView other;
        other.restoreState(view.saveState());
        QCOMPARE(other.saveState(), view.saveState());
        start(other, fixture::servingEstimate());
        QCOMPARE(other.picture().time.low, 0.25);
        other.restoreState(R"({"low_s": 5, "high_s": "x", "request": 1e99})");
    }

    void otherKindsSayWhatIsNeeded() {
        TimelineView view;
        start(view, fixture::servingEstimate());
        view.setScene(fixture::scene(false));
        settle();
        QVERIFY(view.findChild<QLabel*>(QStringLiteral("message"))->text().contains(QLatin1String("serving engine")));
        QVERIFY(view.figureData().rows.empty());
    }

private:
    static void settle() {
        for (int i = 0; i < 6; ++i)
            QCoreApplication::processEvents();
    }
    static QPoint placeOf(const TimelineView& view, std::size_t lane, double time_s) {
        return {qRound(view.picture().time.pixel(time_s)), qRound(view.places().lanes[lane].band.center().y())};
    }
    static void start(TimelineView& view, std::shared_ptr<const Estimate> estimate,
                      std::shared_ptr<const Estimate> baseline = nullptr) {
        view.setPalette(theme(false).palette());
        view.resize(760, 420);
        view.show();
        settle();
        view.setScene(fixture::servingScene(fixture::servingRequest(), std::move(estimate), std::move(baseline)));
        settle();
        settle();
        QVERIFY(!view.places().lanes.empty());
    }
};

QTEST_MAIN(TimelineViewTest)
#include "timeline_view_test.moc"
