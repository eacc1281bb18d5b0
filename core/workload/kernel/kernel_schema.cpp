// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/kernel_schema.h"

#include "core/workload/kernel/kernel.h"
#include "core/workload/kernel/vector_function.h"

#include <algorithm>

namespace strata::workload {
namespace {

using namespace strata::field;
using Keys = std::string_view;

constexpr double kLargestDimension = 1e10;
constexpr double kLargestTensor = 1e14; ///< elements, bytes

constexpr Keys kMatmul[] = {"m", "n", "k"};
constexpr Keys kMatmulToo[] = {"batch", "block_scaled", "dynamic_quantization", "weight_copies"};
constexpr Keys kLinearToo[] = {"block_scaled", "dynamic_quantization", "weight_copies"};
constexpr Keys kConv[] = {"c", "m", "p", "q", "r", "s"};
constexpr Keys kConvToo[] = {"n", "stride", "dilation", "groups", "channels_first"};
constexpr Keys kAttention[] = {"heads", "head_dim", "q_len", "kv_len"};
constexpr Keys kAttentionToo[] = {"batch", "kv_heads", "value_dim", "causal", "window", "longest_kv", "latent", "cold"};
constexpr Keys kElementwise[] = {"function"};
constexpr Keys kElementwiseToo[] = {"elements", "rows", "cols", "inputs", "outputs"};
constexpr Keys kRows[] = {"rows", "cols"};
constexpr Keys kRowsToo[] = {"inputs", "outputs"};
constexpr Keys kPool[] = {"c", "p", "q", "r", "s"};
constexpr Keys kPoolToo[] = {"n", "stride"};
constexpr Keys kMoe[] = {"tokens", "hidden", "ffn", "experts", "top_k"};
constexpr Keys kMoeToo[] = {"all_experts", "skew", "routing", "gated", "block_scaled", "cold"};
constexpr Keys kQuantizeToo[] = {"scale", "cast"};
constexpr Keys kScan[] = {"q_len", "heads", "key_dim", "value_dim"};
constexpr Keys kScanToo[] = {"batch", "cold"};
constexpr Keys kCopy[] = {"bytes"};
constexpr std::span<const Keys> kNone;

constexpr KernelOperator kOperators[] = {
    {"matmul", kMatmul, kMatmulToo},
    {"linear", kMatmul, kLinearToo},
    {"conv2d", kConv, kConvToo},
    {"attention", kAttention, kAttentionToo},
    {"softmax", kRows, kRowsToo},
    {"layernorm", kRows, kRowsToo},
    {"rmsnorm", kRows, kRowsToo},
    {"batchnorm", kRows, kRowsToo},
    {"elementwise", kElementwise, kElementwiseToo},
    {"embedding", kRows, kNone},
    {"pool", kPool, kPoolToo},
    {"moe", kMoe, kMoeToo},
    {"quantize", kRows, kQuantizeToo},
    {"scan", kScan, kScanToo},
    {"copy", kCopy, kNone},
};

Field size(const char* key, const char* title, const char* help) {
    return integer(key, title, "", help).within(1, kLargestDimension).draggable(Scale::Log2);
}

std::vector<std::string> operatorChoices() {
    std::vector<std::string> names;
    for (const KernelOperator& kernel_operator : kOperators)
        names.emplace_back(kernel_operator.name);
    return names;
}

std::vector<Field> shapeFields() {
    return {
        choice("operator", "Operator", operatorChoices()).needed(),
        size("batch", "Batch", "matmul: number of independent products; attention, scan: number of sequences."),
        size("m", "Rows or output channels",
             "matmul, linear: rows of the product (tokens); conv2d: number of filters."),
        size("n", "Columns or batch", "matmul, linear: columns of the product; conv2d, pool: number of images."),
        size("k", "Contracted", "matmul, linear: the dimension over which the product sums."),
        size("c", "Input channels", "conv2d: input channels over all groups; pool: channels."),
        size("p", "Output rows", "Used by conv2d and pool."),
        size("q", "Output columns", "Used by conv2d and pool."),
        size("r", "Filter rows", "Used by conv2d and pool."),
        size("s", "Filter columns", "Used by conv2d and pool."),
        integer("stride", "Stride", "", "Used by conv2d and pool.").within(1, 4096).draggable(),
        integer("dilation", "Dilation", "", "Used by conv2d.").within(1, 4096).draggable(),
        size("groups", "Groups",
             "conv2d: number of groups, a divisor of both channel counts; a depthwise convolution has as many as input "
             "channels."),
        flag("channels_first", "Channels first",
             "conv2d: the pixels of a channel lie side by side, as in PyTorch's images. Tensor cores need the channels "
             "of a pixel side by side: the time then includes turning the images before and after the convolution.")
            .byDefault(false),
        size("heads", "Query heads", "attention: number of query heads; scan: number of heads of the state."),
        size("kv_heads", "KV heads", "attention: number of heads of the keys and values, a divisor of the query heads.")
            .byRule("the number of query heads"),
        size("head_dim", "Head width", "attention: width of a head of the queries and keys."),
        size("value_dim", "Value width",
             "attention: width of a head of the values where it differs from that of the keys; scan: columns of a "
             "head's state."),
        size("q_len", "New tokens",
             "attention: new tokens of each sequence, 1 in a decode step; scan: number of tokens."),
        size("kv_len", "Context", "attention: number of tokens in the context, including the new ones."),
        flag("causal", "Causal", "attention: a token sees no token after itself.").byDefault(true).draggable(),
        integer("window", "Sliding window", "token",
                "attention: only this many last tokens are seen; 0 shows all of them.")
            .within(0, kLargestDimension)
            .draggable(Scale::Log2),
        size("longest_kv", "Longest context",
             "attention: longest context in a batch of unequal ones whose mean is the context."),
        flag("latent", "Latent cache", "attention: keys and values are one latent vector per token (MLA decode)."),
        choice("function", "Function", elementwiseNames(), "elementwise: function that is applied to each element."),
        number("elements", "Elements", "", "elementwise: elements of one tensor, stated instead of rows and columns.")
            .within(1, kLargestTensor)
            .draggable(Scale::Log2),
        size("rows", "Rows", "Number of rows of a tensor; softmax and norms reduce over its columns."),
        size("cols", "Columns", "Number of columns of a tensor."),
        number("inputs", "Tensors read", "",
               "Tensors of the size of the output that are read; a scalar or a broadcast row does not count.")
            .within(0, 64),
        number("outputs", "Tensors written", "", "Number of tensors that are written; 0 for a reduction.")
            .byDefault(1)
            .within(0, 64),
    };
}

std::vector<Field> furtherFields() {
    return {
        size("tokens", "Tokens", "moe: number of tokens before each is sent to its experts."),
        size("hidden", "Width", "moe: width of a token."),
        size("ffn", "Width of an expert", "Used by moe."),
        size("experts", "Experts here", "moe: number of experts on this device."),
        size("all_experts", "Experts", "moe: number of experts of the model.").byRule("as many as on this device"),
        size("top_k", "Experts per token", "Used by moe."),
        number("skew", "Skew", "1",
               "moe: exponent of the power law of expert popularity; 0 makes all experts equally likely.")
            .within(0, 4)
            .draggable(),
        choice("routing", "Routing", {"balanced", "independent"},
               "moe, where no skew is stated: \"balanced\" gives every expert the same number of tokens, as benchmarks "
               "do; \"independent\" lets tokens choose experts independently, as in models.")
            .byDefault("balanced"),
        flag("cold", "Cold caches",
             "attention, moe, scan: caches and weights come from memory, as inside a model. A benchmark that repeats "
             "one kernel finds in L2 what fits.")
            .byDefault(false),
        flag("gated", "Gated", "moe: two projections lead up, and one of them gates the other.").byDefault(true),
        integer("weight_copies", "Weights in turn", "",
                "matmul, linear: number of copies of the weights that a benchmark takes in turn; small ones then stay "
                "in L2.")
            .byRule("the operands come from DRAM")
            .within(0, 1e6),
        flag("scale", "Scale search", "quantize: finds the scale.").byDefault(true),
        flag("cast", "Cast", "quantize: writes the narrow tensor.").byDefault(true),
        size("key_dim", "Key width", "scan: number of rows of a head's state."),
        number("bytes", "Bytes", "B", "copy: bytes that are read; as many are written.")
            .within(1, kLargestTensor)
            .draggable(Scale::Log2),
        flag("block_scaled", "Block scales", "matmul, linear, moe: operands carry one scale for each block."),
        flag("dynamic_quantization", "Quantizes its input",
             "matmul, linear: the time includes casting A from 16 bits."),
        numberTypeField("dtype", "Type",
                        "Number format of all operands; results of 8-bit and 4-bit products are bf16."),
        numberTypeField("a", "Type of activations",
                        "Number format of operand A, the inputs or the queries, instead of dtype."),
        numberTypeField("b", "Type of weights",
                        "Number format of operand B, the weights, or the keys and values, instead of dtype."),
        numberTypeField("out", "Type of the result", "Number format of the result, instead of dtype."),
        numberTypeField("math", "Arithmetic",
                        "Number format of the arithmetic; fp32 operands use tensor cores only with tf32.")
            .byRule("that of operand A"),
    };
}

} // namespace

Field expertSkewField() {
    return number("skew", "Expert skew", "1",
                  "Exponent of the power law of expert popularity; 0 makes all experts equally likely.")
        .within(0, 4)
        .draggable();
}

Field expertRoutingField() {
    return choice("routing", "Expert routing", {"balanced", "independent"},
                  "How tokens choose experts where no skew is stated: independently of each other, or so that all "
                  "experts get as many.")
        .byDefault("independent");
}

std::span<const KernelOperator> kernelOperators() { return kOperators; }

const KernelOperator* kernelOperatorNamed(std::string_view name) {
    const auto* const found = std::find_if(std::begin(kOperators), std::end(kOperators),
                                           [name](const KernelOperator& o) { return o.name == name; });
    return found == std::end(kOperators) ? nullptr : found;
}

std::vector<std::string> numberTypeNames() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kNumberTypes; ++i)
        names.emplace_back(name(static_cast<NumberType>(i)));
    return names;
}

Field numberTypeField(const char* key, const char* title, const char* help) {
    return choice(key, title, numberTypeNames(), help).draggable();
}

Field modelField() {
    return any("model", "Model", "An id of the catalog, an inline model, or {\"base\", \"set\"}.").needed();
}

std::vector<Field> languageTypeFields() {
    return {
        numberTypeField("dtype", "Type",
                        "Number format of weights, activations and cache, where these state none of their own.")
            .byDefault("bf16"),
        numberTypeField("weights", "Weights", "Number format of the weights as they are stored."),
        numberTypeField("activations", "Activations", "Number format of the inputs of matrix products."),
        numberTypeField("kv_cache", "KV cache", "Number format of the KV cache.")
            .byRule("that of the activations, 16 bits at least"),
    };
}

const ObjectSchema& kernelSchema() {
    static const ObjectSchema schema = [] {
        ObjectSchema made{"kernel", "Kernel", shapeFields()};
        for (Field& field : furtherFields())
            made.fields.push_back(std::move(field));
        return made;
    }();
    return schema;
}

} // namespace strata::workload
