// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/explore_request.h"

#include "core/base/hash.h"
#include "core/base/quantity.h"
#include "core/explore/axis_json.h"
#include "core/explore/search/sampler.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace strata::explore {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::uint64_t kDefaultSamples = 1024;
constexpr std::uint64_t kDefaultEvaluations = 10'000;
constexpr std::uint64_t kDefaultGuided = 200; ///< of a search with a surrogate, whose steps cost more than answers
constexpr std::uint64_t kMostPoints = 100'000'000;

constexpr std::array kAlgorithms{std::pair{Algorithm::Grid, "grid"},
                                 std::pair{Algorithm::Sobol, "sobol"},
                                 std::pair{Algorithm::LatinHypercube, "latin-hypercube"},
                                 std::pair{Algorithm::Random, "random"},
                                 std::pair{Algorithm::Saltelli, "saltelli"},
                                 std::pair{Algorithm::Nsga2, "nsga2"},
                                 std::pair{Algorithm::Genetic, "genetic"},
                                 std::pair{Algorithm::Annealing, "annealing"},
                                 std::pair{Algorithm::Ants, "ants"},
                                 std::pair{Algorithm::Bayesian, "bayesian"},
                                 std::pair{Algorithm::Forest, "forest"}};

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

Error below(Error error, const std::string& place) {
    error.pointer = place + error.pointer;
    return error;
}

Result<Objective> readObjective(const Json& written, const std::vector<std::string>& metrics,
                                const std::string& place) {
    if (!written.is_string() && !written.is_object()) {
        return Error{"wrong-type",
                     place,
                     {"error.objective", {{"substr", canonicalText(written).substr(0, 60)}}},
                     {"accepted.metric-or-metric-goal"},
                     {}};
    }
    if (written.is_object()) {
        static const ObjectSchema schema{
            "objective",
            "Objective",
            {field::text("metric", "Metric").needed(), field::choice("goal", "Goal", {"minimize", "maximize"})}};
        if (auto valid = validate(written, schema, place); !valid) return valid.error();
    }
    Objective objective;
    objective.metric = written.is_string() ? written.get<std::string>() : written.at("metric").get<std::string>();
    const auto found = std::find(metrics.begin(), metrics.end(), objective.metric);
    if (found == metrics.end()) {
        return Error{"unknown-metric",
                     place + (written.is_object() ? "/metric" : ""),
                     {"error.base-request-has-no-metric", {{"substr", objective.metric.substr(0, 60)}}},
                     verbatim(listed(metrics)),
                     {}};
    }
    objective.column = static_cast<std::size_t>(found - metrics.begin());
    const Quantity* quantity = findQuantity(objective.metric);
    objective.maximize = quantity != nullptr && !quantity->smaller_is_better;
    if (written.is_object() && written.contains("goal")) objective.maximize = written["goal"] == "maximize";
    return objective;
}

Result<Constraint> readConstraint(const Json& written, const std::vector<std::string>& names, std::size_t axes,
                                  const std::string& place) {
    auto formula = Formula::parse(written["of"].get_ref<const std::string&>(), names);
    if (!formula) return below(formula.error(), place + "/of");
    Constraint constraint{
        *std::move(formula), written.value("min", -kInfinity), written.value("max", kInfinity), false, {}};
    if (!(constraint.minimum <= constraint.maximum) ||
        (constraint.minimum == -kInfinity && constraint.maximum == kInfinity)) {
        return Error{"bad-value",
                     place,
                     constraint.minimum > constraint.maximum ? Message{"error.constraint-leaves-nothing"}
                                                             : Message{"error.constraint-leaves-everything"},
                     {"accepted.min-max-or-both-min-at"},
                     {}};
    }
    const auto& uses = constraint.of.uses();
    constraint.of_axes_only = std::all_of(uses.begin(), uses.end(), [&](std::size_t used) { return used < axes; });
    constraint.reason = "constraint: " + constraint.of.text();
    return constraint;
}

