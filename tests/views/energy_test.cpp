// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/resolve.h"
#include "tests/views/fixtures/mapping_fixture.h"
#include "tests/views/fixtures/scene_fixture.h"
#include "tests/views/fixtures/shown.h"
#include "views/energy/energy_chart.h"
#include "views/energy/energy_data.h"
#include "views/energy/energy_layout.h"
#include "views/energy/energy_legend.h"
#include "views/energy/energy_view.h"
#include "views/support/theme/theme.h"

#include <nlohmann/json.hpp>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

using namespace strata;
using namespace strata::views;
using fixture::settle;

class EnergyTest : public QObject {
    Q_OBJECT

private slots:
    void smallSegmentsAreMerged() {
        const Breakdown breakdown = makeBreakdown(fixture::designA(), nullptr, "energy_j");
        QCOMPARE(breakdown.groups.size(), std::size_t{4});
        const Bar& buffer = *breakdown.groups[1].selected;
        QCOMPARE(buffer.segments.size(), std::size_t{3});
        QCOMPARE(buffer.segments[2].key, std::string(kSmallKey));
        QCOMPARE(buffer.segments[2].merged.size(), std::size_t{1});
        QCOMPARE(buffer.segments[2].merged[0].title.id, std::string("part.leakage"));
        QCOMPARE(breakdown.keys, (std::vector<std::string>{"weights", "inputs", "outputs", "compute", "small"}));
    }

    void segmentsAddUpToTheTotal() {
        const Breakdown breakdown = makeBreakdown(fixture::designA(), fixture::designB(), "energy_j");
        double sum = 0.0;
        double baseline = 0.0;
        for (const Piece& piece : piecesOf(breakdown, {}))
            (piece.of_baseline ? baseline : sum) += piece.to - piece.from;
        QVERIFY(qFuzzyCompare(sum, breakdown.total));
        QVERIFY(qFuzzyCompare(baseline, *breakdown.baseline_total));
    }

    /// Further baselines stand beside the bars by their markers; the axis has room for them, and the numbers are
    /// exported.
    void furtherBaselinesAreMarked() {
        Breakdown breakdown = makeBreakdown(fixture::designA(), nullptr, "energy_j");
        addFurther(breakdown, 'C', fixture::designB());
        addFurther(breakdown, 'D', nullptr); // one without an answer is left out
        QCOMPARE(breakdown.further.size(), std::size_t{1});
        QCOMPARE(breakdown.further.front().values.size(), breakdown.groups.size());
        QCOMPARE(breakdown.further.front().total, fixture::designB()->findParts("energy_j")->value);
        double sum = 0.0;
        for (const auto& value : breakdown.further.front().values)
            sum += value.value_or(0.0);
        QVERIFY(std::abs(sum / breakdown.further.front().total - 1.0) < 1e-9);
        QVERIFY(std::ranges::any_of(breakdownTable(breakdown).rows,
                                    [](const auto& row) { return row[0] == Cell(std::string("baseline C")); }));
        auto scene = std::make_shared<Scene>(*fixture::scene(true));
        scene->further_baselines = {scene->baseline};
        scene->baseline = -1;
        EnergyView view;
        fixture::show(view, scene, {640, 360});
        const QRgb ink = theme(false).design(scene->designs[1].design.letter).rgb();
        const QImage image = view.grab().toImage();
        int pixels = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                pixels += image.pixel(x, y) == ink ? 1 : 0;
        QVERIFY2(pixels > 40, qPrintable(QString::number(pixels)));
        QCOMPARE(view.chart().breakdown().further.size(), std::size_t{1});
    }

    void levelsAreCalledAsTheHardwareCallsThem() {
        Json request = fixture::smallRequest();
        request["hardware"]["levels"][1].erase("title");
        Scene scene;
        scene.library = std::make_shared<const Library>(std::vector<Entry>{});
        const auto estimate = evaluate(request, Context{*scene.library, {}, nullptr});
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        scene.designs = {{{"design-1", 'A', "small", std::make_shared<const Json>(request)},
                          std::make_shared<const Estimate>(*estimate),
                          {},
                          false,
                          sharedResolved(request, *scene.library)}};
        scene.selected = 0;
        scene.metric = "energy_j";
        EnergyView view;
        fixture::show(view, std::make_shared<const Scene>(scene), {640, 360});
        const std::vector<BreakdownGroup>& groups = view.chart().breakdown().groups;
        QCOMPARE(groups[0].id, std::string("dram"));
        QCOMPARE(groups[0].title, std::string("DRAM"));
        QCOMPARE(groupText(groups[0]), QStringLiteral("DRAM"));
        QCOMPARE(groupText(groups[1]), QStringLiteral("buffer"));
        QCOMPARE(groupText(groups[2]), QStringLiteral("Registers"));
        // The numbers keep the names by which documents refer to levels.
        QCOMPARE(std::get<std::string>(view.figureData().rows[0][1]), std::string("dram"));
    }

