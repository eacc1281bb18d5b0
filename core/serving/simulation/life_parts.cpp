// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/simulation/life_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::serving {
namespace {

constexpr double kHalfBand = 0.005; ///< of the ranks, to either side of a percentile
constexpr double kStep = 1.002;     ///< of E2E from one sum to the next

constexpr std::array kTerms{&LifeParts::prefill_kernels_s, &LifeParts::decode_kernels_s, &LifeParts::runtime_s,
                            &LifeParts::communication_s,   &LifeParts::host_s,           &LifeParts::guessing_s,
                            &LifeParts::batching_s,        &LifeParts::paused_s,         &LifeParts::transfer_s,
                            &LifeParts::queueing_s,        &LifeParts::moving_s,         &LifeParts::way_s};

} // namespace

double LifeParts::total_s() const {
    double sum = 0;
    for (const auto term : kTerms)
        sum += this->*term;
    return sum;
}

LifeParts& LifeParts::operator+=(const LifeParts& other) {
    for (const auto term : kTerms)
        this->*term += other.*term;
    return *this;
}

LifeParts LifeParts::scaled(double factor) const {
    LifeParts result;
    for (const auto term : kTerms)
        result.*term = factor * this->*term;
    return result;
}

AloneTime::AloneTime(const AnalyticTables& tables, const EngineTableOptions& options, double chunk_tokens,
                     const StepTime* time)
    : tables_(tables), tabulated_(tables.tables, options), given_(time), options_(options),
      chunk_tokens_(std::max(1.0, chunk_tokens)) {
    knots_ = tables.tables.axes[3];
    if (knots_.size() < 2) knots_ = {0, 1};
    BatchShape shape;
    shape.tokens = shape.decodes = 1;
    for (const double context : knots_) {
        shape.decode_context_sum = std::max<std::int64_t>(1, std::llround(context));
        at_knot_s_.push_back(iteration_s(shape));
    }
    until_knot_s_.push_back(0);
    for (std::size_t i = 1; i < knots_.size(); ++i) {
        const double steps = knots_[i] - knots_[i - 1];
        const double slope = (at_knot_s_[i] - at_knot_s_[i - 1]) / steps;
        until_knot_s_.push_back(until_knot_s_.back() + steps * at_knot_s_[i - 1] + slope * steps * (steps + 1) / 2);
    }
}

void AloneTime::guessBy(const StepTime& time, const Speculation& speculation, std::uint64_t seed) {
    speculation_ = &speculation;
    seed_ = seed;
    BatchShape shape;
    shape.decodes = 1;
    shape.tokens = speculation.checked;
    shape.guessed = speculation.checked - 1;
    for (const double context : knots_) {
        shape.decode_context_max = static_cast<std::int32_t>(std::clamp(std::round(context), 1.0, 2e9));
        shape.decode_context_sum = shape.decode_context_max;
        double seconds = 0;
        for (std::int32_t stage = 0; stage < options_.stages; ++stage)
            seconds += time.seconds(shape, stage);
        guessed_at_knot_s_.push_back(seconds);
    }
}

double AloneTime::guessed_s(const RequestRecord& record) const {
    double seconds = 0;
    const std::int32_t end = record.prompt_tokens + record.output_tokens;
    std::size_t i = 0;
    for (std::int32_t done = record.prompt_tokens + 1; done < end;
         done += speculation_->tokens(seed_, record.id, done)) {
        while (i + 2 < knots_.size() && knots_[i + 1] <= done)
            ++i;
        const double slope = (guessed_at_knot_s_[i + 1] - guessed_at_knot_s_[i]) / (knots_[i + 1] - knots_[i]);
        seconds += guessed_at_knot_s_[i] + slope * (done - knots_[i]);
    }
    return seconds;
}

double AloneTime::iteration_s(const BatchShape& shape) const {
    const StepTime& time = given_ ? *given_ : tabulated_;
    double seconds = 0;
    for (std::int32_t stage = 0; stage < options_.stages; ++stage)
        seconds += time.seconds(shape, stage);
    return seconds;
}

/// Sum over k = 1 ... c of t(k), t linear between knots: with slope s from knot a on,
/// (c - a) t(a) + s (c - a)(c - a + 1) / 2.
double AloneTime::decodes_s(double last_context) const {
    if (last_context < 1) return 0;
    const auto above = std::upper_bound(knots_.begin(), knots_.end(), last_context);
    const auto at =
        std::clamp<std::ptrdiff_t>(above - knots_.begin() - 1, 0, static_cast<std::ptrdiff_t>(knots_.size()) - 2);
    const auto i = static_cast<std::size_t>(at);
    const double slope = (at_knot_s_[i + 1] - at_knot_s_[i]) / (knots_[i + 1] - knots_[i]);
    const double steps = last_context - knots_[i];
    return until_knot_s_[i] + steps * at_knot_s_[i] + slope * steps * (steps + 1) / 2;
}

