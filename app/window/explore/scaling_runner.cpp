// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/scaling_runner.h"

#include "core/evaluate/kind.h"
#include "views/scaling/scaling_view.h"

#include <nlohmann/json.hpp>

namespace strata::app {

namespace {

using explore::ScalingRun;

struct Runs {
    std::shared_ptr<const ScalingRun> selected, baseline;
};

std::shared_ptr<const Json> trainingOf(const views::DesignState* design) {
    const RequestKind* kind = design != nullptr && design->design.request ? kindOf(*design->design.request) : nullptr;
    return kind != nullptr && kind->devices != nullptr ? design->design.request : nullptr;
}

} // namespace

ScalingRunner::ScalingRunner(views::ScalingView& view, QObject* parent)
    : QObject(parent), view_(view), task_(kQuiet_ms, [this] { begin(); }) {
    connect(&view, &views::ScalingView::scalingChanged, this, &ScalingRunner::check);
    connect(&view, &views::View::attentionChanged, this, &ScalingRunner::check);
}

void ScalingRunner::setScene(const std::shared_ptr<const views::Scene>& scene) {
    scene_ = scene;
    check();
}

ScalingRunner::Wanted ScalingRunner::wanted() const {
    Wanted wanted;
    if (!scene_ || !scene_->library) return {};
    wanted.selected = trainingOf(scene_->selectedDesign());
    if (!wanted.selected) return {};
    wanted.baseline = trainingOf(scene_->baselineDesign());
    wanted.library = scene_->library;
    wanted.scaling = view_.scaling();
    return wanted;
}

void ScalingRunner::check() { task_.want(wanted(), view_.wanted()); }

void ScalingRunner::begin() {
    const Wanted now = wanted();
    if (!now.selected || !view_.wanted()) return;
    auto work = [now](const std::stop_token& stop) {
        const auto run = [&](const std::shared_ptr<const Json>& request) -> std::shared_ptr<const ScalingRun> {
            if (!request) return nullptr;
            return std::make_shared<const ScalingRun>(
                explore::runScaling(request, *now.library, now.scaling, views::ScalingView::kPoints, stop));
        };
        return Runs{run(now.selected), run(now.baseline)};
    };
    task_.run(this, now, std::move(work), [this](const Runs& runs) {
        view_.showRuns(runs.selected, runs.baseline);
        emit finished();
    });
}

} // namespace strata::app
