// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/npu/npu_model_query.h"

#include "core/hardware/npu/npu_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr std::string_view kWorkload = "/workload";

/// One device runs one pass: what divides or trains a model belongs to other hardware.
Result<void> requireOnePass(const Json& request, const workload::GraphOptions& options) {
    const auto refuse = [](std::string pointer, Message text, Message expected) {
        return Error{"not-supported", std::move(pointer), std::move(text), std::move(expected), {}};
    };
    if (options.phase == workload::Phase::Training)
        return refuse("/workload/phase", {"error.npu-runs-no-training-step"}, {"accepted.inference-prefill-decode"});
    for (const char* key : {"tensor_parallel", "expert_parallel"}) {
        if (request.at("workload").value(key, 1) > 1)
            return refuse("/workload/" + std::string(key), {"error.one-npu-divides-no-model"},
                          {"accepted.1-or-network-cores"});
    }
    for (const char* key : {"serving", "source", "table"}) {
        const std::string pointer = "/plan/" + std::string(key);
        if (findPointer(request, pointer) != nullptr)
            return refuse(pointer, {"error.belongs-to-gpu-requests", {{"key", key}}}, {"accepted.plan-without-it"});
    }
    return {};
}

/// Layers as an inference compiler leaves them: norms of convolutions folded, pointwise operators at the end of the
/// layer before them. Words have the widths of the hardware, so that all operands count alike.
workload::GraphOptions npuOptions(workload::GraphOptions options) {
    options.weights = options.activations = options.kv_cache = options.math = options.wide = NumberType::Bf16;
    if (options.fusion.empty()) options.fusion = "engine";
    options.channels_last = true;
    options.list_activations = true;
    return options;
}

npu::NetworkSettings settingsOf(const Json& request) {
    npu::NetworkSettings settings;
    const Json* plan = findPointer(request, "/plan/network");
    if (plan == nullptr) return settings;
    settings.search.goal =
        npu::mappingGoalNamed(plan->value("objective", std::string("edp"))).value_or(settings.search.goal);
    settings.search.budget = plan->value("budget", settings.search.budget);
    settings.search.seed = request.value("seed", settings.search.seed);
    settings.keep_activations = plan->value("activations", std::string("buffer")) == "buffer";
    const std::string fusion = plan->value("fusion", std::string("none"));
    for (const auto way : {npu::LayerFusion::Kept, npu::LayerFusion::Recomputed, npu::LayerFusion::Best}) {
        if (npu::name(way) == fusion) settings.fusion = way;
    }
    settings.cores = plan->value("cores", settings.cores);
    if (plan->value("split", std::string("layers")) == name(npu::CoreSplit::Pipeline))
        settings.split = npu::CoreSplit::Pipeline;
    return settings;
}

} // namespace

Result<NpuModelQuery> resolveNpuModel(const Json& request, const Library& library) {
    auto hardware = resolveHardware(request, library);
    if (!hardware) return hardware.error();
    if (auto fits = requireHardware(request, *hardware, EntryKind::Npu, "an NPU"); !fits) return fits.error();
    auto architecture = hardware::readNpu(*hardware, {});
    if (!architecture) return hardwareError(architecture.error(), request);
    std::vector<hardware::Component> components = componentsOf(library);
    if (auto filled = hardware::applyComponents(*architecture, components); !filled)
        return hardwareError(filled.error(), request);
    const Json& workload = request.at("workload");
    const auto stated = workload::readGraphOptions(workload, kWorkload);
    if (!stated) return stated.error();
    if (auto possible = requireOnePass(request, *stated); !possible) return possible.error();
    const auto model = library.resolve(workload.at("model"), "/workload/model", Role::Workload);
    if (!model) return model.error();

    NpuModelQuery query;
    query.options = npuOptions(*stated);
    auto graph = workload::buildGraph(*model, query.options, "/workload/model");
    if (!graph) return graph.error();
    auto network = npu::networkOf(*graph, "/workload/model");
    if (!network) return network.error();
    query.architecture = *std::move(architecture);
    query.components = std::move(components);
    query.graph = *std::move(graph);
    query.network = *std::move(network);
    query.settings = settingsOf(request);
    query.names_types = std::ranges::any_of(std::initializer_list<const char*>{"dtype", "weights", "activations"},
                                            [&](const char* key) { return workload.contains(key); });
    query.hardware = std::make_shared<const Json>(*std::move(hardware));
    return query;
}

Result<Json> layerOfNetwork(const Json& request, std::string_view layer, const Library& library) {
    const auto query = resolveNpuModel(request, library);
    if (!query) return query.error();
    const auto row = std::ranges::find(query->network.layers, layer, &npu::NetworkLayer::name);
    if (row == query->network.layers.end()) {
        return Error{"not-found",
                     "",
                     {"error.has-no-layer-2", {{"model", query->graph.model}, {"layer", layer}}},
                     {"accepted.name-operator-estimate"},
                     {}};
    }
    if (!row->document) {
        return Error{"not-supported",
                     "",
                     {"error.pass-vector-unit-and-has-no", {{"name", row->name}}},
                     {"accepted.layer-on-array"},
                     {}};
    }
    Json next{{"kind", "layer"}, {"hardware", request.at("hardware")}, {"workload", *row->document}};
    next["workload"]["name"] = row->name;
    next["plan"]["search"] = {{"objective", npu::name(query->settings.search.goal)},
                              {"budget", query->settings.search.budget}};
    next["label"] = row->name + " of " + query->graph.model;
    return next;
}

} // namespace strata
