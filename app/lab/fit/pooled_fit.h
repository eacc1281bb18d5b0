// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace strata::hardware {
struct Calibration;
}

namespace strata::assess {

/// Ways in which rows fall into groups that have factors of their own: by type, by device, by both ...
inline constexpr std::size_t kPoolLevels = 4;

/// A coefficient that all rows share, times a factor of each of the row's groups at the levels in `levels`.
struct PooledCoefficient {
    std::string_view name;
    double start = 1.0;
    double low = 0.0, high = 0.0; ///< of the shared value; equal: it stays at the start
    std::uint8_t levels = 0;      ///< bit l: groups of level l differ in it
};

/// A measurement and the groups that it belongs to.
struct PooledRow {
    std::array<std::size_t, kPoolLevels> groups{}; ///< number of the row's group at each level
    std::size_t index = 0;                         ///< the caller's
    double measured_s = 0.0;
};

/// Coefficients that all rows share, and what each group multiplies them by.
struct PooledFit {
    std::vector<double> shared; ///< in the order of the coefficients
    /// [level][group][coefficient]; empty for groups without factors.
    std::array<std::vector<std::vector<double>>, kPoolLevels> factors;
    double loss = 0.0; ///< mean absolute ln(predicted / measured), soft

    /// Shared values times the factors of the row's groups.
    void valuesOf(const PooledRow& row, std::span<double> values) const;
};

/// Seconds of a row with these coefficients.
using PooledPrediction = std::function<double(std::span<const double> values, const PooledRow& row)>;

/// Fits shared values and factors together. Factors are drawn to 1 by a normal prior on their logarithm (partial
/// pooling; Gelman and Hill 2007, chapter 12), so that few rows move them little. A level that tells the same rows
/// apart as an earlier one, or none, has no factors. Of each group of the last level at most `most` rows take part,
/// evenly spread. `factor_width`: how far groups differ (of the logarithm), over the error of a row that counts fully.
/// `once`: nor has a single group that holds the same rows as one of an earlier level; what nothing tells apart is
/// then the wider group's.
/// Errors: those of the fit.
Result<PooledFit> fitPooled(std::span<const PooledCoefficient> coefficients, std::span<const PooledRow> rows,
                            std::size_t most, const PooledPrediction& predict, double factor_width = 0.3,
                            bool once = false);

/// Writes the range of each shared value into the origins of the calibration, as noteRanges() of free coefficients.
void noteRanges(std::span<const PooledCoefficient> coefficients, hardware::Calibration& calibration,
                std::string_view group = {});

} // namespace strata::assess
