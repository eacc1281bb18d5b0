// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/explore/scaled_column.h"
#include "views/parallel/parallel_settings.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace strata::views {

/// Rows of a run along parallel axes, as shares of the axes' lengths: 0 at the lower end, 1 at the upper.
class ParallelData {
public:
    static constexpr int kBins = 96;
    static constexpr std::uint8_t kNone = 255;  ///< the bin of a row without a value

    /// Takes what the run holds now; what has not changed since the last call is kept.
    void update(const Exploration& run, const std::vector<ParallelAxis>& axes);

    std::size_t axes() const { return lines_.size(); }
    std::size_t column(std::size_t axis) const { return lines_[axis].column; }
    bool logarithmic(std::size_t axis) const { return lines_[axis].logarithmic; }
    bool inverted(std::size_t axis) const { return lines_[axis].inverted; }
    bool any(std::size_t axis) const { return lines_[axis].places.any(); }
    /// Values at the lower and upper end.
    std::pair<double, double> ends(std::size_t axis) const;
    double shareOf(std::size_t axis, double value) const;
    double valueAt(std::size_t axis, double share) const;
    /// NaN where the row has no value.
    double rowShare(std::size_t axis, std::size_t row) const;

    /// How many rows of a state run from one bin of an axis to one of the next.
    using PairCounts = std::vector<std::uint32_t>;  ///< 3 states x kBins x kBins
    PairCounts pairCounts(const Exploration& run, std::size_t left_axis) const;

private:
    struct Line {
        std::size_t column = 0;
        bool logarithmic = false;
        bool inverted = false;
        double least = std::numeric_limits<double>::infinity();  ///< values of the feasible rows seen so far
        double most = -std::numeric_limits<double>::infinity();
        std::size_t seen = 0;
        ScaledColumn places;
        double binned_low = 0, binned_high = 0;
        std::vector<std::uint8_t> bins;
    };
    void seeValues(Line& line) const;
    void fillBins(Line& line) const;

    const Exploration* run_ = nullptr;
    unsigned generation_ = 0;
    std::vector<Line> lines_;
};

}  // namespace strata::views
