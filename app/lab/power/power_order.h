// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

namespace strata::assess {

/// A reading of a sweep: what a meter showed for one problem.
struct SweptReading {
    std::string sweep;         ///< operator and format: only readings of one are compared
    std::string family;        ///< all that differs in kind: sizes of which more is not simply more work
    std::vector<double> sizes; ///< each larger one is more work of the same kind; all above 0
    double watts = 0;
};

/// Which readings cannot be those of their problem, from the readings alone. More work of one kind draws no less power:
/// a smaller problem of the same family that reads 1.25 times as much contradicts a larger one. A reading contradicts
/// where a quarter of its nearest smaller problems read 1.25 times as much, or half of its nearest larger ones 1.25
/// times less; readings that do are not compared with, and all are judged anew.
std::vector<bool> checkOrder(std::span<const SweptReading> readings);

} // namespace strata::assess
