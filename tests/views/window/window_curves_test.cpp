// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/slider_curves.h"
#include "app/window/shell/window_actions.h"
#include "tests/views/window/window_fixture.h"

#include <nlohmann/json.hpp>

using namespace strata;
using tests::WindowFixture;

/// The curves behind the sliders: what they show, when they are stale, and that they come again.
class WindowCurvesTest : public QObject {
    Q_OBJECT

private:
    static constexpr const char* kClock = "/hardware/clock_hz";

    static bool waitForCurves(WindowFixture& fixture) {
        return QTest::qWaitFor(
            [&] {
                const auto* slider = fixture.slider(kClock);
                return slider && !slider->curve().points.empty() && !slider->curve().stale;
            },
            60000);
    }

private slots:
    void theyShowTheMetricOverTheParameter() {
        QTemporaryDir state;
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        fixture.window->controller().setMetric(QStringLiteral("latency_s"));
        fixture.window->parametersPanel().reveal("/hardware/levels/0/energy_pj/read"); // folded until then
        fixture.window->parametersPanel().reveal(kClock);
        QVERIFY(waitForCurves(fixture));
        const auto* slider = fixture.slider(kClock);
        const auto& points = slider->curve().points;
        QVERIFY(points.size() > 5);
        QCOMPARE(points.front().x(), double(slider->minimum()));
        QCOMPARE(points.back().x(), double(slider->maximum()));
        // The same cycles at any clock: the faster, the shorter.
        QCOMPARE(points.front().y(), 1.0);
        QCOMPARE(points.back().y(), 0.0);
        for (std::size_t i = 1; i < points.size(); ++i)
            QVERIFY(points[i].y() < points[i - 1].y());
        QTRY_VERIFY_WITH_TIMEOUT(fixture.slider("/hardware/levels/0/energy_pj/read")->curve().points.size() > 5, 30000);
    }

    void aChangeMakesThemStaleUntilTheyCome() {
        QTemporaryDir state;
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        fixture.window->parametersPanel().reveal("/hardware/levels/0/energy_pj/read"); // folded until then
        fixture.window->parametersPanel().reveal(kClock);
        QVERIFY(waitForCurves(fixture));
        tests::drag(fixture.slider("/hardware/levels/0/energy_pj/read"), 12, 5);
        QTest::qWait(30);
        QVERIFY(fixture.slider(kClock)->curve().stale);
        QVERIFY(waitForCurves(fixture));
        fixture.window->actions().slider_curves->trigger();
        QVERIFY(fixture.slider(kClock)->curve().points.empty());
    }
};

QTEST_MAIN(WindowCurvesTest)
#include "window_curves_test.moc"
