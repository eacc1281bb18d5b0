// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/method.h"
#include "core/workload/scenario.h"

#include <optional>
#include <string>
#include <vector>

namespace strata {

/// What became of a scenario that was asked, at its own request and at each setting of its knob.
struct ScenarioCheck {
    std::string method;           ///< that answered; empty where none did
    std::optional<Metric> answer; ///< the target metric
    std::vector<double> turned;   ///< the same by the knob's settings; empty where one was not answered
    bool in_range = false;
    bool moves = false;             ///< the knob, far enough, and the right way at each setting
    bool informs = false;           ///< neither at the end of its scale nor what the request says itself
    std::vector<std::string> lacks; ///< a sentence for whatever is wrong

    /// Of the target metric at the last setting against the first; 0 where it was not answered.
    double change() const { return turned.empty() ? 0.0 : turned.back() / turned.front() - 1.0; }
    bool passes() const { return answer && in_range && moves && informs; }
    /// Whether nothing but the range is missed, for a cause that the file names.
    bool missesAsKnown(const workload::Scenario& scenario) const {
        return !scenario.known_miss.empty() && answer && moves && informs && !in_range;
    }
};

/// Asks a scenario in place of `request`, which is its own or one that was derived from it. An answer that does not
/// inform: a share within 0.1 % of nothing or all; a number of the request again; with open arrivals, a throughput
/// while more than 95 % of what is offered gets through.
ScenarioCheck checkScenario(const workload::Scenario& scenario, const Json& request, const Context& context);

} // namespace strata
