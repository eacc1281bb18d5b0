// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/gpu/power/running_clock.h"

#include <algorithm>
#include <cmath>

namespace strata::methods {
namespace {

std::string seconds(double value) { return formatQuantity(value, "s", 4); }

std::string source(const GpuQuery& device, const char* pointer) { return sourceOf(*device.document, pointer); }

std::string computeFormula(const GpuQuery& device, const workload::Kernel& kernel, const gpu::KernelTime& time) {
    if (time.compute_s <= 0) return {};
    const double rate = time.flop / time.compute_s;
    const double peak = gpu::runningPeak(device.gpu, kernel);
    return formatQuantity(time.flop, "FLOP", 4) + " with the padding of tiles / " + formatQuantity(rate, "FLOP/s", 4) +
           ", " + formatQuantity(rate / peak, "1") + " of " + formatQuantity(peak, "FLOP/s", 4) + " " +
           std::string(name(kernel.math));
}

std::string memoryFormula(const GpuQuery& device, const gpu::KernelTime& time) {
    const double bandwidth = device.gpu.memory_bytes_per_s;
    return formatQuantity(time.dram_bytes, "B", 4) + " at " + formatQuantity(bandwidth, "B/s", 4) + " take " +
           seconds(time.dram_bytes / bandwidth) +
           "; the part that arithmetic does not hide, at what the memory sustains";
}

std::string tailFormula(const hardware::Gpu& gpu, const gpu::KernelTime& time) {
    if (time.waves <= 0) return {};
    return formatCount(time.tiles) + " tiles on " + formatCount(gpu.sms) + " SMs are " +
           formatQuantity(time.waves, "", 4) + " waves: the last one leaves SMs idle";
}

} // namespace

Part makePart(std::string label, Category category, double value, std::string formula, std::string source) {
    Part part;
    part.label = std::move(label);
    part.category = category;
    part.value = value;
    part.formula = std::move(formula);
    part.source = std::move(source);
    return part;
}

Part kernelParts(const GpuQuery& device, const workload::Kernel& kernel, const gpu::KernelTime& time) {
    Part root = makePart("kernel", Category::Total, time.seconds);
    root.children = {
        makePart("compute", Category::Compute, time.compute_s, computeFormula(device, kernel, time),
                 source(device, "/clock_hz")),
        makePart("memory", Category::Memory, time.memory_s, memoryFormula(device, time),
                 source(device, "/memory_bytes_per_s")),
        makePart("tail", Category::Bubble, time.tail_s, tailFormula(device.gpu, time), source(device, "/sms")),
        makePart("fixed", Category::Other, time.fixed_s, "start, first fetch and drain; the same for any size"),
    };
    return root;
}

Part energyParts(const GpuQuery& device, std::string label, double energy_j, double duration_s, double idle_w) {
    Part root = makePart(std::move(label), Category::Total, energy_j);
    const double idle_j = idle_w * duration_s;
    if (idle_j <= 0 || idle_j >= energy_j) return root;
    root.children = {
        makePart("idle power", Category::Other, idle_j, formatQuantity(idle_w, "W") + " x " + seconds(duration_s),
                 source(device, device.gpu.idle_power_w > 0 ? "/idle_power_w" : "/board_power_w")),
        makePart("work", Category::Compute, energy_j - idle_j,
                 "arithmetic and traffic, at most up to the board's limit", source(device, "/board_power_w")),
    };
    return root;
}

Part memoryParts(const ModelQuery& query, const compose::MemoryFit& fit) {
    const workload::MemoryDemand& demand = query.graph.memory;
    Part root = makePart("device memory", Category::Total, 0);
    const auto add = [&root](const char* label, Category category, double bytes, std::string formula = {}) {
        if (bytes > 0) root.children.push_back(makePart(label, category, bytes, std::move(formula)));
        root.value += bytes;
    };
    add("weights", Category::Memory, demand.weight_bytes,
        formatCount(query.graph.parameters) + " parameters x " + formatExact(bytesOf(query.options.weights), "B"));
    add("gradients", Category::Memory, demand.gradient_bytes);
    add("optimizer", Category::Memory, demand.optimizer_bytes);
    add("activations", Category::Movement, demand.activation_bytes);
    add("kv_cache", Category::Memory, demand.kv_cache_bytes);
    add("state", Category::Memory, demand.state_bytes, "of recurrent layers, whatever the length of a sequence");
    add("workspace", Category::Allocation, demand.workspace_bytes);
    add("reserved", Category::Other, fit.reserved_bytes, "what the runtime keeps from its models");
    return root;
}

} // namespace strata::methods
