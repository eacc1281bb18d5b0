// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/serving/engine_case.h"
#include "app/lab/serving/serving_protocol.h"
#include "app/lab/tensor/gpu_modern_points.h"
#include "core/catalog/library.h"
#include "core/hardware/gpu/engine_profile.h"
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

EngineCase engineOf(const ServingCase& serving_case, const Protocol& protocol, const compose::RuntimeCosts& costs) {
    EngineCase out;
    out.gpu = serving_case.gpu;
    out.model = serving_case.document;
    out.options = serving_case.options;
    out.costs = costs;
    if (protocol.replays_prompts) out.costs.prompt_launch_s = 0;
    out.look_every = protocol.look_every;
    out.static_memory = serving_case.memory_share > 0;
    out.policy = policyOf(serving_case.gpu);
    out.ahead = serving_case.hides_host_work;
    out.max_batch = static_cast<std::int32_t>(serving_case.offered_batch);
    // An engine that takes prompts whole has a budget for one beside those who decode.
    const double whole =
        serving::budgetsWholePrompts(out.policy) ? protocol.longest * serving_case.load.prompt_tokens : 0;
    out.token_budget = std::max(protocol.token_budget, out.max_batch + static_cast<std::int32_t>(whole));
    auto& traffic = out.traffic;
    traffic.arrivals.kind = serving::ArrivalProcess::Kind::Closed;
    traffic.arrivals.users = out.max_batch;
    traffic.requests = static_cast<std::uint64_t>(protocol.rounds * serving_case.offered_batch);
    traffic.prompt = lengths(serving_case.load.prompt_tokens, protocol);
    traffic.output = lengths(serving_case.load.output_tokens, protocol);
    return out;
}

} // namespace

Result<FirstTokens> firstTokens(const ServingCase& serving_case, std::span<const hardware::Calibration> calibrations) {
    return firstTokensAt(serving_case, costsOf(serving_case, calibrations), calibrations);
}

Result<FirstTokens> firstTokensAt(const ServingCase& serving_case, const compose::RuntimeCosts& costs,
                                  std::span<const hardware::Calibration> calibrations) {
    const Protocol protocol = protocolOf(serving_case);
    const auto outcome = simulateEngine(engineOf(serving_case, protocol, costs), calibrations);
    if (!outcome) return outcome.error();
    const double prompt = serving_case.load.prompt_tokens * (protocol.longest + protocol.shortest) / 2;
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
    for (const ServingCase& serving_case : read->cases) {
        if (!options.only_device.empty() && serving_case.gpu.id != options.only_device) continue;
        if (wanted && !wanted(serving_case)) continue;
        const auto found = firstTokens(serving_case, options.library.calibrations());
        if (!found) {
            report.refused.push_back({serving_case.id, describe(found.error())});
            continue;
        }
        const compose::Interval first =
            compose::firstTokenRatios(options.library.calibrations(), serving_case.experts, serving_case.gpu);
        const std::string distance = servingDistance(serving_case, options.library.calibrations());
        const auto add = [&](const char* quantity, double measured, double predicted, compose::Interval ratios) {
            if (!(measured > 0)) return;
            report.rows.push_back({serving_case.id,
                                   {{"op", "serving"},
                                    {"quantity", quantity},
                                    {"source", serving_case.source},
                                    {"device", serving_case.gpu.id},
                                    {"engine", serving_case.gpu.engine},
                                    {"model", serving_case.model},
                                    {"experts", serving_case.experts ? "yes" : "no"},
                                    {"distance", distance}},
                                   quantity,
                                   "s",
                                   measured,
                                   predicted,
                                   predicted * std::min(found->ratio_low, ratios.low),
                                   predicted * std::max(found->ratio_high, ratios.high),
                                   kMethod});
        };
        add("ttft_s", serving_case.measured_ttft_s, found->ttft_s, first);
        add("tpot_s", serving_case.measured_s, found->tpot_s, {1, 1});
    }
    return {};
}

} // namespace strata::assess
