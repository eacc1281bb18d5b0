// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/prompt_start_fit.h"

#include "core/assess/engine_case.h"
#include "core/assess/first_token_fit.h"
#include "core/assess/fit.h"
#include "core/assess/serving_protocol.h"

#include <algorithm>
#include <cmath>

namespace strata::assess {
namespace {

/// Host times around the one that was published, which is one for all kernels of a pass.
constexpr std::array<double, 3> kTimesPublished{0.5, 1.5, 4};

constexpr double kSoft = 0.1; ///< hosts differ by more than a model is off

} // namespace

double TimedStart::engineSeconds(double start) const {
    const std::size_t high = start < start_s[1] ? 1 : 2;
    const double width = start_s[high] - start_s[high - 1];
    const double share = width > 0 ? (start - start_s[high - 1]) / width : 0;
    const double found = engine_s[high - 1] + share * (engine_s[high] - engine_s[high - 1]);
    return std::max(found, std::min(engine_s[0], engine_s[1]) / 2);
}

std::vector<TimedStart> timeStarts(std::span<const ServingCase* const> cases,
                                   std::span<const hardware::Calibration> calibrations,
                                   std::span<const std::string> engines, double way_s, double per_token_s) {
    std::vector<TimedStart> rows;
    for (const ServingCase* one : cases) {
        const auto named = std::ranges::find(engines, one->gpu.engine);
        if (named == engines.end() || !isAlone(*one) || protocolOf(*one).replays_prompts) continue;
        const compose::RuntimeCosts costs = costsOf(*one, calibrations);
        if (costs.prompt_launch_s <= 0) continue;
        TimedStart row;
        row.engine = static_cast<std::size_t>(named - engines.begin());
        row.starts = compose::startsOf(one->prefill, costs);
        row.measured_s = one->measured_ttft_s;
        bool timed = true;
        for (std::size_t i = 0; i < kTimesPublished.size() && timed; ++i) {
            compose::RuntimeCosts other = costs;
            other.prompt_launch_s = kTimesPublished[i] * compose::kPromptLaunchSeconds;
            other.prompt_latent_s = other.prompt_experts_s = 0;
            const auto found = firstTokensAt(*one, other, calibrations);
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

Result<PromptStartCosts> fitPromptStarts(std::span<const TimedStart> rows, const PromptStartCosts& before) {
    PromptStartCosts costs = before;
    if (rows.empty()) return costs;
    std::vector<FreeCoefficient> free;
    std::vector<double*> targets;
    const auto add = [&](const char* name, double& target, double start, bool told) {
        if (!told) return;
        free.push_back({name, start, 1e-6, 1e-2});
        targets.push_back(&target);
    };
    constexpr double kKernelsOfLatent = 10; // where a search begins
    for (std::size_t engine = 0; engine < costs.launch_s.size(); ++engine)
        add("prompt_launch_s", costs.launch_s[engine], compose::kPromptLaunchSeconds,
            std::ranges::any_of(rows, [&](const TimedStart& row) { return row.engine == engine; }));
    add("prompt_latent_s", costs.latent_s, kKernelsOfLatent * compose::kPromptLaunchSeconds,
        std::ranges::any_of(rows, [](const TimedStart& row) { return row.starts.latent_layers > 0; }));
    add("prompt_experts_s", costs.experts_s, std::max(before.experts_s, compose::kPromptLaunchSeconds),
        std::ranges::any_of(rows, [](const TimedStart& row) { return row.starts.expert_layers > 0; }));
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
            for (std::size_t i = 0; i < rows.size(); ++i) {
                compose::RuntimeCosts of_row;
                of_row.prompt_launch_s = costs.launch_s[rows[i].engine];
                of_row.prompt_latent_s = costs.latent_s;
                of_row.prompt_experts_s = costs.experts_s;
                const double start = rows[i].starts.seconds(of_row);
                out[i] = std::log((rows[i].engineSeconds(start) + rows[i].outside_s) / rows[i].measured_s);
            }
        },
        options);
    if (!fit) return fit.error();
    take(fit->values);
    return costs;
}

} // namespace strata::assess
