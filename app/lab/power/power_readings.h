// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/power/power_sweep.h"
#include "app/lab/power/power_timeline.h"
#include "app/lab/tensor/gpu_modern_power_rows.h"
#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration/calibration.h"

#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace strata::assess {

/// Predicted readings of rows: their kernels, and those of the sweeps around them, are timed once; a calibration of the
/// board's power and of the meter then says what the meter shows.
class PowerReadings {
public:
    /// Times rows of `data` that `wanted` takes, at most `most` of each operator and format.
    PowerReadings(const PowerRows& data, std::span<const hardware::Calibration> calibrations,
                  const std::function<bool(const PowerRow&)>& wanted,
                  std::size_t most = std::numeric_limits<std::size_t>::max());

    const std::vector<const PowerRow*>& rows() const { return rows_; }
    /// W of each row, in their order, under these coefficients of calibration "gpu-power".
    /// `courses`: of sweeps that several boards share (power_timeline.h).
    void predict(const hardware::Calibration* calibration, std::span<double> watts, int courses = kCourses) const;

private:
    struct Swept {
        PowerSweep sweep;
        std::vector<gpu::KernelTime> times;    ///< of its kernels
        std::vector<std::size_t> places, rows; ///< in the sweep, and index into rows_
    };

    const PowerRows& data_;
    std::vector<const PowerRow*> rows_;
    std::vector<Swept> sweeps_;
};

} // namespace strata::assess
