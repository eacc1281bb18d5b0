// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"
#include "core/workload/lowering.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace strata::workload {

/// Number of a value on its tape.
using ValueId = std::size_t;

/// An activation between two operators: rows x cols elements.
struct Value {
    double rows = 1, cols = 1;
    NumberType type = NumberType::Fp32;
    double count = 1;         ///< copies that one pass makes
    bool every_round = false; ///< read by each round of a later section, not only by its first
    double elements() const { return rows * cols; }
    double bytes() const { return elements() * bytesOf(type); }
};

/// How gradients go back through a step.
enum class Backward : std::uint8_t { ByShape, Dropout, PassOn, None };

/// One launch, with the values that it reads and writes.
struct Step {
    std::string name;
    Kernel kernel;
    std::vector<ValueId> inputs, outputs;
    double count = 1;
    double launches = 1;
    double weights = 0;        ///< parameters of one copy
    bool wide_weights = false; ///< they are not narrowed with those of other products
    double tensors = 0;        ///< parameter tensors of one copy
    std::size_t section = 0;
    Pass pass = Pass::Forward;
    Backward backward = Backward::ByShape;
    bool inner = false; ///< launched inside the call of its neighbour
    bool bias = false;
    bool core = false; ///< between the two products of attention: cheap to compute again, large to keep
};

/// A run of steps that the model repeats `count` times, one after the other.
struct Section {
    std::string prefix;
    double count = 1;
    bool block = false; ///< a layer that recomputation may drop
};

/// One of several products with the same input, by its columns.
struct Projection {
    const char* name;
    double cols;
};

/// The operators of a model in order of execution, as they are written down.
class Tape {
public:
    Tape(const GraphOptions& options, const Lowering& lowering);

    /// Following steps belong to it.
    void begin(std::string prefix, double count = 1, bool block = false);
    /// A value that no step makes: an input.
    ValueId source(double rows, double cols);
    ValueId value(double rows, double cols, NumberType type);
    /// Name and count are those of the section.
    Step& add(std::string name, const KernelShape& shape, std::vector<ValueId> inputs, ValueId output);
    /// Following products have weights and inputs as wide as all else: checkpoints leave some of them so.
    void keepWide(bool wide_products) { kept_wide_ = wide_products; }
    /// Following steps of the section run so often in each of its rounds (once per expert, say).
    void times(double each) { times_ = each; }

    // Operators; each returns what it makes.
    ValueId linear(const std::string& name, ValueId x, double cols, bool bias, bool counted = true);
    /// Several projections of one input, by one product where `merged`.
    std::vector<ValueId> linears(const std::string& name, ValueId x, const std::vector<Projection>& parts, bool bias,
                                 bool merged);
    ValueId product(const std::string& name, std::vector<ValueId> inputs, const Matmul& shape);
    /// Of images whose rows are pixels and whose columns are channels.
    ValueId conv(const std::string& name, ValueId x, const Conv2d& shape, bool bias);
    ValueId pointwise(const std::string& name, VectorFunction function, std::vector<ValueId> inputs);
    ValueId reduce(const std::string& name, VectorFunction function, ValueId x);
    /// A norm over other rows than those of the value: groups of channels, batches of them.
    ValueId normOver(const std::string& name, VectorFunction norm, ValueId x, double rows, double weights);
    ValueId composite(const std::string& name, std::string_view key, ValueId x, double weights = 0, double tensors = 0);
    ValueId dropout(const std::string& name, ValueId x);
    ValueId embedding(const std::string& name, double rows, double cols, double table);

    /// The same elements in other rows.
    void reshape(ValueId id, double rows, double cols) { values[id].rows = rows, values[id].cols = cols; }

    void everyRound(ValueId id) { values[id].every_round = true; }

    const Value& operator[](ValueId id) const { return values[id]; }
    bool training() const { return options.phase == Phase::Training; }

    const GraphOptions options;
    const Lowering& lowering;
    const FusionRules& rules;
    NumberType wide; ///< of everything but the inputs of matrix products
    std::vector<Value> values;
    std::vector<Step> steps;
    std::vector<Section> sections;

private:
    double copies() const { return sections.back().count * times_; }
    ValueId narrowed(ValueId x);

    double times_ = 1;
    bool kept_wide_ = false;
    std::vector<std::pair<ValueId, ValueId>> narrow_; ///< values that were quantized, and the result
};

/// Appends the backward pass, from the last step to the first, and returns the bytes of all forward values
/// that it reads.
double differentiate(Tape& tape);
/// Appends the update of all weights.
void optimize(Tape& tape);
/// Turns images around each convolution on tensor cores, where neither options nor rules keep channels last.
void turnImages(Tape& tape);
/// Joins steps as the rules say.
void fuse(Tape& tape);
/// Largest set of values that live at one moment of a forward pass.
double liveBytes(const Tape& tape);

} // namespace strata::workload
