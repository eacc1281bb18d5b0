// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/gpu/power/running_clock.h"

#include <algorithm>
#include <cmath>

namespace strata::methods {
namespace {

Message source(const GpuQuery& device, const char* pointer) { return verbatim(sourceOf(*device.document, pointer)); }

Message computeFormula(const GpuQuery& device, const workload::Kernel& kernel, const gpu::KernelTime& time) {
    if (time.compute_s <= 0) return {};
    const double rate = time.flop / time.compute_s;
    const double peak = gpu::runningPeak(device.gpu, kernel);
    return {"formula.compute",
            {{"work", Amount{time.flop, "FLOP"}},
             {"rate", Amount{rate, "FLOP/s"}},
             {"share", Amount{rate / peak, "1"}},
             {"peak", Amount{peak, "FLOP/s"}},
             {"type", name(kernel.math)}}};
}

Message memoryFormula(const GpuQuery& device, const gpu::KernelTime& time) {
    const double bandwidth = device.gpu.memory_bytes_per_s;
    return {"formula.memory",
            {{"bytes", Amount{time.dram_bytes, "B"}},
             {"bandwidth", Amount{bandwidth, "B/s"}},
             {"time", Amount{time.dram_bytes / bandwidth, "s"}}}};
}

Message tailFormula(const hardware::Gpu& gpu, const gpu::KernelTime& time) {
    if (time.waves <= 0) return {};
    return {"formula.tail", {{"tiles", time.tiles}, {"sms", gpu.sms}, {"waves", Amount{time.waves, ""}}}};
}

} // namespace

Part kernelParts(const GpuQuery& device, const workload::Kernel& kernel, const gpu::KernelTime& time) {
    Part root = makePart("kernel", Category::Total, time.seconds);
    root.children = {
        makePart("compute", Category::Compute, time.compute_s, computeFormula(device, kernel, time),
                 source(device, "/clock_hz")),
        makePart("memory", Category::Memory, time.memory_s, memoryFormula(device, time),
                 source(device, "/memory_bytes_per_s")),
        makePart("tail", Category::Bubble, time.tail_s, tailFormula(device.gpu, time), source(device, "/sms")),
        makePart("fixed", Category::Other, time.fixed_s, {"formula.fixed"}),
    };
    return root;
}

Part energyParts(const GpuQuery& device, std::string id, double energy_j, double duration_s, double idle_w) {
    Part root = makePart(std::move(id), Category::Total, energy_j);
    const double idle_j = idle_w * duration_s;
    if (idle_j <= 0 || idle_j >= energy_j) return root;
    root.children = {
        makePart("idle-power", Category::Other, idle_j,
                 {"formula.idle-power", {{"power", Amount{idle_w, "W"}}, {"time", Amount{duration_s, "s"}}}},
                 source(device, device.gpu.idle_power_w > 0 ? "/idle_power_w" : "/board_power_w")),
        makePart("work", Category::Compute, energy_j - idle_j, {"formula.work"}, source(device, "/board_power_w")),
    };
    return root;
}

Part memoryParts(const ModelQuery& query, const compose::MemoryFit& fit) {
    const workload::MemoryDemand& demand = query.graph.memory;
    Part root = makePart("device-memory", Category::Total, 0);
    const auto add = [&root](const char* id, Category category, double bytes, Message formula = {}) {
        if (bytes > 0) root.children.push_back(makePart(id, category, bytes, std::move(formula)));
        root.value += bytes;
    };
    add("weights", Category::Memory, demand.weight_bytes,
        {"formula.parameters",
         {{"parameters", query.graph.parameters}, {"each", Amount{bytesOf(query.options.weights), "B"}}}});
    add("gradients", Category::Memory, demand.gradient_bytes);
    add("optimizer", Category::Memory, demand.optimizer_bytes);
    add("activations", Category::Movement, demand.activation_bytes);
    add("kv-cache", Category::Memory, demand.kv_cache_bytes);
    add("state", Category::Memory, demand.state_bytes, {"formula.recurrent-state"});
    add("workspace", Category::Allocation, demand.workspace_bytes);
    add("reserved", Category::Other, fit.reserved_bytes, {"formula.reserved"});
    return root;
}

} // namespace strata::methods
