// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace strata::gpu {

/// One kernel as its thread blocks see it.
struct BlockKernel {
    std::uint32_t stream = 0;     ///< kernels of one stream run one after the other
    std::uint64_t partitions = 1; ///< bit p: its blocks may run on partition p
    double ready_s = 0.0;         ///< not before
    double start_s = 0.0;         ///< from its turn to its first block: launch, prologue
    double blocks = 1.0;
    std::uint32_t blocks_per_sm = 1;
    double compute_s = 0.0;  ///< of one block that has an SM for itself
    double l2_bytes = 0.0;   ///< of one block, through the SM's port
    double dram_bytes = 0.0; ///< of one block
};

/// SMs that the same clients may use. MIG gives each its own SMs and memory; MPS clients share the memory domain, and
/// also SMs when they ask for more than there are: a partition then belongs to several (Multi-Process Service and
/// Multi-Instance GPU guides of NVIDIA).
struct SmPartition {
    std::uint32_t sms = 0;
    std::uint32_t memory_domain = 0;
};

/// Rates that the partitions of one memory share.
struct MemoryDomain {
    double dram_bytes_per_s = 0.0;
    double l2_bytes_per_s = 0.0;
};

/// A device as its blocks see it; partitions name their memory by index.
struct EventDevice {
    std::vector<SmPartition> partitions;
    std::vector<MemoryDomain> memory;
    double port_bytes_per_s = 0.0; ///< between one SM and L2
};

/// When a kernel ran, and on how much of the device.
struct KernelSpan {
    double start_s = 0.0; ///< of its first block
    double end_s = 0.0;
    double busy_sm_s = 0.0; ///< integral over its SMs that held at least one of its blocks
};

/// One stretch of time in which nothing started or ended on the device.
struct Stretch {
    double from_s = 0.0, to_s = 0.0;
    double dram_bytes_per_s = 0.0; ///< used in all domains together
    double busy_sms = 0.0;
};

/// A whole run, until the last block ends.
struct EventResult {
    double seconds = 0.0;
    std::vector<KernelSpan> kernels; ///< in the order of the input
    std::vector<Stretch> stretches;
    std::size_t events = 0;
};

/// The whole device as one partition. The port of an SM carries 64 bytes a clock since Volta, 32 before (H. Jia et al.,
/// Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking, 2018, section 3.6).
EventDevice wholeDevice(const hardware::Gpu& gpu, double dram_bytes_per_s, double l2_bytes_per_s);

/// Blocks of a kernel from its prediction by the closed form on so many SMs: the same work, cut into its tiles.
BlockKernel blocksOf(const KernelTime& time, double sms, std::uint32_t stream = 0);

/// Makes a prediction end at the simulated moment. What the simulation takes longer (shorter) than the closed form is
/// its tail; less than no tail comes off the exposed memory time.
void endAt(KernelTime& time, double seconds);

/// DRAM bytes/s that a long copy reaches by the closed form.
double streamingBandwidth(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations);

/// Runs thread blocks on SMs as a fluid: blocks take free places in launch order, those on one SM share its arithmetic
/// and its port, all share L2 and DRAM, and a block ends when its work is done. SMs in the same state are followed as
/// one, so the cost grows with waves and kernels, not with blocks. Errors: "bad-value" for a kernel that no SM can
/// hold.
Result<EventResult> simulateBlocks(const EventDevice& device, std::span<const BlockKernel> kernels);

} // namespace strata::gpu
