// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata::views {

/// Traffic by which the arithmetic intensity is counted.
enum class IntensityLevel { Dram, L2 };
/// The kind of the ceilings of that level.
constexpr const char* ceilingKindOf(IntensityLevel level) { return level == IntensityLevel::L2 ? "l2" : "memory"; }

/// A roof: an arithmetic rate in FLOP/s (horizontal) or the bandwidth of a memory level in B/s (diagonal).
struct Ceiling {
    std::string name;
    std::string kind; ///< "compute", "memory" (outside of the chip), "l2" (the last level on it), "shared"
    std::string type; ///< number type of arithmetic
    double nominal = 0.0;
    double sustained = 0.0;
    Message formula;
    std::string source;

    bool compute() const { return kind == "compute"; }
};

/// All copies of one operator together, or the whole model.
struct RooflinePoint {
    std::string name;
    std::string operator_class;
    std::string pass;
    std::string limit; ///< what keeps it from being faster: "compute", "memory", "host", ...
    double count = 1.0;
    double seconds = 0.0;
    std::optional<double> low_s;
    std::optional<double> high_s;
    double flop = 0.0;
    double bytes = 0.0; ///< of the chosen level
    double flop_per_s = 0.0;

    double intensity() const { return flop / bytes; }
};

struct RooflineSide {
    std::vector<RooflinePoint> points;  ///< longest first
    std::optional<RooflinePoint> whole; ///< of a model: all operators in the time of the model
    std::size_t undrawable = 0;         ///< operators without arithmetic or traffic: they have no place on the axes
    double undrawable_s = 0.0;
};

/// Same operator in both designs, by name and pass.
struct RooflineMatch {
    std::size_t selected = 0;
    std::size_t baseline = 0;
};

struct Roofline {
    IntensityLevel level = IntensityLevel::Dram;
    std::vector<Ceiling> ceilings;
    RooflineSide selected;
    std::optional<RooflineSide> baseline;
    std::vector<RooflineMatch> matches;
    bool has_l2 = false;       ///< the estimate tells the bytes of the last level on the chip as well
    bool extrapolated = false; ///< the selected design's times lie outside of what the models were checked against
    std::shared_ptr<const Estimate> estimate;

    bool empty() const { return selected.points.empty() && ceilings.empty(); }
    const RooflinePoint* twinOf(const RooflinePoint& point) const;
};

/// In place of a number type: the roofs of all.
inline constexpr const char* kAllTypes = "all";
/// Number types in which the operators of an estimate calculate; empty where it does not tell.
std::vector<std::string> typesInUse(const Estimate& estimate);

/// `type` keeps the roofs of one number type, `kAllTypes` those of all; empty keeps those of types in use, or all where
/// that is not told. Empty where the estimate has neither ceilings nor operators.
Roofline makeRoofline(std::shared_ptr<const Estimate> estimate, const std::shared_ptr<const Estimate>& baseline,
                      IntensityLevel level, const std::string& type);
/// What the hardware calls a level: "DRAM", "L2 cache", "Global buffer".
std::string levelName(const Estimate* estimate, IntensityLevel level);
/// Number types of the arithmetic ceilings, in the order of the estimate.
std::vector<std::string> ceilingTypes(const Estimate& estimate);
/// Category that colours what limits an operator.
Category limitCategory(const std::string& limit);

/// Points of both designs and the ceilings, one a row.
Table rooflineTable(const Roofline& roofline);

} // namespace strata::views
