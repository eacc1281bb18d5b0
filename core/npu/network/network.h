// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/workload/graph.h"
#include "core/workload/kernel/problem.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata::npu {

/// No activation: the tensor is a weight, or comes from a cache in the memory outside.
inline constexpr std::size_t kNoActivation = static_cast<std::size_t>(-1);

/// Elementwise work of a layer: by itself, or on the way out of the array.
struct VectorWork {
    double operations = 0; ///< elementwise operations
    double read_words = 0; ///< that the pass reads, each operand once
    double written_words = 0;
};

/// One layer of a network as an NPU runs it: a loop nest on the array, or a pass of the vector unit.
struct NetworkLayer {
    std::string name;
    std::string operator_class;               ///< as kernels of other devices are grouped: "conv", "linear", "bmm"
    double count = 1;                         ///< copies of the same shape in one pass of the network
    double flop = 0;                          ///< useful work of one copy
    std::string family;                       ///< of the operator, as recipes call it
    std::shared_ptr<const Json> document;     ///< the layer as a request states it; null for a vector pass
    std::optional<workload::Problem> problem; ///< empty for a vector pass
    VectorWork vector;
    bool by_rows = false; ///< each row of the output follows from the rows of the input that stand over it

    std::size_t input = kNoActivation;      ///< tensor "inputs", or what a vector pass reads first
    std::size_t stationary = kNoActivation; ///< tensor "weights", where it is an activation (keys, values, scores)
    std::size_t output = kNoActivation;
    std::vector<std::size_t> operands; ///< further activations that are read, such as the other branch of a sum
};

/// A tensor between two layers; places count the layers.
struct NetworkActivation {
    double words = 0;
    std::size_t made_by = 0, last_read_by = 0;
    std::vector<std::size_t> readers;
    bool may_stay = false; ///< made and read inside of the network, and in no cache that outlives the pass
};

/// A network in the order of execution, with repeated layers folded into counts.
struct Network {
    std::vector<NetworkLayer> layers;
    std::vector<NetworkActivation> activations;
};

/// The layers of a graph that lists its activations. Attention becomes its two products with a softmax between them,
/// with masked pairs computed as others are; experts become products over the experts that tokens choose. Errors:
/// "not-modelled" for operators without a loop nest.
Result<Network> networkOf(const workload::ModelGraph& graph, std::string_view pointer);

} // namespace strata::npu
