// SPDX-License-Identifier: GPL-3.0-or-later
// Shape rules as the ONNX operator specification states them for each operator.
#include "core/exchange/models/onnx_values.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace strata::exchange::onnx {
namespace {

using Shapes = std::vector<Shape>;
constexpr std::int64_t kLargestSize = std::int64_t{1} << 40;

Shapes none() { return {}; }

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
    const std::int64_t covered = dilation * (kernel - 1) + 1, room = in + pads - covered;
    if (stride < 1 || room < 0) return 0;
    return (up ? (room + stride - 1) / stride : room / stride) + 1;
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
        const std::int64_t around = automatic == "VALID" ? 0 : pads[i] + pads[spatial + i];
        out.push_back(same_size ? (strides[i] > 0 ? (in + strides[i] - 1) / strides[i] : 0)
                                : moved(in, kernel[i], strides[i], dilations[i], around, node.integer("ceil_mode", 0) != 0));
    }
    return Shapes(static_cast<std::size_t>(std::max(1, node.outputs())), out);
}

Shapes transposedConvolution(const NodeView& node) {
    const Shape *x = node.shape(0), *w = node.shape(1);
    if (x == nullptr || w == nullptr || x->size() < 3 || w->size() != x->size()) return none();
    const std::size_t spatial = x->size() - 2;
    Shape out{(*x)[0], (*w)[1] * node.integer("group", 1)};
    const auto at = [&](const char* name, std::size_t i, std::int64_t absent) {
        const auto values = node.integers(name);
        return values && i < values->size() ? (*values)[i] : absent;
    };
    const std::string automatic = node.text("auto_pad");
    for (std::size_t i = 0; i < spatial; ++i) {
        const std::int64_t stride = at("strides", i, 1), in = (*x)[i + 2];
        const std::int64_t full = stride * (in - 1) + at("output_padding", i, 0) + ((*w)[i + 2] - 1) * at("dilations", i, 1) + 1;
        out.push_back(automatic.starts_with("SAME") ? in * stride : full - at("pads", i, 0) - at("pads", spatial + i, 0));
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

Shapes reshape(const NodeView& node) {
    const Shape* x = node.shape(0);
    auto wanted = node.integers("shape", 1);
    if (x == nullptr || !wanted) return none();
    const bool keeps_zero = node.integer("allowzero", 0) != 0;
    double known = 1;
    std::optional<std::size_t> open;
    for (std::size_t i = 0; i < wanted->size(); ++i) {
        if ((*wanted)[i] == 0 && !keeps_zero && i < x->size()) (*wanted)[i] = (*x)[i];
        if ((*wanted)[i] == -1) {
            open = i;
            continue;
        }
        known *= static_cast<double>((*wanted)[i]);
    }
    if (open && known > 0) (*wanted)[*open] = static_cast<std::int64_t>(elements(*x) / known);
    if (elements(*wanted) != elements(*x)) return none();
    return {*wanted};
}

Shapes flatten(const NodeView& node) {
    const Shape* x = node.shape(0);
    if (x == nullptr) return none();
    std::int64_t axis = node.integer("axis", 1);
    if (axis < 0) axis += static_cast<std::int64_t>(x->size());
    if (axis < 0 || axis > static_cast<std::int64_t>(x->size())) return none();
    const double back = elements(*x, static_cast<std::size_t>(axis));
    return back > 0 ? Shapes{{static_cast<std::int64_t>(elements(*x) / back), static_cast<std::int64_t>(back)}} : none();
}

Shapes squeeze(const NodeView& node) {
    const Shape* x = node.shape(0);
    const auto axes = node.integers("axes", 1);
    if (x == nullptr) return none();
    Shape out;
    for (std::size_t i = 0; i < x->size(); ++i) {
        bool dropped = !axes && (*x)[i] == 1;
        for (const std::int64_t axis : axes.value_or(Shape()))
            dropped |= axisOf(axis, x->size()) == i;
        if (!dropped) out.push_back((*x)[i]);
    }
    return {out};
}

Shapes unsqueeze(const NodeView& node) {
    const Shape* x = node.shape(0);
    const auto axes = node.integers("axes", 1);
    if (x == nullptr || !axes || axes->size() > 16) return none();
    const std::size_t rank = x->size() + axes->size();
    std::vector<bool> added(rank, false);
    for (const std::int64_t axis : *axes) {
        const auto at = axisOf(axis, rank);
        if (!at) return none();
        added[*at] = true;
    }
    Shape out;
    std::size_t next = 0;
    for (std::size_t i = 0; i < rank; ++i) {
        if (!added[i] && next >= x->size()) return none();
        out.push_back(added[i] ? 1 : (*x)[next++]);
    }
    return {out};
}

Shapes transpose(const NodeView& node) {
    const Shape* x = node.shape(0);
    if (x == nullptr) return none();
    Shape order = node.integers("perm").value_or(Shape());
    if (order.empty()) {
        order.resize(x->size());
        std::iota(order.rbegin(), order.rend(), 0);
    }
    Shape out;
    for (const std::int64_t axis : order) {
        const auto at = axisOf(axis, x->size());
        if (!at) return none();
        out.push_back((*x)[*at]);
    }
    return out.size() == x->size() ? Shapes{out} : none();
}

Shapes concat(const NodeView& node) {
    const Shape* first = node.shape(0);
    if (first == nullptr) return none();
    const auto axis = axisOf(node.integer("axis", 1), first->size());
    if (!axis) return none();
    Shape out = *first;
    for (int i = 1; i < node.inputs(); ++i) {
        const Shape* x = node.shape(i);
        if (x == nullptr || x->size() != first->size()) return none();
        out[*axis] += (*x)[*axis];
    }
    return {out};
}

Shapes split(const NodeView& node) {
    const Shape* x = node.shape(0);
    if (x == nullptr || node.outputs() < 1) return none();
    const auto axis = axisOf(node.integer("axis", 0), x->size());
    if (!axis) return none();
    const auto sizes = node.integers("split", 1);
    const auto parts = static_cast<std::int64_t>(node.outputs());
    const std::int64_t even = ((*x)[*axis] + parts - 1) / parts;
    Shapes out;
    for (std::int64_t i = 0; i < parts; ++i) {
        out.push_back(*x);
        if (sizes && sizes->size() != static_cast<std::size_t>(parts)) return none();
        out.back()[*axis] = sizes ? (*sizes)[static_cast<std::size_t>(i)]
                                  : std::max<std::int64_t>(0, std::min(even, (*x)[*axis] - i * even));
    }
    return out;
}

Shapes slice(const NodeView& node) {
    const Shape* x = node.shape(0);
    const auto starts = node.integers("starts", 1), ends = node.integers("ends", 2);
    if (x == nullptr || !starts || !ends || starts->size() != ends->size()) return none();
    auto axes = node.integers("axes", 3);
    const auto steps = node.integers("steps", 4);
    if (!axes) {
        axes = Shape(starts->size());
        std::iota(axes->begin(), axes->end(), 0);
    }
    Shape out = *x;
    for (std::size_t i = 0; i < starts->size(); ++i) {
        const auto at = i < axes->size() ? axisOf((*axes)[i], x->size()) : std::nullopt;
        const std::int64_t step = steps && i < steps->size() ? (*steps)[i] : 1;
        if (!at || step == 0) return none();
        const std::int64_t length = (*x)[*at];
        const auto bounded = [&](std::int64_t place, std::int64_t low, std::int64_t high) {
            return std::clamp(place < 0 ? place + length : place, low, high);
        };
        const bool forward = step > 0;
        const std::int64_t from = bounded((*starts)[i], 0, forward ? length : length - 1);
        const std::int64_t to = (*ends)[i] < -length ? (forward ? 0 : -1)
                                                     : bounded((*ends)[i], forward ? 0 : -1, length);
        const double span = static_cast<double>(to - from) / static_cast<double>(step);
        out[*at] = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::ceil(span)));
    }
    return {out};
}

