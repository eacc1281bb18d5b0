// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/study_controller.h"

#include "app/window/study_command.h"
#include "app/window/study_edits.h"
#include "core/evaluate/partial_estimates.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <QMetaObject>
#include <utility>

namespace strata::app {

namespace {
constexpr int kPatienceMs = 8; // half a frame
/// How long a simulation goes on that is outdated: short ones end, so that the views follow a drag.
constexpr int kOutdatedMs = 250;
/// How long a simulation may take before closed forms answer in its place: quick ones follow a drag by themselves, and
/// two answers to each of its steps would take their time from each other.
constexpr int kInstantMs = 40;
using Clock = std::chrono::steady_clock;

/// How a request is answered by its method, as far as the lanes are concerned.
enum class Answered { AtOnce, Simulated, Searched };
Answered answeredBy(const Json& request) {
    if (!request.is_object() || request.value("kind", Json()) != "serving") return Answered::AtOnce;
    const Json method = request.value("method", Json("serving.simulation"));
    if (method == "serving.simulation") return Answered::Simulated;
    return method == "serving.capacity" ? Answered::Searched : Answered::AtOnce;
}

/// The same request for closed forms; nothing where it is not simulated, or names its method itself.
std::shared_ptr<const Json> closedFormsOf(const Json& request) {
    if (answeredBy(request) != Answered::Simulated) return nullptr;
    Json asked = request;
    asked["method"] = "serving.steady-state";
    return std::make_shared<const Json>(std::move(asked));
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

StudyController::StudyController(unsigned threads, QObject* parent) : QObject(parent), threads_(threads) {
    patience_.setSingleShot(true);
    patience_.setTimerType(Qt::PreciseTimer);
    patience_.setInterval(kPatienceMs);
    connect(&patience_, &QTimer::timeout, this, &StudyController::scheduleScene);
}

StudyController::~StudyController() = default;

std::shared_ptr<const views::Scene> StudyController::scene() const {
    auto scene = std::make_shared<views::Scene>();
    scene->library = library_;
    scene->validation = validation_;
    scene->metric = metric_.isEmpty() ? defaultMetric().toStdString() : metric_.toStdString();
    for (const Design& design : study_.designs) {
        if (design.id == study_.selected) scene->selected = static_cast<int>(scene->designs.size());
        if (design.id == study_.baseline) scene->baseline = static_cast<int>(scene->designs.size());
        views::DesignState state;
        state.design = design;
        if (const auto run = runs_.find(design.id); run != runs_.end()) {
            state.estimate = run->second.estimate;
            state.error = run->second.error;
            state.stale = run->second.shown != run->second.newest;
        }
        scene->designs.push_back(std::move(state));
    }
    return scene;
}

void StudyController::setValidation(std::shared_ptr<const assess::SuiteReport> report) {
    validation_ = std::move(report);
    scheduleScene();
}

bool StudyController::evaluating() const {
    return std::ranges::any_of(runs_, [](const auto& run) { return run.second.shown != run.second.newest; });
}

Engine::Counters StudyController::counters() const { return engine_ ? engine_->counters() : Engine::Counters{}; }

void StudyController::setLibrary(std::shared_ptr<const Library> library) {
    library_ = std::move(library);
    if (engine_)
        engine_->setLibrary(library_);
    else
        engine_ = std::make_unique<Engine>(library_, threads_);
    for (auto& [id, run] : runs_)
        run.asked.reset();
    submitChanged();
    scheduleScene();
}

void StudyController::reset(Study study) {
    undo_.clear();
    for (const auto& [id, run] : runs_)
        abandon(id);
    runs_.clear();
    last_design_number_ = 0;
    show(study);
    scheduleScene(); // another document is shown at once
    undo_.setClean();
}

void StudyController::push(Study next, const QString& text, const QString& gesture) {
    if (next == study_) return;
    undo_.push(new StudyCommand(study_, std::move(next), text, gesture, [this](const Study& study) { show(study); }));
}

void StudyController::apply(const views::Edit& edit) {
    push(withRequest(study_, edit.design, edit.request), edit.text, edit.gesture);
}

void StudyController::select(std::string_view id) {
    if (id == study_.selected || !study_.find(id)) return;
    study_ = withSelected(study_, id);
    scheduleScene();
    emit selectionChanged();
}

void StudyController::setMetric(const QString& metric) {
    if (metric == metric_) return;
    metric_ = metric;
    scheduleScene();
}

void StudyController::duplicateSelected() {
    const Design* source = study_.find(study_.selected);
    if (!source) return;
    const QString label = tr("%1, copy").arg(QString::fromStdString(source->label));
    const QString text = tr("duplicate design %1").arg(QLatin1Char(source->letter));
    std::string id = nextDesignId(study_, last_design_number_);
    push(withDuplicate(study_, study_.selected, std::move(id), label.toStdString()), text);
}

void StudyController::addDesign(std::shared_ptr<const Json> request, const QString& label) {
    std::string id = nextDesignId(study_, last_design_number_);
    push(withDesign(study_, std::move(id), label.toStdString(), std::move(request)), tr("new design %1").arg(label));
}

void StudyController::removeSelected() {
    const Design* design = study_.find(study_.selected);
    if (!design) return;
    const QString text = tr("delete design %1").arg(QLatin1Char(design->letter));
    nextDesignId(study_, last_design_number_); // the id of a deleted design is never given again
    push(withoutDesign(study_, study_.selected), text);
}

void StudyController::toggleBaseline(std::string_view id) {
    const Design* design = study_.find(id);
    if (!design) return;
    const QString letter(QLatin1Char(design->letter));
    const QString text =
        study_.baseline == id ? tr("unpin baseline %1").arg(letter) : tr("pin baseline %1").arg(letter);
    push(withBaselineToggled(study_, id), text);
}

void StudyController::pinRequest(std::shared_ptr<const Json> request, const QString& label) {
    const auto same =
        std::ranges::find_if(study_.designs, [&](const Design& design) { return *design.request == *request; });
    const QString text = tr("pin %1 as baseline").arg(label);
    if (same != study_.designs.end()) {
        if (study_.baseline != same->id) push(withBaselineToggled(study_, same->id), text);
        return;
    }
    const std::string id = nextDesignId(study_, last_design_number_);
    const Study with = withDesign(study_, id, label.toStdString(), std::move(request));
    const Study pinned = withBaselineToggled(with, id);
    push(study_.selected.empty() ? pinned : withSelected(pinned, study_.selected), text);
}

void StudyController::rename(std::string_view id, const QString& label) {
    push(withLabel(study_, id, label.toStdString()), tr("rename design to %1").arg(label));
}

void StudyController::show(const Study& study) {
    study_ = study;
    std::erase_if(runs_, [this](const auto& run) {
        if (study_.find(run.first)) return false;
        abandon(run.first);
        return true;
    });
    submitChanged();
    // Most answers come within a few milliseconds: then one scene is drawn, with the answer, instead of two.
    if (evaluating()) {
        if (!patience_.isActive()) patience_.start();
    } else {
        scheduleScene();
    }
    emit studyChanged();
}

void StudyController::submitChanged() {
    if (!engine_) return;
    for (const Design& design : study_.designs) {
        Run& run = runs_[design.id];
        if (run.asked != design.request) submit(design, run);
    }
    tellWhetherAwaiting();
}

void StudyController::submit(const Design& design, Run& run) {
    run.asked = design.request;
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
    run.closed_owed = answeredBy(*design.request) == Answered::Simulated;
    if (answeredBy(*design.request) == Answered::AtOnce) {
        abandon(design.id);
        run.newest = engine_->submitInteractive(design.id, design.request, deliver, partials.get());
    } else {
        run.newest = engine_->submitBatch(design.id, design.request, deliver, partials.get());
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
    auto asked = closedFormsOf(*run.asked);
    if (!asked) return;
    run.closed = run.newest;
    const auto deliver = [this, id, request = run.asked, simulation = run.newest](Ticket, Outcome outcome) {
        views::InstantAnswer answer{request, outcome ? *outcome : nullptr,
                                    outcome ? std::string() : outcome.error().text};
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
    engine_->submitInteractive(id + " closed forms", std::move(asked), deliver);
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

void StudyController::scheduleScene() {
    if (std::exchange(scene_scheduled_, true)) return;
    QMetaObject::invokeMethod(this, &StudyController::emitScene, Qt::QueuedConnection);
}

void StudyController::emitScene() {
    scene_scheduled_ = false;
    patience_.stop();
    emit sceneChanged(scene());
}

QString StudyController::defaultMetric() const {
    const auto run = runs_.find(study_.selected);
    if (run == runs_.end() || !run->second.estimate) return QStringLiteral("energy_j");
    const Estimate& estimate = *run->second.estimate;
    if (estimate.kind == "layer" || estimate.metrics.empty()) return QStringLiteral("energy_j");
    return QString::fromStdString(estimate.metrics.front().name);
}

} // namespace strata::app
