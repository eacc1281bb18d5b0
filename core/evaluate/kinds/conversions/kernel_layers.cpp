// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/conversions/kernel_layers.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::design {

namespace {

constexpr double kUsualSequence = 2048;

bool has(const Json& gpu, const char* rates, const std::string& type) {
    const auto found = gpu.find(rates);
    return found != gpu.end() && found->contains(type);
}

void copy(const Json& from, Json& to, std::initializer_list<const char*> keys) {
    for (const char* key : keys)
        if (from.contains(key)) to[key] = from[key];
}

bool isLanguageModel(const Json& model) {
    return model.value("kind", std::string()) == "transformer" &&
           model.value("architecture", std::string()) != "vision_encoder";
}

bool isDecoder(const Json& model) {
    return isLanguageModel(model) && model.value("architecture", std::string()) == "decoder";
}

} // namespace

std::string usualType(const Json& gpu) {
    for (const char* type : {"bf16", "fp16"})
        if (has(gpu, "matrix_flop_per_clock", type)) return type;
    return "fp32";
}

std::string supportedType(const std::string& type, const Json& gpu) {
    const bool known = has(gpu, "matrix_flop_per_clock", type) || has(gpu, "vector_flop_per_clock", type);
    return known ? type : usualType(gpu);
}

Json modelWorkload(const Json& model, const Json& before, const Json& gpu) {
    Json workload{{"model", model.at("id")}};
    const std::string phase = before.value("phase", std::string());
    const bool only_decoder = phase == "prefill" || phase == "decode";
    if (!phase.empty() && (isDecoder(model) || !only_decoder))
        workload["phase"] = phase;
    else
        workload["phase"] = isDecoder(model) ? "prefill" : "inference";
    workload["batch"] = before.value("batch", 1);
    if (isLanguageModel(model)) {
        const double longest = model.value("max_seq", kUsualSequence);
        const double wanted = before.value("sequence", kUsualSequence);
        workload["sequence"] = static_cast<std::int64_t>(std::min(wanted, longest));
    }
    copy(before, workload, {"fused", "flash_attention"});
    const std::string type = before.value("dtype", std::string());
    workload["dtype"] = type.empty() ? usualType(gpu) : supportedType(type, gpu);
    return workload;
}

Result<Json> kernelOfLayer(const Json& layer, const std::string& type) {
    const std::string op = layer.value("operator", std::string());
    Json kernel{{"dtype", type}};
    if (op == "conv2d") {
        kernel["operator"] = "conv2d";
        copy(layer, kernel, {"n", "c", "m", "p", "q", "r", "s", "stride", "dilation", "groups"});
        // Kernels have one stride for both directions.
        if (!kernel.contains("stride") && layer.contains("stride_h")) kernel["stride"] = layer["stride_h"];
        return kernel;
    }
    if (op == "matmul") {
        const bool batched = layer.value("batch", 1.0) > 1.0;
        kernel["operator"] = batched ? "matmul" : "linear";
        copy(layer, kernel, {"m", "n", "k"});
        if (batched) kernel["batch"] = layer["batch"];
        return kernel;
    }
    if (op == "attention_scores" || op == "attention_context") {
        kernel["operator"] = "attention";
        copy(layer, kernel, {"batch", "heads", "kv_heads", "head_dim", "q_len", "kv_len"});
        return kernel;
    }
    return Error{"not-supported",
                 "/workload/operator",
                 {"error.there-no-gpu-kernel-for-layer", {{"op", op}}},
                 {"accepted.conv2d-matmul-attention-scores-or-attention"},
                 {}};
}

Result<Json> layerOfKernel(const Json& kernel) {
    const std::string op = kernel.value("operator", std::string());
    if (op == "conv2d") {
        Json layer{{"operator", "conv2d"}};
        copy(kernel, layer, {"n", "c", "m", "p", "q", "r", "s", "stride", "dilation", "groups"});
        return layer;
    }
    if (op == "linear" || op == "matmul") {
        Json layer{{"operator", "matmul"}};
        copy(kernel, layer, {"batch", "m", "n", "k"});
        return layer;
    }
    return Error{"not-supported",
                 "/workload/operator",
                 {"error.there-no-layer-for-kernel-operator", {{"op", op}}},
                 {"accepted.conv2d-linear-or-matmul"},
                 {}};
}

} // namespace strata::design
