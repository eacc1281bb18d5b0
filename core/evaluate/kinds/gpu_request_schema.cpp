// SPDX-License-Identifier: GPL-3.0-or-later
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
            any("device", "Device", "gpu.wave-scaling: the GPU that is scaled from; an id, {base, set}, or inline.")
                .needed(),
        }};
    if (kernel) {
        source.fields.push_back(number("latency_s", "Measured there", "s", "gpu.tile predicts it where absent.")
                                    .within(1e-9, kLongestTime));
    }
    return {
        object("source", "Source device", std::move(source), "Of gpu.wave-scaling."),
        text("table", "Table",
             "gpu.table: file of measured kernels, CSV, plain or gzip: operator, its shape, types, latency_s."),
    };
}

/// Share of one client of a device.
std::vector<Field> shareFields() {
    constexpr double kMostSms = 4096;
    return {
        integer("sms", "SMs", "", "Of the client; all where absent. Streams have none of their own.")
            .within(1, kMostSms)
            .draggable(),
        number("memory_share", "Memory share", "1",
               "MIG: of bandwidth, L2 and capacity; as large as the share of the SMs where absent.")
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
    neighbour.fields.insert(neighbour.fields.begin(),
                            object("workload", "Kernel", std::move(workload), "Runs again and again.").needed());
    ObjectSchema sharing{"sharing", "Sharing", shareFields()};
    sharing.fields.insert(
        sharing.fields.begin(),
        choice("mode", "Mode", std::move(modes), "Streams of one process, clients of MPS, or MIG instances.").needed());
    sharing.fields.push_back(list("neighbours", "Neighbours", std::move(neighbour)).needed());
    return object("sharing", "Sharing", std::move(sharing), "gpu.event: what else runs on the device meanwhile.");
}

} // namespace

ObjectSchema kernelRequestSchema() {
    ObjectSchema workload = workload::kernelSchema();
    workload.name = "kernel_workload";
    ObjectSchema plan{"kernel_plan", "Plan", methodFields(true)};
    plan.fields.push_back(sharingField());
    return requestSchemaOf("kernel", "Kernel request", std::move(workload), std::move(plan));
}

ObjectSchema modelRequestSchema() {
    ObjectSchema plan{"model_plan", "Plan", methodFields(false)};
    plan.fields.push_back(
        object("serving", "Serving",
               {"serving_share",
                "Serving",
                {
                    integer("prompt_tokens", "Prompt", "token", "Tokens of each other request's prompt.")
                        .within(1, kMostTokens)
                        .needed()
                        .draggable(Scale::Log2),
                    integer("output_tokens", "Answer", "token", "Tokens that each request produces.")
                        .within(1, kMostTokens)
                        .needed()
                        .draggable(Scale::Log2),
                    flag("prefill_elsewhere", "Disaggregated", "Other devices run the prefill."),
                }},
               "A decode step in an engine that also runs the prefill of the requests that take the places of finished "
               "ones."));
    return requestSchemaOf("model", "Model request", workload::modelWorkloadSchema(), std::move(plan));
}

} // namespace strata
