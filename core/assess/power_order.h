// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::assess {

/// A reading of a sweep: what a meter showed for one problem.
struct SweptReading {
    std::string sweep;          ///< operator and format: columns are its values of one size
    std::string family;         ///< all that differs in kind: sizes of which more is not simply more work
    std::vector<double> sizes;  ///< each larger one is more work of the same kind; all above 0
    std::vector<std::string_view> swept; ///< names of the first of them, which step through the sweep
    double watts = 0;
};

/// Which readings cannot be those of their problem, from the readings alone.
struct OrderCheck {
    std::vector<bool> contradicts;     ///< one for each reading
    std::vector<std::string> columns;  ///< "sweep: m = 17, 32", whole columns of the sweep
};

/// More work of one kind draws no less power: a smaller problem of the same family that reads 1.25 times as much
/// contradicts a larger one. Contradictions gather in columns of the sweep, where libraries load another kernel (the
/// meter sees the board wait) and where a sweep begins (it still sees what ran before). The column that contradicts the
/// largest share of its nearest neighbours in other columns is taken out whole, then shares are counted anew without
/// it, until no column contradicts a fifth. Beyond columns a reading contradicts where a quarter of its nearest smaller
/// problems read 1.25 times as much, or half of its nearest larger ones 1.25 times less.
OrderCheck checkOrder(std::span<const SweptReading> readings);

} // namespace strata::assess
