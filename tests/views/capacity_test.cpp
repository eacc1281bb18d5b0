// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/explore_request.h"
#include "tests/unit/explore/fixture.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/serving_fixture.h"
#include "views/capacity/capacity_view.h"
#include "views/serving/plot_axis.h"
#include "views/support/theme/theme.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

using namespace strata;
using namespace strata::views;

/// Runs whose requests are real and whose points are made up: goodput is the rate up to four a replica.
class CapacityTest : public QObject {
    Q_OBJECT

private slots:
    void cellsAreThePointsOfTheRun() {
        const auto run = capacityRun();
        const CapacityGrid grid = capacityGrid(*run, {});
        QCOMPARE(run->columns()[grid.x].name, std::string("rate"));
        QCOMPARE(run->columns()[*grid.y].name, std::string("replicas"));
        QCOMPARE(run->columns()[grid.metric].name, std::string("goodput_per_s"));
        QCOMPARE(grid.across, (std::vector<double>{1, 2, 4, 8, 16}));
        QCOMPARE(grid.up, (std::vector<double>{1, 2, 3}));
        QCOMPARE(*grid.at(2, 0).value, 4.0);
        QCOMPARE(*grid.at(3, 0).value, 2.0);
        QVERIFY(!grid.at(4, 2).value && grid.at(4, 2).row);
        QVERIFY(*keeps(grid.at(2, 0), {}));
        QVERIFY(!*keeps(grid.at(3, 0), {}));
    }

    /// A window may be painted between the end of a run and the next refresh.
    void aRunThatEndsIsNotPaintedFromItsRemains() {
        CapacityView view;
        view.resize(640, 420);
        auto run = capacityRun();
        const std::weak_ptr<Exploration> end = run;
        view.setExploration(run);
        view.show();
        QTRY_VERIFY(view.picture().run != nullptr);
        run.reset();
        view.setExploration(nullptr);
        QVERIFY2(!end.expired(), "the picture that is still on the screen holds its run");
        view.repaint();
        view.findChild<QWidget*>(QStringLiteral("capacity"))->repaint();
        QTRY_VERIFY(end.expired());
    }

    void theGridGrowsWithTheRun() {
        const auto whole = capacityRun();
        auto run = std::make_shared<Exploration>(capacityRequest(), test::library().get());
        run->append(points(run->request(), 7));
        const CapacityGrid grid = capacityGrid(*run, {});
        std::size_t known = 0;
        for (const CapacityCell& cell : grid.cells)
            known += cell.row ? 1 : 0;
        QCOMPARE(known, std::size_t{7});
    }

    /// Rates of a logarithmic sweep: 64 to the 2/3 and the like.
    void ratesHaveThreeDigits() {
        QCOMPARE(tickLabel(22.6274, kRequestRate, QLocale::c()), QStringLiteral("22.6"));
        QCOMPARE(tickLabel(5.65685, kRequestRate, QLocale(QLocale::German)), QStringLiteral("5,66"));
        QCOMPARE(tickLabel(4.0, kRequestRate, QLocale::c()), QStringLiteral("4"));
        QCOMPARE(tickLabel(1250.0, kRequestRate, QLocale::c()), QStringLiteral("1250"));
        QCOMPARE(axisTitle(QStringLiteral("Rate"), kRequestRate), QStringLiteral("Rate (requests/s)"));
    }

    void aClickOpensTheCell() {
        CapacityView view;
        const auto run = capacityRun();
        start(view, run);
        QSignalSpy opened(run.get(), &Exploration::openRequested);
        QSignalSpy pinned(run.get(), &Exploration::baselineRequested);
        auto* canvas = view.findChild<QWidget*>(QStringLiteral("capacity"));
        const QPoint at = view.places().cell(view.picture().grid, 3, 1).center().toPoint();
        QTest::mouseClick(canvas, Qt::LeftButton, {}, at);
        QCOMPARE(opened.count(), 1);
        const auto row = static_cast<std::size_t>(opened.front().front().toULongLong());
        QCOMPARE(run->table().columns[0][row], 8.0);
        QCOMPARE(run->table().columns[1][row], 2.0);
        QTest::keyClick(canvas, Qt::Key_Right);
        QTest::keyClick(canvas, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(pinned.count(), 1);
        QCOMPARE(run->table().columns[0][static_cast<std::size_t>(pinned.front().front().toULongLong())], 16.0);
    }

    void hoverTellsTheCell() {
        CapacityView view;
        const auto run = capacityRun();
        start(view, run);
        auto* canvas = view.findChild<QWidget*>(QStringLiteral("capacity"));
        fixture::hover(canvas, view.places().cell(view.picture().grid, 1, 2).center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("Goodput")), qPrintable(QToolTip::text()));
        QVERIFY(run->hovered().has_value());
        QCOMPARE(run->table().columns[1][*run->hovered()], 3.0);
    }

