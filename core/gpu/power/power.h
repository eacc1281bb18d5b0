// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/calibration/coefficient_groups.h"
#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"

#include <span>
#include <string_view>

namespace strata::gpu {

/// Where the power of a board goes, at the clock of its datasheet.
struct PowerCoefficients {
    ByNumberType<double> flop_j{}; ///< of one operation on the units that the type runs on
    double dram_j_per_byte = 0;
    double l2_j_per_byte = 0;
    double idle_w = 0;        ///< clocks up, nothing running
    ByNumberType<double> active_w{}; ///< of a chip whose SMs all issue on the units of a type: clock trees, registers
    double stalled_share = 1; ///< of active_w that SMs whose blocks wait for memory draw
    double threshold_share = 0.4;    ///< of the voltage at the datasheet's clock
    double least_clock_ratio = 0.15; ///< of the datasheet's clock: where boards idle, 210 of 1,410 MHz
    double limit_w = 0;              ///< 0: the board knows none
};

/// A coefficient of calibration "gpu-power", and its value where no calibration tells it.
struct PowerField {
    std::string_view name;
    double start;
};
std::span<const PowerField> powerFields();

/// Energies of this device: those of the measured board, scaled by process node, clock and kind of memory.
PowerCoefficients resolvePower(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations);

/// Power in W of the board while its clocks are up and no kernel runs: as its entry states, else what its dies draw by
/// their area, at most a share of the limit.
double idlePower(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations);

/// The class of residuals of kernels in a mix, as in a model's step.
inline constexpr std::string_view kMixedPower = "mixed";

/// ln(measured / predicted) of board power: 80 % of the kernels of a class lie between the two, on this device if its
/// power was measured, else on one whose power was not in the fit.
ResidualBand powerBand(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations,
                       std::string_view kernel_class = kMixedPower);

/// That of energy, power times time: errors of both taken as independent. What makes a kernel slower than predicted
/// makes it draw less, so that this is the wider of the two readings.
ResidualBand energyBand(const ResidualBand& power, double log_time_p10, double log_time_p90);

/// Mean power of the board in W while the kernel runs at its clock_ratio, at most the limit.
double boardPower(const PowerCoefficients& power, NumberType math, const KernelTime& time);

/// Fills power_w and energy_j. The time stays: families that run into the limit have taken their sustained
/// clock into it.
void applyPower(const PowerCoefficients& power, NumberType math, KernelTime& time);

} // namespace strata::gpu
