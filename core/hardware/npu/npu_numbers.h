// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/hardware/npu/npu.h"

#include <functional>
#include <string_view>

namespace strata::hardware {

/// Sets one number of an architecture as readNpu() would have read it from its document; false where it would
/// have been refused although the schema takes it.
using SetNpuNumber = std::function<bool(NpuArchitecture&, double)>;

/// The setter for a pointer into the document that `npu` was read from. Empty where other facts follow from
/// the value as well, or where the pointer is no number: then the document has to be changed and read anew.
SetNpuNumber npuNumberAt(std::string_view pointer, const Json& document, const NpuArchitecture& npu);

/// Entries of one instance that hold a capacity: whole entries only.
std::uint64_t entriesOf(double capacity_bytes, std::uint32_t entry_bits);

/// Rules between numbers that single setters cannot keep; the sentence of readNpu() for what they break.
Result<void> checkNpuNumbers(const NpuArchitecture& npu);

} // namespace strata::hardware
