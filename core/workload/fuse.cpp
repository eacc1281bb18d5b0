// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer/tape.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace strata::workload {
namespace {

/// Steps that become one kernel, in order; it runs where the last of them stands.
using Group = std::vector<std::size_t>;

class Fusion {
public:
    explicit Fusion(Tape& tape) : tape_(tape), group_of_(tape.steps.size()), groups_(tape.steps.size()) {
        std::iota(group_of_.begin(), group_of_.end(), std::size_t{0});
        for (std::size_t i = 0; i < tape.steps.size(); ++i) {
            groups_[i] = {i};
            for (const ValueId input : tape.steps[i].inputs)
                readers_[input].push_back(i);
        }
    }

    std::vector<Step> run() {
        for (std::size_t i = 0; i < tape_.steps.size(); ++i) {
            join(i);
            for (const ValueId output : tape_.steps[i].outputs)
                producer_[output] = i;
        }
        std::vector<Step> joined;
        for (std::size_t i = 0; i < tape_.steps.size(); ++i) {
            const Group& group = groups_[group_of_[i]];
            if (group.back() != i) continue;
            joined.push_back(group.size() == 1 ? tape_.steps[i] : merged(group));
        }
        return joined;
    }

private:
    static bool readsAlone(const Step& step) { return step.inputs.size() == 1; }

    /// The end of a product that takes lone followers alone passes on nothing to others: it is written first.
    bool endsThere(std::size_t group, const Step& consumer) const {
        const auto is_linear = [&](std::size_t member) {
            return classOf(tape_.steps[member].kernel) == KernelClass::Linear;
        };
        const bool lone = classOf(consumer.kernel) == KernelClass::Elementwise && readsAlone(consumer);
        return std::ranges::any_of(groups_[group], is_linear) && !lone;
    }

    bool ruled(const Step& producer, const Step& consumer) const {
        const auto has = [](const std::vector<KernelClass>& classes, const Step& step) {
            return std::find(classes.begin(), classes.end(), classOf(step.kernel)) != classes.end();
        };
        return std::any_of(tape_.rules.joins.begin(), tape_.rules.joins.end(), [&](const FusionRules::Join& join) {
            const bool reads_alone = !join.lone || readsAlone(consumer);
            return has(join.producer, producer) && has(join.consumer, consumer) && reads_alone;
        });
    }

    /// Both walk over the same rows, or the same elements.
    static bool alike(const Step& a, const Step& b) {
        const auto* vector = std::get_if<VectorOp>(&a.kernel.shape);
        const auto* other = std::get_if<VectorOp>(&b.kernel.shape);
        if (other == nullptr || other->function == VectorFunction::Sampling) return false;
        if (vector == nullptr) return true; // an epilogue
        if (vector->function == VectorFunction::Sampling) return false;
        return vector->rows == other->rows || vector->rows * vector->cols == other->rows * other->cols;
    }

    /// Nobody else may need what the groups make before the step at `at`.
    bool closed(const std::set<std::size_t>& joining, std::size_t group, std::size_t at) const {
        for (const std::size_t member : groups_[group]) {
            for (const ValueId output : tape_.steps[member].outputs) {
                const auto readers = readers_.find(output);
                if (readers == readers_.end()) continue;
                for (const std::size_t reader : readers->second) {
                    if (reader < at && !joining.contains(group_of_[reader])) return false;
                }
            }
        }
        return true;
    }

    /// One kernel computes one product: where a step reads several, it joins the last of them.
    void keepOneProduct(std::set<std::size_t>& joining) const {
        const auto computes = [&](std::size_t group) {
            return std::ranges::any_of(groups_[group], [&](std::size_t member) {
                return !std::holds_alternative<VectorOp>(tape_.steps[member].kernel.shape);
            });
        };
        bool found = false;
        for (auto it = joining.end(); it != joining.begin();) {
            --it;
            if (!computes(*it)) continue;
            if (found) it = joining.erase(it);
            found = true;
        }
    }

