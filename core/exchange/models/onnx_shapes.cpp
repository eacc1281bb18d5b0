// SPDX-License-Identifier: GPL-3.0-or-later
// Shape rules as the ONNX operator specification states them for each operator.
#include "core/exchange/models/onnx_shape_rules.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace strata::exchange::onnx {
namespace {

Shapes same(const NodeView& node) {
    const Shape* x = node.shape(0);
    return x != nullptr ? Shapes(static_cast<std::size_t>(std::max(1, node.outputs())), *x) : none();
}

Shapes broadcastAll(const NodeView& node) {
    std::optional<Shape> out = Shape{};
    for (int i = 0; i < node.inputs() && out; ++i) {
        const Shape* x = node.shape(i);
        out = x != nullptr ? broadcast(*out, *x) : std::nullopt;
    }
    return out ? Shapes{*out} : none();
}

/// Extent of a window that moves over one axis.
std::int64_t moved(std::int64_t in, std::int64_t kernel, std::int64_t stride, std::int64_t dilation, std::int64_t pads,
                   bool up) {
    const std::int64_t covered = sum(times(dilation, sum(kernel, -1)), 1), room = sum(sum(in, pads), -covered);
    if (stride < 1 || room < 0) return 0;
    return (up ? sum(room, stride - 1) / stride : room / stride) + 1;
}

Shapes window(const NodeView& node, int weight, bool pool) {
    const Shape* x = node.shape(0);
    const Shape* w = pool ? nullptr : node.shape(weight);
    if (x == nullptr || x->size() < 3 || (!pool && (w == nullptr || w->size() != x->size()))) return none();
    const std::size_t spatial = x->size() - 2;
    const auto list = [&](const char* name, std::int64_t absent) {
        Shape values = node.integers(name).value_or(Shape());
        values.resize(std::string_view(name) == "pads" ? 2 * spatial : spatial, absent);
        return values;
    };
    Shape kernel = list("kernel_shape", 1);
    if (!pool) kernel.assign(w->begin() + 2, w->end());
    const Shape strides = list("strides", 1), dilations = list("dilations", 1), pads = list("pads", 0);
    const std::string automatic = node.text("auto_pad");
    Shape out{(*x)[0], pool ? (*x)[1] : (*w)[0]};
    for (std::size_t i = 0; i < spatial; ++i) {
        const std::int64_t in = (*x)[i + 2];
        const bool same_size = automatic == "SAME_UPPER" || automatic == "SAME_LOWER";
        const std::int64_t around = automatic == "VALID" ? 0 : sum(pads[i], pads[spatial + i]);
        out.push_back(same_size
                          ? (strides[i] > 0 ? sum(in, strides[i] - 1) / strides[i] : 0)
                          : moved(in, kernel[i], strides[i], dilations[i], around, node.integer("ceil_mode", 0) != 0));
    }
    return Shapes(static_cast<std::size_t>(std::max(1, node.outputs())), out);
}

Shapes transposedConvolution(const NodeView& node) {
    const Shape *x = node.shape(0), *w = node.shape(1);
    if (x == nullptr || w == nullptr || x->size() < 3 || w->size() != x->size()) return none();
    const std::size_t spatial = x->size() - 2;
    Shape out{(*x)[0], times((*w)[1], node.integer("group", 1))};
    const auto at = [&](const char* name, std::size_t i, std::int64_t absent) {
        const auto values = node.integers(name);
        return values && i < values->size() ? (*values)[i] : absent;
    };
    const std::string automatic = node.text("auto_pad");
    for (std::size_t i = 0; i < spatial; ++i) {
        const std::int64_t stride = at("strides", i, 1), in = (*x)[i + 2];
        const std::int64_t filter = sum(times(sum((*w)[i + 2], -1), at("dilations", i, 1)), 1);
        const std::int64_t full = sum(sum(times(stride, sum(in, -1)), at("output_padding", i, 0)), filter);
        const std::int64_t pads = sum(at("pads", i, 0), at("pads", spatial + i, 0));
        out.push_back(automatic.starts_with("SAME") ? times(in, stride) : sum(full, -pads));
        if (const std::int64_t stated = at("output_shape", i, 0); stated > 0) out.back() = stated;
    }
    return {out};
}

Shapes globalPool(const NodeView& node) {
    const Shape* x = node.shape(0);
    if (x == nullptr || x->size() < 2) return none();
    Shape out(x->size(), 1);
    out[0] = (*x)[0], out[1] = (*x)[1];
    return {out};
}

Shapes product(const NodeView& node, int second) {
    const Shape *a = node.shape(0), *b = node.shape(second);
    if (a == nullptr || b == nullptr || a->empty() || b->empty()) return none();
    Shape left = *a, right = *b;
    const bool row = left.size() == 1, column = right.size() == 1;
    if (row) left.insert(left.begin(), 1);
    if (column) right.push_back(1);
    if (left.back() != right[right.size() - 2]) return none();
    auto out = broadcast(Shape(left.begin(), left.end() - 2), Shape(right.begin(), right.end() - 2));
    if (!out) return none();
    if (!row) out->push_back(left[left.size() - 2]);
    if (!column) out->push_back(right.back());
    return {*out};
}

Shapes gemm(const NodeView& node) {
    const Shape *a = node.shape(0), *b = node.shape(1);
    if (a == nullptr || b == nullptr || a->size() != 2 || b->size() != 2) return none();
    const bool ta = node.integer("transA", 0) != 0, tb = node.integer("transB", 0) != 0;
    return {{(*a)[ta ? 1 : 0], (*b)[tb ? 0 : 1]}};
}

Shapes shapeOf(const NodeView& node) {
    const Shape* x = node.shape(0);
    if (x == nullptr) return none();
    const auto rank = static_cast<std::int64_t>(x->size());
    const auto place = [&](std::int64_t at) { return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank); };
    return {{std::max<std::int64_t>(0, place(node.integer("end", rank)) - place(node.integer("start", 0)))}};
}

