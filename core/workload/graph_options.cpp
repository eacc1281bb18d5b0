// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/graph.h"
#include "core/workload/kernel/kernel_schema.h"

#include <nlohmann/json.hpp>

namespace strata::workload {
namespace {

using namespace strata::field;

ObjectSchema makeSchema() {
    return {
        "model_workload",
        "Model",
        {
            modelField(),
            choice("phase", "Phase", {"inference", "training", "prefill", "decode"},
                   "One forward pass, one training step, a prompt, or one new token for each sequence.")
                .draggable(),
            integer("batch", "Batch", "", "Number of sequences or images.").within(1, 1e6).draggable(Scale::Log2),
            integer("sequence", "Sequence", "token",
                    "Number of tokens of each sequence; when decoding, its context including the new token.")
                .within(1, 1e8)
                .draggable(Scale::Log2),
            integer("cached", "Cached tokens", "token",
                    "Tokens of each sequence that a prompt finds in the cache: a shared prefix or earlier chunks.")
                .within(0, 1e8)
                .draggable(Scale::Log2),
            integer("image", "Image", "px", "Edge of the picture in pixels, for diffusion models.")
                .within(8, 1e5)
                .draggable(),
            numberTypeField("dtype", "Type",
                            "Number format of weights, activations and cache, where these state none of their own.")
                .byDefault("fp32"),
            numberTypeField("weights", "Weights",
                            "Number format of the stored weights; formats narrower than the activations are widened "
                            "when they are loaded."),
            numberTypeField("activations", "Activations",
                            "Number format of the inputs of matrix products; below 16 bits everything else is bf16."),
            numberTypeField("kv_cache", "KV cache", "Number format of the KV cache.")
                .byRule("that of the activations, 16 bits at least"),
            numberTypeField("math", "Arithmetic", "Arithmetic of fp32 operands; tf32 lets them use tensor cores."),
            flag("fused", "Fused", "Chains of small operators run as one kernel.")
                .byRule("yes where the device's runtime is a serving engine with fused kernels")
                .draggable(),
            choice("fusion", "Fusion rules", {"eager", "torch-compile", "engine", "built"},
                   "Rule set by which small operators are fused.")
                .byRule("decided by \"fused\"; prompts and decoding take the rules of a serving engine"),
            flag("flash_attention", "Fused attention", "Attention never writes its scores to memory.")
                .byRule("as the device's runtime does")
                .draggable(),
            integer("tensor_parallel", "Tensor parallel", "", "Number of devices that share each layer.")
                .within(1, 4096)
                .draggable(Scale::Log2),
            integer("expert_parallel", "Expert parallel", "", "Number of devices that share the experts.")
                .within(1, 4096)
                .draggable(Scale::Log2),
            expertSkewField(),
            expertRoutingField(),
            flag("block_scaled", "Block scales", "Narrow operands carry one scale for each block."),
            flag("channels_last", "Channels last",
                 "Images store the channels of a pixel together. Otherwise eager convolutions on tensor cores "
                 "transpose images on the way in and out, as PyTorch does.")
                .byDefault(false)
                .draggable(),
            flag("static_scales", "Static scales",
                 "The checkpoint holds the scales of narrow activations, so that none are searched."),
            choice("optimizer", "Optimizer", {"none", "sgd", "adamw"}, "Optimizer of a training step.")
                .byDefault("adamw"),
            choice("recompute", "Recomputation", {"none", "selective", "full"},
                   "Which activations a training step computes again instead of storing them."),
            flag("accumulate_gradients", "Accumulate gradients",
                 "Weight gradients are added to those of earlier steps."),
            flag("dropout", "Dropout", "Training computes dropout in models that have it.").byDefault(true),
            flag("loss", "Loss", "Training computes the loss over the vocabulary.").byDefault(true),
        }};
}

class OptionReader {
public:
    explicit OptionReader(const Json& document) : document_(document) {}