Shapes gather(const NodeView& node) {
    const Shape *x = node.shape(0), *at = node.shape(1);
    if (x == nullptr || at == nullptr) return none();
    const auto axis = axisOf(node.integer("axis", 0), x->size());
    if (!axis) return none();
    Shape out(x->begin(), x->begin() + static_cast<std::ptrdiff_t>(*axis));
    out.insert(out.end(), at->begin(), at->end());
    out.insert(out.end(), x->begin() + static_cast<std::ptrdiff_t>(*axis) + 1, x->end());
    return {out};
}

Shapes gatherNd(const NodeView& node) {
    const Shape *x = node.shape(0), *at = node.shape(1);
    if (x == nullptr || at == nullptr || at->empty()) return none();
    const auto kept = static_cast<std::size_t>(node.integer("batch_dims", 0)) + static_cast<std::size_t>(at->back());
    if (at->back() < 0 || kept > x->size()) return none();
    Shape out(at->begin(), at->end() - 1);
    out.insert(out.end(), x->begin() + static_cast<std::ptrdiff_t>(kept), x->end());
    return {out};
}

Shapes secondShape(const NodeView& node) {
    const Shape* at = node.shape(1);
    return at != nullptr ? Shapes{*at} : none();
}

Shapes expand(const NodeView& node) {
    const Shape* x = node.shape(0);
    const auto wanted = node.integers("shape", 1);
    const auto out = x != nullptr && wanted ? broadcast(*x, *wanted) : std::nullopt;
    return out ? Shapes{*out} : none();
}