Shapes filled(const NodeView& node) {
    auto shape = node.integers("shape", 0);
    return shape ? Shapes{*shape} : none();
}

Shapes range(const NodeView& node) {
    const Numbers *from = node.numbers(0), *to = node.numbers(1), *step = node.numbers(2);
    if (from == nullptr || to == nullptr || step == nullptr || from->empty() || to->empty() || step->empty() ||
        (*step)[0] == 0)
        return none();
    const double count = std::ceil(((*to)[0] - (*from)[0]) / (*step)[0]);
    return count < 1e12 ? Shapes{{static_cast<std::int64_t>(std::max(0.0, count))}} : none();
}

Shapes reduce(const NodeView& node) {
    const Shape* x = node.shape(0);
    const auto axes = node.integers("axes", 1);
    if (x == nullptr || (!axes && node.inputs() > 1 && node.input(1) != nullptr)) return none();
    const bool keeps = node.integer("keepdims", 1) != 0, all = !axes || axes->empty();
    if (all && node.integer("noop_with_empty_axes", 0) != 0) return {*x};
    Shape out;
    for (std::size_t i = 0; i < x->size(); ++i) {
        bool reduced = all;
        for (const std::int64_t axis : axes.value_or(Shape()))
            reduced |= axisOf(axis, x->size()) == i;
        if (reduced && keeps) out.push_back(1);
        if (!reduced) out.push_back((*x)[i]);
    }
    return {out};
}

Shapes argument(const NodeView& node) {
    const Shape* x = node.shape(0);
    if (x == nullptr) return none();
    const auto axis = axisOf(node.integer("axis", 0), x->size());
    if (!axis) return none();
    Shape out = *x;
    if (node.integer("keepdims", 1) != 0)
        out[*axis] = 1;
    else
        out.erase(out.begin() + static_cast<std::ptrdiff_t>(*axis));
    return {out};
}

Shapes topK(const NodeView& node) {
    const Shape* x = node.shape(0);
    const Numbers* k = node.numbers(1);
    if (x == nullptr || ((k == nullptr || k->empty()) && node.integer("k", 0) < 1)) return none();
    const auto axis = axisOf(node.integer("axis", -1), x->size());
    if (!axis) return none();
    Shape out = *x;
    const auto most = k != nullptr && !k->empty() ? sizeOf((*k)[0]) : node.integer("k", 1);
    if (!most) return none();
    out[*axis] = *most;
    return {out, out};
}

