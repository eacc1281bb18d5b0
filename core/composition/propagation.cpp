// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/composition/propagation.h"

#include "core/base/normal.h"
#include "core/compose/compose.h"
#include "core/evaluate/kinds/gpu/model_query.h"
#include "core/evaluate/registry.h"
#include "core/evaluate/resolve.h"
#include "core/evaluate/table_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::composition {
namespace {

constexpr std::array<std::string_view, 5> kNames{"kernel", "sum of kernels", "model", "request", "service"};

/// The level at which the answers of a kind stand; nothing where a model is no part of them.
std::optional<LevelError::Level> levelOf(const RequestKind& kind) {
    switch (kind.extent) {
    case Extent::Part: break;
    case Extent::Batch: return LevelError::Level::Request;
    case Extent::Load: return LevelError::Level::Service;
    }
    return std::nullopt;
}

struct Kernels {
    double count = 0.0, seconds = 0.0;
    double squares = 0.0; ///< of relative errors of single kernels, weighted by their seconds
};

/// The kernels of a model with the spread that its answer states for each.
Kernels kernelsOf(const TableReader& operators) {
    Kernels kernels;
    for (std::size_t row = 0; row < operators.rows(); ++row) {
        const double value = operators.number(row, "seconds").value_or(0.0);
        const auto low = operators.number(row, "low_s"), high = operators.number(row, "high_s");
        if (!(value > 0.0) || !low || !high) continue;
        const double sigma = sigmaOf({"", value, *low, *high, 0.8});
        kernels.count += std::max(1.0, operators.number(row, "count").value_or(1.0));
        kernels.seconds += value;
        kernels.squares += value * sigma * sigma; // weighted by time
    }
    return kernels;
}

/// The share of its spread by which whole passes were seen to err of a kernel, as the answer's own sums take it.
double kernelsShown(const Request& request, const Context& context) {
    const auto query = resolveModel(*request.document, context.library);
    if (!query) return 1.0;
    return compose::errorCorrelation(context.library.calibrations(), compose::runtimeResidualOf(query->graph))
        .kernels_shown;
}

/// The level is asked in closed form: a simulation draws arrivals, whose spread is not the model's.
std::optional<LevelError> levelAbove(const Json& document, LevelError::Level level, const Context& context) {
    const auto resolved = resolveRequest(document, context.library, *context.registry);
    if (!resolved || context.stop.stop_requested()) return std::nullopt;
    const auto usual = methodFor(*resolved, *context.registry);
    const Method* method = usual ? context.registry->closedForm(**usual) : nullptr;
    if (method == nullptr) return std::nullopt;
    const auto estimate = evaluate(*resolved, *method, context);
    if (!estimate || !estimate->valid) return std::nullopt;
    const Metric* end = estimate->findMetric("e2e_s");
    if (end == nullptr) return std::nullopt;
    return LevelError{level, 0.0, sigmaOf(*end), {}, {}};
}

} // namespace

std::string_view name(LevelError::Level level) { return kNames[static_cast<std::size_t>(level)]; }

double sigmaOf(const Metric& metric) {
    if (!(metric.low > 0.0) || !(metric.high > metric.low)) return 0.0;
    return std::log(metric.high / metric.low) / (2.0 * kNormal90);
}

std::vector<LevelError> propagation(const Request& request, const Estimate& estimate, const Context& context) {
    using Level = LevelError::Level;
    const TableReader error(estimate.findTable("error"));
    const auto sigma = error.numberOf("source", "sigma", "share");
    const Kernels kernels = kernelsOf(TableReader(estimate.findTable("operators")));
    if (!sigma || !(kernels.seconds > 0.0)) return {};
    const double runtime = error.numberOf("source", "runtime", "share").value_or(0.0);
    const auto independent = error.numberOf("source", "sigma_independent", "share");
    const auto alike = error.numberOf("source", "sigma_correlated", "share");
    const double shown = kernelsShown(request, context);
    // The answer states all spreads as shares of the model's seconds; those of the sum are shares of its own.
    const Metric* gamma = estimate.findMetric("gamma");
    const double over_sum = gamma == nullptr ? 1.0 : 1.0 + gamma->value;
    const auto ofSum = [&](std::optional<double> share) {
        return share ? std::optional(*share * over_sum) : std::nullopt;
    };
    std::vector<LevelError> levels;
    levels.push_back({Level::Kernel, 1.0, shown * std::sqrt(kernels.squares / kernels.seconds), {}, {}});
    levels.push_back({Level::Sum, kernels.count, *ofSum(*sigma * std::sqrt(std::max(0.0, 1.0 - runtime))),
                      ofSum(independent), ofSum(alike)});
    levels.push_back({Level::Model, kernels.count, *sigma, {}, {}});
    for (const Conversion& conversion : request.kind->conversions) {
        const RequestKind* above = context.registry->kind(conversion.to);
        const auto place = above ? levelOf(*above) : std::nullopt;
        if (!place) continue;
        const auto document = conversion.convert(*request.document);
        if (!document) continue;
        if (const auto level = levelAbove(*document, *place, context)) levels.push_back(*level);
    }
    std::ranges::stable_sort(levels, {}, &LevelError::level);
    return levels;
}

Table tableOf(const std::vector<LevelError>& levels) {
    Table table{"propagation", {"level", "kernels", "sigma", "independent", "alike"}, {}};
    const auto cell = [](const std::optional<double>& number) { return number ? Cell(*number) : Cell(); };
    for (const LevelError& level : levels)
        table.rows.push_back({std::string(name(level.level)), level.kernels > 0.0 ? Cell(level.kernels) : Cell(),
                              level.sigma, cell(level.independent), cell(level.alike)});
    return table;
}

} // namespace strata::composition
