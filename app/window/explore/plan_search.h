// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/message.h"
#include "core/base/result.h"
#include "core/catalog/library.h"

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace strata::app {

/// A choice of a training plan that a search may make, or keep as it is.
struct PlanChoice {
    const char* name;   ///< of its member of the plan, and of its column in ranked plans: "tp"
    const char* title;  ///< as parameters have it: translated with QCoreApplication::translate("Field", title)
    const char* absent; ///< JSON of what holds where the plan does not state it
};
std::span<const PlanChoice> planChoices();

/// The value of a choice in a request of kind `training`; null for chunks that an interleaved schedule chooses itself.
Json chosenIn(const Json& request, const PlanChoice& choice);

/// One plan, by its values of planChoices() and `dp`. What it does not have is NaN, or an empty text.
struct RankedPlan {
    std::vector<std::string> values; ///< one a choice, as JSON text
    std::string dp;                  ///< likewise
    double iteration_s = 0, memory_bytes = 0, energy_j = 0;
    std::string slower_by;      ///< id of the part of the iteration that costs most against the fastest plan
    double slower_by_s = 0;     ///< seconds that it costs
    double available_bytes = 0; ///< of a plan that does not fit: what a device leaves
};

/// What a search found, the fastest plan first.
struct PlanRanking {
    std::vector<RankedPlan> plans;
    std::vector<RankedPlan> too_large;   ///< legal ones that do not fit, the smallest first
    Message told;                        ///< how many plans are legal and how many fit
    std::optional<double> present_s;     ///< an iteration of the plan that was there; nothing where it does not fit
    std::shared_ptr<const Json> request; ///< with the fastest plan, which may be the one that was there
};

/// The request with a ranked plan in it, which then states all choices.
Json withPlan(const Json& request, const RankedPlan& plan);

/// The name of a design under a plan: degrees that the name states ("tp 4, pp 8") are those of the plan, and whatever
/// it says else stays.
std::string namedAfterPlan(std::string name, const Json& request);

/// Tries every value of the free choices; the others stay as they are. What is found is never slower than the plan that
/// was there, so that one choice more that is free never finds a worse plan. Errors: those of the request, "no-plan"
/// and "over-memory" where nothing fits.
Result<PlanRanking> searchPlans(const Json& request, std::span<const std::string> free,
                                const std::shared_ptr<const Library>& library, const std::stop_token& stop);

} // namespace strata::app
