// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/kernel/kernel.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::workload {

std::string_view name(VectorFunction function); ///< "add", "mul", ... as documents write it
std::optional<VectorFunction> vectorFunctionNamed(std::string_view name);

/// Functions that an `elementwise` document may name.
std::vector<std::string> elementwiseNames();

/// Tensors that a function reads where a document does not say: two for a sum or a product of tensors.
double usualInputs(VectorFunction function);

} // namespace strata::workload
