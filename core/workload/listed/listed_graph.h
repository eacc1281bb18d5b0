// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"
#include "core/workload/graph.h"
#include "core/workload/kernel/operators.h"

#include <string_view>

namespace strata::workload {

class Tape;

/// Schema of a graph: a network as a list of operators with their sizes and the values that each reads, at a stated
/// batch.
const ObjectSchema& graphSchema();

/// Most operators of one graph.
inline constexpr std::size_t kMostOperators = 200000;

/// Writes the forward pass of a graph on the tape. Errors: those of validate(), "bad-value" where an operator lacks a
/// size, reads a value that no operator before it makes, or where the request asks for tokens or shards.
Result<void> writeListed(const Json& model, Tape& tape, ModelGraph& graph, std::string_view pointer);

/// Its convolutions and products as documents that a layer request accepts. Errors: as above.
Result<Json> listedLayers(const Json& model, const LayerListOptions& options);

} // namespace strata::workload
