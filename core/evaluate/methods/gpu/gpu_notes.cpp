// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/gpu/calibration/ceilings.h"
#include "core/gpu/power/running_clock.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::methods {
namespace {

std::string percent(double share) { return formatQuantity(share, "1", 2); }

std::string limitText(const hardware::Gpu& gpu, const workload::Kernel& kernel, const gpu::KernelTime& time) {
    const double peak = gpu::runningPeak(gpu, kernel);
    switch (time.limit) {
    case gpu::Limit::Compute:
        return "arithmetic: " + percent(time.flop / time.seconds / peak) + " of the " + std::string(name(kernel.math)) +
               " peak";
    case gpu::Limit::Memory:
        return "device memory: " + percent(time.dram_bytes / time.seconds / gpu.memory_bytes_per_s) +
               " of its bandwidth";
    case gpu::Limit::L2:
        return "the L2 cache: " + percent(time.l2_bytes / time.seconds / gpu::l2BytesPerSecond(gpu)) +
               " of its bandwidth";
    case gpu::Limit::Latency: return "latencies that too few threads hide";
    case gpu::Limit::Tail:
        return "its last wave: " + formatCount(time.tiles) + " tiles on " + formatCount(gpu.sms) + " SMs";
    case gpu::Limit::Host: return "the host, which launches slower than the device runs";
    case gpu::Limit::Power:
        return "the power limit of " + formatExact(gpu.board_power_w, "W") + ": " + percent(time.clock_ratio) +
               " of the clock";
    }
    return {};
}

Note extrapolationNote(std::string text) {
    Note note;
    note.level = Note::Level::Extrapolation;
    note.code = "extrapolated";
    note.text = std::move(text);
    note.pointer = "/workload";
    return note;
}

Note spreadNote() {
    Note note;
    note.code = "spread-unknown";
    note.text = "no calibration tells how far this method is off: low and high equal the value";
    return note;
}

/// The operator class that takes most of the time, and what limits it.
Note shareNote(const ModelQuery& query, const compose::ComposedTime& composed) {
    std::array<double, workload::kKernelClasses> seconds{};
    std::size_t largest = 0;
    for (std::size_t i = 0; i < composed.operators.size(); ++i) {
        const auto of_class = static_cast<std::size_t>(workload::classOf(query.graph.operators[i].kernel));
        seconds[of_class] += composed.operators[i].kernels_s;
        if (composed.operators[i].kernels_s > composed.operators[largest].kernels_s) largest = i;
    }
    const auto most = std::max_element(seconds.begin(), seconds.end());
    const auto kernel_class = static_cast<workload::KernelClass>(most - seconds.begin());
    Note note;
    note.code = "largest-share";
    note.text = percent(*most / composed.kernels_s) + " of the kernels' time is " +
                std::string(workload::name(kernel_class)) + "; the longest operator, " +
                query.graph.operators[largest].name + ", is limited by " +
                limitText(query.device.gpu, query.graph.operators[largest].kernel, composed.operators[largest].kernel);
    return note;
}

Note hostNote(const compose::ComposedTime& composed) {
    Note note;
    note.code = "host-bound";
    note.text = "the device waits for the host " + percent(composed.launch_s / composed.seconds) +
                " of the time: kernels are shorter than their launches";
    note.fix = "a larger batch, fused operators, or a runtime that replays captured graphs";
    return note;
}

std::optional<Note> modelExtrapolation(const ModelQuery& query, const compose::ComposedTime& composed) {
    double outside = 0;
    std::string first;
    for (std::size_t i = 0; i < composed.operators.size(); ++i) {
        if (!composed.operators[i].kernel.extrapolated) continue;
        if (first.empty()) first = query.graph.operators[i].name;
        outside += composed.operators[i].kernels_s;
    }
    if (first.empty()) return std::nullopt;
    return extrapolationNote(percent(outside / composed.kernels_s) +
                             " of the kernels' time lies outside of what was measured, " + first + " among them");
}

} // namespace

Note limitNote(const hardware::Gpu& gpu, const workload::Kernel& kernel, const gpu::KernelTime& time) {
    constexpr std::array<const char*, 7> kCodes{"compute-limited", "bandwidth-limited", "l2-limited",
                                                "latency-limited", "tail-limited",      "host-limited",
                                                "power-limited"};
    Note note;
    note.code = kCodes[static_cast<std::size_t>(time.limit)];
    note.text = "limited by " + limitText(gpu, kernel, time);
    return note;
}

std::vector<Note> kernelNotes(const GpuQuery& device, const workload::Kernel& kernel, const gpu::KernelTime& time) {
    std::vector<Note> notes{limitNote(device.gpu, kernel, time)};
    if (time.extrapolated) {
        notes.push_back(
            extrapolationNote("the method's coefficients were fitted to other shapes, types or devices than this"));
    }
    if (time.log_p10 == 0 && time.log_p90 == 0) notes.push_back(spreadNote());
    constexpr double kNoticeable = 1.05;
    if (time.alone_s > kNoticeable * time.seconds) {
        Note note;
        note.code = "host-floor";
        note.text = "timed alone it takes " + formatQuantity(time.alone_s, "s") +
                    ": the host's share, which launches back to back hide";
        notes.push_back(std::move(note));
    }
    return notes;
}

std::vector<Note> modelNotes(const ModelQuery& query, const compose::ComposedTime& composed) {
    std::vector<Note> notes;
    if (composed.operators.empty()) return notes;
    notes.push_back(shareNote(query, composed));
    constexpr double kMuch = 0.1;
    if (composed.launch_s > kMuch * composed.seconds) notes.push_back(hostNote(composed));
    if (auto outside = modelExtrapolation(query, composed)) notes.push_back(*std::move(outside));
    if (composed.interval.low == composed.interval.high) notes.push_back(spreadNote());
    return notes;
}

} // namespace strata::methods
