// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/simulation/summary.h"

#include <boost/histogram/axis/regular.hpp>

#include <algorithm>
#include <cmath>

namespace strata::serving {
namespace {

constexpr std::size_t kExact = 65536;

/// Buckets over 1 ns to 6e11 s whose ends are 0.2 % apart: 0.1 % to either side of the middle. Less counts as 0.
using LogAxis = boost::histogram::axis::regular<double, boost::histogram::axis::transform::log>;
const LogAxis& buckets() {
    static const LogAxis axis(24000, 1e-9, 6e11);
    return axis;
}

std::size_t bucketOf(double value) {
    return static_cast<std::size_t>(std::min(buckets().index(std::max(0.0, value)), buckets().size() - 1) + 1);
}

double middleOf(std::size_t bucket) { return bucket == 0 ? 0 : buckets().value(static_cast<double>(bucket) - 0.5); }

Kept keptOf(const ServiceLevel& level, const RequestRecord& record) {
    const auto within = [](const Limit& limit, double seconds) { return !limit.stated() || seconds <= limit.seconds; };
    const bool ttft = within(level.ttft, record.ttft_s()), tpot = within(level.tpot, record.tpot_s()),
               e2e = within(level.e2e, record.e2e_s());
    const bool together = (ttft || level.ttft.alone()) && (tpot || level.tpot.alone()) && (e2e || level.e2e.alone());
    const auto count = [](bool yes) { return static_cast<std::uint64_t>(yes); };
    return {count(ttft && tpot && e2e), count(together), count(ttft), count(tpot), count(e2e)};
}

} // namespace

void Quantiles::add(double value) {
    ++count_;
    sum_ += value;
    maximum_ = std::max(maximum_, value);
    if (!buckets_.empty()) {
        ++buckets_[bucketOf(value)];
        return;
    }
    exact_.push_back(value);
    sorted_ = false;
    if (exact_.size() <= kExact) return;
    buckets_.assign(static_cast<std::size_t>(buckets().size()) + 1, 0);
    for (const double kept : exact_)
        ++buckets_[bucketOf(kept)];
    exact_ = {};
}

double Quantiles::at(double q) const {
    if (count_ == 0) return 0;
    const double rank = std::clamp(q, 0.0, 1.0) * static_cast<double>(count_ - 1);
    if (buckets_.empty()) {
        if (!sorted_) std::sort(exact_.begin(), exact_.end());
        sorted_ = true;
        const auto low = static_cast<std::size_t>(rank);
        const std::size_t high = std::min(low + 1, exact_.size() - 1);
        return exact_[low] + (rank - static_cast<double>(low)) * (exact_[high] - exact_[low]);
    }
    std::uint64_t below = 0;
    for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
        below += buckets_[bucket];
        if (static_cast<double>(below) > rank) return std::min(middleOf(bucket), maximum_);
    }
    return maximum_;
}

double Quantiles::reachedBy(double share) const {
    if (count_ == 0) return 0;
    const double count = static_cast<double>(count_);
    // Not a rank more because of the last bit of share x count.
    const double rank = std::clamp(std::ceil(share * count * (1 - 1e-12)) - 1, 0.0, count - 1);
    return at(count_ > 1 ? rank / (count - 1) : 0);
}

void Kept::add(const Kept& more) {
    all += more.all;
    together += more.together;
    ttft += more.ttft;
    tpot += more.tpot;
    e2e += more.e2e;
}

bool holds(const ServiceLevel& level, const Kept& kept, std::uint64_t requests, double together) {
    const double n = static_cast<double>(std::max<std::uint64_t>(1, requests));
    const auto enough = [n](std::uint64_t count, double share) { return static_cast<double>(count) / n >= share; };
    const auto alone = [&](const Limit& limit, std::uint64_t count) {
        return !limit.alone() || enough(count, limit.share);
    };
    return enough(kept.together, together) && alone(level.ttft, kept.ttft) && alone(level.tpot, kept.tpot) &&
           alone(level.e2e, kept.e2e);
}

void Summary::finished(const RequestRecord& record) {
    ttft.add(record.ttft_s());
    if (record.output_tokens > 1) tpot.add(record.tpot_s());
    e2e.add(record.e2e_s());
    const double queued = record.scheduled_s - record.arrival_s;
    queueing.add(queued);
    prompt_tokens += static_cast<std::uint64_t>(record.prompt_tokens);
    output_tokens += static_cast<std::uint64_t>(record.output_tokens);
    cached_tokens += static_cast<std::uint64_t>(record.cached_tokens);
    kept.add(keptOf(level_, record));
    preempted += record.restarts > 0 ? 1 : 0;
    const double paused_after = record.paused_s - record.paused_before_first_token_s;
    sums_.queueing_s += queued;
    sums_.prefill_s += record.first_token_s - record.scheduled_s - record.paused_before_first_token_s;
    sums_.decode_s += record.completed_s - record.first_token_s - paused_after - record.transfer_s;
    sums_.transfer_s += record.transfer_s;
    sums_.paused_s += record.paused_s;
    sums_.way_s += record.way_s;
    moving_first_s_ += record.moving_before_first_token_s;
    paused_first_s_ += record.paused_before_first_token_s;
}

MeanLife Summary::meanLife() const {
    const double n = std::max<double>(1, static_cast<double>(e2e.count()));
    return {sums_.queueing_s / n, sums_.prefill_s / n,  sums_.decode_s / n,
            sums_.paused_s / n,   sums_.transfer_s / n, sums_.way_s / n};
}

FirstTokenLife Summary::firstTokenLife() const {
    const double n = std::max<double>(1, static_cast<double>(e2e.count()));
    return {sums_.queueing_s / n, (sums_.prefill_s - moving_first_s_) / n, paused_first_s_ / n, moving_first_s_ / n,
            sums_.way_s / n};
}

} // namespace strata::serving
