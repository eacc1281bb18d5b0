// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/edge/language.h"
#include "core/evaluate/kinds/edge/language_query.h"
#include "core/evaluate/method.h"
#include "core/hardware/calibration/calibration.h"

#include <string>

namespace strata::methods {

/// The method `edge.language`: requests of kind `inference` on one edge or desktop device.
Result<Estimate> estimateLanguage(const Request& request, const Context& context);

/// What the calibration says of a query's runtime, part and device.
struct LanguageFactors {
    edge::LanguageCosts costs;
    double step_factor = 1, prompt_factor = 1; ///< of the device where it was measured
    double power_share = 0;                    ///< of the stated power; 0: not measured
    bool of_runtime = false, of_device = false;
    bool prompts_of_runtime = false, prompts_of_device = false; ///< prompts were measured as well
    /// "same device", "device left out", "runtime left out"
    std::string distance() const;
    std::string promptDistance() const;
};
LanguageFactors languageFactors(const hardware::Calibration& calibration, const LanguageQuery& query);

/// Quantiles of ln(measured / predicted) at that distance; `phase` is "step", "prompt" or "power".
struct LanguageBand {
    double p10 = -0.7, p90 = 0.7; ///< without any measurement: a factor of two
};
LanguageBand languageBand(const hardware::Calibration& calibration, const LanguageFactors& factors,
                          const LanguageQuery& query, std::string_view phase);

/// Times of one request's prompt and of all its steps, with the device's factors.
struct LanguageAnswer {
    edge::LanguageTime prompt, steps;
    bool knows_prompt = true; ///< false: the rates of the part are not known
};
LanguageAnswer answerOf(const LanguageQuery& query, const LanguageFactors& factors);

} // namespace strata::methods
