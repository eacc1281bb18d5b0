// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapping.h"

#include <cstdint>
#include <vector>

namespace strata::npu {

/// The loops over one dimension, outermost first: per level the temporal ones, then spatial Y, then X.
std::vector<Loop*> loopsOver(Mapping& mapping, std::uint32_t dimension);
std::vector<const Loop*> loopsOver(const Mapping& mapping, std::uint32_t dimension);

/// Iterations of a dimension that the loops run, remainders counted; at most 2^64 - 1.
std::uint64_t coveredIterations(const Mapping& mapping, std::uint32_t dimension);

/// Product of the bounds of the loops over a dimension; at most 2^64 - 1.
std::uint64_t productOfBounds(const Mapping& mapping, std::uint32_t dimension);

/// Sets the remainders of all loops over a dimension so that they run exactly `bound` iterations: the digits of
/// bound - 1 in the mixed radix of the loop bounds. False when the bounds multiply to less.
bool deriveRemainders(Mapping& mapping, std::uint32_t dimension, std::uint64_t bound);

/// A loop that begins only once runs its remainder: bounds above it, from outside up to the first loop that runs more
/// than once, become the remainders.
void shortenOutermost(Mapping& mapping, std::uint32_t dimension);

/// Drops loops of bound 1 and sets the remainders of every dimension anew; the outermost loop over a dimension then has
/// no more iterations than it runs. False when the loops of some dimension do not reach its bound.
bool normalize(Mapping& mapping, const workload::Problem& problem);
/// The same where only factors of one dimension have changed.
bool normalizeAfterMove(Mapping& mapping, const workload::Problem& problem, std::uint32_t dimension);

/// A product that stops at 2^64 - 1 instead of wrapping around.
std::uint64_t saturatingProduct(std::uint64_t left, std::uint64_t right);

} // namespace strata::npu
