// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/request.h"
#include "core/explore/explore_request.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata::app {

/// What an architect says about one parameter that is to vary.
struct AxisDraft {
    enum class Form { Linear, Log2, List };

    Parameter parameter;
    Form form = Form::Linear;
    double from = 0, to = 0;
    std::uint64_t steps = 5;
    std::vector<double> values{};     ///< of a List
    std::vector<std::string> words{}; ///< of a List, where the parameter has choices
};

struct MetricDraft {
    enum class Goal { None, Minimize, Maximize };

    std::string metric;
    Goal goal = Goal::None;
    std::optional<double> minimum, maximum; ///< constraints
};

/// A parameter that follows an axis: its value times the root of how much the axis' parameter grows.
struct FollowDraft {
    Parameter parameter;
    std::size_t axis = 0; ///< of ExplorationDraft::axes
};

/// A sweep or search before it is a document.
struct ExplorationDraft {
    std::string label;
    std::shared_ptr<const Json> base;
    std::vector<AxisDraft> axes;
    std::vector<FollowDraft> followers;
    bool search_mapping = false; ///< at each point, instead of the mapping that the base states
    std::vector<MetricDraft> metrics;
    explore::Algorithm algorithm = explore::Algorithm::Grid;
    std::uint64_t budget = 1000; ///< of all but a grid
    std::uint64_t seed = 0;
};

/// A first guess: half to twice the value, in so many round values as there are; all words of a parameter
/// with choices.
AxisDraft axisFor(const Parameter& parameter);

/// Whether the base states a mapping that its points would keep whatever varies.
bool pinsMapping(const ExplorationDraft& draft);

/// Energies of accesses that a larger memory of the axes would raise, and that stay as they are: an access to a memory
/// of four times the size takes about twice the energy (word and bit lines twice as long).
std::vector<FollowDraft> unscaledEnergies(const ExplorationDraft& draft, const std::vector<Parameter>& parameters);

/// The request of kind `sweep` or `search`. Axes are named after group and title of their parameters.
Json documentOf(const ExplorationDraft& draft);

/// How many points that is.
std::uint64_t pointsOf(const ExplorationDraft& draft);

} // namespace strata::app
