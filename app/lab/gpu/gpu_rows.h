// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/suite.h"
#include "core/hardware/gpu/gpu.h"
#include "core/workload/kernel/kernel.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace strata {
class Library;
}

namespace strata::assess {

/// One measured kernel of the FP32 set.
struct GpuRow {
    std::string_view file;  ///< of the data folder
    std::size_t line = 0;   ///< of that file, the header is 1
    std::size_t device = 0; ///< index into GpuData::devices
    std::string_view op;    ///< "bmm", "linear", "conv", "add", ..., "softmax", "ln"
    bool train = false;     ///< split "train": random sizes
    workload::Kernel kernel;
    double measured_s = 0.0;      ///< as a stopwatch around one call saw it
    float tile_m = 0, tile_n = 0; ///< of the library's kernel; 0: not known
};

/// Measured FP32 kernels of a folder, with the devices that they name.
struct GpuData {
    std::vector<hardware::Gpu> devices;
    std::vector<GpuRow> rows;
    std::vector<Refusal> refused; ///< unknown devices and operators, incomplete rows
};

/// Which files to read.
enum class GpuFiles { Matmul, Vector, All };

/// Reads kernels_matmul, kernels_conv and kernels_vector (.csv or .csv.gz) of a folder; devices are found by the
/// library's aliases. Errors: "unreadable-file" where none of the files is there, those of the tables.
Result<GpuData> readGpuRows(const std::filesystem::path& folder, const Library& library,
                            GpuFiles files = GpuFiles::All);

} // namespace strata::assess
