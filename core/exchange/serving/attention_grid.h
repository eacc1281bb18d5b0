// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/serving/tables/engine_tables.h"

#include <array>
#include <string>
#include <vector>

namespace strata::exchange {

/// Attention of one layer as it was timed: tokens of a prompt's chunk, its context before, decoding sequences,
/// their mean context. All at least 0.
struct AttentionTime {
    std::array<double, 4> place{};
    double seconds = 0;
};

/// Axes and times of `out` from rows in any order, gaps filled; of rows with the same place the last one holds.
/// Errors: "bad-value" where the places span more than 16 million combinations.
Result<void> setAttention(const std::vector<AttentionTime>& times, const std::string& file, serving::EngineTables& out);

} // namespace strata::exchange
