// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/exploration_draft.h"

#include "core/evaluate/engine/compiled_request.h"
#include "core/explore/search/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

namespace strata::app {

namespace {

using explore::Algorithm;

constexpr std::uint64_t kUsualSteps = 5;

/// "Global buffer", "Capacity" -> "global_buffer_capacity": a name that formulas can read.
std::string nameOf(const Parameter& parameter) {
    std::string name;
    for (const char letter : parameter.group + " " + parameter.title) {
        const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
        if (plain)
            name += letter;
        else if (letter >= 'A' && letter <= 'Z')
            name += static_cast<char>(letter - 'A' + 'a');
        else if (!name.empty() && name.back() != '_')
            name += '_';
    }
    while (!name.empty() && name.back() == '_')
        name.pop_back();
    return explore::isFormulaName(name) ? name : "p_" + name;
}

std::string freeName(const Parameter& parameter, std::set<std::string>& taken) {
    const std::string name = nameOf(parameter);
    std::string free = name;
    for (int number = 2; !taken.insert(free).second; ++number)
        free = name + "_" + std::to_string(number);
    return free;
}

Json number(double value) { return documentValue({}, value); }

Json wordsOf(const AxisDraft& axis) {
    Json words = Json::array();
    for (const std::string& word : axis.words) {
        if (axis.parameter.flag)
            words.push_back(word == "yes");
        else
            words.push_back(word);
    }
    return words;
}

Json axisDocument(const AxisDraft& axis, std::string name) {
    Json document{{"pointer", axis.parameter.pointer}, {"name", std::move(name)}};
    if (axis.form == AxisDraft::Form::List) {
        document["values"] = Json::array();
        for (const double value : axis.values)
            document["values"].push_back(number(value));
        if (!axis.parameter.choices.empty()) document["values"] = wordsOf(axis);
        return document;
    }
    document["from"] = number(axis.from);
    document["to"] = number(axis.to);
    if (axis.steps > 0) document["steps"] = axis.steps;
    if (axis.form == AxisDraft::Form::Log2) document["scale"] = "log2";
    return document;
}

void addGoals(const ExplorationDraft& draft, Json& document) {
    Json objectives = Json::array(), constraints = Json::array();
    for (const MetricDraft& metric : draft.metrics) {
        if (metric.goal != MetricDraft::Goal::None)
            objectives.push_back({{"metric", metric.metric},
                                  {"goal", metric.goal == MetricDraft::Goal::Minimize ? "minimize" : "maximize"}});
        Json bound{{"of", metric.metric}};
        if (metric.minimum) bound["min"] = number(*metric.minimum);
        if (metric.maximum) bound["max"] = number(*metric.maximum);
        if (bound.size() > 1) constraints.push_back(std::move(bound));
    }
    if (!objectives.empty()) document["objectives"] = std::move(objectives);
    if (!constraints.empty()) document["constraints"] = std::move(constraints);
}

} // namespace

AxisDraft axisFor(const Parameter& parameter) {
    AxisDraft axis{.parameter = parameter};
    if (!parameter.choices.empty()) {
        axis.form = AxisDraft::Form::List;
        axis.words = parameter.choices;
        return axis;
    }
    const auto kept = [&](double value) {
        const double whole = parameter.integer ? std::round(value) : value;
        return std::clamp(whole, parameter.minimum, parameter.maximum);
    };
    const double middle = parameter.value > 0 ? parameter.value : 1;
    axis.form = parameter.scale == Scale::Linear ? AxisDraft::Form::Linear : AxisDraft::Form::Log2;
    axis.from = kept(middle / 2);
    axis.to = kept(middle * 2);
    if (axis.from <= 0) axis.form = AxisDraft::Form::Linear;
    const double most = parameter.integer ? axis.to - axis.from + 1 : static_cast<double>(kUsualSteps);
    axis.steps = static_cast<std::uint64_t>(std::clamp(most, 1.0, static_cast<double>(kUsualSteps)));
    return axis;
}

bool pinsMapping(const ExplorationDraft& draft) {
    return draft.base && !draft.axes.empty() && findPointer(*draft.base, "/plan/mapping") != nullptr &&
           findPointer(*draft.base, "/plan/search") == nullptr;
}

std::vector<FollowDraft> unscaledEnergies(const ExplorationDraft& draft, const std::vector<Parameter>& parameters) {
    std::vector<FollowDraft> found;
    for (std::size_t i = 0; i < draft.axes.size(); ++i) {
        const std::string& pointer = draft.axes[i].parameter.pointer;
        const std::size_t end = pointer.rfind('/');
        const std::string size = pointer.substr(end + 1);
        if (size != "capacity_bytes" && size != "entries") continue;
        const std::string energies = pointer.substr(0, end) + "/energy_pj/";
        for (const Parameter& parameter : parameters) {
            const auto same = [&](const AxisDraft& axis) { return axis.parameter.pointer == parameter.pointer; };
            if (parameter.pointer.starts_with(energies) && std::ranges::none_of(draft.axes, same))
                found.push_back({parameter, i});
        }
    }
    return found;
}

Json documentOf(const ExplorationDraft& draft) {
    const bool search = explore::isSearch(draft.algorithm);
    Json document{
        {"kind", search ? "search" : "sweep"}, {"base", *draft.base}, {"algorithm", explore::name(draft.algorithm)}};
    if (!draft.label.empty()) document["label"] = draft.label;
    std::set<std::string> taken;
    for (const MetricDraft& metric : draft.metrics)
        taken.insert(metric.metric);
    if (draft.search_mapping) {
        removePointer(document, "/base/plan/mapping");
        (void)setPointer(document, "/base/plan/search", Json::object());
    }
    document["axes"] = Json::array();
    std::vector<std::string> names;
    for (const AxisDraft& axis : draft.axes) {
        names.push_back(freeName(axis.parameter, taken));
        document["axes"].push_back(axisDocument(axis, names.back()));
    }
    for (const FollowDraft& follower : draft.followers) {
        const Parameter& of = draft.axes[follower.axis].parameter;
        document["axes"].push_back({{"pointer", follower.parameter.pointer},
                                    {"name", freeName(follower.parameter, taken)},
                                    {"formula", number(follower.parameter.value).dump() + " * sqrt(" +
                                                    names[follower.axis] + " / " + number(of.value).dump() + ")"}});
    }
    addGoals(draft, document);
    if (draft.algorithm != Algorithm::Grid) document["budget"] = draft.budget;
    if (draft.seed != 0) document["seed"] = draft.seed;
    return document;
}

std::uint64_t pointsOf(const ExplorationDraft& draft) {
    if (draft.algorithm != Algorithm::Grid) return draft.budget;
    std::vector<std::uint64_t> sizes;
    for (const AxisDraft& axis : draft.axes) {
        const bool list = axis.form == AxisDraft::Form::List;
        sizes.push_back(!list ? axis.steps : axis.parameter.choices.empty() ? axis.values.size() : axis.words.size());
    }
    return sizes.empty() ? 0 : explore::gridSize(sizes);
}

} // namespace strata::app
