// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer/tape.h"

#include <algorithm>
#include <map>

namespace strata::workload {

namespace {

/// Products want narrow operands; all else is as wide as the device's 16 bits unless the rules keep it narrow too.
NumberType wideOf(const GraphOptions& options, const FusionRules& rules) {
    const bool kept = rules.keeps_narrow && options.static_scales && options.phase != Phase::Training;
    return bytesOf(options.activations) < 2 && !kept ? options.wide : options.activations;
}

} // namespace

Tape::Tape(const GraphOptions& asked, const Lowering& data)
    : options(asked), lowering(data), rules(rulesFor(asked, data)), wide(wideOf(asked, rules)), sections(1) {}

void Tape::begin(std::string prefix, double count, bool block) {
    sections.push_back({std::move(prefix), count, block});
    times_ = 1;
    narrow_.clear();
}

ValueId Tape::value(double rows, double cols, NumberType type) {
    values.push_back({rows, cols, type, copies()});
    return values.size() - 1;
}

ValueId Tape::source(double rows, double cols) { return value(rows, cols, wide); }

Step& Tape::add(std::string name, const KernelShape& shape, std::vector<ValueId> inputs, ValueId output) {
    Step step;
    step.name = sections.back().prefix + std::move(name);
    step.kernel = {shape, wide, wide, wide, wide};
    step.inputs = std::move(inputs);
    step.outputs = {output};
    step.count = copies();
    step.section = sections.size() - 1;
    steps.push_back(std::move(step));
    return steps.back();
}

/// Narrow products want narrow inputs: each activation is scaled and cast once (per-token dynamic
/// quantization), or leaves its producer narrow where the checkpoint holds its scale.
ValueId Tape::narrowed(ValueId x) {
    if (kept_wide_ || options.activations == wide) return x;
    for (const auto& [from, to] : narrow_) {
        if (from == x) return to;
    }
    const Value& from = values[x];
    const Quantize shape{from.rows, from.cols, true, true};
    const ValueId made = value(from.rows, from.cols, options.activations);
    Step& step = add("quantize", shape, {x}, made);
    step.kernel.out = options.activations;
    step.backward = Backward::PassOn;
    if (options.static_scales) step.launches = 0;
    narrow_.emplace_back(x, made);
    return made;
}

ValueId Tape::linear(const std::string& name, ValueId x, double cols, bool bias, bool counted) {
    const ValueId in = narrowed(x);
    const Value from = values[in];
    const ValueId out = value(from.rows, cols, wide);
    const bool blocks = !kept_wide_ && options.block_scaled && bytesOf(options.weights) < 2;
    Step& step = add(name, Matmul{1, from.rows, cols, from.cols, true, blocks, false}, {in}, out);
    step.wide_weights = kept_wide_;
    if (!kept_wide_) {
        step.kernel.a = options.activations;
        step.kernel.b = options.weights;
        step.kernel.math = options.math;
    }
    step.bias = bias;
    step.weights = counted ? from.cols * cols + (bias ? cols : 0) : 0;
    step.tensors = counted ? (bias ? 2 : 1) : 0;
    return out;
}

std::vector<ValueId> Tape::linears(const std::string& name, ValueId x, const std::vector<Projection>& parts, bool bias,
                                   bool merged) {
    std::vector<ValueId> made;
    if (!merged) {
        for (const Projection& part : parts)
            made.push_back(linear(name + part.name, x, part.cols, bias));
        return made;
    }
    double cols = 0;
    std::string all;
    for (const Projection& part : parts) {
        cols += part.cols;
        all += (all.empty() ? "" : "_") + std::string(part.name);
    }
    const double rows = values[linear(name + all, x, cols, bias)].rows;
    values.pop_back();
    for (const Projection& part : parts)
        made.push_back(value(rows, part.cols, wide));
    steps.back().outputs = made;
    return made;
}

ValueId Tape::product(const std::string& name, std::vector<ValueId> inputs, const Matmul& shape) {
    const ValueId out = value(shape.batch * shape.m, shape.n, wide);
    Step& step = add(name, shape, std::move(inputs), out);
    if (bytesOf(options.math) >= bytesOf(wide)) step.kernel.math = options.math;
    return out;
}

ValueId Tape::conv(const std::string& name, ValueId x, const Conv2d& shape, bool bias) {
    const ValueId in = narrowed(x);
    const ValueId out = value(shape.n * shape.p * shape.q, shape.m, wide);
    Step& step = add(name, shape, {in}, out);
    step.kernel.a = options.activations;
    step.kernel.b = options.weights;
    step.kernel.math = options.math;
    step.bias = bias;
    step.weights = shape.m * (shape.c / shape.groups) * shape.r * shape.s + (bias ? shape.m : 0);
    step.tensors = bias ? 2 : 1;
    if (!bias || !rules.joins.empty()) return out;
    // Eager convolutions add their bias by a kernel of its own (PyTorch, aten/src/ATen/native/Convolution.cpp).
    const ValueId shifted = pointwise(name + ".bias", VectorFunction::Add, {out});
    steps.back().inner = true;
    return shifted;
}

ValueId Tape::pointwise(const std::string& name, VectorFunction function, std::vector<ValueId> inputs) {
    const auto larger = [this](ValueId a, ValueId b) { return values[a].elements() < values[b].elements(); };
    const Value of = values[*std::max_element(inputs.begin(), inputs.end(), larger)];
    double read = 0;
    for (const ValueId input : inputs)
        read += values[input].elements() / of.elements();
    const ValueId out = value(of.rows, of.cols, wide);
    add(name, VectorOp{function, of.rows, of.cols, read, 1}, std::move(inputs), out);
    return out;
}

ValueId Tape::reduce(const std::string& name, VectorFunction function, ValueId x) {
    const Value of = values[x];
    const ValueId out = value(of.rows, 1, wide);
    add(name, VectorOp{function, of.rows, of.cols, 1, 1 / of.cols}, {x}, out);
    return out;
}

ValueId Tape::normOver(const std::string& name, VectorFunction norm, ValueId x, double rows, double weights) {
    const Value of = values[x];
    const ValueId out = value(of.rows, of.cols, wide);
    Step& step = add(name, VectorOp{norm, rows, of.elements() / rows, 1, 1}, {x}, out);
    step.weights = weights;
    step.tensors = weights > 0 ? 2 : 0;
    return out;
}

ValueId Tape::composite(const std::string& name, std::string_view key, ValueId x, double weights, double tensors) {
    const auto found = lowering.composites.find(key);
    ValueId last = x;
    if (found == lowering.composites.end() || rules.whole_composites) {
        const bool known = found != lowering.composites.end();
        last = pointwise(name, known ? found->second.whole : VectorFunction::Mul, {x});
    } else {
        std::map<std::string, ValueId, std::less<>> made{{"x", x}};
        const auto& list = found->second.steps;
        for (const CompositeStep& composite_step : list) {
            std::vector<ValueId> operands;
            for (const std::string& operand : composite_step.of)
                operands.push_back(made.at(operand));
            const std::string full = list.size() > 1 ? name + "." + composite_step.id : name;
            last = composite_step.reduces ? reduce(full, composite_step.function, operands.front())
                                          : pointwise(full, composite_step.function, operands);
            made[composite_step.id] = last;
        }
    }
    steps.back().weights = weights;
    steps.back().tensors = tensors;
    return last;
}

ValueId Tape::dropout(const std::string& name, ValueId x) {
    if (!training() || !options.dropout) return x;
    const Value of = values[x];
    const ValueId out = value(of.rows, of.cols, wide);
    const ValueId mask = value(of.rows, of.cols, NumberType::Int8);
    Step& step = add(name, VectorOp{VectorFunction::Mul, of.rows, of.cols, 1, 1 + 1 / bytesOf(wide)}, {x}, out);
    step.outputs.push_back(mask);
    step.backward = Backward::Dropout;
    return out;
}

ValueId Tape::embedding(const std::string& name, double rows, double cols, double table) {
    const ValueId out = value(rows, cols, wide);
    Step& step = add(name, VectorOp{VectorFunction::Embedding, rows, cols, 1, 1}, {}, out);
    step.weights = table * cols;
    step.tensors = table > 0 ? 1 : 0;
    return out;
}

} // namespace strata::workload
