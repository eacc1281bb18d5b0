// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/registry.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/shown.h"
#include "tests/views/fixtures/training_fixture.h"
#include "views/pipeline/lane_painter.h"
#include "views/pipeline/pipeline_canvas.h"
#include "views/pipeline/pipeline_painter.h"
#include "views/pipeline/pipeline_view.h"
#include "views/support/theme/theme.h"

#include <nlohmann/json.hpp>
#include <QElapsedTimer>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

using namespace strata;
using namespace strata::views;
using fixture::settle;

class PipelineTest : public QObject {
    Q_OBJECT

private slots:
    void blocksAreTheRowsOfTheTable() {
        const Timeline timeline = makeTimeline(*fixture::trainingEstimate());
        QCOMPARE(timeline.stages(), std::size_t{4});
        QCOMPARE(timeline.blocks.size(), std::size_t{4 * (8 * 2 + 1) + 3 * 8 * 2});
        QCOMPARE(timeline.lane(2, false).size(), std::size_t{17});
        QCOMPARE(timeline.lane(2, true).size(), std::size_t{16});
        QCOMPARE(timeline.lane(0, false)[0].communication_s, 0.25 * 2e-3);
        QCOMPARE(timeline.busy_s, 4 * 8 * 6e-3 + 4 * 2e-3);
        for (std::size_t stage = 0; stage < 4; ++stage)
            for (std::size_t i = 1; i < timeline.lane(stage, false).size(); ++i)
                QVERIFY(timeline.lane(stage, false)[i].start_s >= timeline.lane(stage, false)[i - 1].end_s);
    }

    void theCriticalPathLeadsFromTheFirstForwardPassToTheEnd() {
        for (const std::uint32_t chunks : {1u, 2u}) {
            fixture::TrainingShape shape;
            shape.chunks = chunks;
            const Timeline timeline = makeTimeline(*fixture::trainingEstimate(shape));
            const TimelineBlock& first = timeline.blocks[timeline.critical.front()];
            const TimelineBlock& last = timeline.blocks[timeline.critical.back()];
            QCOMPARE(first.start_s, 0.0);
            QCOMPARE(first.kind, BlockKind::Forward);
            QCOMPARE(last.end_s, timeline.seconds);
            // Between its blocks there is nothing but the way of a message.
            for (std::size_t i = 1; i < timeline.critical.size(); ++i) {
                const double gap =
                    timeline.blocks[timeline.critical[i]].start_s - timeline.blocks[timeline.critical[i - 1]].end_s;
                QVERIFY2(gap > -1e-12 && gap < 1.001e-4, qPrintable(QString::number(gap)));
            }
        }
    }

    void aStageWaitsForTheOneBefore() {
        const Timeline timeline = makeTimeline(*fixture::trainingEstimate());
        const TimelineBlock& first = timeline.lane(3, false)[0];
        const auto before = waitedFor(timeline, static_cast<std::uint32_t>(&first - timeline.blocks.data()));
        QVERIFY(before.has_value());
        QCOMPARE(timeline.blocks[*before].stage, 2u);
        QCOMPARE(timeline.blocks[*before].micro_batch, 0u);
    }

