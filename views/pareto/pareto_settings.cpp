// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pareto/pareto_settings.h"

#include "views/explore/exploration.h"
#include "views/support/base/view_state.h"

#include <algorithm>

namespace strata::views {
namespace {

bool logarithmic(const std::optional<bool>& chosen, const Exploration& run, std::size_t column) {
    if (chosen) return *chosen;
    const ExploreColumn& of = run.columns()[column];
    return of.axis ? of.logarithmic : run.extent(column).spansADecade();
}

/// Objectives, then other metrics, then parameters.
std::vector<std::size_t> byInterest(const Exploration& run) {
    std::vector<std::size_t> order;
    for (const auto& objective : run.request().objectives)
        order.push_back(run.request().space.axes.size() + objective.column);
    for (const bool axis : {false, true}) {
        for (std::size_t c = 0; c < run.columns().size(); ++c) {
            if (run.columns()[c].axis == axis && std::ranges::find(order, c) == order.end()) order.push_back(c);
        }
    }
    return order;
}

std::string scaleWord(const std::optional<bool>& scale) { return !scale ? "" : *scale ? "log" : "linear"; }

std::optional<bool> scaleOf(const std::string& word) {
    if (word == "log") return true;
    if (word == "linear") return false;
    return std::nullopt;
}

} // namespace

ParetoAxes resolve(const ParetoSettings& settings, const Exploration& run) {
    ParetoAxes axes;
    const auto order = byInterest(run);
    const int x = run.columnNamed(settings.x), y = run.columnNamed(settings.y), color = run.columnNamed(settings.color);
    axes.x = x >= 0 ? static_cast<std::size_t>(x) : order.front();
    const auto other = std::ranges::find_if(order, [&](std::size_t column) { return column != axes.x; });
    axes.y = y >= 0 ? static_cast<std::size_t>(y) : other == order.end() ? axes.x : *other;
    if (color >= 0) axes.color = static_cast<std::size_t>(color);
    axes.log_x = logarithmic(settings.log_x, run, axes.x);
    axes.log_y = logarithmic(settings.log_y, run, axes.y);
    axes.log_color = axes.color && logarithmic(settings.log_color, run, *axes.color);

    const ExploreColumn& column_x = run.columns()[axes.x];
    const ExploreColumn& column_y = run.columns()[axes.y];
    const bool metrics = !column_x.axis && !column_y.axis;
    const bool among = column_x.objective && column_y.objective && run.request().objectives.size() > 2;
    if (metrics && !among) {
        axes.aims = {{axes.x, column_x.maximize}, {axes.y, column_y.maximize}};
        axes.plane = true;
        return axes;
    }
    for (const auto& objective : run.request().objectives)
        axes.aims.push_back({run.request().space.axes.size() + objective.column, objective.maximize});
    return axes;
}

std::string writeSettings(const ParetoSettings& settings) {
    return ViewState::write({{"x", settings.x},
                             {"y", settings.y},
                             {"color", settings.color},
                             {"scale_x", scaleWord(settings.log_x)},
                             {"scale_y", scaleWord(settings.log_y)},
                             {"scale_color", scaleWord(settings.log_color)},
                             {"infeasible", settings.infeasible},
                             {"epsilon", settings.epsilon}});
}

ParetoSettings readSettings(std::string_view json_text) {
    const ViewState state(json_text);
    ParetoSettings settings;
    settings.x = state.text("x", "");
    settings.y = state.text("y", "");
    settings.color = state.text("color", "");
    settings.log_x = scaleOf(state.text("scale_x", ""));
    settings.log_y = scaleOf(state.text("scale_y", ""));
    settings.log_color = scaleOf(state.text("scale_color", ""));
    settings.infeasible = state.flag("infeasible", false);
    settings.epsilon = std::clamp(state.number("epsilon", 0.0), 0.0, 1.0);
    return settings;
}

} // namespace strata::views
