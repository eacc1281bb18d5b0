// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapping.h"

#include <string_view>

namespace strata::npu {

/// The recipe of an operator family, that of the family "" where it has none of its own; nullptr where there is
/// neither.
const hardware::OperatorRecipe* recipeFor(const hardware::MappingRecipe& recipe, std::string_view family);

/// Builds a mapping from the architecture's recipe: spatial loops first, each taking the largest factor that the array
/// has room for, then temporal loops from the innermost level outwards while the tiles fit; the rest stands at the
/// outermost level. Levels without preferences hold no loops; dimensions without any stand outermost. Where the recipe
/// allows remainders, it is followed with and without them, and the mapping of the lower energy-delay product taken.
/// @param family of the operator ("conv2d", "matmul", "attention"); a recipe for "" serves the others
/// Errors: "does-not-fit" where not even tiles of one word fit, naming the level; those of checkLimits().
Result<Mapping> mapByRecipe(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                            std::string_view family);

} // namespace strata::npu
