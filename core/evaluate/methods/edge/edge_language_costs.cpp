// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/edge/edge_language.h"

#include <array>
#include <utility>

namespace strata::methods {
namespace {

using edge::LanguageCosts;
using Key = std::map<std::string, std::string, std::less<>>;

constexpr std::array kNames{std::pair{"memory_share", &LanguageCosts::memory_share},
                            std::pair{"step_macs_per_clock", &LanguageCosts::step_macs_per_clock},
                            std::pair{"prompt_macs_per_clock", &LanguageCosts::prompt_macs_per_clock},
                            std::pair{"fill_tokens", &LanguageCosts::fill_tokens},
                            std::pair{"kernel_s", &LanguageCosts::kernel_s},
                            std::pair{"plain_attention_share", &LanguageCosts::plain_attention_share},
                            std::pair{"overlap", &LanguageCosts::overlap}};

void scale(edge::LanguageTime& time, double factor) {
    for (double* value :
         {&time.weights_s, &time.arithmetic_s, &time.products_s, &time.cache_s, &time.attention_s, &time.launch_s})
        *value *= factor;
}

/// Values of one group on top of what is known.
bool take(const hardware::CalibrationGroup* group, LanguageFactors& factors) {
    if (group == nullptr) return false;
    for (const auto& [name, member] : kNames) {
        if (const auto value = group->values.find(name); value != group->values.end())
            factors.costs.*member = value->second;
    }
    const auto read = [&](const char* name, double& into) {
        if (const auto value = group->values.find(name); value != group->values.end()) into = value->second;
    };
    read("step_factor", factors.step_factor);
    read("prompt_factor", factors.prompt_factor);
    read("power_share", factors.power_share);
    return true;
}

} // namespace

std::string LanguageFactors::distance() const {
    return of_device ? "same device" : of_runtime ? "device left out" : "runtime left out";
}

std::string LanguageFactors::promptDistance() const {
    return prompts_of_device ? "same device" : prompts_of_runtime ? "device left out" : "runtime left out";
}

LanguageFactors languageFactors(const hardware::Calibration& calibration, const LanguageQuery& query) {
    LanguageFactors factors;
    const std::string part(hardware::name(query.part));
    const auto* of_runtime = calibration.find(Key{{"part", part}, {"backend", query.backend.id}});
    const auto* of_device =
        calibration.find(Key{{"part", part}, {"backend", query.backend.id}, {"device", query.soc.id}});
    take(calibration.find(Key{{"part", part}}), factors);
    factors.of_runtime = take(of_runtime, factors);
    factors.of_device = take(of_device, factors);
    factors.prompts_of_runtime = of_runtime != nullptr && of_runtime->values.contains("prompt_macs_per_clock");
    factors.prompts_of_device = of_device != nullptr && of_device->values.contains("prompt_factor");
    return factors;
}

LanguageBand languageBand(const hardware::Calibration& calibration, const LanguageFactors& factors,
                          const LanguageQuery& query, std::string_view phase) {
    LanguageBand band;
    const auto take_where = [&](const Key& key) {
        for (const hardware::Residual& residual : calibration.residuals) {
            if (residual.key != key) continue;
            band = {residual.p10, residual.p90};
            return true;
        }
        return false;
    };
    // Power is no device's own coefficient: it is always that of the other devices.
    const std::string asked(phase), distance = asked == "power"    ? "device left out"
                                               : asked == "prompt" ? factors.promptDistance()
                                                                   : factors.distance();
    if (!take_where({{"distance", distance}, {"phase", asked}, {"part", std::string(hardware::name(query.part))}}))
        take_where({{"distance", distance}, {"phase", asked}});
    return band;
}

LanguageAnswer answerOf(const LanguageQuery& query, const LanguageFactors& factors) {
    LanguageAnswer answer;
    edge::LanguagePass pass{query.batch,           query.prompt_tokens,
                            query.cached_tokens,   query.cache_bytes_per_value,
                            query.fused_attention, query.compiled_context};
    answer.knows_prompt = query.device.clocks_per_s > 0;
    answer.prompt = promptTime(query.model, query.device, factors.costs, pass, query.chunk_tokens);
    scale(answer.prompt, factors.prompt_factor);
    pass.cached += query.prompt_tokens;
    // The prompt's pass makes the first token.
    answer.steps = stepTime(query.model, query.device, factors.costs, pass, query.output_tokens - 1);
    scale(answer.steps, factors.step_factor);
    return answer;
}

} // namespace strata::methods
