// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/npu/layer_methods.h"
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
            integer("sequence", "Sequence length", "token", "Number of tokens of each sequence.")
                .within(1, kMostTokens)
                .needed()
                .draggable(Scale::Log2),
            integer("global_batch", "Global batch", "", "Number of sequences in one optimizer step.")
                .within(1, kMostDevices)
                .needed()
                .draggable(Scale::Log2),
            choice("task", "Task", {"pretrain", "finetune", "rl"},
                   "Kind of training; \"rl\" adds generation and scoring.")
                .byDefault("pretrain")
                .draggable(),
            choice("precision", "Precision", {"bf16", "fp16", "fp8", "mxfp8", "nvfp4"},
                   "Number format of linear layers. Below 16 bits everything else is bf16.")
                .byDefault("bf16")
                .draggable(),
            integer("response_tokens", "Response", "token",
                    "Mean number of tokens of a sequence that a rollout generates; the rest is its prompt.")
                .within(1, kMostTokens)
                .draggable(Scale::Log2),
            number("response_spread", "Spread of responses", "",
                   "Standard deviation of the lengths of the responses, divided by their mean. All copies wait for the "
                   "longest response of the batch.")
                .byDefault(0)
                .within(0, 4)
                .draggable(),
            integer("longest_response", "Longest response", "token",
                    "Number of tokens at which a response is cut. It matters only where responses differ in length.")
                .byRule("no limit")
                .within(1, kMostTokens)
                .draggable(Scale::Log2),
            integer("scoring_models", "Scoring models", "",
                    "Number of reference and reward models of the size of the model.")
                .byDefault(2)
                .within(0, 16)
                .draggable(),
            number("expert_skew", "Skew of experts", "",
                   "Tokens of the rank with the busiest experts divided by the mean.")
                .byDefault(1)
                .within(1, 64)
                .draggable(),
            choice("attention", "Attention kernel", {"flash", "flash-2", "unfused"},
                   "\"flash\" never writes scores to memory, \"unfused\" does. \"flash-2\" is flash by kernels that do "
                   "not use asynchronous tensor cores where the device has them.")
                .byRule("flash if the tensor cores multiply bf16; the interval covers both")
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
            number("device_mtbf_s", "Time between failures", "s",
                   "Mean time between two failures of one device with its share of the node.")
                .within(1, 1e12)
                .draggable(Scale::Log2),
            number("checkpoint_s", "Checkpoint", "s", "Time to write a checkpoint while nothing trains.")
                .within(0, 1e6)
                .draggable(),
            number("checkpoint_interval_s", "Checkpoint interval", "s", "Time between two checkpoints.")
                .byRule("the interval with the smallest loss")
                .within(1, 1e9)
                .draggable(Scale::Log2),
            number("restart_s", "Restart", "s", "Time from a failure to the first step.").within(0, 1e6).draggable(),
            number("spread", "Spread of devices", "1",
                   "Standard deviation of one device's iteration time divided by its mean.")
                .within(0, 1)
                .draggable(),
        }};
}

ObjectSchema searchSchema() {
    return {"training_search",
            "Search for a plan",
            {
                choice("objective", "Objective", {"iteration_s", "memory_bytes", "energy_j"},
                       "The quantity that the search makes smallest.")
                    .byDefault("iteration_s"),
                list("devices", "Devices", integer("", "Devices").within(1, kMostDevices),
                     "Numbers of devices that are tried.")
                    .byRule("the number of the request"),
                integer("kept", "Plans listed", "", "Number of plans that are listed.").byDefault(100).within(1, 10000),
            }};
}

/// Devices that share the model, and the order in which they run.
std::vector<Field> degreeFields() {
    return {
        degree("tp", "Tensor parallel", "Number of devices that share each layer.").byDefault(1),
        degree("pp", "Pipeline parallel", "Number of pipeline stages, each with a part of the layers."),
        degree("dp", "Data parallel", "Number of copies of the model.")
            .byRule("the devices that the other degrees leave"),
        degree("cp", "Context parallel", "Number of devices that share each sequence."),
        degree("ep", "Expert parallel", "Number of ranks of a stage that share the experts."),
        degree("rollout_tp", "Rollout tensor parallel", "Number of devices in one copy that generates.")
            .byRule("that of the training"),
        degree("micro_batch", "Micro-batch", "Number of sequences that pass a stage at once."),
        degree("interleave", "Chunks per stage", "Number of chunks per stage in the interleaved schedule.")
            .byRule("chunks of two layers each"),
        choice("schedule", "Schedule", {"1f1b", "interleaved", "zero-bubble", "gpipe"},
               "Order in which a pipeline runs forward and backward passes.")
            .byRule("1f1b, or interleaved where chunks are stated")
            .draggable(),
    };
}

