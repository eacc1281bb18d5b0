// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer/tape.h"

#include <utility>

namespace strata::workload {
namespace {

/// Channels that tensor cores take at a time in 16 bits: groups of fewer are convolved on lanes, in any layout
/// (cuDNN Developer Guide, Tensor Core Operations: channels padded to multiples of 8).
constexpr double kGroupChannels = 8;

/// Tensor cores sum over channels, which therefore have to lie side by side. PyTorch's images keep pixels side by
/// side: cuDNN turns them before the product and its result afterwards. Windows of one pixel write either layout, so
/// that only their input is turned (measured: pytorch-image-models, results/benchmark-infer-amp-nchw-* and -nhwc-*).
class Turning {
public:
    explicit Turning(Tape& tape) : tape_(tape) {}

    std::vector<Step> run() {
        for (const Step& step : tape_.steps) {
            const auto* shape = std::get_if<Conv2d>(&step.kernel.shape);
            if (shape == nullptr || !turns(step, *shape)) {
                made_.push_back(step);
            } else {
                convolve(step, shape->r * shape->s > 1);
            }
        }
        return std::move(made_);
    }

private:
    static bool turns(const Step& step, const Conv2d& shape) {
        const bool lanes = shape.groups > 1 && shape.c / shape.groups < kGroupChannels;
        return step.kernel.math != NumberType::Fp32 && !lanes && shape.p * shape.q > 1;
    }

    void convolve(Step step, bool window) {
        for (ValueId& input : step.inputs) {
            const ValueId turned = like(input);
            turn(step, ".channels_last", input, turned);
            input = turned;
        }
        if (!window || step.outputs.empty()) {
            made_.push_back(std::move(step));
            return;
        }
        const ValueId result = step.outputs.front();
        const ValueId turned = like(result);
        step.outputs.front() = turned;
        made_.push_back(step);
        turn(step, ".channels_first", turned, result);
    }

    ValueId like(ValueId of) {
        const Value value = tape_.values[of];
        tape_.values.push_back(value);
        return tape_.values.size() - 1;
    }

    void turn(const Step& around, const char* what, ValueId from, ValueId to) {
        const Value value = tape_.values[from];
        Step step;
        step.name = around.name + what;
        step.kernel = {VectorOp{VectorFunction::Copy, value.rows, value.cols, 1, 1}, value.type, value.type, value.type,
                       value.type};
        step.inputs = {from};
        step.outputs = {to};
        step.count = around.count;
        step.section = around.section;
        step.pass = around.pass;
        step.backward = Backward::None;
        step.inner = true;
        made_.push_back(std::move(step));
    }

    Tape& tape_;
    std::vector<Step> made_;
};

} // namespace

void turnImages(Tape& tape) {
    if (tape.options.channels_last || tape.rules.keeps_channels_last) return;
    tape.steps = Turning(tape).run();
}

} // namespace strata::workload
