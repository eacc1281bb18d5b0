// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <string_view>

namespace strata::workload {

struct GraphOptions;

/// Whether FP8 weights of a model come with a scale for each block when it is asked for under this name: one of its
/// `fp8_blocks`, or, where it has any, its own id, which stands for what its authors publish.
bool publishedInBlocks(const Json& model, std::string_view named);

/// Options of a request that states types of numbers, but not how they are scaled: FP8 as the checkpoint has it.
/// `named` is the request's model; products that widen their weights have no scales to follow.
void followCheckpoint(const Json& model, const Json& named, GraphOptions& options);

/// How unevenly the model's trained router loads its experts, as its entry states it; 0 where it does not.
double routingSkew(const Json& model);

} // namespace strata::workload
