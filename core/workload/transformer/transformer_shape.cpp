// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer/transformer_shape.h"

#include "core/workload/graph_builders.h"
#include "core/workload/kernel/operators.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>

namespace strata::workload {
namespace {

TransformerShape::Experts readExperts(const Json& moe) {
    return {moe.at("experts").get<double>(), moe.at("per_token").get<double>(), moe.at("ffn").get<double>(),
            moe.value("shared_ffn", 0.0),    moe.value("dense_layers", 0.0),    moe.value("capacity", 0.0)};
}

TransformerShape::Latent readLatent(const Json& latent) {
    return {latent.value("query_rank", 0.0), latent.at("kv_rank").get<double>(), latent.at("nope_dim").get<double>(),
            latent.at("rope_dim").get<double>(), latent.at("value_dim").get<double>()};
}

/// A gated short convolution keeps no matrix: its channels are heads of one value.
TransformerShape::Recurrent readRecurrent(const Json& recurrent, double hidden) {
    using Mixer = TransformerShape::Mixer;
    const std::string kind = recurrent.at("kind").get<std::string>();
    const auto number = [&](const char* key, double absent) { return recurrent.value(key, absent); };
    TransformerShape::Recurrent made;
    made.kind = kind == "delta"       ? Mixer::Delta
                : kind == "ssm"       ? Mixer::Ssm
                : kind == "selective" ? Mixer::Selective
                                      : Mixer::Convolution;
    made.layers = recurrent.at("layers").get<double>();
    const bool keeps_matrix = made.kind != Mixer::Convolution;
    made.heads = number("heads", keeps_matrix ? 1 : hidden);
    made.groups = number("groups", made.heads);
    made.key_dim = keeps_matrix ? number("key_dim", 1) : 0;
    made.value_dim = keeps_matrix ? number("value_dim", 1) : 1;
    made.convolution = number("convolution", 0);
    made.rank = number("rank", 0);
    return made;
}

/// What an entry does not say follows from its family: BERT, T5, Llama, GPT-2 or ViT.
void readStyle(const Json& model, TransformerShape& shape) {
    const bool modern = shape.gated && !shape.twoStacks();
    const bool two = shape.twoStacks();
    const auto text = [&](const char* key, const char* absent) { return model.value(key, std::string(absent)); };
    shape.activation = text("activation", modern ? "silu" : two ? "relu" : "gelu");
    shape.norm = text("norm", modern || two ? "rmsnorm" : "layernorm");
    shape.placement = text("norm_placement", shape.architecture == "encoder" ? "post" : "pre");
    shape.position = text("position", modern ? "rotary" : two ? "relative" : "learned");
    const char* style = shape.vision() ? "vit" : shape.encodes() ? "bert" : two ? "t5" : modern ? "llama" : "gpt2";
    shape.style = text("attention_style", style);
    shape.bias = model.value("bias", !modern && !two);
    shape.qkv_bias = model.value("qkv_bias", shape.bias);
    shape.merged_qkv = model.value("qkv_merged", shape.style == "gpt2");
    shape.qk_norm = model.value("qk_norm", false);
    shape.wide_attention = text("quantized", "all") == "feed_forward";
    shape.dropout = model.value("dropout", !modern);
    shape.pooler = model.value("pooler", shape.architecture == "encoder");
    shape.token_types = model.value("token_types", shape.architecture == "encoder" ? 2.0 : 0.0);
}

void readImage(const Json& image, const GraphOptions& options, TransformerShape& shape) {
    shape.patch = image.at("patch").get<double>();
    shape.channels = image.at("channels").get<double>();
    shape.image_height = options.image > 0 ? options.image : image.at("height").get<double>();
    shape.image_width = options.image > 0 ? options.image : image.at("width").get<double>();
}

/// Takes one rank's share; heads and widths must divide.
class Shard {
public:
    Shard(double ranks, const char* option, std::string_view pointer)
        : ranks_(ranks), option_(option), pointer_(pointer) {}

