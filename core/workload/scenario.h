// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace strata {
struct ObjectSchema;
}

namespace strata::workload {

/// A question that architects ask of a tool, with the request that puts it.
struct Scenario {
    std::string id;    ///< "T1.1": group and number
    std::string group; ///< "T1"
    std::string name;
    std::vector<std::string> targets;    ///< metrics that answer it, the first one foremost
    std::string chosen;                  ///< what the question leaves open and how the request settles it
    std::shared_ptr<const Json> request; ///< of another kind
};

/// Schema of a file of workloads/scenario.
const ObjectSchema& scenarioSchema();

/// A valid scenario document. Errors: "bad-value" where the request is no object with a kind, or a scenario itself.
Result<Scenario> readScenario(const Json& document, std::string_view pointer);

} // namespace strata::workload
