// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/gpu_fixture.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/shown.h"
#include "views/support/theme/theme.h"
#include "views/waterfall/variance_strip.h"
#include "views/waterfall/waterfall_bars.h"
#include "views/waterfall/waterfall_view.h"

#include <algorithm>
#include <cmath>
#include <QComboBox>
#include <QPainter>
#include <QPicture>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QWheelEvent>

using namespace strata;
using namespace strata::views;
using fixture::act;
using fixture::settle;

class WaterfallTest : public QObject {
    Q_OBJECT

private:
    static WaterfallBar step(const char* id, double from, double value) {
        WaterfallBar bar;
        bar.id = id;
        bar.title = {std::string("part.") + id};
        bar.selected = WaterfallExtent{value, from, from + value};
        bar.range = WaterfallRange{0.95 * (from + value), 1.15 * (from + value), false};
        return bar;
    }

private slots:
    /// In a column's width, where the whiskers of all reach the same height: the largest step keeps its value, steps of
    /// nothing lose theirs.
    void theLargestStepsKeepTheirValues() {
        Waterfall waterfall;
        waterfall.bars = {step("kernels", 0.0, 91.3e-3),          step("launch", 91.3e-3, 2.61e-3),
                          step("movement", 93.9e-3, 352e-9),      step("sustained-clock", 93.9e-3, 0.0),
                          step("synchronisation", 93.9e-3, 1e-5), step("allocation", 93.9e-3, 0.0)};
        waterfall.bars.front().selected->from = 0.0;
        WaterfallOptions options;
        options.theme = theme(false);
        options.locale = QLocale::c();
        const double width = QFontMetricsF(options.font).horizontalAdvance(QStringLiteral("+2.61 ms"));
        const WaterfallFrame frame{
            QRectF(0, 0, 6 * width, 200), [](double value) { return 200.0 * (1.0 - value / 0.112); }, {0.0, 0.112}};
        QPicture picture;
        QPainter painter(&picture);
        paintWaterfallBars(painter, waterfall, frame, options);
        painter.end();
        const auto written = [&](const QString& text) {
            QByteArray words; // as the picture's stream holds them
            for (const QChar letter : text)
                words.append(static_cast<char>(letter.row())).append(letter.toLatin1());
            return QByteArray(picture.data(), static_cast<qsizetype>(picture.size())).contains(words);
        };
        for (const char* value : {"91.3 ms", "+2.61 ms", "+10.0"})
            QVERIFY2(written(QLatin1String(value)), value);
    }

    /// Steps of nothing share one column, whose tooltip tells them; what can be seen keeps its own.
    void stepsOfNearlyNothingMerge() {
        Estimate estimate = *fixture::modelEstimate();
        Part& root =
            std::ranges::find_if(estimate.parts, [](const auto& part) { return part.first == "latency_s"; })->second;
        for (Part& part : root.children)
            if (part.id == "movement" || part.id == "allocation" || part.id == "synchronisation") {
                root.value += 1e-9 - part.value;
                part.value = 1e-9;
            }
        const Waterfall drawn = makeWaterfall(std::make_shared<const Estimate>(estimate), nullptr, {});
        QCOMPARE(drawn.bars.size(), root.children.size() + 1 - 2);
        const WaterfallBar& rest = drawn.bars[drawn.bars.size() - 2];
        QCOMPARE(rest.id, std::string(kMergedId));
        QCOMPARE(rest.merged.size(), std::size_t{3});
        QVERIFY(std::abs(rest.selected->value - 3e-9) < 1e-15);
        QVERIFY(std::abs(rest.selected->to - drawn.total) < 1e-12);
    }

    void barsLeadFromKernelsToModel() {
        const auto estimate = fixture::modelEstimate();
        const Waterfall waterfall = makeWaterfall(estimate, nullptr, {});
        const Part& parts = *estimate->findParts("latency_s");
        QCOMPARE(waterfall.bars.size(), parts.children.size() + 1);
        double at = 0.0;
        for (std::size_t i = 0; i < parts.children.size(); ++i) {
            QCOMPARE(waterfall.bars[i].id, parts.children[i].id);
            QCOMPARE(waterfall.bars[i].selected->from, at);
            at += parts.children[i].value;
            QCOMPARE(waterfall.bars[i].selected->to, at);
        }
        QVERIFY(waterfall.bars.back().total);
        QCOMPARE(waterfall.bars.back().selected->to, parts.value);
        QCOMPARE(*waterfall.gamma, estimate->findMetric("gamma")->value);
    }

