// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_stages.h"
#include "core/serving/routing/router.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

/// The name of the router that lives as long as the program.
std::string_view routerNamed(const std::string& wanted) {
    const auto routers = serving::routerPolicies();
    const auto known = std::find(routers.begin(), routers.end(), wanted);
    return known == routers.end() ? FleetPlan{}.router : *known;
}

serving::Adapters adaptersOf(const Json& lora) {
    serving::Adapters adapters{lora.value("adapters", 1), lora.value("resident", 8), lora.value("skew", 0.0)};
    adapters.resident = std::min(adapters.resident, adapters.count);
    return adapters;
}

Result<serving::Autoscaling> autoscalingOf(const Json& stated, const ServingPools& pools) {
    const serving::Autoscaling rule{stated.value("minimum", 1), stated.value("target", 1.0),
                                    stated.value("interval_s", 10.0), stated.value("start_s", 60.0)};
    const auto bad = [](const char* pointer, Message text, Message expected) {
        return Error{"bad-value", pointer, std::move(text), std::move(expected), {}};
    };
    if (pools.decode)
        return bad("/plan/autoscaling", {"error.separate-pools-not-scaled"}, {"accepted.no-autoscaling-or-one-pool"});
    if (rule.minimum <= pools.prompts.replicas) return rule;
    return bad("/plan/autoscaling/minimum",
               {"error.but-there-at-most-replicas",
                {{"field", "minimum"}, {"minimum", rule.minimum}, {"replicas", pools.prompts.replicas}}},
               {"accepted.at-most-plan-replicas"});
}

} // namespace

Result<FleetPlan> fleetPlanOf(const Json& plan, const ServingPools& pools) {
    FleetPlan fleet;
    fleet.router = routerNamed(plan.value("router", ""));
    fleet.device_price_per_h = plan.value("device_price_per_h", 0.0);
    if (plan.contains("request_s")) fleet.request_s = plan.at("request_s").get<double>();
    if (const auto failures = plan.find("failures"); failures != plan.end())
        fleet.failures = {failures->value("mtbf_s", 0.0), failures->value("restart_s", 60.0)};
    if (const auto lora = plan.find("lora"); lora != plan.end()) {
        fleet.adapters = adaptersOf(*lora);
        fleet.adapter_rank = lora->value("rank", 16.0);
    }
    if (const auto stated = plan.find("autoscaling"); stated != plan.end()) {
        const auto rule = autoscalingOf(*stated, pools);
        if (!rule) return rule.error();
        fleet.autoscaling = *rule;
    }
    return fleet;
}

} // namespace strata