    void otherMetricsAndAxes() {
        CapacityView view;
        start(view, capacityRun());
        auto* metric = view.findChild<QComboBox*>(QStringLiteral("metric"));
        metric->setCurrentIndex(metric->findData(QStringLiteral("device_h_per_mtoken")));
        emit metric->activated(metric->currentIndex());
        settle();
        QCOMPARE(view.picture().run->columns()[view.picture().grid.metric].name, std::string("device_h_per_mtoken"));
        auto* across = view.findChild<QComboBox*>(QStringLiteral("across"));
        across->setCurrentIndex(across->findData(QStringLiteral("replicas")));
        emit across->activated(across->currentIndex());
        settle();
        QCOMPARE(view.picture().grid.across.size(), std::size_t{3});
        QCOMPARE(view.picture().grid.up.size(), std::size_t{5});
        CapacityView other;
        other.restoreState(view.saveState());
        QCOMPARE(other.saveState(), view.saveState());
    }

    void schedulersAreBars() {
        CapacityView view;
        start(view, schedulerRun());
        QVERIFY(!view.picture().grid.y);
        QCOMPARE(view.picture().grid.across.size(), std::size_t{3});
        const Table data = view.figureData();
        QCOMPARE(std::get<std::string>(data.rows[1][0]), std::string("sarathi"));
        QVERIFY(!view.findChild<QComboBox*>(QStringLiteral("across"))->isVisible());
    }

    void newRunsAreAskedFor() {
        CapacityView view;
        start(view, nullptr);
        QVERIFY(view.findChild<QLabel*>(QStringLiteral("message"))->text().contains(QLatin1String("No run yet")));
        QSignalSpy asked(&view, &CapacityView::sweepRequested);
        const auto actions = view.findChild<QToolButton*>(QStringLiteral("sweep"))->menu()->actions();
        QCOMPARE(actions.size(), 3);
        actions[2]->trigger();
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.front().front().value<CapacityView::Sweep>(), CapacityView::Sweep::Schedulers);
    }

private:
    static void settle() {
        for (int i = 0; i < 6; ++i)
            QCoreApplication::processEvents();
    }

    static std::shared_ptr<const explore::ExploreRequest> requestOf(Json axes) {
        Json base = *fixture::servingRequest();
        base["workload"]["traffic"]["lengths"] = {{"prompt", {{"tokens", 64}}}, {"output", {{"tokens", 4}}}};
        Json document{{"kind", "sweep"}, {"base", std::move(base)}, {"axes", std::move(axes)}, {"algorithm", "grid"}};
        auto request = explore::parseExploreRequest(document, test::library());
        if (!request) qFatal("%s", describe(request.error()).c_str());
        return std::make_shared<const explore::ExploreRequest>(*std::move(request));
    }
    static std::shared_ptr<const explore::ExploreRequest> capacityRequest() {
        return requestOf({{{"name", "rate"},
                           {"pointer", "/workload/traffic/arrivals/rate_per_s"},
                           {"from", 1},
                           {"to", 16},
                           {"steps", 5},
                           {"scale", "log2"}},
                          {{"name", "replicas"}, {"pointer", "/plan/replicas"}, {"values", {1, 2, 3}}}});
    }
    static explore::PointBlock points(const explore::ExploreRequest& request, std::size_t count) {
        explore::PointBlock block{0, count, {}, {}};
        for (std::size_t i = 0; i < count; ++i) {
            const double rate = std::exp2(static_cast<double>(i % 5)), replicas = 1.0 + static_cast<double>(i / 5 % 3);
            const bool kept = rate <= 4.0 * replicas, absent = rate == 16.0 && replicas == 3.0;
            block.rows.insert(block.rows.end(), {rate, replicas});
            for (const std::string& metric : request.metrics) {
                double value = 1.0;
                if (metric == "goodput_per_s") value = kept ? rate : 0.25 * rate;
                if (metric == "goodput") value = kept ? 1.0 : 0.25;
                if (metric == "device_h_per_mtoken") value = replicas / rate;
                block.rows.push_back(absent ? std::numeric_limits<double>::quiet_NaN() : value);
            }
            block.reasons.emplace_back(absent ? "over-memory" : "");
        }
        return block;
    }
    static std::shared_ptr<Exploration> capacityRun() {
        auto run = std::make_shared<Exploration>(capacityRequest(), test::library().get());
        run->append(points(run->request(), 15));
        run->setState(Exploration::State::Finished);
        return run;
    }
    static std::shared_ptr<Exploration> schedulerRun() {
        const auto request = requestOf(
            {{{"name", "scheduler"}, {"pointer", "/plan/scheduler/policy"}, {"values", {"vllm", "sarathi", "orca"}}}});
        auto run = std::make_shared<Exploration>(request, test::library().get());
        explore::PointBlock block{0, 3, {}, {}};
        for (std::size_t i = 0; i < 3; ++i) {
            block.rows.push_back(static_cast<double>(i));
            block.rows.insert(block.rows.end(), request->metrics.size(), 1.0 + static_cast<double>(i));
            block.reasons.emplace_back();
        }
        run->append(block);
        run->setState(Exploration::State::Finished);
        return run;
    }
    static void start(CapacityView& view, std::shared_ptr<Exploration> run) {
        view.setPalette(theme(false).palette());
        view.resize(620, 420);
        view.show();
        view.setScene(fixture::scene(false));
        view.setExploration(std::move(run));
        settle();
        settle();
    }
};

QTEST_MAIN(CapacityTest)
#include "capacity_test.moc"
