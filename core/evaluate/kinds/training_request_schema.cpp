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
            any("model", "Model", "A transformer of the catalog, an inline document, or {\"base\", \"set\"}.").needed(),
            integer("sequence", "Sequence length", "token", "Of each sequence.")
                .within(1, kMostTokens)
                .needed()
                .draggable(Scale::Log2),
            integer("global_batch", "Global batch", "", "Sequences of one optimizer step.")
                .within(1, kMostDevices)
                .needed()
                .draggable(Scale::Log2),
            choice("task", "Task", {"pretrain", "finetune", "rl"},
                   "pretrain where absent, or finetune; rl adds rollout and scoring.")
                .draggable(),
            choice("precision", "Precision", {"bf16", "fp16", "fp8", "mxfp8", "nvfp4"},
                   "Of linear layers; bf16 where absent. Below 16 bits everything else is bf16.")
                .draggable(),
            integer("response_tokens", "Response", "token",
                    "Of each sequence, that a rollout generates; the rest is its prompt.")
                .within(1, kMostTokens)
                .draggable(Scale::Log2),
            integer("scoring_models", "Scoring models", "",
                    "Reference and reward, of the model's size; 2 where absent.")
                .within(0, 16)
                .draggable(),
            number("expert_skew", "Skew of experts", "",
                   "Tokens of the busiest rank of experts over the mean; 1 where absent.")
                .within(1, 64)
                .draggable(),
            choice(
                "attention", "Attention kernel", {"flash", "flash-2", "unfused"},
                "flash never writes scores to memory; unfused does. flash-2 is flash by kernels that do not use "
                "asynchronous tensor cores where the device has them. Where absent, flash if the tensor cores multiply "
                "bf16, and the interval covers both.")
                .draggable(),
        }};
}

Field degree(const char* key, const char* title, const char* help) {
    return integer(key, title, "", help).within(1, kMostDevices).draggable(Scale::Log2);
}

ObjectSchema reliabilitySchema() {
    return {
        "training_reliability",
        "Failures and stragglers",
        {
            number("device_mtbf_s", "Time between failures", "s", "Mean, of one device with its share of the node.")
                .within(1, 1e12)
                .draggable(Scale::Log2),
            number("checkpoint_s", "Checkpoint", "s", "To write one while nothing trains.").within(0, 1e6).draggable(),
            number("checkpoint_interval_s", "Checkpoint interval", "s", "The best one where absent.")
                .within(1, 1e9)
                .draggable(Scale::Log2),
            number("restart_s", "Restart", "s", "From a failure to the first step.").within(0, 1e6).draggable(),
            number("spread", "Spread of devices", "1", "Standard deviation of one device's iteration over its mean.")
                .within(0, 1)
                .draggable(),
        }};
}

ObjectSchema searchSchema() {
    return {
        "training_search",
        "Search for a plan",
        {
            choice("objective", "Objective", {"iteration_s", "memory_bytes", "energy_j"}, "iteration_s where absent."),
            list("devices", "Devices", integer("", "Devices").within(1, kMostDevices),
                 "Numbers of devices that are tried; all of the request where absent."),
            integer("kept", "Plans listed", "", "100 where absent.").within(1, 10000),
        }};
}

ObjectSchema trainingPlan() {
    return {
        "training_plan",
        "Plan",
        {
            degree("tp", "Tensor parallel", "Devices that share each layer; 1 where absent, as all degrees but dp."),
            degree("pp", "Pipeline parallel", "Stages of layers."),
            degree("dp", "Data parallel",
                   "Copies of the model; the devices that the other degrees leave where absent."),
            degree("cp", "Context parallel", "Devices that share each sequence."),
            degree("ep", "Expert parallel", "Ranks of a stage that share the experts."),
            degree("rollout_tp", "Rollout tensor parallel", "Devices of one generating copy; tp where absent."),
            degree("micro_batch", "Micro-batch", "Sequences that pass a stage at once."),
            degree("interleave", "Chunks per stage", "Of the interleaved schedule; of two layers each where absent."),
            choice("schedule", "Schedule", {"1f1b", "interleaved", "zero-bubble", "gpipe"},
                   "1f1b where absent, or interleaved with chunks.")
                .draggable(),
            flag("sequence_parallel", "Sequence parallel", "Norms and residuals are shared by the tensor group.")
                .draggable(),
            choice("recompute", "Recomputation", {"none", "selective", "full"},
                   "What backward passes compute again instead of keeping it.")
                .draggable(),
            integer("zero", "ZeRO stage", "", "1 shards the optimizer, 2 gradients, 3 weights as well (FSDP).")
                .within(0, 3)
                .draggable(),
            integer("lora", "LoRA rank", "", "Of the adapters; 0: all weights are trained.")
                .within(0, 65536)
                .draggable(),
            choice("gradients", "Gradients", {"fp32", "bf16"},
                   "The type in which weight gradients are stored and summed over the data-parallel copies. The "
                   "default is fp32.")
                .draggable(),
            flag("quantized_base", "4-bit base", "Weights that do not learn are held in NF4 (QLoRA).").draggable(),
            choice("optimizer", "Optimizer", {"adam", "adamw8bit", "sgd", "adafactor", "muon"}, "adam where absent.")
                .draggable(),
            number("capacity_factor", "Expert capacity", "",
                   "Tokens over the mean that experts take, others are dropped; 0: all are taken.")
                .within(0, 64)
                .draggable(),
            flag("offload_optimizer", "Optimizer on the host", "States and update.").draggable(),
            flag("offload_activations", "Activations on the host", "Between forward and backward pass.").draggable(),
            number("host_link_bytes_per_s", "Host link", "B/s", "Of a device, one direction; 25 GB/s where absent.")
                .within(1e9, 1e12)
                .draggable(Scale::Log2),
            flag("overlap_gradients", "Overlap gradient sync", "Beside the backward pass; true where absent.")
                .draggable(),
            flag("overlap_gather", "Overlap weight gathers", "Of ZeRO-3, beside the kernels; true where absent.")
                .draggable(),
            flag("overlap_experts", "Overlap expert exchange",
                 "All-to-alls run beside kernels of another micro-batch; where absent, in pipelines.")
                .draggable(),
            list("stage_layers", "Layers by stage", integer("", "Layers").within(1, 65536),
                 "As even as can be where absent."),
            list("stage_speeds", "Speed by stage", number("", "Speed").within(1e-3, 1e3),
                 "Of the stage's devices over those of the cluster; 1 where absent."),
            object("reliability", "Failures and stragglers", reliabilitySchema(), "None where absent.").draggable(),
            object("search", "Search for a plan", searchSchema(),
                   "Answers with the best plan; fields that the plan states stay as they are."),
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
