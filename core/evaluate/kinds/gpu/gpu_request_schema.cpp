// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/memory_query.h"
#include "core/evaluate/request_parts.h"
#include "core/gpu/sharing/colocation.h"
#include "core/workload/graph.h"

namespace strata {
namespace {

using namespace field;

constexpr double kLongestTime = 1e6;
constexpr double kMostTokens = 1 << 30;

/// What single methods need besides hardware and workload.
std::vector<Field> methodFields(bool kernel) {
    ObjectSchema source{
        "source",
        "Source device",
        {
            any("device", "Device",
                "gpu.wave-scaling: the GPU from which it scales, as an id, {\"base\", \"set\"}, or inline.")
                .needed(),
        }};
    if (kernel) {
        source.fields.push_back(number("latency_s", "Measured there", "s", "Latency that was measured on that GPU.")
                                    .byRule("predicted by gpu.tile")
                                    .within(1e-9, kLongestTime));
    }
    return {
        object("source", "Source device", std::move(source),
               "gpu.wave-scaling: the measurement from which the method scales."),
        text("table", "Table",
             "gpu.table: a file of measured kernels, CSV, plain or gzip, with operator, shape, types and latency_s."),
    };
}

/// Share of one client of a device.
std::vector<Field> shareFields() {
    constexpr double kMostSms = 4096;
    return {
        integer("sms", "SMs", "", "Number of SMs of the client. Streams have none of their own.")
            .byRule("all")
            .within(1, kMostSms)
            .draggable(),
        number("memory_share", "Memory share", "1", "MIG: share of the bandwidth, the L2 cache and the capacity.")
            .byRule("the share of the SMs")
            .within(0.01, 1)
            .draggable(),
    };
}

/// Kernels of other clients that run on the device at the same time.
Field sharingField() {
    std::vector<std::string> modes;
    for (const std::string_view mode : gpu::sharingModes())
        modes.emplace_back(mode);
    ObjectSchema workload = workload::kernelSchema();
    workload.name = "neighbour_workload";
    ObjectSchema neighbour{"neighbour", "Neighbour", shareFields()};
    neighbour.fields.insert(
        neighbour.fields.begin(),
        object("workload", "Kernel", std::move(workload), "A kernel that runs again and again.").needed());
    ObjectSchema sharing{"sharing", "Sharing", shareFields()};
    sharing.fields.insert(
        sharing.fields.begin(),
        choice("mode", "Mode", std::move(modes), "Streams of one process, clients of MPS, or MIG instances.").needed());
    sharing.fields.push_back(list("neighbours", "Neighbours", std::move(neighbour)).needed());
    return object("sharing", "Sharing", std::move(sharing),
                  "gpu.event: what else runs on the device at the same time.");
}

} // namespace

ObjectSchema kernelRequestSchema() {
    ObjectSchema workload = workload::kernelSchema();
    workload.name = "kernel_workload";
    ObjectSchema plan{"kernel_plan", "Plan", methodFields(true)};
    plan.fields.push_back(sharingField());
    for (Field& field : memoryPlanFields())
        plan.fields.push_back(std::move(field));
    return requestSchemaOf("kernel", "Kernel request", std::move(workload), std::move(plan));
}

namespace {

/// How an NPU runs the layers of a network.
Field networkField() {
    constexpr double kMostCores = 1024;
    return object(
        "network", "Layers on an NPU",
        {"network_plan",
         "Layers on an NPU",
         {
             choice("objective", "Objective", {"edp", "energy", "latency"},
                    "The quantity that the mapping of each layer makes smallest.")
                 .byDefault("edp"),
             integer("budget", "Budget", "", "Number of mappings that are evaluated for each layer.")
                 .byDefault(300)
                 .within(1, 1e6),
             choice("activations", "Activations", {"buffer", "memory"},
                    "Activations stay in the shared buffer where they fit, or all go through the memory outside.")
                 .byDefault("buffer")
                 .draggable(),
             choice("fusion", "Layer fusion", {"none", "kept", "recomputed", "best"},
                    "Consecutive layers run tile by tile; rows that two tiles share are kept or computed again.")
                 .byDefault("none")
                 .draggable(),
             integer("cores", "Cores", "",
                     "Number of cores, each with all levels on the chip, that share the memory outside.")
                 .byDefault(1)
                 .within(1, kMostCores)
                 .draggable(Scale::Log2),
             choice("split", "Split over cores", {"layers", "pipeline"},
                    "All cores work on one layer at a time, or each runs layers of its own.")
                 .byDefault("layers")
                 .draggable(),
         }},
        "NPUs: how the layers are mapped, what stays on the chip, and how cores divide the work.");
}

/// A memory beside the device that computes decode attention.
Field attentionMemoryField() {
    constexpr double kMostStacks = 4096;
    return object(
        "attention_memory", "Attention in memory",
        {"attention_memory",
         "Attention in memory",
         {
             any("device", "Memory", "The memory that computes, as an id, {\"base\", \"set\"}, or inline.").needed(),
             integer("stacks", "Stacks", "", "Number of such memories; they hold all caches together.")
                 .byDefault(1)
                 .within(1, kMostStacks)
                 .draggable(Scale::Log2),
         }},
        "Decode: a memory beside the device holds the KV cache and computes attention on it, while the device "
        "computes everything else.");
}

} // namespace

ObjectSchema modelRequestSchema() {
    ObjectSchema plan{"model_plan", "Plan", methodFields(false)};
    plan.fields.push_back(networkField());
    plan.fields.push_back(attentionMemoryField());
    plan.fields.push_back(
        object("serving", "Serving",
               {"serving_share",
                "Serving",
                {
                    integer("prompt_tokens", "Prompt", "token",
                            "Number of tokens in the prompt of each of the other requests.")
                        .within(1, kMostTokens)
                        .needed()
                        .draggable(Scale::Log2),
                    integer("output_tokens", "Answer", "token", "Number of tokens that each request produces.")
                        .within(1, kMostTokens)
                        .needed()
                        .draggable(Scale::Log2),
                    flag("prefill_elsewhere", "Disaggregated", "Other devices run the prefill."),
                }},
               "A decode step in an engine that also runs the prefill of new requests, which replace finished ones."));
    return requestSchemaOf("model", "Model request", workload::modelWorkloadSchema(), std::move(plan));
}

} // namespace strata
