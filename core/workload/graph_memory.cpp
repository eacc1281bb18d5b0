// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer/tape.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace strata::workload {
namespace {

/// Elements that one launch of the multi-tensor update takes: 320 blocks of 65,536 (PyTorch,
/// MultiTensorApply.cuh).
constexpr double kElementsPerLaunch = 320.0 * 65536.0;

} // namespace

double liveBytes(const Tape& tape) {
    std::map<ValueId, std::size_t> last;
    for (std::size_t i = 0; i < tape.steps.size(); ++i) {
        for (const ValueId input : tape.steps[i].inputs)
            last[input] = i;
        for (const ValueId output : tape.steps[i].outputs)
            last[output] = std::max(last[output], i);
    }
    std::vector<std::vector<ValueId>> freed(tape.steps.size());
    for (const auto& [value, step] : last)
        freed[step].push_back(value);
    std::map<ValueId, bool> alive;
    double live = 0;
    double most = 0;
    for (std::size_t i = 0; i < tape.steps.size(); ++i) {
        for (const ValueId output : tape.steps[i].outputs) {
            if (!std::exchange(alive[output], true)) live += tape.values[output].bytes();
        }
        most = std::max(most, live);
        for (const ValueId value : freed[i]) {
            if (alive[value]) live -= tape.values[value].bytes();
            alive[value] = false;
        }
    }
    return most;
}

/// One fused update reads gradients and states and writes states and weights. AdamW keeps two moments, SGD
/// one; weights below 32 bits have a copy of 32 (Rajbhandari et al., ZeRO, SC 2020, Section 3.1).
void optimize(Tape& tape) {
    const Optimizer kind = tape.options.optimizer;
    if (kind == Optimizer::None) return;
    double parameters = 0;
    for (const Step& step : tape.steps)
        parameters += step.pass == Pass::Forward ? step.weights * step.count : 0;
    const bool copied = bytesOf(tape.options.weights) < 4;
    const double moments = kind == Optimizer::AdamW ? 2 : 1;
    const double gradient = bytesOf(tape.wide) / 4;
    const double written = copied ? bytesOf(tape.options.weights) / 4 : 0;
    tape.begin("optimizer.");
    Step& step =
        tape.add("update", VectorOp{VectorFunction::Add, 1, parameters, 1 + moments + gradient, 1 + moments + written},
                 {}, tape.source(1, 1));
    step.kernel.a = step.kernel.b = step.kernel.out = step.kernel.math = NumberType::Fp32;
    step.outputs.clear();
    step.pass = Pass::Optimizer;
    step.launches = std::ceil(parameters / kElementsPerLaunch);
}

} // namespace strata::workload