    void join(std::size_t at) {
        const Step& step = tape_.steps[at];
        std::set<std::size_t> joining;
        for (const ValueId input : step.inputs) {
            const auto made = producer_.find(input);
            if (made == producer_.end()) continue;
            const Step& producer = tape_.steps[made->second];
            const bool together = producer.section == step.section && producer.count == step.count;
            const std::size_t group = group_of_[made->second];
            if (together && ruled(producer, step) && alike(producer, step) && !endsThere(group, step))
                joining.insert(group);
        }
        keepOneProduct(joining);
        // Leaving one out may close in another, so the check starts over.
        for (auto it = joining.begin(); it != joining.end();) {
            it = closed(joining, *it, at) ? std::next(it) : (joining.erase(it), joining.begin());
        }
        Group all{at};
        for (const std::size_t group : joining)
            all.insert(all.end(), groups_[group].begin(), groups_[group].end());
        std::sort(all.begin(), all.end());
        if (joining.empty() || static_cast<double>(outside(all).size()) > tape_.rules.most_inputs) return;
        for (const std::size_t member : all)
            group_of_[member] = at;
        groups_[at] = std::move(all);
    }

    std::set<ValueId> outside(const Group& group) const {
        std::set<ValueId> made;
        std::set<ValueId> read;
        for (const std::size_t member : group) {
            made.insert(tape_.steps[member].outputs.begin(), tape_.steps[member].outputs.end());
            for (const ValueId input : tape_.steps[member].inputs) {
                if (!made.contains(input)) read.insert(input);
            }
        }
        return read;
    }

    /// What members make and others read, or nobody at all.
    std::vector<ValueId> results(const Group& group) const {
        std::vector<ValueId> kept;
        for (const std::size_t member : group) {
            for (const ValueId output : tape_.steps[member].outputs) {
                const auto readers = readers_.find(output);
                const bool inner = readers != readers_.end() &&
                                   std::all_of(readers->second.begin(), readers->second.end(), [&](std::size_t reader) {
                                       return std::binary_search(group.begin(), group.end(), reader);
                                   });
                if (!inner) kept.push_back(output);
            }
        }
        return kept;
    }

    /// Reductions rule the shape of a kernel, products of a convolution even more.
    static int rank(const Step& step) {
        switch (classOf(step.kernel)) {
        case KernelClass::Conv:
        case KernelClass::Linear: return 4;
        case KernelClass::Softmax: return 3;
        case KernelClass::Norm: return 2;
        case KernelClass::Elementwise: return 1;
        default: return 0;
        }
    }

    Step merged(const Group& group) const {
        const auto weaker = [this](std::size_t a, std::size_t b) {
            const auto size = [this](std::size_t i) {
                const auto* shape = std::get_if<VectorOp>(&tape_.steps[i].kernel.shape);
                return shape == nullptr ? 0.0 : shape->rows * shape->cols;
            };
            return std::pair(rank(tape_.steps[a]), size(a)) < std::pair(rank(tape_.steps[b]), size(b));
        };
        Step step = tape_.steps[*std::max_element(group.begin(), group.end(), weaker)];
        step.name += " + " + std::to_string(group.size() - 1);
        const std::set<ValueId> read = outside(group);
        step.inputs.assign(read.begin(), read.end());
        step.outputs = results(group);
        step.weights = step.tensors = 0;
        double bytes = 0;
        for (const std::size_t member : group) {
            const Step& fused = tape_.steps[member];
            step.weights += fused.weights;
            step.tensors += fused.tensors;
            if (fused.inputs.empty()) bytes += workOf(fused.kernel).read_bytes;
        }
        auto* shape = std::get_if<VectorOp>(&step.kernel.shape);
        if (shape == nullptr) return step;
        for (const ValueId input : read)
            bytes += tape_.values[input].bytes();
        const double tensor = shape->rows * shape->cols * bytesOf(tape_.wide);
        shape->inputs = bytes / tensor;
        shape->outputs = 0;
        for (const ValueId output : step.outputs)
            shape->outputs += tape_.values[output].bytes() / tensor;
        return step;
    }

    Tape& tape_;
    std::vector<std::size_t> group_of_;
    std::vector<Group> groups_;
    std::map<ValueId, std::vector<std::size_t>> readers_;
    std::map<ValueId, std::size_t> producer_;
};

} // namespace

void fuse(Tape& tape) {
    if (!tape.rules.joins.empty()) tape.steps = Fusion(tape).run();
}

} // namespace strata::workload
