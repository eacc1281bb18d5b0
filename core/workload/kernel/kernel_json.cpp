// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/kernel.h"
#include "core/workload/kernel/vector_function.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::workload {
namespace {

/// Whole numbers are written as such: dimensions stay integers in a document.
Json written(double value) {
    if (value == std::floor(value) && std::abs(value) < 9e15) return static_cast<std::int64_t>(value);
    return value;
}

Json document(std::string_view op, std::initializer_list<std::pair<const char*, double>> sizes) {
    Json made{{"operator", op}};
    for (const auto& [key, size] : sizes)
        made[key] = written(size);
    return made;
}

struct Write {
    Json operator()(const Matmul& s) const {
        Json made = document(s.linear ? "linear" : "matmul", {{"m", s.m}, {"n", s.n}, {"k", s.k}});
        if (!s.linear) made["batch"] = written(s.batch);
        if (s.block_scaled) made["block_scaled"] = true;
        if (s.dynamic_quantization) made["dynamic_quantization"] = true;
        if (s.weight_copies > 0) made["weight_copies"] = written(s.weight_copies);
        return made;
    }
    Json operator()(const Conv2d& s) const {
        return document("conv2d", {{"n", s.n},
                                   {"c", s.c},
                                   {"m", s.m},
                                   {"p", s.p},
                                   {"q", s.q},
                                   {"r", s.r},
                                   {"s", s.s},
                                   {"stride", s.stride},
                                   {"dilation", s.dilation},
                                   {"groups", s.groups}});
    }
    Json operator()(const Attention& s) const {
        Json made = document("attention", {{"batch", s.batch},
                                           {"heads", s.heads},
                                           {"kv_heads", s.kv_heads},
                                           {"head_dim", s.head_dim},
                                           {"q_len", s.q_len},
                                           {"kv_len", s.kv_len}});
        made["causal"] = s.causal;
        if (s.value_dim > 0) made["value_dim"] = written(s.value_dim);
        if (s.window > 0) made["window"] = written(s.window);
        if (s.longest_kv > 0) made["longest_kv"] = written(s.longest_kv);
        if (s.latent) made["latent"] = true;
        return made;
    }
    Json operator()(const VectorOp& s) const {
        const bool reduces = s.function == VectorFunction::Softmax || s.function == VectorFunction::LayerNorm ||
                             s.function == VectorFunction::RmsNorm || s.function == VectorFunction::BatchNorm;
        Json made = document(reduces ? name(s.function) : "elementwise",
                             {{"rows", s.rows}, {"cols", s.cols}, {"inputs", s.inputs}, {"outputs", s.outputs}});
        if (!reduces) made["function"] = name(s.function);
        return made;
    }
    Json operator()(const Moe& s) const {
        Json made = document("moe", {{"tokens", s.tokens},
                                     {"hidden", s.hidden},
                                     {"ffn", s.ffn},
                                     {"experts", s.experts},
                                     {"all_experts", s.all_experts},
                                     {"top_k", s.top_k},
                                     {"skew", s.skew}});
        if (s.routing != Routing::Balanced) made["routing"] = name(s.routing);
        made["gated"] = s.gated;
        if (s.block_scaled) made["block_scaled"] = true;
        return made;
    }
    Json operator()(const Quantize& s) const {
        Json made = document("quantize", {{"rows", s.rows}, {"cols", s.cols}});
        made["scale"] = s.scale;
        made["cast"] = s.cast;
        return made;
    }
    Json operator()(const Scan& s) const {
        return document("scan", {{"batch", s.batch},
                                 {"q_len", s.q_len},
                                 {"heads", s.heads},
                                 {"key_dim", s.key_dim},
                                 {"value_dim", s.value_dim}});
    }
};

} // namespace

Json toJson(const Kernel& kernel) {
    Json made = std::visit(Write{}, kernel.shape);
    made["a"] = name(kernel.a);
    made["b"] = name(kernel.b);
    made["out"] = name(kernel.out);
    made["math"] = name(kernel.math);
    if (kernel.cold) made["cold"] = true;
    return made;
}

} // namespace strata::workload
