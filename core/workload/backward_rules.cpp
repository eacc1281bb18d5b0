// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/backward.h"

namespace strata::workload {
namespace {

/// Kernel times of the fused attention's backward pass over its forward pass: five products where the forward
/// pass has two (Dao et al., FlashAttention, NeurIPS 2022, Algorithm 4).
constexpr double kAttentionBackward = 2.5;

} // namespace

void BackwardPass::accumulate(const Step& forward) {
    if (!tape_.options.accumulate_gradients || forward.weights <= 0) return;
    Step& step =
        emit(forward, "accumulate", VectorOp{VectorFunction::Add, 1, forward.weights, 2, 1}, {}, Pass::BackwardWeight);
    step.kernel.a = step.kernel.b = step.kernel.out = step.kernel.math = tape_.wide;
    step.launches = forward.tensors;
}

void BackwardPass::weightGradient(const Step& forward, const std::string& what, const KernelShape& shape,
                                  std::vector<ValueId> inputs) {
    Step& step = emit(forward, what, shape, std::move(inputs), Pass::BackwardWeight);
    step.kernel.b = step.kernel.a;
}

/// Y = X W: dX = dY W^T and dW = X^T dY, two products of the same work.
void BackwardPass::linear(const Step& forward, const Matmul& shape, ValueId gradient) {
    const ValueId x = forward.inputs.front();
    if (learns_[x]) {
        const ValueId made = like(x);
        Matmul input = shape;
        std::swap(input.n, input.k);
        emit(forward, "input", input, {gradient}, Pass::BackwardInput).outputs = {made};
        send(x, made, forward);
    }
    Matmul weight = shape;
    weight.m = shape.n;
    weight.n = shape.k;
    weight.k = shape.m;
    weightGradient(forward, "weight", weight, {gradient, x});
    if (forward.bias) {
        const VectorOp rows{VectorFunction::Add, shape.m, shape.n, 1, 1 / shape.m};
        Step& step = emit(forward, "bias", rows, {gradient}, Pass::BackwardWeight);
        step.kernel.a = step.kernel.b = step.kernel.out = step.kernel.math = tape_.wide;
    }
    accumulate(forward);
}

/// C = A B: dA = dC B^T and dB = A^T dC.
void BackwardPass::product(const Step& forward, const Matmul& shape, ValueId gradient) {
    const ValueId a = forward.inputs[0];
    const ValueId b = forward.inputs[1];
    const ValueId to_a = like(a);
    const ValueId to_b = like(b);
    emit(forward, "left", Matmul{shape.batch, shape.m, shape.k, shape.n}, {gradient, b}, Pass::BackwardInput)
        .outputs = {to_a};
    emit(forward, "right", Matmul{shape.batch, shape.k, shape.n, shape.m}, {a, gradient}, Pass::BackwardInput)
        .outputs = {to_b};
    send(a, to_a, forward);
    send(b, to_b, forward);
}

void BackwardPass::conv(const Step& forward, const Conv2d& shape, ValueId gradient) {
    const ValueId x = forward.inputs.front();
    if (learns_[x]) {
        const ValueId made = like(x);
        Conv2d input = shape;
        std::swap(input.c, input.m);
        emit(forward, "input", input, {gradient}, Pass::BackwardInput).outputs = {made};
        send(x, made, forward);
    }
    weightGradient(forward, "weight", shape, {gradient, x});
    accumulate(forward);
}

void BackwardPass::attention(const Step& forward, ValueId gradient) {
    std::vector<ValueId> inputs = forward.inputs;
    inputs.push_back(forward.outputs.front());
    inputs.push_back(gradient);
    Step& step = emit(forward, "backward", forward.kernel.shape, std::move(inputs), Pass::BackwardInput);
    step.count *= kAttentionBackward;
    step.launches = 3 / kAttentionBackward; // row sums of dO * O, gradients, conversion of dQ
    std::vector<ValueId> made;
    for (const ValueId input : forward.inputs)
        made.push_back(like(input));
    tape_.steps.back().outputs = made;
    for (std::size_t i = 0; i < made.size(); ++i)
        send(forward.inputs[i], made[i], forward);
}

/// Grouped products again, once for the inputs and once for the weights.
void BackwardPass::experts(const Step& forward, ValueId gradient) {
    const ValueId x = forward.inputs.front();
    const ValueId made = like(x);
    emit(forward, "input", forward.kernel.shape, {gradient, x}, Pass::BackwardInput).outputs = {made};
    weightGradient(forward, "weight", forward.kernel.shape, {gradient, x});
    accumulate(forward);
    for (const ValueId input : forward.inputs)
        send(input, made, forward);
}

/// A sum hands its gradient on; what was broadcast is summed over the rows.
void BackwardPass::sum(const Step& forward, ValueId gradient) {
    const double elements = tape_.values[forward.outputs.front()].elements();
    for (const ValueId input : forward.inputs) {
        const Value of = tape_.values[input];
        if (!learns_[input]) continue;
        ValueId sent = gradient;
        if (of.elements() < elements) {
            sent = like(input);
            const VectorOp shape{VectorFunction::Add, elements / of.cols, of.cols, 1, of.elements() / elements};
            emit(forward, "reduce", shape, {gradient}, Pass::BackwardInput).outputs = {sent};
        }
        send(input, sent, forward);
    }
}

/// Each factor's gradient is the other one times that of the product.
void BackwardPass::product(const Step& forward, const VectorOp& shape, ValueId gradient) {
    const bool scaled = forward.inputs.size() == 1;
    for (std::size_t i = 0; i < forward.inputs.size(); ++i) {
        const ValueId input = forward.inputs[i];
        if (!learns_[input]) continue;
        const ValueId made = like(input);
        std::vector<ValueId> read{gradient};
        if (!scaled) read.push_back(forward.inputs[1 - i]);
        const double share = tape_.values[input].elements() / (shape.rows * shape.cols);
        const VectorOp kernel{shape.function, shape.rows, shape.cols, scaled ? 1.0 : 2.0, share};
        emit(forward, "input", kernel, read, Pass::BackwardInput).outputs = {made};
        send(input, made, forward);
    }
    if (forward.weights > 0) {
        const ValueId x = forward.inputs.front();
        const VectorOp kernel{VectorFunction::Mul, shape.rows, shape.cols, 2, 1 / shape.rows};
        emit(forward, "weight", kernel, {gradient, x}, Pass::BackwardWeight);
        accumulate(forward);
    }
}

/// What was moved or turned goes back the same way.
void BackwardPass::moved(const Step& forward, const VectorOp& shape, ValueId gradient) {
    std::vector<ValueId> made;
    for (const ValueId input : forward.inputs) {
        if (!learns_[input]) continue;
        made.push_back(like(input));
        send(input, made.back(), forward);
    }
    if (made.empty()) return;
    const VectorOp back{shape.function, shape.rows, shape.cols, shape.outputs, shape.inputs};
    emit(forward, "input", back, {gradient}, Pass::BackwardInput).outputs = std::move(made);
}

void BackwardPass::vector(const Step& forward, const VectorOp& shape, ValueId gradient) {
    const auto toInput = [&](const char* what, VectorFunction function, double read, std::vector<ValueId> inputs) {
        const ValueId x = forward.inputs.front();
        if (!learns_[x]) return;
        const ValueId made = like(x);
        emit(forward, what, VectorOp{function, shape.rows, shape.cols, read, 1}, std::move(inputs), Pass::BackwardInput)
            .outputs = {made};
        send(x, made, forward);
    };
    const ValueId out = forward.outputs.front();
    switch (shape.function) {
    case VectorFunction::Add:
    case VectorFunction::Residual: return sum(forward, gradient);
    case VectorFunction::Mul: return product(forward, shape, gradient);
    case VectorFunction::Div: return toInput("input", shape.function, 1, {gradient});
    case VectorFunction::Softmax:
    case VectorFunction::Relu:
    case VectorFunction::Tanh: return toInput("input", shape.function, 2, {gradient, out});
    case VectorFunction::Pow: // dX = dY * (n X^(n-1)): three kernels
        if (!learns_[forward.inputs.front()]) return;
        emit(forward, "power", VectorOp{VectorFunction::Pow, shape.rows, shape.cols, 1, 1}, forward.inputs,
             Pass::BackwardInput);
        emit(forward, "factor", VectorOp{VectorFunction::Mul, shape.rows, shape.cols, 1, 1}, {}, Pass::BackwardInput);
        return toInput("input", VectorFunction::Mul, 2, {gradient, forward.inputs.front()});
    case VectorFunction::LayerNorm:
    case VectorFunction::BatchNorm:
    case VectorFunction::RmsNorm:
        toInput("input", shape.function, 2, {gradient, forward.inputs.front()});
        emit(forward, "weight", VectorOp{shape.function, shape.rows, shape.cols, 2, 2 / shape.rows},
             {gradient, forward.inputs.front()}, Pass::BackwardWeight);
        return accumulate(forward);
    case VectorFunction::Embedding: {
        const double table = forward.weights / (shape.rows * shape.cols);
        emit(forward, "table", VectorOp{shape.function, shape.rows, shape.cols, 1, 1 + table}, {gradient},
             Pass::BackwardWeight);
        return accumulate(forward);
    }
    case VectorFunction::Copy:
    case VectorFunction::Rope: return moved(forward, shape, gradient);
    case VectorFunction::Sampling: return;
    default: return toInput("input", shape.function, 2, {gradient, forward.inputs.front()});
    }
}

void BackwardPass::step(const Step& forward, ValueId gradient) {
    if (forward.backward == Backward::PassOn) {
        for (const ValueId input : forward.inputs)
            send(input, gradient, forward);
        return;
    }
    if (forward.backward == Backward::Dropout) {
        const auto& shape = std::get<VectorOp>(forward.kernel.shape);
        const ValueId made = like(forward.inputs.front());
        emit(forward, "input", VectorOp{shape.function, shape.rows, shape.cols, shape.outputs, 1},
             {gradient, forward.outputs.back()}, Pass::BackwardInput)
            .outputs = {made};
        return send(forward.inputs.front(), made, forward);
    }
    if (const auto* matmul = std::get_if<Matmul>(&forward.kernel.shape)) {
        return matmul->linear ? linear(forward, *matmul, gradient) : product(forward, *matmul, gradient);
    }
    if (const auto* vec = std::get_if<VectorOp>(&forward.kernel.shape)) return vector(forward, *vec, gradient);
    if (const auto* convolution = std::get_if<Conv2d>(&forward.kernel.shape))
        return conv(forward, *convolution, gradient);
    if (std::holds_alternative<Attention>(forward.kernel.shape)) return attention(forward, gradient);
    if (std::holds_alternative<Moe>(forward.kernel.shape)) return experts(forward, gradient);
}

} // namespace strata::workload
