// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/gpu/gpu.h"
#include "core/workload/kernel/kernel.h"

#include <string>
#include <vector>

namespace strata::gpu {

/// One roof of the roofline plot: what a device can do at most of one kind, from its datasheet.
struct Ceiling {
    enum class Kind { Compute, Memory, L2, Shared };
    Kind kind = Kind::Compute;
    NumberType type = NumberType::Fp32; ///< of a compute roof
    bool matrix = false;                ///< a compute roof of tensor or matrix cores
    double per_s = 0;                   ///< FLOP/s of a compute roof, else bytes/s
};
std::string_view name(Ceiling::Kind kind);

/// The roofs that the device has: compute by type with the fastest first, then memory, L2, shared memory.
std::vector<Ceiling> ceilings(const hardware::Gpu& gpu);

/// Bytes/s that were measured between L2 and all SMs, at the device's clock: the L2 runs with it. 0: not known.
double measuredL2BytesPerSecond(const hardware::Gpu& gpu);

/// Bytes/s between L2 and all SMs: the datasheet's, else one 32-byte sector per clock and SM, near which measurements
/// of NVIDIA's parts lie (Jia et al., arXiv:1804.06826, Table 3.1; arXiv:1903.07486, Table 3.1).
double l2BytesPerSecond(const hardware::Gpu& gpu);

/// Bytes/s that kernels see of L2: measured where the library knows it, else as on chips of the same kind of memory,
/// which crossbars to L2 are sized by: 36 bytes per clock and SM beside HBM (A100, H100: RRZE, te42kyfo/gpu-benches,
/// gpu-l2-cache), 18.6 beside GDDR (RTX PRO 6000, 8.7 TB/s: Chips and Cheese, Blackwell: Nvidia's Massive GPU, 2025).
double sustainedL2BytesPerSecond(const hardware::Gpu& gpu);

/// What L2 holds of data that all SMs read, at least: each partition keeps its own copy (Jia et al. 2021, who dissect
/// such a part by microbenchmarks).
double residentBytes(const hardware::Gpu& gpu);

/// Bytes/s of the shared memories of all SMs: 32 banks of 4 bytes a clock (CUDA C Programming Guide, compute
/// capabilities).
double sharedBytesPerSecond(const hardware::Gpu& gpu);

/// FLOP/s of the units that the kernel's arithmetic runs on: matrix products on the fastest units of the type, scans on
/// those of 16 bits, whatever their tensors are stored in, all others on scalar lanes, with those of fp32 where the
/// type has none of its own. 0: the device has no such arithmetic.
double arithmeticPeak(const hardware::Gpu& gpu, const workload::Kernel& kernel);

/// Matrix products, convolutions, attention, experts: what tensor cores can take.
bool isMatrixKernel(const workload::Kernel& kernel);

} // namespace strata::gpu
