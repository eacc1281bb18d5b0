// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/serving_fixture.h"
#include "views/serving/serving_view.h"
#include "views/support/theme/theme.h"

#include <cmath>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QWheelEvent>

using namespace strata;
using namespace strata::views;

class ServingTest : public QObject {
    Q_OBJECT

private slots:
    void sharesAreThoseOfTheEstimate() {
        const auto estimate = fixture::servingEstimate();
        const Distribution first = distributionOf(*estimate, Latency::FirstToken);
        QCOMPARE(first.seconds.size(), std::size_t{100});
        QCOMPARE(first.shareWithin(0.0005), 0.0);
        QCOMPARE(first.shareWithin(0.0501), 0.5);
        QCOMPARE(first.shareWithin(1.0), 1.0);
        QCOMPARE(percentilesOf(*estimate, Latency::EndToEnd).back().metric.value, 1.98);
        QCOMPARE(*sloOf(*fixture::servingRequest(), Latency::FirstToken), 0.05);
        QVERIFY(!sloOf(*fixture::servingRequest(), Latency::EndToEnd));
    }

    /// "Saturates at" stands only where the curve has flattened, with what it is among the points there.
    void saturationIsWhereTheCurveIsFlat() {
        LoadSide side;
        const auto at = [&](double rate, double answered) {
            LoadPoint point;
            point.rate_per_s = rate;
            point.requests_per_s = answered;
            side.points.push_back(point);
        };
        for (const double rate : {4.0, 8.0, 16.0})
            at(rate, rate);
        QVERIFY2(!side.saturation(), "an engine that keeps up does not saturate");
        at(24.0, 20.0);
        at(32.0, 24.0);
        at(38.0, 27.0);
        QVERIFY2(!side.saturation(), "what still grows has not flattened");
        at(48.0, 28.0);
        at(64.0, 28.4);
        at(80.0, 28.2);
        QVERIFY(side.saturation().has_value());
        QVERIFY(std::abs(side.saturation()->per_s - 28.2) < 1e-9);
        QCOMPARE(side.saturation()->low, 28.0);
        QCOMPARE(side.saturation()->high, 28.4);
    }

    void theCurveBelongsToAllRatesOfARequest() {
        QVERIFY(sameLoadCurve(*fixture::servingRequest(2.0), *fixture::servingRequest(9.0)));
        QVERIFY(!sameLoadCurve(*fixture::servingRequest(2.0, 0.05), *fixture::servingRequest(2.0, 0.06)));
    }

