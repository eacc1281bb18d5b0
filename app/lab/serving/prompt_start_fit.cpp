// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/serving/prompt_start_fit.h"

#include "app/lab/fit/fit.h"
#include "app/lab/serving/engine_case.h"
#include "app/lab/serving/first_token_fit.h"
#include "app/lab/serving/serving_protocol.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace strata::assess {
namespace {

/// Host times around the one that was published, which is one for all kernels of a pass.
constexpr std::array<double, 3> kTimesPublished{0.5, 1.5, 4};

constexpr double kSoft = 0.1; ///< hosts differ by more than a model is off

constexpr double kOtherDevices = 1; ///< that what is assumed of latent attention weighs as

} // namespace

double TimedStart::engineSeconds(double start) const {
    const std::size_t high = start < start_s[1] ? 1 : 2;
    const double width = start_s[high] - start_s[high - 1];
    const double share = width > 0 ? (start - start_s[high - 1]) / width : 0;
    const double found = engine_s[high - 1] + share * (engine_s[high] - engine_s[high - 1]);
    return std::max(found, std::min(engine_s[0], engine_s[1]) / 2);
}

std::vector<TimedStart> timeStarts(std::span<const ServingCase* const> cases,
                                   std::span<const hardware::Calibration> calibrations, double way_s,
                                   double per_token_s) {
    std::vector<TimedStart> rows;
    for (const ServingCase* serving_case : cases) {
        if (!isAlone(*serving_case) || protocolOf(*serving_case).replays_prompts) continue;
        const compose::RuntimeCosts costs = costsOf(*serving_case, calibrations);
        if (costs.prompt_launch_s <= 0) continue;
        TimedStart row;
        row.device = serving_case->gpu.id;
        row.starts = compose::startsOf(serving_case->prefill, costs);
        row.measured_s = serving_case->measured_ttft_s;
        bool timed = true;
        for (std::size_t i = 0; i < kTimesPublished.size() && timed; ++i) {
            compose::RuntimeCosts other = costs;
            other.prompt_launch_s = kTimesPublished[i] * compose::kPromptLaunchSeconds;
            other.prompt_latent_s = other.prompt_experts_s = 0;
            const auto found = firstTokensAt(*serving_case, other, calibrations);
            timed = static_cast<bool>(found);
            if (!timed) continue;
            row.start_s[i] = row.starts.seconds(other);
            row.engine_s[i] = found->engine_s;
            row.outside_s = way_s + per_token_s * found->prompt_tokens;
        }
        if (timed) rows.push_back(row);
    }
    return rows;
}

Result<PromptStartCosts> fitPromptStarts(std::span<const TimedStart> rows) {
    PromptStartCosts costs;
    std::set<std::string> latent_devices;
    bool experts = false;
    for (const TimedStart& row : rows) {
        if (row.starts.latent_layers > 0) latent_devices.insert(row.device);
        experts = experts || row.starts.expert_layers > 0;
    }
    std::vector<FreeCoefficient> free;
    std::vector<double*> targets;
    const auto add = [&](const char* name, double& target) {
        free.push_back({name, compose::kPromptLatentSeconds, kLeastPromptStart_s, kMostPromptStart_s});
        targets.push_back(&target);
    };
    if (!latent_devices.empty()) add("prompt_latent_s", costs.latent_s);
    if (experts) add("prompt_experts_s", costs.experts_s);
    if (free.empty()) return costs;
    FitOptions options;
    options.soft = kSoft;
    const auto take = [&](std::span<const double> values) {
        for (std::size_t i = 0; i < targets.size(); ++i)
            *targets[i] = values[i];
    };
    const auto fit = fitCoefficients(
        free, rows.size(),
        [&](std::span<const double> values, std::span<double> out) {
            take(values);
            compose::RuntimeCosts host;
            host.prompt_launch_s = compose::kPromptLaunchSeconds;
            host.prompt_latent_s = costs.latent_s;
            host.prompt_experts_s = costs.experts_s;
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const double inside_s = rows[i].engineSeconds(rows[i].starts.seconds(host));
                out[i] = std::log((inside_s + rows[i].outside_s) / rows[i].measured_s);
            }
        },
        options);
    if (!fit) return fit.error();
    take(fit->values);
    if (costs.latent_s > 0) {
        const auto devices = static_cast<double>(latent_devices.size());
        const double told = devices * std::log(costs.latent_s);
        const double assumed = kOtherDevices * std::log(compose::kPromptLatentSeconds);
        costs.latent_s = roundedCoefficient(std::exp((told + assumed) / (devices + kOtherDevices)));
    }
    return costs;
}

} // namespace strata::assess
