// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/kinds/npu/layer_methods.h"
#include "core/evaluate/request_parts.h"
#include "core/workload/kernel/kernel_schema.h"

namespace strata {

namespace {

using namespace field;

constexpr double kLongestText = 1e7, kMostShards = 4096;

/// How weights lie in memory and in files, beyond their number formats.
std::vector<Field> storageFields() {
    return {
        flag("block_scaled", "Block scales", "Narrow operands carry one scale for each block."),
        flag("static_scales", "Static scales",
             "The checkpoint holds the scales of narrow activations, so that none are searched."),
        text("quantization", "File format",
             "Format of the weights' file on edge and desktop devices, as the runtime calls it.")
            .byRule("the first that the runtime names"),
        number("weight_bits", "Bits a weight", "bit",
               "Mean size of a weight on edge and desktop devices, its share of the scales included; it replaces "
               "the file format.")
            .within(0.5, 64)
            .draggable(),
    };
}

std::vector<Field> batchFields() {
    return {
        workload::expertSkewField(),
        workload::expertRoutingField(),
        integer("cached_tokens", "Context before", "token",
                "Number of tokens of each request that stand in the cache before its prompt, on edge and desktop "
                "devices.")
            .byDefault(0)
            .within(0, kLongestText)
            .draggable(),
        integer("prompt_tokens", "Prompt", "token", "Number of tokens in the prompt of each request.")
            .within(1, kLongestText)
            .needed()
            .draggable(Scale::Log2),
        integer("output_tokens", "Answer", "token",
                "Number of tokens that each request produces; the prefill produces the first.")
            .within(1, kLongestText)
            .needed()
            .draggable(Scale::Log2),
        integer("batch", "Batch", "", "Number of requests that enter together.")
            .byDefault(1)
            .within(1, 1e6)
            .draggable(Scale::Log2),
    };
}

/// Devices that share a model.
std::vector<Field> parallelFields() {
    return {
        integer("tp", "Tensor parallel", "", "Number of devices that share each layer.")
            .within(1, kMostShards)
            .draggable(Scale::Log2),
        integer("pp", "Pipeline parallel", "", "Number of pipeline stages: devices that compute the layers in turn.")
            .within(1, kMostShards)
            .draggable(),
        integer("ep", "Expert parallel", "",
                "Devices that share the experts of a mixture. Up to the tensor-parallel degree they "
                "are those devices; beyond it, groups of them attend to requests of their own.")
            .within(1, kMostShards)
            .draggable(Scale::Log2),
        engineField(),
        layerMethodsField(),
        integer("token_budget", "Token budget", "token",
                "Largest number of tokens in one iteration; longer prompts come in chunks.")
            .byDefault(8192)
            .within(1, 1 << 24)
            .draggable(Scale::Log2),
    };
}

/// How an edge or desktop device runs it.
std::vector<Field> edgeFields() {
    return {
        text("backend", "Runtime", "Id of a runtime of edge and desktop devices.")
            .byRule("the first of the device that reads language models"),
        choice("part", "Part", {"cpu", "gpu", "npu", "dsp"}, "Part of an edge or desktop device that computes.")
            .byRule("the first that the runtime and the device have"),
        integer("threads", "Threads", "", "Number of threads on the CPU of an edge or desktop device.")
            .byRule("one for each core")
            .within(1, 1024)
            .draggable(Scale::Log2),
        flag("fused_attention", "Fused attention",
             "Attention runs in one kernel on an edge or desktop device, as its runtime's flash attention.")
            .byRule("as the runtime has it"),
        integer("context_tokens", "Compiled context", "token",
                "Context for which the runtime of an edge device compiles its graphs: every pass reads all of it.")
            .byRule("that of the runtime")
            .within(1, 1 << 24)
            .draggable(Scale::Log2),
        number("clock_share", "Clock", "1", "Clock of an edge or desktop device, divided by its highest clock.")
            .byDefault(1)
            .within(0.05, 1)
            .draggable(),
        number("load_s", "Time under load", "s",
               "Time for which an edge or desktop device has been fully loaded; its clocks fall as its case warms.")
            .byDefault(0)
            .within(0, 1e6)
            .draggable(),
    };
}

} // namespace

ObjectSchema inferenceRequestSchema() {
    ObjectSchema workload{
        "inference_workload", "Model",
        membersOf({{workload::modelField()}, workload::languageTypeFields(), storageFields(), batchFields()})};
    ObjectSchema plan{"inference_plan", "Plan", membersOf({parallelFields(), edgeFields()})};
    return requestSchemaOf("inference", "Inference request", std::move(workload), std::move(plan));
}

} // namespace strata
