// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/study_controller.h"

#include "app/window/document/study_command.h"
#include "app/window/document/study_edits.h"
#include "core/evaluate/presentation.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QMetaObject>
#include <utility>

namespace strata::app {

namespace {
constexpr int kPatienceMs = 8;       // half a frame
constexpr int kMostUndoSteps = 1000; // each holds a study: a day's work must not fill the memory
} // namespace

StudyController::StudyController(unsigned threads, QObject* parent, const Registry& registry)
    : QObject(parent), registry_(registry), threads_(threads) {
    undo_.setUndoLimit(kMostUndoSteps);
    patience_.setSingleShot(true);
    patience_.setTimerType(Qt::PreciseTimer);
    patience_.setInterval(kPatienceMs);
    connect(&patience_, &QTimer::timeout, this, &StudyController::scheduleScene);
}

StudyController::~StudyController() = default;

std::shared_ptr<const views::Scene> StudyController::scene() const {
    auto scene = std::make_shared<views::Scene>();
    scene->library = library_;
    scene->registry = &registry_;
    scene->validation = validation_;
    scene->metric = shownMetric().toStdString();
    for (const Design& design : study_.designs) {
        if (design.id == study_.selected) scene->selected = static_cast<int>(scene->designs.size());
        const int index = static_cast<int>(scene->designs.size());
        if (design.id == study_.baseline) scene->baseline = index;
        if (std::ranges::find(study_.further_baselines, design.id) != study_.further_baselines.end())
            scene->further_baselines.push_back(index);
        views::DesignState state;
        state.design = design;
        if (const auto run = runs_.find(design.id); run != runs_.end()) {
            state.estimate = run->second.estimate;
            state.error = run->second.error;
            state.stale = run->second.shown != run->second.newest;
            if (run->second.asked == design.request) state.resolved = run->second.resolved;
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
        engine_ = std::make_unique<Engine>(library_, threads_, registry_);
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
    if (shown_library_ == library_) carried_ = edit.resolved;
    push(withRequest(study_, edit.design, edit.request), edit.text, edit.gesture);
    carried_.reset();
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

void StudyController::toggleFurtherBaseline(std::string_view id) {
    const Design* design = study_.find(id);
    if (!design) return;
    const QString letter(QLatin1Char(design->letter));
    Study next = withFurtherBaselineToggled(study_, id);
    const bool more = next.further_baselines.size() > study_.further_baselines.size() || !study_.baseline;
    push(std::move(next), more ? tr("compare with %1 as well").arg(letter) : tr("unpin baseline %1").arg(letter));
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

void StudyController::scheduleScene() {
    if (std::exchange(scene_scheduled_, true)) return;
    QMetaObject::invokeMethod(this, &StudyController::emitScene, Qt::QueuedConnection);
}

void StudyController::emitScene() {
    scene_scheduled_ = false;
    patience_.stop();
    shown_library_ = library_;
    emit sceneChanged(scene());
}

/// The chosen metric, as long as the selected design has it: the views of one without would be empty.
QString StudyController::shownMetric() const {
    const auto run = runs_.find(study_.selected);
    const Estimate* estimate = run == runs_.end() ? nullptr : run->second.estimate.get();
    if (!metric_.isEmpty() && (!estimate || estimate->metrics.empty() || estimate->findMetric(metric_.toStdString())))
        return metric_;
    return estimate ? QString::fromStdString(plottedMetric(*estimate, registry_)) : QStringLiteral("energy_j");
}

} // namespace strata::app
