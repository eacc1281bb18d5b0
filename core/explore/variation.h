// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"
#include "core/explore/search/search_algorithm.h"

namespace strata::explore {

/// A coordinate as its gene allows it: the middle of its cell, inside [0, 1).
double snapped(double value, const Gene& gene);

/// A random coordinate of a gene.
double randomGene(const Gene& gene, CounterRandom& random);

/// Simulated binary crossover of two rows into two others (Deb and Agrawal, Complex Systems 9, 1995): each
/// gene with probability one half, the children's genes then swapped with probability one half. Words are
/// only swapped. What falls outside is moved to the bound, where the best designs often lie.
void crossOver(std::span<const Gene> genes, std::span<double> first, std::span<double> second, double index,
               CounterRandom& random);

/// Polynomial mutation (Deb and Goyal, Computer Science and Informatics 26, 1996) of each gene with a
/// probability; words are drawn anew.
void mutate(std::span<const Gene> genes, std::span<double> row, double index, double probability,
            CounterRandom& random);

} // namespace strata::explore
