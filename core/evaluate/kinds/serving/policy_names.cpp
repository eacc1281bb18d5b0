// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/policy_names.h"

#include "core/catalog/near_names.h"
#include "core/serving/scheduling/policy.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr const char* kPolicy = "/plan/scheduler/policy";

} // namespace

std::map<std::string, std::string> policyAliases(const Library& library) {
    std::map<std::string, std::string> aliases;
    for (const Entry& entry : library.entries()) {
        if (entry.kind != EntryKind::Engine) continue;
        const auto names = entry.document->find("scheduler_names");
        if (names == entry.document->end()) continue;
        for (const auto& [name, policy] : names->items())
            aliases.emplace(name, policy.get<std::string>());
    }
    return aliases;
}

std::string policyNamed(const std::string& asked, const Library& library) {
    if (asked.empty() || !serving::traitsOf(asked).name.empty()) return asked;
    const auto aliases = policyAliases(library);
    const auto found = aliases.find(asked);
    return found == aliases.end() ? asked : found->second;
}

Result<void> requirePolicy(const std::string& asked, const Library& library) {
    if (!serving::traitsOf(policyNamed(asked, library)).name.empty()) return {};
    const auto policies = serving::schedulerPolicies();
    std::vector<std::string> names(policies.begin(), policies.end());
    for (const auto& [alias, policy] : policyAliases(library))
        names.push_back(alias);
    return Error{"bad-value",
                 kPolicy,
                 {"error.field-is-word", {{"field", "policy"}, {"value", asked}}},
                 {"accepted.one-of", {{"words", listNames(names)}}},
                 {}};
}

Json withOwnPolicyName(const Json& request, const Library& library) {
    const Json* stated = findPointer(request, kPolicy);
    if (stated == nullptr || !stated->is_string()) return request;
    Json changed = request;
    changed["plan"]["scheduler"]["policy"] = policyNamed(stated->get<std::string>(), library);
    return changed;
}

} // namespace strata