Shapes tile(const NodeView& node) {
    const Shape* x = node.shape(0);
    const auto times = node.integers("repeats", 1);
    if (x == nullptr || !times || times->size() != x->size()) return none();
    Shape out = *x;
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] *= std::clamp<std::int64_t>((*times)[i], 0, 1 << 20);
    return {out};
}

Shapes pad(const NodeView& node) {
    const Shape* x = node.shape(0);
    const auto pads = node.integers("pads", 1);
    if (x == nullptr || !pads) return none();
    Shape axes = node.integers("axes", 3).value_or(Shape());
    if (axes.empty()) {
        axes.resize(x->size());
        std::iota(axes.begin(), axes.end(), 0);
    }
    if (pads->size() != 2 * axes.size()) return none();
    Shape out = *x;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto at = axisOf(axes[i], x->size());
        if (!at) return none();
        out[*at] += (*pads)[i] + (*pads)[axes.size() + i];
    }
    return {out};
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
    if (from == nullptr || to == nullptr || step == nullptr || from->empty() || to->empty() || step->empty() || (*step)[0] == 0)
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
    out[*axis] = k != nullptr && !k->empty() ? static_cast<std::int64_t>((*k)[0]) : node.integer("k", 1);
    return {out, out};
}

Shapes resize(const NodeView& node) {
    const Shape* x = node.shape(0);
    if (x == nullptr) return none();
    if (const Numbers* sizes = node.numbers(3); sizes != nullptr && sizes->size() == x->size())
        return {Shape(sizes->begin(), sizes->end())};
    std::optional<Numbers> scales = node.reals("scales");
    for (const int at : {2, 1}) {
        const Numbers* given = node.numbers(at);
        if (!scales && given != nullptr && given->size() == x->size()) scales = *given;
    }
    if (!scales || scales->size() != x->size()) return none();
    Shape out = *x;
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<std::int64_t>(std::floor(static_cast<double>(out[i]) * std::clamp((*scales)[i], 0.0, 1e6)));
    return {out};
}

