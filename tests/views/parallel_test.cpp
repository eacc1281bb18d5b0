// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/exploration_fixture.h"
#include "tests/views/fixtures/hover.h"
#include "views/parallel/parallel_canvas.h"
#include "views/parallel/parallel_view.h"
#include "views/pareto/pareto_chart.h"
#include "views/pareto/pareto_view.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace strata;
using namespace strata::views;

class ParallelTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        run_ = fixture::exploration();
        view_ = std::make_unique<ParallelView>();
        view_->resize(1000, 480);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        settle([&] { view_->setExploration(run_); });
    }
    void cleanup() { view_.reset(); }

    void parametersThenObjectivesAreAxes() {
        QCOMPARE(names().mid(0, 5), (QStringList{"width", "glb", "bandwidth", "latency_s", "energy_j"}));
        QVERIFY(view_->canvas().data().logarithmic(1));
        QVERIFY(!view_->canvas().data().logarithmic(0));
    }

    /// The best of those that are shown; a chip says so, and one step back shows all again.
    void theBestAreKept() {
        const std::size_t latency = column("latency_s");
        const std::size_t all = run_->counts().shown;
        settle([&] { view_->keepBest(latency, 10); });
        const auto& values = run_->table().columns[latency];
        double worst = 0.0;
        std::size_t better = 0;
        for (std::size_t i = 0; i < run_->rows(); ++i)
            if (run_->rowStates()[i] == kShown) worst = std::max(worst, values[i]);
        for (std::size_t i = 0; i < run_->rows(); ++i)
            better += run_->table().reason[i] == 0 && values[i] < worst ? 1 : 0;
        QVERIFY(run_->counts().shown >= 10 && better < 10);
        run_->goBack();
        QCOMPARE(run_->counts().shown, all);
        // Where more is better the largest stay.
        const std::vector<double> three{1.0, 2.0, 3.0};
        const std::vector<unsigned char> shown(3, kShown);
        const ColumnRange most = bestRange(0, three, shown, kShown, 1, true);
        QCOMPARE(most.low, 3.0);
        QVERIFY(std::isinf(most.high));
        const ColumnRange open = bestRange(0, three, shown, kShown, 3, false);
        QVERIFY(std::isinf(open.low) && std::isinf(open.high));
    }

    void draggingAlongAnAxisBrushes() {
        const ParallelPicture picture = view_->canvas().picture();
        const QPoint from(qRound(picture.x(3)), qRound(picture.y(0.6)));
        QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
        std::size_t before = 0;
        for (int step = 1; step <= 6; ++step) {
            settle([&] { fixture::drag(canvas(), from + QPoint(0, 12 * step)); });
            QVERIFY2(run_->counts().shown >= before, "a growing brush shows more");
            before = run_->counts().shown;
        }
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, from + QPoint(0, 72));
        const ColumnRange* range = run_->filter().rangeOf(column("latency_s"));
        QVERIFY(range && std::isfinite(range->low) && std::isfinite(range->high));
        std::size_t inside = 0;
        for (std::size_t i = 0; i < run_->rows(); ++i) {
            const double latency = run_->table().columns[range->column][i];
            inside += run_->table().reason[i] == 0 && latency >= range->low && latency <= range->high ? 1 : 0;
        }
        QCOMPARE(run_->counts().shown, inside);
        QVERIFY(inside > 0 && inside < 1100);

        // The whole range moves with the pointer, its ends alone when they are grabbed.
        const ColumnRange old = *range;
        const QPoint middle = from + QPoint(0, 36);
        QTest::mousePress(canvas(), Qt::LeftButton, {}, middle);
        fixture::drag(canvas(), middle + QPoint(0, 30));
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, middle + QPoint(0, 30));
        range = run_->filter().rangeOf(column("latency_s"));
        QVERIFY(range && range->low < old.low && range->high < old.high);
        const ColumnRange moved = *range;
        const QPoint end = from + QPoint(0, 102);
        QTest::mousePress(canvas(), Qt::LeftButton, {}, end);
        fixture::drag(canvas(), end - QPoint(0, 20));
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, end - QPoint(0, 20));
        range = run_->filter().rangeOf(column("latency_s"));
        QVERIFY(range && range->low > moved.low);
        QCOMPARE(range->high, moved.high);

        QTest::mouseClick(canvas(), Qt::LeftButton, {}, from + QPoint(0, 60));
        QVERIFY2(run_->filter().empty(), "a click on the axis clears its range");
        run_->goBack();
        QVERIFY(!run_->filter().empty());
    }

    void titlesReorderAndInvert() {
        const ParallelPicture picture = view_->canvas().picture();
        const QPoint title(qRound(picture.x(0)), qRound(picture.area.top()) - 24);
        QTest::mousePress(canvas(), Qt::LeftButton, {}, title);
        for (int x = 20; x <= picture.x(2) - picture.x(0); x += 20)
            fixture::drag(canvas(), title + QPoint(x, 0));
        const QPoint target(qRound(picture.x(2)), title.y());
        settle([&] { QTest::mouseRelease(canvas(), Qt::LeftButton, {}, target); });
        QCOMPARE(names().mid(0, 3), (QStringList{"glb", "bandwidth", "width"}));
        settle([&] { QTest::mouseDClick(canvas(), Qt::LeftButton, {}, title); });
        QVERIFY(view_->canvas().data().inverted(0));
        const auto [low, high] = view_->canvas().data().ends(0);
        QVERIFY(low > high);
    }

    void narrowViewsSlantTheirTitles() {
        view_->resize(340, 420);
        QTRY_VERIFY(canvas()->width() <= 340 && view_->canvas().picture().slanted);
        QTest::qWait(50);
        const ParallelPicture picture = view_->canvas().picture();
        QVERIFY(QRectF(canvas()->rect()).contains(picture.area));
        // A title is met where it stands: right of its axis, above it.
        const double above = 60.0;
        const QPoint title(qRound(picture.x(2) + picture.slantAt(above)), qRound(picture.area.top() - 5.0 - above));
        QVERIFY(title.x() > qRound(picture.x(3)));
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, title);
        QTRY_VERIFY(view_->canvas().data().inverted(2));
        QVERIFY(!view_->canvas().data().inverted(3));
    }

    void keysDoTheSame() {
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Right);
        QTest::keyClick(canvas(), Qt::Key_Right);
        settle([&] { QTest::keyClick(canvas(), Qt::Key_Right, Qt::ShiftModifier); });
        QCOMPARE(names().mid(0, 3), (QStringList{"width", "bandwidth", "glb"}));
        settle([&] { QTest::keyClick(canvas(), Qt::Key_L); });
        QVERIFY(!view_->canvas().data().logarithmic(2));
        settle([&] { QTest::keyClick(canvas(), Qt::Key_I); });
        QVERIFY(view_->canvas().data().inverted(2));
        QTest::keyClick(canvas(), Qt::Key_Down);
        QVERIFY(run_->filter().rangeOf(column("glb")));
        QTest::keyClick(canvas(), Qt::Key_Delete);
        QVERIFY(run_->filter().empty());
        QTest::keyClick(canvas(), Qt::Key_Left, Qt::AltModifier);
        QVERIFY(!run_->filter().empty());
    }

    void aClickOpensALine() {
        const std::size_t row = 100;
        const ParallelPicture picture = view_->canvas().picture();
        const double share = 0.5 * (view_->canvas().data().rowShare(3, row) + view_->canvas().data().rowShare(4, row));
        const QPoint at(qRound(0.5 * (picture.x(3) + picture.x(4))), qRound(picture.y(share)));
        fixture::hover(canvas(), at);
        QVERIFY(run_->hovered());
        QSignalSpy opened(run_.get(), &Exploration::openRequested), pinned(run_.get(), &Exploration::baselineRequested);
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, at);
        QTest::mouseClick(canvas(), Qt::LeftButton, Qt::ControlModifier, at);
        QCOMPARE(opened.count(), 1);
        QCOMPARE(pinned.count(), 1);
        QCOMPARE(opened.front().front().toULongLong(), *run_->hovered());
    }

    /// One point is one point in all views: what is pointed at, and what is open as a design, is marked in each.
    void aPointIsMarkedInEveryView() {
        ParetoView pareto;
        pareto.resize(700, 500);
        pareto.show();
        QSignalSpy told(&pareto, &View::refreshed);
        pareto.setExploration(run_);
        QTRY_COMPARE(told.count(), 1);
        QTest::qWait(50);
        QWidget* plot = pareto.focusProxy();
        const std::size_t row = pareto.chart().front().rows.front();
        const auto lines = [&] { return canvas()->grab().toImage(); };
        const auto points = [&] { return plot->grab().toImage(); };
        const QImage lines_before = lines(), points_before = points();
        fixture::hover(plot, pareto.chart().positionOf(row).toPoint());
        QCOMPARE(run_->hovered(), std::optional(row));
        QTRY_VERIFY(lines() != lines_before && points() != points_before);
        run_->setHovered(std::nullopt);
        QTRY_VERIFY(lines() == lines_before && points() == points_before);
        run_->setChosen(row);
        QTRY_VERIFY(lines() != lines_before && points() != points_before);
    }

    void theParetoViewFollows() {
        ParetoView pareto;
        pareto.resize(700, 500);
        pareto.show();
        QSignalSpy told(&pareto, &View::refreshed);
        pareto.setExploration(run_);
        QTRY_COMPARE(told.count(), 1);
        const auto front = pareto.chart().front().rows;
        Filter filter;
        filter.setRange({column("width"), 10, 20});
        run_->setFilter(filter);
        QTRY_COMPARE(told.count(), 2);
        QVERIFY(pareto.chart().front().rows != front);
        for (const std::uint32_t row : pareto.chart().front().rows) {
            const double width = run_->table().columns[column("width")][row];
            QVERIFY(width >= 10 && width <= 20);
        }
    }

    void densityCountsEveryRow() {
        const auto many = fixture::exploration(20000);
        settle([&] { view_->setExploration(many); });
        for (std::size_t gap = 0; gap + 1 < view_->canvas().data().axes(); ++gap) {
            std::size_t shown = 0;
            for (const std::uint32_t count : view_->canvas().data().gap(gap).shown)
                shown += count;
            QCOMPARE(shown, many->counts().shown);
        }
        const QImage before = canvas()->grab().toImage();
        Filter filter;
        filter.setRange({column("energy_j"), 0.0, 3e-4});
        settle([&] { many->setFilter(filter); });
        QVERIFY(canvas()->grab().toImage() != before);
    }

    void densityHasColourAndInfeasibleLines() {
        const auto many = fixture::exploration(20000);
        settle([&] { view_->setExploration(many); });
        const QImage plain = canvas()->grab().toImage();
        settle([&] { view_->restoreState(R"({"axes":[],"color":"utilization"})"); });
        const QImage colored = canvas()->grab().toImage();
        QVERIFY(colored != plain);
        std::size_t with_color = 0;
        for (const std::uint32_t count : view_->canvas().data().gap(0).colored)
            with_color += count;
        QCOMPARE(with_color, many->counts().shown);
        settle([&] { view_->findChild<QToolButton*>(QStringLiteral("infeasible"))->click(); });
        QVERIFY(canvas()->grab().toImage() != colored);
        // Parameters alone are known of what lacks a buffer: between the first two axes all infeasible ones are lines.
        std::size_t barred = 0;
        for (const std::uint32_t count : view_->canvas().data().gap(0).infeasible)
            barred += count;
        QCOMPARE(barred, many->counts().infeasible);
    }

    /// What is followed row by row is what a new view counts.
    void gapsFollowFilters() {
        const auto many = fixture::exploration(20000);
        settle([&] { view_->setExploration(many); });
        for (int step = 0; step < 12; ++step) {
            Filter filter;
            filter.setRange({column("energy_j"), 0.0, 3e-4 - 1e-5 * step});
            if (step % 3 == 1) filter.setRange({column("width"), 2.0 + step, 20.0});
            settle([&] { many->setFilter(filter); });
            if (step == 6) settle([&] { many->append(fixture::points(many->request(), 20000, 3000)); });
            ParallelData fresh;
            fresh.update(*many, axesOf({}, *many), nullptr);
            for (std::size_t gap = 0; gap + 1 < fresh.axes(); ++gap) {
                const auto followed = [&] { return view_->canvas().data().gap(gap); };
                QTRY_VERIFY(followed().shown == fresh.gap(gap).shown); // a repaint of before may still be told
                QVERIFY(followed().infeasible == fresh.gap(gap).infeasible);
                QVERIFY(followed().feasible == fresh.gap(gap).feasible);
            }
        }
    }

    /// Pairs of axes that stood beside each other before are remembered, but not as they were.
    void movedAxesFindWhatIsCountedNow() {
        const auto many = fixture::exploration(20000);
        settle([&] { view_->setExploration(many); });
        for (int step = 0; step < 10; ++step) {
            settle([&] { canvas()->moveAxis(step % 5, (step + 2) % 5); });
            Filter filter;
            filter.setRange({column("latency_s"), 0.0, 0.016 - 1e-3 * (step / 2)});
            if (step % 2 == 0) settle([&] { many->setFilter(filter); });
            if (step == 5) settle([&] { many->append(fixture::points(many->request(), 20000, 3000)); });
            std::vector<ParallelAxis> axes;
            for (const QString& name : names())
                axes.push_back({name.toStdString(), std::nullopt, false});
            ParallelData fresh;
            fresh.update(*many, axes, nullptr);
            for (std::size_t gap = 0; gap + 1 < fresh.axes(); ++gap) {
                QTRY_VERIFY(view_->canvas().data().gap(gap).shown == fresh.gap(gap).shown);
                QVERIFY(view_->canvas().data().gap(gap).feasible == fresh.gap(gap).feasible);
            }
        }
    }

    void stateIsKept() {
        view_->restoreState(
            R"({"axes":[{"column":"energy_j","inverted":true,"scale":"linear"},{"column":"glb"},{"column":"gone"}],"color":"latency_s"})");
        QTRY_COMPARE(names(), (QStringList{"energy_j", "glb"}));
        QVERIFY(view_->canvas().data().inverted(0));
        ParallelView other;
        other.restoreState(view_->saveState());
        QCOMPARE(other.saveState(), view_->saveState());
    }

private:
    std::size_t column(std::string_view name) const { return static_cast<std::size_t>(run_->columnNamed(name)); }
    ParallelCanvas* canvas() const { return view_->findChild<ParallelCanvas*>(); }
    QStringList names() const {
        QStringList result;
        const ParallelData& data = view_->canvas().data();
        for (std::size_t a = 0; a < data.axes(); ++a)
            result << QString::fromStdString(run_->columns()[data.column(a)].name);
        return result;
    }
    template <class Change>
    void settle(Change change) {
        QSignalSpy told(view_.get(), &View::refreshed);
        change();
        QTRY_VERIFY(told.count() > 0);
    }

    std::unique_ptr<ParallelView> view_;
    std::shared_ptr<Exploration> run_;
};

QTEST_MAIN(ParallelTest)
#include "parallel_test.moc"
