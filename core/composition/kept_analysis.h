// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "core/hardware/calibration/calibration.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::composition {

/// An analysis of measured rows that the laboratory computed and the catalog carries (`strata-lab analyze`).
struct KeptAnalysis {
    const hardware::Calibration* kept = nullptr; ///< nullptr: the library has none
    std::string date, commit;                    ///< of the run; empty where they were not kept

    explicit operator bool() const { return kept != nullptr; }
};
inline constexpr std::string_view kGamma = "analysis-gamma";
inline constexpr std::string_view kRoots = "analysis-roots";
inline constexpr std::string_view kCapture = "analysis-capture";
inline constexpr std::string_view kTransfer = "analysis-transfer";
inline constexpr std::string_view kAgeing = "analysis-ageing";
KeptAnalysis keptAnalysis(std::span<const hardware::Calibration> calibrations, std::string_view id);

/// The groups whose key says `value` under `name`, in their order.
std::vector<const hardware::CalibrationGroup*> groupsWith(const KeptAnalysis& analysis, std::string_view name,
                                                          std::string_view value);
/// What the key says under a name; empty where it says nothing.
std::string keyOf(const hardware::CalibrationGroup& group, std::string_view name);
/// A value by name; NaN where the group has none.
double valueOf(const hardware::CalibrationGroup& group, std::string_view name);

/// The groups as a table: a column for each part of the keys, one for each value, and the points.
Table tableOf(const KeptAnalysis& analysis);

} // namespace strata::composition
