// SPDX-License-Identifier: GPL-3.0-or-later
// How long the Pareto view and parallel coordinates take for a frame at 10^6 points, one after the other and
// alone: from the change to the finished repaint. Prints numbers and never fails on time.
// QT_QPA_PLATFORM=offscreen unless another platform is named. Arguments: the number of points; pareto, parallel or
// live for these frames alone.
#include "tests/unit/evaluate/sample.h"
#include "tests/views/fixtures/exploration_fixture.h"
#include "views/parallel/parallel_canvas.h"
#include "views/parallel/parallel_view.h"
#include "views/pareto/pareto_chart.h"
#include "views/pareto/pareto_view.h"
#include "views/support/theme/look.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <QApplication>
#include <qcustomplot.h>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QWheelEvent>
#include <string_view>

using namespace strata;
using namespace strata::views;

namespace {

constexpr int kFrames = 60;

/// What frames took, by the clock and in time of the processor.
struct Times {
    std::vector<double> wall_ms, cpu_ms;
};

class Watch {
public:
    explicit Watch(Times& times) : times_(times), cpu_(std::clock()) { wall_.start(); }
    ~Watch() {
        times_.wall_ms.push_back(static_cast<double>(wall_.nsecsElapsed()) / 1e6);
        times_.cpu_ms.push_back(1e3 * static_cast<double>(std::clock() - cpu_) / CLOCKS_PER_SEC);
    }

private:
    Times& times_;
    std::clock_t cpu_;
    QElapsedTimer wall_;
};

double quantile(std::vector<double> values, double share) {
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

void print(const char* view, const char* what, const Times& times) {
    std::printf("%-9s %-36s wall median %6.1f  p95 %6.1f ms   processor median %6.1f  p95 %6.1f ms\n", view, what,
                quantile(times.wall_ms, 0.5), quantile(times.wall_ms, 0.95), quantile(times.cpu_ms, 0.5),
                quantile(times.cpu_ms, 0.95));
    std::fflush(stdout);
}

/// Runs a change and waits for the repaint that it causes.
template <class Change>
void timeOf(View& view, Times& times, Change change) {
    bool done = false;
    const auto connection = QObject::connect(&view, &View::refreshed, [&] { done = true; });
    {
        const Watch watch(times);
        change();
        QElapsedTimer patience;
        patience.start();
        while (!done && patience.elapsed() < 5000)
            QCoreApplication::processEvents();
    }
    QObject::disconnect(connection);
}

void send(QWidget* widget, QEvent::Type type, const QPointF& at) {
    const bool move = type == QEvent::MouseMove;
    QMouseEvent event(type, at, widget->mapToGlobal(at), move ? Qt::NoButton : Qt::LeftButton,
                      type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, {});
    QCoreApplication::sendEvent(widget, &event);
}

void benchPareto(const std::shared_ptr<Exploration>& run) {
    ParetoView view;
    view.resize(1000, 700);
    view.show();
    Times first, replots, bounds, hovers;
    timeOf(view, first, [&] { view.setExploration(run); });
    print("pareto", "first picture", first);
    auto* plot = view.findChild<QCustomPlot*>();
    for (int i = 0; i < kFrames; ++i) {
        const QPointF at = plot->axisRect()->rect().center();
        QWheelEvent wheel(at, plot->mapToGlobal(at), {}, QPoint(0, i % 2 == 0 ? 60 : -60), Qt::NoButton, {},
                          Qt::NoScrollPhase, false);
        bool done = false;
        const auto connection = QObject::connect(plot, &QCustomPlot::afterReplot, [&] { done = true; });
        {
            const Watch watch(replots);
            QCoreApplication::sendEvent(plot, &wheel);
            while (!done)
                QCoreApplication::processEvents();
            plot->repaint();
        }
        QObject::disconnect(connection);
    }
    print("pareto", "replot after the wheel", replots);
    const QPointF handle = view.chart().handleOf(Bound::XHigh);
    send(plot, QEvent::MouseButtonPress, handle);
    for (int i = 1; i <= kFrames; ++i)
        timeOf(view, bounds, [&] { send(plot, QEvent::MouseMove, handle - QPointF(4.0 * i, 0)); });
    send(plot, QEvent::MouseButtonRelease, handle - QPointF(4.0 * kFrames, 0));
    print("pareto", "bound dragged: filter, front, replot", bounds);
    run->setFilter({});
    QCoreApplication::processEvents();
    for (int i = 0; i < kFrames; ++i) {
        const Watch watch(hovers);
        const QPointF at = plot->axisRect()->rect().center() + QPointF(3.0 * i, i);
        QMouseEvent move(QEvent::MouseMove, at, plot->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(plot, &move);
        QCoreApplication::processEvents();
    }
    print("pareto", "hover", hovers);
}

void benchParallel(const std::shared_ptr<Exploration>& run) {
    ParallelView view;
    view.resize(1000, 700);
    view.show();
    Times first, brushes, moves;
    timeOf(view, first, [&] { view.setExploration(run); });
    print("parallel", "first picture", first);
    auto* canvas = view.findChild<ParallelCanvas*>();
    const ParallelPicture picture = view.canvas().picture();
    const QPointF from(picture.x(3), picture.y(0.95));
    send(canvas, QEvent::MouseButtonPress, from);
    for (int i = 1; i <= kFrames; ++i)
        timeOf(view, brushes, [&] { send(canvas, QEvent::MouseMove, from + QPointF(0, 4.0 * i + 8.0)); });
    send(canvas, QEvent::MouseButtonRelease, from + QPointF(0, 4.0 * kFrames));
    print("parallel", "axis brushed: filter, front, repaint", brushes);
    run->setFilter({});
    QCoreApplication::processEvents();
    for (int i = 0; i < kFrames; ++i)
        timeOf(view, moves, [&] { canvas->moveAxis(i % 5, (i + 2) % 5); });
    print("parallel", "axis moved", moves);
}

void benchGrowth(std::size_t rows) {
    auto run = std::make_shared<Exploration>(fixture::exploreRequest(rows), test::library().get());
    ParetoView pareto;
    ParallelView parallel;
    Times first, growths;
    for (ExplorationView* view : std::initializer_list<ExplorationView*>{&pareto, &parallel}) {
        view->resize(1000, 700);
        view->show();
        timeOf(*view, first, [&] { view->setExploration(run); });
    }
    const std::size_t step = rows / kFrames;
    for (int i = 0; i < kFrames; ++i) {
        const auto block = fixture::points(run->request(), static_cast<std::uint64_t>(i) * step, step);
        timeOf(parallel, growths, [&] { run->append(block); });
    }
    print("both", "live: 1/60 of the points appended", growths);
}

} // namespace

int main(int argc, char** argv) {
    ::setenv("QT_QPA_PLATFORM", "offscreen", 0);
    ::setenv("STRATA_ROOT", ".", 0); // the sources, when it is started there
    QApplication application(argc, argv);
    applyLook(application, false);
    const std::size_t rows = argc > 1 ? static_cast<std::size_t>(std::strtoull(argv[1], nullptr, 10)) : 1'000'000;
    const auto run = fixture::exploration(rows);
    std::printf("%zu points, %zu shown, 1000 x 700\n", run->rows(), run->counts().shown);
    const std::string_view only = argc > 2 ? argv[2] : "";
    if (only.empty() || only == "pareto") benchPareto(run);
    if (only.empty() || only == "parallel") benchParallel(run);
    if (only.empty() || only == "live") benchGrowth(rows);
    return 0;
}
