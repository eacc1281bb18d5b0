// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/load_curves.h"
#include "app/window/explore/serving_sweeps.h"
#include "app/window/shell/window_actions.h"
#include "core/evaluate/kinds/serving/load_curve.h"
#include "core/explore/explore_request.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/window/window_fixture.h"
#include "views/capacity/capacity_view.h"
#include "views/serving/serving_view.h"
#include "views/timeline/timeline_view.h"

#include <nlohmann/json.hpp>
#include <QDockWidget>

using namespace strata;
using tests::WindowFixture;

/// The serving sample in the real window: its workspace, lines that are dragged, curves and runs in the background.
class WindowServingTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> state_;
    std::unique_ptr<WindowFixture> fixture_;

    app::StudyController& controller() { return fixture_->window->controller(); }
    const Json& request() { return *controller().scene()->selectedDesign()->design.request; }
    template <class Kind>
    Kind& view(const char* id) {
        return *qobject_cast<Kind*>(fixture_->window->view(QLatin1String(id)));
    }
    double level() { return findPointer(request(), "/plan/slo/ttft_s")->get<double>(); }

    /// Where a mark stands once the answers that arrive late have drawn their axes: the same place five times running.
    template <class Position>
    static int whereItRests(Position position) {
        int last = qRound(position()), same = 0;
        for (int turn = 0; turn < 100 && same < 5; ++turn) {
            QTest::qWait(40);
            const int now = qRound(position());
            same = now == last ? same + 1 : 0;
            last = now;
        }
        return last;
    }

    /// Drags in steps from one point of a canvas to another, as a hand does.
    static void drag(QWidget* canvas, const QPoint& from, int pixels, int moves) {
        QTest::mousePress(canvas, Qt::LeftButton, {}, from);
        for (int i = 1; i <= moves; ++i) {
            fixture::drag(canvas, from + QPoint(pixels * i / moves, 0));
            QTest::qWait(15);
        }
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, from + QPoint(pixels, 0));
    }

