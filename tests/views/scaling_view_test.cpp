// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/resolve.h"
#include "tests/unit/evaluate/sample.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/scaling_fixture.h"
#include "tests/views/fixtures/shown.h"
#include "views/scaling/scaling_canvas.h"
#include "views/scaling/scaling_view.h"
#include "views/support/theme/theme.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

using namespace strata;
using namespace strata::views;
using fixture::act;
using fixture::settle;

class ScalingViewTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void idealIsALineFromTheSmallestPoint() {
        const auto run = fixture::scalingRun(fixture::scalingRequest());
        QCOMPARE(*idealAt(*run, "iteration_s", 64), 10.0 / 2);
        QCOMPARE(*idealAt(*run, "tokens_per_s", 128), 4 * 1e4);
        QCOMPARE(*idealAt(*run, "mfu", 512), 0.5);
        QVERIFY(!idealAt(*run, "memory_bytes", 64));
        auto weak = *run;
        weak.scaling = explore::Scaling::Weak;
        QCOMPARE(*idealAt(weak, "iteration_s", 512), 10.0);
    }

    void placesAreNumbers() {
        const auto run = fixture::scalingRun(fixture::scalingRequest());
        const ScalingLayout layout = layOutScaling({run.get(), "iteration_s"}, nullptr, QFont(), {700, 500}, 20);
        QCOMPARE(layout.spots.size(), std::size_t{5});
        QVERIFY(layout.logarithmic);
        // Twice the devices are everywhere as far, and half the time as well.
        const double step = layout.spots[1].value.x() - layout.spots[0].value.x();
        QVERIFY(std::abs(layout.spots[3].value.x() - layout.spots[2].value.x() - step) < 1e-9);
        QVERIFY(std::abs((layout.y(5.0) - layout.y(10.0)) - (layout.y(2.5) - layout.y(5.0))) < 1e-9);
        QVERIFY(!layout.shares.isEmpty());
        QVERIFY(layout.most_share >= 0.2);
        QVERIFY(std::abs(10.0 * layout.most_share - std::round(10.0 * layout.most_share)) < 1e-9);
        // No mark stands on the frame.
        QVERIFY(layout.spots.front().value.x() > layout.chart.left() + 5.0);
        QVERIFY(layout.spots.back().value.x() < layout.chart.right() - 5.0);
    }

    void narrowTitlesAreBrief() {
        ScalingPair pair;
        pair.selected = fixture::scalingRun(fixture::scalingRequest());
        pair.metric = "iteration_s";
        const QString whole = scalingSummary(pair, QLocale::c()), brief = scalingSummary(pair, QLocale::c(), true);
        QVERIFY(brief.size() < whole.size());
        QVERIFY(brief.startsWith(QLatin1String("Strong scaling; ")));
        QCOMPARE(brief.section(QLatin1Char(';'), 1), whole.section(QLatin1Char(';'), 1));
    }

    void runsAreStaleUntilThoseOfTheRequestCome() {
        ScalingView view;
        const auto request = fixture::scalingRequest();
        show(view, scene(request));
        QVERIFY(view.findChild<QLabel*>(QStringLiteral("message"))->text().contains(QLatin1String("Being computed")));
        act(view, [&] { view.showRuns(fixture::scalingRun(request), nullptr); });
        QVERIFY(!view.canvas().pair().stale);
        act(view, [&] { view.setScene(scene(fixture::scalingRequest())); });
        QVERIFY(view.canvas().pair().stale);
        QSignalSpy changed(&view, &ScalingView::scalingChanged);
        view.restoreState(R"({"scaling": "weak"})");
        QCOMPARE(changed.count(), 1);
        QCOMPARE(view.scaling(), explore::Scaling::Weak);
        ScalingView other;
        other.restoreState(view.saveState());
        QCOMPARE(other.saveState(), view.saveState());
    }

    void draggingTheMarkChangesTheDevices() {
        ScalingView view;
        const auto request = fixture::scalingRequest();
        show(view, scene(request));
        act(view, [&] { view.showRuns(fixture::scalingRun(request), nullptr); });
        std::vector<Edit> edits;
        connect(&view, &View::edited, this, [&](const Edit& edit) { edits.push_back(edit); });
        const ScalingLayout places = view.canvas().places();
        const auto at = [&](double devices) { return QPointF(places.x(devices), places.chart.center().y()).toPoint(); };
        QTest::mousePress(canvas(view), Qt::LeftButton, {}, at(64));
        fixture::drag(canvas(view), at(127));
        fixture::drag(canvas(view), at(128));
        QCOMPARE(edits.size(), std::size_t{1});
        QCOMPARE(findPointer(*edits[0].request, "/hardware/devices")->get<int>(), 128);
        QCOMPARE(findPointer(*edits[0].request, "/plan/dp")->get<int>(), 4);
        fixture::drag(canvas(view), at(500)); // 512 cannot exist: the nearest that can
        QCOMPARE(findPointer(*edits[1].request, "/hardware/devices")->get<int>(), 256);
        QCOMPARE(edits[0].gesture, edits[1].gesture);
        QTest::mouseRelease(canvas(view), Qt::LeftButton, {}, at(256));
        QTest::mousePress(canvas(view), Qt::LeftButton, {}, at(40)); // beside the mark: nothing
        fixture::drag(canvas(view), at(64));
        QTest::mouseRelease(canvas(view), Qt::LeftButton, {}, at(64));
        QCOMPARE(edits.size(), std::size_t{2});
        QTest::keyClick(canvas(view), Qt::Key_Left);
        QCOMPARE(edits.size(), std::size_t{3});
        QCOMPARE(findPointer(*edits[2].request, "/hardware/devices")->get<int>(), 128);
    }

    void hoverAnswers() {
        ScalingView view;
        const auto request = fixture::scalingRequest();
        show(view, scene(request, true));
        act(view, [&] { view.showRuns(fixture::scalingRun(request), fixture::scalingRun(request, 0.5)); });
        const ScalingLayout places = view.canvas().places();
        fixture::hover(canvas(view), QPointF(places.x(128), places.chart.center().y()).toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("128 devices")), qPrintable(QToolTip::text()));
        QVERIFY2(QToolTip::text().contains(QLatin1String("90.9 % of ideal")), qPrintable(QToolTip::text()));
        QVERIFY2(QToolTip::text().contains(QLatin1String("Data parallel, exposed: 8.0 %")),
                 qPrintable(QToolTip::text()));
        QVERIFY2(QToolTip::text().contains(QLatin1String("Baseline B: 5.50 s")), qPrintable(QToolTip::text()));
        fixture::hover(canvas(view), QPointF(places.x(512), places.chart.center().y()).toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("too large")), qPrintable(QToolTip::text()));
        QVERIFY(view.figureData().rows.size() > 30);
    }

    void aDragRefreshesOnceATurn() {
        ScalingView view;
        const auto request = fixture::scalingRequest();
        show(view, scene(request));
        act(view, [&] { view.showRuns(fixture::scalingRun(request), nullptr); });
        QSignalSpy told(&view, &View::refreshed);
        for (int i = 0; i < 8; ++i)
            view.setScene(scene(fixture::scalingRequest()));
        QTRY_VERIFY(told.count() > 0);
        settle();
        QCOMPARE(told.count(), 1);
    }

    void otherKindsSayWhatIsNeeded() {
        ScalingView view;
        show(view, fixture::scene(false));
        QVERIFY(view.findChild<QLabel*>(QStringLiteral("message"))->text().contains(QLatin1String("training step")));
        QVERIFY(view.figureData().rows.empty());
    }

private:
    std::shared_ptr<const Scene> scene(std::shared_ptr<const Json> request, bool baseline = false) const {
        const auto estimate = fixture::trainingEstimate();
        Scene result = *fixture::trainingScene(estimate, baseline ? estimate : nullptr);
        for (DesignState& design : result.designs) {
            design.design.request = request;
            design.resolved = sharedResolved(*request, *library_);
        }
        result.library = library_;
        return std::make_shared<const Scene>(std::move(result));
    }

    static QWidget* canvas(ScalingView& view) { return view.findChild<QWidget*>(QStringLiteral("canvas")); }

    static void show(ScalingView& view, std::shared_ptr<const Scene> scene) {
        fixture::show(view, std::move(scene), {720, 520});
    }

    std::shared_ptr<const Library> library_;
};

QTEST_MAIN(ScalingViewTest)
#include "scaling_view_test.moc"