    void scales() {
        const Breakdown breakdown = makeBreakdown(fixture::designA(), fixture::designB(), "energy_j");
        QCOMPARE(scaled(breakdown, BreakdownScale::Share, breakdown.total, false), 1.0);
        QCOMPARE(scaled(breakdown, BreakdownScale::Share, *breakdown.baseline_total, true), 1.0);
        QCOMPARE(scaled(breakdown, BreakdownScale::PerMac, 2.0, false), 2.0e-8);
        QCOMPARE(scaled(breakdown, BreakdownScale::Absolute, 2.0, false), 2.0);
    }

    void logarithmicPiecesStandSideBySide() {
        const Breakdown breakdown = makeBreakdown(fixture::designA(), fixture::designB(), "energy_j");
        BreakdownOptions options;
        options.scale = BreakdownScale::Log;
        for (const Piece& piece : piecesOf(breakdown, options)) {
            QCOMPARE(piece.from, 0.0);
            QVERIFY(piece.lane < piece.lanes);
            const Extent extent = extentOf(piece, 60.0, true);
            QVERIFY(extent.top >= -30.0 && extent.top + extent.height <= 30.0);
        }
    }

    void axisEndsAtRoundNumbers_data() {
        QTest::addColumn<double>("largest");
        QTest::addColumn<double>("end");
        QTest::newRow("203e-6") << 203e-6 << 250e-6;
        QTest::newRow("exactly") << 0.2 << 0.2;
        QTest::newRow("9.1") << 9.1 << 10.0;
        QTest::newRow("nothing") << 0.0 << 1.0;
    }
    void axisEndsAtRoundNumbers() {
        QFETCH(double, largest);
        QFETCH(double, end);
        QVERIFY(qAbs(roundUpper(largest) - end) <= 1e-12 * end);
    }

    void barsAreWhereTheNumbersSay() {
        EnergyView view;
        show(view, fixture::scene(true));
        const BreakdownHit weights = find(view, "PE spads", "weights", false);
        const BreakdownHit outputs = find(view, "DRAM", "outputs", false);
        const BreakdownHit twin = find(view, "DRAM", "outputs", true);
        QVERIFY(weights.segment && outputs.segment && twin.segment);
        QVERIFY(qAbs(weights.rectangle.width() / outputs.rectangle.width() - 8.1 / 4.0) < 0.02);
        QVERIFY(qAbs(twin.rectangle.width() / outputs.rectangle.width() - 3.0 / 4.0) < 0.02);
        QVERIFY(twin.rectangle.top() >= outputs.rectangle.bottom());
    }

    void hoverAnswers() {
        EnergyView view;
        show(view, fixture::scene(true));
        QWidget* plot = view.findChild<QWidget*>(QStringLiteral("plot"));
        const BreakdownHit hit = find(view, "DRAM", "outputs", false);
        QTest::mouseMove(plot, hit.rectangle.center().toPoint());
        QTRY_VERIFY(QToolTip::isVisible());
        const QString text = QToolTip::text();
        for (const char* part : {"DRAM, Outputs", "40.0 \u00b5J", "Baseline B", "+33 %", "1000 reads x 2.5 pJ",
                                 "Table of the fixture", "npu-energy-45nm", "400 fJ per MAC"})
            QVERIFY2(text.contains(QString::fromUtf8(part)),
                     qPrintable(QString::fromUtf8(part) + QLatin1String(" / ") + text));
        const BreakdownHit small = find(view, "global buffer", "small", false);
        QTest::mouseMove(plot, small.rectangle.center().toPoint());
        QTRY_VERIFY(QToolTip::text().contains(QLatin1String("Leakage: 1.00")));
    }

    void clickingTheLegendFadesTheRest() {
        EnergyView view;
        show(view, fixture::scene(false));
        QWidget* plot = view.findChild<QWidget*>(QStringLiteral("plot"));
        QPoint entry;
        for (int y = 0; y < plot->height() && entry.isNull(); ++y)
            for (int x = 0; x < plot->width() && entry.isNull(); x += 4)
                if (view.chart().legendKeyAt(QPointF(x, y)) == "outputs") entry = QPoint(x + 2, y + 4);
        QVERIFY(!entry.isNull());
        const QPoint inside = find(view, "PE spads", "weights", false).rectangle.center().toPoint();
        const QColor full = colorAt(*plot, inside);
        QCOMPARE(full, theme(false).tensor("weights"));
        click(view, *plot, entry);
        const QColor faded = colorAt(*plot, inside);
        QVERIFY(faded.lightness() > full.lightness() + 60);
        click(view, *plot, entry);
        QCOMPARE(colorAt(*plot, inside), full);
    }

    /// In a low dock the bars come before the words about them.
    void theLegendGivesItsRoomToBars() {
        EnergyView view;
        show(view, fixture::scene(true));
        QWidget* plot = view.findChild<QWidget*>(QStringLiteral("plot"));
        const auto hasLegend = [&] {
            for (int y = 0; y < plot->height(); ++y)
                for (int x = 0; x < plot->width(); x += 4)
                    if (!view.chart().legendKeyAt(QPointF(x, y)).empty()) return true;
            return false;
        };
        QVERIFY(hasLegend());
        view.resize(300, view.height() - plot->height() + 90);
        settle();
        QVERIFY2(plot->height() < 160, qPrintable(QString::number(plot->height())));
        QVERIFY(!hasLegend());
        QVERIFY(find(view, "DRAM", "outputs", false).rectangle.height() >= 3.0);
        view.resize(640, 420);
        settle();
        QVERIFY(hasLegend());
    }

