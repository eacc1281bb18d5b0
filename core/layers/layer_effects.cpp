// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/layer_effects.h"

#include "core/evaluate/resolve.h"

#include <nlohmann/json.hpp>

namespace strata::layers {
namespace {

std::optional<LayerEffect> effectOf(const Request& request, const LayerChain& chain, const LayerStep& step,
                                    const std::string& method, const Context& context) {
    const Json changed = withMethod(*request.document, step, method);
    const auto resolved = resolveRequest(changed, context.library, *context.registry);
    if (!resolved) return std::nullopt;
    const auto estimate = evaluate(*resolved, context);
    if (!estimate || !estimate->valid) return std::nullopt;
    const Metric* end = estimate->findMetric(chain.metric);
    if (end == nullptr) return std::nullopt;
    LayerEffect effect{step.layer, method, *end, {}};
    const LayerChain other = layerChain(*resolved, *estimate, context.library, *context.registry);
    for (const LayerStep& passed : chain.steps) {
        const LayerStep* twin = other.parts ? other.find(passed.layer) : nullptr;
        if (twin == nullptr || !twin->handed) return effect;
        effect.handed.push_back(*twin->handed);
    }
    return effect;
}

} // namespace

std::vector<LayerEffect> layerEffects(const Request& request, const LayerChain& chain, const Context& context,
                                      const std::function<bool(const LayerEffect&)>& tell) {
    std::vector<LayerEffect> effects;
    for (const LayerStep& step : chain.steps) {
        if (step.pointer.empty()) continue;
        for (const std::string& method : step.others) {
            if (context.stop.stop_requested()) return effects;
            auto effect = effectOf(request, chain, step, method, context);
            if (!effect || context.stop.stop_requested()) continue;
            effects.push_back(*std::move(effect));
            if (tell && !tell(effects.back())) return effects;
        }
    }
    return effects;
}

} // namespace strata::layers
