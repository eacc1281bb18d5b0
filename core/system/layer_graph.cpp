// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/layer_graph.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace strata::system {
namespace {

using workload::Attention;
using workload::Kernel;
using workload::KernelShape;
using workload::Matmul;
using workload::Moe;
using workload::Operator;
using workload::Pass;
using workload::VectorFunction;
using workload::VectorOp;

// FlashAttention's backward pass has five products for the forward's two (T. Dao, FlashAttention-2, ICLR
// 2024).
constexpr double kAttentionBackward = 2.5;
constexpr const char* kCore = "attention.core";
constexpr const char* kStream = "experts.stream";

class GraphWriter {
public:
    GraphWriter(const TrainingJob& job, const Plan& plan, double count)
        : job_(job), m_(job.model), count_(count), tp_(plan.tp), trains_(plan.lora == 0),
          narrow_(bytesOf(job.precision) < 2.0), wide_(narrow_ ? NumberType::Bf16 : job.precision),
          tokens_(plan.micro_batch * job.sequence / plan.cp),
          rows_(plan.sequence_parallel ? tokens_ / plan.tp : tokens_), cp_(plan.cp), ep_(plan.ep),
          load_(plan.expertLoad(job)), batch_(plan.micro_batch) {}

    void attention(double window) {
        norm("attention.norm");
        if (m_.latent.kv_rank > 0.0) {
            latentProjections();
        } else {
            const double keys = std::max(1.0, m_.kv_heads / tp_);
            linear("attention.qkv", tokens_, m_.hidden, (m_.heads / tp_ + 2.0 * keys) * m_.head_dim);
        }
        if (m_.position == "rotary") {
            const double width = (m_.heads / tp_ + std::max(1.0, m_.kv_heads / tp_)) * m_.head_dim;
            both("attention.rope", VectorFunction::Rope, tokens_, width, 1.0, 1.0, 1.0, 1.0);
        }
        core(window);
        linear("attention.output", tokens_, m_.heads * m_.valueDim() / tp_, m_.hidden);
        residual("attention.residual");
    }

    void dense() {
        norm("mlp.norm");
        feedForward("mlp.", tokens_, m_.ffn / tp_);
        residual("mlp.residual");
    }

    void sparse() {
        const auto& moe = m_.moe;
        // Experts are not cut by the tensor group: its ranks route a share of the tokens each.
        const double tokens = tokens_ / tp_;
        norm("experts.norm");
        linear("experts.router", tokens, m_.hidden, moe.experts, false);
        both(std::string(kStream) + ".order", VectorFunction::Copy, tokens * moe.per_token, m_.hidden, 2.0, 2.0, 2.0,
             2.0);
        // Ranks exchange slots: what a rank's experts get are as many as its own tokens send, and no token else passes.
        const Moe shape{tokens * load_, m_.hidden, moe.ffn, moe.experts / ep_, moe.experts / ep_, moe.per_token, 0.0,
                        m_.gated,       false};
        const NumberType math = job_.precision;
        const double slots = tokens * load_ * moe.per_token;
        const double gate = m_.gated ? 1.0 : 0.0;
        if (narrow_) quantizeSlots(slots);
        add("experts.forward", shape, narrow(math), Pass::Forward);
        // The forward kernel holds the activation; its gradient is a pass of its own.
        vector(std::string(kStream) + ".activation.backward", m_.gated ? VectorFunction::Silu : VectorFunction::Gelu,
               slots, moe.ffn, 2.0 + gate, 1.0 + gate, Pass::BackwardInput);
        add("experts.input", shape, narrow(math), Pass::BackwardInput);
        if (trains_) {
            add("experts.weight", shape, narrow(math), Pass::BackwardWeight);
            const Kernel sum{{}, NumberType::Fp32, NumberType::Fp32, NumberType::Fp32, NumberType::Fp32};
            const double rows = moe.experts / ep_ * (2.0 + gate) * m_.hidden;
            add(std::string(kStream) + ".accumulate", VectorOp{VectorFunction::Add, rows, moe.ffn, 1.0, 1.0}, sum,
                Pass::BackwardWeight);
        }
        if (moe.shared_ffn > 0.0) feedForward("shared.", tokens_, moe.shared_ffn / tp_);
        residual("experts.residual");
    }

