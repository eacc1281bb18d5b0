// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/gpu_fixture.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/shown.h"
#include "views/roofline/roofline_chart.h"
#include "views/roofline/roofline_labels.h"
#include "views/roofline/roofline_view.h"
#include "views/support/theme/theme.h"

#include <cmath>
#include <QComboBox>
#include <qcustomplot.h>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QWheelEvent>

using namespace strata;
using namespace strata::views;
using fixture::settle;

class RooflineTest : public QObject {
    Q_OBJECT

private slots:
    void namesOfOperatorsAreReadableOrAbsent() {
        const QFontMetricsF metrics{QFont()};
        const std::string name = "layers.attention.scores_scale";
        const auto width = [&](const char* text) { return metrics.horizontalAdvance(QLatin1String(text)); };
        QCOMPARE(operatorLabel(name, metrics, width("layers.attention.scores scale") + 1.0, false),
                 QStringLiteral("layers.attention.scores scale"));
        QCOMPARE(operatorLabel(name, metrics, width("scores scale"), false), QStringLiteral("scores scale"));
        QCOMPARE(operatorLabel(name, metrics, 0.3 * width("scores scale"), false), QString());
        const QString chosen = operatorLabel(name, metrics, 0.5 * width("scores scale"), true);
        QVERIFY2(!chosen.isEmpty() && chosen.endsWith(QStringLiteral("scale")), qPrintable(chosen));
    }

    void pointsHaveTheNumbersOfTheEstimate() {
        const Roofline roofline = makeRoofline(fixture::modelEstimate(), nullptr, IntensityLevel::Dram, {});
        QCOMPARE(roofline.ceilings.size(), std::size_t{6});
        QCOMPARE(roofline.selected.points.size(), std::size_t{8});
        QCOMPARE(roofline.selected.undrawable, std::size_t{1});
        QCOMPARE(roofline.selected.undrawable_s, 0.1e-3);
        const RooflinePoint& first = roofline.selected.points.front();
        QCOMPARE(first.name, std::string("layers.mlp.up"));
        QCOMPARE(first.intensity(), 7.2e12 / 6.0e9);
        QCOMPARE(first.flop_per_s, 7.2e12 / 12.0e-3);
        const auto estimate = fixture::modelEstimate();
        QCOMPARE(roofline.selected.whole->flop_per_s, estimate->findMetric("flop_per_s")->value);
        QCOMPARE(roofline.selected.whole->seconds, estimate->findMetric("latency_s")->value);
    }

    /// Roofs are named in the margin; only where their names would take the plot's room, over the lines that are met.
    void roofsAreNamedInTheMargin() {
        const Roofline roofline = makeRoofline(fixture::modelEstimate(), nullptr, IntensityLevel::Dram, {});
        RooflineOptions options;
        const double line = QFontMetricsF(options.font).height();
        RateLabels wide, narrow;
        wide.layOut(roofline, options, 60.0 * line);
        QCOMPARE(wide.texts().size(), qsizetype{3});
        QVERIFY(wide.width() > 0.0);
        narrow.layOut(roofline, options, 5.0 * line);
        QCOMPARE(narrow.width(), 0.0);                 // inside
        QCOMPARE(narrow.texts().size(), qsizetype{1}); // all products of the model are in bf16
        QVERIFY2(narrow.texts().first().startsWith(QStringLiteral("bf16")), qPrintable(narrow.texts().first()));
    }

    /// Roofs of number types in which nothing calculates are left out, unless somebody asks for all.
    void roofsAreThoseOfTypesInUse() {
        Estimate estimate = *fixture::modelEstimate();
        for (Table& table : estimate.tables) {
            if (table.name != "operators") continue;
            table.columns.push_back("type");
            for (auto& row : table.rows)
                row.push_back(std::string(row[1] == Cell(std::string("linear")) ? "bf16" : "fp32"));
        }
        const auto shared = std::make_shared<const Estimate>(estimate);
        const auto types = [&](const std::string& wanted) {
            std::vector<std::string> found;
            for (const Ceiling& ceiling : makeRoofline(shared, nullptr, IntensityLevel::Dram, wanted).ceilings)
                if (ceiling.compute()) found.push_back(ceiling.type);
            return found;
        };
        QCOMPARE(types({}), (std::vector<std::string>{"bf16", "fp32"}));
        QCOMPARE(types(kAllTypes), (std::vector<std::string>{"bf16", "fp8", "fp32"}));
        QCOMPARE(types("fp8"), (std::vector<std::string>{"fp8"}));
    }

