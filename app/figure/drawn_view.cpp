// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/drawn_view.h"

#include "app/figure/explored_run.h"
#include "core/base/executor.h"
#include "core/evaluate/kinds/serving/load_curve.h"
#include "core/evaluate/method.h"
#include "core/evaluate/presentation.h"
#include "core/evaluate/resolve.h"
#include "views/composition/composition_view.h"
#include "views/explore/exploration_view.h"
#include "views/layers/layers_view.h"
#include "views/scaling/scaling_view.h"
#include "views/schedules/schedules_view.h"
#include "views/serving/serving_view.h"
#include "views/support/base/view.h"

#include <nlohmann/json.hpp>
#include <thread>

namespace strata::figure {
namespace {

Design designOf(const std::shared_ptr<const Json>& request, char letter, const std::string& label) {
    const Json* own = findPointer(*request, "/label");
    const bool stated = label.empty() && own && own->is_string();
    return {std::string(1, letter), letter, stated ? own->get<std::string>() : label, request};
}

Result<std::shared_ptr<const views::Scene>> sceneOf(const Order& order, std::shared_ptr<const Library> library) {
    views::Scene scene;
    auto selected = evaluated(designOf(order.request, order.letter, order.label), *library);
    if (!selected) return selected.error();
    scene.metric = order.metric.empty() ? plottedMetric(*selected->estimate) : order.metric;
    scene.designs.push_back(*std::move(selected));
    scene.selected = 0;
    if (order.baseline) {
        auto baseline = evaluated(designOf(order.baseline, order.baseline_letter, order.baseline_label), *library);
        if (!baseline) return baseline.error();
        scene.designs.push_back(*std::move(baseline));
        scene.baseline = 1;
    }
    scene.library = std::move(library);
    return std::make_shared<const views::Scene>(std::move(scene));
}

/// Goodput over the rate as the window computes it in the background. A design without an answer has none.
void addLoadCurves(views::ServingView& view, const views::Scene& scene) {
    ThreadExecutor executor(std::thread::hardware_concurrency());
    for (const views::DesignState& design : scene.designs) {
        const auto rate = arrivalRate(*design.design.request);
        if (!rate) continue;
        std::vector<LoadPoint> points;
        const auto keep = [&points](const LoadPoint& point) {
            points.push_back(point);
            return true;
        };
        if (loadCurve(*design.design.request, loadRates(*rate), scene.library, {}, keep, &executor))
            view.setLoad(design.design.id, design.design.request, std::move(points), true);
    }
}

/// What the window computes in the background.
void showScaling(views::ScalingView& view, const views::Scene& scene) {
    const auto run = [&](const views::DesignState* design) -> std::shared_ptr<const explore::ScalingRun> {
        if (!design) return nullptr;
        return std::make_shared<const explore::ScalingRun>(explore::runScaling(
            design->design.request, *scene.library, view.scaling(), views::ScalingView::kPoints, {}));
    };
    view.showRuns(run(scene.selectedDesign()), run(scene.baselineDesign()));
}

void showEffects(views::LayersView& view, const views::Scene& scene) {
    const views::DesignState* design = scene.selectedDesign();
    if (design == nullptr || !design->estimate || !design->resolved) return;
    ThreadExecutor executor(std::thread::hardware_concurrency());
    const Context context{*scene.library, {}, nullptr, scene.registry, &executor};
    const auto chain = layers::layerChain(*design->resolved, *design->estimate, *scene.library, *scene.registry);
    view.showEffects(design->design.request, layers::layerEffects(*design->resolved, chain, context), true);
}

void showComposition(views::CompositionView& view, const views::Scene& scene) {
    const views::DesignState* design = scene.selectedDesign();
    if (design == nullptr || !design->estimate || !design->resolved) return;
    ThreadExecutor executor(std::thread::hardware_concurrency());
    const Context context{*scene.library, {}, nullptr, scene.registry, &executor};
    using Needs = views::CompositionView::Needs;
    if (view.needs() == Needs::Propagation)
        view.showPropagation(design->design.request,
                             composition::propagation(*design->resolved, *design->estimate, context));
    if (view.needs() == Needs::Communication)
        view.showCommunication(design->design.request,
                               composition::communicationFidelity(*design->resolved, *design->estimate, context));
}

/// The study is made again from the text that stood beside the figure.
Result<void> showStudy(views::View& view, const Order& order) {
    auto* schedules = qobject_cast<views::SchedulesView*>(&view);
    if (schedules == nullptr)
        return Error{"bad-argument",
                     "",
                     {"error.view-does-not-draw-kind-request", {{"view", order.view}}},
                     verbatim("--view schedules"),
                     {}};
    auto study = exchange::studyTuningText(order.tuning_text, order.tuning_file);
    if (!study) return study.error();
    schedules->setStudy(std::make_shared<const exchange::TuningStudy>(*std::move(study)));
    return {};
}

} // namespace

Result<views::DesignState> evaluated(Design design, const Library& library) {
    ThreadExecutor executor(std::thread::hardware_concurrency());
    auto resolved = sharedResolved(*design.request, library);
    const Context context{library, {}, nullptr, &builtinRegistry(), &executor};
    auto estimate = resolved ? evaluate(*resolved, context) : evaluate(*design.request, context);
    if (!estimate) return estimate.error();
    return views::DesignState{
        std::move(design), std::make_shared<const Estimate>(*std::move(estimate)), {}, false, std::move(resolved)};
}

void show(views::View& view, std::shared_ptr<const views::Scene> scene) {
    if (auto* serving = qobject_cast<views::ServingView*>(&view)) addLoadCurves(*serving, *scene);
    if (auto* scaling = qobject_cast<views::ScalingView*>(&view)) showScaling(*scaling, *scene);
    if (auto* passed = qobject_cast<views::LayersView*>(&view)) showEffects(*passed, *scene);
    if (auto* analyses = qobject_cast<views::CompositionView*>(&view)) showComposition(*analyses, *scene);
    view.setScene(std::move(scene));
}

Result<void> fill(views::View& view, const Order& order, std::shared_ptr<const Library> library) {
    if (!order.tuning_text.empty()) return showStudy(view, order);
    auto* many = qobject_cast<views::ExplorationView*>(&view);
    if (isExploration(order) != (many != nullptr)) {
        return Error{"bad-argument",
                     "",
                     {"error.view-does-not-draw-kind-request", {{"view", order.view}}},
                     many ? Message{"accepted.request-kind-sweep-or-search-or"}
                          : Message{"accepted.request-one-design"},
                     {}};
    }
    if (many) {
        auto run = exploredRun(order, library);
        if (!run) return run.error();
        many->setExploration(*std::move(run));
        return {};
    }
    auto scene = sceneOf(order, std::move(library));
    if (!scene) return scene.error();
    show(view, *std::move(scene));
    return {};
}

} // namespace strata::figure