Shapes blocks(const NodeView& node, bool to_space) {
    const Shape* x = node.shape(0);
    const std::int64_t block = node.integer("blocksize", 1);
    if (x == nullptr || x->size() != 4 || block < 1 || block > 4096) return none();
    const Shape& in = *x;
    if (to_space) return {{in[0], in[1] / (block * block), in[2] * block, in[3] * block}};
    return {{in[0], in[1] * block * block, in[2] / block, in[3] / block}};
}

Shapes oneHot(const NodeView& node) {
    const Shape* x = node.shape(0);
    const Numbers* depth = node.numbers(1);
    if (x == nullptr || depth == nullptr || depth->empty()) return none();
    const auto axis = axisOf(node.integer("axis", -1), x->size() + 1);
    if (!axis) return none();
    Shape out = *x;
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(*axis), static_cast<std::int64_t>(std::clamp((*depth)[0], 0.0, 1e12)));
    return {out};
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
    if (const auto list = node.integers("value_ints"); list && !list->empty()) return {{static_cast<std::int64_t>(list->size())}};
    if (const auto list = node.reals("value_floats"); list && !list->empty()) return {{static_cast<std::int64_t>(list->size())}};
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
        for (const char* type :
             {"Relu", "LeakyRelu", "Sigmoid", "Tanh", "Erf", "Exp", "Log", "Sqrt", "Neg", "Abs", "Floor", "Ceil", "Clip",
              "Cast", "Identity", "Dropout", "Softmax", "LogSoftmax", "Hardmax", "HardSigmoid", "HardSwish", "Elu", "Selu",
              "Celu", "Softplus", "Softsign", "Gelu", "Mish", "Not", "IsNaN", "IsInf", "Sign", "Reciprocal", "Sin", "Cos",
              "Tan", "Asin", "Acos", "Atan", "Sinh", "Cosh", "Asinh", "Acosh", "Atanh", "Round", "LRN",
              "InstanceNormalization", "GroupNormalization", "SimplifiedLayerNormalization", "RMSNormalization",
              "QuantizeLinear", "DequantizeLinear", "DynamicQuantizeLinear", "CumSum", "Trilu", "ScatterND",
              "ScatterElements", "Scatter", "LpNormalization", "MeanVarianceNormalization", "ThresholdedRelu", "FastGelu",
              "BiasGelu", "QuickGelu", "Swish", "Shrink", "CastLike", "BitwiseNot", "RotaryEmbedding", "EyeLike",
              "RandomNormalLike", "RandomUniformLike", "Bernoulli", "ReverseSequence"})
            made[type] = same;
        for (const char* type : {"Add", "Sub", "Mul", "Div", "Pow", "Min", "Max", "Sum", "Mean", "Mod", "And", "Or", "Xor",
                                 "Equal", "Greater", "Less", "GreaterOrEqual", "LessOrEqual", "Where", "PRelu", "BitShift",
                                 "BitwiseAnd", "BitwiseOr", "BitwiseXor"})
            made[type] = broadcastAll;
        for (const char* type : {"ReduceMean", "ReduceSum", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1", "ReduceL2",
                                 "ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare"})
            made[type] = reduce;
        for (const char* type : {"GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool"})
            made[type] = globalPool;
        for (const char* type : {"MaxPool", "AveragePool", "LpPool"})
            made[type] = [](const NodeView& node) { return window(node, 0, true); };
        for (const char* type : {"LayerNormalization", "BatchNormalization", "SkipLayerNormalization",
                                 "SkipSimplifiedLayerNormalization"})
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
        made["Slice"] = slice, made["Gather"] = gather, made["GatherND"] = gatherNd, made["GatherElements"] = secondShape;
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
    for (const Shape& shape : shapes) {
        const bool sound = shape.size() <= 16 && elements(shape) <= 1e15 &&
                           std::all_of(shape.begin(), shape.end(),
                                       [](std::int64_t size) { return size >= 0 && size <= kLargestSize; });
        if (!sound) return {};
    }
    return shapes;
}

} // namespace strata::exchange::onnx