    void levelAndTypeAreChosen() {
        const Roofline roofline = makeRoofline(fixture::modelEstimate(), nullptr, IntensityLevel::L2, "bf16");
        QCOMPARE(roofline.ceilings.size(), std::size_t{4});
        QCOMPARE(roofline.selected.points.front().bytes, 3.0 * 6.0e9);
        QCOMPARE(ceilingTypes(*roofline.estimate), (std::vector<std::string>{"bf16", "fp8", "fp32"}));
    }

    void roofsMeetAtTheRidge() {
        const Roofline roofline = makeRoofline(fixture::modelEstimate(), nullptr, IntensityLevel::Dram, "bf16");
        const RooflineAxes axes = axesFor(roofline);
        const QLineF dram = ceilingLine(roofline, roofline.ceilings[0], true, axes);
        QVERIFY(std::abs(dram.x2() / (9.89e14 / 3.35e12) - 1.0) < 1e-12);
        QVERIFY(std::abs(dram.y2() / 9.89e14 - 1.0) < 1e-12);
        const QLineF arithmetic = ceilingLine(roofline, roofline.ceilings[3], false, axes);
        QCOMPARE(arithmetic.y1(), 7.4e14);
        QCOMPARE(arithmetic.x2(), axes.x_high);
    }

    void labelsDoNotTouch() {
        std::vector<RooflineLabel> labels;
        for (int i = 0; i < 60; ++i)
            labels.push_back({QPointF(100 + 3 * (i % 8), 100 + 2 * i), 6.0, QSizeF(70, 14), {}});
        placeLabels(labels, QRectF(0, 0, 400, 300), {});
        int placed = 0;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (labels[i].place.isEmpty()) continue;
            ++placed;
            QVERIFY(QRectF(0, 0, 400, 300).contains(labels[i].place));
            for (std::size_t j = i + 1; j < labels.size(); ++j)
                QVERIFY(!labels[i].place.intersects(labels[j].place));
        }
        QVERIFY(placed > 5 && placed < 60);
    }

    /// In a low dock the plot comes first: what marks mean is told on hover as well.
    void theLegendGivesItsRoomToThePlot() {
        RooflineView view;
        fixture::show(view, fixture::gpuScene(fixture::modelEstimate(), fixture::modelEstimate(0.5)), {360, 700});
        auto* plot = qobject_cast<QCustomPlot*>(view.findChild<QWidget*>(QStringLiteral("plot")));
        QVERIFY(plot != nullptr);
        const double line = QFontMetricsF(view.font()).height();
        const auto above = [&] { return plot->axisRect()->top() / line; };
        QVERIFY2(above() > 4.0, qPrintable(QString::number(above())));
        view.resize(360, 260);
        settle();
        QTRY_VERIFY2(above() < 3.5, qPrintable(QString::number(above())));
        QVERIFY(plot->axisRect()->height() > 5.0 * line);
    }

    void clippedLinesStayInside() {
        const QRectF area(0, 0, 100, 50);
        QCOMPARE(clipped(QLineF(-10, 25, 200, 25), area), QLineF(0, 25, 100, 25));
        QCOMPARE(clipped(QLineF(-10, 60, 200, 60), area).length(), 0.0);
        QCOMPARE(clipped(QLineF(50, -50, 50, 20), area), QLineF(50, 0, 50, 20));
    }

    void marksAreWhereTheNumbersSay() {
        RooflineView view;
        show(view, fixture::gpuScene(fixture::modelEstimate(), fixture::modelEstimate(0.5)));
        const RooflineHit mine = view.chart().locate("layers.mlp.up", false);
        const RooflineHit other = view.chart().locate("layers.mlp.up", true);
        const RooflineHit norm = view.chart().locate("layers.norm", false);
        QVERIFY(mine.point && other.point && norm.point);
        QCOMPARE(mine.centre.x(), other.centre.x());
        // Half the time is twice the rate: as far apart as any factor of two on this axis.
        const RooflineAxes axes = view.chart().axes();
        QWidget* plot = view.findChild<QWidget*>(QStringLiteral("plot"));
        const double rise = other.centre.y() - mine.centre.y();
        QVERIFY(rise > 5.0);
        const double decades = std::log10(7.2e12 / 6.0e9 / (8.0e9 / 4.6e9));
        const double per_decade = (mine.centre.x() - norm.centre.x()) / decades;
        QVERIFY(per_decade * std::log10(axes.x_high / axes.x_low) < plot->width());
        QVERIFY(mine.radius > norm.radius);
        QCOMPARE(view.chart().hit(mine.centre).point, mine.point);
        QCOMPARE(mine.twin, other.point);
    }

    void hoverAnswers() {
        RooflineView view;
        show(view, fixture::gpuScene(fixture::modelEstimate(), fixture::modelEstimate(0.5)));
        QWidget* plot = view.findChild<QWidget*>(QStringLiteral("plot"));
        fixture::hover(plot, view.chart().locate("layers.mlp.up", false).centre.toPoint());
        QTRY_VERIFY(QToolTip::isVisible());
        QString text = QToolTip::text();
        for (const char* part : {"layers.mlp.up, linear", "600 TFLOP/s", "Baseline B", "+100 %", "Limit: compute",
                                 "7.20 TFLOP / 12.0 ms at 1.20 kFLOP/B", "Method gpu.tile", "gpu-tile",
                                 "81.1 % of bf16, 740 TFLOP/s sustained", "16.6 % of DRAM"})
            QVERIFY2(text.contains(QLatin1String(part)), qPrintable(QLatin1String(part) + QLatin1String(" / ") + text));
        // A point on the DRAM roof, away from marks.
        const QPoint roof = roofPoint(view, "DRAM");
        QVERIFY(!roof.isNull());
        fixture::hover(plot, roof);
        QTRY_VERIFY(QToolTip::text().contains(QLatin1String("5 stacks")));
        text = QToolTip::text();
        QVERIFY2(text.contains(QLatin1String("Nominal 3.35 TB/s")) &&
                     text.contains(QLatin1String("Datasheet of the fixture")),
                 qPrintable(text));
    }

    void clickPicksAnOperator() {
        RooflineView view;
        show(view, fixture::gpuScene(fixture::modelEstimate()));
        QWidget* plot = view.findChild<QWidget*>(QStringLiteral("plot"));
        const QPoint at = view.chart().locate("layers.norm", false).centre.toPoint();
        QTest::mouseClick(plot, Qt::LeftButton, Qt::NoModifier, at);
        QCOMPARE(view.chosenOperator(), std::string("layers.norm"));
        RooflineView other;
        other.restoreState(view.saveState());
        QCOMPARE(other.chosenOperator(), std::string("layers.norm"));
        QCOMPARE(other.saveState(), view.saveState());
        QTest::keyClick(plot, Qt::Key_Right);
        QCOMPARE(view.chosenOperator(), std::string("layers.mlp.gelu"));
        QTest::keyClick(plot, Qt::Key_Escape);
        QCOMPARE(view.chosenOperator(), std::string());
    }

    void wheelAndDragMoveTheAxes() {
        RooflineView view;
        show(view, fixture::gpuScene(fixture::modelEstimate()));
        QWidget* plot = view.findChild<QWidget*>(QStringLiteral("plot"));
        const RooflineAxes before = view.chart().axes();
        const QPoint middle = view.chart().locate("layers.norm", false).centre.toPoint() + QPoint(30, -30);
        wheel(*plot, middle, 120);
        const RooflineAxes zoomed = view.chart().axes();
        QVERIFY(zoomed.x_high / zoomed.x_low < before.x_high / before.x_low);
        QVERIFY(zoomed.y_high / zoomed.y_low < before.y_high / before.y_low);
        // Over the labels of one axis only that one.
        wheel(*plot, QPoint(middle.x(), plot->height() - 12), 120);
        QVERIFY(view.chart().axes().x_high < zoomed.x_high);
        QCOMPARE(view.chart().axes().y_high, zoomed.y_high);
        const RooflineAxes still = view.chart().axes();
        QTest::mousePress(plot, Qt::LeftButton, Qt::NoModifier, middle);
        for (int i = 1; i <= 5; ++i)
            QTest::mouseMove(plot, middle + QPoint(10 * i, 0));
        QTest::mouseRelease(plot, Qt::LeftButton, Qt::NoModifier, middle + QPoint(50, 0));
        QVERIFY(view.chart().axes().x_low < still.x_low);
        QVERIFY(std::abs(view.chart().axes().x_high / view.chart().axes().x_low / (still.x_high / still.x_low) - 1.0) <
                1e-9);
        QCOMPARE(view.chart().axes().y_low, still.y_low);
        QCOMPARE(view.chosenOperator(), std::string()); // a drag is no click
        QSignalSpy told(&view, &View::refreshed);
        QTest::mouseDClick(plot, Qt::LeftButton, Qt::NoModifier, middle);
        QTRY_VERIFY(told.count() > 0);
        QCOMPARE(view.chart().axes(), before);
    }

    void aDragRefreshesOnceATurn() {
        RooflineView view;
        show(view, fixture::gpuScene(fixture::modelEstimate()));
        QSignalSpy told(&view, &View::refreshed);
        for (int i = 1; i <= 8; ++i)
            view.setScene(fixture::gpuScene(fixture::modelEstimate(1.0 + 0.1 * i)));
        QTRY_VERIFY(told.count() > 0);
        settle();
        QCOMPARE(told.count(), 1);
        QCOMPARE(view.chart().locate("layers.mlp.up", false).point->flop_per_s, 7.2e12 / (12.0e-3 / 1.8));
    }

    void axesOnlyGrowInComparison() {
        RooflineView view;
        const auto baseline = fixture::modelEstimate();
        show(view, fixture::gpuScene(fixture::modelEstimate(0.01), baseline));
        const RooflineAxes wide = view.chart().axes();
        update(view, fixture::gpuScene(fixture::modelEstimate(), baseline));
        QCOMPARE(view.chart().axes(), wide);
        update(view, fixture::gpuScene(fixture::modelEstimate()));
        QVERIFY(view.chart().axes().y_low > wide.y_low);
    }

    void lockedAxesStay() {
        RooflineView view;
        show(view, fixture::gpuScene(fixture::modelEstimate()));
        const RooflineAxes before = view.chart().axes();
        view.findChild<QToolButton*>(QStringLiteral("lock"))->click();
        update(view, fixture::gpuScene(fixture::modelEstimate(0.01)));
        QCOMPARE(view.chart().axes(), before);
        QSignalSpy told(&view, &View::refreshed);
        view.findChild<QToolButton*>(QStringLiteral("lock"))->click();
        QTRY_VERIFY(told.count() > 0);
        QVERIFY(view.chart().axes().y_low < before.y_low);
    }

    void otherKindsSayWhatIsNeeded() {
        RooflineView view;
        show(view, fixture::scene(false));
        const QString text = view.findChild<QLabel*>(QStringLiteral("message"))->text();
        QVERIFY2(text.contains(QLatin1String("needs a kernel, a layer or a model on a GPU or an NPU")),
                 qPrintable(text));
        QVERIFY(view.figureData().rows.empty());
    }

private:
    static void update(RooflineView& view, std::shared_ptr<const Scene> scene) {
        fixture::act(view, [&] { view.setScene(std::move(scene)); });
    }

    static void show(RooflineView& view, std::shared_ptr<const Scene> scene) {
        fixture::show(view, std::move(scene), {720, 520});
    }

    static void wheel(QWidget& plot, const QPoint& at, int delta) {
        QWheelEvent event(at, plot.mapToGlobal(at), QPoint(), QPoint(0, delta), Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&plot, &event);
        settle();
    }

    static QPoint roofPoint(const RooflineView& view, std::string_view name) {
        const QWidget* plot = view.findChild<QWidget*>(QStringLiteral("plot"));
        for (int x = 0; x < plot->width(); x += 5)
            for (int y = 0; y < plot->height(); y += 2) {
                const RooflineHit hit = view.chart().hit(QPointF(x, y));
                if (hit.ceiling && hit.ceiling->name == name) return {x, y};
            }
        return {};
    }
};

QTEST_MAIN(RooflineTest)
#include "roofline_test.moc"
