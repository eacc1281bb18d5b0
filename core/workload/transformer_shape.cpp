// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer_shape.h"

#include "core/workload/graph_builders.h"
#include "core/workload/operators.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::workload {
namespace {

std::string plain(double value) {
    return std::to_string(static_cast<long long>(value));
}

TransformerShape::Experts readExperts(const Json& moe) {
    return {moe.at("experts").get<double>(), moe.at("per_token").get<double>(), moe.at("ffn").get<double>(),
            moe.value("shared_ffn", 0.0),    moe.value("dense_layers", 0.0),    moe.value("capacity", 0.0)};
}

TransformerShape::Latent readLatent(const Json& latent) {
    return {latent.value("query_rank", 0.0), latent.at("kv_rank").get<double>(),
            latent.at("nope_dim").get<double>(), latent.at("rope_dim").get<double>(),
            latent.at("value_dim").get<double>()};
}

/// What an entry does not say follows from its family: BERT, T5, Llama, GPT-2 or ViT.
void readStyle(const Json& model, TransformerShape& shape) {
    const bool modern = shape.gated && !shape.twoStacks();
    const bool two = shape.twoStacks();
    const auto text = [&](const char* key, const char* absent) {
        return model.value(key, std::string(absent));
    };
    shape.activation = text("activation", modern ? "silu" : two ? "relu" : "gelu");
    shape.norm = text("norm", modern || two ? "rmsnorm" : "layernorm");
    shape.placement = text("norm_placement", shape.architecture == "encoder" ? "post" : "pre");
    shape.position = text("position", modern ? "rotary" : two ? "relative" : "learned");
    const char* style = shape.vision()    ? "vit"
                        : shape.encodes() ? "bert"
                        : two             ? "t5"
                        : modern          ? "llama"
                                          : "gpt2";
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
                           std::string(option_) + " is " + plain(ranks_) + ", but " + plain(whole) + " " +
                               what + " do not divide by " + plain(ranks_),
                           "a divisor of " + plain(whole),
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
                     "tensor_parallel is " + plain(ranks) + ", but " + plain(shape.kv_heads) +
                         " KV heads cannot be copied evenly",
                     "a multiple of " + plain(shape.kv_heads),
                     {}};
    }
    shape.kv_heads = std::max(1.0, std::floor(shape.kv_heads / options.tensor_parallel));
    const bool dense = shape.moe.experts == 0 || shape.moe.dense_layers > 0;
    if (dense) take(shape.ffn, "feed-forward columns");
    if (shape.moe.experts > 0) take(shape.moe.ffn, "columns of an expert");
    if (shape.moe.shared_ffn > 0) take(shape.moe.shared_ffn, "columns of the shared experts");
    // Vocabularies seldom divide: the last rank holds the few tokens more.
    shape.vocab = std::floor(shape.vocab / options.tensor_parallel);
    if (auto divided = take.result(); !divided) return divided;
    if (shape.vocab < 1) {
        return Error{
            "bad-value", beside(pointer, "tensor_parallel"), "more ranks than words", "fewer ranks", {}};
    }
    Shard spread(options.expert_parallel, "expert_parallel", pointer);
    if (double here = shape.moe.experts; options.expert_parallel > 1) spread(here, "experts");
    return spread.result();
}

Result<void> check(const TransformerShape& shape, const GraphOptions& options, std::string_view pointer) {
    const auto refuse = [&](std::string where, std::string text, std::string expected) {
        return Error{"bad-value", std::move(where), std::move(text), std::move(expected), {}};
    };
    if (std::fmod(shape.heads, shape.kv_heads) != 0) {
        return refuse(std::string(pointer) + "/kv_heads",
                      "kv_heads is " + plain(shape.kv_heads) + ", but heads is " + plain(shape.heads),
                      "a divisor of " + plain(shape.heads));
    }
    if (shape.vision() != (shape.patch > 0)) {
        return refuse(std::string(pointer) + "/image", "an image belongs to a vision encoder, and only there",
                      "image with architecture \"vision_encoder\"");
    }
    if (shape.vision() &&
        (std::fmod(shape.image_height, shape.patch) != 0 || std::fmod(shape.image_width, shape.patch) != 0)) {
        return refuse(beside(pointer, "image"),
                      "the image does not divide into patches of " + plain(shape.patch),
                      "a multiple of " + plain(shape.patch));
    }
    if (shape.encodes() && (options.phase == Phase::Prefill || options.phase == Phase::Decode)) {
        return refuse(beside(pointer, "phase"), shape.id + " is an encoder: it generates nothing",
                      "inference or training");
    }
    if (!shape.vision() && options.sequence + options.cached > shape.max_seq) {
        return refuse(beside(pointer, "sequence"),
                      "the sequence is " + plain(options.sequence + options.cached) + " tokens, but " +
                          shape.id + " takes at most " + plain(shape.max_seq),
                      "1 to " + plain(shape.max_seq));
    }
    return {};
}

} // namespace

Result<TransformerShape> readTransformer(const Json& model, const GraphOptions& options,
                                         std::string_view pointer) {
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
    if (model.contains("image")) readImage(model.at("image"), options, shape);
    readStyle(model, shape);
    if (auto valid = check(shape, options, pointer); !valid) return valid.error();
    if (auto whole = shard(shape, options, pointer); !whole) return whole.error();
    return shape;
}

} // namespace strata::workload
