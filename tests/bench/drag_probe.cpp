// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/drag_probe.h"

#include "core/evaluate/request.h"
#include "views/support/base/view.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <map>
#include <QCoreApplication>
#include <QEventLoop>
#include <QMouseEvent>
#include <QTimer>
#include <QWidget>
#include <string>

namespace strata::bench {

namespace {

double percentile(std::vector<double> values, double share) {
    if (values.empty()) return 0.0;
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

double milliseconds(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

} // namespace

DragProbe::Spent DragProbe::spent() const {
    return {milliseconds(CLOCK_THREAD_CPUTIME_ID), milliseconds(CLOCK_PROCESS_CPUTIME_ID),
            window_.controller().counters().evaluated};
}

DragProbe::DragProbe(app::MainWindow& window) : window_(window) {
    clock_.start();
    // Those that draw a design; views of runs and suites do not follow a drag.
    for (const char* id : {"mapping", "energy", "estimate", "accesses", "waterfall", "roofline", "kernel", "compare",
                           "cluster", "memory", "pipeline", "scaling", "serving", "timeline"}) {
        views::View* view = window.view(QLatin1String(id));
        if (!view || view->visibleRegion().isEmpty()) continue;
        views_.push_back(view);
        connect(view, &views::View::refreshed, this, [this, view] { viewRefreshed(view); });
    }
    const auto record = [this] {
        const Study& study = window_.controller().study();
        if (const Design* design = study.find(study.selected)) edits_.push_back(design->request);
    };
    record();
    connect(&window.controller(), &app::StudyController::studyChanged, this, record);
}

void DragProbe::viewRefreshed(const views::View* view) {
    const views::DesignState* design = view->scene().selectedDesign();
    if (design && design->estimate) repaints_.push_back({now(), view, design->estimate, edits_.size()});
}

DragProbe::Outcome DragProbe::outcome() const {
    // Which change an estimate answers is found by the hash of its request, after the drag, so that hashing costs no
    // time in it.
    std::vector<std::string> hashes;
    for (const auto& request : edits_) {
        const auto parsed = parseRequest(*request);
        hashes.push_back(parsed ? parsed->sha256 : std::string());
    }
    Outcome outcome;
    std::map<const views::View*, std::size_t> shown;
    for (const views::View* view : views_)
        shown[view] = 0;
    std::vector<bool> answered(sent_.size(), false);
    std::size_t complete = 0;
    double last_ms = 0.0;
    for (const Repaint& repaint : repaints_) {
        for (std::size_t i = repaint.edits; i > shown[repaint.view]; --i) {
            if (hashes[i - 1] != repaint.estimate->request_sha256) continue;
            shown[repaint.view] = i - 1;
            break;
        }
        std::size_t now_complete = edits_.size();
        for (const auto& [view, edit] : shown)
            now_complete = std::min(now_complete, edit);
        if (now_complete <= complete) continue;
        complete = now_complete;
        double waiting_since = repaint.at_ms;
        for (std::size_t i = 0; i < sent_.size(); ++i) {
            if (answered[i] || sent_[i].edit > complete || sent_[i].at_ms > repaint.at_ms) continue;
            answered[i] = true;
            outcome.delays_ms.push_back(repaint.at_ms - sent_[i].at_ms);
            waiting_since = std::min(waiting_since, sent_[i].at_ms);
        }
        // A hand that rests leaves no gap: what counts is the time in which a change waited and nothing moved.
        outcome.gap_ms = std::max(outcome.gap_ms, repaint.at_ms - std::max(waiting_since, last_ms));
        last_ms = repaint.at_ms;
        ++outcome.repaints;
    }
    return outcome;
}

void DragProbe::send(QWidget* target, QEvent::Type type, const QPoint& point) {
    const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, point, target->mapToGlobal(point), button, held, Qt::NoModifier);
    const std::size_t before = edits_.size();
    const double at = now();
    if (sent_.empty()) before_ = spent();
    QCoreApplication::sendEvent(target, &event);
    if (edits_.size() > before) sent_.push_back({at, edits_.size() - 1});
}

/// A loop that sleeps while nothing happens: asking again and again would take a core from those who are measured.
void DragProbe::pause(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, Qt::PreciseTimer, &loop, &QEventLoop::quit);
    loop.exec();
}

void DragProbe::settle() {
    constexpr int kQuietMs = 60;
    QElapsedTimer quiet;
    quiet.start();
    while (quiet.elapsed() < kQuietMs) {
        pause(5);
        if (window_.controller().evaluating()) quiet.restart();
    }
}

void DragProbe::print(const char* title) const {
    const Outcome result = outcome();
    std::printf("%s\n  %zu changes in %zu visible views, %zu complete repaints, %zu unanswered\n", title, sent_.size(),
                views_.size(), result.repaints, sent_.size() - result.delays_ms.size());
    std::printf(
        "  event to finished repaint: p50 %.1f ms, p95 %.1f ms, max %.1f ms; longest time without a repaint while a "
        "change waits %.1f ms\n",
        percentile(result.delays_ms, 0.5), percentile(result.delays_ms, 0.95), percentile(result.delays_ms, 1.0),
        result.gap_ms);
    const Spent after = spent();
    const double changes = std::max<double>(1.0, static_cast<double>(sent_.size()));
    std::printf("  processor time a change: window %.2f ms, all threads %.2f ms; %.2f evaluations\n",
                (after.window_ms - before_.window_ms) / changes, (after.all_ms - before_.all_ms) / changes,
                static_cast<double>(after.evaluated - before_.evaluated) / changes);
    std::fflush(stdout);
}

} // namespace strata::bench
