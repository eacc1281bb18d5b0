// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer/transformer_mixers.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::workload {

namespace {

constexpr std::uint64_t kUsualSequence = 2048;

/// One stack of blocks seen by one forward pass.
struct Stack {
    std::string prefix;        ///< "" or "decoder."
    std::uint64_t batch = 1;   ///< sequences
    std::uint64_t queries = 1; ///< new tokens of each sequence
    std::uint64_t context = 1; ///< tokens that each of them attends to
    bool cached = false;       ///< the context lies in a cache: one token is decoded
    std::uint64_t tokens() const { return batch * queries; }
};

class TransformerLayers {
public:
    explicit TransformerLayers(const Json& model) : model_(model) {}

    void block(const Stack& stack) {
        if (model_.contains("latent_attention")) {
            latentAttention(stack, model_.at("latent_attention"));
        } else {
            plainAttention(stack);
        }
        listMixers(documents_, model_, {stack.prefix, stack.batch, stack.queries, stack.context});
        feedForward(stack);
    }

    /// A decoder's second attention: its keys and values come from the encoder's output.
    void crossAttention(const Stack& stack, std::uint64_t encoded) {
        const std::string name = stack.prefix + "cross_attention.";
        documents_.addMatmul(name + "query", layers_, stack.tokens(), heads_ * head_dim_, hidden_);
        // Keys and values of the encoder's output are made once, before the first token is decoded.
        if (!stack.cached) {
            documents_.addMatmul(name + "key_value", layers_, stack.batch * encoded, 2 * kv_heads_ * head_dim_,
                                 hidden_);
        }
        products(name, stack, layers_, encoded);
        documents_.addMatmul(name + "output", layers_, stack.tokens(), hidden_, heads_ * head_dim_);
    }

    void patchEmbedding(std::uint64_t batch) {
        const Json& image = model_.at("image");
        const std::uint64_t patch = at(image, "patch");
        documents_.add("patch_embedding", "conv2d", 1,
                       {{"n", batch},
                        {"c", at(image, "channels")},
                        {"m", hidden_},
                        {"p", at(image, "height") / patch},
                        {"q", at(image, "width") / patch},
                        {"r", patch},
                        {"s", patch},
                        {"stride", patch}});
    }

    /// Only the last position of each sequence needs logits.
    void head(std::uint64_t batch) { documents_.addMatmul("head", 1, batch, at(model_, "vocab"), hidden_); }

    Json take() { return documents_.take(); }

private:
    static std::uint64_t at(const Json& object, const char* key) { return object.at(key).get<std::uint64_t>(); }
    static std::uint64_t atOr(const Json& object, const char* key, std::uint64_t absent) {
        return object.contains(key) ? at(object, key) : absent;
    }

    /// Both products over the full square: a loop nest cannot skip the masked half of a causal one.
    void products(const std::string& name, const Stack& stack, std::uint64_t repeat, std::uint64_t context) {
        for (const char* product : {"scores", "context"}) {
            documents_.add(name + product, *product == 's' ? "attention_scores" : "attention_context", repeat,
                           {{"batch", stack.batch},
                            {"heads", heads_},
                            {"kv_heads", kv_heads_},
                            {"head_dim", head_dim_},
                            {"q_len", stack.queries},
                            {"kv_len", context}});
        }
    }

    void plainAttention(const Stack& stack) {
        const std::string name = stack.prefix + "attention.";
        const bool gated = model_.contains("attention_gate") && model_.at("attention_gate").get<bool>();
        documents_.addMatmul(name + "qkv", attending_, stack.tokens(),
                             ((gated ? 2 : 1) * heads_ + 2 * kv_heads_) * head_dim_, hidden_);
        std::uint64_t windowed = 0;
        if (model_.contains("sliding_window")) {
            const Json& window = model_.at("sliding_window");
            const std::uint64_t seen = std::min(stack.context, at(window, "tokens"));
            if (seen < stack.context) {
                windowed = std::min(attending_, at(window, "layers"));
                products(stack.prefix + "window_attention.", stack, windowed, seen);
            }
        }
        products(name, stack, attending_ - windowed, stack.context);
        documents_.addMatmul(name + "output", attending_, stack.tokens(), hidden_, heads_ * head_dim_);
    }

