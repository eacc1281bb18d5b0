// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/tokens.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::edge {
namespace {

/// Bits of the block layouts: bytes of a block times 8 over its weights. The mixes (_m, _s) hold some tensors in the
/// next wider layout; their means are those that the reference quantizer prints for a model of 8 billion weights.
constexpr std::array kFormats{
    QuantizedFormat{"q2_k", 3.00},   QuantizedFormat{"q3_k_m", 4.00}, QuantizedFormat{"q4_0", 4.66},
    QuantizedFormat{"q4_k_s", 4.67}, QuantizedFormat{"q4_k_m", 4.89}, QuantizedFormat{"mxfp4", 4.30},
    QuantizedFormat{"q5_k_m", 5.70}, QuantizedFormat{"q6_k", 6.56},   QuantizedFormat{"q8_0", 8.50},
    QuantizedFormat{"int4", 4.25},   QuantizedFormat{"int8", 8.0},    QuantizedFormat{"f16", 16.0}};

double valueOf(const hardware::PredictorGroup& group, std::string_view name, double otherwise) {
    const auto found = group.values.find(name);
    return found == group.values.end() ? otherwise : found->second;
}

/// Share of the weights that `tokens` tokens of a mixture read together: each draws its experts by itself.
double readShare(const LanguageCounts& model, double tokens) {
    return 1.0 - std::pow(1.0 - std::min(model.active_share, 1.0), tokens);
}

} // namespace

std::span<const QuantizedFormat> quantizedFormats() { return kFormats; }

const QuantizedFormat* quantizedFormatNamed(std::string_view id) {
    const auto found = std::ranges::find(kFormats, id, &QuantizedFormat::id);
    return found == kFormats.end() ? nullptr : &*found;
}

TokenCosts costsOf(const hardware::PredictorGroup& group) {
    TokenCosts costs;
    costs.memory_share = valueOf(group, "memory_share", costs.memory_share);
    costs.cache_share = valueOf(group, "cache_share", costs.cache_share);
    costs.compute_share = valueOf(group, "compute_share", costs.compute_share);
    costs.layer_s = valueOf(group, "layer_s", costs.layer_s);
    costs.pass_s = valueOf(group, "pass_s", costs.pass_s);
    costs.batch_share = valueOf(group, "batch_share", costs.batch_share);
    return costs;
}

double TokenTime::total() const { return std::max(weights_s + cache_s, compute_s) + layers_s + host_s; }

TokenTime decodeTime(const LanguageCounts& model, const TokenDevice& device, const TokenCosts& costs, double batch,
                     double depth) {
    TokenTime time;
    time.weights_s = model.weight_bytes * readShare(model, batch) * (1.0 + costs.batch_share * (batch - 1.0)) /
                     (costs.memory_share * device.memory_bytes_per_s);
    time.cache_s = batch * depth * model.kv_bytes_per_token / (costs.cache_share * device.memory_bytes_per_s);
    if (device.ops_per_s > 0)
        time.compute_s = 2.0 * batch * (model.macs_per_token + depth * model.attention_macs_per_pair) /
                         (costs.compute_share * device.ops_per_s);
    time.layers_s = costs.layer_s * model.layers;
    time.host_s = costs.pass_s;
    return time;
}

TokenTime prefillTime(const LanguageCounts& model, const TokenDevice& device, const TokenCosts& costs, double tokens,
                      double depth) {
    TokenTime time;
    time.weights_s = model.weight_bytes * readShare(model, tokens) / (costs.memory_share * device.memory_bytes_per_s);
    const double pairs = tokens * (depth + 0.5 * tokens);
    if (device.ops_per_s > 0)
        time.compute_s = 2.0 * (tokens * model.macs_per_token + pairs * model.attention_macs_per_pair) /
                         (costs.compute_share * device.ops_per_s);
    time.layers_s = costs.layer_s * model.layers;
    time.host_s = costs.pass_s;
    return time;
}

} // namespace strata::edge