    void clickingALevelPicksIt() {
        EnergyView view;
        show(view, fixture::scene(false));
        QWidget* plot = view.findChild<QWidget*>(QStringLiteral("plot"));
        const QPoint at = find(view, "PE spads", "inputs", false).rectangle.center().toPoint();
        click(view, *plot, at);
        QCOMPARE(view.chosenLevel(), std::string("PE spads"));
        click(view, *plot, at);
        QCOMPARE(view.chosenLevel(), std::string());
    }

    void copyTakesExactNumbers() {
        EnergyView view;
        show(view, fixture::scene(true));
        QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY2(text.startsWith(QLatin1String("design,level,part,energy_j\nselected,DRAM,weights,1.2e-05\n")),
                 qPrintable(text));
    }

    void lockedAxesStay() {
        EnergyView view;
        show(view, fixture::scene(false));
        const double before = view.chart().upper();
        QSignalSpy told(&view, &View::refreshed);
        view.findChild<QToolButton*>(QStringLiteral("lock"))->click();
        Scene larger = *fixture::scene(false);
        larger.designs[0].estimate = fixture::estimate({{"DRAM", 9e-4, 1e-4, 1e-4, 0}}, 1e-5, 1e-2);
        view.setScene(std::make_shared<const Scene>(larger));
        QTRY_VERIFY(told.count() > 0);
        QCOMPARE(view.chart().upper(), before);
        told.clear();
        view.findChild<QToolButton*>(QStringLiteral("lock"))->click();
        QTRY_VERIFY(told.count() > 0);
        QVERIFY(view.chart().upper() > before);
    }

    void stateSurvives() {
        EnergyView view;
        view.restoreState(R"({"scale":"share","compare":false})");
        EnergyView other;
        other.restoreState(view.saveState());
        QCOMPARE(other.saveState(), view.saveState());
        show(other, fixture::scene(true));
        QCOMPARE(other.chart().breakdown().baseline_total.has_value(), false);
        QVERIFY(other.chart().upper() <= 1.0);
    }

    void metricOfAllViewsIsDrawn() {
        EnergyView view;
        show(view, fixture::scene(true, "latency_s"));
        QCOMPARE(view.chart().breakdown().metric, std::string("latency_s"));
        QVERIFY(view.chart().breakdown().overlapping);
        QSignalSpy chosen(&view, &View::metricChosen);
        auto* box = view.findChild<QComboBox*>();
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(chosen.last().first().toString(), QStringLiteral("energy_j"));
    }

    void impossibleDesignsSaySo() {
        Scene scene = *fixture::scene(false);
        Estimate impossible;
        impossible.valid = false;
        impossible.notes = {{Note::Level::Warning,
                             "over-capacity",
                             verbatim("The global buffer overflows by 3.2 KiB."),
                             "/plan/mapping",
                             {verbatim("Move c 3 up.")}}};
        scene.designs[0].estimate = std::make_shared<const Estimate>(impossible);
        EnergyView view;
        show(view, std::make_shared<const Scene>(scene));
        const QString text = view.findChild<QLabel*>(QStringLiteral("message"))->text();
        QVERIFY2(text.contains(QLatin1String("3.2 KiB")) && text.contains(QLatin1String("Move c 3 up.")),
                 qPrintable(text));
        QVERIFY(!view.findChild<QWidget*>(QStringLiteral("plot"))->isVisible());
    }

private:
    static void show(EnergyView& view, std::shared_ptr<const Scene> scene) {
        QSignalSpy told(&view, &View::refreshed);
        view.setPalette(theme(false).palette());
        view.resize(640, 420);
        view.show();
        view.setScene(std::move(scene));
        QTRY_VERIFY(told.count() > 0);
        settle();
    }

    static QColor colorAt(QWidget& widget, const QPoint& at) {
        const QImage image = widget.grab().toImage();
        return image.pixelColor((QPointF(at) * image.devicePixelRatio()).toPoint());
    }

    static void click(EnergyView& view, QWidget& plot, const QPoint& at) {
        QSignalSpy told(&view, &View::refreshed);
        QTest::mouseClick(&plot, Qt::LeftButton, Qt::NoModifier, at);
        QTRY_VERIFY(told.count() > 0);
        settle();
    }

    static BreakdownHit find(const EnergyView& view, std::string_view level, std::string_view key, bool of_baseline) {
        const BreakdownHit found = view.chart().locate(level, key, of_baseline);
        // What is drawn there is also what the pointer meets there.
        const BreakdownHit met = view.chart().hit(found.rectangle.center());
        return met.segment == found.segment ? found : BreakdownHit{};
    }
};

QTEST_MAIN(EnergyTest)
#include "energy_test.moc"
