// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/serving/engine_case.h"
#include "app/lab/serving/serving_protocol.h"
#include "app/lab/tensor/gpu_modern_points.h"
#include "core/catalog/library.h"
#include "core/hardware/engine_profile.h"
#include "core/serving/scheduling/scheduler.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

using serving::LengthDistribution;

constexpr const char* kMethod = "serving.simulation";

LengthDistribution lengths(double tokens, const Protocol& protocol) {
    if (protocol.shortest >= 1) return {.tokens = tokens};
    return {.kind = LengthDistribution::Kind::Uniform,
            .minimum = std::max(1.0, std::floor(protocol.shortest * tokens)),
            .maximum = std::ceil(protocol.longest * tokens)};
}

/// Each engine with its own scheduler, as it is by default.
std::string_view policyOf(const hardware::Gpu& gpu) {
    const auto policies = serving::schedulerPolicies();
    const auto own = std::ranges::find(policies, gpu.runtime ? std::string_view(gpu.runtime->policy) : "");
    return own == policies.end() ? policies.front() : *own;
}

EngineCase engineOf(const ServingCase& one, const Protocol& protocol, const compose::RuntimeCosts& costs) {
    EngineCase out;
    out.gpu = one.gpu;
    out.model = one.document;
    out.options = one.options;
    out.costs = costs;
    if (protocol.replays_prompts) out.costs.prompt_launch_s = 0;
    out.look_every = protocol.look_every;
    out.static_memory = one.memory_share > 0;
    out.policy = policyOf(one.gpu);
    out.ahead = one.hides_host_work;
    out.max_batch = static_cast<std::int32_t>(one.offered_batch);
    // An engine that takes prompts whole has a budget for one beside those who decode.
    const double whole = serving::budgetsWholePrompts(out.policy) ? protocol.longest * one.load.prompt_tokens : 0;
    out.token_budget = std::max(protocol.token_budget, out.max_batch + static_cast<std::int32_t>(whole));
    auto& traffic = out.traffic;
    traffic.arrivals.kind = serving::ArrivalProcess::Kind::Closed;
    traffic.arrivals.users = out.max_batch;
    traffic.requests = static_cast<std::uint64_t>(protocol.rounds * one.offered_batch);
    traffic.prompt = lengths(one.load.prompt_tokens, protocol);
    traffic.output = lengths(one.load.output_tokens, protocol);
    return out;
}

} // namespace

Result<FirstTokens> firstTokens(const ServingCase& one, std::span<const hardware::Calibration> calibrations) {
    return firstTokensAt(one, costsOf(one, calibrations), calibrations);
}

Result<FirstTokens> firstTokensAt(const ServingCase& one, const compose::RuntimeCosts& costs,
                                  std::span<const hardware::Calibration> calibrations) {
    const Protocol protocol = protocolOf(one);
    const auto outcome = simulateEngine(engineOf(one, protocol, costs), calibrations);
    if (!outcome) return outcome.error();
    const double prompt = one.load.prompt_tokens * (protocol.longest + protocol.shortest) / 2;
    FirstTokens found;
    found.tpot_s = outcome->summary.tpot.mean();
    found.engine_s = outcome->summary.ttft.mean() + protocol.wait_steps * found.tpot_s;
    found.prompt_tokens = prompt;
    found.ttft_s = found.engine_s + costs.request_s + costs.request_per_token_s * prompt;
    found.ratio_low = outcome->ratio_low;
    found.ratio_high = outcome->ratio_high;
    return found;
}

Result<void> addFirstTokenRows(const SuiteOptions& options, SuiteReport& report, const CaseFilter& wanted) {
    if (!options.method.empty() && options.method != kMethod) return {};
    const auto read = readServingCases(options.data, options.library, ServingModels::All);
    if (!read) return read.error();
    for (const ServingCase& one : read->cases) {
        if (!options.only_device.empty() && one.gpu.id != options.only_device) continue;
        if (wanted && !wanted(one)) continue;
        const auto found = firstTokens(one, options.library.calibrations());
        if (!found) {
            report.refused.push_back({one.id, describe(found.error())});
            continue;
        }
        const compose::Interval first = compose::firstTokenRatios(options.library.calibrations(), one.experts, one.gpu);
        const std::string distance = servingDistance(one, options.library.calibrations());
        const auto add = [&](const char* quantity, double measured, double predicted, compose::Interval ratios) {
            if (!(measured > 0)) return;
            report.rows.push_back({one.id,
                                   {{"op", "serving"},
                                    {"quantity", quantity},
                                    {"source", one.source},
                                    {"device", one.gpu.id},
                                    {"engine", one.gpu.engine},
                                    {"model", one.model},
                                    {"experts", one.experts ? "yes" : "no"},
                                    {"distance", distance}},
                                   quantity,
                                   "s",
                                   measured,
                                   predicted,
                                   predicted * std::min(found->ratio_low, ratios.low),
                                   predicted * std::max(found->ratio_high, ratios.high),
                                   kMethod});
        };
        add("ttft_s", one.measured_ttft_s, found->ttft_s, first);
        add("tpot_s", one.measured_s, found->tpot_s, {1, 1});
    }
    return {};
}

} // namespace strata::assess