/// The budget, and that a grid stays within it.
Result<std::uint64_t> readBudget(const Json& document, const ExploreRequest& request) {
    const bool given = document.contains("budget");
    const std::uint64_t budget = document.value("budget", std::uint64_t{0});
    if (request.algorithm != Algorithm::Grid) {
        if (given) return budget;
        if (hasSurrogate(request.algorithm)) return kDefaultGuided;
        return isSearch(request.algorithm) ? kDefaultEvaluations : kDefaultSamples;
    }
    for (const std::size_t a : request.space.free) {
        if (request.space.axes[a].size() > 0) continue;
        return Error{"missing",
                     "/axes/" + std::to_string(a) + "/steps",
                     {"error.grid-needs-steps-axis", {{"axes", request.space.axes[a].name}}},
                     {"accepted.steps-values-or-another-algorithm"},
                     {}};
    }
    const std::uint64_t size = gridSize(request.space.sizes());
    if (size <= (given ? budget : kMostPoints)) return size;
    return Error{"too-large",
                 given ? "/budget" : "/axes",
                 given ? Message{"error.grid-has-points-budget",
                                 {{"size", static_cast<double>(size)}, {"budget", static_cast<double>(budget)}}}
                       : Message{"error.grid-has-points", {{"size", static_cast<double>(size)}}},
                 {"accepted.fewer-steps-larger-budget-or-another"},
                 {}};
}

Result<void> readAlgorithm(const Json& document, ExploreRequest& request) {
    const bool search = document.at("kind") == "search";
    request.algorithm = !search                          ? Algorithm::Grid
                        : request.objectives.size() == 1 ? Algorithm::Genetic
                                                         : Algorithm::Nsga2;
    const std::string wanted = document.value("algorithm", std::string());
    for (const auto& [algorithm, word] : kAlgorithms) {
        if (wanted == word) request.algorithm = algorithm;
    }
    const bool single = request.algorithm == Algorithm::Genetic || request.algorithm == Algorithm::Annealing;
    if (single && request.objectives.size() != 1) {
        return Error{"bad-value",
                     "/objectives",
                     {"error.searches-for-one-objective-here",
                      {{"algorithm", name(request.algorithm)}, {"objectives", request.objectives.size()}}},
                     {"accepted.one-objective-or-nsga2"},
                     {}};
    }
    if (const auto settings = document.find("settings"); settings != document.end()) {
        EvolutionSettings& evolution = request.evolution;
        evolution.population = settings->value("population", evolution.population);
        evolution.crossover_probability = settings->value("crossover_probability", evolution.crossover_probability);
        evolution.crossover_index = settings->value("crossover_index", evolution.crossover_index);
        evolution.mutation_index = settings->value("mutation_index", evolution.mutation_index);
        evolution.mutation_probability = settings->value("mutation_probability", evolution.mutation_probability);
        request.chains = settings->value("chains", request.chains);
        request.ants.ants = settings->value("ants", request.ants.ants);
        request.ants.archive = settings->value("archive", request.ants.archive);
        request.ants.greediness = settings->value("greediness", request.ants.greediness);
        request.ants.evaporation = settings->value("evaporation", request.ants.evaporation);
        request.surrogate.first = settings->value("first", request.surrogate.first);
        request.surrogate.batch = settings->value("batch", request.surrogate.batch);
        request.surrogate.rows = settings->value("learned_points", request.surrogate.rows);
    }
    if (request.algorithm == Algorithm::Forest) request.surrogate.model = SurrogateSettings::Model::Forest;
    for (std::size_t i = 0; i < request.reference.size(); ++i)
        request.surrogate.reference.push_back(request.objectives[i].maximize ? -request.reference[i]
                                                                             : request.reference[i]);
    return {};
}

Result<void> readGoals(const Json& document, ExploreRequest& request) {
    const Json none = Json::array();
    const Json& objectives = document.contains("objectives") ? document["objectives"] : none;
    for (std::size_t i = 0; i < objectives.size(); ++i) {
        auto objective = readObjective(objectives[i], request.metrics, "/objectives/" + std::to_string(i));
        if (!objective) return objective.error();
        request.objectives.push_back(*std::move(objective));
    }
    std::vector<std::string> names = request.space.names();
    const std::size_t axes = names.size();
    names.insert(names.end(), request.metrics.begin(), request.metrics.end());
    const Json& constraints = document.contains("constraints") ? document["constraints"] : none;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        auto constraint = readConstraint(constraints[i], names, axes, "/constraints/" + std::to_string(i));
        if (!constraint) return constraint.error();
        request.constraints.push_back(*std::move(constraint));
    }
    request.reference = document.value("reference", std::vector<double>());
    if (!request.reference.empty() && request.reference.size() != request.objectives.size()) {
        return Error{"bad-value",
                     "/reference",
                     {"error.reference-point-has-values", {{"reference", request.reference.size()}}},
                     {"accepted.one-value-objective", {{"objectives", request.objectives.size()}}},
                     {}};
    }
    return {};
}

