// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/drag_probe.h"

#include "views/support/view.h"

#include <QCoreApplication>
#include <QMouseEvent>
#include <QWidget>
#include <algorithm>
#include <cstdio>

namespace strata::bench {

namespace {

double percentile(std::vector<double> values, double share) {
    if (values.empty()) return 0.0;
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

}  // namespace

DragProbe::DragProbe(app::MainWindow& window) : window_(window) {
    clock_.start();
    for (const char* id : {"mapping", "energy", "estimate", "accesses"}) {
        views::View* view = window.view(QLatin1String(id));
        if (!view || view->visibleRegion().isEmpty()) continue;
        shown_[view] = 0;
        connect(view, &views::View::refreshed, this, [this, view] { viewRefreshed(view); });
    }
    const auto record = [this] {
        const Study& study = window_.controller().study();
        if (const Design* design = study.find(study.selected)) edits_.push_back(design->request);
    };
    record();
    connect(&window.controller(), &app::StudyController::studyChanged, this, record);
}

std::size_t DragProbe::editOf(const Json* request) const {
    for (std::size_t i = edits_.size(); i > 0; --i)
        if (edits_[i - 1].get() == request) return i - 1;
    return 0;
}

void DragProbe::viewRefreshed(const views::View* view) {
    const views::DesignState* design = view->scene().selectedDesign();
    if (!design || design->stale) return;  // a view that still waits for its answer is not finished
    shown_[view] = std::max(shown_[view], editOf(design->design.request.get()));
    std::size_t complete = edits_.size();
    for (const auto& [each, edit] : shown_) complete = std::min(complete, edit);
    if (complete <= complete_) return;
    complete_ = complete;
    const double at = now();
    double waiting_since = at;
    for (Sent& sent : sent_) {
        if (sent.shown_ms >= 0 || sent.edit > complete) continue;
        waiting_since = std::min(waiting_since, sent.at_ms);
        sent.shown_ms = at;
    }
    // A hand that rests leaves no gap: what counts is the time in which a change waited and nothing moved.
    gap_ms_ = std::max(gap_ms_, at - std::max(waiting_since, last_repaint_ms_));
    last_repaint_ms_ = at;
    ++repaints_;
}

void DragProbe::send(QWidget* target, QEvent::Type type, const QPoint& point) {
    const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, point, target->mapToGlobal(point), button, held, Qt::NoModifier);
    const std::size_t before = edits_.size();
    const double at = now();
    QCoreApplication::sendEvent(target, &event);
    if (edits_.size() > before) sent_.push_back({at, edits_.size() - 1});
}

void DragProbe::pause(int ms) {
    QElapsedTimer timer;
    timer.start();
    do QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, std::max<int>(1, ms - static_cast<int>(timer.elapsed())));
    while (timer.elapsed() < ms);
}

void DragProbe::settle() {
    QElapsedTimer timer;
    timer.start();
    const auto finished = [this] {
        return std::ranges::all_of(sent_, [](const Sent& sent) { return sent.shown_ms >= 0; }) && !window_.controller().evaluating();
    };
    while (!finished() && timer.elapsed() < 5000) QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
}

void DragProbe::print(const char* title) const {
    std::vector<double> delays;
    for (const Sent& sent : sent_)
        if (sent.shown_ms >= 0) delays.push_back(sent.shown_ms - sent.at_ms);
    std::printf("%s\n  %zu changes in %zu visible views, %zu complete repaints, %zu unanswered\n", title, sent_.size(),
                shown_.size(), repaints_, sent_.size() - delays.size());
    std::printf("  event to finished repaint: p50 %.1f ms, p95 %.1f ms, max %.1f ms; longest time without a repaint while a change waits %.1f ms\n",
                percentile(delays, 0.5), percentile(delays, 0.95), percentile(delays, 1.0), gap_ms_);
    std::fflush(stdout);
}

}  // namespace strata::bench
