// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/kineto/kineto_ops.h"

#include "core/base/json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace strata::exchange {
namespace {

using Shape = std::vector<double>;

/// Extents of one tensor; empty where the text holds anything but sizes. A negative extent would make bytes negative.
Shape shapeIn(const Json& written) {
    Shape shape;
    if (!written.is_array()) return shape;
    for (const Json& size : written) {
        if (!size.is_number() || !(size.get<double>() >= 0.0)) return {};
        shape.push_back(size.get<double>());
    }
    return shape;
}

/// Shapes of tensors; what is no list of sizes is an empty one.
std::vector<Shape> shapesIn(std::string_view text) {
    std::vector<Shape> shapes;
    const auto document = parseJson(text);
    if (!document || !document->is_array()) return shapes;
    for (const Json& written : *document)
        shapes.push_back(shapeIn(written));
    return shapes;
}

double product(const Shape& shape) {
    double all = 1.0;
    for (const double size : shape)
        all *= size;
    return shape.empty() ? 0.0 : all;
}

/// Rows, inner and columns of two matrices, times what is before them.
OpCost productCost(const Shape& a, const Shape& b, bool transposed, double element) {
    if (a.size() < 2 || b.size() < 2) return {};
    const double columns = transposed ? b[b.size() - 2] : b.back();
    const double rows = product(a) / std::max(a.back(), 1.0), results = rows * columns;
    // Only a second operand of several matrices makes several products.
    const double batch = b.size() > 2 ? product(b) / std::max(b[b.size() - 2] * b.back(), 1.0) : 1.0;
    return {2.0 * results * a.back(),
            element * (product(a) + product(b) + results),
            {batch, rows / std::max(batch, 1.0), columns, a.back()}};
}

/// First operand of each matrix product, and whether the second one is transposed.
struct ProductOp {
    std::string_view name;
    std::size_t first;
    bool transposed;
};
constexpr std::array kProducts{
    ProductOp{"aten::mm", 0, false},      ProductOp{"aten::addmm", 1, false}, ProductOp{"aten::bmm", 0, false},
    ProductOp{"aten::baddbmm", 1, false}, ProductOp{"aten::linear", 0, true},
};

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

} // namespace

double elementBytes(std::string_view type) {
    constexpr std::array<std::pair<std::string_view, double>, 10> sizes{{{"Float8", 1},
                                                                         {"BFloat16", 2},
                                                                         {"Half", 2},
                                                                         {"Float", 4},
                                                                         {"float", 4},
                                                                         {"ouble", 8},
                                                                         {"ong", 8},
                                                                         {"Byte", 1},
                                                                         {"Char", 1},
                                                                         {"nt", 4}}};
    const auto found =
        std::find_if(sizes.begin(), sizes.end(), [&](const auto& size) { return contains(type, size.first); });
    return found == sizes.end() ? 0.0 : found->second;
}

OpCost costOf(std::string_view op, std::string_view shapes, std::string_view types) {
    const auto known = std::find_if(kProducts.begin(), kProducts.end(),
                                    [&](const ProductOp& product_op) { return product_op.name == op; });
    if (known == kProducts.end()) return {};
    const auto tensors = shapesIn(shapes);
    if (tensors.size() < known->first + 2) return {};
    constexpr double kMost = 1e30; // no step does as much: the shapes are not those of tensors
    const OpCost cost =
        productCost(tensors[known->first], tensors[known->first + 1], known->transposed, elementBytes(types));
    return cost.flop <= kMost && cost.bytes <= kMost ? cost : OpCost{};
}

bool isCommunication(std::string_view kernel) {
    return contains(kernel, "nccl") || contains(kernel, "rccl") || contains(kernel, "oneccl");
}

std::optional<TraceCollective> collectiveIn(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        if (c == '_' || c == ' ') continue;
        plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    // "reduce" alone only after those that contain it.
    constexpr std::array<std::pair<std::string_view, TraceCollective>, 8> names{
        {{"allreduce", TraceCollective::AllReduce},
         {"reducescatter", TraceCollective::ReduceScatter},
         {"allgather", TraceCollective::AllGather},
         {"alltoall", TraceCollective::AllToAll},
         {"broadcast", TraceCollective::Broadcast},
         {"barrier", TraceCollective::Barrier},
         {"kernelreduce", TraceCollective::Reduce},
         {"ncclreduce", TraceCollective::Reduce}}};
    for (const auto& [part, collective] : names) {
        if (contains(plain, part)) return collective;
    }
    return std::nullopt;
}

} // namespace strata::exchange
