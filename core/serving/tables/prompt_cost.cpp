// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/tables/prompt_cost.h"

#include <algorithm>

namespace strata::serving {
namespace {

double secondsOf(const StepTime& time, double context, double tokens) {
    BatchShape shape;
    shape.tokens = static_cast<std::int32_t>(tokens);
    shape.prefills.push_back({static_cast<std::int32_t>(context), static_cast<std::int32_t>(tokens)});
    return time.seconds(shape, 0);
}

} // namespace

PromptCost promptCost(const StepTime& time, double tokens) {
    // T(c, n) = fixed + token_s n + pair_s n (c + n / 2), solved at (0, n / 2), (0, n) and (n, n).
    const double half = std::max(tokens / 2, 1.0), all = 2 * half;
    const double first = secondsOf(time, 0, half), alone = secondsOf(time, 0, all), behind = secondsOf(time, all, all);
    PromptCost cost;
    cost.pair_s = std::max((behind - alone) / (all * all), 0.0);
    cost.token_s = std::max((alone - first - cost.pair_s * (all * all - half * half) / 2) / half, 0.0);
    return cost;
}

} // namespace strata::serving
