// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_stages.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata {

Result<std::optional<ColocationPlan>> colocationPlanOf(const Json& plan, const workload::GraphOptions& served,
                                                       const Library& library) {
    const auto stated = plan.find("colocated");
    if (stated == plan.end()) return std::optional<ColocationPlan>();
    const std::string here = "/plan/colocated/neighbour";
    const Json& neighbour = stated->at("neighbour");
    auto model = resolveDecoder(neighbour.at("model"), here + "/model", library);
    if (!model) return model.error();
    ColocationPlan out;
    const auto modes = gpu::sharingModes();
    out.mode =
        static_cast<gpu::SharingMode>(std::find(modes.begin(), modes.end(), stated->value("mode", "")) - modes.begin());
    out.sms = stated->value("sms", 0.0);
    out.memory_share = stated->value("memory_share", 0.0);
    out.model = *std::move(model);
    workload::GraphOptions own = served;
    const NumberType type = numberTypeNamed(neighbour.value("dtype", "bf16")).value_or(NumberType::Bf16);
    own.weights = own.activations = own.math = type;
    own.kv_cache = bytesOf(type) < 2 ? NumberType::Bf16 : type;
    own.expert_parallel = 1;
    auto graph = besideGraph(*out.model, own, here + "/model");
    if (!graph) return graph.error();
    out.graph = *graph;
    out.batch = neighbour.value("batch", 8.0);
    out.context = neighbour.value("context", 1024.0);
    out.load = neighbour.value("load", 1.0);
    out.neighbour_sms = neighbour.value("sms", 0.0);
    out.neighbour_memory_share = neighbour.value("memory_share", 0.0);
    return std::optional(std::move(out));
}

} // namespace strata
