// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/composition_runner.h"

#include "core/evaluate/resolve.h"

#include <nlohmann/json.hpp>

namespace strata::app {
namespace {

using Needs = views::CompositionView::Needs;

/// One of the two.
struct Answer {
    std::vector<composition::LevelError> levels;
    std::optional<composition::CommunicationFidelity> communication;
};

} // namespace

CompositionRunner::CompositionRunner(views::CompositionView& view, QObject* parent)
    : QObject(parent), view_(view), task_(kQuiet_ms, [this] { begin(); }) {
    connect(&view, &views::CompositionView::pageChanged, this, &CompositionRunner::check);
    connect(&view, &views::View::attentionChanged, this, &CompositionRunner::check);
}

void CompositionRunner::setScene(const std::shared_ptr<const views::Scene>& scene) {
    scene_ = scene;
    check();
}

CompositionRunner::Wanted CompositionRunner::wanted() const {
    const views::DesignState* design = scene_ && scene_->library ? scene_->selectedDesign() : nullptr;
    const bool answered = design != nullptr && design->estimate && design->resolved && !design->stale;
    if (!answered || view_.needs() == Needs::Nothing) return {};
    return {design->design.request, view_.needs()};
}

void CompositionRunner::check() { task_.want(wanted(), view_.wanted()); }

void CompositionRunner::begin() {
    const Wanted now = wanted();
    if (!now.request || !view_.wanted()) return;
    const views::DesignState& design = *scene_->selectedDesign();
    auto work = [scene = scene_, request = design.resolved, estimate = design.estimate,
                 now](const std::stop_token& stop) {
        const Context context{*scene->library, stop, nullptr, scene->registry};
        Answer answer;
        if (now.needs == Needs::Propagation)
            answer.levels = composition::propagation(*request, *estimate, context);
        else
            answer.communication = composition::communicationFidelity(*request, *estimate, context);
        return answer;
    };
    task_.run(this, now, std::move(work), [this, now](Answer answer) {
        if (now.needs == Needs::Propagation)
            view_.showPropagation(now.request, std::move(answer.levels));
        else
            view_.showCommunication(now.request, std::move(answer.communication));
        emit finished();
    });
}

} // namespace strata::app
