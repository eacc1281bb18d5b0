// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata::views {

/// How the numbers of a breakdown are shown.
enum class BreakdownScale { Absolute, PerMac, Share, Log };

struct MergedPart {
    Message title;
    double value = 0.0;
};

/// A piece of a bar: one tensor at one level, or what is too small to be seen alone.
struct Segment {
    std::string key;            ///< what colours and hatches it: "weights", "leakage", "compute", "small"
    std::string id;             ///< of its part; empty for a merged one
    double value = 0.0;         ///< as stored in the estimate
    const Part* part = nullptr; ///< nullptr for a merged one
    std::vector<MergedPart> merged;
};

/// The segments of one design at one level, inner end first.
struct Bar {
    double value = 0.0;
    std::vector<Segment> segments;

    const Segment* find(std::string_view key) const;
};

struct BreakdownGroup {
    std::string id;             ///< of the part
    Message name;               ///< the part's title
    std::string title;          ///< what the hardware calls a level; empty where it has only its name
    const Part* part = nullptr; ///< of the selected design
    std::optional<Bar> selected;
    std::optional<Bar> baseline;
};

/// A further baseline: what each group takes there, marked beside the bars.
struct FurtherBreakdown {
    char letter = 0;
    std::shared_ptr<const Estimate> estimate; ///< keeps the parts alive
    double total = 0.0;
    std::optional<double> macs;
    std::vector<std::optional<double>> values; ///< by group; absent where the design has no such group
};

/// The parts of one metric, two deep, of the selected design and of the baseline.
struct Breakdown {
    std::string metric;
    std::vector<BreakdownGroup> groups;
    std::vector<std::string> keys; ///< every segment key in use, in order of appearance, "small" last
    double total = 0.0;
    std::optional<double> baseline_total;
    std::optional<double> macs; ///< absent: per MAC cannot be shown
    std::optional<double> baseline_macs;
    bool overlapping = false;                 ///< the groups overlap: the total is their largest, not their sum
    std::shared_ptr<const Estimate> estimate; ///< keeps the parts alive
    std::shared_ptr<const Estimate> baseline;
    std::vector<FurtherBreakdown> further;
    bool extrapolated = false; ///< the selected design's numbers lie outside of what the models were checked against
};

/// Segments below this share of the total are merged.
inline constexpr double kSmallShare = 0.01;
inline constexpr std::string_view kSmallKey = "small";

/// Empty groups where the estimate has no parts of that metric.
Breakdown makeBreakdown(std::shared_ptr<const Estimate> estimate, std::shared_ptr<const Estimate> baseline,
                        std::string_view metric);

/// Adds a further baseline; one without parts of the metric is left out.
void addFurther(Breakdown& breakdown, char letter, std::shared_ptr<const Estimate> estimate);

/// A stored value as the scale shows it.
double scaled(const Breakdown& breakdown, BreakdownScale scale, double value, bool of_baseline);
double scaled(const FurtherBreakdown& further, BreakdownScale scale, double value);
/// Unit of scaled values.
std::string_view scaledUnit(const Breakdown& breakdown, BreakdownScale scale);

/// One row per level and tensor, nothing merged.
Table breakdownTable(const Breakdown& breakdown);

} // namespace strata::views
