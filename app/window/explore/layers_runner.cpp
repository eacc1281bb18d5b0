// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/layers_runner.h"

#include "core/evaluate/resolve.h"
#include "views/layers/layers_view.h"

#include <nlohmann/json.hpp>
#include <QPointer>

namespace strata::app {

LayersRunner::LayersRunner(views::LayersView& view, QObject* parent)
    : QObject(parent), view_(view), task_(kQuiet_ms, [this] { begin(); }) {
    connect(&view, &views::View::attentionChanged, this, &LayersRunner::check);
}

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

void LayersRunner::check() { task_.want(wanted(), view_.wanted()); }

void LayersRunner::tell(const std::shared_ptr<const Json>& request, const layers::LayerEffect& effect) {
    if (!task_.underWay(request)) return;
    task_.forget(); // the view shows ends of one request only
    told_.push_back(effect);
    view_.showEffects(request, told_, false);
}

void LayersRunner::begin() {
    const auto now = wanted();
    if (!now || !view_.wanted()) return;
    told_.clear();
    const views::DesignState& design = *scene_->selectedDesign();
    auto work = [scene = scene_, request = design.resolved, estimate = design.estimate, now,
                 alive = QPointer<LayersRunner>(this), this](const std::stop_token& stop) {
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
    task_.run(this, now, std::move(work), [this, now](std::vector<layers::LayerEffect> effects) {
        view_.showEffects(now, std::move(effects), true);
        emit finished();
    });
}

} // namespace strata::app
