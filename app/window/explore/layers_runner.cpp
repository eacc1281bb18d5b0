// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/layers_runner.h"

#include "app/window/explore/background_thread.h"
#include "core/evaluate/resolve.h"
#include "views/layers/layers_view.h"

#include <nlohmann/json.hpp>
#include <QPointer>

namespace strata::app {

LayersRunner::LayersRunner(views::LayersView& view, QObject* parent)
    : QObject(parent), view_(view), worker_(std::make_unique<Worker>()) {
    quiet_.setSingleShot(true);
    quiet_.setInterval(kQuiet_ms);
    connect(&quiet_, &QTimer::timeout, this, &LayersRunner::begin);
    connect(&view, &views::View::attentionChanged, this, &LayersRunner::check);
}

LayersRunner::~LayersRunner() { stop_.request_stop(); }

void LayersRunner::setScene(const std::shared_ptr<const views::Scene>& scene) {
    scene_ = scene;
    check();
}

/// The request whose answer is there, so that its layers are known.
std::shared_ptr<const Json> LayersRunner::wanted() const {
    const views::DesignState* design = scene_ && scene_->library ? scene_->selectedDesign() : nullptr;
    const bool answered = design != nullptr && design->estimate && design->resolved && !design->stale;
    return answered ? design->design.request : nullptr;
}

void LayersRunner::check() {
    const auto now = wanted();
    const bool needed = now && view_.wanted() && now != known_;
    if (needed && now == under_way_) return;
    stop_.request_stop();
    under_way_ = nullptr;
    if (needed)
        quiet_.start();
    else
        quiet_.stop();
}

void LayersRunner::tell(const std::shared_ptr<const Json>& request, const layers::LayerEffect& effect) {
    if (request != under_way_) return;
    known_ = nullptr; // the view shows ends of one request only
    told_.push_back(effect);
    view_.showEffects(request, told_, false);
}

void LayersRunner::begin() {
    const auto now = wanted();
    if (!now || !view_.wanted()) return;
    under_way_ = now;
    told_.clear();
    stop_ = {};
    const views::DesignState& design = *scene_->selectedDesign();
    auto work = [scene = scene_, request = design.resolved, estimate = design.estimate, now, stop = stop_.get_token(),
                 alive = QPointer<LayersRunner>(this), this] {
        giveWayToWindow();
        const Context context{*scene->library, stop, nullptr, scene->registry};
        const auto chain = layers::layerChain(*request, *estimate, *scene->library, *scene->registry);
        return layers::layerEffects(*request, chain, context, [&](const layers::LayerEffect& effect) {
            // The pointer is only read in the queued call, on the window's thread.
            QMetaObject::invokeMethod(
                this,
                [alive, now, effect] {
                    if (alive) alive->tell(now, effect);
                },
                Qt::QueuedConnection);
            return !stop.stop_requested();
        });
    };
    worker_->run(this, std::move(work),
                 [this, now, stop = stop_.get_token()](std::vector<layers::LayerEffect> effects) {
                     if (stop.stop_requested()) return;
                     known_ = now;
                     under_way_ = nullptr;
                     view_.showEffects(now, std::move(effects), true);
                     emit finished();
                 });
}

} // namespace strata::app