    /// Multi-head latent attention. A prompt expands keys and values; a decoded token instead works on the
    /// cached latent vectors, with the up-projections absorbed into query and output (DeepSeek-V2,
    /// arXiv:2405.04434, Section 2.1.2).
    void latentAttention(const Stack& stack, const Json& latent) {
        const std::string name = stack.prefix + "attention.";
        const std::uint64_t tokens = stack.tokens();
        const std::uint64_t rank = at(latent, "kv_rank");
        const std::uint64_t nope = at(latent, "nope_dim");
        const std::uint64_t rope = at(latent, "rope_dim");
        const std::uint64_t value = at(latent, "value_dim");
        if (const std::uint64_t query_rank = atOr(latent, "query_rank", 0); query_rank > 0) {
            documents_.addMatmul(name + "query_down", attending_, tokens, query_rank, hidden_);
            documents_.addMatmul(name + "query_up", attending_, tokens, heads_ * (nope + rope), query_rank);
        } else {
            documents_.addMatmul(name + "query", attending_, tokens, heads_ * (nope + rope), hidden_);
        }
        documents_.addMatmul(name + "kv_down", attending_, tokens, rank + rope, hidden_);
        if (stack.cached) {
            documents_.addMatmul(name + "query_absorb", attending_, tokens, rank, nope, heads_);
            latentProduct(name + "scores", "attention_scores", stack, 1, rank + rope);
            latentProduct(name + "context", "attention_context", stack, 1, rank);
            documents_.addMatmul(name + "value_absorb", attending_, tokens, value, rank, heads_);
        } else {
            documents_.addMatmul(name + "kv_up", attending_, tokens, heads_ * (nope + value), rank);
            latentProduct(name + "scores", "attention_scores", stack, heads_, nope + rope);
            latentProduct(name + "context", "attention_context", stack, heads_, value);
        }
        documents_.addMatmul(name + "output", attending_, tokens, hidden_, heads_ * value);
    }

    void latentProduct(const std::string& name, const char* product, const Stack& stack, std::uint64_t kv_heads,
                       std::uint64_t width) {
        documents_.add(name, product, attending_,
                       {{"batch", stack.batch},
                        {"heads", heads_},
                        {"kv_heads", kv_heads},
                        {"head_dim", width},
                        {"q_len", stack.queries},
                        {"kv_len", selectedTokens(model_, stack.context)}});
    }

    void mlp(const std::string& name, std::uint64_t repeat, std::uint64_t tokens, std::uint64_t width) {
        if (repeat == 0 || tokens == 0 || width == 0) return;
        const bool gated = model_.contains("gated_mlp") && model_.at("gated_mlp").get<bool>();
        if (gated) documents_.addMatmul(name + "gate", repeat, tokens, width, hidden_);
        documents_.addMatmul(name + "up", repeat, tokens, width, hidden_);
        documents_.addMatmul(name + "down", repeat, tokens, hidden_, width);
    }

    void feedForward(const Stack& stack) {
        if (!model_.contains("moe")) {
            mlp(stack.prefix + "mlp.", feeding_, stack.tokens(), at(model_, "ffn"));
            return;
        }
        const Json& moe = model_.at("moe");
        const std::uint64_t dense = std::min(feeding_, atOr(moe, "dense_layers", 0));
        mlp(stack.prefix + "mlp.", dense, stack.tokens(), at(model_, "ffn"));
        experts(stack, moe, feeding_ - dense);
    }

    /// Tokens are spread evenly: some experts see one token more than the rest, so that the sum stays exact.
    void experts(const Stack& stack, const Json& moe, std::uint64_t layers) {
        const std::string name = stack.prefix + "experts.";
        const std::uint64_t visits = stack.tokens() * at(moe, "per_token");
        const std::uint64_t busy = std::min(at(moe, "experts"), visits);
        const std::uint64_t more = visits % busy;
        if (layers > 0) documents_.addMatmul(name + "router", layers, stack.tokens(), at(moe, "experts"), hidden_);
        mlp(name, layers * (busy - more), visits / busy, at(moe, "ffn"));
        mlp(name + "busier.", layers * more, visits / busy + 1, at(moe, "ffn"));
        mlp(stack.prefix + "shared_experts.", layers, stack.tokens(), atOr(moe, "shared_ffn", 0));
    }