    void operator()(double& whole, const char* what) {
        if (std::fmod(whole, ranks_) != 0 && !error_) {
            error_ = Error{"bad-value",
                           beside(pointer_, option_),
                           {"error.field-does-not-divide",
                            {{"field", option_}, {"value", ranks_}, {"whole", whole}, {"what", term(what)}}},
                           {"accepted.divisor", {{"whole", whole}}},
                           {}};
        }
        whole /= ranks_;
    }
    Result<void> result() const { return error_ ? Result<void>(*error_) : Result<void>(); }

private:
    double ranks_;
    const char* option_;
    std::string_view pointer_;
    std::optional<Error> error_;
};

Result<void> shard(TransformerShape& shape, const GraphOptions& options, std::string_view pointer) {
    Shard take(options.tensor_parallel, "tensor_parallel", pointer);
    take(shape.heads, "heads");
    // Fewer KV heads than ranks are copied to several of them.
    if (shape.kv_heads > options.tensor_parallel) {
        double shared = shape.kv_heads;
        take(shared, "KV heads");
    } else if (double ranks = options.tensor_parallel; std::fmod(ranks, shape.kv_heads) != 0) {
        return Error{"bad-value",
                     beside(pointer, "tensor_parallel"),
                     {"error.but-kv-heads-cannot-copied-evenly",
                      {{"field", "tensor_parallel"}, {"ranks", ranks}, {"kv_heads", shape.kv_heads}}},
                     {"accepted.multiple", {{"part", shape.kv_heads}}},
                     {}};
    }
    shape.kv_heads = std::max(1.0, std::floor(shape.kv_heads / options.tensor_parallel));
    if (shape.recurrent.layers > 0) {
        take(shape.recurrent.heads, "recurrent heads");
        shape.recurrent.groups = std::max(1.0, std::floor(shape.recurrent.groups / options.tensor_parallel));
    }
    const bool dense = shape.moe.experts == 0 || shape.moe.dense_layers > 0;
    if (dense) take(shape.ffn, "feed-forward columns");
    if (shape.moe.experts > 0) take(shape.moe.ffn, "columns of an expert");
    if (shape.moe.shared_ffn > 0) take(shape.moe.shared_ffn, "columns of the shared experts");
    // Vocabularies seldom divide: the last rank holds the few tokens more.
    shape.vocab = std::floor(shape.vocab / options.tensor_parallel);
    if (auto divided = take.result(); !divided) return divided;
    if (shape.vocab < 1) {
        return Error{"bad-value",
                     beside(pointer, "tensor_parallel"),
                     {"error.more-ranks-than-words"},
                     {"accepted.fewer-ranks"},
                     {}};
    }
    Shard spread(options.expert_parallel, "expert_parallel", pointer);
    if (double here = shape.moe.experts; options.expert_parallel > 1) spread(here, "experts");
    return spread.result();
}

/// Sizes that the kind of a recurrent layer cannot do without.
Result<void> checkSizes(const Json& recurrent, std::string_view pointer) {
    const std::string kind = recurrent.at("kind").get<std::string>();
    const auto need = [&](std::initializer_list<const char*> keys) -> Result<void> {
        for (const char* key : keys) {
            if (recurrent.contains(key)) continue;
            return Error{"missing",
                         std::string(pointer) + "/recurrent/" + key,
                         {"error.recurrent-layer-kind-has-no", {{"kind", kind}, {"key", key}}},
                         {"accepted.field-whole", {{"field", key}}},
                         {}};
        }
        return {};
    };
    if (kind == "convolution") return need({"convolution"});
    return kind == "selective" ? need({"heads", "key_dim", "value_dim", "rank"})
                               : need({"heads", "key_dim", "value_dim"});
}

Result<void> checkMixers(const TransformerShape& shape, std::string_view pointer) {
    const auto refuse = [&](const char* field, Message text, Message expected) {
        return Error{"bad-value", std::string(pointer) + field, std::move(text), std::move(expected), {}};
    };
    const double attending = shape.attendingLayers();
    if (attending < 1) {
        return refuse("/recurrent/layers",
                      {"error.layers-recurrent", {{"layers", shape.recurrent.layers}, {"layers_2", shape.layers}}},
                      {"accepted.at-most-some-layers-attend", {{"layers", shape.layers - 1}}});
    }
    if (shape.windowed_layers > attending) {
        return refuse("/sliding_window/layers",
                      {"error.layers-have-window-but-attend",
                       {{"windowed_layers", shape.windowed_layers}, {"attending", attending}}},
                      {"accepted.at-most", {{"most", attending}}});
    }
    if (shape.feeding_layers > shape.layers) {
        return refuse("/feed_forward_layers",
                      {"error.field-is", {{"field", "feed_forward_layers"}, {"value", shape.feeding_layers}}},
                      {"accepted.at-most-layers", {{"layers", shape.layers}}});
    }
    if (shape.indexer.selected > 0 && (shape.latent.kv_rank <= 0 || shape.encodes() || shape.twoStacks())) {
        return refuse("/sparse_attention", {"error.tokens-selected-latent-cache-model-does"},
                      {"accepted.decoder-with-latent-attention"});
    }
    if (shape.recurrent.layers > 0 && (shape.encodes() || shape.twoStacks())) {
        return refuse("/recurrent",
                      {"error.architecture-has-no-recurrent-layers", {{"architecture", shape.architecture}}},
                      {"accepted.decoder-2"});
    }
    return {};
}

Result<void> check(const TransformerShape& shape, const GraphOptions& options, std::string_view pointer) {
    const auto refuse = [&](std::string where, Message text, Message expected) {
        return Error{"bad-value", std::move(where), std::move(text), std::move(expected), {}};
    };
    if (std::fmod(shape.heads, shape.kv_heads) != 0) {
        return refuse(
            std::string(pointer) + "/kv_heads",
            {"error.field-beside-heads", {{"field", "kv_heads"}, {"value", shape.kv_heads}, {"heads", shape.heads}}},
            {"accepted.divisor", {{"whole", shape.heads}}});
    }
    if (auto valid = checkMixers(shape, pointer); !valid) return valid;
    if (options.phase == Phase::Training) {
        if (auto trainable = refuseTraining(shape, pointer); !trainable) return trainable;
    }
    if (shape.vision() != (shape.patch > 0)) {
        return refuse(std::string(pointer) + "/image", {"error.image-belongs-to-vision-encoder-and"},
                      {"accepted.image-with-architecture-vision-encoder"});
    }
    if (shape.vision() &&
        (std::fmod(shape.image_height, shape.patch) != 0 || std::fmod(shape.image_width, shape.patch) != 0)) {
        return refuse(beside(pointer, "image"), {"error.image-does-not-divide-into-patches", {{"patch", shape.patch}}},
                      {"accepted.multiple", {{"part", shape.patch}}});
    }
    if (shape.encodes() && (options.phase == Phase::Prefill || options.phase == Phase::Decode)) {
        return refuse(beside(pointer, "phase"), {"error.encoder-generates-nothing", {{"id", shape.id}}},
                      {"accepted.inference-or-training"});
    }
    if (!shape.vision() && options.sequence + options.cached > shape.max_seq) {
        return refuse(
            beside(pointer, "sequence"),
            {"error.sequence-tokens-but-takes-at-most",
             {{"sequence", options.sequence + options.cached}, {"name", shape.id}, {"max_seq", shape.max_seq}}},
            {"accepted.from-1", {{"most", shape.max_seq}}});
    }
    return {};
}

} // namespace

Result<void> refuseTraining(const TransformerShape& shape, std::string_view where) {
    const bool recurrent = shape.recurrent.layers > 0;
    if (!recurrent && shape.indexer.selected <= 0) return {};
    return Error{"not-modelled",
                 std::string(where),
                 recurrent ? Message{"error.has-recurrent-layers-backward-pass-not", {{"id", shape.id}}}
                           : Message{"error.selects-tokens-attends-to-backward-pass", {{"id", shape.id}}},
                 {"accepted.inference-prefill-or-decode"},
                 {}};
}

double recurrentStateBytes(const TransformerShape& shape, double wide_bytes) {
    const TransformerShape::Recurrent& r = shape.recurrent;
    const double kept = std::max(0.0, r.convolution - 1) * r.convolved() * wide_bytes;
    return r.layers * (r.inner() * r.key_dim * bytesOf(NumberType::Fp32) + kept);
}

Result<TransformerShape> readTransformer(const Json& model, const GraphOptions& options, std::string_view pointer) {
    if (auto valid = validate(model, transformerSchema(), pointer); !valid) return valid.error();
    const auto number = [&](const char* key) { return model.at(key).get<double>(); };
    TransformerShape shape;
    shape.id = model.at("id").get<std::string>();
    shape.architecture = model.at("architecture").get<std::string>();
    shape.layers = number("layers");
    shape.hidden = number("hidden");
    shape.heads = number("heads");
    shape.kv_heads = number("kv_heads");
    shape.head_dim = number("head_dim");
    shape.ffn = number("ffn");
    shape.vocab = number("vocab");
    shape.max_seq = number("max_seq");
    shape.gated = model.value("gated_mlp", false);
    shape.tied = model.value("tied_embeddings", false);
    if (model.contains("moe")) shape.moe = readExperts(model.at("moe"));
    if (model.contains("latent_attention")) shape.latent = readLatent(model.at("latent_attention"));
    if (model.contains("sliding_window")) {
        shape.window = model.at("sliding_window").at("tokens").get<double>();
        shape.windowed_layers = std::min(shape.layers, model.at("sliding_window").at("layers").get<double>());
    }
    if (model.contains("recurrent")) {
        if (auto sizes = checkSizes(model.at("recurrent"), pointer); !sizes) return sizes.error();
        shape.recurrent = readRecurrent(model.at("recurrent"), shape.hidden);
    }
    if (model.contains("sparse_attention")) {
        const Json& sparse = model.at("sparse_attention");
        shape.indexer = {sparse.at("selected").get<double>(), sparse.at("heads").get<double>(),
                         sparse.at("head_dim").get<double>()};
    }
    shape.feeding_layers = model.value("feed_forward_layers", shape.layers);
    shape.attention_gate = model.value("attention_gate", false);
    if (model.contains("image")) readImage(model.at("image"), options, shape);
    readStyle(model, shape);
    if (auto valid = check(shape, options, pointer); !valid) return valid.error();
    if (auto whole = shard(shape, options, pointer); !whole) return whole.error();
    return shape;
}

} // namespace strata::workload
