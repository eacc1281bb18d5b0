// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata {
struct ObjectSchema;
}

namespace strata::workload {

/// What has to move the answer: the request is asked again with each setting.
struct ScenarioKnob {
    std::string name;                                  ///< what is turned, in words
    std::vector<std::shared_ptr<const Json>> settings; ///< each: JSON pointer of the request -> value, null to remove
    bool rises = true;                                 ///< from each setting to the next; else falls
    double least_change = 0;                           ///< of the last setting's metric against the first's
};

/// Where the answer must lie, by somebody other than Strata.
struct ScenarioRange {
    bool of_ratio = false; ///< of the knob: metric at the last setting over that at the first
    double low = 0, high = 0;
    std::string basis; ///< measurement, paper or closed form
    std::string source;
};

/// A question that architects ask of a tool, with the request that puts it and how the answer is judged.
struct Scenario {
    std::string id;       ///< "T1.1": group and number
    std::string group;    ///< "T1"
    std::string category; ///< "data-parallel training"
    std::string name;
    std::string question;
    std::string target;                  ///< metric that answers it
    std::vector<std::string> also;       ///< further metrics that are worth a look
    std::string stress;                  ///< what of the request makes the technique matter
    std::string chosen;                  ///< what the question leaves open and how the request settles it
    int era = 0;                         ///< year of the technique
    std::shared_ptr<const Json> request; ///< of another kind
    ScenarioKnob knob;
    ScenarioRange expected;
    std::string known_miss; ///< why the answer is out of the range; empty where it has to be in it
};

/// Schema of a file of workloads/scenario.
const ObjectSchema& scenarioSchema();

/// A valid scenario document. Errors point to the field: "bad-value" where the request has no kind or is a scenario
/// itself, where settings are no pointers, differ in what they set or change nothing, and where a range is empty.
Result<Scenario> readScenario(const Json& document, std::string_view pointer);

/// The request with one setting of the knob: values set, those that are null removed. Errors: "bad-pointer".
Result<Json> withSetting(Json request, const Json& setting);

} // namespace strata::workload
