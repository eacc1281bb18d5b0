// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/scenario_check.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace strata::coverage {

/// One scenario, asked of one of Strata's own methods.
struct OwnRun {
    std::string scenario, method;
    std::string version;        ///< of the method's code and calibrations
    std::string request_sha256; ///< of the scenario's request with its knob
    std::string metric;
    double value = 0, low = 0, high = 0; ///< of the metric; meaningless where it was not answered
    bool answered = false, in_range = false, moves = false, informs = false;
    bool known_miss = false;        ///< misses its range for a cause that the scenario names
    std::vector<std::string> lacks; ///< a sentence for whatever is wrong

    bool passes() const { return answered && in_range && moves && informs; }
    friend bool operator==(const OwnRun&, const OwnRun&) = default;
};

/// Asks every scenario of every method that answers its kind. Runs of `known` are taken where neither the method nor
/// the scenario has changed. A stopped context leaves out what was not asked yet.
std::vector<OwnRun> runScenarios(const Context& context, std::span<const OwnRun> known = {});

/// How many runs there are at most: pairs of a scenario and a method of its kind.
std::size_t countRuns(const Library& library, const Registry& registry);

/// The document that keeps runs, {"strata_coverage_runs": 1, "runs": [...]}, and its reading. Errors: those of
/// validate().
Json toJson(std::span<const OwnRun> runs);
Result<std::vector<OwnRun>> readOwnRuns(const Json& document, std::string_view file = {});

} // namespace strata::coverage
