// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/scenario.h"

#include "core/base/schema.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

namespace strata {
namespace {

using namespace field;

const ObjectSchema& askedSchema() {
    static const ObjectSchema schema{"scenario_request",
                                     "Scenario request",
                                     {choice("kind", "Kind", {std::string(kScenarioKind)}).needed(),
                                      text("id", "Scenario", "T1.1, for example.").needed(),
                                      text("method", "Method", "Instead of the kind's default."),
                                      integer("seed", "Seed").within(0, 9007199254740991.0),
                                      text("label", "Label", "Free text.")}};
    return schema;
}

} // namespace

std::vector<workload::Scenario> scenariosOf(const Library& library) {
    std::vector<workload::Scenario> scenarios;
    for (const Entry& entry : library.entries()) {
        if (entry.kind != EntryKind::Scenario) continue;
        if (auto scenario = workload::readScenario(*entry.document, {})) scenarios.push_back(*std::move(scenario));
    }
    // T stands for training, I for inference; what is neither comes last.
    const auto rank = [](const workload::Scenario& scenario) {
        const char first = scenario.group.empty() ? ' ' : scenario.group.front();
        return std::tuple(first == 'T' ? 0 : first == 'I' ? 1 : 2, scenario.group, scenario.id);
    };
    std::sort(scenarios.begin(), scenarios.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    return scenarios;
}

Result<Json> expandScenario(const Json& request, const Library& library) {
    const Json* kind = request.is_object() ? findPointer(request, "/kind") : nullptr;
    if (kind == nullptr || *kind != kScenarioKind) return request;
    if (auto valid = validate(request, askedSchema()); !valid) return valid.error();
    const std::string& id = request.at("id").get_ref<const std::string&>();
    std::string known;
    for (const workload::Scenario& scenario : scenariosOf(library)) {
        known += (known.empty() ? "" : ", ") + scenario.id;
        if (scenario.id != id) continue;
        Json expanded = *scenario.request;
        if (!expanded.contains("label")) expanded["label"] = scenario.id + " " + scenario.name;
        for (const char* key : {"method", "seed", "label"}) {
            if (const auto own = request.find(key); own != request.end()) expanded[key] = *own;
        }
        return expanded;
    }
    return Error{"not-found", "/id", {"error.there-no-scenario", {{"id", id}}}, verbatim(known), {}};
}

Result<Request> parseRequest(const Json& request, const Library& library, const Registry& registry) {
    const auto expanded = expandScenario(request, library);
    if (!expanded) return expanded.error();
    auto parsed = parseRequest(*expanded, registry);
    if (parsed) recogniseHardware(*parsed, library);
    return parsed;
}

} // namespace strata