    void theServiceLevelIsDragged() {
        ServingView view;
        start(view);
        std::vector<Edit> edits;
        follow(view, edits);
        auto* canvas = view.findChild<QWidget*>(QStringLiteral("distribution"));
        const QPoint from = levelAt(view);
        QTest::mousePress(canvas, Qt::LeftButton, {}, from);
        for (int i = 1; i <= 10; ++i) {
            fixture::drag(canvas, from + QPoint(4 * i, 0));
            settle();
            QVERIFY(std::abs(levelAt(view).x() - (from.x() + 4 * i)) <= 1);
        }
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, from + QPoint(40, 0));
        QCOMPARE(edits.size(), std::size_t{10});
        double before = 0.05;
        for (const Edit& edit : edits) {
            QCOMPARE(edit.gesture, edits.front().gesture);
            QVERIFY(!edit.gesture.isEmpty());
            const double level = *sloOf(*edit.request, Latency::FirstToken);
            QVERIFY(level > before);
            before = level;
        }
        QVERIFY(edits.back().text.contains(QLatin1String("First token within")));
        // The share beside the line is that of the same simulation, at once.
        QCOMPARE(view.distribution().selected.distribution.shareWithin(before), std::floor(before * 1000 + 1e-9) / 100);
    }

    void escapePutsTheLevelBack() {
        ServingView view;
        start(view);
        std::vector<Edit> edits;
        follow(view, edits);
        auto* canvas = view.findChild<QWidget*>(QStringLiteral("distribution"));
        canvas->setFocus();
        const QPoint from = levelAt(view);
        QTest::mousePress(canvas, Qt::LeftButton, {}, from);
        fixture::drag(canvas, from + QPoint(-20, 0));
        QTest::keyClick(canvas, Qt::Key_Escape);
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, from + QPoint(-20, 0));
        QCOMPARE(edits.size(), std::size_t{2});
        QVERIFY(*edits.back().request == *fixture::servingRequest());
        QCOMPARE(edits.back().gesture, edits.front().gesture);
    }

    void theRateIsDragged() {
        ServingView view;
        start(view);
        std::vector<Edit> edits;
        follow(view, edits);
        auto* canvas = view.findChild<QWidget*>(QStringLiteral("load"));
        const QPoint from(qRound(view.load().rate.pixel(8.0)), qRound(view.loadArea().center().y()));
        QTest::mousePress(canvas, Qt::LeftButton, {}, from);
        for (int i = 1; i <= 5; ++i) {
            fixture::drag(canvas, from + QPoint(5 * i, 0));
            settle();
        }
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, from + QPoint(25, 0));
        QCOMPARE(edits.size(), std::size_t{5});
        QVERIFY(*arrivalRate(*edits.back().request) > 8.0);
        QVERIFY2(!view.load().selected.stale, "another rate is another point of the same curve");
    }

    void keysMoveAndRemoveTheLevel() {
        ServingView view;
        start(view);
        std::vector<Edit> edits;
        follow(view, edits);
        auto* canvas = view.findChild<QWidget*>(QStringLiteral("distribution"));
        QTest::keyClick(canvas, Qt::Key_Right);
        settle();
        QCOMPARE(*sloOf(*edits.back().request, Latency::FirstToken), 0.051);
        QTest::keyClick(canvas, Qt::Key_Delete);
        settle();
        QVERIFY(!sloOf(*edits.back().request, Latency::FirstToken));
        auto* add = view.findChild<QToolButton*>(QStringLiteral("level"));
        QVERIFY(add->isVisible());
        QTest::mouseClick(add, Qt::LeftButton);
        settle();
        QCOMPARE(*sloOf(*edits.back().request, Latency::FirstToken), 0.095);
        QVERIFY(!add->isVisible());
    }

    void wheelZoomsAndDoubleClickShowsAll() {
        ServingView view;
        start(view);
        auto* canvas = view.findChild<QWidget*>(QStringLiteral("distribution"));
        const PlotAxis before = view.distribution().axis;
        const QPoint at = view.distributionArea().center().toPoint();
        QWheelEvent event(at, canvas->mapToGlobal(at), QPoint(), QPoint(0, 240), Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(canvas, &event);
        settle();
        QVERIFY(view.distribution().axis.high < before.high && view.distribution().axis.low > before.low);
        QTest::mouseDClick(canvas, Qt::LeftButton, {}, at + QPoint(0, 30));
        settle();
        QCOMPARE(view.distribution().axis.high, before.high);
    }

    void hoverAnswers() {
        ServingView view;
        start(view);
        auto* canvas = view.findChild<QWidget*>(QStringLiteral("distribution"));
        const QRectF area = view.distributionArea();
        const QPoint median(qRound(view.distribution().axis.pixel(0.05)), qRound(area.center().y()));
        fixture::hover(canvas, median);
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("First token, median")), qPrintable(QToolTip::text()));
        for (const char* part : {"50.0 ms", "Baseline B", "100 ms"})
            QVERIFY2(QToolTip::text().contains(QLatin1String(part)), qPrintable(QToolTip::text()));
        fixture::hover(canvas, QPoint(qRound(view.distribution().axis.pixel(0.0302)), qRound(area.top() + 6)));
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("A: 30.0 % of the requests")),
                     qPrintable(QToolTip::text()));
        auto* load = view.findChild<QWidget*>(QStringLiteral("load"));
        fixture::hover(load, QPoint(qRound(view.load().rate.pixel(32.0)), qRound(view.loadArea().center().y())));
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("A: 16.0 requests/s answered")),
                     qPrintable(QToolTip::text()));
    }

    void otherRequestsMakeTheCurveStale() {
        ServingView view;
        start(view);
        QVERIFY(!view.load().selected.stale);
        view.setScene(fixture::servingScene(fixture::servingRequest(8.0, 0.07), fixture::servingEstimate()));
        settle();
        QVERIFY(view.load().selected.stale);
    }

    void whatHasFinishedGrows() {
        ServingView view;
        start(view);
        auto scene = std::make_shared<Scene>(view.scene());
        scene->designs[0].stale = true;
        view.setScene(scene);
        view.setPartial("design-A", fixture::servingEstimate(2.0));
        settle();
        QVERIFY(view.distribution().selected.partial);
        QCOMPARE(view.distribution().selected.distribution.seconds.back(), 0.2);
        QVERIFY2(view.distribution().selected.marks.empty(), "percentiles of the half are not shown");
        scene = std::make_shared<Scene>(*scene);
        scene->designs[0].stale = false;
        view.setScene(scene);
        settle();
        QVERIFY(!view.distribution().selected.partial);
        QCOMPARE(view.distribution().selected.distribution.seconds.back(), 0.1);
    }

    void settingsAreKept() {
        ServingView view;
        start(view);
        view.findChild<QComboBox*>(QStringLiteral("latency"))->setCurrentIndex(2);
        ServingView other;
        other.restoreState(view.saveState());
        QCOMPARE(other.saveState(), view.saveState());
        other.restoreState(R"({"latency": 3, "low_s": "x", "high_s": -1})");
        QVERIFY(other.figureData().rows.empty());
    }

    void otherKindsSayWhatIsNeeded() {
        ServingView view;
        start(view);
        view.setScene(fixture::scene(false));
        settle();
        const QString text = view.findChild<QLabel*>(QStringLiteral("message"))->text();
        QVERIFY2(text.contains(QLatin1String("serving engine")), qPrintable(text));
    }

private:
    static void settle() {
        for (int i = 0; i < 6; ++i)
            QCoreApplication::processEvents();
    }
    static QPoint levelAt(const ServingView& view) {
        return {qRound(view.distribution().axis.pixel(*view.distribution().selected.slo_s)),
                qRound(view.distributionArea().center().y())};
    }
    static void start(ServingView& view) {
        view.setPalette(theme(false).palette());
        view.restoreState("{}");
        view.resize(520, 640);
        view.show();
        settle();
        const auto request = fixture::servingRequest();
        view.setLoad("design-A", request, fixture::loadPoints(), true);
        view.setScene(fixture::servingScene(request, fixture::servingEstimate(), fixture::servingEstimate(2.0)));
        settle();
        QVERIFY(!view.distribution().selected.distribution.empty());
        settle();
    }
    /// Edits come back as the window brings them: a scene with the new request, the estimate still the old one.
    static void follow(ServingView& view, std::vector<Edit>& edits) {
        connect(&view, &View::edited, &view, [&view, &edits](const Edit& edit) {
            edits.push_back(edit);
            auto scene = std::make_shared<Scene>(view.scene());
            scene->designs[0].design.request = edit.request;
            view.setScene(scene);
        });
    }
};

QTEST_MAIN(ServingTest)
#include "serving_test.moc"
