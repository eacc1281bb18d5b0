// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/request_parts.h"
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

}  // namespace

ObjectSchema kernelRequestSchema() {
    ObjectSchema workload = workload::kernelSchema();
    workload.name = "kernel_workload";
    return requestSchemaOf("kernel", "Kernel request", std::move(workload),
                           {"kernel_plan", "Plan", methodFields(true)});
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

}  // namespace strata
