// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/models/onnx_operators.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::exchange::onnx {
namespace {

double lastOf(const Shape& shape) {
    return shape.empty() ? 1.0 : static_cast<double>(std::max<std::int64_t>(1, shape.back()));
}

/// Functions of elementwise operators: what the kernel's arithmetic is most like.
const std::map<std::string_view, const char*>& functions() {
    static const std::map<std::string_view, const char*> table = [] {
        std::map<std::string_view, const char*> made{
            {"Add", "add"},        {"Sub", "add"},    {"Mul", "mul"},       {"Div", "div"},
            {"Pow", "pow"},        {"Sqrt", "pow"},   {"Erf", "tanh"},      {"Tanh", "tanh"},
            {"Sigmoid", "silu"},   {"Gelu", "gelu"},  {"FastGelu", "gelu"}, {"BiasGelu", "gelu"},
            {"QuickGelu", "silu"}, {"Swish", "silu"}, {"CumSum", "add"},    {"RotaryEmbedding", "rope"}};
        for (const char* type : {"Relu", "LeakyRelu", "PRelu", "Clip", "ThresholdedRelu", "Abs", "Neg", "Max", "Min"})
            made[type] = "relu";
        for (const char* type : {"HardSwish", "HardSigmoid", "Mish", "Elu", "Selu", "Celu", "Softplus", "Softsign",
                                 "Exp", "Log", "Sin", "Cos", "Tan", "Atan", "Asin", "Acos", "Sinh", "Cosh", "Shrink"})
            made[type] = "silu";
        for (const char* type : {"Sum",
                                 "Mean",
                                 "Mod",
                                 "And",
                                 "Or",
                                 "Xor",
                                 "Not",
                                 "Equal",
                                 "Greater",
                                 "Less",
                                 "GreaterOrEqual",
                                 "LessOrEqual",
                                 "Floor",
                                 "Ceil",
                                 "Round",
                                 "Sign",
                                 "IsNaN",
                                 "IsInf",
                                 "BitShift",
                                 "BitwiseAnd",
                                 "BitwiseOr",
                                 "BitwiseXor",
                                 "BitwiseNot"})
            made[type] = "add";
        made["Reciprocal"] = "div";
        for (const char* type : {"Where",        "Cast",      "CastLike",        "Transpose", "Concat",
                                 "Pad",          "Tile",      "Resize",          "Upsample",  "DepthToSpace",
                                 "SpaceToDepth", "ScatterND", "ScatterElements", "Scatter",   "GatherElements",
                                 "GatherND",     "OneHot",    "Trilu",           "TopK",      "ReverseSequence"})
            made[type] = "copy";
        return made;
    }();
    return table;
}

bool isOneOf(std::string_view type, std::initializer_list<std::string_view> types) {
    return std::find(types.begin(), types.end(), type) != types.end();
}

} // namespace

std::string OperatorWriter::freeName(const strata::onnx::Node& node) {
    for (const std::string& wanted : {node.name(), node.output(0)}) {
        if (!wanted.empty() && names_.insert(wanted).second) return wanted;
    }
    for (int i = 2;; ++i) {
        const std::string next = node.output(0) + "." + std::to_string(i);
        if (names_.insert(next).second) return next;
    }
}

Json& OperatorWriter::begin(const char* kind, std::initializer_list<const Value*> inputs) {
    name_ = name_.empty() ? freeName(*node_) : name_;
    Json one{{"name", name_}, {"operator", kind}};
    for (const Value* input : inputs) {
        if (input != nullptr && !input->made_by.empty()) one["inputs"].push_back(input->made_by);
    }
    operators_.push_back(std::move(one));
    return operators_.back();
}

Json& OperatorWriter::vector(const char* function, double rows, double cols,
                             std::initializer_list<const Value*> inputs) {
    Json& one = begin("vector", inputs);
    one["function"] = function;
    one["rows"] = std::max(1.0, rows);
    one["cols"] = std::max(1.0, cols);
    return one;
}

