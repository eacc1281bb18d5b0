// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic on the few numbers from which graphs compute shapes.
#include "core/exchange/models/onnx_values.h"

#include <algorithm>
#include <cmath>

namespace strata::exchange::onnx {
namespace {

std::optional<Numbers> constantNumbers(const NodeView& node) {
    if (const auto* tensor = node.tensor("value")) return valueOf(*tensor).numbers;
    if (const auto list = node.integers("value_ints"); list && !list->empty())
        return Numbers(list->begin(), list->end());
    if (const auto list = node.reals("value_floats"); list && !list->empty()) return list;
    if (const double real = node.real("value_float", 0); real != 0) return Numbers{real};
    return Numbers{static_cast<double>(node.integer("value_int", 0))};
}

std::optional<double> applied(std::string_view type, double a, double b) {
    if (type == "Add") return a + b;
    if (type == "Sub") return a - b;
    if (type == "Mul") return a * b;
    if (type == "Div") return b != 0 ? std::optional(a / b) : std::nullopt;
    if (type == "Mod") return b != 0 ? std::optional(a - b * std::floor(a / b)) : std::nullopt;
    if (type == "Min") return std::min(a, b);
    if (type == "Max") return std::max(a, b);
    if (type == "Pow") return std::pow(a, b);
    if (type == "Equal") return a == b ? 1 : 0;
    if (type == "Greater") return a > b ? 1 : 0;
    if (type == "Less") return a < b ? 1 : 0;
    return {};
}

bool whole(const Numbers& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](double one) { return one == std::floor(one); });
}

/// Of lists of the same length, or of a list and one number.
std::optional<Numbers> pairwise(const NodeView& node) {
    const Numbers *a = node.numbers(0), *b = node.numbers(1);
    if (a == nullptr || b == nullptr || a->empty() || b->empty()) return {};
    if (a->size() != b->size() && a->size() != 1 && b->size() != 1) return {};
    Numbers out;
    for (std::size_t i = 0; i < std::max(a->size(), b->size()); ++i) {
        const auto one = applied(node.type(), (*a)[a->size() == 1 ? 0 : i], (*b)[b->size() == 1 ? 0 : i]);
        if (!one || !std::isfinite(*one)) return {};
        // Shapes are divided as whole numbers; scales with a fraction are not.
        out.push_back(node.type() == "Div" && whole(*a) && whole(*b) ? std::trunc(*one) : *one);
    }
    return out;
}

std::optional<Numbers> joined(const NodeView& node) {
    Numbers out;
    for (int i = 0; i < node.inputs(); ++i) {
        const Numbers* part = node.numbers(i);
        const Shape* shape = node.shape(i);
        if (part == nullptr || shape == nullptr || shape->size() > 1) return {};
        out.insert(out.end(), part->begin(), part->end());
    }
    return out;
}

std::optional<Numbers> picked(const NodeView& node) {
    const Numbers *from = node.numbers(0), *at = node.numbers(1);
    const Shape* shape = node.shape(0);
    if (from == nullptr || at == nullptr || shape == nullptr || shape->size() != 1) return {};
    Numbers out;
    for (const double index : *at) {
        const double place = index < 0 ? index + static_cast<double>(from->size()) : index;
        if (!(place >= 0) || place >= static_cast<double>(from->size())) return {};
        out.push_back((*from)[static_cast<std::size_t>(place)]);
    }
    return out;
}

std::optional<Numbers> sliced(const NodeView& node, const Shape& result) {
    const Numbers* from = node.numbers(0);
    const Shape* shape = node.shape(0);
    const auto starts = node.integers("starts", 1);
    const auto steps = node.integers("steps", 4);
    if (from == nullptr || shape == nullptr || shape->size() != 1 || !starts || starts->size() != 1 ||
        result.size() != 1)
        return {};
    const std::int64_t step = steps && !steps->empty() ? steps->front() : 1;
    const auto length = static_cast<std::int64_t>(from->size());
    std::int64_t at = starts->front() < 0 ? starts->front() + length : starts->front();
    at = std::clamp<std::int64_t>(at, 0, std::max<std::int64_t>(0, step > 0 ? length : length - 1));
    Numbers out;
    for (std::int64_t i = 0; i < result[0]; ++i, at = sum(at, step)) {
        if (at < 0 || at >= length) return {};
        out.push_back((*from)[static_cast<std::size_t>(at)]);
    }
    return out;
}

