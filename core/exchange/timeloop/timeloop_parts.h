// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/timeloop/timeloop_case.h"

#include <string_view>

namespace strata::exchange::detail {

inline constexpr std::string_view kLevels = "/arch_levels_outer_to_inner";

/// An error of a case; the file is added by who reads it.
Error caseError(std::string code, std::string pointer, Message text, Message expected);

/// A number at a key, or `fallback` where the key is absent. Errors: "bad-value".
Result<double> numberAt(const Json& object, std::string_view key, double fallback, std::string_view pointer);
/// The same for whole numbers of at least `least`.
Result<std::uint64_t> countAt(const Json& object, std::string_view key, std::uint64_t fallback, std::uint64_t least,
                              std::string_view pointer);
Result<std::string> textAt(const Json& object, std::string_view key, std::string_view pointer);

/// The parts of a case. Errors: "missing", "bad-value", and "unknown-..." for names.
Result<hardware::NpuArchitecture> readArchitecture(const Json& document);
Result<workload::Problem> readProblem(const Json& document);
Result<void> readMappingInto(const Json& document, TimeloopCase& result);
Result<void> readExpectedInto(const Json& document, TimeloopCase& result);
/// Densities, formats and savings of a sparse run.
Result<void> readSparseInto(const Json& document, TimeloopCase& result);

/// Index of a level by name, or ExpectedValue::kNone.
std::size_t findLevel(const hardware::NpuArchitecture& architecture, std::string_view name);

} // namespace strata::exchange::detail