Reading OperatorWriter::convolution(const NodeView& view, int weight) {
    const Shape *x = view.shape(0), *w = view.shape(weight);
    if (x == nullptr || w == nullptr || w->size() < 3 || result().size() != w->size()) return Reading::Unknown;
    const Shape& out = result();
    const auto strides = view.integers("strides"), dilations = view.integers("dilations");
    const auto at = [](const std::optional<Shape>& list, std::size_t i) {
        return list && i < list->size() ? std::max<std::int64_t>(1, (*list)[i]) : 1;
    };
    const std::size_t spatial = w->size() - 2;
    // A third axis: its extent counts as images, its filter as channels.
    double images = static_cast<double>(out[0]), channels = static_cast<double>((*x)[1]);
    for (std::size_t i = 0; i + 2 < spatial; ++i) {
        images *= static_cast<double>(out[2 + i]);
        channels *= static_cast<double>((*w)[2 + i]);
    }
    const std::size_t last = w->size() - 1;
    Json& one = begin("conv2d", {view.input(0)});
    one["batch"] = images;
    one["in_channels"] = channels;
    one["out_channels"] = (*w)[0];
    one["out_height"] = spatial > 1 ? out[last - 1] : 1;
    one["out_width"] = out[last];
    one["kernel_height"] = spatial > 1 ? (*w)[last - 1] : 1;
    one["kernel_width"] = (*w)[last];
    one["stride"] = at(strides, spatial - 1);
    one["dilation"] = at(dilations, spatial - 1);
    one["groups"] = std::max<std::int64_t>(1, view.integer("group", 1));
    one["bias"] = weight == 1 && view.input(2) != nullptr;
    const bool even = spatial == 2 && at(strides, 0) == at(strides, 1) && at(dilations, 0) == at(dilations, 1);
    return even || spatial == 1 ? Reading::Written : Reading::Approximated;
}

/// A transposed convolution multiplies every input with the whole filter.
Reading OperatorWriter::transposed(const NodeView& view) {
    const Shape *x = view.shape(0), *w = view.shape(1);
    if (x == nullptr || w == nullptr || w->size() != 4) return Reading::Unknown;
    const double groups = static_cast<double>(std::max<std::int64_t>(1, view.integer("group", 1)));
    Json& one = begin("conv2d", {view.input(0)});
    one["batch"] = (*x)[0];
    one["in_channels"] = (*x)[1];
    one["out_channels"] = static_cast<double>((*w)[1]) * groups;
    one["out_height"] = (*x)[2];
    one["out_width"] = (*x)[3];
    one["kernel_height"] = (*w)[2];
    one["kernel_width"] = (*w)[3];
    one["groups"] = groups;
    one["bias"] = view.input(2) != nullptr;
    return Reading::Approximated;
}

void OperatorWriter::linear(const NodeView& view, double m, double n, double k, bool bias, int input, int weight) {
    Json& one = begin("linear", {view.input(input)});
    one["m"] = m;
    one["n"] = n;
    one["k"] = k;
    one["bias"] = bias;
    if (weight < node_->input_size() && !used_weights_.insert(node_->input(weight)).second)
        one["shared_weights"] = true;
}

Reading OperatorWriter::product(const NodeView& view, int second) {
    const Shape *a = view.shape(0), *b = view.shape(second);
    if (a == nullptr || b == nullptr || a->empty() || b->empty()) return Reading::Unknown;
    const double k = lastOf(*a), n = b->size() > 1 ? lastOf(*b) : 1;
    if (!view.input(second)->varies && b->size() <= 2) {
        linear(view, elements(*a) / k, n, k, false, 0, second);
        return Reading::Written;
    }
    const double m = a->size() > 1 ? static_cast<double>((*a)[a->size() - 2]) : 1;
    Json& one = begin("matmul", {view.input(0), view.input(second)});
    one["batch"] = std::max(1.0, elements(result()) / std::max(1.0, m * n));
    one["m"] = std::max(1.0, m);
    one["n"] = n;
    one["k"] = k;
    return Reading::Written;
}

Reading OperatorWriter::gemm(const NodeView& view) {
    const Shape *a = view.shape(0), *b = view.shape(1);
    if (a == nullptr || b == nullptr || a->size() != 2 || result().size() != 2) return Reading::Unknown;
    const auto m = static_cast<double>(result()[0]), n = static_cast<double>(result()[1]);
    const double k = static_cast<double>((*a)[view.integer("transA", 0) != 0 ? 0 : 1]);
    const bool bias = view.input(2) != nullptr;
    if (!view.input(1)->varies) {
        linear(view, m, n, k, bias, 0, 1);
    } else {
        Json& one = begin("matmul", {view.input(0), view.input(1)});
        one["m"] = m, one["n"] = n, one["k"] = k;
    }
    return Reading::Written;
}

Reading OperatorWriter::blocked(const NodeView& view) {
    const Shape* x = view.shape(0);
    const double k = static_cast<double>(view.integer("K", 0)), n = static_cast<double>(view.integer("N", 0));
    if (x == nullptr || k < 1 || n < 1) return Reading::Unknown;
    linear(view, elements(*x) / k, n, k, false, 0, 1);
    return Reading::Written;
}

