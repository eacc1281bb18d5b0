// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace strata::testing {

/// A test problem of multi-objective optimisation; every variable in [0, 1], objectives minimised.
struct SearchProblem {
    std::string name;
    std::size_t variables = 0;
    std::size_t objectives = 0;
    std::function<void(std::span<const double> x, std::span<double> f)> evaluate;
};

/// ZDT1 to 4 and 6 (Zitzler, Deb and Thiele, Evolutionary Computation 8, 2000), DTLZ2 (Deb, Thiele, Laumanns
/// and Zitzler, CEC 2002).
std::vector<SearchProblem> searchProblems();

} // namespace strata::testing
