// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/vector_function.h"
#include "core/workload/listed/listed_graph.h"

namespace strata::workload {
namespace {

using namespace strata::field;

constexpr double kLargestSize = 1e12;

Field size(const char* key, const char* title, const char* help = "") {
    return integer(key, title, "", help).within(1, kLargestSize);
}

std::vector<std::string> functionNames() {
    std::vector<std::string> names;
    for (int i = 0; i <= static_cast<int>(VectorFunction::Pool); ++i)
        names.emplace_back(name(static_cast<VectorFunction>(i)));
    return names;
}

ObjectSchema operatorSchema() {
    return {
        "graph_operator",
        "Operator",
        {
            text("name", "Name", "Name of the operator and of the value that it makes, unique in the graph.").needed(),
            choice("operator", "Operator", {"conv2d", "linear", "matmul", "vector", "embedding"}).needed(),
            list("inputs", "Inputs", text("", "Value"),
                 "Values that it reads: inputs of the graph, operators before it."),
            size("in_channels", "Input channels"),
            size("out_channels", "Output channels"),
            size("out_height", "Output height"),
            size("out_width", "Output width"),
            size("kernel_height", "Filter height"),
            size("kernel_width", "Filter width"),
            size("stride", "Stride"),
            size("dilation", "Dilation"),
            size("groups", "Groups"),
            size("batch", "Products", "matmul: number of independent products, conv2d: number of images.").byDefault(1),
            size("m", "Rows", "linear, matmul: rows of the result."),
            size("n", "Columns", "linear, matmul: columns of the result."),
            size("k", "Depth", "linear, matmul: length of the sums."),
            flag("bias", "Bias", "linear, conv2d: a bias is added."),
            flag("shared_weights", "Shared weights", "An operator before it holds the same weights."),
            choice("function", "Function", functionNames(), "vector: what is done to the elements."),
            size("rows", "Rows", "vector, embedding: number of rows that are written."),
            size("cols", "Columns", "vector, embedding: width of a row."),
            number("read", "Elements read", "", "vector: elements that are read for each one that is written.")
                .byRule("the elements of the inputs")
                .within(0, kLargestSize),
            number("weights", "Weights", "", "vector: number of parameters of a norm.").within(0, kLargestSize),
            size("table", "Table", "embedding: number of rows of the table."),
        }};
}

ObjectSchema inputSchema() {
    return {"graph_input",
            "Input",
            {text("name", "Name").needed(), size("rows", "Rows").needed(), size("cols", "Columns").needed()}};
}

} // namespace

const ObjectSchema& graphSchema() {
    static const ObjectSchema schema = entrySchema(
        "graph", "Graph of operators",
        {list("operators", "Operators", operatorSchema(), "Operators in an order in which they can be evaluated.")
             .atLeast(1)
             .needed(),
         list("inputs", "Inputs", inputSchema(), "Values that the graph is given."),
         size("batch", "Batch of the sizes", "Number of samples for which the sizes are stated.").byDefault(1),
         number("parameters", "Parameters", "", "Number of parameters as published.").within(1, 1e15)});
    return schema;
}

} // namespace strata::workload
