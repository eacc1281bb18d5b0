// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/energy/energy_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::views {
namespace {

void stack(std::vector<Piece>& pieces, const Breakdown& breakdown, const BreakdownOptions& options, int row,
           const Bar& bar, bool of_baseline) {
    double from = 0.0;
    for (const Segment& segment : bar.segments) {
        const double to = from + scaled(breakdown, options.scale, segment.value, of_baseline);
        pieces.push_back({row, &segment, of_baseline, from, to, 0, 1});
        from = to;
    }
}

/// Stacked lengths mean nothing on a logarithmic axis, so the segments stand side by side, twins next to each other.
void spread(std::vector<Piece>& pieces, const Breakdown& breakdown, int row, const BreakdownGroup& group) {
    const std::size_t first = pieces.size();
    int lane = 0;
    for (const std::string& key : breakdown.keys) {
        const Segment* mine = group.selected ? group.selected->find(key) : nullptr;
        const Segment* other = group.baseline ? group.baseline->find(key) : nullptr;
        if (mine && mine->value > 0.0) pieces.push_back({row, mine, false, 0.0, mine->value, lane++, 1});
        if (other && other->value > 0.0) pieces.push_back({row, other, true, 0.0, other->value, lane++, 1});
    }
    for (std::size_t i = first; i < pieces.size(); ++i)
        pieces[i].lanes = lane;
}

} // namespace

std::vector<Piece> piecesOf(const Breakdown& breakdown, const BreakdownOptions& options) {
    std::vector<Piece> pieces;
    for (int row = 0; row < static_cast<int>(breakdown.groups.size()); ++row) {
        const BreakdownGroup& group = breakdown.groups[static_cast<std::size_t>(row)];
        if (options.scale == BreakdownScale::Log) {
            spread(pieces, breakdown, row, group);
            continue;
        }
        if (group.selected) stack(pieces, breakdown, options, row, *group.selected, false);
        if (group.baseline) stack(pieces, breakdown, options, row, *group.baseline, true);
    }
    return pieces;
}

double roundUpper(double largest) {
    if (!(largest > 0.0) || !std::isfinite(largest)) return 1.0;
    const double decade = std::pow(10.0, std::floor(std::log10(largest)));
    constexpr std::array steps{1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0};
    for (const double step : steps)
        if (largest <= step * decade * (1.0 + 1e-12)) return step * decade;
    return 10.0 * decade;
}

double logLower(const std::vector<Piece>& pieces) {
    double smallest = std::numeric_limits<double>::infinity();
    double largest = 0.0;
    for (const Piece& piece : pieces) {
        smallest = std::min(smallest, piece.to);
        largest = std::max(largest, piece.to);
    }
    if (largest <= 0.0) return 0.1;
    return std::pow(10.0, std::floor(std::log10(std::max(smallest * 0.999, largest * 1e-6))));
}

Extent extentOf(const Piece& piece, double row_height, bool with_baseline) {
    constexpr double kThickest = 26.0; // thicker bars look like blocks, not like lengths
    if (piece.lanes > 1 || piece.lane > 0) {
        const double height = std::min(12.0, 0.84 * row_height / piece.lanes);
        return {(piece.lane - 0.5 * piece.lanes) * height + 0.5, std::max(1.0, height - 1.0)};
    }
    if (!with_baseline) {
        const double height = std::min(kThickest, 0.66 * row_height);
        return {-0.5 * height, height};
    }
    const double height = std::min(kThickest, 0.50 * row_height);
    const double twin = 0.55 * height;
    const double gap = 0.10 * height;
    const double top = -0.5 * (height + gap + twin);
    return piece.of_baseline ? Extent{top + height + gap, twin} : Extent{top, height};
}

} // namespace strata::views
