// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"
#include "app/lab/tensor/gpu_modern_attention_rows.h"
#include "core/gpu/kernel_time.h"

#include <functional>
#include <vector>

namespace strata::assess {

/// A prediction as an answer with its interval.
ModernAnswer toAnswer(const gpu::KernelTime& time, bool seen);

/// Fills the residuals of a calibration by class: of devices that took part in the fit, and of each device by a fit
/// without it. Each device and operator counts alike. `answers` gives one for each row of the data; `kernel_of` tells
/// kernels of a class apart that have coefficients of their own, as bandOf() looks them up by "types"; empty: none.
Result<void> addModernResiduals(hardware::Calibration& calibration, const ModernRows& data, const Without& without,
                                const std::function<Result<hardware::Calibration>(const Without& without)>& fit,
                                const std::function<std::vector<ModernAnswer>(const hardware::Calibration&)>& answers,
                                const std::function<std::string(const ModernRow&)>& kernel_of = {});

/// Appends rows, refusals and answers to a report, of the device that the options name.
void appendAnswers(const SuiteOptions& options, const ModernRows& data, const std::vector<ModernAnswer>& answers,
                   SuiteReport& report);

} // namespace strata::assess
