// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/rivals/roofline.h"

#include "core/gpu/calibration/ceilings.h"
#include "core/gpu/power/running_clock.h"

#include <algorithm>

namespace strata::gpu {

KernelTime predictRoofline(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    const workload::KernelWork work = workload::workOf(kernel);
    KernelTime time;
    time.flop = work.flop;
    time.l2_bytes = work.read_bytes + work.write_bytes;
    // A bound bounds what runs: boards that go above their printed clock exceed their printed peak.
    time.compute_s = work.flop / runningPeak(gpu, kernel);
    // What fits L2 may lie there when the kernel starts, and stay there when it ends: it only passes L2's ports.
    time.dram_bytes = std::max(time.l2_bytes - gpu.l2_bytes, 0.0);
    const double memory_s = time.dram_bytes / gpu.memory_bytes_per_s;
    const double l2_s = time.l2_bytes / std::max(l2BytesPerSecond(gpu), gpu.memory_bytes_per_s);
    time.memory_s = std::max(std::max(memory_s, l2_s) - time.compute_s, 0.0);
    time.seconds = time.compute_s + time.memory_s;
    time.alone_s = time.seconds;
    time.limit = time.memory_s <= 0 ? Limit::Compute : memory_s >= l2_s ? Limit::Memory : Limit::L2;
    return time;
}

} // namespace strata::gpu
