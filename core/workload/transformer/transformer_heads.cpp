// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer/transformer_graph.h"

namespace strata::workload {
namespace {

/// Cross-entropy over the columns.
void addLoss(Tape& tape, ValueId logits) {
    if (!tape.training() || !tape.options.loss) return;
    const ValueId likely = tape.pointwise("loss.softmax", VectorFunction::Softmax, {logits});
    tape.reduce("loss.pick", VectorFunction::Add, likely);
}

/// The first token of each sequence.
ValueId firstTokens(Tape& tape, ValueId x, double batch) {
    const double cols = tape[x].cols;
    const ValueId first = tape.value(batch, cols, tape.wide);
    tape.add("first_token", VectorOp{VectorFunction::Copy, batch, cols, 1, 1}, {x}, first);
    return first;
}

} // namespace

/// A forward pass gives the logits of all positions, as frameworks do; serving asks for the last one only.
void TransformerGraph::languageHead(ValueId x, const Stack& stack) {
    const bool serves = tape_.options.phase == Phase::Prefill || tape_.options.phase == Phase::Decode;
    tape_.begin("head.");
    if (serves && stack.queries > 1) {
        const ValueId last = tape_.value(stack.batch, shape_.hidden, tape_.wide);
        tape_.add("last_token", VectorOp{VectorFunction::Copy, stack.batch, shape_.hidden, 1, 1}, {x}, last);
        x = last;
    }
    // T5 scales by the width where the head shares the embedding's weights.
    if (shape_.twoStacks() && shape_.tied) x = tape_.pointwise("scale", VectorFunction::Mul, {x});
    // Checkpoints in narrow formats keep the head: its errors would be those of the answer.
    tape_.keepWide(serves && bytesOf(tape_.options.weights) < bytesOf(tape_.wide));
    const ValueId logits = tape_.linear("logits", x, shape_.vocab, false, !shape_.tied);
    tape_.keepWide(false);
    if (serves) {
        const ValueId token = tape_.value(stack.batch, 1, NumberType::Fp32);
        tape_.add("sampling", VectorOp{VectorFunction::Sampling, stack.batch, shape_.vocab, 1, 0}, {logits}, token);
    }
    addLoss(tape_, logits);
}

/// BERT: classification of the sequence when it is used; both of its objectives when it is trained (Devlin et
/// al., NAACL 2019, Sections 3.1 and 3.2).
void TransformerGraph::encoderHead(ValueId x, double batch) {
    tape_.begin("head.");
    ValueId pooled = firstTokens(tape_, x, batch);
    if (shape_.pooler) {
        pooled = tape_.linear("pooler", pooled, shape_.hidden, true);
        pooled = tape_.composite("pooler.activation", "tanh", pooled);
    }
    if (tape_.training()) {
        ValueId words = tape_.linear("transform", x, shape_.hidden, true);
        words = norm("transform.norm", tape_.composite("transform.activation", shape_.activation, words));
        addLoss(tape_, tape_.linear("words", words, shape_.vocab, true, !shape_.tied));
    }
    const ValueId classes = tape_.linear("classes", pooled, shape_.classes, true);
    addLoss(tape_, classes);
}

void TransformerGraph::visionHead(ValueId x, double batch) {
    tape_.begin("head.");
    addLoss(tape_, tape_.linear("classes", firstTokens(tape_, x, batch), shape_.vocab, true));
}

} // namespace strata::workload
