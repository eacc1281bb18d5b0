// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/resolve.h"
#include "core/gpu/power/power.h"
#include "core/gpu/power/running_clock.h"
#include "core/gpu/products/tile_model.h"
#include "core/hardware/gpu/gpu_json.h"

#include <algorithm>

#include <string_view>
#include <variant>

namespace strata::methods {

namespace {

/// Of residuals of power; empty: like no measured kernel.
std::string_view powerClass(const workload::Kernel& kernel) {
    if (std::holds_alternative<workload::Matmul>(kernel.shape)) return "gemm";
    if (std::holds_alternative<workload::Moe>(kernel.shape)) return "moe";
    const auto* attention = std::get_if<workload::Attention>(&kernel.shape);
    if (attention == nullptr) return gpu::kMixedPower;
    return attention->q_len > 1 ? "context_attention" : "generation_attention";
}

} // namespace

void addKernelMetrics(const KernelQuery& query, const gpu::KernelTime& time, const Library& library,
                      Estimate& estimate) {
    const hardware::Gpu& gpu = query.device.gpu;
    const gpu::ResidualBand watts = gpu::powerBand(gpu, library.calibrations(), powerClass(query.kernel));
    const double p10 = time.log_p10;
    const double p90 = time.log_p90;
    const double flop = workload::workOf(query.kernel).flop; // without the padding of tiles
    const double rate = flop / time.seconds;
    estimate.metrics = {timeMetric("latency_s", time.seconds, p10, p90)};
    if (time.energy_j > 0) {
        const gpu::ResidualBand energy = gpu::energyBand(watts, p10, p90);
        estimate.metrics.push_back(
            timeMetric("energy_j", time.energy_j, static_cast<double>(energy.p10), static_cast<double>(energy.p90)));
    }
    if (time.power_w > 0) estimate.metrics.push_back(powerMetric(time.power_w, watts, gpu.board_power_w));
    estimate.metrics.push_back(
        rateMetric("utilization", rate / gpu::runningPeak(query.device.gpu, query.kernel), p10, p90));
    estimate.metrics.push_back(exactMetric("flop", flop));
    estimate.metrics.push_back(rateMetric("flop_per_s", rate, p10, p90));
    estimate.metrics.push_back(exactMetric("dram_bytes", time.dram_bytes));
    estimate.metrics.push_back(timeMetric("alone_s", time.alone_s, p10, p90));
}

namespace {

/// Adds a copy of an image.
void addTurning(double bytes, NumberType type, const gpu::KernelPredictor& predict, gpu::KernelTime& time) {
    const workload::VectorOp copy{workload::VectorFunction::Copy, 1, bytes / bytesOf(type), 1, 1};
    const gpu::KernelTime turning = predict({copy, type, type, type, type});
    time.fixed_s += turning.fixed_s;
    time.memory_s += turning.seconds - turning.fixed_s;
    time.seconds += turning.seconds;
    time.alone_s += turning.seconds;
    time.energy_j += turning.energy_j;
    time.dram_bytes += turning.dram_bytes;
    time.l2_bytes += turning.l2_bytes;
    if (time.memory_s > time.seconds / 2) time.limit = gpu::Limit::Memory;
}

} // namespace

gpu::KernelTime timeAsked(const KernelQuery& query, const gpu::KernelPredictor& predict) {
    gpu::KernelTime time = predict(query.kernel);
    const auto* shape = std::get_if<workload::Conv2d>(&query.kernel.shape);
    if (shape == nullptr || !query.channels_first || !gpu::onTensorCores(query.device.gpu, query.kernel.math))
        return time;
    const workload::KernelWork work = workload::workOf(query.kernel);
    addTurning(work.read_bytes - work.weight_bytes, query.kernel.a, predict, time);
    if (shape->r * shape->s > 1) addTurning(work.write_bytes, query.kernel.out, predict, time);
    if (time.power_w > 0) time.power_w = time.energy_j / time.seconds;
    if (query.kernel.math != NumberType::Tf32) return time;
    workload::Kernel as_it_lies = query.kernel;
    as_it_lies.math = NumberType::Fp32;
    const gpu::KernelTime lanes = predict(as_it_lies);
    return lanes.seconds < time.seconds ? lanes : time;
}

double bytesOver(const KernelQuery& query) {
    const double available = query.device.gpu.memory_bytes;
    const workload::KernelWork work = workload::workOf(query.kernel);
    return available > 0 ? std::max(work.read_bytes + work.write_bytes - available, 0.0) : 0.0;
}

namespace {

/// Operands and output that the device cannot hold, and what could.
Note operandsNote(const KernelQuery& query, const Library& library) {
    const hardware::Gpu& device = query.device.gpu;
    const double over = bytesOver(query), needed = over + device.memory_bytes;
    Note note;
    note.level = Note::Level::Warning;
    note.code = "over-memory";
    note.pointer = "/workload";
    note.text = {"note.operands-over-memory",
                 {{"needed", Amount{needed, "B"}},
                  {"device", device.name},
                  {"available", Amount{device.memory_bytes, "B"}},
                  {"over", Amount{over, "B"}}}};
    note.fixes = {{"fix.smaller-dimensions", {{"available", Amount{device.memory_bytes, "B"}}}}};
    const Entry* best = nullptr;
    double least = 0;
    for (const Entry& entry : library.entries()) {
        if (entry.kind != EntryKind::Gpu) continue;
        const auto gpu = hardware::readGpu(*entry.document, {});
        if (!gpu || gpu->memory_bytes < needed || (best != nullptr && gpu->memory_bytes >= least)) continue;
        best = &entry;
        least = gpu->memory_bytes;
    }
    if (best != nullptr) note.fixes.push_back({"fix.hardware", {{"id", best->id}}});
    return note;
}

Result<Estimate> sharedEstimate(const GpuMethod& method, const KernelQuery& query, const Json& sharing,
                                const Context& context) {
    auto estimate = estimateShared(query, sharing, context);
    if (!estimate) return estimate;
    estimate->calibrations =
        calibrationsUsed(method, query.device.gpu, std::span(&query.kernel, 1), false, context.library);
    return estimate;
}

} // namespace

Result<Estimate> estimateKernel(const GpuMethod& method, const Request& request, const Context& context) {
    const auto query = queryOf<KernelQuery>(request, context.library, resolveKernel);
    if (!query) return query.error();
    const GpuQuery& device = query->device;
    if (const Json* sharing = findPointer(*request.document, "/plan/sharing")) {
        if (method.shares) return sharedEstimate(method, *query, *sharing, context);
        return Error{"not-supported",
                     "/plan/sharing",
                     {"error.predicts-kernels-have-device-for-themselves", {{"id", method.id}}},
                     {"accepted.method-gpu-event"},
                     {}};
    }
    const auto known = knownDevice(method, request, device, std::span(&query->kernel, 1), context);
    if (!known) return known.error();
    const gpu::KernelTime time = timeAsked(*query, (*known)->predictor);

    Estimate estimate;
    addKernelMetrics(*query, time, context.library, estimate);
    estimate.parts.emplace_back("latency_s", kernelParts(device, query->kernel, time));
    if (time.energy_j > 0)
        estimate.parts.emplace_back("energy_j",
                                    energyParts(device, "kernel", time.energy_j, time.seconds,
                                                gpu::idlePower(device.gpu, context.library.calibrations())));
    estimate.tables = {tilingTable(device.gpu, query->kernel, time), (*known)->ceilings,
                       operatorTable(device.gpu, query->kernel, time)};
    estimate.notes = kernelNotes(device, query->kernel, time);
    if (bytesOver(*query) > 0) {
        estimate.valid = false;
        estimate.notes.insert(estimate.notes.begin(), operandsNote(*query, context.library));
    }
    estimate.calibrations = calibrationsUsed(method, device.gpu, std::span(&query->kernel, 1), false, context.library);
    return estimate;
}

} // namespace strata::methods
