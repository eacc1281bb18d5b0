// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/drawn_view.h"

#include "app/figure/explored_run.h"
#include "core/base/executor.h"
#include "core/evaluate/method.h"
#include "core/evaluate/presentation.h"
#include "core/evaluate/resolve.h"
#include "core/exchange/tuning/tuning_study.h"
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

Error wrongRequest(std::string_view view, Message expected) {
    return {"bad-argument",
            "",
            {"error.view-does-not-draw-kind-request", {{"view", std::string(view)}}},
            std::move(expected),
            {}};
}

/// The study is made again from the text that stood beside the figure.
Result<void> showStudy(const views::ViewInfo& info, views::View& view, const Order& order) {
    if (info.feeds.tuned == nullptr) return wrongRequest(info.id, verbatim("--view schedules"));
    auto study = exchange::studyTuningText(order.tuning_text, order.tuning_file);
    if (!study) return study.error();
    info.feeds.tuned(view, std::make_shared<const exchange::TuningStudy>(*std::move(study)));
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

void show(const views::ViewInfo& info, views::View& view, std::shared_ptr<const views::Scene> scene) {
    if (info.feeds.computed) {
        ThreadExecutor executor(std::thread::hardware_concurrency());
        info.feeds.computed(view, *scene, executor);
    }
    view.setScene(std::move(scene));
}

Result<void> fill(const views::ViewInfo& info, views::View& view, const Order& order,
                  std::shared_ptr<const Library> library) {
    if (!order.tuning_text.empty()) return showStudy(info, view, order);
    const bool draws_run = info.feeds.explored != nullptr;
    if (isExploration(order) != draws_run)
        return wrongRequest(info.id, draws_run ? Message{"accepted.request-kind-sweep-or-search-or"}
                                               : Message{"accepted.request-one-design"});
    if (draws_run) {
        const auto run = exploredRun(order, library);
        if (!run) return run.error();
        info.feeds.explored(view, *run);
        return {};
    }
    auto scene = sceneOf(order, std::move(library));
    if (!scene) return scene.error();
    show(info, view, *std::move(scene));
    return {};
}

} // namespace strata::figure