private slots:
    void init() {
        state_ = std::make_unique<QTemporaryDir>();
        QVERIFY(state_->isValid());
        fixture_ = std::make_unique<WindowFixture>(state_->path());
        QVERIFY(fixture_->start());
        fixture_->window->resize(1680, 1050);
        QSignalSpy opened(fixture_->window.get(), &app::MainWindow::sessionOpened);
        fixture_->window->actions().sample(QStringLiteral("serving"))->trigger();
        QVERIFY((opened.count() > 0 || opened.wait(20000)) && fixture_->settle());
        QVERIFY(controller().scene()->selectedDesign() && controller().scene()->selectedDesign()->estimate);
    }
    void cleanup() { fixture_.reset(); }

    void theSampleBringsItsWorkspace() {
        QCOMPARE(fixture_->window->workspace(), QStringLiteral("serving"));
        for (const char* id : {"serving", "timeline", "waterfall", "capacity"})
            QVERIFY2(fixture_->window->findChild<QDockWidget*>(QLatin1String(id))->isVisible(), id);
        const auto scene = controller().scene();
        for (const views::DesignState& design : scene->designs)
            QVERIFY2(design.estimate && design.estimate->valid,
                     design.error ? describe(*design.error).c_str() : "no estimate");
        QTRY_VERIFY(!view<views::ServingView>("serving").distribution().selected.distribution.empty());
        QTRY_VERIFY(!view<views::TimelineView>("timeline").places().lanes.empty());
    }

    void theServiceLevelIsDraggedInOneStep() {
        auto& serving = view<views::ServingView>("serving");
        auto* canvas = serving.findChild<QWidget*>(QStringLiteral("distribution"));
        const double before = level();
        const double good = controller().scene()->selectedDesign()->estimate->findMetric("goodput")->value;
        const QPoint at(whereItRests([&] { return serving.distribution().axis.pixel(before); }),
                        qRound(serving.distributionArea().center().y()));
        drag(canvas, at, -60, 8);
        QVERIFY(fixture_->settle());
        QVERIFY(level() < 0.8 * before);
        QCOMPARE(controller().undoStack().count(), 1);
        QVERIFY2(controller().scene()->selectedDesign()->estimate->findMetric("goodput")->value < good,
                 "fewer requests keep a stricter promise");
        controller().undoStack().undo();
        QVERIFY(fixture_->settle());
        QCOMPARE(level(), before);
    }

    void theCurveComesAndItsRateIsDragged() {
        auto& serving = view<views::ServingView>("serving");
        QTRY_VERIFY_WITH_TIMEOUT(
            serving.load().selected.whole && serving.load().baseline && serving.load().baseline->whole, 120000);
        QVERIFY(serving.load().selected.saturation().has_value());
        auto* canvas = serving.findChild<QWidget*>(QStringLiteral("load"));
        const double before = *arrivalRate(request());
        const QPoint at(whereItRests([&] { return serving.load().rate.pixel(before); }),
                        qRound(serving.loadArea().center().y()));
        drag(canvas, at, 24, 6);
        QVERIFY(fixture_->settle());
        QVERIFY(*arrivalRate(request()) > 1.05 * before);
        QVERIFY2(!serving.load().selected.stale, "the rate moves along its curve");
        QCOMPARE(controller().undoStack().count(), 1);
    }

    /// The load curve begins when the view comes to the front and ends when it leaves.
    void curvesThatNobodySeesAreNotComputed() {
        auto& serving = view<views::ServingView>("serving");
        auto* dock = fixture_->window->findChild<QDockWidget*>(QStringLiteral("serving"));
        auto* curves = fixture_->window->findChild<app::LoadCurves*>();
        QSignalSpy whole(curves, &app::LoadCurves::finished);
        fixture_->window->tabifyDockWidget(dock,
                                           fixture_->window->findChild<QDockWidget*>(QStringLiteral("waterfall")));
        fixture_->window->findChild<QDockWidget*>(QStringLiteral("waterfall"))->raise();
        QTRY_VERIFY(!serving.seen());
        Json other = request();
        other["seed"] = 7; // another curve
        controller().apply(
            {controller().study().selected, std::make_shared<const Json>(other), QStringLiteral("seed"), {}});
        QVERIFY(fixture_->settle());
        const auto before = whole.count();
        QTest::qWait(app::LoadCurves::kQuiet_ms + 1500);
        QCOMPARE(whole.count(), before);
        const auto points = [&] { return serving.figureData().rows.size(); };
        const std::size_t unseen = points();
        QTest::qWait(500);
        QCOMPARE(points(), unseen);
        dock->raise();
        QTRY_VERIFY(serving.seen());
        QTRY_VERIFY_WITH_TIMEOUT(whole.count() > before, 120000);
        QTRY_VERIFY(!serving.load().selected.stale && serving.load().selected.whole);
    }

    void longSimulationsGrow() {
        QSignalSpy told(&controller(), &app::StudyController::partialAnswer);
        Json busy = request();
        busy["workload"]["traffic"]["requests"] = 30000;
        controller().apply(
            {controller().study().selected, std::make_shared<const Json>(busy), QStringLiteral("longer"), {}});
        bool grew = false;
        auto& serving = view<views::ServingView>("serving");
        QVERIFY(QTest::qWaitFor(
            [&] {
                grew = grew || serving.distribution().selected.partial;
                return !controller().evaluating();
            },
            60000));
        QVERIFY(fixture_->settle());
        QVERIFY2(grew, qPrintable(QString::number(told.count())));
        QVERIFY(!serving.distribution().selected.partial);
    }

    void aSweepRunsAndItsCellOpens() {
        auto& capacity = view<views::CapacityView>("capacity");
        auto& explorations = fixture_->window->explorations();
        for (const app::ExplorationStatus& exploration_status : explorations.list())
            explorations.remove(exploration_status.id);
        emit capacity.sweepRequested(views::CapacityView::Sweep::Schedulers);
        QTRY_VERIFY_WITH_TIMEOUT(!fixture_->window->explorations().running() && capacity.exploration() &&
                                     capacity.exploration()->rows() >= 6 && !capacity.picture().grid.empty(),
                                 180000);
        QTest::qWait(100);
        QVERIFY(!capacity.picture().grid.y);
        auto* canvas = capacity.findChild<QWidget*>(QStringLiteral("capacity"));
        QTest::mouseClick(canvas, Qt::LeftButton, {},
                          capacity.places().cell(capacity.picture().grid, 2, 0).center().toPoint());
        QVERIFY(fixture_->settle());
        QCOMPARE(findPointer(request(), "/plan/scheduler/policy")->get<std::string>(), std::string("stall-free"));
    }

    void sweepsAreSoundRequests() {
        for (const auto sweep : {views::CapacityView::Sweep::Replicas, views::CapacityView::Sweep::TensorParallel,
                                 views::CapacityView::Sweep::Schedulers}) {
            const auto parsed =
                explore::parseExploreRequest(app::servingSweep(request(), sweep, "sample"), controller().library());
            QVERIFY2(parsed, parsed ? "" : describe(parsed.error()).c_str());
            QCOMPARE(parsed->space.axes.size(),
                     sweep == views::CapacityView::Sweep::Schedulers ? std::size_t{1} : std::size_t{2});
        }
    }
};

QTEST_MAIN(WindowServingTest)
#include "window_serving_test.moc"
