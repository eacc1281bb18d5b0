// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu/attention_memory.h"

#include "core/evaluate/calibration_use.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/gpu/power/power.h"
#include "core/pim/bank_kernels.h"
#include "core/pim/time_residual.h"

#include <algorithm>
#include <cmath>

namespace strata::methods {
namespace {

/// Decode attention of the kernel; nullptr for anything else.
const workload::Attention* decodeAttention(const workload::Kernel& kernel) {
    const auto* attention = std::get_if<workload::Attention>(&kernel.shape);
    return attention != nullptr && attention->q_len == 1.0 ? attention : nullptr;
}

/// Queries, the new token's keys and values, and results.
double crossingBytes(const workload::Kernel& kernel, const workload::Attention& attention) {
    const double value_dim = attention.value_dim > 0 ? attention.value_dim : attention.head_dim;
    const double sequences = attention.batch;
    return sequences * (attention.heads * attention.head_dim * bytesOf(kernel.a) +
                        attention.kv_heads * (attention.head_dim + value_dim) * bytesOf(kernel.b) +
                        attention.heads * value_dim * bytesOf(kernel.out));
}

/// Spread of the whole time where only that in the banks errs: bytes over stated pins have no residual of their own.
void takeResidual(const hardware::Residual& banks, gpu::KernelTime& time) {
    const auto whole = [&time](double log_banks) {
        return static_cast<float>(std::log1p(time.memory_s * std::expm1(log_banks) / time.seconds));
    };
    time.log_p10 = whole(banks.p10);
    time.log_p90 = whole(banks.p90);
}

gpu::KernelTime timeInMemory(const hardware::Pim& pim, double idle_w, const hardware::Residual* residual,
                             const workload::Kernel& kernel) {
    gpu::KernelTime time;
    const auto stream = pim::bankStream(pim, kernel);
    if (!stream) return time; // withAttentionMemory() has seen that all of the model's are computed
    const double crossing_bytes = crossingBytes(kernel, *decodeAttention(kernel));
    time.memory_s = pim::bankTime(pim, *stream).seconds;
    time.fixed_s = pim.host_bytes_per_s > 0 ? crossing_bytes / pim.host_bytes_per_s : 0.0;
    time.seconds = time.alone_s = time.memory_s + time.fixed_s;
    time.flop = workload::workOf(kernel).flop;
    time.energy_j = pim::bankEnergy(pim, *stream).total() + idle_w * time.seconds;
    time.power_w = time.energy_j / time.seconds;
    time.limit = gpu::Limit::Memory;
    if (residual != nullptr) takeResidual(*residual, time);
    return time;
}

} // namespace

Result<gpu::KernelPredictor> withAttentionMemory(const ModelQuery& query, const gpu::KernelPredictor& device,
                                                 const Library& library) {
    if (!query.attention_memory) return device;
    for (const workload::Operator& node : query.graph.operators) {
        if (decodeAttention(node.kernel) == nullptr) continue;
        if (auto stream = pim::bankStream(*query.attention_memory, node.kernel); !stream) {
            Error error = stream.error();
            error.pointer = "/plan/attention_memory/device";
            return error;
        }
    }
    const double idle_w = gpu::idlePower(query.device.gpu, library.calibrations());
    return gpu::KernelPredictor(
        [pim = *query.attention_memory, device, idle_w,
         residual = pim::timeResidual(library.calibrations(), pim::kBankCalibration)](const workload::Kernel& kernel) {
            return decodeAttention(kernel) != nullptr ? timeInMemory(pim, idle_w, residual, kernel) : device(kernel);
        });
}

std::vector<workload::Kernel> kernelsOnDevice(const ModelQuery& query) {
    std::vector<workload::Kernel> kernels = kernelsOf(query.graph);
    if (query.attention_memory)
        std::erase_if(kernels, [](const workload::Kernel& kernel) { return decodeAttention(kernel) != nullptr; });
    return kernels;
}

std::optional<CalibrationUse> memoryCalibration(const ModelQuery& query, const Library& library) {
    const hardware::Calibration* banks = pim::timeCalibration(library.calibrations(), pim::kBankCalibration);
    if (!query.attention_memory || banks == nullptr) return std::nullopt;
    return useOf(*banks);
}

std::optional<Note> cachesOverMemory(const ModelQuery& query) {
    if (!query.attention_memory) return std::nullopt;
    const double needed = query.graph.memory.kv_cache_bytes, available = query.attention_memory->memory_bytes;
    if (needed <= available) return std::nullopt;
    Note note{Note::Level::Warning,
              "over-memory",
              {"note.caches-over-memory",
               {{"needed", Amount{needed, "B"}},
                {"device", query.attention_memory->name},
                {"available", Amount{available, "B"}},
                {"over", Amount{needed - available, "B"}}}},
              "/plan/attention_memory"};
    note.fixes = {{"fix.more-stacks"}};
    return note;
}

Note attentionMemoryNote(const ModelQuery& query) {
    return {Note::Level::Info,
            "attention-in-memory",
            {"note.attention-in-memory", {{"device", query.attention_memory->name}}},
            "/plan/attention_memory"};
}

} // namespace strata::methods
