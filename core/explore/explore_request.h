// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/schema.h"
#include "core/catalog/library.h"
#include "core/evaluate/engine/compiled_request.h"
#include "core/explore/answered_by.h"
#include "core/explore/point_range.h"
#include "core/explore/space.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata::explore {

/// A metric that a search makes small, or large.
struct Objective {
    std::string metric;
    std::size_t column = 0; ///< among the metrics
    bool maximize = false;
};

/// A bound of a formula over axes and metrics.
struct Constraint {
    Formula of;                ///< over the names of all axes, then of all metrics
    double minimum, maximum;   ///< infinite where there is none
    bool of_axes_only = false; ///< known before the point is evaluated
    std::string reason;        ///< "constraint: latency_s above 0.01"

    /// 0 where it holds; else by how much it does not, relative to the bound; infinite where the value is
    /// unknown.
    double violation(std::span<const double> row) const;
};

/// How points are chosen: the first five by a sweep, the others by a search.
enum class Algorithm {
    Grid,
    Sobol,
    LatinHypercube,
    Random,
    Saltelli,
    Nsga2,
    Genetic,
    Annealing,
    Ants,
    Bayesian,
    Forest
};
std::string_view name(Algorithm algorithm);
bool isSearch(Algorithm algorithm);
bool hasSurrogate(Algorithm algorithm); ///< the search learns a model of the answers, and chooses points by it

/// A request of kind `sweep` or `search`, with everything checked that can be before the first point.
struct ExploreRequest {
    std::shared_ptr<const Json> document;
    std::shared_ptr<const Json> base;
    std::string sha256; ///< of the document without its label
    AnsweredBy answered_by;
    std::string label;
    Space space;
    std::vector<std::string> metrics; ///< columns that the base request's method answers
    std::vector<Objective> objectives;
    std::vector<Constraint> constraints;
    Algorithm algorithm = Algorithm::Grid;
    std::uint64_t budget = 0;        ///< points
    std::optional<PointRange> shard; ///< of a sweep that several machines share; absent: all points
    std::uint64_t seed = 0;
    EvolutionSettings evolution;
    std::size_t chains = 8;
    AntSettings ants;
    SurrogateSettings surrogate;   ///< its model is that of the algorithm
    std::vector<double> reference; ///< of the hypervolume, as the objectives are; empty: the worst of the front

    PointRange points() const { return shard.value_or(PointRange{0, budget}); } ///< that this run answers
    std::vector<Varied> varied() const;                                         ///< axes that stand in the base request
};

/// Whether a document asks for a sweep or a search.
bool isExploreKind(const Json& document);

/// Errors point into the document: those of validate(), of the base request below /base, "bad-pointer",
/// "bad-formula", "unknown-name", "unknown-metric", "too-large".
Result<ExploreRequest> parseExploreRequest(const Json& document, const std::shared_ptr<const Library>& library);

/// Schemas of both kinds, printed by `strata-cli schema`.
const ObjectSchema& sweepSchema();
const ObjectSchema& searchSchema();

} // namespace strata::explore
