// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/what_if.h"

#include "core/gpu/products/tile_model.h"
#include "core/network/alpha_beta.h"
#include "core/network/dimension_order.h"
#include "core/network/fabric.h"
#include "core/network/nccl.h"
#include "core/replay/streams.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>

namespace strata::replay {
namespace {

using exchange::TraceCollective;
using exchange::TraceNode;
using exchange::TraceWork;
using hardware::Gpu;
using network::Collective;

constexpr double kCyclesPerSecond = 1e9; // of the step model

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

template <std::size_t N>
bool containsAny(std::string_view text, const std::array<std::string_view, N>& parts) {
    return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) { return contains(text, part); });
}

bool isArithmetic(std::string_view kernel) {
    constexpr std::array<std::string_view, 14> parts{"gemm",  "gemv",  "conv",  "cutlass",  "xmma",
                                                     "fprop", "dgrad", "wgrad", "matmul",   "flash",
                                                     "fmha",  "nvjet", "Cijk_", "attention"};
    return containsAny(kernel, parts);
}

/// Type of the operands by the names of cuBLAS, cuDNN, CUTLASS and Triton; 32 bits where they do not tell.
NumberType typeIn(std::string_view kernel) {
    constexpr std::array<std::string_view, 1> four{"fp4"};
    constexpr std::array<std::string_view, 3> eight{"e4m3", "e5m2", "fp8"};
    constexpr std::array<std::string_view, 2> brain{"bf16", "nv_bfloat16"};
    constexpr std::array<std::string_view, 7> half{"f16", "fp16", "h16", "s16816", "hgemm", "half", "884"};
    constexpr std::array<std::string_view, 2> tensor{"tf32", "s1688"};
    constexpr std::array<std::string_view, 2> twice{"dgemm", "f64"};
    if (containsAny(kernel, four)) return NumberType::Fp4;
    if (containsAny(kernel, eight)) return NumberType::Fp8;
    if (containsAny(kernel, brain)) return NumberType::Bf16;
    if (containsAny(kernel, tensor)) return NumberType::Tf32;
    if (containsAny(kernel, half)) return NumberType::Fp16;
    return containsAny(kernel, twice) ? NumberType::Fp64 : NumberType::Fp32;
}

double peakOf(const Gpu& gpu, NumberType type) {
    const double matrix = type == NumberType::Fp32 ? 0.0 : gpu.matrixPeak(type);
    if (matrix > 0.0) return matrix;
    const double vector = gpu.vectorPeak(type);
    return vector > 0.0 ? vector : gpu.vectorPeak(NumberType::Fp32);
}

Result<void> check(const Gpu& gpu, const char* pointer) {
    if (gpu.memory_bytes_per_s > 0.0 && peakOf(gpu, NumberType::Fp32) > 0.0) return {};
    return Error{"bad-value",
                 pointer,
                 {"error.has-no-bandwidth-or-no-peak", {{"gpu", gpu.name}}},
                 {"accepted.device-with-both"},
                 {}};
}

/// The collective that moves as much through each port. Gathering to one rank loads that rank's port as
/// gathering to all does, and a barrier is an all-reduce of a word.
Collective kindOf(TraceCollective collective) {
    switch (collective) {
    case TraceCollective::AllReduce:
    case TraceCollective::Barrier: return Collective::AllReduce;
    case TraceCollective::AllGather:
    case TraceCollective::Gather: return Collective::AllGather;
    case TraceCollective::Reduce:
    case TraceCollective::Broadcast: return Collective::Broadcast;
    case TraceCollective::AllToAll: return Collective::AllToAll;
    default: return Collective::ReduceScatter;
    }
}

/// What one rank puts in, to how network/collective.h states it.
double statedBytes(Collective collective, double bytes, double ranks) {
    return collective == Collective::AllGather ? bytes * ranks : bytes;
}

/// Both devices' models of matrix products, and the ratios that were asked for.
class ProductRatio {
public:
    explicit ProductRatio(const WhatIf& what)
        : here_(gpu::makeTileModel(*what.measured_on, what.calibrations)),
          there_(gpu::makeTileModel(*what.device, what.calibrations)) {}

    /// Seconds there over seconds here; nothing where a model has no answer.
    std::optional<double> operator()(const TraceNode& node) {
        exchange::TraceProduct p = node.product;
        if (p.batch == 0.0) { // a cube of as many operations, whole tiles
            constexpr double kTile = 128.0;
            p.inner = kTile * std::max(1.0, std::round(std::cbrt(node.flop / 2.0) / kTile));
            p = {1.0, p.inner, p.inner, p.inner};
        }
        const NumberType math = typeIn(node.name);
        const auto [place, isNew] =
            known_.try_emplace({p.batch, p.rows, p.columns, p.inner, static_cast<double>(math)}, 0.0);
        if (isNew) place->second = ratioOf(p, math);
        return place->second > 0.0 ? std::optional(place->second) : std::nullopt;
    }

private:
    double ratioOf(const exchange::TraceProduct& p, NumberType math) const {
        const NumberType stored = math == NumberType::Tf32 ? NumberType::Fp32 : math;
        const NumberType out = math == NumberType::Fp8 ? NumberType::Bf16 : stored;
        if (here_.gpu.peak(math) <= 0.0 || there_.gpu.peak(math) <= 0.0) return 0.0;
        const workload::Kernel kernel{workload::Matmul{p.batch, p.rows, p.columns, p.inner}, stored, stored, out, math};
        const double here_s = gpu::predict(here_, kernel).seconds, there_s = gpu::predict(there_, kernel).seconds;
        const double ratio = there_s / here_s;
        return std::isfinite(ratio) ? ratio : 0.0;
    }