/// Two operands: letters of both that the result lacks are summed over.
Reading OperatorWriter::einsum(const NodeView& view) {
    std::string text = view.text("equation");
    std::erase(text, ' ');
    const std::size_t comma = text.find(','), arrow = text.find("->");
    if (comma == std::string::npos || arrow == std::string::npos || view.inputs() != 2) return Reading::Unknown;
    const std::string left = text.substr(0, comma), right = text.substr(comma + 1, arrow - comma - 1),
                      out = text.substr(arrow + 2);
    const Shape &a = *view.shape(0), &b = *view.shape(1);
    double batch = 1, m = 1, n = 1, k = 1;
    for (std::size_t i = 0; i < left.size() && i < a.size(); ++i) {
        const auto size = static_cast<double>(a[i]);
        const bool both = right.find(left[i]) != std::string::npos, kept = out.find(left[i]) != std::string::npos;
        (both ? (kept ? batch : k) : m) *= size;
    }
    for (std::size_t i = 0; i < right.size() && i < b.size(); ++i) {
        if (left.find(right[i]) == std::string::npos) n *= static_cast<double>(b[i]);
    }
    if (!view.input(1)->varies && batch == 1) {
        linear(view, m, n, k, false, 0, 1);
        return Reading::Written;
    }
    Json& one = begin("matmul", {view.input(0), view.input(1)});
    one["batch"] = batch, one["m"] = m, one["n"] = n, one["k"] = k;
    return Reading::Written;
}

/// All inputs at once, then one product for each step.
Reading OperatorWriter::recurrent(const NodeView& view, double gates) {
    const Shape *x = view.shape(0), *r = view.shape(2);
    if (x == nullptr || r == nullptr || x->size() != 3 || r->size() != 3) return Reading::Unknown;
    const bool batch_first = view.integer("layout", 0) != 0;
    const auto steps = static_cast<double>((*x)[batch_first ? 1 : 0]),
               batch = static_cast<double>((*x)[batch_first ? 0 : 1]);
    const auto directions = static_cast<double>((*r)[0]), width = static_cast<double>((*r)[2]);
    constexpr double kMostSteps = 4096;
    if (steps < 1 || steps * directions > kMostSteps) return Reading::Unknown;
    linear(view, steps * batch, directions * gates * width, lastOf(*x), true, 0, 1);
    const std::string all = name_;
    for (double step = 0; step < steps; ++step) {
        Json one{{"name", all + ".step" + std::to_string(static_cast<int>(step))},
                 {"operator", "matmul"},
                 {"batch", directions},
                 {"m", batch},
                 {"n", gates * width},
                 {"k", width}};
        if (step == 0) { // the recurrent weights are those of one linear layer
            one["operator"] = "linear";
            one["m"] = batch * directions;
            one["bias"] = true;
            one.erase("batch");
        }
        name_ = one["name"].get<std::string>();
        operators_.push_back(std::move(one));
    }
    return Reading::Approximated;
}

Reading OperatorWriter::norm(const NodeView& view) {
    const Shape& x = *view.shape(0);
    const std::string& type = view.type();
    const double all = elements(x);
    double cols = lastOf(x), weights = 0;
    for (int i = 1; i < view.inputs(); ++i) {
        const Shape* parameter = view.shape(i);
        if (parameter != nullptr && !view.input(i)->varies && i < 3) weights += elements(*parameter);
    }
    const bool root =
        type.find("Simplified") != std::string::npos || type == "RMSNormalization" || type == "LpNormalization";
    if (type == "BatchNormalization") { // known moments: one factor and one summand for each channel
        const double channels = x.size() > 1 ? static_cast<double>(x[1]) : 1;
        vector("mul", all / channels, channels, {view.input(0)})["weights"] = weights;
        return Reading::Written;
    }
    if (isOneOf(type, {"InstanceNormalization", "GroupNormalization"}) && x.size() > 1) {
        const double groups = type == "GroupNormalization"
                                  ? static_cast<double>(std::max<std::int64_t>(1, view.integer("num_groups", 1)))
                                  : static_cast<double>(x[1]);
        cols = all / (static_cast<double>(x[0]) * groups);
    } else if (type == "LayerNormalization" || type == "RMSNormalization") {
        const auto axis = axisOf(view.integer("axis", -1), x.size());
        if (axis) cols = elements(x, *axis);
    } else if (type == "LRN" || type == "MeanVarianceNormalization") {
        vector("pow", all / cols, cols, {view.input(0)})["read"] = 1;
        return Reading::Approximated;
    }
    vector(root ? "rmsnorm" : "layernorm", all / cols, cols, {view.input(0)})["weights"] = weights;
    return Reading::Written;
}

