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

/// Predictions of one objective that a search made before the points were evaluated, against the answers. It is the
/// error of the search's own model of the answers, and says nothing about the error of the answers.
struct SurrogateError {
    std::size_t points = 0;
    double median = 0, p90 = 0; ///< of |prediction - answer| over the mean magnitude of the answers
    double explained = 0;       ///< 1 - squared errors over squared deviations of the answers from their mean
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

    /// How far the predictions of its surrogate lay from the answers, by objective; empty: it has no surrogate, or has
    /// predicted nothing yet.
    virtual std::vector<SurrogateError> surrogateErrors() const { return {}; }
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

/// Search by a model of the answers that is learned on the way: each step evaluates the points with the largest
/// expected gain of hypervolume (M. Emmerich, K. Giannakoglou and B. Naujoks, IEEE Trans. Evol. Comput. 10, 2006); of
/// one objective, with the largest expected improvement (D. Jones, M. Schonlau and W. Welch, J. Global Optimization 13,
/// 1998). Points of one step are chosen one after the other, each as if the predictions of those before it had come
/// true.
struct SurrogateSettings {
    enum class Model {
        GaussianProcess, ///< core/learn/gaussian_process.h
        Forest           ///< core/learn/forest.h
    };
    Model model = Model::GaussianProcess;
    std::size_t first = 0;  ///< points of the Latin hypercube that it begins with; 0: twice the genes, 8 to 40
    std::size_t batch = 4;  ///< points of one step
    std::size_t rows = 256; ///< most answers that a model learns from: the best and the latest ones
    std::vector<double>
        reference{};            ///< of the hypervolume; empty: a tenth of the front's extent beyond its worst values
    std::vector<double> pool{}; ///< the only points that exist, row by row, as in a table of measurements; empty: all
};
std::unique_ptr<SearchAlgorithm> surrogateSearch(std::vector<Gene> genes, std::size_t objectives, std::uint64_t seed,
                                                 const SurrogateSettings& settings);

/// Ant colony optimisation for mixed variables: ants draw each coordinate around a member of an archive of good
/// points, the nearer the more the archive agrees; words by how often good members use them (K. Socha and M. Dorigo,
/// European J. Operational Research 185, 2008; T. Liao et al., IEEE Trans. Evol. Comput. 18, 2014). The archive is
/// ranked as NSGA-II ranks, so that several objectives are searched at once.
struct AntSettings {
    std::size_t ants = 16; ///< points of one step
    std::size_t archive = 50;
    double greediness =
        0.1; ///< spread of the weights over the ranks, as a share of the archive: small prefers the best
    double evaporation = 0.85; ///< width of a draw as a share of the archive's mean distance: small converges sooner
};
std::unique_ptr<SearchAlgorithm> antColony(std::vector<Gene> genes, std::size_t objectives, std::uint64_t seed,
                                           const AntSettings& settings);

} // namespace strata::explore