std::optional<Numbers> filled(const NodeView& node, const Shape& result) {
    const double count = elements(result);
    if (count > static_cast<double>(kMostNumbers)) return {};
    double value = 0;
    if (const auto* tensor = node.tensor("value")) {
        const auto numbers = valueOf(*tensor).numbers;
        if (numbers && !numbers->empty()) value = numbers->front();
    }
    return Numbers(static_cast<std::size_t>(count), value);
}

std::optional<Numbers> counted(const NodeView& node, const Shape& result) {
    const Numbers *from = node.numbers(0), *step = node.numbers(2);
    if (from == nullptr || step == nullptr || elements(result) > static_cast<double>(kMostNumbers)) return {};
    Numbers out;
    for (double i = 0; i < elements(result); ++i)
        out.push_back((*from)[0] + i * (*step)[0]);
    return out;
}

std::optional<Numbers> chosen(const NodeView& node) {
    const Numbers *where = node.numbers(0), *a = node.numbers(1), *b = node.numbers(2);
    if (where == nullptr || a == nullptr || b == nullptr) return {};
    const std::size_t count = std::max({where->size(), a->size(), b->size()});
    Numbers out;
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = [&](const Numbers& list) -> std::optional<double> {
            if (list.empty() || (list.size() != 1 && i >= list.size())) return {};
            return list[list.size() == 1 ? 0 : i];
        };
        const auto condition = at(*where), yes = at(*a), no = at(*b);
        if (!condition || !yes || !no) return {};
        out.push_back(*condition != 0 ? *yes : *no);
    }
    return out;
}

std::optional<Numbers> passed(const NodeView& node, double (*change)(double)) {
    const Numbers* from = node.numbers(0);
    if (from == nullptr) return {};
    Numbers out = *from;
    for (double& one : out)
        one = change(one);
    return out;
}

} // namespace

std::optional<Numbers> foldNumbers(const NodeView& node, const Shape& result) {
    const std::string& type = node.type();
    if (type == "Constant") return constantNumbers(node);
    if (type == "Shape") {
        const Shape* x = node.shape(0);
        if (x == nullptr) return {};
        const auto rank = static_cast<std::int64_t>(x->size());
        std::int64_t from = node.integer("start", 0);
        from = std::clamp<std::int64_t>(from < 0 ? from + rank : from, 0, rank);
        const std::int64_t count = result.empty() ? 0 : std::min(result[0], rank - from);
        return Numbers(x->begin() + from, x->begin() + from + count);
    }
    if (type == "Size" && node.shape(0) != nullptr) return Numbers{elements(*node.shape(0))};
    if (elements(result) > static_cast<double>(kMostNumbers)) return {};
    if (type == "Concat") return joined(node);
    if (type == "Gather") return picked(node);
    if (type == "Slice") return sliced(node, result);
    if (type == "ConstantOfShape") return filled(node, result);
    if (type == "Range") return counted(node, result);
    if (type == "Where") return chosen(node);
    if (type == "Floor") return passed(node, [](double x) { return std::floor(x); });
    if (type == "Ceil") return passed(node, [](double x) { return std::ceil(x); });
    if (type == "Sqrt") return passed(node, [](double x) { return std::sqrt(std::max(0.0, x)); });
    if (type == "Neg") return passed(node, [](double x) { return -x; });
    for (const char* view : {"Unsqueeze", "Squeeze", "Reshape", "Identity", "Cast", "Flatten", "CastLike"}) {
        if (type == view) return passed(node, [](double x) { return x; });
    }
    if (type == "Expand" && node.numbers(0) != nullptr && node.numbers(0)->size() == 1)
        return Numbers(static_cast<std::size_t>(elements(result)), node.numbers(0)->front());
    return pairwise(node);
}

} // namespace strata::exchange::onnx
