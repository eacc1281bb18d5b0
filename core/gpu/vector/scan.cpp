// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/vector/scan.h"

#include "core/gpu/calibration/ceilings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::gpu {
namespace {

using C = ScanCoefficients;
constexpr std::array<NamedCoefficient<C>, 7> kNames{{{"fixed_s", &C::fixed_s},
                                                     {"state_per_clock", &C::state_per_clock},
                                                     {"memory_fraction", &C::memory_fraction},
                                                     {"cache_share", &C::cache_share},
                                                     {"cache_gain", &C::cache_gain},
                                                     {"product_fraction", &C::product_fraction},
                                                     {"chunk_fixed_s", &C::chunk_fixed_s}}};

// Tokens of a chunk in the public kernels.
constexpr double kChunk = 64.0;

/// FLOP of the chunked form (Yang et al. 2024, section 3.3): products of keys, queries and values within a chunk, the
/// triangular inverse applied to both, and three products with the state.
double chunkedFlop(const workload::Scan& shape) {
    const double tokens = shape.batch * shape.q_len * shape.heads;
    const double chunk = std::min(kChunk, shape.q_len);
    return 2.0 * tokens * (3.0 * chunk * (shape.key_dim + shape.value_dim) + 3.0 * shape.key_dim * shape.value_dim);
}

} // namespace

std::span<const NamedCoefficient<ScanCoefficients>> scanCoefficients() { return kNames; }

ScanCoefficients resolveScan(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations) {
    ScanCoefficients found;
    const hardware::Calibration* calibration = calibrationOf(calibrations, kScanCalibration);
    if (calibration == nullptr) return found;
    if (const auto* shared = groupOf(*calibration, {{"kernel", "scan"}})) assign(found, scanCoefficients(), *shared);
    found.seen = groupOf(*calibration, {{"kernel", "scan"}, {"device", gpu.id}}) != nullptr;
    found.band = bandOf(calibration, workload::name(workload::KernelClass::Scan), gpu, found.seen);
    return found;
}

KernelTime predictScan(const hardware::Gpu& gpu, const ScanCoefficients& c, const workload::Kernel& kernel) {
    const auto& shape = std::get<workload::Scan>(kernel.shape);
    const workload::KernelWork work = workload::workOf(kernel);
    const double sms = std::max<double>(gpu.sms, 1.0);
    const bool chunked = shape.q_len > 1.0;
    const double bytes = work.read_bytes + work.write_bytes;
    const double fitting = std::max(c.cache_share * gpu.l2_bytes, 1.0) / std::max(bytes, 1.0);
    // A new token moves little but the state, which is a cache; a prompt's operands come from the kernel before.
    const bool cold = kernel.cold && !chunked;
    const double missing = cold ? 1.0 : 1.0 / (1.0 + fitting * fitting * fitting * fitting);

    KernelTime time;
    time.flop = chunked ? chunkedFlop(shape) : work.flop;
    time.dram_bytes = bytes * missing;
    time.l2_bytes = bytes;
    if (chunked) {
        time.compute_s = time.flop / (std::max(arithmeticPeak(gpu, kernel), 1.0) * c.product_fraction);
    } else {
        const double updates = shape.batch * shape.heads * shape.key_dim * shape.value_dim;
        time.compute_s = updates / (sms * gpu.clock_hz * c.state_per_clock);
    }
    const double memory_fraction = std::min(c.memory_fraction, 1.0); // readings hold what L2 keeps from call to call
    const double memory_s =
        bytes * (missing / memory_fraction + (1.0 - missing) / c.cache_gain) / std::max(gpu.memory_bytes_per_s, 1.0);
    time.memory_s = std::max(memory_s - time.compute_s, 0.0);
    time.fixed_s = chunked ? c.chunk_fixed_s : c.fixed_s;
    time.seconds = time.compute_s + time.memory_s + time.fixed_s;
    time.alone_s = time.seconds;
    time.limit = time.fixed_s > time.seconds / 2.0 ? Limit::Latency
                 : time.memory_s > 0.0             ? Limit::Memory
                                                   : Limit::Compute;
    time.log_p10 = c.band.p10;
    time.log_p90 = c.band.p90;
    return time;
}

} // namespace strata::gpu
