// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/variation.h"

#include <algorithm>
#include <cmath>

namespace strata::explore {
namespace {

const double kBelowOne = std::nextafter(1.0, 0.0);

/// How far children lie apart, relative to their parents.
double spreadFactor(double u, double index) {
    return std::pow(u <= 0.5 ? 2.0 * u : 0.5 / (1.0 - u), 1.0 / (index + 1.0));
}

} // namespace

double snapped(double value, const Gene& gene) {
    value = std::clamp(value, 0.0, kBelowOne);
    if (gene.steps == 0) return value;
    const double cells = static_cast<double>(gene.steps);
    return (std::min(std::floor(value * cells), cells - 1) + 0.5) / cells;
}

double randomGene(const Gene& gene, CounterRandom& random) { return snapped(random.nextUniform(), gene); }

void crossOver(std::span<const Gene> genes, std::span<double> first, std::span<double> second, double index,
               CounterRandom& random) {
    constexpr double kEqual = 1e-14;
    for (std::size_t d = 0; d < genes.size(); ++d) {
        if (random.nextUniform() > 0.5) continue;
        if (genes[d].ordered && std::abs(first[d] - second[d]) > kEqual) {
            const double middle = 0.5 * (first[d] + second[d]);
            const double half = 0.5 * std::abs(first[d] - second[d]) * spreadFactor(random.nextUniform(), index);
            first[d] = snapped(middle - half, genes[d]);
            second[d] = snapped(middle + half, genes[d]);
        }
        if (random.nextUniform() <= 0.5) std::swap(first[d], second[d]);
    }
}

void mutate(std::span<const Gene> genes, std::span<double> row, double index, double probability,
            CounterRandom& random) {
    for (std::size_t d = 0; d < genes.size(); ++d) {
        if (random.nextUniform() >= probability) continue;
        if (!genes[d].ordered) {
            row[d] = randomGene(genes[d], random);
            continue;
        }
        const double u = random.nextUniform();
        const double exponent = 1.0 / (index + 1.0);
        double step = u < 0.5 ? std::pow(2.0 * u, exponent) - 1.0 : 1.0 - std::pow(2.0 * (1.0 - u), exponent);
        // Among few steps a small change would be rounded away: it goes at least to the neighbour.
        if (genes[d].steps > 0) {
            const double cell = 1.0 / static_cast<double>(genes[d].steps);
            if (std::abs(step) < cell) step = std::copysign(cell, step);
        }
        row[d] = snapped(row[d] + step, genes[d]);
    }
}

} // namespace strata::explore
