// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/gpu_modern_power_rows.h"
#include "core/gpu/power.h"
#include "core/hardware/calibration.h"

#include <span>
#include <string_view>

namespace strata::assess {

/// How the measured tables came about: each problem is prepared by the host, then called at most 3,000 times while a
/// meter is read every 0.1 s, whose readings are means over a second (NVML's documentation of power usage, GPUs after
/// GA100). So a reading also holds the preparation of the problem, and of those before it
/// (github.com/ai-dynamo/aiconfigurator, collector/helper.py).
struct PowerMeter {
    double products_s = 0;      ///< preparing a matrix product
    double experts_s = 0;       ///< preparing tokens of a mixture, whose weights stay
    double sequence_s = 0;      ///< preparing attention, for each sequence of the batch
    double attention_share = 0; ///< of the board's limit while it does: random numbers, copies into the cache
};

/// Coefficients of the meter in calibration "gpu-power".
struct MeterField {
    std::string_view name;
    double PowerMeter::* member;
    double start, low, high;
};
std::span<const MeterField> meterFields();

/// The meter that a calibration states, else typical values.
PowerMeter resolveMeter(const hardware::Calibration* calibration);

/// Mean power in W that the meter shows of a row whose kernel takes `time`.
double meanReading(const PowerMeter& meter, const gpu::PowerCoefficients& power, const PowerRow& row,
                   const gpu::KernelTime& time);

} // namespace strata::assess
