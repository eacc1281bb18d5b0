// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/number_type.h"
#include "core/base/schema.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::workload {

/// Operators of a `kernel` request and the members that each may have.
struct KernelOperator {
    std::string_view name;
    std::span<const std::string_view> needed;
    std::span<const std::string_view> optional;
};

/// All of them, and the one of a name; nullptr where there is none.
std::span<const KernelOperator> kernelOperators();
const KernelOperator* kernelOperatorNamed(std::string_view name);

/// Names of the number formats, as choices of a schema.
std::vector<std::string> numberTypeNames();

/// How tokens of a model find its experts: the power law of their popularity, and what holds without one.
Field expertSkewField();
Field expertRoutingField();

/// A choice of number format.
Field numberTypeField(const char* key, const char* title, const char* help);

/// The model of a request.
Field modelField();
/// Number formats of a language model that answers requests: of all its numbers, and of those that may differ.
std::vector<Field> languageTypeFields();

} // namespace strata::workload
