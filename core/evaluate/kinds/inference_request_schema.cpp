// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/request_parts.h"
#include "core/workload/kernel/kernel_schema.h"

namespace strata {

using namespace field;

ObjectSchema inferenceRequestSchema() {
    constexpr double kMostTokens = 1e7, kMostRanks = 4096;
    const auto type = [](const char* key, const char* title, const char* help) {
        return workload::numberTypeField(key, title, help);
    };
    ObjectSchema workload{
        "inference_workload",
        "Model",
        {
            any("model", "Model", "A catalog id, an inline model, or {\"base\", \"set\"}.").needed(),
            type("dtype", "Type", "Of weights, activations and cache where they are not given; bf16 where absent."),
            type("weights", "Weights", "As stored."),
            type("activations", "Activations", "Of the inputs of matrix products."),
            type("kv_cache", "KV cache", "That of the activations where absent, 16 bits at least."),
            flag("block_scaled", "Block scales", "Narrow operands carry one scale a block."),
            flag("static_scales", "Static scales",
                 "The checkpoint holds the scales of narrow activations: none are searched."),
            workload::expertSkewField(),
            workload::expertRoutingField(),
            integer("prompt_tokens", "Prompt", "token", "Of each request.")
                .within(1, kMostTokens)
                .needed()
                .draggable(Scale::Log2),
            integer("output_tokens", "Answer", "token", "Of each request; the prefill makes the first.")
                .within(1, kMostTokens)
                .needed()
                .draggable(Scale::Log2),
            integer("batch", "Batch", "", "Requests that enter together; 1 where absent.")
                .within(1, 1e6)
                .draggable(Scale::Log2),
        }};
    ObjectSchema plan{
        "inference_plan",
        "Plan",
        {
            integer("tp", "Tensor parallel", "", "Devices that share each layer.")
                .within(1, kMostRanks)
                .draggable(Scale::Log2),
            integer("pp", "Pipeline parallel", "", "Devices that share the layers in turn.")
                .within(1, kMostRanks)
                .draggable(),
            integer("ep", "Expert parallel", "",
                    "Devices that share the experts of a mixture: among the tensor-parallel ones; where more, "
                    "groups of those attend to requests of their own.")
                .within(1, kMostRanks)
                .draggable(Scale::Log2),
            engineField(),
            integer("token_budget", "Token budget", "token",
                    "Of one iteration; longer prompts come in chunks. 8192 where absent.")
                .within(1, 1 << 24)
                .draggable(Scale::Log2),
        }};
    return requestSchemaOf("inference", "Inference request", std::move(workload), std::move(plan));
}

} // namespace strata