    double number(const char* key, double absent) const { return document_.value(key, absent); }
    bool flag(const char* key, bool absent) const { return document_.value(key, absent); }
    std::string text(const char* key) const { return document_.value(key, std::string()); }
    NumberType type(const char* key, NumberType absent) const { return numberTypeNamed(text(key)).value_or(absent); }

    /// Place of a word among those of the schema, whose order is that of the enumeration.
    template <class Enumeration>
    Enumeration choice(const char* key, Enumeration absent) const {
        const auto& words = modelWorkloadSchema().find(key)->choices;
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (words[i] == text(key)) return static_cast<Enumeration>(i);
        }
        return absent;
    }

private:
    const Json& document_;
};

/// TF32 is arithmetic, not storage.
NumberType stored(NumberType type) { return type == NumberType::Tf32 ? NumberType::Fp32 : type; }

void readTypes(const OptionReader& reader, GraphOptions& options) {
    const NumberType given = reader.type("dtype", NumberType::Fp32);
    const NumberType activations = reader.type("activations", given);
    options.weights = stored(reader.type("weights", given));
    options.activations = stored(activations);
    const NumberType wide = bytesOf(options.activations) < 2 ? NumberType::Bf16 : options.activations;
    options.kv_cache = stored(reader.type("kv_cache", wide));
    options.math = reader.type("math", activations);
}

Result<void> checkTypes(const GraphOptions& options, std::string_view pointer) {
    const bool tensor_cores = options.math == NumberType::Tf32 && options.activations == NumberType::Fp32;
    if (bytesOf(options.math) >= bytesOf(options.activations) || tensor_cores) return {};
    const std::string activations(name(options.activations));
    return Error{"bad-value",
                 std::string(pointer) + "/math",
                 {"error.field-beside-activations",
                  {{"field", "math"}, {"value", name(options.math)}, {"activations", activations}}},
                 {"accepted.format-at-least-s-width-or", {{"activations", activations}}},
                 {}};
}

} // namespace

const ObjectSchema& modelWorkloadSchema() {
    static const ObjectSchema schema = makeSchema();
    return schema;
}

Result<GraphOptions> readGraphOptions(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, modelWorkloadSchema(), pointer); !valid) return valid.error();
    const OptionReader reader(document);
    GraphOptions options;
    options.phase = reader.choice("phase", Phase::Inference);
    options.batch = reader.number("batch", 1);
    options.sequence = reader.number("sequence", 0);
    options.cached = reader.number("cached", 0);
    options.image = reader.number("image", 0);
    options.fused = reader.flag("fused", false);
    options.fusion = reader.text("fusion");
    options.flash_attention = reader.flag("flash_attention", false);
    options.tensor_parallel = reader.number("tensor_parallel", 1);
    options.expert_parallel = reader.number("expert_parallel", 1);
    options.skew = reader.number("skew", 0);
    options.routing = reader.choice("routing", Routing::Independent);
    options.block_scaled = reader.flag("block_scaled", false);
    options.channels_last = reader.flag("channels_last", false);
    options.static_scales = reader.flag("static_scales", false);
    options.optimizer = reader.choice("optimizer", Optimizer::AdamW);
    options.recompute = reader.choice("recompute", Recompute::None);
    options.accumulate_gradients = reader.flag("accumulate_gradients", false);
    options.dropout = reader.flag("dropout", true);
    options.loss = reader.flag("loss", true);
    readTypes(reader, options);
    if (auto valid = checkTypes(options, pointer); !valid) return valid.error();
    if (options.cached > 0 && options.phase != Phase::Prefill) {
        return Error{"bad-value",
                     std::string(pointer) + "/cached",
                     {"error.cached-stands-but-phase", {{"phase", name(options.phase)}}},
                     {"accepted.prefill-phase-in-decode-sequence-counts"},
                     {}};
    }
    return options;
}

} // namespace strata::workload
