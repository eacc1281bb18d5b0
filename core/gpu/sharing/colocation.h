// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace strata::gpu {

/// How kernels of several clients come to run on one device at once (NVIDIA, Multi-Process Service guide and
/// Multi-Instance GPU user guide).
enum class SharingMode : std::uint8_t {
    Streams, ///< any block on any SM that has room
    Mps,     ///< a client's blocks run on at most its number of SMs; memory is everybody's
    Mig,     ///< a client has its own SMs, its own slices of L2 and of the memory's bandwidth
};
std::string_view name(SharingMode mode);
std::vector<std::string_view> sharingModes();

/// A client that runs one kernel, again and again.
struct Tenant {
    workload::Kernel kernel;
    double sms = 0;          ///< 0: all of the device
    double memory_share = 0; ///< MIG: of bandwidth, L2 and capacity; 0: as large as its share of the SMs
};

/// A tenant's kernel by itself on its share of the device, and beside the others.
struct TenantTime {
    KernelTime alone;
    double sms = 0;
    double seconds = 0;           ///< mean over the moments at which the others may be when it starts
    double low_s = 0, high_s = 0; ///< at the best and the worst of these moments
    double slowdown() const { return seconds / alone.seconds; }
};

/// Kernels of several clients on one device at the same time.
struct Colocation {
    std::vector<TenantTime> tenants; ///< in the order of the input
    double clock_ratio = 1;          ///< that the board's limit leaves while all run
    double power_w = 0;              ///< of the board; 0: not modelled
};

/// Runs each tenant's kernel once while all others run theirs without pause, block by block (simulateBlocks). Work and
/// tiles are those of the closed form on the tenant's share. Blocks wait in the order in which their kernels came.
/// Errors: "bad-value" with the index of the tenant as pointer ("/1/sms") for shares that the device does not have.
Result<Colocation> colocate(const hardware::Gpu& gpu, SharingMode mode, std::span<const Tenant> tenants,
                            std::span<const hardware::Calibration> calibrations);

} // namespace strata::gpu
