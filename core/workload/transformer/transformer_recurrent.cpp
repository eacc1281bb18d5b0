// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer/transformer_graph.h"

#include <algorithm>

namespace strata::workload {

using Mixer = TransformerShape::Mixer;

namespace {

/// Kernels of a scan over a prompt, as public libraries cut it. Gated delta rule (fla-org/flash-linear-attention,
/// fla/ops/gated_delta_rule/chunk.py, as SGLang and vLLM have it): norms of queries and keys, sums of decays, products
/// of the keys, the triangular inverse in two, its products, the states, the outputs, and states fetched and put back.
/// Mamba-2 (state-spaces/mamba, mamba_ssm/ops/triton/ssd_combined.py): sums, chunk states, their passing, products,
/// outputs, and states fetched and put back. The first Mamba's is one.
double promptKernels(Mixer kind) { return kind == Mixer::Delta ? 11 : kind == Mixer::Ssm ? 7 : 1; }

/// The short convolution of a prompt wants its channels last: turned before and after.
constexpr double kConvolutionKernels = 3;

} // namespace

/// Each channel sees its own last inputs: a stream whose last pieces wait for the next pass.
ValueId TransformerGraph::shortConvolution(const std::string& name, ValueId x, const Stack& stack) {
    const double width = shape_.recurrent.convolution;
    if (width <= 1) return x;
    const Value of = tape_[x];
    const double waiting = (width - 1) * stack.batch / of.rows;
    const ValueId made = tape_.value(of.rows, of.cols, tape_.wide);
    Step& step = tape_.add(name + "convolution",
                           VectorOp{VectorFunction::Silu, of.rows, of.cols, 1 + waiting, 1 + waiting}, {x}, made);
    step.weights = (width + 1) * of.cols;
    step.tensors = 2;
    if (tape_.rules.fused_experts && stack.queries > 1) step.launches = kConvolutionKernels;
    return made;
}

/// The state of a head is key_dim x value_dim numbers of 32 bits.
ValueId TransformerGraph::scan(const std::string& name, ValueId x, const Stack& stack) {
    const TransformerShape::Recurrent& r = shape_.recurrent;
    const ValueId made = tape_.value(stack.tokens(), r.inner(), tape_.wide);
    Step& step = tape_.add(name + "scan", Scan{stack.batch, stack.queries, r.heads, r.key_dim, r.value_dim}, {x}, made);
    step.kernel.b = NumberType::Fp32;
    step.weights = 2 * r.heads; // rate of decay and its bias
    if (stack.queries > 1) step.launches = promptKernels(r.kind);
    return made;
}

/// Gated delta rule (Yang et al., Gated Delta Networks, ICLR 2025, Section 3), Mamba-2 (Dao and Gu, ICML 2024, Section
/// 8), Mamba (Gu and Dao, COLM 2024, Section 3.4) or a gated short convolution (Liquid AI, LFM2 Technical Report,
/// arXiv:2511.23404, Section 2): a prompt goes through in chunks, a decoded token updates the state.
ValueId TransformerGraph::recurrentMixer(ValueId x, const Stack& stack) {
    const std::string name = "recurrent.";
    const TransformerShape::Recurrent& r = shape_.recurrent;
    const bool merged = tape_.rules.merges_linears;
    const auto projected = [&](ValueId in) { return tape_.linear(name + "output", in, shape_.hidden, false); };
    if (r.kind == Mixer::Convolution) {
        const auto in =
            tape_.linears(name, x, {{"value", r.inner()}, {"in_gate", r.inner()}, {"gate", r.inner()}}, false, merged);
        const ValueId opened = tape_.pointwise(name + "open", VectorFunction::Mul, {in[0], in[1]});
        const ValueId seen = shortConvolution(name, opened, stack);
        return projected(tape_.pointwise(name + "close", VectorFunction::Mul, {seen, in[2]}));
    }
    if (r.kind == Mixer::Selective) {
        const auto in = tape_.linears(name, x, {{"value", r.inner()}, {"gate", r.inner()}}, false, merged);
        const ValueId seen = shortConvolution(name, in[0], stack);
        const auto rates = tape_.linears(name, seen, {{"steps", r.rank}, {"keys", 2 * r.key_dim}}, false, merged);
        tape_.linear(name + "rate", rates[0], r.inner(), true);
        const ValueId made = scan(name, seen, stack);
        tape_.steps.back().weights = (r.key_dim + 1) * r.inner();
        const ValueId gate = tape_.composite(name + "activation", "silu", in[1]);
        return projected(tape_.pointwise(name + "product", VectorFunction::Mul, {made, gate}));
    }
    const bool delta = r.kind == Mixer::Delta;
    std::vector<Projection> parts{{"keys_values", r.convolved()}, {"gate", r.inner()}};
    if (!delta) parts.push_back({"rates", r.heads});
    const auto in = tape_.linears(name, x, parts, false, merged);
    // Rates of decay and of writing have a product of their own, and a kernel that makes them so.
    if (delta) {
        const ValueId rates = tape_.linear(name + "rates", x, 2 * r.heads, false);
        tape_.composite(name + "rates.activation", "sigmoid", rates);
    }
    const ValueId made = scan(name, shortConvolution(name, in[0], stack), stack);
    const ValueId gate = tape_.composite(name + "activation", "silu", in[1]);
    const ValueId gated = tape_.pointwise(name + "product", VectorFunction::Mul, {made, gate});
    const Value of = tape_[gated];
    tape_.reshape(gated, of.elements() / r.value_dim, r.value_dim);
    const ValueId normal = tape_.composite(name + "norm", "rmsnorm", gated, delta ? r.value_dim : r.inner(), 1);
    tape_.reshape(gated, of.rows, of.cols);
    tape_.reshape(normal, of.rows, of.cols);
    return projected(normal);
}

} // namespace strata::workload