Shapes recurrent(const NodeView& node) {
    const Shape *x = node.shape(0), *r = node.shape(2);
    if (x == nullptr || r == nullptr || x->size() != 3 || r->size() != 3) return none();
    const std::int64_t directions = (*r)[0], width = (*r)[2];
    if (node.integer("layout", 0) != 0)
        return {{(*x)[0], (*x)[1], directions, width}, {(*x)[0], directions, width}, {(*x)[0], directions, width}};
    return {{(*x)[0], directions, (*x)[1], width}, {directions, (*x)[1], width}, {directions, (*x)[1], width}};
}

Shapes blockedProduct(const NodeView& node) {
    const Shape* x = node.shape(0);
    if (x == nullptr || x->empty() || node.integer("N", 0) < 1) return none();
    Shape out = *x;
    out.back() = node.integer("N", 1);
    return {out};
}

Shapes constant(const NodeView& node) {
    if (const auto* tensor = node.tensor("value")) return {Shape(tensor->dims().begin(), tensor->dims().end())};
    if (const auto list = node.integers("value_ints"); list && !list->empty())
        return {{static_cast<std::int64_t>(list->size())}};
    if (const auto list = node.reals("value_floats"); list && !list->empty())
        return {{static_cast<std::int64_t>(list->size())}};
    return {Shape{}};
}

/// Sums over the letters of "bij,bjk->bik".
Shapes einsum(const NodeView& node) {
    std::string text = node.text("equation");
    std::erase(text, ' ');
    const std::size_t arrow = text.find("->");
    if (arrow == std::string::npos || text.find('.') != std::string::npos) return none();
    std::map<char, std::int64_t> sizes;
    std::size_t at = 0;
    for (int i = 0; i < node.inputs(); ++i) {
        const Shape* x = node.shape(i);
        if (x == nullptr) return none();
        for (const std::int64_t size : *x) {
            if (at >= arrow || text[at] == ',') return none();
            sizes[text[at++]] = size;
        }
        if (at < arrow && text[at++] != ',') return none();
    }
    Shape out;
    for (const char letter : text.substr(arrow + 2)) {
        if (!sizes.contains(letter)) return none();
        out.push_back(sizes[letter]);
    }
    return {out};
}

using Rule = Shapes (*)(const NodeView&);

