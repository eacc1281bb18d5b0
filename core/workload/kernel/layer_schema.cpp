// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/operators.h"

#include "core/workload/kernel/layer_fields.h"

#include <algorithm>

namespace strata::workload {

namespace {

using namespace strata::field;

constexpr double kLargestStep = 4096; // of strides and dilations

Field bound(const char* key, const char* title, const char* help) {
    return integer(key, title, "", help).within(1, kLargestBound).draggable(Scale::Log2);
}

Field step(const char* key, const char* title) { return integer(key, title).within(1, kLargestStep); }

ObjectSchema tensorSchema() {
    return {
        "custom_tensor",
        "Tensor",
        {
            text("name", "Name").needed(),
            list("axes", "Axes", list("", "Axis", any("", "Term")).atLeast(1),
                 "Each axis is a sum of terms: a dimension, or {dimension: coefficient}.")
                .needed(),
            flag("output", "Output", "The tensor into which products are summed; exactly one tensor is the output."),
        }};
}

ObjectSchema problemSchema() {
    return {"custom_problem",
            "Loop nest",
            {
                map("dimensions", "Dimensions", integer("", "Bound").within(1, kLargestBound), "Bound of each loop.")
                    .needed(),
                list("tensors", "Tensors", tensorSchema()).atLeast(2).needed(),
            }};
}

Field perTensor(Field all_tensors, Field one_tensor) {
    all_tensors.element = std::make_shared<const Field>(std::move(one_tensor));
    return all_tensors.orType(Field::Type::Map);
}

ObjectSchema makeLayerSchema() {
    return {
        "layer",
        "Layer",
        {
            choice("operator", "Operator", operatorNames()).needed(),
            text("name", "Name", "Name of the layer in its model."),
            integer("repeat", "Repeat", "",
                    "Number of times that the layer occurs in its model; one occurrence is evaluated.")
                .within(1, kLargestBound),
            bound("n", "Batch or columns", "conv2d: number of images; matmul: columns of the product."),
            bound("c", "Input channels", "conv2d: input channels over all groups."),
            bound("m", "Output channels or rows",
                  "conv2d: number of filters over all groups; matmul: rows of the product."),
            bound("p", "Output rows", "Used by conv2d."),
            bound("q", "Output columns", "Used by conv2d."),
            bound("r", "Filter rows", "Used by conv2d."),
            bound("s", "Filter columns", "Used by conv2d."),
            step("stride", "Stride").draggable(),
            step("stride_h", "Stride of rows"),
            step("stride_w", "Stride of columns"),
            step("dilation", "Dilation"),
            step("dilation_h", "Dilation of rows"),
            step("dilation_w", "Dilation of columns"),
            bound("groups", "Groups",
                  "conv2d: number of groups of channels; a depthwise convolution has as many as input channels."),
            bound("batch", "Batch", "matmul: number of independent products; attention: number of sequences."),
            bound("k", "Contracted", "matmul: the dimension over which the product sums."),
            bound("heads", "Query heads", "Used by attention."),
            bound("kv_heads", "KV heads", "attention: number of heads of the keys and values, a divisor of the heads."),
            bound("head_dim", "Head width", "Used by attention."),
            bound("q_len", "Query length", "attention: number of query tokens."),
            bound("kv_len", "Context length", "attention: number of tokens in the context."),
            object("problem", "Loop nest", problemSchema(), "custom: the operator by its dimensions and projections."),
            perTensor(integer("bits", "Word width", "bit", "Word width of all tensors, or per tensor.")
                          .byRule("that of the hardware")
                          .within(1, 256),
                      integer("", "Word width", "bit").within(1, 256)),
            perTensor(
                number(
                    "density", "Density", "1",
                    "Share of words that are not zero, for all operands or per tensor; npu.sparse counts with it. Per "
                    "tensor also an object with \"distribution\": uniform, structured, banded or histogram.")
                    .within(0, 1)
                    .byDefault(1),
                number("", "Density", "1").within(0, 1).orType(Field::Type::Object)),
        }};
}

} // namespace

std::vector<std::string> operatorNames() {
    return {"conv2d", "matmul", "attention_scores", "attention_context", "custom"};
}

std::vector<std::string> operatorDimensions(std::string_view operator_name) {
    if (operator_name == "conv2d") return {"n", "c", "m", "p", "q", "r", "s", "stride", "groups"};
    if (operator_name == "matmul") return {"batch", "m", "n", "k"};
    if (operator_name == "attention_scores" || operator_name == "attention_context") {
        return {"batch", "heads", "kv_heads", "head_dim", "q_len", "kv_len"};
    }
    return {};
}

std::vector<std::string> operatorKeys(std::string_view operator_name) {
    std::vector<std::string> keys = operatorDimensions(operator_name);
    if (operator_name == "conv2d") {
        keys.insert(keys.end(), {"stride_h", "stride_w", "dilation", "dilation_h", "dilation_w"});
    } else if (operator_name == "custom") {
        keys.push_back("problem");
    }
    keys.insert(keys.end(), {"operator", "name", "repeat", "bits", "density"});
    return keys;
}

const ObjectSchema& layerSchema() {
    static const ObjectSchema schema = makeLayerSchema();
    return schema;
}

} // namespace strata::workload
