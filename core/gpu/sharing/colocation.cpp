// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/sharing/colocation.h"

#include "core/base/quantity.h"
#include "core/gpu/calibration/ceilings.h"
#include "core/gpu/event.h"
#include "core/gpu/power/power_cap.h"
#include "core/gpu/predictor.h"
#include "core/gpu/products/tile_model.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::gpu {
namespace {

constexpr std::array<std::string_view, 3> kModes{"streams", "mps", "mig"};
constexpr int kMoments = 4;         // at which a kernel may find the others
constexpr double kMostRuns = 256.0; // of a neighbour by itself; shorter ones run as fewer, longer kernels
constexpr double kRounding = 1e-9;

/// The device as a tenant sees it.
hardware::Gpu shareOf(const hardware::Gpu& gpu, SharingMode mode, const Tenant& tenant) {
    hardware::Gpu share = gpu;
    share.l2_bytes_per_clock = l2BytesPerSecond(gpu) / gpu.clock_hz;
    if (mode == SharingMode::Streams || tenant.sms <= 0) return share;
    share.sms = static_cast<std::uint32_t>(tenant.sms);
    if (mode != SharingMode::Mig) return share;
    const double memory = tenant.memory_share > 0 ? tenant.memory_share : tenant.sms / gpu.sms;
    share.memory_bytes_per_s *= memory;
    share.memory_bytes *= memory;
    share.l2_bytes *= memory;
    share.l2_bytes_per_clock *= memory;
    return share;
}

Error beyond(std::size_t tenant, const char* member, Message text, Message expected) {
    return {"bad-value", "/" + std::to_string(tenant) + "/" + member, std::move(text), std::move(expected), {}};
}

Result<void> checkShares(const hardware::Gpu& gpu, SharingMode mode, std::span<const Tenant> tenants) {
    double sms = 0;
    double memory = 0;
    for (std::size_t t = 0; t < tenants.size(); ++t) {
        const Tenant& tenant = tenants[t];
        if (mode == SharingMode::Streams) {
            if (tenant.sms <= 0) continue;
            return beyond(t, "sms", {"error.streams-have-no-sms-own-but", {{"sms", tenant.sms}}},
                          {"accepted.no-sms-or-mode-mps-or"});
        }
        const double its = tenant.sms > 0 ? tenant.sms : gpu.sms;
        sms += its;
        memory += tenant.memory_share > 0 ? tenant.memory_share : its / gpu.sms;
        if (its > gpu.sms || its < 1 || (mode == SharingMode::Mig && sms > gpu.sms)) {
            return beyond(
                t, "sms",
                mode == SharingMode::Mig
                    ? Message{"error.but-has-for-all-instances-together",
                              {{"field", "sms"}, {"its", its}, {"gpu", gpu.name}, {"sms", gpu.sms}}}
                    : Message{"error.but-has",
                              {{"field", "sms"}, {"devices", its}, {"cluster", gpu.name}, {"devices_2", gpu.sms}}},
                {"accepted.from-1", {{"most", mode == SharingMode::Mig ? gpu.sms - (sms - its) : gpu.sms}}});
        }
        if (mode == SharingMode::Mig && memory > 1.0 + kRounding) {
            return beyond(t, "memory_share", {"error.instances-have-memory", {{"memory", Amount{100.0 * memory, "%"}}}},
                          {"accepted.at-most-100-together"});
        }
    }
    return {};
}

/// Partitions of the device, and which of them each tenant uses.
struct Layout {
    EventDevice device;
    std::vector<std::uint64_t> masks;
};

/// MPS clients get SMs one after the other and begin again at the first where there are no more: a partition is a
/// stretch of SMs that the same clients use.
Layout stretches(EventDevice device, double sms, std::span<const Tenant> tenants) {
    std::vector<double> edges{0.0, sms};
    std::vector<std::pair<double, double>> ranges; // from, length; wraps around
    double next = 0.0;
    for (const Tenant& tenant : tenants) {
        const double length = tenant.sms > 0 ? tenant.sms : sms;
        ranges.emplace_back(next, length);
        edges.push_back(next);
        next = std::fmod(next + length, sms);
        edges.push_back(next);
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    Layout layout{std::move(device), std::vector<std::uint64_t>(tenants.size(), 0)};
    layout.device.partitions.clear();
    for (std::size_t e = 0; e + 1 < edges.size(); ++e) {
        layout.device.partitions.push_back({static_cast<std::uint32_t>(edges[e + 1] - edges[e]), 0});
        for (std::size_t t = 0; t < ranges.size(); ++t) {
            const double offset = std::fmod(edges[e] - ranges[t].first + sms, sms);
            if (offset < ranges[t].second) layout.masks[t] |= std::uint64_t{1} << e;
        }
    }
    return layout;
}

Layout instances(EventDevice device, const hardware::Gpu& gpu, std::span<const Tenant> tenants) {
    Layout layout{std::move(device), {}};
    const MemoryDomain whole = layout.device.memory.front();
    layout.device.partitions.clear();
    layout.device.memory.clear();
    for (std::size_t t = 0; t < tenants.size(); ++t) {
        const double sms = tenants[t].sms > 0 ? tenants[t].sms : gpu.sms;
        const double share = tenants[t].memory_share > 0 ? tenants[t].memory_share : sms / gpu.sms;
        layout.device.partitions.push_back({static_cast<std::uint32_t>(sms), static_cast<std::uint32_t>(t)});
        layout.device.memory.push_back({whole.dram_bytes_per_s * share, whole.l2_bytes_per_s * share});
        layout.masks.push_back(std::uint64_t{1} << t);
    }
    return layout;
}

Layout layoutOf(const hardware::Gpu& gpu, SharingMode mode, std::span<const Tenant> tenants,
                std::span<const hardware::Calibration> calibrations) {
    EventDevice device = wholeDevice(gpu, streamingBandwidth(gpu, calibrations), l2BytesPerSecond(gpu));
    if (mode == SharingMode::Mig) return instances(std::move(device), gpu, tenants);
    if (mode == SharingMode::Mps) return stretches(std::move(device), gpu.sms, tenants);
    return {std::move(device), std::vector<std::uint64_t>(tenants.size(), 1)};
}

/// Runs one kernel while the others repeat theirs.
class Scene {
public:
    Scene(const EventDevice& device, std::span<const BlockKernel> blocks, std::span<const double> alone_s)
        : device_(device), blocks_(blocks), alone_s_(alone_s) {}

    /// From its turn to its last block, when the others have been running for a share of their own time.
    Result<double> secondsOf(std::size_t target, double moment) const {
        for (double reach = 2.0;; reach *= 2.0) {
            std::vector<BlockKernel> kernels{blocks_[target]};
            double before = 0.0;
            std::vector<std::size_t> last;
            for (std::size_t t = 0; t < blocks_.size(); ++t) {
                if (t == target) continue;
                before = std::max(before, alone_s_[t]);
                const double runs = std::ceil(reach * (alone_s_[target] + before) / alone_s_[t]) + 1.0;
                BlockKernel block_kernel = blocks_[t];
                block_kernel.blocks *= std::max(1.0, std::ceil(runs / kMostRuns));
                kernels.insert(kernels.end(), static_cast<std::size_t>(std::min(runs, kMostRuns)), block_kernel);
                last.push_back(kernels.size() - 1);
            }
            kernels.front().ready_s = moment * before;
            const auto result = simulateBlocks(device_, kernels);
            if (!result) return result.error();
            const double end = result->kernels.front().end_s;
            const bool covered =
                std::all_of(last.begin(), last.end(), [&](std::size_t k) { return result->kernels[k].end_s >= end; });
            if (covered || reach > kMostReach) return end - kernels.front().ready_s;
        }
    }

private:
    static constexpr double kMostReach = 64.0;
    const EventDevice& device_;
    std::span<const BlockKernel> blocks_;
    std::span<const double> alone_s_;
};

/// The clock at which all tenants together hold the board's limit, each as busy as its slowdown leaves it.
void limitClock(const hardware::Gpu& gpu, std::span<const Tenant> tenants,
                std::span<const hardware::Calibration> calibrations, Colocation& result) {
    const PowerCoefficients power = resolvePower(gpu, calibrations);
    if (power.limit_w <= 0) return;
    const NumberType math = tenants.front().kernel.math;
    const double reference_j = power.flop_j[static_cast<std::size_t>(math)];
    KernelTime all;
    all.seconds = all.compute_s = 1.0;
    for (std::size_t t = 0; t < tenants.size(); ++t) {
        const TenantTime& time = result.tenants[t];
        const double its_j = power.flop_j[static_cast<std::size_t>(tenants[t].kernel.math)];
        all.flop += time.alone.flop / time.seconds * (reference_j > 0 ? its_j / reference_j : 1.0);
        all.dram_bytes += time.alone.dram_bytes / time.seconds;
        all.l2_bytes += time.alone.l2_bytes / time.seconds;
    }
    all = atPowerLimit(power, math, all);
    result.clock_ratio = all.clock_ratio;
    result.power_w = all.power_w;
}

Result<void> simulate(const Layout& layout, std::span<const BlockKernel> blocks, Colocation& result) {
    std::vector<double> alone_s;
    for (const TenantTime& tenant : result.tenants)
        alone_s.push_back(tenant.alone.seconds);
    const Scene scene(layout.device, blocks, alone_s);
    for (std::size_t t = 0; t < blocks.size(); ++t) {
        TenantTime& tenant = result.tenants[t];
        tenant.seconds = tenant.high_s = 0.0;
        tenant.low_s = 1e300;
        for (int moment = 0; moment < kMoments; ++moment) {
            const auto seconds = scene.secondsOf(t, (moment + 0.5) / kMoments);
            if (!seconds) return seconds.error();
            tenant.seconds += *seconds / kMoments;
            tenant.low_s = std::min(tenant.low_s, *seconds);
            tenant.high_s = std::max(tenant.high_s, *seconds);
        }
    }
    return {};
}

} // namespace

std::string_view name(SharingMode mode) { return kModes[static_cast<std::size_t>(mode)]; }

std::vector<std::string_view> sharingModes() { return {kModes.begin(), kModes.end()}; }

Result<Colocation> colocate(const hardware::Gpu& gpu, SharingMode mode, std::span<const Tenant> tenants,
                            std::span<const hardware::Calibration> calibrations) {
    if (auto sound = checkShares(gpu, mode, tenants); !sound) return sound.error();
    const Layout layout = layoutOf(gpu, mode, tenants, calibrations);
    Colocation result;
    std::vector<BlockKernel> blocks;
    for (std::size_t t = 0; t < tenants.size(); ++t) {
        const hardware::Gpu share = shareOf(gpu, mode, tenants[t]);
        TenantTime tenant;
        tenant.sms = share.sms;
        tenant.alone = predict(makeTileModel(share, calibrations), tenants[t].kernel);
        BlockKernel block = blocksOf(tenant.alone, share.sms, static_cast<std::uint32_t>(t));
        block.partitions = layout.masks[t];
        const auto alone = simulateBlocks(layout.device, std::span(&block, 1));
        if (!alone) return alone.error();
        endAt(tenant.alone, alone->seconds);
        result.tenants.push_back(tenant);
        blocks.push_back(block);
    }
    if (auto done = simulate(layout, blocks, result); !done) return done.error();
    limitClock(gpu, tenants, calibrations, result);
    bool slower = false;
    for (std::size_t t = 0; t < tenants.size(); ++t) {
        const double lost = result.tenants[t].alone.clock_ratio / result.clock_ratio;
        if (lost <= 1.0 + kRounding) continue;
        blocks[t].compute_s *= lost;
        slower = true;
    }
    if (!slower) return result;
    if (auto done = simulate(layout, blocks, result); !done) return done.error();
    return result;
}

} // namespace strata::gpu
