// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/experts/moe_routing.h"

#include "core/base/normal.h"

#include <algorithm>
#include <cmath>

namespace strata::gpu {
namespace {

// The drawn loads lie between one token and this share of all tokens; with fewer slots than experts between these two.
constexpr double kLargestShare = 0.8;
constexpr double kFewLow = 0.01;
constexpr double kFewHigh = 2.0;
// Exponents this near to one are moved away from it, where the integrals have another form.
constexpr double kNearOne = 1e-4;
// A sum over tiles equals its integral to 1e-4 where loads spread over this many of them, and is sure this many
// spreads below the mean.
constexpr double kWideSpread = 0.75;
constexpr double kSureSpreads = 4.5;

/// Expected largest of n standard normal draws (Blom 1958: the quantile at (n - 3/8)/(n + 1/4)).
double largestOfNormal(double n) {
    if (n <= 1.0) return 0.0;
    const double tail = 1.0 - (n - 0.375) / (n + 0.25);
    return tail < 0.5 ? normalUpperQuantile(tail) : 0.0;
}

/// Normal approximation of the chance that a binomial load exceeds `load`, with the correction for whole numbers.
double chanceAbove(double load, double mean, double spread) {
    if (spread <= 0.0) return mean > load ? 1.0 : 0.0;
    return normalBelow((mean - load - 0.5) / spread);
}

} // namespace

/// Loads of experts that each token draws by itself.
void ExpertLoads::drawIndependently(const workload::Moe& shape) {
    drawn_ = true;
    const double all = std::max(shape.all_experts, 1.0);
    const double total = shape.tokens * shape.top_k;
    const double share = experts_ / all;
    // A token's slots lie on different experts, which narrows the sum of a rank as drawing without replacement does.
    const double without = all > 1.0 ? std::max(all - shape.top_k, 0.0) / (all - 1.0) : 0.0;
    const double rank_spread = std::sqrt(total * share * (1.0 - share) * without);
    slots_ = std::min({total * share + rank_spread * largestOfNormal(1.0 / share), total, experts_ * shape.tokens});
    const double chance = std::clamp(slots_ / std::max(experts_ * shape.tokens, 1e-9), 0.0, 1.0);
    touched_ = experts_ * (1.0 - std::pow(1.0 - chance, shape.tokens));
    const double mean = slots_ / experts_;
    spread_ = std::sqrt(mean * (1.0 - chance));
    largest_ = std::clamp(mean + spread_ * largestOfNormal(experts_), slots_ / std::max(touched_, 1e-9), shape.tokens);
}

ExpertLoads::ExpertLoads(const workload::Moe& shape) {
    const double all = std::max(shape.all_experts, 1.0);
    const double total = shape.tokens * shape.top_k;
    experts_ = std::clamp(shape.experts, 1.0, all);
    skewed_ = shape.skew > 0.0;
    if (!skewed_ && shape.routing == workload::Routing::Independent) {
        drawIndependently(shape);
        return;
    }
    if (!skewed_) {
        slots_ = total * experts_ / all;
        touched_ = std::clamp(slots_, 1.0, experts_);
        largest_ = slots_ / touched_;
        return;
    }
    exponent_ = std::abs(shape.skew - 1.0) < kNearOne ? 1.0 + kNearOne : shape.skew;
    const bool many = total > all;
    low_ = many ? 1.0 : kFewLow;
    high_ = many ? std::max(kLargestShare * shape.tokens, 1.001) : kFewHigh;
    low_power_ = std::pow(low_, 1.0 - exponent_);
    high_power_ = std::pow(high_, 1.0 - exponent_);
    const auto moment = [this](double order) {
        const double top = std::pow(high_, order) * high_power_ - std::pow(low_, order) * low_power_;
        return top / (order + 1.0 - exponent_) * (1.0 - exponent_) / (high_power_ - low_power_);
    };
    const double mean = moment(1.0);
    const double variance = std::max(moment(2.0) - mean * mean, 0.0);
    // Expected largest of all experts: the quantile at 1 - 0.56 / n (Gringorten 1963).
    const double u = 1.0 - 0.56 / all;
    const double hottest = std::pow((high_power_ - low_power_) * u + low_power_, 1.0 / (1.0 - exponent_));

    double share = 1.0;
    const double ranks = all / experts_;
    if (ranks > 1.0) {
        // Excess of the rank with the hottest expert: the other experts have what that one leaves.
        const double by_expert = (hottest - mean) * (1.0 - (experts_ - 1.0) / (all - 1.0));
        const double by_sum = std::sqrt((experts_ - 1.0) * variance * (1.0 - experts_ / all)) * largestOfNormal(ranks);
        share = std::min((experts_ * mean + std::hypot(by_expert, by_sum)) / (all * mean), 1.0);
    }
    slots_ = share * total;
    scale_ = slots_ / (experts_ * mean);
    // A load is rounded to whole tokens.
    touched_ = std::clamp(experts_ * (1.0 - below(0.5)), std::min(slots_, 1.0), experts_);
    touched_ = std::max(std::min(touched_, slots_), std::min(slots_, 1.0));
    // A token goes to as many experts as it is sent to, however skewed.
    touched_ = std::max(touched_, std::min({shape.top_k * experts_ / all, slots_, experts_}));
    largest_ = std::min(std::max(hottest * scale_, slots_ / experts_), shape.tokens);
}

double ExpertLoads::below(double load) const {
    const double x = std::clamp(load / scale_, low_, high_);
    return (std::pow(x, 1.0 - exponent_) - low_power_) / (high_power_ - low_power_);
}

double ExpertLoads::meanAbove(double load) const {
    const double x = std::clamp(load / scale_, low_, high_);
    const double above = high_ * high_power_ - x * std::pow(x, 1.0 - exponent_);
    return scale_ * above / (2.0 - exponent_) * (1.0 - exponent_) / (high_power_ - low_power_);
}

double ExpertLoads::drawnRows(double tile) const {
    const double mean = slots_ / experts_;
    // Loads that spread over more than a tile fill the last one by half, but for the row that opens it.
    if (spread_ > kWideSpread * tile) return experts_ * (mean + (tile - 1.0) / 2.0);
    // Each expert that has a token has a first tile; further ones come with the chance that its load exceeds them.
    const double filled = std::max(std::floor((mean - kSureSpreads * spread_) / tile), 0.0);
    double further = filled;
    for (double next = filled + 1.0; next * tile < mean + kSureSpreads * spread_ + 1.0; ++next)
        further += chanceAbove(next * tile, mean, spread_);
    return (touched_ + experts_ * further) * tile;
}

double ExpertLoads::paddedRows(double tile) const {
    if (drawn_) return drawnRows(tile);
    if (!skewed_) return touched_ * std::ceil(std::max(largest_, 1.0) / tile - 1e-9) * tile;
    // An expert with less than a tile has one; the others are padded by half a tile in the mean.
    const double above = experts_ * (1.0 - below(tile));
    return std::max(touched_ - above, 0.0) * tile + experts_ * meanAbove(tile) + above * tile / 2.0;
}

} // namespace strata::gpu
