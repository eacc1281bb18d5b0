// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/gpu/calibration/ceilings.h"
#include "core/gpu/power/running_clock.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::methods {
namespace {

Amount share(double of_one) { return {of_one, "1"}; }

Message limitMessage(const hardware::Gpu& gpu, const workload::Kernel& kernel, const gpu::KernelTime& time) {
    const double peak = gpu::runningPeak(gpu, kernel);
    switch (time.limit) {
    case gpu::Limit::Compute:
        return {"limit.compute", {{"share", share(time.flop / time.seconds / peak)}, {"type", name(kernel.math)}}};
    case gpu::Limit::Memory:
        return {"limit.memory", {{"share", share(time.dram_bytes / time.seconds / gpu.memory_bytes_per_s)}}};
    case gpu::Limit::L2:
        return {"limit.l2", {{"share", share(time.l2_bytes / time.seconds / gpu::l2BytesPerSecond(gpu))}}};
    case gpu::Limit::Latency: return {"limit.latency"};
    case gpu::Limit::Tail: return {"limit.tail", {{"tiles", time.tiles}, {"sms", gpu.sms}}};
    case gpu::Limit::Host: return {"limit.host"};
    case gpu::Limit::Power:
        return {"limit.power", {{"power", Amount{gpu.board_power_w, "W"}}, {"clock", share(time.clock_ratio)}}};
    }
    return {};
}

Note extrapolationNote(Message text) {
    return {Note::Level::Extrapolation, "extrapolated", std::move(text), "/workload"};
}

Note spreadNote() { return {Note::Level::Info, "spread-unknown", {"note.spread-unknown"}, ""}; }

/// The operator class that takes most of the time, and what limits it.
/// What limits an operator of a model: its device, or the memory beside it that computes attention.
Message limitOf(const ModelQuery& query, const workload::Kernel& kernel, const gpu::KernelTime& time) {
    if (query.attention_memory && workload::classOf(kernel) == workload::KernelClass::AttentionDecode)
        return {"limit.memory-beside", {{"device", query.attention_memory->name}}};
    return limitMessage(query.device.gpu, kernel, time);
}

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
    const workload::Operator& longest = query.graph.operators[largest];
    Message text{"note.largest-share",
                 {{"share", share(*most / composed.kernels_s)},
                  {"class", workload::name(kernel_class)},
                  {"operator", longest.name},
                  {"limit", limitOf(query, longest.kernel, composed.operators[largest].kernel)}}};
    return {Note::Level::Info, "largest-share", std::move(text), "", {}, true};
}

Note hostNote(const compose::ComposedTime& composed) {
    Message text{"note.host-bound", {{"share", share(composed.launch_s / composed.seconds)}}};
    return {Note::Level::Info, "host-bound", std::move(text), "", {{"fix.fewer-launches"}}, true};
}

std::optional<Note> modelExtrapolation(const ModelQuery& query, const compose::ComposedTime& composed) {
    double outside = 0, longest_s = 0;
    std::string longest;
    for (std::size_t i = 0; i < composed.operators.size(); ++i) {
        if (!composed.operators[i].kernel.extrapolated) continue;
        const double kernels_s = composed.operators[i].kernels_s;
        if (kernels_s > longest_s) longest = query.graph.operators[i].name;
        longest_s = std::max(longest_s, kernels_s);
        outside += kernels_s;
    }
    constexpr double kNothing = 0.01; // of the time: the lookup of tokens makes no model an extrapolation
    if (outside <= kNothing * composed.kernels_s) return std::nullopt;
    return extrapolationNote(
        {"note.extrapolated-model", {{"share", share(outside / composed.kernels_s)}, {"operator", longest}}});
}

} // namespace

Note limitNote(const hardware::Gpu& gpu, const workload::Kernel& kernel, const gpu::KernelTime& time) {
    constexpr std::array<const char*, 7> kCodes{"compute-limited", "bandwidth-limited", "l2-limited",
                                                "latency-limited", "tail-limited",      "host-limited",
                                                "power-limited"};
    Message text{"note.limited", {{"limit", limitMessage(gpu, kernel, time)}}};
    return {Note::Level::Info, kCodes[static_cast<std::size_t>(time.limit)], std::move(text), "", {}, true};
}

std::vector<Note> kernelNotes(const GpuQuery& device, const workload::Kernel& kernel, const gpu::KernelTime& time) {
    std::vector<Note> notes{limitNote(device.gpu, kernel, time)};
    if (time.extrapolated) notes.push_back(extrapolationNote({"note.extrapolated-kernel"}));
    if (time.log_p10 == 0 && time.log_p90 == 0) notes.push_back(spreadNote());
    constexpr double kNoticeable = 1.05;
    if (time.alone_s > kNoticeable * time.seconds) {
        Message text{"note.host-floor", {{"alone", Amount{time.alone_s, "s"}}}};
        notes.push_back({Note::Level::Info, "host-floor", std::move(text), "", {}, true});
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
