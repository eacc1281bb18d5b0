// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/search_problems.h"

#include <cmath>
#include <numbers>

namespace strata::testing {
namespace {

using Vector = std::span<const double>;

/// g of ZDT1 to 3.
double meanOfRest(Vector x) {
    double sum = 0;
    for (std::size_t i = 1; i < x.size(); ++i)
        sum += x[i];
    return 1 + 9 * sum / static_cast<double>(x.size() - 1);
}

void zdt1(Vector x, std::span<double> f) {
    const double g = meanOfRest(x);
    f[0] = x[0];
    f[1] = g * (1 - std::sqrt(x[0] / g));
}

void zdt2(Vector x, std::span<double> f) {
    const double g = meanOfRest(x);
    f[0] = x[0];
    f[1] = g * (1 - (x[0] / g) * (x[0] / g));
}

void zdt3(Vector x, std::span<double> f) {
    const double g = meanOfRest(x);
    f[0] = x[0];
    f[1] = g * (1 - std::sqrt(x[0] / g) - x[0] / g * std::sin(10 * std::numbers::pi * x[0]));
}

/// All variables but the first range over [-5, 5].
void zdt4(Vector x, std::span<double> f) {
    double g = 1 + 10 * static_cast<double>(x.size() - 1);
    for (std::size_t i = 1; i < x.size(); ++i) {
        const double v = 10 * x[i] - 5;
        g += v * v - 10 * std::cos(4 * std::numbers::pi * v);
    }
    f[0] = x[0];
    f[1] = g * (1 - std::sqrt(x[0] / g));
}

void zdt6(Vector x, std::span<double> f) {
    double sum = 0;
    for (std::size_t i = 1; i < x.size(); ++i)
        sum += x[i];
    const double g = 1 + 9 * std::pow(sum / static_cast<double>(x.size() - 1), 0.25);
    f[0] = 1 - std::exp(-4 * x[0]) * std::pow(std::sin(6 * std::numbers::pi * x[0]), 6);
    f[1] = g * (1 - (f[0] / g) * (f[0] / g));
}

void dtlz2(Vector x, std::span<double> f) {
    double g = 0;
    for (std::size_t i = 2; i < x.size(); ++i)
        g += (x[i] - 0.5) * (x[i] - 0.5);
    const double a = x[0] * std::numbers::pi / 2, b = x[1] * std::numbers::pi / 2;
    f[0] = (1 + g) * std::cos(a) * std::cos(b);
    f[1] = (1 + g) * std::cos(a) * std::sin(b);
    f[2] = (1 + g) * std::sin(a);
}

} // namespace

std::vector<SearchProblem> searchProblems() {
    return {{"ZDT1", 30, 2, zdt1}, {"ZDT2", 30, 2, zdt2}, {"ZDT3", 30, 2, zdt3},
            {"ZDT4", 10, 2, zdt4}, {"ZDT6", 10, 2, zdt6}, {"DTLZ2", 12, 3, dtlz2}};
}

} // namespace strata::testing
