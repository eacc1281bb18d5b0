// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/models/onnx_values.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace strata::exchange::onnx {
namespace {

template <class Number>
void readRaw(const std::string& raw, std::size_t count, Numbers& into) {
    for (std::size_t i = 0; i < count && (i + 1) * sizeof(Number) <= raw.size(); ++i) {
        Number number;
        std::memcpy(&number, raw.data() + i * sizeof(Number), sizeof number);
        into.push_back(static_cast<double>(number));
    }
}

std::int64_t bounded(std::int64_t number) { return std::clamp(number, -kMostSize, kMostSize); }

/// Element types of the specification (TensorProto.DataType).
enum ElementType { kFloat = 1, kInt32 = 6, kInt64 = 7, kBool = 9, kDouble = 11 };

} // namespace

Value valueOf(const strata::onnx::Tensor& tensor) {
    Value value;
    value.weight = true;
    Shape shape(tensor.dims().begin(), tensor.dims().end());
    if (!isSound(shape)) return value;
    value.shape = std::move(shape);
    const double count = elements(*value.shape);
    if (count > static_cast<double>(kMostNumbers)) return value;
    const auto wanted = static_cast<std::size_t>(count);
    Numbers numbers;
    switch (tensor.data_type()) {
    case kFloat:
        numbers.assign(tensor.float_data().begin(), tensor.float_data().end());
        readRaw<float>(tensor.raw_data(), wanted, numbers);
        break;
    case kInt32:
        numbers.assign(tensor.int32_data().begin(), tensor.int32_data().end());
        readRaw<std::int32_t>(tensor.raw_data(), wanted, numbers);
        break;
    case kInt64:
        numbers.assign(tensor.int64_data().begin(), tensor.int64_data().end());
        readRaw<std::int64_t>(tensor.raw_data(), wanted, numbers);
        break;
    case kBool:
        numbers.assign(tensor.int32_data().begin(), tensor.int32_data().end());
        readRaw<std::uint8_t>(tensor.raw_data(), wanted, numbers);
        break;
    case kDouble:
        numbers.assign(tensor.double_data().begin(), tensor.double_data().end());
        readRaw<double>(tensor.raw_data(), wanted, numbers);
        break;
    default: return value;
    }
    if (numbers.size() == wanted) value.numbers = std::move(numbers);
    return value;
}

const Value* NodeView::input(int index) const {
    if (index < 0 || index >= node_.input_size() || node_.input(index).empty()) return nullptr;
    const auto found = values_.find(node_.input(index));
    return found == values_.end() ? nullptr : &found->second;
}

const Shape* NodeView::shape(int index) const {
    const Value* value = input(index);
    return value != nullptr && value->shape ? &*value->shape : nullptr;
}

const Numbers* NodeView::numbers(int index) const {
    const Value* value = input(index);
    return value != nullptr && value->numbers ? &*value->numbers : nullptr;
}

const strata::onnx::Attribute* NodeView::find(std::string_view name) const {
    for (const auto& attribute : node_.attribute()) {
        if (attribute.name() == name) return &attribute;
    }
    return nullptr;
}

std::int64_t NodeView::integer(std::string_view name, std::int64_t absent) const {
    const auto* attribute = find(name);
    return attribute != nullptr ? bounded(attribute->i()) : absent;
}

double NodeView::real(std::string_view name, double absent) const {
    const auto* attribute = find(name);
    return attribute != nullptr ? attribute->f() : absent;
}

std::string NodeView::text(std::string_view name) const {
    const auto* attribute = find(name);
    return attribute != nullptr ? attribute->s() : std::string();
}

std::optional<Shape> NodeView::integers(std::string_view name) const {
    const auto* attribute = find(name);
    if (attribute == nullptr) return {};
    Shape numbers(attribute->ints().begin(), attribute->ints().end());
    for (std::int64_t& number : numbers)
        number = bounded(number);
    return numbers;
}

std::optional<Numbers> NodeView::reals(std::string_view name) const {
    const auto* attribute = find(name);
    if (attribute == nullptr) return {};
    return Numbers(attribute->floats().begin(), attribute->floats().end());
}

const strata::onnx::Tensor* NodeView::tensor(std::string_view name) const {
    const auto* attribute = find(name);
    return attribute != nullptr ? &attribute->t() : nullptr;
}

std::optional<Shape> NodeView::integers(std::string_view name, int index) const {
    if (auto stated = integers(name)) return stated;
    const Numbers* given = numbers(index);
    if (given == nullptr) return {};
    Shape shape;
    for (const double number : *given) {
        const auto size = sizeOf(number);
        if (!size) return {};
        shape.push_back(*size);
    }
    return shape;
}

std::optional<std::int64_t> sizeOf(double number) {
    if (std::isnan(number)) return {};
    constexpr auto kMost = static_cast<double>(kMostSize);
    return static_cast<std::int64_t>(std::clamp(number, -kMost, kMost));
}

std::int64_t sum(std::int64_t a, std::int64_t b) {
    std::int64_t total = 0;
    if (__builtin_add_overflow(a, b, &total)) return a < 0 ? -kMostSize : kMostSize;
    return bounded(total);
}

std::int64_t times(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) return (a < 0) == (b < 0) ? kMostSize : -kMostSize;
    return bounded(product);
}

bool isSound(const Shape& shape) {
    constexpr std::int64_t kLargestSize = std::int64_t{1} << 40;
    constexpr std::size_t kMostAxes = 16;
    constexpr double kMostElements = 1e15;
    return shape.size() <= kMostAxes && elements(shape) <= kMostElements &&
           std::ranges::all_of(shape, [](std::int64_t size) { return size >= 0 && size <= kLargestSize; });
}

double elements(const Shape& shape, std::size_t first) {
    double product = 1;
    for (std::size_t i = first; i < shape.size(); ++i)
        product *= static_cast<double>(shape[i]);
    return product;
}

std::optional<std::size_t> axisOf(std::int64_t axis, std::size_t rank) {
    if (axis < 0) axis += static_cast<std::int64_t>(rank);
    if (axis < 0 || axis >= static_cast<std::int64_t>(rank)) return {};
    return static_cast<std::size_t>(axis);
}

std::optional<Shape> broadcast(const Shape& a, const Shape& b) {
    Shape out(std::max(a.size(), b.size()), 1);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::int64_t left = i < a.size() ? a[a.size() - 1 - i] : 1,
                           right = i < b.size() ? b[b.size() - 1 - i] : 1;
        if (left != right && left != 1 && right != 1) return {};
        out[out.size() - 1 - i] = left == 1 ? right : left;
    }
    return out;
}

} // namespace strata::exchange::onnx
