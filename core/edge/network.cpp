// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/network.h"

#include <array>
#include <variant>

namespace strata::edge {
namespace {

using workload::VectorFunction;

/// By OperatorClass.
constexpr std::array<std::string_view, kOperatorClasses> kClassNames{"conv3",  "conv",        "pointwise", "depthwise",
                                                                     "linear", "attention",   "pool",      "activation",
                                                                     "norm",   "elementwise", "move"};

OperatorClass edgeClassOf(const workload::Conv2d& conv) {
    if (conv.groups > 1 && conv.groups == conv.c) return OperatorClass::Depthwise;
    if (conv.r == 1 && conv.s == 1 && conv.groups == 1) return OperatorClass::Pointwise;
    if (conv.r == 3 && conv.s == 3 && conv.stride == 1 && conv.groups == 1) return OperatorClass::Conv3;
    return OperatorClass::Conv;
}

OperatorClass edgeClassOf(const workload::VectorOp& vector) {
    switch (vector.function) {
    case VectorFunction::Relu:
    case VectorFunction::Gelu:
    case VectorFunction::Tanh:
    case VectorFunction::Silu: return OperatorClass::Activation;
    case VectorFunction::LayerNorm:
    case VectorFunction::RmsNorm:
    case VectorFunction::BatchNorm: return OperatorClass::Norm;
    case VectorFunction::Pool: return OperatorClass::Pool;
    case VectorFunction::Copy:
    case VectorFunction::Embedding: return OperatorClass::Move;
    // One tensor and constants of each channel: a normalization whose moments are known.
    case VectorFunction::Add:
    case VectorFunction::Mul: return vector.inputs < 2 ? OperatorClass::Norm : OperatorClass::Elementwise;
    default: return OperatorClass::Elementwise;
    }
}

OperatorClass edgeClassOf(const workload::Kernel& kernel) {
    if (const auto* conv = std::get_if<workload::Conv2d>(&kernel.shape)) return edgeClassOf(*conv);
    if (const auto* product = std::get_if<workload::Matmul>(&kernel.shape))
        return product->linear || product->batch == 1 ? OperatorClass::Linear : OperatorClass::Attention;
    if (const auto* vector = std::get_if<workload::VectorOp>(&kernel.shape)) return edgeClassOf(*vector);
    if (std::holds_alternative<workload::Moe>(kernel.shape)) return OperatorClass::Linear;
    if (std::holds_alternative<workload::Quantize>(kernel.shape)) return OperatorClass::Move;
    return OperatorClass::Attention;
}

bool isProduct(OperatorClass operator_class) { return operator_class <= OperatorClass::Attention; }

} // namespace

std::string_view name(OperatorClass operator_class) { return kClassNames[static_cast<std::size_t>(operator_class)]; }

EdgeNetwork scaled(EdgeNetwork network, const NetworkScale& scale) {
    const double area = scale.resolution * scale.resolution;
    for (EdgeOperator& op : network.operators) {
        const double grows = scale.batch * (op.operator_class == OperatorClass::Linear ? 1.0 : area);
        op.macs *= grows;
        op.elements *= grows;
        if (scale.int8 && isProduct(op.operator_class)) op.int8 = true;
    }
    return network;
}

EdgeNetwork networkOf(const workload::ModelGraph& graph) {
    EdgeNetwork network;
    network.name = graph.model;
    for (const workload::Operator& op : graph.operators) {
        const workload::KernelWork work = workload::workOf(op.kernel);
        EdgeOperator edge;
        edge.name = op.name;
        edge.operator_class = edgeClassOf(op.kernel);
        edge.macs = isProduct(edge.operator_class) ? work.flop / 2.0 : 0.0;
        edge.parameters = work.weight_bytes / bytesOf(op.kernel.b);
        edge.elements =
            (work.read_bytes - work.weight_bytes) / bytesOf(op.kernel.a) + work.write_bytes / bytesOf(op.kernel.out);
        edge.int8 = op.kernel.math == NumberType::Int8;
        edge.count = op.count;
        network.operators.push_back(std::move(edge));
    }
    return network;
}

} // namespace strata::edge
