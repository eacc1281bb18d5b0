// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/energy/energy_chart.h"

#include <vector>

namespace strata::views {

/// A rectangle to be drawn, in values along the bar and in rows across it.
struct Piece {
    int row = 0;
    const Segment* segment = nullptr;
    bool of_baseline = false;
    double from = 0.0;
    double to = 0.0;
    int lane = 0; ///< of the row, where segments stand side by side
    int lanes = 1;
};

/// The rectangles of a breakdown; the value axis is in scaled values.
std::vector<Piece> piecesOf(const Breakdown& breakdown, const BreakdownOptions& options);

/// End of the value axis: a round number at or above everything drawn, so that it seldom moves.
double roundUpper(double largest);

/// Lower end of a logarithmic axis: the decade below the smallest piece, at most six decades below the largest.
double logLower(const std::vector<Piece>& pieces);

/// Vertical extent of a piece within its row, in pixels from the row's centre.
struct Extent {
    double top = 0.0;
    double height = 0.0;
};
Extent extentOf(const Piece& piece, double row_height, bool with_baseline);

} // namespace strata::views