    void head() {
        both("embedding", VectorFunction::Embedding, rows_, m_.hidden, 1.0, 1.0, 1.0, 1.0);
        norm("head.norm");
        linear("head.logits", tokens_, m_.hidden, m_.vocab / tp_, false);
        // Cross-entropy in 32 bits: largest, exponents and their sum, loss; gradient in one pass.
        vector("head.loss", VectorFunction::Softmax, tokens_, m_.vocab / tp_, 2.0, 1.0, Pass::Forward);
        vector("head.loss_gradient", VectorFunction::Mul, tokens_, m_.vocab / tp_, 1.0, 1.0, Pass::BackwardInput);
    }

    workload::ModelGraph take() {
        workload::ModelGraph graph;
        graph.phase = workload::Phase::Training;
        graph.operators = std::move(operators_);
        graph.tokens = tokens_;
        return graph;
    }

private:
    void add(const std::string& name, const KernelShape& shape, const Kernel& types, Pass pass, double times = 1.0) {
        Operator op;
        op.name = name;
        op.kernel = types;
        op.kernel.shape = shape;
        op.count = count_ * times;
        op.launches = std::max(1.0, 1.0 / times);
        op.pass = pass;
        operators_.push_back(std::move(op));
    }

    Kernel wide() const { return {{}, wide_, wide_, wide_, wide_}; }
    Kernel narrow(NumberType math) const { return {{}, math, math, wide_, math}; }

    void vector(const std::string& name, VectorFunction function, double rows, double cols, double in, double out,
                Pass pass) {
        add(name, VectorOp{function, rows, cols, in, out}, wide(), pass);
    }
    void both(const std::string& name, VectorFunction function, double rows, double cols, double in, double out,
              double back_in, double back_out) {
        vector(name, function, rows, cols, in, out, Pass::Forward);
        vector(name + ".backward", function, rows, cols, back_in, back_out, Pass::BackwardInput);
    }
    void norm(const std::string& name) {
        const auto function = m_.norm == "rmsnorm" ? VectorFunction::RmsNorm : VectorFunction::LayerNorm;
        both(name, function, rows_, m_.hidden, 1.0, 1.0, 2.0, 1.0);
    }
    /// Bias, dropout and sum in one kernel; backward joins the gradients of both paths.
    void residual(const std::string& name) {
        const double mask = m_.dropout ? 0.5 : 0.0;
        both(name, VectorFunction::Residual, rows_, m_.hidden, 2.0, 1.0 + mask, 2.0 + mask, 1.0);
    }

    void linear(const std::string& name, double tokens, double in, double out, bool may_narrow = true) {
        const bool narrows = narrow_ && may_narrow;
        const Kernel types = narrows ? narrow(job_.precision) : wide();
        if (narrows) quantize(name + ".cast", tokens, in, Pass::Forward);
        add(name, Matmul{1.0, tokens, out, in, true, narrows && job_.block_scaled}, types, Pass::Forward);
        if (narrows) quantize(name + ".gradient_cast", tokens, out, Pass::BackwardInput);
        add(name + ".input", Matmul{1.0, tokens, in, out, true, narrows && job_.block_scaled}, types,
            Pass::BackwardInput);
        if (!trains_) return;
        add(name + ".weight", Matmul{1.0, out, in, tokens, true, narrows && job_.block_scaled}, types,
            Pass::BackwardWeight);
        // The sum over micro-batches: gradients are read and written in 32 bits.
        Kernel sum{{}, NumberType::Fp32, NumberType::Fp32, NumberType::Fp32, NumberType::Fp32};
        add(name + ".accumulate", VectorOp{VectorFunction::Add, out, in, 1.0, 1.0}, sum, Pass::BackwardWeight);
    }
    void quantize(const std::string& name, double rows, double cols, Pass pass) {
        Kernel types{{}, wide_, wide_, job_.precision, wide_};
        add(name, VectorOp{VectorFunction::Copy, rows, cols, 1.0, 1.0}, types, pass);
    }

    /// What goes into both products of the experts, and its gradients.
    void quantizeSlots(double slots) {
        const double gates = m_.gated ? 2.0 : 1.0;
        quantize("experts.cast", slots, m_.hidden, Pass::Forward);
        quantize("experts.inner_cast", slots, m_.moe.ffn, Pass::Forward);
        quantize("experts.gradient_cast", slots, m_.hidden, Pass::BackwardInput);
        quantize("experts.inner_gradient_cast", slots, gates * m_.moe.ffn, Pass::BackwardInput);
    }

