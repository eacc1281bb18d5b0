// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/products/tiling.h"

#include "core/gpu/calibration/ceilings.h"

#include <algorithm>
#include <cmath>

namespace strata::gpu {
namespace {

constexpr double kRegisterBytes = 4.0;
// Of multiprocessors with 128 lanes (CUDA C++ Programming Guide, compute capabilities 6.1 and 9.0): 2,048 threads and
// 256 KiB of registers. Assumed where a vendor publishes neither.
constexpr double kThreadsPerLane = 16.0;
constexpr double kRegisterBytesPerLane = 2048.0;

/// How often `need` fits into `have`; an unknown amount does not limit.
double fits(double have, double need) { return have > 0.0 && need > 0.0 ? std::floor(have / need) : HUGE_VAL; }

} // namespace

double blocksPerSm(const hardware::Gpu& gpu, const BlockNeeds& block) {
    const double lanes = gpu.vector_flop_per_clock[index(NumberType::Fp32)] / 2.0;
    const double threads = gpu.threads_per_sm > 0 ? gpu.threads_per_sm : kThreadsPerLane * lanes;
    const double registers = gpu.registers_bytes > 0 ? gpu.registers_bytes : kRegisterBytesPerLane * lanes;
    const double most = std::min({fits(threads, block.threads), fits(gpu.blocks_per_sm, 1.0),
                                  fits(registers, block.threads * block.registers_per_thread * kRegisterBytes),
                                  fits(gpu.shared_bytes, block.shared_bytes)});
    return std::isfinite(most) ? std::max(most, 1.0) : 1.0;
}

WaveWork waveWork(double tiles, double sms, double resident, double filling) {
    const auto together = [filling](double blocks) { return std::sqrt(blocks * blocks + filling * filling); };
    const double slots = sms * resident;
    const double whole = std::floor(tiles / slots);
    const double rest = std::ceil((tiles - whole * slots) / sms);
    const double wave = together(resident);
    WaveWork work;
    work.full = whole * wave;
    work.last = rest > 0.0 ? together(rest) : 0.0;
    work.waves = tiles / slots;
    work.even = tiles / sms * wave / resident;
    return work;
}

double sustainedClock(double dynamic_w, double headroom_w, double exponent) {
    if (dynamic_w <= headroom_w) return 1.0;
    return std::pow(std::max(headroom_w, 0.0) / dynamic_w, 1.0 / exponent);
}

double missShare(double footprint, double capacity) {
    if (capacity <= 0.0) return 1.0;
    const double ratio = footprint / capacity;
    const double fourth = ratio * ratio * ratio * ratio;
    return fourth / (1.0 + fourth);
}

double cachingL1(const hardware::Gpu& gpu) { return gpu.unified_l1 ? gpu.shared_bytes : 0.0; }

double l2Bandwidth(const hardware::Gpu& gpu) {
    constexpr double kBytesPerClock = 20.0;
    if (const double measured = measuredL2BytesPerSecond(gpu); measured > 0.0) return measured;
    const double crossbar = kBytesPerClock * gpu.sms * gpu.clock_hz;
    return std::max(crossbar, gpu.memory_bytes_per_s);
}

double streamedBandwidth(const hardware::Gpu& gpu, double typical_share) {
    return gpu.memory_bytes_per_s * (gpu.stream_share > 0.0 ? gpu.stream_share : typical_share);
}

double aloneSeconds(double device_s, double floor_s, double lead_share) {
    return std::max(floor_s, lead_share * floor_s + device_s);
}

} // namespace strata::gpu