/// What can be compiled has a method, and its metrics are known.
Result<void> readBase(const Json& document, const std::shared_ptr<const Library>& library, ExploreRequest& request) {
    request.base = std::make_shared<const Json>(document["base"]);
    if (isExploreKind(*request.base)) {
        return Error{"wrong-kind",
                     "/base/kind",
                     {"error.base-request-itself", {{"base", (*request.base)["kind"].get<std::string>()}}},
                     {"accepted.request-one-evaluation-answers"},
                     {}};
    }
    const auto compiled = compileRequest(*request.base, {}, library);
    if (!compiled) return below(compiled.error(), "/base");
    request.metrics = (*compiled)->metrics();
    return {};
}

} // namespace

double Constraint::violation(std::span<const double> row) const {
    const double value = of.evaluate(row);
    if (std::isnan(value)) return kInfinity;
    const double over = std::max(minimum - value, value - maximum);
    if (over <= 0) return 0;
    const double bound = value < minimum ? minimum : maximum;
    return over / (bound == 0 ? 1.0 : std::abs(bound));
}

std::string_view name(Algorithm algorithm) {
    for (const auto& [known, word] : kAlgorithms) {
        if (known == algorithm) return word;
    }
    return "";
}

bool isSearch(Algorithm algorithm) {
    switch (algorithm) {
    case Algorithm::Nsga2:
    case Algorithm::Genetic:
    case Algorithm::Annealing:
    case Algorithm::Ants:
    case Algorithm::Bayesian:
    case Algorithm::Forest: return true;
    case Algorithm::Grid:
    case Algorithm::Sobol:
    case Algorithm::LatinHypercube:
    case Algorithm::Random:
    case Algorithm::Saltelli: break;
    }
    return false;
}

bool hasSurrogate(Algorithm algorithm) { return algorithm == Algorithm::Bayesian || algorithm == Algorithm::Forest; }

std::vector<Varied> ExploreRequest::varied() const {
    std::vector<Varied> varied;
    for (const Axis& axis : space.axes) {
        if (!axis.pointer.empty()) varied.push_back({axis.pointer, axis.words});
    }
    return varied;
}

bool isExploreKind(const Json& document) {
    const Json* kind = findPointer(document, "/kind");
    return kind != nullptr && (*kind == "sweep" || *kind == "search");
}

Result<ExploreRequest> parseExploreRequest(const Json& document, const std::shared_ptr<const Library>& library) {
    if (!isExploreKind(document)) {
        const Json* kind = findPointer(document, "/kind");
        return Error{"unknown-kind",
                     "/kind",
                     kind == nullptr ? Message{"error.field-missing", {{"field", "kind"}}}
                                     : Message{"error.field-is",
                                               {{"field", "kind"}, {"value", canonicalText(*kind).substr(0, 60)}}},
                     {"accepted.sweep-or-search"},
                     {}};
    }
    if (auto valid = validate(document, document["kind"] == "sweep" ? sweepSchema() : searchSchema()); !valid)
        return valid.error();
    ExploreRequest request;
    request.document = std::make_shared<const Json>(document);
    request.label = document.value("label", std::string());
    request.seed = document.value("seed", std::uint64_t{0});
    Json unlabelled = document;
    unlabelled.erase("label");
    request.sha256 = sha256(canonicalText(unlabelled));
    request.answered_by = answeredBy(unlabelled, *library);
    if (auto read = readBase(document, library, request); !read) return read.error();
    auto space = readSpace(document["axes"], *request.base, request.metrics, *library);
    if (!space) return space.error();
    request.space = *std::move(space);
    if (auto read = readGoals(document, request); !read) return read.error();
    if (auto read = readAlgorithm(document, request); !read) return read.error();
    const auto budget = readBudget(document, request);
    if (!budget) return budget.error();
    request.budget = *budget;
    return request;
}

} // namespace strata::explore