    void latentProjections() {
        const auto& latent = m_.latent;
        const double query = (latent.nope + latent.rope) * m_.heads / tp_;
        if (latent.query_rank > 0.0) {
            linear("attention.query_down", tokens_, m_.hidden, latent.query_rank);
            linear("attention.query_up", tokens_, latent.query_rank, query);
        } else {
            linear("attention.query", tokens_, m_.hidden, query);
        }
        linear("attention.kv_down", tokens_, m_.hidden, latent.kv_rank + latent.rope);
        linear("attention.kv_up", tokens_, latent.kv_rank, (latent.nope + latent.value) * m_.heads / tp_);
    }

    void core(double window) {
        const bool latent = m_.latent.kv_rank > 0.0;
        const double heads = m_.heads / tp_;
        const double width = latent ? m_.latent.nope + m_.latent.rope : m_.head_dim;
        if (job_.fused_attention) {
            const double keys = latent ? heads : std::max(1.0, m_.kv_heads / tp_);
            const double value = latent ? m_.valueDim() : 0.0;
            const Attention shape{batch_, heads, keys, width, job_.sequence, job_.sequence, value, window};
            add(kCore, shape, wide(), Pass::Forward, 1.0 / cp_);
            add(std::string(kCore) + ".backward", shape, wide(), Pass::BackwardInput, kAttentionBackward / cp_);
            return;
        }
        const double s = job_.sequence;
        const Matmul scores{batch_ * heads, s, s, width};
        const Matmul context{batch_ * heads, s, width, s};
        const double mask = m_.dropout ? 0.5 : 0.0;
        add(kCore, scores, wide(), Pass::Forward, 1.0 / cp_);
        vector(kCore, VectorFunction::Softmax, batch_ * heads * s / cp_, s, 1.0, 1.0, Pass::Forward);
        if (m_.dropout) vector(kCore, VectorFunction::Mul, batch_ * heads * s / cp_, s, 1.0, 1.0 + mask, Pass::Forward);
        add(kCore, context, wide(), Pass::Forward, 1.0 / cp_);
        const std::string back = std::string(kCore) + ".backward";
        add(back, scores, wide(), Pass::BackwardInput, 2.0 / cp_);
        vector(back, VectorFunction::Softmax, batch_ * heads * s / cp_, s, 2.0, 1.0, Pass::BackwardInput);
        if (m_.dropout)
            vector(back, VectorFunction::Mul, batch_ * heads * s / cp_, s, 1.0 + mask, 1.0, Pass::BackwardInput);
        add(back, context, wide(), Pass::BackwardInput, 2.0 / cp_);
    }

    void feedForward(const std::string& name, double tokens, double width) {
        linear(name + "up", tokens, m_.hidden, (m_.gated ? 2.0 : 1.0) * width);
        const VectorFunction function = m_.gated ? VectorFunction::Silu : VectorFunction::Gelu;
        const double gate = m_.gated ? 1.0 : 0.0;
        both(name + "activation", function, tokens, width, 1.0 + gate, 1.0, 2.0 + gate, 1.0 + gate);
        linear(name + "down", tokens, width, m_.hidden);
    }

    const TrainingJob& job_;
    const workload::TransformerShape& m_;
    double count_, tp_;
    bool trains_, narrow_;
    NumberType wide_;
    double tokens_, rows_, cp_, ep_, load_, batch_;
    std::vector<Operator> operators_;
};

} // namespace

workload::ModelGraph layerGraph(const TrainingJob& job, const Plan& plan, const LayerShape& shape, double count) {
    GraphWriter writer(job, plan, count);
    writer.attention(shape.window);
    if (shape.sparse) {
        writer.sparse();
    } else {
        writer.dense();
    }
    return writer.take();
}

workload::ModelGraph headGraph(const TrainingJob& job, const Plan& plan) {
    GraphWriter writer(job, plan, 1.0);
    writer.head();
    return writer.take();
}

bool isAttentionCore(const workload::Operator& op) { return op.name.starts_with(kCore); }

bool isExpertStream(const workload::Operator& op) { return op.name.starts_with(kStream); }

} // namespace strata::system
