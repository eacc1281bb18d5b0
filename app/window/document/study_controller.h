// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/engine/engine.h"
#include "core/session/study.h"
#include "views/headline/instant_answer.h"
#include "views/support/base/scene.h"
#include "views/support/base/view.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <QObject>
#include <QString>
#include <QTimer>
#include <QUndoStack>
#include <string>

namespace strata::app {

/// Owns the study and its undo steps, asks the engine for every design that changed, and puts study and answers
/// together into the scene that all views draw. Lives on the window's thread and never evaluates there.
class StudyController : public QObject {
    Q_OBJECT

public:
    /// The registry outlives the controller.
    explicit StudyController(unsigned threads, QObject* parent = nullptr, const Registry& registry = builtinRegistry());
    ~StudyController() override;

    const Study& study() const { return study_; }
    QUndoStack& undoStack() { return undo_; }
    const QString& metric() const { return metric_; }
    std::shared_ptr<const views::Scene> scene() const;
    std::shared_ptr<const Library> library() const { return library_; }
    /// True while any design waits for the answer to its newest request.
    bool evaluating() const;
    Engine::Counters counters() const;

    /// Replaces the catalog snapshot and evaluates everything again.
    void setLibrary(std::shared_ptr<const Library> library);
    /// Another document: undo steps are gone.
    void reset(Study study);
    /// An undoable step. Steps of the same non-empty gesture merge.
    void push(Study next, const QString& text, const QString& gesture = {});
    void apply(const views::Edit& edit);
    /// Not undoable: looking at another design is no change of the study.
    void select(std::string_view id);
    void setMetric(const QString& metric);
    /// The report that the validation view draws; not part of the study.
    void setValidation(std::shared_ptr<const assess::SuiteReport> report);

    void duplicateSelected();
    void addDesign(std::shared_ptr<const Json> request, const QString& label);
    void removeSelected();
    void toggleBaseline(std::string_view id);
    void toggleFurtherBaseline(std::string_view id);
    /// Pins a design with this request as the baseline: one that is there, or a new one. The selection stays. One step.
    void pinRequest(std::shared_ptr<const Json> request, const QString& label);
    void rename(std::string_view id, const QString& label);

signals:
    /// Some design waits for the answer to its newest request, or none does any more.
    void awaiting(bool awaited);
    /// What is known of the newest request of a design while it is being answered; null where that begins anew.
    void partialAnswer(const std::string& design, const std::shared_ptr<const strata::Estimate>& estimate);
    /// What closed forms say of a design whose simulation is under way and takes longer than kInstantMs, or done;
    /// without a request where a simulation of a later one is shown.
    void instantAnswer(const std::string& design, const strata::views::InstantAnswer& answer);
    /// At most once per event-loop turn.
    void sceneChanged(const std::shared_ptr<const strata::views::Scene>& scene);
    /// After every undoable step, undo and redo: the moment to save the working copy.
    void studyChanged();
    /// After selecting: worth saving, not a change of the document.
    void selectionChanged();

private:
    /// What is known of one design's evaluation.
    struct Run {
        std::shared_ptr<const Json> asked;       ///< the newest request that was submitted
        std::shared_ptr<const Request> resolved; ///< the same with its query; nullptr where it does not resolve
        Ticket first = 0;                        ///< answers to earlier tickets belong to another document
        Ticket newest = 0;
        std::uint64_t submission = 0; ///< whose partial answers are wanted
        Ticket shown = 0;
        std::shared_ptr<const Estimate> estimate;
        std::optional<Error> error;
        double simulated_ms = 0.0; ///< how long the last simulation was waited for
        bool closed_owed = false;  ///< closed forms have not been asked for the newest request
        Ticket closed = 0;         ///< of the simulation whose request they were asked for last
    };

    void show(const Study& study);
    std::shared_ptr<const Request> resolvedOf(const std::shared_ptr<const Json>& request) const;
    const Method* methodOf(const Json& request) const;
    void submitChanged();
    void submit(const Design& design, Run& run);
    void submitInstant(const std::string& id, Run& run);
    void owed(const std::string& id);
    void abandon(const std::string& id);
    void take(const std::string& id, Ticket ticket, const Outcome& outcome, double waited_ms);
    class Partials;
    void tellWhetherAwaiting();
    void scheduleScene();
    void emitScene();
    QString shownMetric() const;

    const Registry& registry_;
    Study study_;
    std::shared_ptr<const Request> carried_; ///< by the edit that is being applied
    QUndoStack undo_;
    QString metric_;
    std::shared_ptr<const Library> library_;
    std::shared_ptr<const Library> shown_library_; ///< of the newest scene: what views resolve their edits with
    std::shared_ptr<const assess::SuiteReport> validation_;
    std::map<std::string, Run> runs_;
    std::uint64_t last_design_number_ = 0;
    std::uint64_t submissions_ = 0;
    bool scene_scheduled_ = false;
    bool awaited_ = false;
    QTimer patience_; ///< how long a change waits for its answer before it is shown without
    unsigned threads_;
    std::unique_ptr<Engine> engine_; ///< destroyed first: nothing is delivered to a half-gone controller
};

} // namespace strata::app
