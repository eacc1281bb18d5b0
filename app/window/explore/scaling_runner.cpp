// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/scaling_runner.h"

#include "app/window/explore/background_thread.h"
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
    : QObject(parent), view_(view), worker_(std::make_unique<Worker>()) {
    quiet_.setSingleShot(true);
    quiet_.setInterval(kQuiet_ms);
    connect(&quiet_, &QTimer::timeout, this, &ScalingRunner::begin);
    connect(&view, &views::ScalingView::scalingChanged, this, &ScalingRunner::check);
    connect(&view, &views::View::attentionChanged, this, &ScalingRunner::check);
}

ScalingRunner::~ScalingRunner() { stop_.request_stop(); }

void ScalingRunner::setScene(const std::shared_ptr<const views::Scene>& scene) {
    scene_ = scene;
    check();
}

ScalingRunner::Wanted ScalingRunner::wanted() const {
    Wanted wanted;
    if (!scene_ || !scene_->library) return wanted;
    wanted.selected = trainingOf(scene_->selectedDesign());
    if (wanted.selected) wanted.baseline = trainingOf(scene_->baselineDesign());
    wanted.library = scene_->library;
    wanted.scaling = view_.scaling();
    return wanted;
}

void ScalingRunner::check() {
    const Wanted now = wanted();
    const bool needed = now.selected && view_.wanted() && now != known_;
    if (needed && now == under_way_) return;
    stop_.request_stop();
    under_way_ = {};
    if (needed)
        quiet_.start();
    else
        quiet_.stop();
}

void ScalingRunner::begin() {
    const Wanted now = wanted();
    if (!now.selected || !view_.wanted()) return;
    under_way_ = now;
    stop_ = {};
    auto work = [now, stop = stop_.get_token()] {
        giveWayToWindow();
        const auto run = [&](const std::shared_ptr<const Json>& request) -> std::shared_ptr<const ScalingRun> {
            if (!request) return nullptr;
            return std::make_shared<const ScalingRun>(
                explore::runScaling(request, *now.library, now.scaling, views::ScalingView::kPoints, stop));
        };
        return Runs{run(now.selected), run(now.baseline)};
    };
    worker_->run(this, std::move(work), [this, now, stop = stop_.get_token()](const Runs& runs) {
        if (stop.stop_requested()) return;
        known_ = now;
        under_way_ = {};
        view_.showRuns(runs.selected, runs.baseline);
        emit finished();
    });
}

} // namespace strata::app