    void wildTablesAreRefusedRowByRow() {
        Estimate estimate = *fixture::trainingEstimate();
        Table& table = *std::ranges::find(estimate.tables, std::string("timeline"), &Table::name);
        table.rows = {
            {std::int64_t{4'000'000'000}, std::int64_t{0}, std::int64_t{0}, std::string("forward"), 0.0, 1.0},
            {std::int64_t{0}, std::int64_t{0}, std::int64_t{0}, std::string("forward"), 2.0, 1.0},
            {std::int64_t{0}, std::int64_t{3'000'000'000}, std::int64_t{0}, std::string("forward"), 0.0, 1.0}};
        const Timeline timeline = makeTimeline(estimate);
        QCOMPARE(timeline.blocks.size(), std::size_t{1});
        table.columns[3] = "what";
        QVERIFY(makeTimeline(estimate).empty());
    }

    /// Rows of several passes are drawn as what they consist of; which of them the end waits for is not known.
    void passesToldTogetherKeepTheirShares() {
        const auto single = fixture::trainingEstimate();
        Estimate estimate = *single;
        Table& table = *std::ranges::find(estimate.tables, std::string("timeline"), &Table::name);
        table.columns.insert(table.columns.end(), {"passes", "forward_s", "backward_s", "weight_s"});
        table.rows.clear();
        const auto row = [&](std::int64_t stage, std::int64_t micro_batch, const char* work, double from_s, double to_s,
                             double inside_s, std::int64_t passes, double forward_s, double backward_s) {
            table.rows.push_back({stage, micro_batch, Cell(), std::string(work), from_s, to_s, inside_s, passes,
                                  forward_s, backward_s, 0.0});
        };
        for (std::int64_t stage = 0; stage < 2; ++stage) {
            row(stage, 0, "forward", 0.0, 1.0, 0.25, 1, 0.0, 0.0);
            row(stage, 1, "passes", 1.0, 11.0, 2.0, 4, 3.0, 5.0); // 2 s of it nobody works
            row(stage, 1, "messages", 2.0, 11.0, 0.9, 4, 0.0, 0.0);
            row(stage, 9, "backward", 11.0, 12.0, 0.0, 1, 0.0, 0.0);
        }
        const Timeline timeline = makeTimeline(estimate);
        QVERIFY(timeline.merged);
        QCOMPARE(timeline.blocks.size(), std::size_t{8});
        QCOMPARE(timeline.busy_s, 2 * (1.0 + 8.0 + 1.0));
        const auto seconds = secondsByKind(timeline.lane(0, false)[1]);
        const auto of = [&](BlockKind kind) { return seconds[static_cast<std::size_t>(kind)]; };
        QCOMPARE(of(BlockKind::Forward), 3.0 * 0.75);
        QCOMPARE(of(BlockKind::Backward), 5.0 * 0.75);
        QCOMPARE(of(BlockKind::Communication), 2.0);
        QCOMPARE(secondsByKind(timeline.lane(0, true)[0])[static_cast<std::size_t>(BlockKind::Communication)], 0.9);
        for (const std::uint32_t block : timeline.critical)
            QVERIFY(timeline.blocks[block].passes == 1);
        const Table data = timelineTable(timeline, nullptr);
        QCOMPARE(data.columns.size(), std::size_t{13});
        QCOMPARE(std::get<std::int64_t>(data.rows[1][9]), std::int64_t{4});
        QCOMPARE(timelineTable(makeTimeline(*single), nullptr).columns.size(), std::size_t{9});
        PipelineView view;
        show(view, fixture::trainingScene(std::make_shared<const Estimate>(estimate)));
        const TimelineLayout places = view.canvas().places();
        fixture::hover(canvas(view), QPointF(places.x(5.0), places.selected.row(0).top() + 4.0).toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("4 passes from micro-batch 1 on, stage 0")),
                     qPrintable(QToolTip::text()));
        QVERIFY2(QToolTip::text().contains(QLatin1String("Backward: 5.00 s")), qPrintable(QToolTip::text()));
    }

    void wheelAndDragShowAPart() {
        PipelineView view;
        show(view, fixture::trainingScene(fixture::trainingEstimate()));
        const QRectF axis = view.canvas().places().axis;
        wheel(canvas(view), axis.center(), 480);
        const TimeRange zoomed = view.canvas().shown();
        QVERIFY(std::abs(zoomed.length() - std::pow(1.25, -4)) < 1e-9);
        QVERIFY(std::abs(zoomed.from_s + zoomed.to_s - 1.0) < 0.01); // around the pointer, which was in the middle
        QTest::mousePress(canvas(view), Qt::LeftButton, {}, axis.center().toPoint());
        fixture::drag(canvas(view), axis.center().toPoint() + QPoint(60, 0));
        QVERIFY(view.canvas().shown().from_s < zoomed.from_s);
        QCOMPARE(view.canvas().shown().length(), zoomed.length());
        QTest::mouseRelease(canvas(view), Qt::LeftButton, {}, axis.center().toPoint() + QPoint(60, 0));
        PipelineView other;
        other.restoreState(view.saveState());
        QCOMPARE(other.saveState(), view.saveState());
        QTest::mouseDClick(canvas(view), Qt::LeftButton, {}, axis.center().toPoint());
        QCOMPARE(view.canvas().shown().length(), 1.0);
    }

    void escapeTakesADragBack() {
        PipelineView view;
        show(view, fixture::trainingScene(fixture::trainingEstimate()));
        view.restoreState(R"({"from": 0.4, "to": 0.6})");
        const QPoint middle = view.canvas().places().axis.center().toPoint();
        QTest::mousePress(canvas(view), Qt::LeftButton, {}, middle);
        fixture::drag(canvas(view), middle + QPoint(100, 0));
        QVERIFY(view.canvas().shown().from_s < 0.39);
        QTest::keyClick(canvas(view), Qt::Key_Escape);
        QCOMPARE(view.canvas().shown().from_s, 0.4);
    }

    void hoverAnswers() {
        PipelineView view;
        fixture::TrainingShape fewer;
        fewer.stages = 2;
        show(view, fixture::trainingScene(fixture::trainingEstimate(), fixture::trainingEstimate(fewer)));
        const TimelineLayout places = view.canvas().places();
        const double y = places.selected.row(3).top() + 4.0;
        fixture::hover(canvas(view), QPointF(places.x(1e-3), y).toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("Bubble, stage 3")), qPrintable(QToolTip::text()));
        QVERIFY2(QToolTip::text().contains(QLatin1String("Waited for Forward of micro-batch 0, stage 2")),
                 qPrintable(QToolTip::text()));
        fixture::hover(canvas(view), QPointF(places.x(7.2e-3), y).toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("Forward of micro-batch 0, stage 3")),
                     qPrintable(QToolTip::text()));
        QVERIFY(QToolTip::text().contains(QLatin1String("6.30 ms to 8.30 ms: 2.00 ms")));
        QVERIFY(QToolTip::text().contains(QLatin1String("critical path")));
        QVERIFY(QToolTip::text().contains(QLatin1String("collectives: 500 us")) ||
                QToolTip::text().contains(QString::fromUtf8("collectives: 500 \u00b5s")));
        fixture::hover(canvas(view), QPointF(places.x(1e-3), places.baseline.row(0).top() + 4.0).toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("Baseline B")), qPrintable(QToolTip::text()));
    }

    void aParameterDragRefreshesOnceATurnAndKeepsTheShare() {
        PipelineView view;
        show(view, fixture::trainingScene(fixture::trainingEstimate()));
        view.restoreState(R"({"from": 0.25, "to": 0.5})");
        QSignalSpy told(&view, &View::refreshed);
        for (std::uint32_t m = 8; m <= 64; m += 8) {
            fixture::TrainingShape shape;
            shape.micro_batches = m;
            view.setScene(fixture::trainingScene(fixture::trainingEstimate(shape)));
        }
        QTRY_VERIFY(told.count() > 0);
        settle();
        QCOMPARE(told.count(), 1);
        QCOMPARE(view.canvas().shown().from_s, 0.25);
    }

    void aHundredThousandBlocksAreDrawnInAFrame() {
        fixture::TrainingShape shape;
        shape.stages = 16;
        shape.micro_batches = 3200;
        const Timeline timeline = makeTimeline(*fixture::trainingEstimate(shape));
        QVERIFY(timeline.blocks.size() > 100'000);
        PictureLook look;
        look.theme = theme(false);
        const Legend legend = timelineLegend(timeline, look, true, 900);
        const TimelineLayout layout =
            layOutTimeline(timeline, nullptr, {0.0, timeline.seconds}, look.font, 1000, 500, legend.height());
        QImage image(1000, 500, QImage::Format_ARGB32_Premultiplied);
        image.fill(look.theme.surface);
        qint64 best = std::numeric_limits<qint64>::max();
        for (int i = 0; i < 5; ++i) {
            QPainter painter(&image);
            QElapsedTimer timer;
            timer.start();
            paintTimeline(painter, timeline, nullptr, layout, legend, look, true);
            best = std::min(best, timer.nsecsElapsed());
        }
        qInfo("%zu blocks: %.1f ms", timeline.blocks.size(), static_cast<double>(best) * 1e-6);
        QVERIFY(best < 100'000'000); // a frame on a machine that does nothing else; room for one that does
        // Half of the busy time is backward passes without their collectives: so much of a column's height.
        const int x = static_cast<int>(layout.axis.center().x());
        const QRectF lane = lanePlace(timeline, layout.selected, 8, false);
        const QRgb wanted = blockColor(BlockKind::Backward, look.theme).rgb();
        int backward = 0, rows = 0;
        for (int y = static_cast<int>(lane.top()) + 1; y < static_cast<int>(lane.bottom()) - 1; ++y, ++rows)
            for (int dx = -10; dx < 10; ++dx)
                backward += image.pixel(x + dx, y) == wanted ? 1 : 0;
        QVERIFY2(backward > 6 * rows && backward < 14 * rows, qPrintable(QString::number(backward / 20.0 / rows)));
    }

    void otherKindsSayWhatIsNeeded() {
        PipelineView view;
        show(view, fixture::scene(false));
        const QString text = view.findChild<QLabel*>(QStringLiteral("message"))->text();
        QVERIFY2(text.contains(QLatin1String("pipeline of a training step")), qPrintable(text));
        QVERIFY(view.figureData().rows.empty());
    }

    void aMethodThatFollowsNoMicroBatchesNamesThoseThatDo() {
        Estimate estimate = *fixture::trainingEstimate();
        std::erase_if(estimate.tables, [](const Table& table) { return table.name == "timeline"; });
        Scene scene = *fixture::trainingScene(std::make_shared<const Estimate>(estimate));
        scene.designs[0].design.request =
            std::make_shared<const Json>(Json{{"kind", "training"}, {"method", "system.analytic"}});
        PipelineView view;
        const auto text = [&view] { return view.findChild<QLabel*>(QStringLiteral("message"))->text(); };
        show(view, std::make_shared<const Scene>(scene));
        QVERIFY2(text().contains(QLatin1String("Choose one that does: system.")), qPrintable(text()));
        Registry alone = builtinRegistry(); // one without simulations
        std::erase_if(alone.methods, [](const Method& method) { return !method.closed_form; });
        scene.registry = &alone;
        show(view, std::make_shared<const Scene>(scene));
        QVERIFY2(text().endsWith(QLatin1String("does not follow single micro-batches.")), qPrintable(text()));
    }

private:
    static QWidget* canvas(PipelineView& view) { return view.findChild<QWidget*>(QStringLiteral("canvas")); }

    static void wheel(QWidget* widget, const QPointF& at, int delta) {
        QWheelEvent event(at, widget->mapToGlobal(at), {}, QPoint(0, delta), Qt::NoButton, {}, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(widget, &event);
    }

    static void show(PipelineView& view, std::shared_ptr<const Scene> scene) {
        fixture::show(view, std::move(scene), {720, 400});
    }
};

QTEST_MAIN(PipelineTest)
#include "pipeline_test.moc"
