// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"
#include "core/workload/kernel/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace strata::workload {

/// What a built-in loop nest may grow to, so that every count stays exact in 64 bits.
inline constexpr double kLargestBound = 1e12;
inline constexpr double kLargestNest = 4e18;       ///< multiply-accumulates of one layer, words of one tensor
inline constexpr std::size_t kMostDimensions = 16; ///< of a custom operator
inline constexpr std::size_t kMostTensors = 8;

/// Schema of a layer: `operator` with its dimensions (REQUESTS: Operators), `bits`, `density`; `operator:
/// "custom"` has `problem: {"dimensions": {"m": 64}, "tensors": [{"name", "axes": [["m"], [{"p": 2}, "r"]],
/// "output": true}]}`. `name` and `repeat` say where in a model the layer stands; they do not change its
/// evaluation.
const ObjectSchema& layerSchema();

/// The loop nest of one layer document (already resolved: no model reference left). Built in: conv2d (stride,
/// dilation, groups, depthwise), matmul (with batch), attention_scores (Q K^T) and attention_context (P V)
/// with grouped KV heads, custom. Loops are named as the document names its dimensions, with two additions: a
/// grouped convolution has a loop `g` over its groups (c and m then count within one group), and the query
/// heads that share a KV head are the loop `group`. Errors: "bad-value", "missing", "not-modelled" (density
/// below 1), with pointers below `pointer`.
Result<Problem> buildProblem(const Json& layer, std::string_view pointer);

/// The dimensions that a built-in operator has, in document order, for parameter panels: {"n","c","m",...}.
std::vector<std::string> operatorDimensions(std::string_view operator_name);

/// Schemas of workload files: a CNN as a list of layers, a transformer by its hyper-parameters.
const ObjectSchema& cnnSchema();
const ObjectSchema& transformerSchema();

/// Schema of a workload file: what every catalog entry says about itself, and the facts.
ObjectSchema entrySchema(const char* kind, const char* title, std::vector<Field> facts);

/// How a workload is cut into layers; a CNN uses only the batch.
struct LayerListOptions {
    std::uint64_t batch = 1;
    std::uint64_t sequence = 0; ///< tokens; 0 means 2048, or the longest that the model takes where that is shorter
    bool decode = false;        ///< one new token per sequence against a cache of `sequence`
};
/// The layers of a workload entry, each a document that layerSchema() accepts with further keys `name`,
/// `repeat`. For a transformer: the matmuls and attention products of one block and the head, at the batch,
/// sequence and phase asked for.
Result<Json> listLayers(const Json& workload, const LayerListOptions& options);

/// One layer of that list by name. Errors: "not-found" with the names there are.
Result<Json> findLayer(const Json& workload, std::string_view layer, const LayerListOptions& options);

} // namespace strata::workload
