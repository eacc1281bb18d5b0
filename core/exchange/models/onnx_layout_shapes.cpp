// SPDX-License-Identifier: GPL-3.0-or-later
// Shape rules of operators that move elements, as the ONNX operator specification states them.
#include "core/exchange/models/onnx_shape_rules.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace strata::exchange::onnx {

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
    if (open && known > 0) (*wanted)[*open] = sizeOf(elements(*x) / known).value_or(0);
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
    return back > 0 ? Shapes{{sizeOf(elements(*x) / back).value_or(0), sizeOf(back).value_or(0)}} : none();
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
        if (length == 0) continue; // nothing to take, wherever it begins
        const auto bounded = [&](std::int64_t place, std::int64_t low, std::int64_t high) {
            return std::clamp(place < 0 ? place + length : place, low, high);
        };
        const bool forward = step > 0;
        const std::int64_t from = bounded((*starts)[i], 0, forward ? length : length - 1);
        const std::int64_t to =
            (*ends)[i] < -length ? (forward ? 0 : -1) : bounded((*ends)[i], forward ? 0 : -1, length);
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
    const std::int64_t batches = node.integer("batch_dims", 0);
    const std::int64_t kept = sum(batches, at->back());
    if (batches < 0 || kept > static_cast<std::int64_t>(x->size())) return none();
    Shape out(at->begin(), at->end() - 1);
    out.insert(out.end(), x->begin() + kept, x->end());
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
    const auto repeats = node.integers("repeats", 1);
    if (x == nullptr || !repeats || repeats->size() != x->size()) return none();
    Shape out = *x;
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] *= std::clamp<std::int64_t>((*repeats)[i], 0, 1 << 20);
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
        out[*at] = sum(out[*at], sum((*pads)[i], (*pads)[axes.size() + i]));
    }
    return {out};
}

Shapes resize(const NodeView& node) {
    const Shape* x = node.shape(0);
    if (x == nullptr) return none();
    if (node.numbers(3) != nullptr && node.numbers(3)->size() == x->size()) {
        const auto sizes = node.integers("sizes", 3);
        return sizes ? Shapes{*sizes} : none();
    }
    std::optional<Numbers> scales = node.reals("scales");
    for (const int at : {2, 1}) {
        const Numbers* given = node.numbers(at);
        if (!scales && given != nullptr && given->size() == x->size()) scales = *given;
    }
    if (!scales || scales->size() != x->size()) return none();
    Shape out = *x;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto size = sizeOf(std::floor(static_cast<double>(out[i]) * std::max((*scales)[i], 0.0)));
        if (!size) return none();
        out[i] = *size;
    }
    return {out};
}

Shapes blocks(const NodeView& node, bool to_space) {
    const Shape* x = node.shape(0);
    const std::int64_t block = node.integer("blocksize", 1);
    if (x == nullptr || x->size() != 4 || block < 1 || block > 4096) return none();
    const Shape& in = *x;
    if (to_space) return {{in[0], in[1] / (block * block), times(in[2], block), times(in[3], block)}};
    return {{in[0], times(in[1], block * block), in[2] / block, in[3] / block}};
}

Shapes oneHot(const NodeView& node) {
    const Shape* x = node.shape(0);
    const Numbers* depth = node.numbers(1);
    if (x == nullptr || depth == nullptr || depth->empty()) return none();
    const auto axis = axisOf(node.integer("axis", -1), x->size() + 1);
    if (!axis) return none();
    const auto classes = sizeOf((*depth)[0]);
    if (!classes) return none();
    Shape out = *x;
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(*axis), *classes);
    return {out};
}

} // namespace strata::exchange::onnx
