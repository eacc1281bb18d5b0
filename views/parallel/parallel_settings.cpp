// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parallel/parallel_settings.h"

#include "core/base/json.h"
#include "views/explore/exploration.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::views {
namespace {

constexpr std::size_t kMostAxes = 8; // by default; more are added by hand

std::string textOf(const Json& entry, const char* key) {
    const auto found = entry.find(key);
    return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
}

} // namespace

std::vector<ParallelAxis> defaultAxes(const Exploration& run) {
    std::vector<ParallelAxis> axes;
    const auto add = [&](auto wanted) {
        for (const ExploreColumn& column : run.columns()) {
            const bool there = std::ranges::find(axes, column.name, &ParallelAxis::column) != axes.end();
            if (axes.size() < kMostAxes && !there && wanted(column)) axes.push_back({column.name, std::nullopt, false});
        }
    };
    // What follows another parameter tells nothing new, and would take the objectives' room.
    const auto& varied = run.request().space.axes;
    const auto objectives = static_cast<std::size_t>(std::ranges::count_if(run.columns(), &ExploreColumn::objective));
    add([&](const ExploreColumn& column) {
        const auto axis = std::ranges::find(varied, column.name, &explore::Axis::name);
        return axis != varied.end() && axis->kind != explore::Axis::Kind::Linked &&
               axes.size() + std::min(objectives, kMostAxes / 2) < kMostAxes;
    });
    add([](const ExploreColumn& column) { return column.objective; });
    add([](const ExploreColumn& column) { return !column.axis; });
    return axes;
}

std::vector<ParallelAxis> axesOf(const ParallelSettings& settings, const Exploration& run) {
    std::vector<ParallelAxis> axes = settings.axes;
    std::erase_if(axes, [&](const ParallelAxis& axis) { return run.columnNamed(axis.column) < 0; });
    return axes.empty() ? defaultAxes(run) : axes;
}

std::string writeSettings(const ParallelSettings& settings) {
    Json axes = Json::array();
    for (const ParallelAxis& axis : settings.axes) {
        Json entry{{"column", axis.column}, {"inverted", axis.inverted}};
        if (axis.logarithmic) entry["scale"] = *axis.logarithmic ? "log" : "linear";
        axes.push_back(std::move(entry));
    }
    return canonicalText(
        Json{{"axes", std::move(axes)}, {"color", settings.color}, {"infeasible", settings.infeasible}});
}

ParallelSettings readParallelSettings(std::string_view json_text) {
    ParallelSettings settings;
    const Json document = Json::parse(json_text, nullptr, false);
    if (!document.is_object()) return settings;
    settings.color = textOf(document, "color");
    settings.infeasible = document.value("infeasible", Json()) == true;
    for (const Json& entry : document.value("axes", Json::array())) {
        if (!entry.is_object() || textOf(entry, "column").empty()) continue;
        ParallelAxis axis{textOf(entry, "column"), std::nullopt, entry.value("inverted", Json()) == true};
        if (const std::string scale = textOf(entry, "scale"); !scale.empty()) axis.logarithmic = scale == "log";
        settings.axes.push_back(std::move(axis));
    }
    return settings;
}

} // namespace strata::views
