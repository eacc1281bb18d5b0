// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <onnx_subset.pb.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::exchange::onnx {

using Shape = std::vector<std::int64_t>;
using Numbers = std::vector<double>;

/// Numbers that are kept of a constant: those that shapes are made of are few.
inline constexpr std::size_t kMostNumbers = 4096;

/// What is known of a value.
struct Value {
    std::optional<Shape> shape;
    std::optional<Numbers> numbers; ///< of a small constant, or of a shape that was computed
    bool varies = false;            ///< depends on what the graph is given, other than by its shape
    bool weight = false;            ///< an initializer
    std::string made_by;            ///< name in the entry of the operator or input that holds its elements
};
using Values = std::map<std::string, Value, std::less<>>;

/// A node with its attributes and its inputs' values.
class NodeView {
public:
    NodeView(const strata::onnx::Node& node, const Values& values, std::int64_t opset)
        : node_(node), values_(values), opset_(opset) {}

    const std::string& type() const { return node_.op_type(); }
    std::int64_t opset() const { return opset_; }
    int inputs() const { return node_.input_size(); }
    int outputs() const { return node_.output_size(); }
    /// nullptr where the input is left out or nothing is known of it.
    const Value* input(int index) const;
    const Shape* shape(int index) const;
    const Numbers* numbers(int index) const;

    std::int64_t integer(std::string_view name, std::int64_t absent) const;
    double real(std::string_view name, double absent) const;
    std::string text(std::string_view name) const;
    std::optional<Shape> integers(std::string_view name) const;
    std::optional<Numbers> reals(std::string_view name) const;
    const strata::onnx::Tensor* tensor(std::string_view name) const;
    /// An attribute, or the input that took its place in later operator sets.
    std::optional<Shape> integers(std::string_view name, int index) const;

private:
    const strata::onnx::Attribute* find(std::string_view name) const;

    const strata::onnx::Node& node_;
    const Values& values_;
    std::int64_t opset_;
};

/// Largest size that arithmetic on sizes gives, either way. A file may state any number of 64 bits.
inline constexpr std::int64_t kMostSize = std::int64_t{1} << 62;
/// A number of the file as a size, at most kMostSize either way; nothing where it is not a number.
std::optional<std::int64_t> sizeOf(double number);
/// Sum and product of sizes, at most kMostSize either way.
std::int64_t sum(std::int64_t a, std::int64_t b);
std::int64_t times(std::int64_t a, std::int64_t b);
/// Whether a tensor can have the shape: at most 16 axes, 2^40 elements along each and 10^15 together.
bool isSound(const Shape& shape);
/// Product of the sizes from `first` on.
double elements(const Shape& shape, std::size_t first = 0);
/// Axis counted from the front; nothing where the shape has none such.
std::optional<std::size_t> axisOf(std::int64_t axis, std::size_t rank);
/// Shape of an elementwise operator's result; nothing where the shapes do not fit.
std::optional<Shape> broadcast(const Shape& a, const Shape& b);

/// Shape and numbers of a tensor in the file; neither where no tensor has the shape that the file states.
Value valueOf(const strata::onnx::Tensor& tensor);

/// Whether inferShapes() knows the operator.
bool knowsShapes(std::string_view type);
/// Shapes of the outputs, as far as they follow from the inputs; an empty list where they do not.
std::vector<Shape> inferShapes(const NodeView& node);
/// The first output's numbers, where they follow from those of the inputs.
std::optional<Numbers> foldNumbers(const NodeView& node, const Shape& result);

} // namespace strata::exchange::onnx
