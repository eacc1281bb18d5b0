// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compose/compose.h"

namespace strata::test {

/// A device with round numbers: 10 TFLOP/s FP32, 1 TB/s, 40 MB of L2, 16 GB.
inline hardware::Gpu sampleDevice() {
    hardware::Gpu gpu;
    gpu.id = "sample";
    gpu.sms = 100;
    gpu.clock_hz = 1e9;
    gpu.vector_flop_per_clock[index(NumberType::Fp32)] = 100;
    gpu.l2_bytes = 40e6;
    gpu.memory_bytes = 16e9;
    gpu.memory_bytes_per_s = 1e12;
    gpu.link_bytes_per_s = 100e9;
    gpu.idle_power_w = 50;
    return gpu;
}

/// Time by roofline at full peak and bandwidth; 100 W while it runs.
inline gpu::KernelTime rooflineTime(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    const workload::KernelWork work = workload::workOf(kernel);
    gpu::KernelTime time;
    time.flop = work.flop;
    time.dram_bytes = work.read_bytes + work.write_bytes;
    time.compute_s = work.flop / gpu.peak(NumberType::Fp32);
    time.memory_s = std::max(time.dram_bytes / gpu.memory_bytes_per_s - time.compute_s, 0.0);
    time.limit = time.memory_s > 0 ? gpu::Limit::Memory : gpu::Limit::Compute;
    time.seconds = time.compute_s + time.memory_s;
    time.energy_j = 100 * time.seconds;
    time.log_p10 = -0.1281552F; // sigma 0.1
    time.log_p90 = 0.1281552F;
    return time;
}

inline workload::Operator linear(double count, double m, double n, double k) {
    workload::Matmul shape{1, m, n, k};
    shape.linear = true;
    return {"linear", {shape}, count};
}

inline workload::Operator add(double count, double rows, double cols) {
    workload::VectorOp shape;
    shape.rows = rows;
    shape.cols = cols;
    shape.inputs = 2;
    return {"add", {shape}, count};
}

} // namespace strata::test
