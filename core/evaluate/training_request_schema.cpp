// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/request_parts.h"

namespace strata {
namespace {

using namespace field;

constexpr double kMostDevices = 1 << 24;
constexpr double kMostTokens = 1 << 30;

ObjectSchema trainingWorkload() {
    return {
        "training_workload",
        "Training",
        {
            any("model", "Model", "A transformer of the catalog, an inline document, or {\"base\", \"set\"}.")
                .needed(),
            integer("sequence", "Sequence length", "token", "Of each sequence.")
                .within(1, kMostTokens)
                .needed()
                .draggable(Scale::Log2),
            integer("global_batch", "Global batch", "", "Sequences of one optimizer step.")
                .within(1, kMostDevices)
                .needed()
                .draggable(Scale::Log2),
            choice("task", "Task", {"pretrain", "finetune"},
                   "pretrain where absent, or finetune with adapters. Both take the same time but for adapters.")
                .draggable(),
            choice("precision", "Precision", {"bf16", "fp16", "fp8", "mxfp8", "nvfp4"},
                   "Of linear layers; bf16 where absent. Below 16 bits everything else is bf16.")
                .draggable(),
            flag("fused_attention", "Fused attention",
                 "Scores are never written to memory; true where absent.")
                .draggable(),
        }};
}

Field degree(const char* key, const char* title, const char* help) {
    return integer(key, title, "", help).within(1, kMostDevices).draggable(Scale::Log2);
}

ObjectSchema trainingPlan() {
    return {"training_plan",
            "Plan",
            {
                degree("tp", "Tensor parallel",
                       "Devices that share each layer; 1 where absent, as all degrees but dp."),
                degree("pp", "Pipeline parallel", "Stages of layers."),
                degree("dp", "Data parallel",
                       "Copies of the model; the devices that the other degrees leave where absent."),
                degree("cp", "Context parallel", "Devices that share each sequence."),
                degree("ep", "Expert parallel", "Ranks of a stage that share the experts."),
                degree("micro_batch", "Micro-batch", "Sequences that pass a stage at once."),
                degree("interleave", "Chunks per stage", "Of the interleaved schedule."),
                choice("schedule", "Schedule", {"1f1b", "interleaved", "zero-bubble", "gpipe"},
                       "1f1b where absent, or interleaved with chunks.")
                    .draggable(),
                flag("sequence_parallel", "Sequence parallel",
                     "Norms and residuals are shared by the tensor group.")
                    .draggable(),
                choice("recompute", "Recomputation", {"none", "selective", "full"},
                       "What backward passes compute again instead of keeping it.")
                    .draggable(),
                integer("zero", "ZeRO stage", "",
                        "1 shards the optimizer, 2 gradients, 3 weights as well (FSDP).")
                    .within(0, 3)
                    .draggable(),
                integer("lora", "LoRA rank", "", "Of the adapters; 0: all weights are trained.")
                    .within(0, 65536)
                    .draggable(),
            }};
}

} // namespace

const Field& trainingDevicesField() {
    static const Field devices = integer("devices", "Devices", "", "Of the cluster, that train together.")
                                     .within(1, kMostDevices)
                                     .needed()
                                     .draggable(Scale::Log2);
    return devices;
}

ObjectSchema trainingRequestSchema() {
    return requestSchemaOf("training", "Training request", trainingWorkload(), trainingPlan());
}

} // namespace strata
