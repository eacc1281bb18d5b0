// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/scheduling/policy.h"

#include "core/serving/scheduling/schedulers.h"

#include <algorithm>
#include <array>
#include <vector>

namespace strata::serving {
namespace {

struct Policy {
    PolicyTraits traits;
    std::unique_ptr<Scheduler> (*make)(const SchedulerOptions&, RequestPool&);
};

constexpr std::array kPolicies{
    Policy{{.name = "chunked-prefill", .keeps_caches = true, .mixes_chunks_in_order = true}, makeChunkedPrefill},
    Policy{{.name = "prefill-first", .budgets_whole_prompts = true}, makePrefillFirst},
    Policy{{.name = "stall-free", .fills_chunks = true, .mixes_chunks_in_order = true}, makeStallFree},
    Policy{{.name = "iteration-level"}, makeIterationLevel},
    Policy{{.name = "static"}, makeStatic},
    Policy{{.name = "peak-memory", .budgets_whole_prompts = true, .counts_single_tokens = true}, makePeakMemory},
    Policy{{.name = "priority", .keeps_caches = true}, makePriority},
    Policy{{.name = "shortest-first", .keeps_caches = true}, makeShortestFirst},
    Policy{{.name = "deadline", .keeps_caches = true}, makeDeadline},
    Policy{{.name = "prefill-first-chunked", .chooses_ahead = true}, makePrefillFirstChunked},
    Policy{{.name = "no-eviction", .budgets_whole_prompts = true, .chooses_ahead = true}, makeNoEviction}};

constexpr auto kNames = [] {
    std::array<std::string_view, kPolicies.size()> names{};
    for (std::size_t i = 0; i < names.size(); ++i)
        names[i] = kPolicies[i].traits.name;
    return names;
}();

const Policy* find(std::string_view name) {
    const auto found = std::ranges::find(kNames, name);
    return found == kNames.end() ? nullptr : &kPolicies[static_cast<std::size_t>(found - kNames.begin())];
}

Error bad(std::string_view field, Message text, Message expected) {
    return {"bad-value",
            "/" + std::string(field),
            {"error.field-is", {{"field", field}, {"value", std::move(text)}}},
            std::move(expected),
            ""};
}

Result<void> checkLimits(const SchedulerOptions& options) {
    for (const auto& [field, value] : {std::pair{"max_batch", options.max_batch},
                                       {"token_budget", options.token_budget},
                                       {"chunk_tokens", options.chunk_tokens},
                                       {"block_tokens", options.block_tokens},
                                       {"blocks", options.blocks},
                                       {"max_tokens", options.max_tokens},
                                       {"stages", options.stages},
                                       {"reserved_batch", options.reserved_batch},
                                       {"look_every", options.look_every},
                                       {"decode_tokens", options.decode_tokens}}) {
        if (value < 1) return bad(field, {"accepted.value", {{"value", value}}}, {"accepted.at-least-1"});
    }
    return {};
}

std::string listed(const std::vector<std::string_view>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += ", ";
        text += names[i];
    }
    return text;
}

} // namespace

const PolicyTraits& traitsOf(std::string_view policy) {
    static constexpr PolicyTraits kNone{};
    const Policy* known = find(policy);
    return known ? known->traits : kNone;
}

std::span<const std::string_view> schedulerPolicies() { return kNames; }

std::string policiesThat(bool PolicyTraits::*trait) {
    std::vector<std::string_view> names;
    for (const Policy& policy : kPolicies) {
        if (policy.traits.*trait) names.push_back(policy.traits.name);
    }
    return listed(names);
}

Result<std::unique_ptr<Scheduler>> makeScheduler(const SchedulerOptions& options, RequestPool& requests) {
    if (auto sound = checkLimits(options); !sound) return sound.error();
    const std::string name(options.policy);
    const Policy* policy = find(name);
    if (policy == nullptr) return bad("policy", verbatim(name), verbatim(listed({kNames.begin(), kNames.end()})));
    if (options.swap && !policy->traits.keeps_caches)
        return bad("policy", {"error.swaps-nothing-2", {{"name", name}}},
                   {"accepted.or-recomputation", {{"keeps_caches", policiesThat(&PolicyTraits::keeps_caches)}}});
    if (options.decode_tokens > 1 && policy->traits.counts_single_tokens)
        return bad("policy", {"error.plans-memory-by-single-tokens-2", {{"name", name}}},
                   {"accepted.another-policy-or-no-speculation"});
    return policy->make(options, requests);
}

} // namespace strata::serving
