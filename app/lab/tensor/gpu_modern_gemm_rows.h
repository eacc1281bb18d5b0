// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/suite.h"
#include "core/gpu/products/tensor_tiles.h"
#include "core/hardware/gpu/gpu.h"
#include "core/workload/kernel/kernel.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace strata {
class Library;
}

namespace strata::assess {

/// One measured product or quantizer of a serving stack.
struct GemmRow {
    std::string id;          ///< file and line
    std::size_t setup = 0;   ///< index into GemmRows::setups
    std::string dtype;       ///< as the data name it: "bfloat16", "fp8_block", "sq", ...
    std::string op = "gemm"; ///< "gemm", "mla-bmm" or "quantize": only the first and the last are fitted to
    std::string step;        ///< of a quantizer: "scale" or "cast"; empty: a product
    gpu::GemmType type = gpu::GemmType::Half;
    workload::Kernel kernel;
    double measured_s = 0.0;
    bool held_out = false;  ///< its (n, k) takes no part in fits
    bool eager = false;     ///< timed outside of a replayed graph: the host's part is in the time
    bool slow_path = false; ///< slower than kSlowPath times the 16-bit product of its shape on the same device
    bool single = false;    ///< one call between two events on an idle stream: its launch is in the time
};

/// Measured products of a folder; a row names its setup by index.
struct GemmRows {
    std::vector<hardware::Gpu> setups; ///< a device with the engine that was measured on it
    std::vector<GemmRow> rows;
    std::vector<Refusal> refused;
};

/// No kernel of a replayed graph starts this slowly: where even the fastest of a format does, calls were
/// timed one by one.
inline constexpr double kGraphFloor_s = 3e-5;

/// Timers of the device count in such steps: where all times of a format are whole numbers of them, each is one call.
inline constexpr double kTick_s = 1.024e-6;
/// From the first event to the start of a single call on an idle stream. Between 4.3 us, from kernel to kernel of
/// PyTorch's eager models (calibration compose-models), and 6.7 us, by which a launch that is waited for exceeds its
/// kernel of 2.9 us (A. Gray, Getting Started with CUDA Graphs, NVIDIA 2019).
inline constexpr double kSingleCall_s = 5.5e-6;

/// Of each time: whether all of its group (of 50 at least, below half a millisecond) are whole ticks, as a mean over
/// several calls is not.
std::vector<bool> singleCalls(std::span<const std::string> groups, std::span<const double> seconds);

/// A product as a serving stack runs it under this name of a format; nothing for a name that is not known.
/// `weight_copies`: that take turns in the benchmark.
struct GemmFormat {
    gpu::GemmType type = gpu::GemmType::Half;
    workload::Kernel kernel;
};
std::optional<GemmFormat> gemmFormat(std::string_view dtype, double m, double n, double k, double weight_copies);

/// Tables gemm_*, mla_bmm_* and quantize_* of the folder, or those of its parts aic_kernels and kernels_infersim.
/// Errors: "unreadable-file" where there is none of them.
Result<GemmRows> readGemmRows(const std::filesystem::path& folder, const Library& library);

} // namespace strata::assess
