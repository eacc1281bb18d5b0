// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/calibration/distance.h"
#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"
#include "core/workload/kernel/kernel.h"

#include <array>
#include <span>
#include <string>

namespace strata::compose {

struct ComposedTime;

/// Both ends of an interval, in the unit of what it is about.
struct Interval {
    double low = 0, high = 0;
};

/// Variance of the relative error by source, and the limits of what correlation may do.
struct ErrorShare {
    double independent = 0, correlated = 0, runtime = 0; ///< shares of the variance, sum 1
    double sigma_independent = 0; ///< relative error of the sum if all kernels erred independently: ~ sigma / sqrt(N)
    double sigma_correlated = 0;  ///< if all erred alike: ~ sigma
    double sigma = 0;             ///< with the correlation that was measured
    double bias = 0;              ///< mean of ln(measured / predicted), adds linearly
    double runtime_sigma = 0;     ///< spread of whole models that kernel errors do not explain
    double runtime_bias = 0;      ///< the part of `bias` that kernels do not explain
    double gap_sigma = 0, gap_bias = 0; ///< of model over sum of kernels; 0 both: not measured
    double kernels_bias =
        0; ///< ln of the centre of the kernels' sum over the prediction: the interval's without runtime
};

/// How kernel errors hang together, from the residuals of the calibrations.
struct ErrorCorrelation {
    std::array<double, workload::kKernelClasses> within{}; ///< of two shapes of one class on one device
    double across = 0;                                     ///< of two classes on one device
    double runtime_sigma = 0, runtime_bias = 0;
    double gap_sigma = 0,
           gap_bias = 0;      ///< of whole models over the measured sum of their kernels; 0 both: not measured
    double kernels_shown = 1; ///< of the kernels' sigma, by which whole passes were seen to err
};
/// Classes without residuals keep a cautious one half. `workload` names the runtime residual: "model" or "serving".
ErrorCorrelation errorCorrelation(std::span<const hardware::Calibration> calibrations, std::string_view workload);
/// The same with the runtime residual at the distance of this device and its runtime (runtimeDistance()).
ErrorCorrelation errorCorrelation(std::span<const hardware::Calibration> calibrations, std::string_view workload,
                                  const hardware::Gpu& gpu);

/// How calibrations name what ran on a device: the engine and the first version of its range.
std::string runtimeName(const hardware::Gpu& gpu);

/// How far the device and its runtime are from those that a calibration of whole passes was fitted to: `Same` where
/// this range of the engine's versions was measured on it, `Engine` where the device was measured under another range.
/// An engine that nobody measured is no nearer than another generation.
gpu::Distance runtimeDistance(const hardware::Calibration& calibration, const hardware::Gpu& gpu);

/// The residual of whole passes under this class at the distance of the device: that of the next farther distance
/// where nothing shows this one, then that of the next nearer. Residuals without a distance hold for all. nullptr where
/// no calibration tells.
const hardware::Residual* runtimeResidual(std::span<const hardware::Calibration> calibrations, std::string_view of,
                                          const hardware::Gpu& gpu);

/// Spread and mean of ln(measured / predicted) of a kernel's class; a wide one where nothing was measured.
struct KernelError {
    double sigma = 0, bias = 0;
};
KernelError kernelError(const gpu::KernelTime& kernel);

/// 80 % of gamma, the gap between a model and the sum of its kernels alone: as measured at the device's distance, with
/// the hosts' spread of launches. Where no gaps were measured: what whole passes show of their kernels'
/// errors stands on both sides and cancels. What remains: errors of kernels alone that passes do not show
/// (`kernels_shown`, ErrorCorrelation), and what passes showed beyond their kernels.
Interval gapInterval(const ComposedTime& composed, double kernels_shown);

/// Variance of the sum of log-normal kernel times by class and correlation, then the log-normal with the same first two
/// moments (Fenton 1960). Copies of one operator err alike: they are one kernel. Fills error and interval (80 %).
void propagateErrors(ComposedTime& composed, const ErrorCorrelation& correlation);

} // namespace strata::compose
