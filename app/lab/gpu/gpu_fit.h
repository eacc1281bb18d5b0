// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/fit/device_spread.h"
#include "app/lab/fit/without.h"
#include "app/lab/gpu/gpu_rows.h"
#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration/calibration.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::assess {

/// What calibrators of the FP32 kernels share: samples, residuals, and the same fit again without each device.
using RowRefs = std::vector<const GpuRow*>;

/// At most `most` rows, evenly spread, of each device, operator and split, of devices that fits may know.
RowRefs sampleRows(const GpuData& data, std::size_t most, const Without& without);

/// Predicts a kernel on a device of the data with given coefficients.
using DevicePredictor = std::function<gpu::KernelTime(std::size_t device, const workload::Kernel& kernel)>;

/// The host's floor of an operator on each device: what its fastest rows took. Devices without rows of it have none
/// (0).
std::vector<double> hostFloors(const GpuData& data, std::string_view op);

/// How long a host takes to start a product belongs to the vendor's library, which may call several kernels: devices
/// that nobody timed get the mean of their vendor's, in a group {"vendor"}.
void addVendorFloors(hardware::Calibration& calibration, const std::vector<hardware::Gpu>& devices);
double geometricMean(const std::vector<double>& values); ///< of the positive ones; 0 where there are none

/// Error of a prediction for one row.
struct RowError {
    const GpuRow* row = nullptr;
    double log_error = 0; ///< ln(measured / predicted)
    bool is_short = false;
};
std::vector<RowError> errorsOf(const RowRefs& rows, const DevicePredictor& predict);
/// What a fit makes small: ln(predicted / measured) of rows timed one by one, then `weight` ln(factor) of each device's
/// own factor, which pulls these to 1 so that causes explain what they can.
void fillResiduals(const RowRefs& rows, const DevicePredictor& predict, std::span<const double> own_factors,
                   double weight, std::span<double> residuals);
/// By class and by size: "short" below gpu::kShort_s when timed alone.
ErrorsByKey byClass(const std::vector<RowError>& errors);

/// Fills residuals and their summary: of the devices that were fitted, and of each device by a fit without it; `whose`
/// tells formulas that are fitted to none.
Result<void> addResiduals(hardware::Calibration& calibration, const GpuData& data, const Without& without,
                          const std::function<Result<hardware::Calibration>(const Without& without)>& fit,
                          const std::function<DevicePredictor(const hardware::Calibration&)>& predictor,
                          ErrorsOf whose = ErrorsOf::LeftOut);

/// Id of the operator class of a row: "bmm", "elementwise".
std::string className(const GpuRow& row);

} // namespace strata::assess
