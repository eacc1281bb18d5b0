// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/backward.h"

#include <algorithm>
#include <set>

namespace strata::workload {

BackwardPass::BackwardPass(Tape& tape)
    : tape_(tape), forward_(tape.steps), forward_steps_(tape.steps.size()), forward_values_(tape.values.size()),
      learns_(tape.values.size(), false) {
    for (const Step& step : forward_) {
        for (const ValueId output : step.outputs)
            producers_[output] = &step;
        const bool learned = step.weights > 0 || std::any_of(step.inputs.begin(), step.inputs.end(),
                                                             [this](ValueId input) { return learns_[input]; });
        for (const ValueId output : step.outputs)
            learns_[output] = learned && step.backward != Backward::None;
    }
}

void BackwardPass::run() {
    std::set<ValueId> read;
    for (const Step& step : forward_)
        read.insert(step.inputs.begin(), step.inputs.end());
    for (std::size_t i = forward_steps_; i-- > 0;) {
        const Step& forward = forward_[i];
        if (forward.backward == Backward::None || forward.outputs.empty()) continue;
        // What nothing reads is where gradients start.
        const ValueId last = forward.outputs.front();
        if (learns_[last] && !read.contains(last) && forward.outputs.size() == 1) send(last, like(last), forward);
        again(forward.section);
        if (const auto gradient = arrived(forward)) step(forward, *gradient);
    }
}

/// Layers that were dropped are computed again before their gradients (Chen et al., arXiv:1604.06174);
/// selectively only what stands between the two products of attention (Korthikanti et al., MLSys 2023,
/// Section 5).
void BackwardPass::again(std::size_t section) {
    const Recompute kind = tape_.options.recompute;
    if (kind == Recompute::None || !tape_.sections[section].block || again_[section]) return;
    again_[section] = true;
    for (const Step& step : forward_) {
        if (step.section != section || (kind == Recompute::Selective && !step.core)) continue;
        Step copy = step;
        copy.name += ".again";
        copy.weights = copy.tensors = 0;
        tape_.steps.push_back(std::move(copy));
    }
}

/// How often each forward value is kept: once a round for readers of its own section, once for those of a
/// later one. What enters a repeated section is, from the second round on, what the round before made.
std::map<ValueId, double> BackwardPass::keptCopies() const {
    const bool chained = tape_.options.recompute == Recompute::Full;
    std::map<ValueId, double> kept;
    for (std::size_t i = forward_steps_; i < tape_.steps.size(); ++i) {
        const Step& reader = tape_.steps[i];
        const Section& round = tape_.sections[reader.section];
        for (const ValueId input : reader.inputs) {
            if (input >= forward_values_) continue;
            const Value& value = tape_.values[input];
            const auto made = producers_.find(input);
            const bool inside = made != producers_.end() && made->second->section == reader.section;
            if (inside && reader.pass == Pass::Forward) continue;
            const double each =
                made == producers_.end() ? value.count : value.count / tape_.sections[made->second->section].count;
            const bool carried = !inside && !value.every_round && made != producers_.end() && (round.block || chained);
            double& copies = kept[input];
            copies = std::max(copies, inside ? value.count : carried ? each * round.count : each);
        }
    }
    return kept;
}

double BackwardPass::savedBytes() const {
    const Recompute kind = tape_.options.recompute;
    double bytes = 0;
    std::map<std::size_t, double> transient; ///< of one round that is computed again
    for (const auto& [id, copies] : keptCopies()) {
        const auto made = producers_.find(id);
        const bool known = made != producers_.end();
        const Section& section = tape_.sections[known ? made->second->section : 0];
        const bool dropped = known && section.block && copies > 1 &&
                             (kind == Recompute::Full || (kind == Recompute::Selective && made->second->core));
        (dropped ? transient[made->second->section] : bytes) +=
            tape_.values[id].bytes() * (dropped ? copies / section.count : copies);
    }
    double largest = 0;
    for (const auto& [section, round] : transient)
        largest = std::max(largest, round);
    return bytes + largest;
}

Step& BackwardPass::emit(const Step& forward, const std::string& what, const KernelShape& shape,
                         std::vector<ValueId> inputs, Pass pass) {
    Step made;
    made.name = forward.name + "." + what;
    made.kernel = forward.kernel;
    made.kernel.shape = shape;
    made.inputs = std::move(inputs);
    made.count = forward.count;
    made.section = forward.section;
    made.pass = pass;
    made.backward = Backward::None;
    tape_.steps.push_back(std::move(made));
    return tape_.steps.back();
}

ValueId BackwardPass::like(ValueId value) {
    const Value of = tape_.values[value];
    tape_.values.push_back({of.rows, of.cols, tape_.wide, of.count});
    return tape_.values.size() - 1;
}

void BackwardPass::send(ValueId value, ValueId gradient, const Step& from) {
    if (value >= forward_values_ || !learns_[value]) return;
    Gradient& at = gradients_[value];
    at.parts.push_back(gradient);
    at.sent[from.section] += from.count / std::min(from.count, tape_.sections[from.section].count);
}

/// Gradients that come from several readers are added pairwise.
ValueId BackwardPass::summed(ValueId value, const Step& producer) {
    const Gradient& gradient = gradients_.at(value);
    double sums = static_cast<double>(gradient.sent.size()) - 1;
    double own = 0;
    for (const auto& [section, parts] : gradient.sent) {
        const double rounds = tape_.sections[section].count;
        if (section == producer.section) {
            own = parts - 1;
        } else {
            sums += tape_.values[value].every_round ? parts * rounds - 1 : (parts - 1) * rounds;
        }
    }
    const double count = own * producer.count + sums;
    if (count <= 0) return gradient.parts.front();
    const Value of = tape_.values[value];
    const ValueId made = like(value);
    Step& step = emit(producer, "gradient_sum", VectorOp{VectorFunction::Add, of.rows, of.cols, 2, 1},
                      {gradient.parts.front(), gradient.parts.back()}, Pass::BackwardInput);
    step.kernel.a = step.kernel.b = step.kernel.out = step.kernel.math = tape_.wide;
    step.count = count;
    step.outputs = {made};
    return made;
}

/// Gradient of what a step made; parts of one product are joined first.
std::optional<ValueId> BackwardPass::arrived(const Step& forward) {
    std::vector<ValueId> parts;
    for (const ValueId output : forward.outputs) {
        if (gradients_.contains(output)) parts.push_back(summed(output, forward));
    }
    if (parts.empty()) return std::nullopt;
    const auto* matmul = std::get_if<Matmul>(&forward.kernel.shape);
    if (parts.size() == 1 || matmul == nullptr) return parts.front();
    tape_.values.push_back({matmul->m, matmul->n, tape_.wide, forward.count});
    const ValueId joined = tape_.values.size() - 1;
    Step& step = emit(forward, "join_gradients", VectorOp{VectorFunction::Copy, matmul->m, matmul->n, 1, 1}, parts,
                      Pass::BackwardInput);
    step.kernel.a = step.kernel.b = step.kernel.out = step.kernel.math = tape_.wide;
    step.outputs = {joined};
    return joined;
}

double differentiate(Tape& tape) {
    BackwardPass pass(tape);
    pass.run();
    return pass.savedBytes();
}

} // namespace strata::workload