Reading OperatorWriter::softmax(const NodeView& view) {
    const Shape& x = *view.shape(0);
    constexpr int kAxisMeansOneAxis = 13; // before, all axes from it on were one
    const bool modern = view.opset() >= kAxisMeansOneAxis;
    const auto axis = axisOf(view.integer("axis", modern ? -1 : 1), x.size());
    const double cols = !axis ? 1 : modern ? static_cast<double>(x[*axis]) : elements(x, *axis);
    vector("softmax", elements(x) / std::max(1.0, cols), cols, {view.input(0)});
    return Reading::Written;
}

Reading OperatorWriter::gathered(const NodeView& view) {
    const Value& table = *view.input(0);
    const Shape& out = result();
    if (table.varies || table.shape->size() != 2 || view.integer("axis", 0) != 0) {
        vector("copy", elements(out) / lastOf(out), lastOf(out), {view.input(0)})["read"] = 1;
        return Reading::Written;
    }
    Json& one = begin("embedding", {});
    one["rows"] = std::max(1.0, elements(*view.shape(1)));
    one["cols"] = (*table.shape)[1];
    one["table"] = (*table.shape)[0];
    return Reading::Written;
}

/// Windows and sums over axes read each input once.
Reading OperatorWriter::pool(const NodeView& view) {
    const Shape& out = result();
    const double cols = out.size() > 1 ? static_cast<double>(std::max<std::int64_t>(1, out[1])) : 1;
    const double made = std::max(1.0, elements(out));
    vector("pool", made / cols, cols, {view.input(0)})["read"] = elements(*view.shape(0)) / made;
    return Reading::Written;
}

Reading OperatorWriter::elementwise(const NodeView& view, const char* function) {
    const Shape& out = result();
    const double cols = lastOf(out);
    Json inputs = Json::array();
    double read = 0;
    bool equal = true;
    for (int i = 0; i < view.inputs(); ++i) {
        const Value* input = view.input(i);
        if (input == nullptr || !input->varies || !input->shape) continue;
        if (!input->made_by.empty()) inputs.push_back(input->made_by);
        read += std::min(1.0, elements(*input->shape) / std::max(1.0, elements(out)));
        equal = equal && *input->shape == out;
    }
    const bool branches = view.type() == "Add" && inputs.size() == 2 && equal;
    Json& one = vector(branches ? "residual" : function, std::max(1.0, elements(out)) / cols, cols, {});
    if (!inputs.empty()) one["inputs"] = std::move(inputs);
    one["read"] = read;
    return Reading::Written;
}

Reading OperatorWriter::write(const strata::onnx::Node& node, const NodeView& view) {
    node_ = &node;
    output_ = node.output(0);
    name_.clear();
    const std::string& type = view.type();
    if (isOneOf(type, {"Reshape", "Flatten", "Squeeze", "Unsqueeze", "Identity", "Dropout", "Split", "Slice", "Expand",
                       "QuantizeLinear", "DequantizeLinear"}))
        return Reading::View;
    if (elements(result()) == 0) return Reading::View;
    Reading reading = Reading::Unknown;
    const auto function = functions().find(type);
    if (type == "Conv" || type == "ConvInteger")
        reading = convolution(view, 1);
    else if (type == "QLinearConv")
        reading = convolution(view, 3);
    else if (type == "ConvTranspose")
        reading = transposed(view);
    else if (type == "MatMul" || type == "MatMulInteger")
        reading = product(view, 1);
    else if (type == "QLinearMatMul")
        reading = product(view, 3);
    else if (type == "Gemm")
        reading = gemm(view);
    else if (type == "MatMulNBits")
        reading = blocked(view);
    else if (type == "Einsum")
        reading = einsum(view);
    else if (type == "LSTM")
        reading = recurrent(view, 4);
    else if (type == "GRU")
        reading = recurrent(view, 3);
    else if (type == "RNN")
        reading = recurrent(view, 1);
    else if (type == "Softmax" || type == "LogSoftmax" || type == "Hardmax")
        reading = softmax(view);
    else if (type.ends_with("Normalization") || type == "LRN")
        reading = norm(view);
    else if (type == "Gather")
        reading = gathered(view);
    else if (type.find("Pool") != std::string::npos || type.starts_with("Reduce") || type.starts_with("Arg"))
        reading = pool(view);
    else if (function != functions().end())
        reading = elementwise(view, function->second);
    if (reading != Reading::Unknown) values_[output_].made_by = name_;
    return reading;
}

} // namespace strata::exchange::onnx
