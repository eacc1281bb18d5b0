// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"
#include "core/hardware/gpu/gpu.h"

#include <string_view>

namespace strata::hardware {

/// Schema of hwlib/gpu/*.json.
const ObjectSchema& gpuSchema();

/// The GPU of a document. Errors: those of validate(), and "bad-value" where facts contradict each other (a block
/// that takes more shared memory than its SM has, a base clock above the boost clock), with the pointer below
/// `pointer`.
Result<Gpu> readGpu(const Json& document, std::string_view pointer);

} // namespace strata::hardware
