// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"
#include "core/workload/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace strata::workload {

/// Schema of a layer: `operator` with its dimensions (REQUESTS: Operators), `bits`, `density`; `operator: "custom"` has
/// `problem: {"dimensions": {"m": 64}, "tensors": [{"name", "axes": [["m"], [{"p": 2}, "r"]], "output": true}]}`.
const ObjectSchema& layerSchema();

/// The loop nest of one layer document (already resolved: no model reference left). Built in: conv2d (stride, dilation,
/// groups, depthwise), matmul (with batch), attention_scores (Q K^T) and attention_context (P V) with grouped KV heads, custom.
/// Errors: "bad-value", "missing", "not-modelled" (density below 1), with pointers below `pointer`.
Result<Problem> buildProblem(const Json& layer, std::string_view pointer);

/// The dimensions that a built-in operator has, in document order, for parameter panels: {"n","c","m",...}.
std::vector<std::string> operatorDimensions(std::string_view operator_name);

/// Schemas of workload files: a CNN as a list of layers, a transformer by its hyper-parameters.
const ObjectSchema& cnnSchema();
const ObjectSchema& transformerSchema();

/// How a workload is cut into layers; a CNN uses only the batch.
struct LayerListOptions {
    std::uint64_t batch = 1;
    std::uint64_t sequence = 2048;
    bool decode = false;  ///< one new token per sequence against a cache of `sequence`
};
/// The layers of a workload entry, each a document that layerSchema() accepts with further keys `name`, `repeat`. For a transformer:
/// the matmuls and attention products of one block and the head, at the batch, sequence and phase asked for.
Result<Json> listLayers(const Json& workload, const LayerListOptions& options);

/// One layer of that list by name. Errors: "not-found" with the names there are.
Result<Json> findLayer(const Json& workload, std::string_view layer, const LayerListOptions& options);

}  // namespace strata::workload
