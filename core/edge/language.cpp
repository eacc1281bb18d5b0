// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/language.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <variant>

namespace strata::edge {
namespace {

constexpr double kStateBytes = 4; ///< recurrent states are kept in 32 bits

void addTensor(LanguageModel& model, std::string_view role, double parameters, double experts = 0,
               double per_token = 0) {
    if (parameters <= 0) return;
    const auto same = [&](const LanguageTensor& tensor) {
        return tensor.role == role && tensor.experts == experts && tensor.per_token == per_token;
    };
    const auto found = std::ranges::find_if(model.tensors, same);
    if (found != model.tensors.end())
        found->parameters += parameters;
    else
        model.tensors.push_back({std::string(role), parameters, experts, per_token, 2});
}

void addProduct(LanguageModel& model, std::string_view name, const workload::Matmul& product, double count,
                double value_columns) {
    const double parameters = count * product.n * product.k;
    if (name.ends_with("query_key_value")) {
        const double value = std::min(value_columns, product.n) * product.k * count;
        addTensor(model, "value", value);
        addTensor(model, "attention", parameters - value);
    } else if (name.ends_with("logits")) {
        addTensor(model, "output", parameters);
    } else if (name.find("router") != std::string_view::npos) {
        addTensor(model, "router", parameters);
    } else if (name.ends_with("attention.output")) {
        addTensor(model, "attention_output", parameters);
    } else if (name.ends_with("down")) {
        addTensor(model, "down", parameters);
    } else if (name.find("attention") != std::string_view::npos) {
        addTensor(model, name.ends_with("value") ? "value" : "attention", parameters);
    } else {
        addTensor(model, "up", parameters);
    }
}

void addExperts(LanguageModel& model, const workload::Moe& moe, double count) {
    const double matrix = count * moe.experts * moe.hidden * moe.ffn;
    addTensor(model, "experts", (moe.gated ? 2 : 1) * matrix, moe.experts, moe.top_k);
    addTensor(model, "expert_down", matrix, moe.experts, moe.top_k);
}

void addAttention(LanguageModel& model, const workload::Attention& attention, double count) {
    const double value_dim = attention.value_dim > 0 ? attention.value_dim : attention.head_dim;
    const double kept = attention.latent ? attention.head_dim : attention.kv_heads * (attention.head_dim + value_dim);
    model.attention.push_back(
        {count * kept, count * attention.heads * (attention.head_dim + value_dim), attention.window});
}

/// Mean number of tokens that each new one of the pass attends to; those inside the window alone. Masked ones of a
/// compiled context are computed as well.
double meanContext(const LanguagePass& pass, double window) {
    if (pass.compiled_context > 0) return pass.compiled_context;
    const double context = pass.cached + (pass.tokens + 1) / 2;
    return window > 0 ? std::min(window, context) : context;
}

/// What weights stream with: a share of the memory's peak, or what the unit's own ports carry where that is less.
double streamOf(const LanguageDevice& device, const LanguageCosts& costs) {
    const double memory = device.memory_bytes_per_s * costs.memory_share;
    return device.port_bytes_per_s > 0 ? std::min(memory, device.port_bytes_per_s) : memory;
}

LanguageTime scaled(LanguageTime time, double factor) {
    for (double* value :
         {&time.weights_s, &time.arithmetic_s, &time.products_s, &time.cache_s, &time.attention_s, &time.launch_s})
        *value *= factor;
    return time;
}

LanguageTime sum(const LanguageTime& a, const LanguageTime& b) {
    return {a.weights_s + b.weights_s, a.arithmetic_s + b.arithmetic_s, a.products_s + b.products_s,
            a.cache_s + b.cache_s,     a.attention_s + b.attention_s,   a.launch_s + b.launch_s};
}

} // namespace

double LanguageTensor::touched(double tokens) const {
    return experts > 0 ? 1.0 - std::pow(1.0 - std::min(1.0, per_token / experts), tokens) : 1.0;
}

double LanguageModel::parameters() const {
    double sum = embedding_parameters;
    for (const LanguageTensor& tensor : tensors)
        sum += tensor.parameters;
    return sum;
}

double LanguageModel::weightBytes() const {
    double sum = embedding_parameters * embedding_bytes_per_value;
    for (const LanguageTensor& tensor : tensors)
        sum += tensor.parameters * tensor.bytes_per_value;
    return sum;
}

double LanguageModel::cacheBytes(double tokens, double bytes_per_value) const {
    double bytes = state_values * kStateBytes;
    for (const LanguageAttention& layers : attention)
        bytes +=
            layers.values_per_token * bytes_per_value * (layers.window > 0 ? std::min(layers.window, tokens) : tokens);
    return bytes;
}

LanguageModel languageModelOf(const workload::ModelGraph& decode, double value_columns) {
    LanguageModel model;
    for (const workload::Operator& op : decode.operators) {
        model.kernels += op.count * std::max(op.launches, 1.0);
        if (const auto* product = std::get_if<workload::Matmul>(&op.kernel.shape)) {
            if (product->linear) addProduct(model, op.name, *product, op.count, value_columns);
        } else if (const auto* moe = std::get_if<workload::Moe>(&op.kernel.shape)) {
            addExperts(model, *moe, op.count);
        } else if (const auto* attention = std::get_if<workload::Attention>(&op.kernel.shape)) {
            addAttention(model, *attention, op.count);
        } else if (const auto* scan = std::get_if<workload::Scan>(&op.kernel.shape)) {
            model.state_values += op.count * scan->heads * scan->key_dim * scan->value_dim;
        }
    }
    return model;
}

LanguageTime passTime(const LanguageModel& model, const LanguageDevice& device, const LanguageCosts& costs,
                      const LanguagePass& pass) {
    const double tokens = pass.sequences * pass.tokens;
    double bytes = 0, macs = 0, unpacked = 0;
    for (const LanguageTensor& tensor : model.tensors) {
        // Logits are computed of the last token of each sequence alone.
        const double rows = tensor.role == "output" ? pass.sequences : tokens;
        const double touched = tensor.touched(rows);
        bytes += tensor.parameters * touched * tensor.bytes_per_value;
        unpacked += tensor.parameters * touched;
        macs +=
            rows * tensor.parameters * (tensor.experts > 0 ? std::min(1.0, tensor.per_token / tensor.experts) : 1.0);
    }
    bytes += 2 * pass.sequences * model.state_values * kStateBytes; // read and written
    const double stream = streamOf(device, costs);
    LanguageTime time;
    time.weights_s = bytes / stream;
    if (device.clocks_per_s > 0) {
        const double each = macs / (device.clocks_per_s * costs.step_macs_per_clock);
        const double tiled =
            (macs + costs.fill_tokens * unpacked) / (device.clocks_per_s * costs.prompt_macs_per_clock);
        time.arithmetic_s = std::min(each, tiled);
    }
    const double p = costs.overlap;
    time.products_s = std::pow(std::pow(time.weights_s, p) + std::pow(time.arithmetic_s, p), 1 / p);
    for (const LanguageAttention& layers : model.attention) {
        const double context = meanContext(pass, layers.window);
        const double share = pass.fused_attention ? 1.0 : costs.plain_attention_share;
        time.cache_s +=
            pass.sequences * context * layers.values_per_token * pass.cache_bytes_per_value / (stream * share);
        if (device.clocks_per_s > 0 && pass.tokens > 1)
            time.attention_s +=
                tokens * context * layers.macs_per_pair / (device.clocks_per_s * costs.prompt_macs_per_clock);
    }
    time.launch_s = model.kernels * costs.kernel_s;
    return time;
}

LanguageTime promptTime(const LanguageModel& model, const LanguageDevice& device, const LanguageCosts& costs,
                        const LanguagePass& pass, double chunk_tokens) {
    const double chunks = pass.tokens / chunk_tokens;
    const double whole = pass.compiled_context > 0 ? std::ceil(chunks) : std::floor(chunks);
    const double rest = std::max(0.0, pass.tokens - whole * chunk_tokens);
    LanguageTime time;
    if (whole > 0) {
        // A chunk's time is linear in what stands before it: that of the middle one holds for their mean.
        LanguagePass chunk = pass;
        chunk.tokens = chunk_tokens;
        chunk.cached += chunk_tokens * (whole - 1) / 2;
        time = scaled(passTime(model, device, costs, chunk), whole);
    }
    if (rest > 0) {
        LanguagePass last = pass;
        last.tokens = rest;
        last.cached += whole * chunk_tokens;
        time = sum(time, passTime(model, device, costs, last));
    }
    return time;
}

LanguageTime stepTime(const LanguageModel& model, const LanguageDevice& device, const LanguageCosts& costs,
                      const LanguagePass& pass, double steps) {
    LanguagePass middle = pass;
    middle.tokens = 1;
    middle.cached += (steps - 1) / 2;
    return scaled(passTime(model, device, costs, middle), steps);
}

} // namespace strata::edge
