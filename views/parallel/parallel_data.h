// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/explore/row_states.h"
#include "views/explore/scaled_column.h"
#include "views/parallel/parallel_settings.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace strata::views {

/// Rows of a run along parallel axes, as shares of the axes' lengths: 0 at the lower end, 1 at the upper.
class ParallelData {
public:
    static constexpr int kBins = 96;
    static constexpr std::uint8_t kNone = 255; ///< the bin of a row without a value

    /// Takes what the run holds now; what has not changed since the last call is kept.
    /// `color`: a column of the run that colours lines; null: none.
    void update(const Exploration& run, const std::vector<ParallelAxis>& axes, const ScaledColumn* color);

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

    /// How many rows run from one bin of an axis to one of the next: kBins x kBins.
    struct Gap {
        std::vector<std::uint32_t> shown, infeasible; ///< by their state; `infeasible` inside the filter
        std::vector<std::uint32_t> feasible;          ///< whatever the filter says
        std::vector<std::uint64_t> colors;            ///< sum of the colours of the shown rows; empty: no colour
        std::vector<std::uint32_t> colored;           ///< how many of the shown rows have one
        unsigned version = 0;                         ///< other numbers for other contents, of all gaps
        unsigned ground = 0;                          ///< the same for `feasible`
    };
    /// Kept from one filter to the next: only rows that it lets in or out are counted.
    const Gap& gap(std::size_t left_axis) const { return gaps_[left_axis].counts; }

private:
    struct Line {
        std::size_t column = 0;
        bool logarithmic = false;
        bool inverted = false;
        ScaledColumn places;
        double binned_low = 0, binned_high = 0;
        unsigned binned_version = 0;
        std::vector<std::uint8_t> bins;
        unsigned version = 0; ///< of the bins that were there
    };
    struct CountedGap {
        std::size_t left = 0, right = 0; ///< columns
        unsigned left_version = 0, right_version = 0;
        unsigned colored_by = 0;
        SeenStates seen;
        Gap counts;
    };
    void fillBins(Line& line);
    void countGaps();
    void countGap(CountedGap& gap, const Line& left, const Line& right);
    void countAll(Gap& counts, std::span<const std::uint8_t> left, std::span<const std::uint8_t> right) const;
    void seeColor(const ScaledColumn* color);

    const Exploration* run_ = nullptr;
    unsigned generation_ = 0;
    unsigned versions_ = 0;
    const ScaledColumn* color_ = nullptr;
    unsigned color_version_ = 0, color_places_ = 0; ///< the first: another for other colours of known rows
    double color_low_ = 0, color_high_ = 0;
    std::vector<Line> lines_;
    std::vector<CountedGap> gaps_;
    std::vector<CountedGap> rested_; ///< of axes that stood beside each other before, the latest first
};

} // namespace strata::views
