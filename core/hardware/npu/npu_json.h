// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"
#include "core/hardware/npu/npu.h"

namespace strata::hardware {

/// Schema of hwlib/npu/*.json.
const ObjectSchema& npuSchema();

/// The architecture of a document that validate() accepts. Errors: "bad-value" where facts contradict each
/// other (a word wider than its entry, two levels of one name, a recipe that names no level), with the
/// pointer below `pointer`.
Result<NpuArchitecture> readNpu(const Json& document, std::string_view pointer);

} // namespace strata::hardware
