// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/power_meter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

namespace strata::assess {
namespace {

constexpr double kMostRuns = 3000.0, kLeastRuns = 6.0;
constexpr double kWindow_s = 1.0, kShortWindow_s = 0.3; ///< calls fill the latter where they take less than kShort_s
constexpr double kShort_s = 1e-4;
constexpr double kCacheTokens = 8192 * 64; ///< the cache's blocks and their tokens, used or not
constexpr double kHost_s = 8e-5; ///< of a call by the host: calls are counted by the first ones, graphs replay them

constexpr std::array<MeterField, 6> kFields{{
    {"meter_products_s", &PowerMeter::products_s, 0.1, 1e-3, 1.0},
    {"meter_experts_s", &PowerMeter::experts_s, 0.03, 1e-4, 1.0},
    {"meter_attention_s", &PowerMeter::attention_s, 0.06, 1e-3, 1.0, true},
    {"meter_sequence_s", &PowerMeter::sequence_s, 1e-4, 1e-6, 0.1, true},
    {"meter_value_s", &PowerMeter::value_s, 1e-11, 1e-13, 1e-9, true},
    {"meter_attention_share", &PowerMeter::attention_share, 0.22, 0.1, 0.9},
}};

/// Seconds that the repeated calls of a kernel take.
double callsOf(double seconds) {
    const double counted_s = std::max(seconds, kHost_s);
    const double window_s = counted_s < kShort_s ? kShortWindow_s : kWindow_s;
    return seconds * std::clamp(window_s / counted_s + 1.0, kLeastRuns, kMostRuns);
}

} // namespace

std::span<const MeterField> meterFields() { return kFields; }

PowerMeter resolveMeter(const hardware::Calibration* calibration) {
    PowerMeter meter;
    for (const MeterField& field : kFields) {
        meter.*field.member = field.start;
        if (calibration == nullptr) continue;
        const auto found = calibration->values.find(field.name);
        if (found != calibration->values.end()) meter.*field.member = found->second;
    }
    return meter;
}

double meanReading(const PowerMeter& meter, const gpu::PowerCoefficients& power, const PowerRow& row,
                   const gpu::KernelTime& time) {
    const bool experts = std::holds_alternative<workload::Moe>(row.kernel.shape);
    const double before_s = experts ? meter.experts_s : meter.products_s;
    const double busy_s = kMostRuns * row.calls * time.seconds;
    const double drawn_w = gpu::boardPower(power, row.kernel.math, time);
    return power.idle_w + (drawn_w - power.idle_w) * busy_s / (busy_s + before_s);
}

Spell attentionSpell(const PowerMeter& meter, const gpu::PowerCoefficients& power, const workload::Kernel& kernel,
                     const gpu::KernelTime& time) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    Spell spell;
    const double cached = std::max(shape.batch * shape.kv_len, kCacheTokens);
    const double values = (shape.batch * shape.q_len * shape.heads + 2 * cached * shape.kv_heads) * shape.head_dim;
    spell.prepare_s = meter.attention_s + meter.sequence_s * shape.batch + meter.value_s * values;
    spell.prepare_w = meter.attention_share * power.limit_w;
    spell.calls_s = callsOf(time.seconds);
    spell.calls_w = gpu::boardPower(power, kernel.math, time);
    return spell;
}

} // namespace strata::assess