const std::map<std::string_view, Rule>& rules() {
    static const std::map<std::string_view, Rule> table = [] {
        std::map<std::string_view, Rule> made;
        for (const char* type : {"Relu",
                                 "LeakyRelu",
                                 "Sigmoid",
                                 "Tanh",
                                 "Erf",
                                 "Exp",
                                 "Log",
                                 "Sqrt",
                                 "Neg",
                                 "Abs",
                                 "Floor",
                                 "Ceil",
                                 "Clip",
                                 "Cast",
                                 "Identity",
                                 "Dropout",
                                 "Softmax",
                                 "LogSoftmax",
                                 "Hardmax",
                                 "HardSigmoid",
                                 "HardSwish",
                                 "Elu",
                                 "Selu",
                                 "Celu",
                                 "Softplus",
                                 "Softsign",
                                 "Gelu",
                                 "Mish",
                                 "Not",
                                 "IsNaN",
                                 "IsInf",
                                 "Sign",
                                 "Reciprocal",
                                 "Sin",
                                 "Cos",
                                 "Tan",
                                 "Asin",
                                 "Acos",
                                 "Atan",
                                 "Sinh",
                                 "Cosh",
                                 "Asinh",
                                 "Acosh",
                                 "Atanh",
                                 "Round",
                                 "LRN",
                                 "InstanceNormalization",
                                 "GroupNormalization",
                                 "SimplifiedLayerNormalization",
                                 "RMSNormalization",
                                 "QuantizeLinear",
                                 "DequantizeLinear",
                                 "DynamicQuantizeLinear",
                                 "CumSum",
                                 "Trilu",
                                 "ScatterND",
                                 "ScatterElements",
                                 "Scatter",
                                 "LpNormalization",
                                 "MeanVarianceNormalization",
                                 "ThresholdedRelu",
                                 "FastGelu",
                                 "BiasGelu",
                                 "QuickGelu",
                                 "Swish",
                                 "Shrink",
                                 "CastLike",
                                 "BitwiseNot",
                                 "RotaryEmbedding",
                                 "EyeLike",
                                 "RandomNormalLike",
                                 "RandomUniformLike",
                                 "Bernoulli",
                                 "ReverseSequence"})
            made[type] = same;
        for (const char* type : {"Add",
                                 "Sub",
                                 "Mul",
                                 "Div",
                                 "Pow",
                                 "Min",
                                 "Max",
                                 "Sum",
                                 "Mean",
                                 "Mod",
                                 "And",
                                 "Or",
                                 "Xor",
                                 "Equal",
                                 "Greater",
                                 "Less",
                                 "GreaterOrEqual",
                                 "LessOrEqual",
                                 "Where",
                                 "PRelu",
                                 "BitShift",
                                 "BitwiseAnd",
                                 "BitwiseOr",
                                 "BitwiseXor"})
            made[type] = broadcastAll;
        for (const char* type : {"ReduceMean", "ReduceSum", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1",
                                 "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare"})
            made[type] = reduce;
        for (const char* type : {"GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool"})
            made[type] = globalPool;
        for (const char* type : {"MaxPool", "AveragePool", "LpPool"})
            made[type] = [](const NodeView& node) { return window(node, 0, true); };
        for (const char* type :
             {"LayerNormalization", "BatchNormalization", "SkipLayerNormalization", "SkipSimplifiedLayerNormalization"})
            made[type] = [](const NodeView& node) {
                auto first = same(node);
                if (!first.empty()) first.resize(1);
                return first;
            };
        for (const char* type : {"ArgMax", "ArgMin"})
            made[type] = argument;
        for (const char* type : {"LSTM", "GRU", "RNN"})
            made[type] = recurrent;
        made["Conv"] = made["ConvInteger"] = [](const NodeView& node) { return window(node, 1, false); };
        made["QLinearConv"] = [](const NodeView& node) { return window(node, 3, false); };
        made["ConvTranspose"] = transposedConvolution;
        made["MatMul"] = made["MatMulInteger"] = [](const NodeView& node) { return product(node, 1); };
        made["QLinearMatMul"] = [](const NodeView& node) { return product(node, 3); };
        made["MatMulNBits"] = blockedProduct;
        made["Gemm"] = gemm, made["Reshape"] = reshape, made["Flatten"] = flatten, made["Squeeze"] = squeeze;
        made["Unsqueeze"] = unsqueeze, made["Transpose"] = transpose, made["Concat"] = concat, made["Split"] = split;
        made["Slice"] = slice, made["Gather"] = gather, made["GatherND"] = gatherNd,
        made["GatherElements"] = secondShape;
        made["Expand"] = expand, made["Tile"] = tile, made["Pad"] = pad, made["Shape"] = shapeOf;
        made["Size"] = [](const NodeView&) { return Shapes{Shape{}}; };
        made["Constant"] = constant, made["ConstantOfShape"] = filled, made["Range"] = range, made["TopK"] = topK;
        made["Resize"] = made["Upsample"] = resize, made["OneHot"] = oneHot, made["Einsum"] = einsum;
        made["DepthToSpace"] = [](const NodeView& node) { return blocks(node, true); };
        made["SpaceToDepth"] = [](const NodeView& node) { return blocks(node, false); };
        return made;
    }();
    return table;
}

} // namespace

bool knowsShapes(std::string_view type) { return rules().contains(type); }

std::vector<Shape> inferShapes(const NodeView& node) {
    const auto rule = rules().find(node.type());
    if (rule == rules().end()) return {};
    auto shapes = rule->second(node);
    return std::ranges::all_of(shapes, isSound) ? shapes : none();
}

} // namespace strata::exchange::onnx
