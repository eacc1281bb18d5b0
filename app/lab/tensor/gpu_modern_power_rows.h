// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/suite.h"
#include "core/base/result.h"
#include "core/hardware/gpu/gpu.h"
#include "core/workload/kernel/kernel.h"

#include <filesystem>
#include <string>
#include <vector>

namespace strata {
class Library;
}

namespace strata::assess {

/// Mean board power of one kernel.
struct PowerRow {
    std::string id; ///< file and line
    std::size_t device = 0;
    std::string op, dtype;
    workload::Kernel kernel;
    double measured_w = 0.0;
    bool held_out = false; ///< its shape takes no part in fits
    bool defect = false;   ///< its reading contradicts the order of its work
};

/// Measured board power of a folder, with the devices that it names.
struct PowerRows {
    std::vector<hardware::Gpu> devices;
    std::vector<PowerRow> rows;
    std::vector<Refusal> refused;
};

/// Tables power_DEVICE of a folder; none is no error.
Result<PowerRows> readPowerRows(const std::filesystem::path& folder, const Library& library);

} // namespace strata::assess
