// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/composition/propagation.h"

#include "core/base/normal.h"
#include "core/compose/compose.h"
#include "core/evaluate/kinds/model_query.h"
#include "core/evaluate/registry.h"
#include "core/evaluate/resolve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::composition {
namespace {

constexpr std::array<std::string_view, 5> kNames{"kernel", "sum of kernels", "model", "request", "service"};

/// A number in a table of the answer: of the row whose `key` column says `value`.
std::optional<double> numberIn(const Table* table, std::string_view key, std::string_view value,
                               std::string_view column) {
    if (table == nullptr) return std::nullopt;
    const auto place = [&](std::string_view name) {
        return std::ranges::find(table->columns, name) - table->columns.begin();
    };
    const auto k = static_cast<std::size_t>(place(key)), c = static_cast<std::size_t>(place(column));
    if (k >= table->columns.size() || c >= table->columns.size()) return std::nullopt;
    for (const auto& row : table->rows) {
        const auto* text = std::get_if<std::string>(&row[k]);
        const auto* number = std::get_if<double>(&row[c]);
        if (text != nullptr && *text == value && number != nullptr) return *number;
    }
    return std::nullopt;
}

struct Kernels {
    double count = 0.0, seconds = 0.0;
    double squares = 0.0; ///< of relative errors of single kernels, weighted by their seconds
};

/// The kernels of a model with the spread that its answer states for each.
Kernels kernelsOf(const Table* operators) {
    Kernels kernels;
    if (operators == nullptr) return kernels;
    const auto place = [&](std::string_view name) {
        return static_cast<std::size_t>(std::ranges::find(operators->columns, name) - operators->columns.begin());
    };
    const std::size_t seconds = place("seconds"), low = place("low_s"), high = place("high_s"), count = place("count");
    const std::size_t columns = operators->columns.size();
    if (std::max({seconds, low, high, count}) >= columns) return kernels;
    const auto number = [](const Cell& cell) {
        if (const auto* real = std::get_if<double>(&cell)) return *real;
        if (const auto* whole = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*whole);
        return 0.0;
    };
    for (const auto& row : operators->rows) {
        const double value = number(row[seconds]);
        if (!(value > 0.0)) continue;
        const double sigma = sigmaOf({"", value, number(row[low]), number(row[high]), 0.8});
        kernels.count += std::max(1.0, number(row[count]));
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

std::optional<LevelError> levelAbove(const Json& document, LevelError::Level level, const Context& context) {
    const auto resolved = resolveRequest(document, context.library, *context.registry);
    if (!resolved || context.stop.stop_requested()) return std::nullopt;
    const auto estimate = evaluate(*resolved, context);
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
    const Table* error = estimate.findTable("error");
    const auto sigma = numberIn(error, "source", "sigma", "share");
    const Kernels kernels = kernelsOf(estimate.findTable("operators"));
    if (!sigma || !(kernels.seconds > 0.0)) return {};
    const double runtime = numberIn(error, "source", "runtime", "share").value_or(0.0);
    const auto independent = numberIn(error, "source", "sigma_independent", "share");
    const auto alike = numberIn(error, "source", "sigma_correlated", "share");
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
        const auto document = conversion.convert(*request.document);
        if (!document) continue;
        Json asked = *document;
        const bool loaded = conversion.to == "serving";
        if (loaded) asked["method"] = "serving.steady-state";
        const auto level = levelAbove(asked, loaded ? Level::Service : Level::Request, context);
        if (level) levels.push_back(*level);
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
