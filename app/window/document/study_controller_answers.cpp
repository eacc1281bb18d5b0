// SPDX-License-Identifier: GPL-3.0-or-later
// How designs are answered: what is asked of the engine, in which lane, and which answers are taken.
#include "app/window/document/study_controller.h"
#include "core/evaluate/engine/partial_estimates.h"
#include "core/evaluate/method.h"
#include "core/evaluate/presentation.h"
#include "core/evaluate/resolve.h"

#include <chrono>
#include <nlohmann/json.hpp>
#include <QMetaObject>
#include <utility>

namespace strata::app {

namespace {

/// How long a simulation goes on that is outdated: short ones end, so that the views follow a drag.
constexpr int kOutdatedMs = 250;
/// How long a simulation may take before closed forms answer in its place: quick ones follow a drag by themselves, and
/// two answers to each of its steps would take their time from each other.
constexpr int kInstantMs = 40;
using Clock = std::chrono::steady_clock;

/// How a request is answered by its method, as far as the lanes are concerned.
enum class Answered { AtOnce, Simulated, Searched };
Answered answeredBy(const Method* method) {
    if (method == nullptr || method->lane == Lane::Interactive) return Answered::AtOnce;
    return method->meanwhile.empty() ? Answered::Searched : Answered::Simulated;
}

} // namespace

/// Brings partial answers of one submission to the window's thread; those of an older one are not shown.
class StudyController::Partials final : public PartialEstimates {
public:
    Partials(StudyController& controller, std::string id, std::uint64_t submission)
        : controller_(controller), id_(std::move(id)), submission_(submission) {}
    void partial(std::shared_ptr<const Estimate> estimate) override {
        QMetaObject::invokeMethod(
            &controller_,
            [&controller = controller_, id = id_, submission = submission_, estimate = std::move(estimate)] {
                const auto run = controller.runs_.find(id);
                if (run == controller.runs_.end() || run->second.submission != submission) return;
                if (run->second.shown != run->second.newest) emit controller.partialAnswer(id, estimate);
            },
            Qt::QueuedConnection);
    }

private:
    StudyController& controller_;
    std::string id_;
    std::uint64_t submission_;
};

void StudyController::submitChanged() {
    if (!engine_) return;
    for (const Design& design : study_.designs) {
        Run& run = runs_[design.id];
        if (run.asked != design.request) submit(design, run);
    }
    tellWhetherAwaiting();
}

const Method* StudyController::methodOf(const Json& request) const { return askedMethod(request, registry_); }

/// What the edit that is being applied has resolved, else the request resolved now: once for each change. Engine, scene
/// and views take it from here.
std::shared_ptr<const Request> StudyController::resolvedOf(const std::shared_ptr<const Json>& request) const {
    if (carried_ && carried_->document == request) return carried_;
    return library_ ? sharedResolved(*request, *library_, registry_) : nullptr;
}

void StudyController::submit(const Design& design, Run& run) {
    run.asked = design.request;
    run.resolved = resolvedOf(design.request);
    run.submission = ++submissions_;
    emit partialAnswer(design.id, nullptr);
    const auto partials = std::make_shared<Partials>(*this, design.id, run.submission);
    const auto deliver = [this, id = design.id, partials, asked = Clock::now()](Ticket ticket, Outcome outcome) {
        const double waited_ms = std::chrono::duration<double, std::milli>(Clock::now() - asked).count();
        QMetaObject::invokeMethod(
            this, [this, id, ticket, waited_ms, outcome = std::move(outcome)] { take(id, ticket, outcome, waited_ms); },
            Qt::QueuedConnection);
    };
    // What takes long is answered by closed forms in the interactive lane, and simulated in the batch lane.
    const Answered answered = answeredBy(methodOf(*design.request));
    run.closed_owed = answered == Answered::Simulated;
    if (answered == Answered::AtOnce) {
        abandon(design.id);
        run.newest = run.resolved ? engine_->submitInteractive(design.id, run.resolved, deliver, partials.get())
                                  : engine_->submitInteractive(design.id, design.request, deliver, partials.get());
    } else {
        run.newest = run.resolved ? engine_->submitBatch(design.id, run.resolved, deliver, partials.get())
                                  : engine_->submitBatch(design.id, design.request, deliver, partials.get());
        QTimer::singleShot(kOutdatedMs, this,
                           [this, id = design.id] { engine_->cancelBatch(id, Engine::Which::Outdated); });
    }
    if (run.first == 0) run.first = run.newest;
    if (run.simulated_ms == 0.0 || run.simulated_ms > kInstantMs)
        owed(design.id);
    else if (run.closed_owed)
        QTimer::singleShot(kInstantMs, this, [this, id = design.id] { owed(id); });
}

void StudyController::owed(const std::string& id) {
    const auto run = runs_.find(id);
    if (run != runs_.end() && std::exchange(run->second.closed_owed, false)) submitInstant(id, run->second);
}

/// Nobody waits for simulations of this design any more.
void StudyController::abandon(const std::string& id) {
    if (engine_) engine_->cancelBatch(id, Engine::Which::All);
}

void StudyController::submitInstant(const std::string& id, Run& run) {
    const Method* method = methodOf(*run.asked);
    if (answeredBy(method) != Answered::Simulated || !run.resolved) return;
    auto asked = askedByMethod(*run.resolved, method->meanwhile, registry_);
    if (!asked) return;
    run.closed = run.newest;
    const auto deliver = [this, id, request = run.asked, simulation = run.newest](Ticket, Outcome outcome) {
        views::InstantAnswer answer{request, outcome ? *outcome : nullptr, outcome ? Message() : outcome.error().text};
        QMetaObject::invokeMethod(
            this,
            [this, id, simulation, answer = std::move(answer)] {
                // Not of another document, nor older than the simulation that is shown.
                const auto found = runs_.find(id);
                if (found == runs_.end() || simulation < found->second.first || simulation < found->second.shown)
                    return;
                emit instantAnswer(id, answer);
            },
            Qt::QueuedConnection);
    };
    engine_->submitInteractive(id + " closed forms", std::make_shared<const Request>(*std::move(asked)), deliver);
}

void StudyController::take(const std::string& id, Ticket ticket, const Outcome& outcome, double waited_ms) {
    const auto found = runs_.find(id);
    if (found == runs_.end()) return; // a design that is gone
    Run& run = found->second;
    if (ticket < run.first || ticket < run.shown) return;        // of another document, or older than what is shown
    if (!outcome && outcome.error().code == "cancelled") return; // a newer one is on its way
    run.shown = ticket;
    run.simulated_ms = waited_ms;
    if (ticket == run.newest) owed(id); // at rest: how far apart the two are
    if (run.closed < ticket && std::exchange(run.closed, 0) != 0) emit instantAnswer(id, {});
    run.error.reset();
    if (outcome) {
        run.estimate = *outcome;
    } else {
        run.error = outcome.error();
        run.estimate.reset();
    }
    tellWhetherAwaiting();
    scheduleScene();
}

void StudyController::tellWhetherAwaiting() {
    const bool now = evaluating();
    // Each further request of a drag is told as well: the last one is what the grace counts from.
    if (std::exchange(awaited_, now) || now) emit awaiting(now);
}

} // namespace strata::app
