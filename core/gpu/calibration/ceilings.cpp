// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/calibration/ceilings.h"

#include <algorithm>

namespace strata::gpu {
namespace {

constexpr double kSectorBytes = 32.0;
constexpr double kBesideHbm = 36.0, kBesideGddr = 18.6;
constexpr double kBankBytesPerClock = 32.0 * 4.0;

/// Scans in chunks are matrix products of 16 bits.
double chunkPeak(const hardware::Gpu& gpu) {
    return std::max({gpu.matrixPeak(NumberType::Bf16), gpu.matrixPeak(NumberType::Fp16), gpu.peak(NumberType::Fp32)});
}

} // namespace

std::string_view name(Ceiling::Kind kind) {
    switch (kind) {
    case Ceiling::Kind::Compute: return "compute";
    case Ceiling::Kind::Memory: return "memory";
    case Ceiling::Kind::L2: return "l2";
    case Ceiling::Kind::Shared: return "shared";
    }
    return "";
}

std::vector<Ceiling> ceilings(const hardware::Gpu& gpu) {
    std::vector<Ceiling> roofs;
    for (std::size_t i = 0; i < kNumberTypes; ++i) {
        const auto type = static_cast<NumberType>(i);
        if (gpu.matrixPeak(type) > 0) roofs.push_back({Ceiling::Kind::Compute, type, true, gpu.matrixPeak(type)});
        if (gpu.vectorPeak(type) > 0) roofs.push_back({Ceiling::Kind::Compute, type, false, gpu.vectorPeak(type)});
    }
    std::stable_sort(roofs.begin(), roofs.end(), [](const Ceiling& a, const Ceiling& b) { return a.per_s > b.per_s; });
    const auto add = [&roofs](Ceiling::Kind kind, double per_s) {
        if (per_s > 0) roofs.push_back({kind, NumberType::Fp32, false, per_s});
    };
    add(Ceiling::Kind::Memory, gpu.memory_bytes_per_s);
    add(Ceiling::Kind::L2, l2BytesPerSecond(gpu));
    add(Ceiling::Kind::Shared, sharedBytesPerSecond(gpu));
    return roofs;
}

double measuredL2BytesPerSecond(const hardware::Gpu& gpu) { return gpu.l2_bytes_per_clock * gpu.clock_hz; }

double l2BytesPerSecond(const hardware::Gpu& gpu) {
    const double measured = measuredL2BytesPerSecond(gpu);
    return measured > 0 ? measured : kSectorBytes * gpu.sms * gpu.clock_hz;
}

double sustainedL2BytesPerSecond(const hardware::Gpu& gpu) {
    if (const double measured = measuredL2BytesPerSecond(gpu); measured > 0.0) return measured;
    const bool stacked = hardware::memoryBuild(gpu.memory_kind) == hardware::MemoryBuild::Stacked;
    return (stacked ? kBesideHbm : kBesideGddr) * gpu.sms * gpu.clock_hz;
}

double residentBytes(const hardware::Gpu& gpu) {
    return gpu.l2_bytes / std::max(1.0, static_cast<double>(gpu.l2_partitions));
}

double sharedBytesPerSecond(const hardware::Gpu& gpu) { return kBankBytesPerClock * gpu.sms * gpu.clock_hz; }

double arithmeticPeak(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    const double lanes = gpu.vectorPeak(NumberType::Fp32);
    // Lanes that are slower in 16 bits than in 32 (Pascal's smaller dies) convert, which loses nothing.
    const bool converts = kernel.math == NumberType::Fp16 || kernel.math == NumberType::Bf16;
    if (std::holds_alternative<workload::Scan>(kernel.shape)) return chunkPeak(gpu);
    const bool products = isMatrixKernel(kernel);
    const double own = products ? gpu.peak(kernel.math) : gpu.vectorPeak(kernel.math);
    if (own <= 0.0) return products ? 0.0 : lanes;
    return converts ? std::max(own, lanes) : own;
}

bool isMatrixKernel(const workload::Kernel& kernel) {
    return std::holds_alternative<workload::Matmul>(kernel.shape) ||
           std::holds_alternative<workload::Conv2d>(kernel.shape) ||
           std::holds_alternative<workload::Attention>(kernel.shape) ||
           std::holds_alternative<workload::Moe>(kernel.shape);
}

} // namespace strata::gpu
