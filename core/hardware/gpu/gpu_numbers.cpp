// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu/gpu_numbers.h"

#include "core/base/quantity.h"

#include <algorithm>

namespace strata::hardware {
namespace {

template <class T>
struct Row {
    std::string_view pointer;
    T Gpu::*number;
};

constexpr Row<double> kNumbers[] = {
    {"/process_nm", &Gpu::process_nm},       {"/clock_hz", &Gpu::clock_hz},
    {"/base_clock_hz", &Gpu::base_clock_hz}, {"/registers_bytes", &Gpu::registers_bytes},
    {"/shared_bytes", &Gpu::shared_bytes},   {"/shared_bytes_per_block", &Gpu::shared_bytes_per_block},
    {"/l2_bytes", &Gpu::l2_bytes},           {"/l2_bytes_per_clock", &Gpu::l2_bytes_per_clock},
    {"/memory_bytes", &Gpu::memory_bytes},   {"/memory_bytes_per_s", &Gpu::memory_bytes_per_s},
    {"/stream_share", &Gpu::stream_share},   {"/board_power_w", &Gpu::board_power_w},
    {"/idle_power_w", &Gpu::idle_power_w},   {"/link_bytes_per_s", &Gpu::link_bytes_per_s},
    {"/price_usd", &Gpu::price_usd}};
constexpr Row<std::uint32_t> kCounts[] = {{"/sms", &Gpu::sms},
                                          {"/threads_per_sm", &Gpu::threads_per_sm},
                                          {"/blocks_per_sm", &Gpu::blocks_per_sm},
                                          {"/warp", &Gpu::warp}};
constexpr Row<ByNumberType<double>> kRates[] = {{"/vector_flop_per_clock/", &Gpu::vector_flop_per_clock},
                                                {"/matrix_flop_per_clock/", &Gpu::matrix_flop_per_clock}};

struct Order {
    const char* smaller;
    const char* larger;
    double low, high;
};

} // namespace

SetGpuNumber gpuNumberAt(std::string_view pointer) {
    for (const auto& row : kNumbers) {
        if (pointer == row.pointer) return [number = row.number](Gpu& gpu, double v) { gpu.*number = v; };
    }
    for (const auto& row : kCounts) {
        if (pointer != row.pointer) continue;
        return [number = row.number](Gpu& gpu, double v) { gpu.*number = static_cast<std::uint32_t>(v); };
    }
    for (const auto& row : kRates) {
        if (!pointer.starts_with(row.pointer)) continue;
        const auto type = numberTypeNamed(pointer.substr(row.pointer.size()));
        if (type) return [rates = row.number, type = *type](Gpu& gpu, double v) { (gpu.*rates)[index(type)] = v; };
    }
    return {};
}

Result<void> finishGpuNumbers(Gpu& gpu) {
    // A device that is clocked below what its vendor guarantees under load runs at that clock under load as
    // well.
    gpu.base_clock_hz = std::min(gpu.base_clock_hz, gpu.clock_hz);
    const Order orders[] = {
        {"shared_bytes_per_block", "shared_bytes", gpu.shared_bytes_per_block, gpu.shared_bytes},
        {"idle_power_w", "board_power_w", gpu.idle_power_w, gpu.board_power_w},
        {"warp", "threads_per_sm", static_cast<double>(gpu.warp), static_cast<double>(gpu.threads_per_sm)}};
    for (const Order& order : orders) {
        if (order.low <= order.high || order.high == 0) continue;
        return Error{"bad-value",
                     std::string("/") + order.smaller,
                     {"error.more-than",
                      {{"smaller", order.smaller},
                       {"low", Amount{order.low, ""}},
                       {"larger", order.larger},
                       {"high", Amount{order.high, ""}}}},
                     {"accepted.at-most", {{"most", order.larger}}},
                     {}};
    }
    return {};
}

} // namespace strata::hardware
