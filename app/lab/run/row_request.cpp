// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/row_request.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

constexpr std::string_view kUsualRuntime = "pytorch"; // of entries that name none

Json whole(double value) { return value == std::floor(value) ? Json(static_cast<std::int64_t>(value)) : Json(value); }

/// The runtime by the name that requests have for it.
std::string runtimeOf(const hardware::Gpu& gpu) { return gpu.engine == "trtllm" ? "tensorrt-llm" : gpu.engine; }

Json requestOn(const hardware::Gpu& gpu, const char* kind, std::string_view method, std::string_view label) {
    Json request{{"kind", kind}, {"label", label}, {"hardware", gpu.id}};
    if (gpu.engine != kUsualRuntime)
        request["hardware"] = Json{{"base", gpu.id}, {"set", {{"/engine", runtimeOf(gpu)}}}};
    if (!method.empty()) request["method"] = method;
    return request;
}

/// A document leaves out what only graphs know; a kernel that it would change is not asked for.
bool says(const Json& document, const workload::Kernel& kernel) {
    const auto read = workload::readKernel(document, "/workload");
    if (!read || workload::toJson(*read) != document || workload::classOf(*read) != workload::classOf(kernel))
        return false;
    const workload::KernelWork told = workload::workOf(*read);
    const workload::KernelWork meant = workload::workOf(kernel);
    return told.flop == meant.flop && told.read_bytes == meant.read_bytes && told.write_bytes == meant.write_bytes;
}

const char* word(workload::Optimizer optimizer) {
    switch (optimizer) {
    case workload::Optimizer::None: return "none";
    case workload::Optimizer::Sgd: return "sgd";
    case workload::Optimizer::AdamW: break;
    }
    return "adamw";
}

const char* word(workload::Recompute recompute) {
    switch (recompute) {
    case workload::Recompute::None: break;
    case workload::Recompute::Selective: return "selective";
    case workload::Recompute::Full: return "full";
    }
    return "none";
}

} // namespace

std::string kernelRequest(const hardware::Gpu& gpu, const workload::Kernel& kernel, std::string_view method,
                          std::string_view label) {
    Json request = requestOn(gpu, "kernel", method, label);
    request["workload"] = workload::toJson(kernel);
    return says(request["workload"], kernel) ? request.dump() : std::string();
}

std::string modelRequest(const hardware::Gpu& gpu, std::string_view model, const workload::GraphOptions& options,
                         std::string_view method, std::string_view label) {
    Json workload{{"model", model},
                  {"phase", name(options.phase)},
                  {"batch", whole(options.batch)},
                  {"weights", name(options.weights)},
                  {"activations", name(options.activations)},
                  {"kv_cache", name(options.kv_cache)},
                  {"math", name(options.math)},
                  {"fused", options.fused},
                  {"flash_attention", options.flash_attention},
                  {"block_scaled", options.block_scaled},
                  {"tensor_parallel", whole(options.tensor_parallel)},
                  {"expert_parallel", whole(options.expert_parallel)},
                  {"skew", options.skew},
                  {"routing", name(options.routing)},
                  {"optimizer", word(options.optimizer)},
                  {"recompute", word(options.recompute)},
                  {"accumulate_gradients", options.accumulate_gradients},
                  {"dropout", options.dropout},
                  {"loss", options.loss}};
    if (options.sequence > 0) workload["sequence"] = whole(options.sequence);
    if (options.image > 0) workload["image"] = whole(options.image);
    if (!options.fusion.empty()) workload["fusion"] = options.fusion;
    Json request = requestOn(gpu, "model", method, label);
    request["workload"] = std::move(workload);
    return request.dump();
}

} // namespace strata::assess
