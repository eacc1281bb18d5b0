// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/serving/serving_engine.h"
#include "core/gpu/power/power_cap.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

/// A product of a layer that an adapter goes beside; `parts` of them share their input.
struct Product {
    double inputs = 0, outputs = 0, parts = 1;
};

std::vector<Product> productsOf(const ServingQuery& query) {
    const Json& model = *query.model.document;
    const double hidden = model.value("hidden", 1.0), heads = model.value("heads", 1.0);
    const double dim = model.value("head_dim", hidden / heads);
    const double queries = heads * dim, keys = model.value("kv_heads", heads) * dim;
    std::vector<Product> products{{hidden, queries + 2 * keys, 3}, {queries, hidden, 1}};
    if (const auto moe = model.find("moe"); moe != model.end() && moe->is_object()) return products;
    const double ffn = model.value("ffn", 4 * hidden), gates = model.value("gated_mlp", false) ? 2 : 1;
    products.push_back({hidden, gates * ffn, gates});
    products.push_back({ffn, hidden, 1});
    return products;
}

} // namespace

double adapterBytes(const ServingQuery& query, const ServingPool& pool) {
    double elements = 0;
    for (const Product& product : productsOf(query))
        elements += query.fleet.adapter_rank * (product.parts * product.inputs + product.outputs);
    constexpr double kElementBytes = 2; // adapters stay in 16 bits beside narrower weights
    return elements * kElementBytes * query.model.document->value("layers", 1.0) / pool.graph.tensor_parallel;
}

serving::MeasuredLine adapterLine(const ServingQuery& query, const ServingPool& pool, double most_tokens,
                                  const compose::KernelPredictor& predict) {
    serving::MeasuredLine line;
    const double layers = query.model.document->value("layers", 1.0) / pool.scheduler.stages;
    const double ranks = pool.graph.tensor_parallel;
    for (double tokens = 1;; tokens = std::min(4 * tokens, most_tokens)) {
        double seconds = 0;
        for (const Product& product : productsOf(query)) {
            workload::Kernel shrink;
            shrink.a = shrink.b = shrink.out = shrink.math = NumberType::Bf16;
            workload::Kernel expand = shrink;
            const double rank = query.fleet.adapter_rank;
            shrink.shape =
                workload::Matmul{.m = tokens, .n = product.parts * rank, .k = product.inputs, .linear = true};
            expand.shape = workload::Matmul{.m = tokens, .n = product.outputs / ranks, .k = rank, .linear = true};
            seconds += predict(shrink).seconds + predict(expand).seconds;
        }
        line.at.push_back(tokens);
        line.seconds.push_back(layers * seconds);
        if (tokens >= most_tokens) return line;
    }
}

compose::KernelPredictor limitedPredictor(const ServingQuery& query, compose::KernelPredictor predict,
                                          std::span<const hardware::Calibration> calibrations) {
    const hardware::Gpu& board = query.hardware.device.gpu;
    if (query.hardware.power_limit_w <= 0 || query.hardware.power_limit_w >= board.board_power_w) return predict;
    gpu::PowerCoefficients power = gpu::resolvePower(board, calibrations);
    power.limit_w = query.hardware.power_limit_w;
    return [power, predict = std::move(predict)](const workload::Kernel& kernel) {
        return gpu::atPowerLimit(power, kernel.math, predict(kernel));
    };
}

} // namespace strata::methods