/// What devices of a group keep in parts, and what they compute again.
std::vector<Field> shardingFields() {
    return {
        flag("sequence_parallel", "Sequence parallel",
             "The devices of a tensor-parallel group share norms and residuals.")
            .draggable(),
        choice("recompute", "Recomputation", {"none", "selective", "full"},
               "Activations that backward passes compute again instead of keeping them.")
            .draggable(),
        integer("zero", "ZeRO stage", "",
                "Stage 1 shards the optimizer, stage 2 also the gradients, stage 3 also the weights (FSDP).")
            .within(0, 3)
            .draggable(),
    };
}

/// What learns, in which number formats and by which algorithm.
std::vector<Field> learningFields() {
    return {
        integer("lora", "LoRA rank", "", "Rank of the adapters; with 0 all weights are trained.")
            .within(0, 65536)
            .draggable(),
        choice("gradients", "Gradients", {"fp32", "bf16"},
               "Number format in which weight gradients are stored and summed over the data-parallel copies.")
            .byDefault("fp32")
            .draggable(),
        flag("narrow_inputs", "Narrow saved inputs",
             "Below 16 bits, linear layers keep their inputs for the backward pass in the format that they "
             "multiply.")
            .byDefault(false)
            .draggable(),
        flag("quantized_base", "4-bit base", "Weights that do not learn are stored in NF4 (QLoRA).").draggable(),
        choice("optimizer", "Optimizer", {"adam", "adamw8bit", "sgd", "adafactor", "muon"},
               "Algorithm that updates the weights.")
            .byDefault("adam")
            .draggable(),
        number("capacity_factor", "Expert capacity", "",
               "Most tokens that an expert takes, divided by the mean; further tokens are dropped. With 0 all "
               "tokens are taken.")
            .within(0, 64)
            .draggable(),
    };
}

/// What lies in host memory.
std::vector<Field> offloadFields() {
    return {
        flag("offload_optimizer", "Optimizer on the host",
             "The states of the optimizer lie in host memory, and the host updates the weights.")
            .draggable(),
        flag("offload_activations", "Activations on the host",
             "Activations are kept in host memory between the forward and the backward pass.")
            .draggable(),
        number("host_link_bytes_per_s", "Host link", "B/s",
               "Bandwidth that copies between a device and its host reach in one direction.")
            .byRule("79 % of the device's host link; 25 GB/s where the device states none")
            .within(1e9, 1e12)
            .draggable(Scale::Log2),
    };
}

/// Communication that runs beside kernels.
std::vector<Field> overlapFields() {
    return {
        flag("overlap_gradients", "Overlap gradient sync", "Gradients are summed beside the backward pass.")
            .byDefault(true)
            .draggable(),
        flag("overlap_gather", "Overlap weight gathers", "The gathers of ZeRO-3 run beside the kernels.")
            .byDefault(true)
            .draggable(),
        flag("overlap_tensor", "Overlap tensor collectives",
             "With sequence parallelism, the collectives of the tensor group run piece by piece beside the products "
             "that make or need their data.")
            .byDefault(false)
            .draggable(),
        flag("overlap_sends", "Overlap stage messages",
             "Neither host nor device waits for a message between stages before it continues.")
            .byRule("in the interleaved schedule")
            .draggable(),
        flag("overlap_experts", "Overlap expert exchange", "All-to-alls run beside kernels of another micro-batch.")
            .byRule("in pipelines")
            .draggable(),
    };
}

/// Uneven stages, failures, the search for a plan, and the methods of the layers below.
std::vector<Field> stageFields() {
    return {
        list("stage_layers", "Layers by stage", integer("", "Layers").within(1, 65536),
             "Number of layers of each stage.")
            .byRule("as even as possible"),
        list("stage_speeds", "Speed by stage", number("", "Speed").within(1e-3, 1e3),
             "Speed of each stage's devices divided by that of the cluster's.")
            .byRule("1 for every stage"),
        object("reliability", "Failures and stragglers", reliabilitySchema(),
               "Failures of devices and their different speeds.")
            .byRule("none")
            .draggable(),
        object("search", "Search for a plan", searchSchema(),
               "Evaluates every legal plan and answers with the best; fields that the plan states stay as they are."),
        layerMethodsField(),
    };
}

ObjectSchema trainingPlan() {
    return {"training_plan", "Plan",
            membersOf(
                {degreeFields(), shardingFields(), learningFields(), offloadFields(), overlapFields(), stageFields()})};
}

} // namespace

const Field& trainingDevicesField() {
    static const Field devices =
        integer("devices", "Devices", "", "Number of devices of the cluster that train together.")
            .within(1, kMostDevices)
            .needed()
            .draggable(Scale::Log2);
    return devices;
}

ObjectSchema trainingRequestSchema() {
    return requestSchemaOf("training", "Training request", trainingWorkload(), trainingPlan());
}

} // namespace strata
