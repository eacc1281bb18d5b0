// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"
#include "core/hardware/npu/npu.h"

#include <string>

namespace strata::hardware {

/// Schema of the member `recipe` of an NPU.
ObjectSchema recipeSchema();

/// The recipe of a valid document. Errors: "unknown-level", "bad-value" where a level is told to keep what it
/// may not.
Result<MappingRecipe> readRecipe(const Json& document, const NpuArchitecture& npu, const std::string& pointer);

} // namespace strata::hardware
