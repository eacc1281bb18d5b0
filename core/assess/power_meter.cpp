// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/power_meter.h"

#include <array>
#include <variant>

namespace strata::assess {
namespace {

constexpr double kMostRuns = 3000.0;

constexpr std::array<MeterField, 4> kFields{{
    {"meter_products_s", &PowerMeter::products_s, 0.1, 1e-3, 1.0},
    {"meter_experts_s", &PowerMeter::experts_s, 0.03, 1e-3, 1.0},
    {"meter_sequence_s", &PowerMeter::sequence_s, 3e-3, 1e-5, 0.1},
    {"meter_attention_share", &PowerMeter::attention_share, 0.28, 0.1, 0.9},
}};

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
    double before_s = meter.products_s, before_w = power.idle_w;
    if (std::holds_alternative<workload::Moe>(row.kernel.shape)) before_s = meter.experts_s;
    if (const auto* attention = std::get_if<workload::Attention>(&row.kernel.shape)) {
        before_s = meter.sequence_s * attention->batch;
        before_w = meter.attention_share * power.limit_w;
    }
    const double busy_s = kMostRuns * row.calls * time.seconds;
    const double drawn_w = gpu::boardPower(power, row.kernel.math, time);
    return before_w + (drawn_w - before_w) * busy_s / (busy_s + before_s);
}

} // namespace strata::assess
