// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/exchange/models/onnx_values.h"

#include <set>

namespace strata::exchange::onnx {

/// What an operator becomes in the entry.
enum class Reading {
    Written,      ///< an operator of the entry
    View,         ///< the same elements under another name
    Approximated, ///< counted as a similar operator
    Unknown       ///< nothing is counted
};

/// Writes the operators of an entry, one node after the other.
class OperatorWriter {
public:
    OperatorWriter(Json& operators, Values& values) : operators_(operators), values_(values) {}

    /// Appends what the node computes and says under which name its result stands. Shapes of inputs and outputs are
    /// known.
    Reading write(const strata::onnx::Node& node, const NodeView& view);

private:
    Reading convolution(const NodeView& view, int weight);
    Reading transposed(const NodeView& view);
    Reading product(const NodeView& view, int second);
    Reading gemm(const NodeView& view);
    Reading blocked(const NodeView& view);
    Reading einsum(const NodeView& view);
    Reading recurrent(const NodeView& view, double gates);
    Reading norm(const NodeView& view);
    Reading softmax(const NodeView& view);
    Reading gathered(const NodeView& view);
    Reading pool(const NodeView& view);
    Reading elementwise(const NodeView& view, const char* function);
    void linear(const NodeView& view, double m, double n, double k, bool bias, int input, int weight);

    Json& begin(const char* kind, std::initializer_list<const Value*> inputs);
    Json& vector(const char* function, double rows, double cols, std::initializer_list<const Value*> inputs);
    const Shape& result() const { return *values_.find(output_)->second.shape; }
    std::string freeName(const strata::onnx::Node& node);

    Json& operators_;
    Values& values_;
    std::set<std::string> names_;
    std::set<std::string> used_weights_;
    const strata::onnx::Node* node_ = nullptr;
    std::string output_, name_;
};

} // namespace strata::exchange::onnx
