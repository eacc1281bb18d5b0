// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/hardware/npu/npu.h"
#include "core/npu/mapping.h"
#include "core/workload/kernel/problem.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace strata::exchange {

/// One value that the reference tool printed.
struct ExpectedValue {
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    std::string place;          ///< "summary", "GlobalBuffer", "GlobalBuffer/Weights", for row names
    std::string quantity;       ///< as in the file: "reads_per_instance"
    std::size_t level = kNone;  ///< of the architecture; kNone for the summary and the multiply-accumulate units
    std::size_t tensor = kNone; ///< of the problem
    double value = 0.0;
};

/// What a case that does not fit must be rejected for.
struct ExpectedRejection {
    std::string message; ///< as printed
    std::size_t level = ExpectedValue::kNone;
    std::optional<std::uint64_t> needed;
    std::optional<std::uint64_t> available;
};

/// One run of the field's reference tool (timeloop-model): architecture, operator, mapping, and what it printed.
struct TimeloopCase {
    std::string id;
    hardware::NpuArchitecture architecture;
    workload::Problem problem;
    npu::Mapping mapping;
    bool factors_missing = false; ///< the file gives loop orders but no factors: `mapping` holds loops of bound 1
    bool sparse = false; ///< a run of the tool's sparse model: densities, formats and savings stand in the facts
    std::vector<ExpectedValue> expected;
    std::optional<ExpectedRejection> rejection;
};

/// Whether a document has the form of a case: arch_levels_outer_to_inner, problem, mapping, expected.
bool isTimeloopCase(const Json& document);

/// Reads a case. A factor is a number or "bound,remainder"; missing remainders are derived from the bounds, missing
/// factors are 1. Errors carry the pointer of what is wrong: "missing", "bad-value", "unknown-level",
/// "unknown-dimension", "unknown-tensor", "factors-do-not-multiply", "too-large".
Result<TimeloopCase> readTimeloopCase(const Json& document);

/// The same from a file, which errors then name. Errors also: those of readJsonFile().
Result<TimeloopCase> loadTimeloopCase(const std::filesystem::path& path);

} // namespace strata::exchange