    const Json& model_;
    const std::uint64_t layers_ = at(model_, "layers");
    const std::uint64_t attending_ = attendingLayers(model_);
    const std::uint64_t feeding_ = atOr(model_, "feed_forward_layers", layers_);
    const std::uint64_t hidden_ = at(model_, "hidden");
    const std::uint64_t heads_ = at(model_, "heads");
    const std::uint64_t kv_heads_ = at(model_, "kv_heads");
    const std::uint64_t head_dim_ = at(model_, "head_dim");
    LayerDocuments documents_;
};

/// An image is cut into whole patches.
Result<void> checkPatches(const Json& image) {
    const std::uint64_t patch = image.at("patch").get<std::uint64_t>();
    for (const char* side : {"height", "width"}) {
        if (image.at(side).get<std::uint64_t>() % patch == 0) continue;
        return Error{"bad-value",
                     "/image/patch",
                     {"error.patch-beside-side",
                      {{"field", "patch"}, {"patch", patch}, {"side", side}, {"side_2", image.at(side).dump()}}},
                     {"accepted.divisor-height-and-width"},
                     {}};
    }
    return {};
}

/// Facts that no single range of the schema can tell.
Result<void> checkConsistent(const Json& model, const std::string& architecture, const LayerListOptions& options) {
    const auto number = [&](const char* key) { return model.at(key).get<std::uint64_t>(); };
    if (number("heads") % number("kv_heads") != 0) {
        return Error{"bad-value",
                     "/kv_heads",
                     {"error.field-beside-heads",
                      {{"field", "kv_heads"}, {"value", number("kv_heads")}, {"heads", number("heads")}}},
                     {"accepted.divisor", {{"whole", number("heads")}}},
                     {}};
    }
    if (attendingLayers(model) < 1) {
        return Error{"bad-value",
                     "/recurrent/layers",
                     {"error.no-layer-left-attends"},
                     {"accepted.at-most", {{"most", number("layers") - 1}}},
                     {}};
    }
    if (model.contains("image") != (architecture == "vision_encoder")) {
        return Error{"bad-value",
                     "/image",
                     {"error.image-belongs-to-vision-encoder-and"},
                     {"accepted.image-with-architecture-vision-encoder"},
                     {}};
    }
    if (model.contains("image")) {
        if (auto whole = checkPatches(model.at("image")); !whole) return whole;
    }
    if (options.decode && architecture.ends_with("encoder")) {
        return Error{"bad-value",
                     "",
                     {"error.encoder-decodes-nothing", {{"name", model.at("name").get<std::string>()}}},
                     {"accepted.decoder-or-prefill-phase"},
                     {}};
    }
    if (options.sequence > number("max_seq")) {
        return Error{"bad-value",
                     "",
                     {"error.sequence-tokens-but-takes-at-most",
                      {{"sequence", options.sequence},
                       {"name", model.at("name").get<std::string>()},
                       {"max_seq", number("max_seq")}}},
                     {"accepted.from-1", {{"most", number("max_seq")}}},
                     {}};
    }
    return {};
}

std::uint64_t imageTokens(const Json& image) {
    const auto side = [&](const char* key) {
        return image.at(key).get<std::uint64_t>() / image.at("patch").get<std::uint64_t>();
    };
    return side("height") * side("width") + 1; // one class token
}

} // namespace

Result<Json> transformerLayers(const Json& transformer, const LayerListOptions& options) {
    if (auto valid = validate(transformer, transformerSchema()); !valid) return valid.error();
    const std::string architecture = transformer.at("architecture").get<std::string>();
    if (auto consistent = checkConsistent(transformer, architecture, options); !consistent) return consistent.error();

    const std::uint64_t longest = transformer.at("max_seq").get<std::uint64_t>();
    const std::uint64_t sequence = options.sequence > 0 ? options.sequence : std::min(kUsualSequence, longest);
    const Stack prompt{"", options.batch, sequence, sequence, false};
    const Stack token{"", options.batch, 1, sequence, true};
    TransformerLayers layers(transformer);
    if (architecture == "vision_encoder") {
        const std::uint64_t tokens = imageTokens(transformer.at("image"));
        layers.patchEmbedding(options.batch);
        layers.block({"", options.batch, tokens, tokens, false});
        layers.head(options.batch);
    } else if (architecture == "encoder") {
        layers.block(prompt);
    } else if (architecture == "decoder") {
        layers.block(options.decode ? token : prompt);
        layers.head(options.batch);
    } else {
        Stack decoder = options.decode ? token : prompt;
        decoder.prefix = "decoder.";
        if (!options.decode) {
            Stack encoder = prompt;
            encoder.prefix = "encoder.";
            layers.block(encoder);
        }
        layers.block(decoder);
        layers.crossAttention(decoder, sequence);
        layers.head(options.batch);
    }
    return layers.take();
}

} // namespace strata::workload