/// What is not the kernels' depends on the tokens of the iteration alone.
LifeParts AloneTime::split(double tokens, double seconds) const {
    LifeParts parts;
    const double collectives = tables_.communication.value(tokens);
    double sends = 0;
    if (options_.send_bytes_per_s > 0)
        sends = (options_.stages - 1) * tokens * options_.hidden * options_.element_bytes / options_.send_bytes_per_s;
    parts.communication_s = collectives + sends;
    parts.runtime_s = tables_.tables.layer.value(tokens) - tables_.kernels.value(tokens) - collectives;
    parts.host_s = tables_.tables.per_sequence.value(1) - tables_.head_kernels_s;
    parts.prefill_kernels_s = seconds - parts.total_s();
    return parts;
}

LifeParts AloneTime::of(std::int32_t prompt_tokens, std::int32_t cached_tokens, std::int32_t output_tokens) const {
    LifeParts parts;
    double done = std::clamp<double>(cached_tokens, 0, prompt_tokens - 1);
    BatchShape shape;
    shape.prefills.resize(1);
    while (done < prompt_tokens) {
        const double tokens = std::min(chunk_tokens_, prompt_tokens - done);
        shape.tokens = static_cast<std::int32_t>(tokens);
        shape.prefills[0] = {static_cast<std::int32_t>(done), shape.tokens};
        parts += split(tokens, iteration_s(shape));
        done += tokens;
    }
    return parts += (decoding_ ? *decoding_ : *this).decodes(prompt_tokens, output_tokens);
}

LifeParts AloneTime::decodes(std::int32_t prompt_tokens, std::int32_t output_tokens) const {
    if (output_tokens < 2) return {};
    const double iterations = output_tokens - 1;
    const double seconds = decodes_s(prompt_tokens + iterations) - decodes_s(prompt_tokens);
    LifeParts parts = split(1, seconds / iterations).scaled(iterations);
    std::swap(parts.decode_kernels_s, parts.prefill_kernels_s);
    return parts;
}

LifeParts AloneTime::of(const RequestRecord& record) const {
    LifeParts parts = of(record.prompt_tokens, record.cached_tokens, record.output_tokens);
    const AloneTime& pool = decoding_ ? *decoding_ : *this;
    if (pool.speculation_)
        parts.guessing_s = pool.guessed_s(record) - pool.decodes(record.prompt_tokens, record.output_tokens).total_s();
    const double alone_s = parts.total_s();
    parts.queueing_s = record.scheduled_s - record.arrival_s;
    parts.paused_s = record.paused_s;
    parts.transfer_s = record.transfer_s;
    parts.moving_s = record.moving_s;
    parts.way_s = record.way_s;
    parts.batching_s =
        record.e2e_s() - parts.queueing_s - parts.paused_s - parts.transfer_s - parts.moving_s - parts.way_s - alone_s;
    // What the differences leave of rounding, and between the knots of drafts, is no batching.
    constexpr double kRounding = 1e-3;
    if (parts.batching_s < 0 && parts.batching_s > -kRounding * alone_s) {
        (pool.speculation_ ? parts.guessing_s : parts.decode_kernels_s) += parts.batching_s;
        parts.batching_s = 0;
    }
    return parts;
}

void LifeSums::add(const LifeParts& parts) {
    const double seconds = std::max(parts.total_s(), 1e-12);
    Sum& sum = by_e2e_[static_cast<std::int64_t>(std::floor(std::log(seconds) / std::log(kStep)))];
    ++sum.count;
    sum.parts += parts;
    all_ += parts;
    ++count_;
}

LifeParts LifeSums::mean() const { return all_.scaled(count_ > 0 ? 1.0 / static_cast<double>(count_) : 0); }

LifeParts LifeSums::around(double q, double seconds, std::uint64_t& used) const {
    used = 0;
    const double n = static_cast<double>(count_);
    const double rank = q * (n - 1);
    const double low = rank - kHalfBand * n, high = rank + kHalfBand * n;
    LifeParts parts;
    double below = 0;
    for (const auto& [step, sum] : by_e2e_) {
        const double first = below, last = below + static_cast<double>(sum.count) - 1;
        below = last + 1;
        if (last < std::min(low, std::floor(rank)) || first > std::max(high, std::ceil(rank))) continue;
        parts += sum.parts;
        used += sum.count;
    }
    const double found = parts.total_s();
    return found > 0 ? parts.scaled(seconds / found) : parts;
}

} // namespace strata::serving
