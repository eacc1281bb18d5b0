// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/transformer/tape.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace strata::workload {

/// Writes the backward pass of a tape behind its forward pass.
class BackwardPass {
public:
    explicit BackwardPass(Tape& tape);
    void run();
    /// Bytes of all forward values that backward steps read, over all layers.
    double savedBytes() const;

private:
    /// Gradients that reached a value, by the section whose steps sent them.
    struct Gradient {
        std::vector<ValueId> parts;
        std::map<std::size_t, double> sent;
    };

    std::map<ValueId, double> keptCopies() const;
    void step(const Step& forward, ValueId gradient);
    void linear(const Step& forward, const Matmul& shape, ValueId gradient);
    void product(const Step& forward, const Matmul& shape, ValueId gradient);
    void conv(const Step& forward, const Conv2d& shape, ValueId gradient);
    void attention(const Step& forward, ValueId gradient);
    void experts(const Step& forward, ValueId gradient);
    void vector(const Step& forward, const VectorOp& shape, ValueId gradient);
    void product(const Step& forward, const VectorOp& shape, ValueId gradient);
    void sum(const Step& forward, ValueId gradient);
    void moved(const Step& forward, const VectorOp& shape, ValueId gradient);
    void weightGradient(const Step& forward, const std::string& what, const KernelShape& shape,
                        std::vector<ValueId> inputs);
    void accumulate(const Step& forward);
    void again(std::size_t section);

    Step& emit(const Step& forward, const std::string& what, const KernelShape& shape, std::vector<ValueId> inputs,
               Pass pass);
    ValueId like(ValueId value);
    void send(ValueId value, ValueId gradient, const Step& from);
    std::optional<ValueId> arrived(const Step& forward);
    ValueId summed(ValueId value, const Step& producer);

    Tape& tape_;
    const std::vector<Step> forward_; ///< the list grows: its steps move
    std::map<ValueId, const Step*> producers_;
    std::size_t forward_steps_ = 0, forward_values_ = 0;
    std::vector<bool> learns_;
    std::map<ValueId, Gradient> gradients_;
    std::map<std::size_t, bool> again_; ///< sections whose forward steps were written again
};

} // namespace strata::workload
