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
constexpr Keys kConvToo[] = {"n", "stride", "dilation", "groups"};
constexpr Keys kAttention[] = {"heads", "head_dim", "q_len", "kv_len"};
constexpr Keys kAttentionToo[] = {"batch", "kv_heads", "value_dim", "causal", "window",
                                  "longest_kv", "latent", "cold"};
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
    {"matmul", kMatmul, kMatmulToo}, {"linear", kMatmul, kLinearToo},
    {"conv2d", kConv, kConvToo},     {"attention", kAttention, kAttentionToo},
    {"softmax", kRows, kRowsToo},    {"layernorm", kRows, kRowsToo},
    {"rmsnorm", kRows, kRowsToo},    {"batchnorm", kRows, kRowsToo},
    {"elementwise", kElementwise, kElementwiseToo},
    {"embedding", kRows, kNone},     {"pool", kPool, kPoolToo},
    {"moe", kMoe, kMoeToo},          {"quantize", kRows, kQuantizeToo},
    {"scan", kScan, kScanToo},       {"copy", kCopy, kNone},
};

Field size(const char* key, const char* title, const char* help) {
    return integer(key, title, "", help).within(1, kLargestDimension).draggable(Scale::Log2);
}

std::vector<std::string> operatorChoices() {
    std::vector<std::string> names;
    for (const KernelOperator& one : kOperators)
        names.emplace_back(one.name);
    return names;
}

std::vector<Field> shapeFields() {
    return {
        choice("operator", "Operator", operatorChoices()).needed(),
        size("batch", "Batch", "matmul: independent products; attention, scan: sequences."),
        size("m", "Rows or output channels", "matmul, linear: rows of the product, tokens; conv2d: filters."),
        size("n", "Columns or batch", "matmul, linear: columns of the product; conv2d, pool: images."),
        size("k", "Contracted", "matmul, linear: the dimension that is summed over."),
        size("c", "Input channels", "conv2d: over all groups; pool: channels."),
        size("p", "Output rows", "conv2d, pool"),
        size("q", "Output columns", "conv2d, pool"),
        size("r", "Filter rows", "conv2d, pool"),
        size("s", "Filter columns", "conv2d, pool"),
        integer("stride", "Stride", "", "conv2d, pool").within(1, 4096).draggable(),
        integer("dilation", "Dilation", "", "conv2d").within(1, 4096).draggable(),
        size("groups", "Groups", "conv2d: a divisor of both channel counts; all input channels for a depthwise one."),
        size("heads", "Query heads", "attention; scan: heads of the state."),
        size("kv_heads", "KV heads", "attention: a divisor of the query heads; as many as those where absent."),
        size("head_dim", "Head width", "attention: of queries and keys."),
        size("value_dim", "Value width",
             "attention: of values where it differs from that of keys; scan: of the state."),
        size("q_len", "New tokens", "attention: of each sequence, 1 in a decode step; scan: tokens."),
        size("kv_len", "Context", "attention: tokens attended to, the new ones among them."),
        flag("causal", "Causal", "attention: a token sees none after itself; true where absent.").draggable(),
        integer("window", "Sliding window", "token", "attention: only so many last tokens are seen; 0 for all.")
            .within(0, kLargestDimension)
            .draggable(Scale::Log2),
        size("longest_kv", "Longest context", "attention: of a batch of unequal ones whose mean is the context."),
        flag("latent", "Latent cache", "attention: keys and values are one latent vector a token (MLA decode)."),
        choice("function", "Function", elementwiseNames(), "elementwise: what is done to each element."),
        number("elements", "Elements", "", "elementwise: of one tensor; or rows and cols.")
            .within(1, kLargestTensor)
            .draggable(Scale::Log2),
        size("rows", "Rows", "Rows of a tensor; softmax and norms reduce over its columns."),
        size("cols", "Columns", "Columns of a tensor."),
        number("inputs", "Tensors read", "", "Of the size of the output; a scalar or a broadcast row counts none.")
            .within(0, 64),
        number("outputs", "Tensors written", "", "1 where absent; 0 for a reduction.").within(0, 64),
    };
}

std::vector<Field> furtherFields() {
    return {
        size("tokens", "Tokens", "moe: before each is sent to top_k experts."),
        size("hidden", "Width", "moe: of a token."),
        size("ffn", "Width of an expert", "moe"),
        size("experts", "Experts here", "moe: on this device."),
        size("all_experts", "Experts", "moe: of the model; as many as here where absent."),
        size("top_k", "Experts per token", "moe"),
        number("skew", "Skew", "1",
               "moe: exponent of the power law of expert popularity, 0 for experts that are all as likely.")
            .within(0, 4)
            .draggable(),
        choice("routing", "Routing", {"balanced", "independent"},
               "moe, where no skew is stated: all experts get as many tokens, as in benchmarks, or tokens draw their "
               "experts independently, as in models; balanced where absent."),
        flag("cold", "Cold caches",
             "attention, moe, scan: caches and weights come from memory, as inside a model; false where absent: a "
             "benchmark that repeats one kernel finds in L2 what fits."),
        flag("gated", "Gated", "moe: two projections up, one gating the other; true where absent."),
        integer("weight_copies", "Weights in turn", "",
                "matmul, linear: a benchmark takes so many in turn, small ones then stay in L2; where absent they are "
                "in DRAM.")
            .within(0, 1e6),
        flag("scale", "Scale search", "quantize: finds the scale; true where absent."),
        flag("cast", "Cast", "quantize: writes the narrow tensor; true where absent."),
        size("key_dim", "Key width", "scan: rows of the state of a head."),
        number("bytes", "Bytes", "B", "copy: read, and as many written.")
            .within(1, kLargestTensor)
            .draggable(Scale::Log2),
        flag("block_scaled", "Block scales", "matmul, linear, moe: operands carry one scale a block."),
        flag("dynamic_quantization", "Quantizes its input",
             "matmul, linear: the time includes casting A from 16 bits."),
        numberTypeField("dtype", "Type", "Of all operands; results of 8- and 4-bit products are bf16."),
        numberTypeField("a", "Type of activations", "A, inputs, queries; in place of dtype."),
        numberTypeField("b", "Type of weights", "B, weights, keys and values; in place of dtype."),
        numberTypeField("out", "Type of the result", "In place of dtype."),
        numberTypeField("math", "Arithmetic", "That of a where absent; fp32 operands use tensor cores only with tf32."),
    };
}

} // namespace

Field expertSkewField() {
    return number("skew", "Expert skew", "1",
                  "Exponent of the power law of expert popularity; 0 for experts that are all as likely.")
        .within(0, 4)
        .draggable();
}

Field expertRoutingField() {
    return choice("routing", "Expert routing", {"balanced", "independent"},
                  "Where no skew is stated: tokens draw their experts independently, or all experts get as many; "
                  "independent where absent.");
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