    /// Further baselines: their sums stand behind each bar by their markers, in the colour of their designs; what only
    /// they have gets a bar, and the end is their total.
    void furtherBaselinesAreDrawn() {
        const auto estimate = fixture::modelEstimate();
        const auto slower = fixture::modelEstimate(0.5);
        const Waterfall drawn = makeWaterfall(estimate, nullptr, {}, ServedLife::Mean, {{'C', slower}});
        QCOMPARE(drawn.further.size(), std::size_t{1});
        QCOMPARE(drawn.further.front().total, slower->findParts("latency_s")->value);
        double at = 0.0;
        for (const WaterfallBar& bar : drawn.bars) {
            QVERIFY2(bar.further.size() == 1 && bar.further.front(), bar.id.c_str());
            if (bar.total) QCOMPARE(bar.further.front()->to, drawn.further.front().total);
            if (!bar.total) QCOMPARE(bar.further.front()->from, at);
            at = bar.further.front()->to;
        }
        const WaterfallRoom room = roomFor(drawn, false);
        QVERIFY(room.high >= drawn.further.front().total);
        const Table table = waterfallTable(drawn);
        QVERIFY(
            std::ranges::any_of(table.rows, [](const auto& row) { return row[0] == Cell(std::string("baseline C")); }));
        const auto pictureOf = [&](const Waterfall& waterfall) {
            QImage image(900, 500, QImage::Format_ARGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            WaterfallOptions options;
            options.theme = theme(false);
            options.locale = QLocale::c();
            const WaterfallFrame frame{QRectF(0, 0, 900, 500),
                                       [&](double value) { return 500.0 * (1.0 - value / room.high); }, room};
            paintWaterfallBars(painter, waterfall, frame, options);
            return image;
        };
        const QRgb ink = theme(false).design('C').rgb();
        const auto inked = [&](const QImage& image) {
            int pixels = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    pixels += image.pixel(x, y) == ink ? 1 : 0;
            return pixels;
        };
        QVERIFY(inked(pictureOf(drawn)) > inked(pictureOf(makeWaterfall(estimate, nullptr, {}))) + 20);
        Waterfall outside = makeWaterfall(estimate, nullptr, {});
        const QImage plain = pictureOf(outside);
        outside.extrapolated = true;
        QVERIFY(pictureOf(outside) != plain);
    }

    void gammaIsSigned() {
        auto faster = std::make_shared<Estimate>(*fixture::modelEstimate(1.0, -4.0));
        for (Metric& metric : faster->metrics)
            if (metric.name == "gamma") metric.value = std::abs(metric.value);
        const double value = *makeWaterfall(faster, nullptr, {}).gamma;
        QCOMPARE(value < 0.0, faster->findParts("latency_s")->value < faster->findMetric("kernels_s")->value);
    }

    void whiskersGrowFromKernelsToModel() {
        const auto estimate = fixture::modelEstimate();
        const Waterfall waterfall = makeWaterfall(estimate, nullptr, {});
        const Metric& kernels = *estimate->findMetric("kernels_s");
        const Metric& model = *estimate->findMetric("latency_s");
        const auto near = [](double a, double b) { return std::abs(a - b) <= 1e-12; };
        QVERIFY(near(waterfall.bars.front().range->low, kernels.low) &&
                near(waterfall.bars.front().range->high, kernels.high));
        QVERIFY(near(waterfall.bars.back().range->low, model.low) &&
                near(waterfall.bars.back().range->high, model.high));
        QVERIFY(!waterfall.bars.front().range->between && !waterfall.bars.back().range->between);
        double before = 0.0;
        for (const WaterfallBar& bar : waterfall.bars) {
            const double height = bar.range->high - bar.range->low;
            QVERIFY(height >= before - 1e-12);
            before = height;
        }
    }

    void openedBarsAddUp() {
        const auto estimate = fixture::modelEstimate();
        const Waterfall classes = makeWaterfall(estimate, nullptr, {"kernels"});
        QCOMPARE(classes.bars.front().id, std::string("linear"));
        QVERIFY(std::abs(classes.bars[classes.bars.size() - 2].selected->to - classes.total) < 1e-12);
        const Waterfall operators = makeWaterfall(estimate, fixture::modelEstimate(0.5), {"kernels", "linear"});
        QCOMPARE(operators.path.size(), std::size_t{2});
        QCOMPARE(operators.bars.front().id, std::string("layers.mlp.up"));
        QCOMPARE(operators.bars.front().selected->value, 12.0e-3);
        QCOMPARE(operators.bars.front().baseline->value, 24.0e-3);
        QCOMPARE(operators.bars[1].range->low, 12.0e-3 + 0.9 * 6.0e-3);
        QCOMPARE(makeWaterfall(estimate, nullptr, {"kernels", "nothing"}).path.size(), std::size_t{1});
    }

    void manyOperatorsAreMerged() {
        Estimate estimate = *fixture::modelEstimate();
        Part& kernels = estimate.parts.front().second.children.front();
        kernels.children.clear();
        for (int i = 1; i <= 40; ++i) {
            kernels.children.push_back(fixture::leaf(("op" + std::to_string(i)).c_str(), Category::Compute, i * 1e-5));
        }
        const Waterfall waterfall = makeWaterfall(std::make_shared<const Estimate>(estimate), nullptr, {"kernels"});
        QCOMPARE(waterfall.bars.size(), kMostBars + 1);
        const WaterfallBar& rest = waterfall.bars[kMostBars - 1];
        QCOMPARE(rest.id, std::string(kMergedId));
        QCOMPARE(rest.merged.size(), std::size_t{40 - kMostBars + 1});
        QVERIFY(std::abs(rest.selected->to - 820e-5) < 1e-12);
    }

    void roomStartsAtZeroOrAroundTheSteps() {
        const Waterfall waterfall = makeWaterfall(fixture::modelEstimate(), nullptr, {});
        const WaterfallRoom whole = roomFor(waterfall, false);
        QCOMPARE(whole.low, 0.0);
        QVERIFY(whole.high >= waterfall.bars.back().range->high);
        const WaterfallRoom steps = roomFor(waterfall, true);
        QVERIFY(steps.low > 0.0 && steps.low <= waterfall.bars.front().range->low);
    }

    void errorBudgetIsThatOfTheEstimate() {
        const Waterfall waterfall = makeWaterfall(fixture::modelEstimate(), nullptr, {});
        QCOMPARE(waterfall.error.shares.size(), std::size_t{3});
        QCOMPARE(*waterfall.error.sigma_correlated, 0.14);
        const QString text = limitTexts(waterfall.error, QLocale::c()).join(QLatin1Char('|'));
        for (const char* part :
             {"1.2 % if kernels err independently", "14.0 % if all err alike", "8.1 % with", "\u22122.0 %"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
    }

    void barsAreWhereTheNumbersSay() {
        WaterfallView view;
        show(view, fixture::gpuScene(fixture::modelEstimate(), fixture::modelEstimate(0.5)));
        const WaterfallHit kernels = view.chart().locate("kernels", false);
        const WaterfallHit twin = view.chart().locate("kernels", true);
        const WaterfallHit model = view.chart().locate("model", false);
        const auto length = [&](const WaterfallHit& bar) {
            return view.chart().lying() ? bar.rectangle.width() : bar.rectangle.height();
        };
        const double ratio = length(twin) / length(kernels);
        QVERIFY2(std::abs(ratio - 2.0) < 0.02, qPrintable(QString::number(ratio)));
        const double model_ratio = length(model) / length(kernels);
        QVERIFY(std::abs(model_ratio - model.bar->selected->value / kernels.bar->selected->value) < 0.02);
        QCOMPARE(view.chart().hit(kernels.rectangle.center()).bar, kernels.bar);
    }

    /// No label is slanted: columns that are too narrow for theirs become rows, named on their left.
    void narrowChartsLieOnTheirSide() {
        for (const bool narrow : {false, true}) {
            WaterfallView view;
            show(view, fixture::gpuScene(fixture::modelEstimate()));
            view.resize(narrow ? 360 : 2000, 700);
            QTRY_COMPARE(view.chart().lying(), narrow);
            QTest::qWait(50);
            const QRectF kernels = view.chart().locate("kernels", false).rectangle;
            const QRectF total = view.chart().locate("model", false).rectangle;
            if (narrow)
                QVERIFY(total.top() > kernels.bottom() && std::abs(total.left() - kernels.left()) < 1.0);
            else
                QVERIFY(total.left() > kernels.right() && std::abs(total.bottom() - kernels.bottom()) < 1.0);
            QCOMPARE(view.chart().hit(total.center()).bar->id, std::string("model"));
        }
    }

    void hoverAnswers() {
        WaterfallView view;
        show(view, fixture::gpuScene(fixture::modelEstimate(1, 1, true), fixture::modelEstimate(1, 2)));
        QWidget* plot = view.findChild<QWidget*>(QStringLiteral("plot"));
        fixture::hover(plot, view.chart().locate("launch", false).rectangle.center().toPoint());
        QTRY_VERIFY(QToolTip::isVisible());
        QString text = QToolTip::text();
        for (const char* part :
             {"Launch", "1.20 ms", "322 kernels", "Baseline B", "50 %", "gpu-tile", "lies between them"})
            QVERIFY2(text.contains(QString::fromUtf8(part)),
                     qPrintable(QLatin1String(part) + QLatin1String(" / ") + text));
        fixture::hover(plot, view.chart().locate("model", false).rectangle.center().toPoint());
        QTRY_VERIFY(QToolTip::text().contains(QLatin1String("Measured 36.5 ms (Trace of the fixture)")));
        fixture::hover(plot, QPoint(plot->width() / 2, plot->height() - 14));
        QTRY_VERIFY(QToolTip::text().contains(QLatin1String("Relative error of the sum")));
    }

    void doubleClickOpensAndEscapeGoesBack() {
        WaterfallView view;
        show(view, fixture::gpuScene(fixture::modelEstimate()));
        QWidget* plot = view.findChild<QWidget*>(QStringLiteral("plot"));
        act(view, [&] {
            QTest::mouseDClick(plot, Qt::LeftButton, Qt::NoModifier,
                               view.chart().locate("kernels", false).rectangle.center().toPoint());
        });
        QCOMPARE(view.chart().waterfall().path, (std::vector<std::string>{"kernels"}));
        act(view, [&] { QTest::keyClick(plot, Qt::Key_Right); });
        act(view, [&] { QTest::keyClick(plot, Qt::Key_Return); });
        QCOMPARE(view.chart().waterfall().path, (std::vector<std::string>{"kernels", "linear"}));
        WaterfallView other;
        other.restoreState(view.saveState());
        QCOMPARE(other.saveState(), view.saveState());
        act(view, [&] { QTest::keyClick(plot, Qt::Key_Backspace); });
        act(view, [&] { QTest::keyClick(plot, Qt::Key_Escape); });
        QVERIFY(view.chart().waterfall().path.empty());
        QVERIFY(!view.findChild<QToolButton*>(QStringLiteral("back"))->isVisible());
    }

    void wheelAndDragMoveTheAxis() {
        WaterfallView view;
        show(view, fixture::gpuScene(fixture::modelEstimate()));
        QWidget* plot = view.findChild<QWidget*>(QStringLiteral("plot"));
        const WaterfallRoom before = view.chart().room();
        const QPoint at = view.chart().locate("model", false).rectangle.center().toPoint();
        act(view, [&] {
            QWheelEvent event(at, plot->mapToGlobal(at), QPoint(), QPoint(0, 240), Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(plot, &event);
        });
        const WaterfallRoom zoomed = view.chart().room();
        QVERIFY(zoomed.high - zoomed.low < before.high - before.low);
        act(view, [&] {
            QTest::mousePress(plot, Qt::LeftButton, Qt::NoModifier, at);
            for (int i = 1; i <= 4; ++i)
                QTest::mouseMove(plot, at + QPoint(0, 8 * i));
            QTest::mouseRelease(plot, Qt::LeftButton, Qt::NoModifier, at + QPoint(0, 32));
        });
        QVERIFY(view.chart().room().high > zoomed.high);
        QVERIFY(std::abs((view.chart().room().high - view.chart().room().low) / (zoomed.high - zoomed.low) - 1.0) <
                1e-9);
        act(view, [&] { QTest::keyClick(plot, Qt::Key_Home); });
        QCOMPARE(view.chart().room(), before);
    }

    void stepsOnlySaysWhereTheAxisStarts() {
        WaterfallView view;
        show(view, fixture::gpuScene(fixture::modelEstimate()));
        act(view, [&] { view.findChild<QComboBox*>()->setCurrentIndex(1); });
        QVERIFY(view.chart().room().low > 0.0);
        QVERIFY(view.chart().locate("launch", false).rectangle.height() > 10.0);
    }

    void aDragRefreshesOnceATurn() {
        WaterfallView view;
        show(view, fixture::gpuScene(fixture::modelEstimate()));
        QSignalSpy told(&view, &View::refreshed);
        for (int i = 1; i <= 8; ++i)
            view.setScene(fixture::gpuScene(fixture::modelEstimate(1.0, 1.0 + i)));
        QTRY_VERIFY(told.count() > 0);
        settle();
        QCOMPARE(told.count(), 1);
        QCOMPARE(view.chart().locate("launch", false).bar->selected->value, 1.2e-3 * 9.0);
    }

private:
    static void show(WaterfallView& view, std::shared_ptr<const Scene> scene) {
        fixture::show(view, std::move(scene), {760, 480});
    }
};

QTEST_MAIN(WaterfallTest)
#include "waterfall_test.moc"
