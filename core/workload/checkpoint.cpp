// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/checkpoint.h"

#include "core/workload/graph.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::workload {

bool publishedInBlocks(const Json& model, std::string_view named) {
    const auto blocks = model.find("fp8_blocks");
    if (blocks == model.end() || !blocks->is_array() || blocks->empty()) return false;
    if (model.value("id", "") == named) return true;
    return std::ranges::any_of(*blocks, [&](const Json& alias) { return alias.is_string() && alias == named; });
}

void followCheckpoint(const Json& model, const Json& named, GraphOptions& options) {
    if (options.weights != NumberType::Fp8 || options.math != NumberType::Fp8) return;
    options.block_scaled =
        publishedInBlocks(model, named.is_string() ? named.get<std::string>() : model.value("id", ""));
}

double routingSkew(const Json& model) {
    const auto moe = model.find("moe");
    return moe == model.end() || !moe->is_object() ? 0.0 : moe->value("routing_skew", 0.0);
}

} // namespace strata::workload
