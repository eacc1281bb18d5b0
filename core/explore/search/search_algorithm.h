// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/pareto.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace strata::explore {

/// One coordinate of the unit cube as an algorithm may change it.
struct Gene {
    std::uint64_t steps = 0; ///< coordinates are the middles of so many equal cells; 0: any value
    bool ordered = true;     ///< false for words, between which there is no way
};

/// Proposes points of the unit cube and learns from what they are worth. One thread; the same answers lead to
/// the same questions, so that a run can be repeated from a table of its answers.
class SearchAlgorithm {
public:
    virtual ~SearchAlgorithm() = default;

    /// The next points, row by row. Valid until the next call; the same again until they are answered.
    virtual std::span<const double> ask() = 0;

    /// Answers all points of ask(), in their order. `violations`: 0 where all constraints hold, else by how
    /// much they do not; infinite for a design that cannot exist, whose objectives are not read.
    virtual void tell(const ObjectiveRows& objectives, std::span<const double> violations) = 0;

    /// What the algorithm holds now, points row by row.
    virtual std::span<const double> population() const = 0;
};

/// Deb, Pratap, Agarwal and Meyarivan, "A fast and elitist multiobjective genetic algorithm: NSGA-II", IEEE
/// Trans. Evol. Comput. 6, 2002: simulated binary crossover, polynomial mutation, non-dominated ranks,
/// constraint domination. The last rank is thinned one by one, the most crowded first, as Kukkonen and Deb
/// (CEC 2006; PPSN 2006) do, which keeps fronts more even than one pass. With one objective it is an elitist
/// genetic algorithm.
struct EvolutionSettings {
    std::size_t population = 100; ///< even, at least 4
    double crossover_probability = 0.9;
    double crossover_index = 15; ///< the larger, the nearer children stay to their parents
    double mutation_index = 20;
    double mutation_probability = 0; ///< of each gene; 0: one gene of a child on average
};
std::unique_ptr<SearchAlgorithm> evolution(std::vector<Gene> genes, std::size_t objectives, std::uint64_t seed,
                                           const EvolutionSettings& settings);

/// Simulated annealing of one objective (Kirkpatrick, Gelatt and Vecchi, Science 220, 1983) in independent
/// chains, so that several points can be evaluated at a time. The temperature falls geometrically from the
/// spread of random points.
struct AnnealingSettings {
    std::size_t chains = 8;
    std::uint64_t budget = 10'000;  ///< evaluations over which the temperature falls
    double last_temperature = 1e-4; ///< as a share of the first
};
std::unique_ptr<SearchAlgorithm> annealing(std::vector<Gene> genes, std::uint64_t seed,
                                           const AnnealingSettings& settings);

} // namespace strata::explore
