// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/roofline.h"

#include "core/gpu/running_clock.h"

#include <algorithm>

namespace strata::gpu {

KernelTime predictRoofline(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    const workload::KernelWork work = workload::workOf(kernel);
    KernelTime time;
    time.flop = work.flop;
    time.dram_bytes = work.read_bytes + work.write_bytes;
    time.l2_bytes = time.dram_bytes;
    // A bound bounds what runs: boards that go above their printed clock exceed their printed peak.
    time.compute_s = work.flop / runningPeak(gpu, kernel);
    const double traffic_s = time.dram_bytes / gpu.memory_bytes_per_s;
    time.memory_s = std::max(traffic_s - time.compute_s, 0.0);
    time.seconds = time.compute_s + time.memory_s;
    time.alone_s = time.seconds;
    time.limit = time.memory_s > 0 ? Limit::Memory : Limit::Compute;
    return time;
}

} // namespace strata::gpu
