// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/attention.h"

#include <algorithm>

namespace strata::gpu {

AttentionCoefficients resolveAttention(const hardware::Gpu&, std::span<const hardware::Calibration>) { return {}; }

KernelTime predictAttention(const hardware::Gpu& gpu, const AttentionCoefficients& coefficients, const workload::Kernel& kernel) {
    const workload::KernelWork work = workload::workOf(kernel);
    KernelTime time;
    time.flop = work.flop;
    time.dram_bytes = work.read_bytes + work.write_bytes;
    const double arithmetic = work.flop / (std::max(gpu.peak(kernel.math), 1.0) * coefficients.compute_fraction);
    const double traffic = time.dram_bytes / (gpu.memory_bytes_per_s * coefficients.bandwidth_fraction);
    time.compute_s = arithmetic;
    time.memory_s = std::max(traffic - arithmetic, 0.0);
    time.fixed_s = coefficients.floor_s;
    time.seconds = time.compute_s + time.memory_s + time.fixed_s;
    time.alone_s = time.seconds;
    time.limit = traffic > arithmetic ? Limit::Memory : Limit::Compute;
    return time;
}

}  // namespace strata::gpu
