// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/scenario.h"

#include "core/base/schema.h"
#include "core/workload/kernel/operators.h"

#include <nlohmann/json.hpp>

namespace strata::workload {

using namespace field;

const ObjectSchema& scenarioSchema() {
    static const ObjectSchema schema =
        entrySchema("scenario", "Scenario",
                    {text("group", "Group", "Group of similar questions, for example T1 or I5.").needed(),
                     list("targets", "Target metrics", text("", "Metric"),
                          "Metrics that answer the question, the most important first.")
                         .atLeast(1)
                         .needed(),
                     text("chosen", "Chosen", "What the question leaves open and how the request settles it."),
                     any("request", "Request", "The request that is evaluated.").needed()});
    return schema;
}

Result<Scenario> readScenario(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, scenarioSchema(), pointer); !valid) return valid.error();
    Scenario scenario;
    scenario.id = document.at("id");
    scenario.group = document.at("group");
    scenario.name = document.at("name");
    scenario.targets = document.at("targets").get<std::vector<std::string>>();
    scenario.chosen = document.value("chosen", std::string());
    scenario.request = std::make_shared<const Json>(document.at("request"));
    const Json* kind = scenario.request->is_object() ? findPointer(*scenario.request, "/kind") : nullptr;
    if (kind == nullptr || !kind->is_string() || *kind == "scenario") {
        return Error{"bad-value",
                     std::string(pointer) + "/request",
                     "the request of " + scenario.id + " has no kind that can be evaluated",
                     "a request of another kind than scenario",
                     {}};
    }
    return scenario;
}

} // namespace strata::workload