    gpu::TileModel here_, there_;
    std::map<std::array<double, 5>, double> known_;
};

class Timer {
public:
    explicit Timer(const WhatIf& what) : what_(what) {
        if (what.measured_on && what.device) products_ = std::make_shared<ProductRatio>(what);
    }

    Result<double> operator()(const TraceNode& node) const {
        if (communicates(node)) return communication(node);
        if (node.on_host || node.work == TraceWork::Metadata || !what_.device) return node.duration_s;
        if (node.duration_s == 0.0) return rooflineSeconds(node, *what_.device);
        if (!what_.measured_on) return node.duration_s;
        if (node.product.batch > 0.0 || (node.flop > 0.0 && node.bytes == 0.0)) {
            if (const auto ratio = (*products_)(node)) return node.duration_s * *ratio;
        }
        return scaledSeconds(node, *what_.measured_on, *what_.device);
    }

private:
    Result<double> communication(const TraceNode& node) const {
        const bool fabric = what_.cluster || what_.network;
        const bool message = node.work != TraceWork::Collective;
        const bool barrier = node.collective == TraceCollective::Barrier;
        if (!fabric || (!message && !node.collective) || (node.bytes <= 0.0 && !barrier)) return node.duration_s;
        const Collective kind = message ? Collective::SendRecv : kindOf(*node.collective);
        const double bytes = barrier ? sizeof(float) : node.bytes;
        if (what_.network) return simulated(kind, bytes);
        std::uint32_t ranks = 2;
        if (!message) ranks = what_.ranks > 0 ? what_.ranks : node.ranks;
        if (ranks == 1) return 0.0;
        if (ranks == 0) {
            return Error{"bad-value",
                         "/ranks",
                         {"error.does-not-tell-how-many-ranks", {{"substr", node.name.substr(0, 60)}}},
                         {"accepted.ranks"},
                         {}};
        }
        return onCluster(kind, bytes, ranks);
    }

    Result<double> onCluster(Collective kind, double bytes, std::uint32_t ranks) const {
        const auto fabric = network::fabricOf(*what_.cluster, {ranks, 0});
        if (!fabric) return fabric.error();
        const double stated = statedBytes(kind, bytes, ranks);
        if (const auto group = network::ncclGroupOf(*fabric, what_.cluster->id)) {
            const auto values = network::resolveNccl(*group, what_.calibrations).values;
            return network::ncclTime(*group, values, kind, stated).seconds();
        }
        return network::alphaBetaTime(*fabric, kind, stated, {}).seconds;
    }

    /// Messages and broadcasts, which the simulator has no algorithms for, pass one link of the first
    /// dimension.
    Result<double> simulated(Collective kind, double bytes) const {
        const auto config = exchange::stepConfigOf(*what_.network, what_.system, kind);
        if (!config) return config.error();
        const auto whole = static_cast<std::uint64_t>(std::llround(bytes));
        if (kind == Collective::SendRecv || kind == Collective::Broadcast) {
            const auto& first = config->dimensions.front();
            const double hops = first.hops(1);
            return (2.0 * config->endpoint_cycles + hops * first.latency_cycles + bytes / first.bytes_per_cycle) /
                   kCyclesPerSecond;
        }
        const auto cycles = network::stepCycles(*config, kind, whole);
        if (!cycles) return cycles.error();
        return *cycles / kCyclesPerSecond;
    }

    WhatIf what_;
    std::shared_ptr<ProductRatio> products_; ///< shared by copies of this timer
};

} // namespace

double rooflineSeconds(const TraceNode& node, const Gpu& device) {
    const double memory_s = node.bytes / device.memory_bytes_per_s;
    return node.flop > 0.0 ? std::max(memory_s, node.flop / peakOf(device, typeIn(node.name))) : memory_s;
}

double scaledSeconds(const TraceNode& node, const Gpu& measured_on, const Gpu& device) {
    if (node.flop > 0.0 && node.bytes > 0.0)
        return node.duration_s * rooflineSeconds(node, device) / rooflineSeconds(node, measured_on);
    const NumberType type = typeIn(node.name);
    const double ratio = node.flop > 0.0 || isArithmetic(node.name)
                             ? peakOf(measured_on, type) / peakOf(device, type)
                             : measured_on.memory_bytes_per_s / device.memory_bytes_per_s;
    return node.duration_s * ratio;
}

Result<NodeTime> nodeTime(const WhatIf& what) {
    if (what.device) {
        if (auto sound = check(*what.device, "/device"); !sound) return sound.error();
    }
    if (what.measured_on) {
        if (auto sound = check(*what.measured_on, "/measured_on"); !sound) return sound.error();
    }
    return NodeTime(Timer(what));
}

} // namespace strata::replay
