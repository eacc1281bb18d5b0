// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/gpu_modern_power_rows.h"
#include "core/assess/power_timeline.h"
#include "core/gpu/power.h"
#include "core/hardware/calibration.h"

#include <span>
#include <string_view>

namespace strata::assess {

/// How the measured tables came about: each problem is prepared by the host, then called until a second has passed, at
/// most 3,000 times, while a meter is read every 0.1 s, whose values are means over a second (NVML's documentation of
/// power usage, GPUs after GA100). So a reading also holds the preparation of the problem, and of those before it
/// (github.com/ai-dynamo/aiconfigurator, collector/helper.py).
struct PowerMeter {
    double products_s = 0;        ///< preparing a matrix product
    double experts_s = 0;         ///< preparing tokens of a mixture, whose weights stay
    double attention_s = 0;       ///< preparing attention: its configuration, the graph of its calls
    double sequence_s = 0;        ///< and each sequence of the batch
    double value_s = 0;           ///< and each number of the queries and of the whole cache, which is filled anew
    double attention_share = 0;   ///< of the board's limit while it does
};

/// Coefficients of the meter in calibration "gpu-power".
struct MeterField {
    std::string_view name;
    double PowerMeter::* member;
    double start, low, high;
    bool jumps = false; ///< it decides which board takes which problem: readings are no smooth function of it
};
std::span<const MeterField> meterFields();

/// The meter that a calibration states, else typical values.
PowerMeter resolveMeter(const hardware::Calibration* calibration);

/// Mean power in W that the meter shows of a product or a mixture whose kernel takes `time`.
double meanReading(const PowerMeter& meter, const gpu::PowerCoefficients& power, const PowerRow& row,
                   const gpu::KernelTime& time);

/// Boards that share a sweep of attention: the first eight problems of a choice of heads all read as if the board had
/// rested, the ninth does not.
inline constexpr std::size_t kSweepBoards = 8;

/// What a board does for one attention problem of a sweep whose kernel takes `time`.
Spell attentionSpell(const PowerMeter& meter, const gpu::PowerCoefficients& power, const workload::Kernel& kernel,
                     const gpu::KernelTime& time);

} // namespace strata::assess
