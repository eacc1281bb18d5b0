// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/layer_document.h"
#include "core/workload/kernel/operators.h"

namespace strata::workload {

namespace {

using namespace strata::field;

constexpr double kLargestSize = 1e7;

/// What every catalog entry says about itself.
std::vector<Field> entryFields(const char* kind) {
    return {
        text("id", "Id", "Lower-case name by which requests refer to the model.").needed(),
        choice("kind", "Kind", {kind}).needed(),
        text("name", "Name").needed(),
        text("vendor", "Vendor", "Company or group that published it."),
        integer("year", "Year").within(1940, 2200),
        list("aliases", "Aliases", text("", "Alias"), "Further names that requests may use."),
        text("notes", "Notes", "What a reader of the numbers should know."),
    };
}

Field size(const char* key, const char* title, const char* help = "") {
    return integer(key, title, "", help).within(1, kLargestSize);
}

/// A size that architects vary to fit a model to hardware.
Field tunable(const char* key, const char* title, Scale scale = Scale::Log2) {
    return size(key, title).draggable(scale);
}

ObjectSchema makeCnnLayerSchema() {
    return {"cnn_layer",
            "Layer",
            {
                text("name", "Name", "Name of the layer, unique in the network.").needed(),
                choice("operator", "Operator", {"conv2d", "linear", "max_pool", "average_pool", "add", "multiply"})
                    .needed(),
                size("in_channels", "Input channels").needed(),
                size("in_height", "Input height"),
                size("in_width", "Input width"),
                size("out_channels", "Output channels").needed(),
                size("out_height", "Output height"),
                size("out_width", "Output width"),
                size("kernel_height", "Filter height"),
                size("kernel_width", "Filter width"),
                size("stride", "Stride"),
                integer("pad", "Padding", "", "Rows and columns of zeros on each side.").within(0, kLargestSize),
                integer("pad_width", "Padding of columns", "",
                        "Columns of zeros on each side, where they are not as many as the rows.")
                    .byRule("as many as rows")
                    .within(0, kLargestSize),
                size("dilation", "Dilation"),
                size("groups", "Groups"),
                size("repeat", "Repeat"),
                choice("activation", "Activation",
                       {"relu", "relu6", "swish", "hard_swish", "sigmoid", "hard_sigmoid", "gelu", "tanh"},
                       "Function that is applied to the output.")
                    .byRule("none"),
            }};
}

ObjectSchema expertsSchema() {
    return {
        "experts",
        "Mixture of experts",
        {
            integer("experts", "Experts").within(1, 65536).draggable(Scale::Log2).needed(),
            tunable("per_token", "Experts per token", Scale::Linear).needed(),
            tunable("ffn", "Width of one expert").needed(),
            integer("shared_ffn", "Width of the shared experts", "",
                    "Width of all shared experts together; every token passes them.")
                .within(0, kLargestSize)
                .draggable(Scale::Log2),
            integer("dense_layers", "Dense layers", "", "Layers of a stack that keep the plain feed-forward network.")
                .within(0, kLargestSize),
            number("routing_skew", "Skew of the routing", "1",
                   "How unevenly the trained router loads its experts: the exponent of the power law that their loads "
                   "follow. Requests that state no routing take it.")
                .byRule("tokens choose their experts independently of each other")
                .within(0, 3),
            integer("capacity", "Capacity", "token",
                    "Tokens of one expert for each sequence; the expert's input is padded to this number.")
                .within(1, kLargestSize),
        }};
}

/// Multi-head latent attention (DeepSeek-V2, arXiv:2405.04434, Section 2.1).
ObjectSchema latentSchema() {
    return {"latent_attention",
            "Latent attention",
            {
                size("query_rank", "Rank of the query projection"),
                tunable("kv_rank", "Rank of the KV projection").needed(),
                size("nope_dim", "Head width without rotary embedding").needed(),
                size("rope_dim", "Head width with rotary embedding").needed(),
                size("value_dim", "Head width of values").needed(),
            }};
}

ObjectSchema windowSchema() {
    return {"sliding_window",
            "Sliding window",
            {
                integer("tokens", "Window", "token").within(1, kLargestSize).draggable(Scale::Log2).needed(),
                tunable("layers", "Layers with a window", Scale::Linear).needed(),
            }};
}

/// Mixers with a state that stand in place of attention.
ObjectSchema recurrentSchema() {
    return {
        "recurrent",
        "Recurrent layers",
        {
            choice("kind", "Kind", {"delta", "ssm", "selective", "convolution"},
                   "Gated delta rule, Mamba-2, Mamba, or a gated short convolution alone.")
                .needed(),
            size("layers", "Recurrent layers").needed(),
            size("heads", "State heads",
                 "Number of heads; each keeps key_dim x value_dim numbers of 32 bits for every sequence."),
            size("groups", "Key heads", "Number of heads that share keys and queries.").byRule("the number of heads"),
            size("key_dim", "Key width", "Number of rows of a head's state."),
            size("value_dim", "Value width", "Number of columns of a head's state."),
            size("convolution", "Convolution", "Number of tokens that the short convolution sees.").byRule("none"),
            size("rank", "Rank of the step", "selective: rank of the projection that makes the rates."),
        }};
}

/// Attention over selected tokens (DeepSeek-V3.2, arXiv:2512.02556, Section 2.1).
ObjectSchema sparseSchema() {
    return {"sparse_attention",
            "Sparse attention",
            {
                integer("selected", "Selected tokens", "token", "Number of best tokens to which each token attends.")
                    .within(1, kLargestSize)
                    .needed(),
                size("heads", "Indexer heads").needed(),
                size("head_dim", "Indexer head width").needed(),
            }};
}

ObjectSchema patchSchema() {
    return {"image",
            "Image",
            {
                integer("height", "Height", "px").within(1, kLargestSize).needed(),
                integer("width", "Width", "px").within(1, kLargestSize).needed(),
                size("channels", "Channels").needed(),
                integer("patch", "Patch", "px", "Side of the square that becomes one token.")
                    .within(1, kLargestSize)
                    .needed(),
            }};
}

std::vector<Field> transformerFields() {
    return {
        choice("architecture", "Architecture", {"decoder", "encoder", "encoder_decoder", "vision_encoder"}).needed(),
        integer("layers", "Layers", "", "Number of blocks; of each stack where there are two.")
            .within(1, 1e5)
            .draggable(Scale::Linear)
            .needed(),
        tunable("hidden", "Width").needed(),
        tunable("heads", "Query heads").needed(),
        tunable("kv_heads", "KV heads").needed(),
        tunable("head_dim", "Head width").needed(),
        tunable("ffn", "Feed-forward width").needed(),
        flag("gated_mlp", "Gated feed-forward network", "Two projections lead up, and one of them gates the other."),
        tunable("vocab", "Vocabulary").needed(),
        integer("max_seq", "Longest sequence", "token").within(1, 1e9).needed(),
        flag("tied_embeddings", "Tied embeddings", "The head shares the embedding's weights."),
        object("moe", "Mixture of experts", expertsSchema()),
        choice("quantized", "Narrow products", {"all", "feed_forward"},
               "Products that use narrow formats. With \"feed_forward\", attention and router keep 16 bits."),
        list("fp8_blocks", "Checkpoints in blocks of FP8", text("", "Alias"),
             "Aliases whose published weights are FP8 with a scale for each block; inputs are scaled when they are "
             "used."),
        object("latent_attention", "Latent attention", latentSchema()),
        object("sliding_window", "Sliding window", windowSchema(), "Some layers attend to the last tokens only."),
        object("recurrent", "Recurrent layers", recurrentSchema(),
               "Layers with a state of fixed size instead of attention; training is not modelled."),
        object("sparse_attention", "Sparse attention", sparseSchema(),
               "An indexer selects the tokens that latent attention reads; training is not modelled."),
        integer("feed_forward_layers", "Layers with a feed-forward network", "",
                "Number of layers with a feed-forward network.")
            .byRule("all")
            .within(0, kLargestSize),
        flag("attention_gate", "Attention gate", "One more projection scales the output of attention."),
        object("image", "Image", patchSchema(), "Input of a vision encoder."),
        choice("activation", "Activation", {"relu", "gelu", "gelu_new", "silu", "squared_relu"},
               "Activation function of the feed-forward network.")
            .byRule("silu where the network is gated, relu where it has two stacks, else gelu"),
        choice("norm", "Norm", {"layernorm", "rmsnorm"}, "Kind of normalization.")
            .byRule("rmsnorm where the network is gated or has two stacks, else layernorm"),
        choice("norm_placement", "Place of norms", {"pre", "post", "parallel", "sandwich"},
               "Place of the norms: before each half of a block, after its sum, before both halves at once, or before "
               "and after."),
        choice("position", "Positions", {"learned", "rotary", "alibi", "relative", "none"}, "Encoding of positions.")
            .byRule("rotary where the network is gated, relative where it has two stacks, else learned"),
        flag("bias", "Biases", "All projections have a bias.")
            .byRule("yes, but not where the network is gated or has two stacks"),
        flag("qkv_bias", "Biases of queries, keys and values"),
        flag("qkv_merged", "Merged projection", "One matrix makes queries, keys and values."),
        flag("qk_norm", "Norms of queries and keys"),
        flag("dropout", "Dropout", "The model has dropout, which training computes."),
        choice("attention_style", "Style of attention", {"bert", "gpt2", "opt", "t5", "llama", "vit"},
               "The small kernels around the products of attention when nothing is fused."),
        flag("pooler", "Pooler", "The encoder has a projection of its first token."),
        integer("token_types", "Token types").within(0, kLargestSize),
        number("parameters", "Parameters", "", "Number of parameters as published.").within(1, 1e15),
        number("active_parameters", "Active parameters", "", "Parameters that one token uses, as published.")
            .within(1, 1e15),
    };
}

} // namespace

ObjectSchema entrySchema(const char* kind, const char* title, std::vector<Field> facts) {
    ObjectSchema schema{kind, title, entryFields(kind), true};
    for (Field& fact : facts)
        schema.fields.push_back(std::move(fact));
    return schema;
}

const ObjectSchema& cnnLayerSchema() {
    static const ObjectSchema schema = makeCnnLayerSchema();
    return schema;
}

const ObjectSchema& cnnSchema() {
    static const ObjectSchema schema = entrySchema(
        "cnn", "Convolutional network",
        {list("layers", "Layers", cnnLayerSchema(), "Layers in the order in which they are evaluated.")
             .atLeast(1)
             .needed(),
         flag("batch_norm", "Batch norms",
              "Batch normalization follows every convolution of more than one pixel and replaces its bias.")});
    return schema;
}

const ObjectSchema& transformerSchema() {
    static const ObjectSchema schema = entrySchema("transformer", "Transformer", transformerFields());
    return schema;
}

} // namespace strata::workload
