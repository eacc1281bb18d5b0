// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/pareto.h"
#include "tests/unit/evaluate/sample.h"
#include "tests/views/fixtures/exploration_fixture.h"
#include "tests/views/fixtures/hover.h"
#include "views/explore/explore_text.h"
#include "views/explore/filter_bar.h"
#include "views/explore/front.h"
#include "views/pareto/pareto_chart.h"
#include "views/pareto/pareto_view.h"
#include "views/support/text/text.h"
#include "views/support/theme/theme.h"

#include <nlohmann/json.hpp>
#include <QComboBox>
#include <qcustomplot.h>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace strata;
using namespace strata::views;

class ParetoTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        run_ = fixture::exploration();
        view_ = std::make_unique<ParetoView>();
        view_->resize(1000, 640);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        settle([&] { view_->setExploration(run_); });
    }
    void cleanup() { view_.reset(); }

    void countsAddUp() {
        const ExploreCounts counts = run_->counts();
        QCOMPARE(counts.shown + counts.hidden + counts.infeasible, counts.points);
        std::size_t reasons = 0;
        for (const auto& [reason, count] : counts.reasons)
            reasons += count;
        QCOMPARE(reasons, counts.infeasible);
        const QString text = countsText(counts, QLocale(QLocale::English, QLocale::UnitedStates));
        QVERIFY2(text.startsWith(QStringLiteral("1,188 ")) && text.contains(QStringLiteral("of 1,310 shown")),
                 qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("infeasible: buffer too small: shared_glb (105)")), qPrintable(text));
    }

    /// The table calls the axes of a run what the axes of the plot call them, and its numbers have their units.
    void theTableNamesWhatThePlotNames() {
        auto* table = view_->findChild<QTableView*>();
        QVERIFY(table);
        table->setVisible(true);
        settle([&] { view_->setExploration(nullptr); });
        settle([&] { view_->setExploration(run_); });
        const QAbstractItemModel& model = *table->model();
        const auto& columns = run_->columns();
        QTRY_VERIFY(model.rowCount() > 0);
        QCOMPARE(model.columnCount(), static_cast<int>(columns.size()) + 2);
        int units = 0;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const int column = static_cast<int>(i) + 1;
            QCOMPARE(model.headerData(column, Qt::Horizontal).toString(), columns[i].title);
            if (!columns[i].axis || !columns[i].words.empty() || columns[i].unit.empty()) continue;
            const QString text = model.index(0, column).data().toString();
            QVERIFY2(text.endsWith(unitText(columns[i].unit)), qPrintable(columns[i].title + ": " + text));
            ++units;
        }
        QVERIFY(units > 0);
    }

    /// Nothing is offered that has no effect, and a button leads on.
    void withoutARunThereIsAWayOn() {
        auto* start = view_->findChild<QPushButton*>();
        QVERIFY(start && !start->isVisible());
        for (QComboBox* box : view_->findChildren<QComboBox*>())
            QVERIFY2(box->isVisible(), qPrintable(box->objectName()));
        settle([&] { view_->setExploration(nullptr); });
        QVERIFY(start->isVisible());
        for (const char* name : {"x", "y", "color"}) {
            QVERIFY(!view_->findChild<QComboBox*>(QLatin1String(name))->isVisible());
            QVERIFY(!view_->findChild<QToolButton*>(QLatin1String(name))->isVisible());
        }
        QSignalSpy wanted(view_.get(), &ParetoView::explorationRequested);
        QTest::mouseClick(start, Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
    }

    void frontIsThatOfTheReference_data() {
        QTest::addColumn<int>("rows");
        for (const int rows : {10, 1310, 60000})
            QTest::addRow("%d rows", rows) << rows;
    }
    void frontIsThatOfTheReference() {
        QFETCH(int, rows);
        const auto run = fixture::exploration(static_cast<std::size_t>(rows));
        const std::vector<Aim> aims{
            {column("latency_s"), false}, {column("utilization"), true}, {column("energy_j"), false}};
        Filter filter;
        filter.setRange({column("latency_s"), 3e-3, 1e-2});
        for (const std::size_t count : {std::size_t(2), std::size_t(3)}) {
            for (const bool filtered : {false, true}) {
                run->setFilter(filtered ? filter : Filter{});
                const std::vector<Aim> some(aims.begin(), aims.begin() + static_cast<long>(count));
                std::vector<double> values;
                for (std::size_t i = 0; i < run->rows(); ++i) {
                    for (const Aim& aim : some) {
                        const double value = run->table().columns[aim.column][i] * (aim.maximize ? -1.0 : 1.0);
                        values.push_back(run->rowStates()[i] == Exploration::kShown ? value : std::nan(""));
                    }
                }
                auto front = shownFront(*run, some, 0.0).rows;
                std::ranges::sort(front);
                QCOMPARE(front, explore::paretoFront({values, count}));
                QVERIFY(!front.empty());
            }
        }
    }

    void objectivesAreTheAxes() {
        QCOMPARE(plot()->xAxis->label(), QStringLiteral("Latency"));
        QCOMPARE(plot()->yAxis->label(), QStringLiteral("Energy"));
        QVERIFY(view_->chart().axes().plane);
        auto* table = view_->findChild<QTableView*>();
        QCOMPARE(table->model()->rowCount(), static_cast<int>(view_->chart().front().rows.size()));
    }

    void aClickOpensAndControlClickPins() {
        const std::size_t row = view_->chart().front().rows[3];
        const QPoint at = view_->chart().positionOf(row).toPoint();
        QSignalSpy opened(run_.get(), &Exploration::openRequested), pinned(run_.get(), &Exploration::baselineRequested);
        fixture::hover(plot(), at);
        QCOMPARE(run_->hovered(), std::optional(row));
        QTest::mouseClick(plot(), Qt::LeftButton, {}, at);
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened.front().front().toULongLong(), row);
        QTest::mouseClick(plot(), Qt::LeftButton, Qt::ControlModifier, at);
        QCOMPARE(pinned.count(), 1);
        QCOMPARE(pinned.front().front().toULongLong(), row);
        QCOMPARE(opened.count(), 1);
        QVERIFY(run_->filter().empty());
    }

    void aRowIsARequest() {
        const auto request = run_->requestOf(7, *test::library());
        QVERIFY(request);
        const Json* capacity = findPointer(*request, "/hardware/set/~1levels~11~1capacity_bytes");
        const std::string text = request->dump();
        QVERIFY2(capacity || text.find("capacity_bytes") != std::string::npos, text.c_str());
    }

    void draggingABoundConstrains() {
        const QPoint from = view_->chart().handleOf(Bound::XHigh).toPoint();
        const QRect area = plot()->axisRect()->rect();
        QTest::mousePress(plot(), Qt::LeftButton, {}, from);
        std::vector<std::size_t> shown;
        for (int step = 1; step <= 8; ++step) {
            settle([&] { fixture::drag(plot(), from - QPoint(step * area.width() / 16, 0)); });
            shown.push_back(run_->counts().shown);
            if (step > 1) QVERIFY(shown[shown.size() - 1] <= shown[shown.size() - 2]);
        }
        const double bound = view_->chart().valueAt(QPointF(from - QPoint(area.width() / 2, 0))).x();
        QTest::mouseRelease(plot(), Qt::LeftButton, {}, from - QPoint(area.width() / 2, 0));
        const ColumnRange* range = run_->filter().rangeOf(column("latency_s"));
        QVERIFY(range && std::isinf(range->low));
        QVERIFY(std::abs(range->high / bound - 1.0) < 0.02);
        QCOMPARE(run_->counts().shown, bruteForce([&](std::size_t i) { return value("latency_s", i) <= range->high; }));
        for (const std::uint32_t row : view_->chart().front().rows)
            QVERIFY(value("latency_s", row) <= range->high);
        QVERIFY(labels().contains(QStringLiteral("Latency")));
        run_->goBack();
        QVERIFY2(run_->filter().empty(), "a drag is one step of the history");
        run_->goForward();
        QVERIFY(!run_->filter().empty());
    }

    void aRectangleBrushes() {
        const QRect area = plot()->axisRect()->rect();
        const QPoint a = area.topLeft() + QPoint(area.width() / 5, area.height() / 4),
                     b = area.bottomRight() - QPoint(area.width() / 3, 30);
        QTest::mousePress(plot(), Qt::LeftButton, {}, a);
        for (int step = 1; step <= 5; ++step)
            fixture::drag(plot(), a + (b - a) * step / 5);
        QTest::mouseRelease(plot(), Qt::LeftButton, {}, b);
        const QPointF low = view_->chart().valueAt(QPointF(a.x(), b.y())),
                      high = view_->chart().valueAt(QPointF(b.x(), a.y()));
        const std::size_t inside = bruteForce([&](std::size_t i) {
            return value("latency_s", i) >= low.x() && value("latency_s", i) <= high.x() &&
                   value("energy_j", i) >= low.y() && value("energy_j", i) <= high.y();
        });
        QVERIFY(inside > 0 && inside < 1100);
        QCOMPARE(run_->counts().shown, inside);
    }

    /// Each brush stands as a chip above the plot; pressing it takes that brush away.
    void brushesAreChips() {
        Filter filter;
        filter.setRange({column("latency_s"), 3e-3, 1e-2});
        filter.setRange({column("energy_j"), 0.0, 1.0});
        settle([&] { run_->setFilter(filter); });
        auto* bar = view_->findChild<FilterBar*>();
        QVERIFY(bar && bar->isVisible());
        QVERIFY2(bar->text().count(QStringLiteral("href='range:")) == 2, qPrintable(bar->text()));
        QVERIFY(bar->text().contains(QStringLiteral("href='all'")));
        QVERIFY(bar->text().contains(QStringLiteral("of&nbsp;1,310")) || bar->text().contains(QStringLiteral("1,310")));
        auto* label = bar->findChild<QLabel*>();
        settle([&] { emit label->linkActivated(QStringLiteral("range:%1").arg(column("latency_s"))); });
        QCOMPARE(run_->filter().ranges.size(), std::size_t{1});
        QCOMPARE(bar->text().count(QStringLiteral("href='range:")), 1);
        settle([&] { emit label->linkActivated(QStringLiteral("all")); });
        QVERIFY(run_->filter().ranges.empty());
        QVERIFY(!bar->text().contains(QStringLiteral("href")));
    }

    void aLassoBrushes() {
        QTest::mouseClick(button("lasso"), Qt::LeftButton);
        const auto& front = view_->chart().front().rows;
        const QPointF centre = view_->chart().positionOf(front[front.size() / 2]) + QPointF(40, -40);
        const double radius = 0.2 * plot()->axisRect()->rect().height();
        const auto corner = [&](int i) {
            return (centre + radius * QPointF(std::cos(i * 0.1), std::sin(i * 0.1))).toPoint();
        };
        QTest::mousePress(plot(), Qt::LeftButton, {}, corner(0));
        for (int i = 1; i < 63; ++i)
            fixture::drag(plot(), corner(i));
        QTest::mouseRelease(plot(), Qt::LeftButton, {}, corner(62));
        QCOMPARE(run_->filter().lassos.size(), std::size_t(1));
        std::size_t inner = 0, outer = 0; // the line is a polygon of whole pixels: rows near it may be on either side
        for (std::size_t i = 0; i < run_->rows(); ++i) {
            if (run_->table().reason[i] != 0) continue;
            const QPointF away = view_->chart().positionOf(i) - centre;
            inner += std::hypot(away.x(), away.y()) < radius - 3.0 ? 1 : 0;
            outer += std::hypot(away.x(), away.y()) < radius + 3.0 ? 1 : 0;
        }
        QVERIFY(inner > 0);
        QVERIFY2(run_->counts().shown >= inner && run_->counts().shown <= outer,
                 qPrintable(QStringLiteral("%1 in %2 to %3").arg(run_->counts().shown).arg(inner).arg(outer)));
    }

    void escapeLeavesADrag() {
        const QPoint from = view_->chart().handleOf(Bound::YHigh).toPoint();
        QTest::mousePress(plot(), Qt::LeftButton, {}, from);
        fixture::drag(plot(), from + QPoint(0, 120));
        QVERIFY(!run_->filter().empty());
        QTest::keyClick(plot(), Qt::Key_Escape);
        QVERIFY(run_->filter().empty());
        QTest::mouseRelease(plot(), Qt::LeftButton, {}, from + QPoint(0, 120));
        QVERIFY(run_->filter().empty());
    }

    void keysWalkTheFrontAndMoveBounds() {
        QSignalSpy opened(run_.get(), &Exploration::openRequested);
        plot()->setFocus();
        QTest::keyClick(plot(), Qt::Key_Right);
        QTest::keyClick(plot(), Qt::Key_Right);
        QCOMPARE(run_->hovered(), std::optional<std::size_t>(view_->chart().front().rows[1]));
        QTest::keyClick(plot(), Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
        QTest::keyClick(plot(), Qt::Key_Left, Qt::ShiftModifier);
        QVERIFY(run_->filter().rangeOf(column("latency_s")));
        QTest::keyClick(plot(), Qt::Key_Left, Qt::AltModifier);
        QVERIFY(run_->filter().empty());
    }

    void growsWhileItRuns() {
        settle([&] { view_->setExploration(nullptr); });
        auto live = std::make_shared<Exploration>(fixture::exploreRequest(), test::library().get());
        settle([&] { view_->setExploration(live); });
        QVERIFY(labels().contains(QStringLiteral("0 of 0 shown")));
        std::size_t rows = 0;
        for (int step = 0; step < 4; ++step) {
            settle([&] {
                for (int block = 0; block < 5; ++block, rows += 40)
                    live->append(fixture::points(live->request(), rows, 40));
            });
            QVERIFY2(labels().contains(QStringLiteral("of %1 shown").arg(rows)), qPrintable(labels()));
        }
        QVERIFY(view_->chart().front().rows.size() > 3);
    }

    void densityKeepsTheFrontCrisp() {
        const auto many = fixture::exploration(60000);
        settle([&] { view_->setExploration(many); });
        const QImage image = plot()->grab().toImage();
        const double ratio = image.devicePixelRatio();
        const QColor front = themeFor(view_->palette()).design('B');
        for (const std::uint32_t row : view_->chart().front().kept) {
            const QPoint at = (view_->chart().positionOf(row) * ratio).toPoint();
            if (!image.rect().adjusted(9, 9, -9, -9).contains(at)) continue;
            bool found = false;
            for (int dx = -4; dx <= 4; ++dx)
                found |= image.pixelColor(at + QPoint(dx, 0)) == front;
            QVERIFY2(found, qPrintable(QStringLiteral("row %1 of the front is not drawn").arg(row)));
        }
    }

    void zoomsAreStepsOfTheHistory() {
        const auto wheel = [&](int delta) {
            const QPointF at = plot()->axisRect()->rect().center();
            QWheelEvent event(at, plot()->mapToGlobal(at), {}, QPoint(0, delta), Qt::NoButton, {}, Qt::NoScrollPhase,
                              false);
            QCoreApplication::sendEvent(plot(), &event);
        };
        const QCPRange whole = plot()->xAxis->range();
        QSignalSpy brushed(run_.get(), &Exploration::filterChanged);
        wheel(120);
        wheel(120);
        const QCPRange near = plot()->xAxis->range();
        QVERIFY(near.size() < whole.size());
        QCOMPARE(brushed.count(), 0); // no row came or went
        QVERIFY(run_->history().canGoBack());
        QTest::qWait(750);
        wheel(120);
        const QCPRange nearer = plot()->xAxis->range();
        run_->goBack();
        QCOMPARE(plot()->xAxis->range(), near);
        // A brush keeps the zoom, and going back over it leaves the zoom alone.
        Filter filter = run_->filter();
        filter.setRange({column("width"), 10, 20});
        settle([&] { run_->setFilter(filter); });
        QCOMPARE(plot()->xAxis->range(), near);
        settle([&] { run_->goBack(); });
        QCOMPARE(plot()->xAxis->range(), near);
        settle([&] { run_->goBack(); });
        QCOMPARE(plot()->xAxis->range(), whole); // both turns of the wheel were one step
        run_->goForward();
        QCOMPARE(plot()->xAxis->range(), near);
        const auto again = fixture::exploration();
        again->restoreBrush(run_->saveBrush());
        QCOMPARE(again->filter(), run_->filter());
        settle([&] { QTest::keyClick(plot(), Qt::Key_Home); });
        QCOMPARE(plot()->xAxis->range(), whole);
        QVERIFY(nearer.size() < near.size());
    }

    /// Every baseline has its letter in its colour; zoomed away, an arrow at the edge says where it is.
    void baselinesKeepTheirLetters() {
        const QColor ink = theme(false).design('E');
        const auto alike = [&](QRgb pixel) {
            return std::abs(qRed(pixel) - ink.red()) + std::abs(qGreen(pixel) - ink.green()) +
                       std::abs(qBlue(pixel) - ink.blue()) <
                   60;
        };
        const auto inked = [&] {
            const QImage image = plot()->grab().toImage();
            int pixels = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    pixels += alike(image.pixel(x, y)) ? 1 : 0;
            return pixels;
        };
        const int before = inked();
        const std::size_t row = view_->chart().front().rows.front();
        run_->setFurtherBaselines({{row, 'E'}});
        QTest::qWait(50);
        QVERIFY2(inked() > before + 20, qPrintable(QString::number(inked())));
        for (int turn = 0; turn < 12 && QRectF(plot()->axisRect()->rect()).contains(view_->chart().positionOf(row));
             ++turn) {
            QTest::keyClick(plot(), Qt::Key_Plus);
            QTest::qWait(30);
        }
        QVERIFY(!QRectF(plot()->axisRect()->rect()).contains(view_->chart().positionOf(row)));
        QVERIFY2(inked() > before + 20, "it is not dropped");
        run_->setFurtherBaselines({});
        QTest::qWait(50);
        QVERIFY(inked() <= before);
    }

    void stateIsKept() {
        view_->restoreState(R"({"x":"glb","y":"energy_j","color":"utilization","infeasible":true,"epsilon":0.1})");
        QTRY_COMPARE(plot()->xAxis->label(), run_->columns()[column("glb")].title);
        QCOMPARE(plot()->xAxis->scaleType(), QCPAxis::stLogarithmic);
        QVERIFY(!view_->chart().axes().plane);
        const std::string state = view_->saveState();
        ParetoView other;
        other.restoreState(state);
        QCOMPARE(other.saveState(), state);
        Filter filter;
        filter.setRange({column("energy_j"), 1e-4, std::numeric_limits<double>::infinity()});
        filter.lassos.push_back(
            {column("latency_s"), column("energy_j"), true, false, {{1e-3, 1e-4}, {1e-2, 1e-4}, {1e-2, 1e-3}}});
        run_->setFilter(filter);
        run_->setBaseline(12);
        const auto again = fixture::exploration();
        again->restoreBrush(run_->saveBrush());
        QCOMPARE(again->filter(), run_->filter());
        QCOMPARE(again->baseline(), std::optional<std::size_t>(12));
    }

private:
    std::size_t column(std::string_view name) const { return static_cast<std::size_t>(run_->columnNamed(name)); }
    double value(std::string_view name, std::size_t row) const { return run_->table().columns[column(name)][row]; }
    template <class Passes>
    std::size_t bruteForce(Passes passes) const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < run_->rows(); ++i)
            count += run_->table().reason[i] == 0 && passes(i) ? 1 : 0;
        return count;
    }
    QCustomPlot* plot() const { return view_->findChild<QCustomPlot*>(); }
    QToolButton* button(const char* name) const { return view_->findChild<QToolButton*>(QLatin1String(name)); }
    template <class Change>
    void settle(Change change) {
        QSignalSpy told(view_.get(), &View::refreshed);
        change();
        QTRY_VERIFY(told.count() > 0);
        QTest::qWait(5);
    }
    QString labels() const {
        QString text;
        for (const QLabel* label : view_->findChildren<QLabel*>())
            text += label->text() + QLatin1Char('\n');
        return text;
    }

    std::unique_ptr<ParetoView> view_;
    std::shared_ptr<Exploration> run_;
};

QTEST_MAIN(ParetoTest)
#include "pareto_test.moc"
