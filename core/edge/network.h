// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"
#include "core/hardware/edge/backend.h"
#include "core/workload/graph.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strata::edge {

/// Classes of operators whose costs differ on edge devices.
enum class OperatorClass : std::uint8_t {
    Conv3,     ///< 3 x 3 convolution of stride 1, for which runtimes have fast algorithms
    Conv,      ///< other dense convolutions, and grouped ones
    Pointwise, ///< 1 x 1 convolution
    Depthwise,
    Linear,    ///< fully connected
    Attention, ///< products of two activations
    Pool,
    Activation,
    Norm,
    Elementwise,
    Move ///< copies and rearrangements
};
inline constexpr std::size_t kOperatorClasses = 11;
std::string_view name(OperatorClass operator_class); ///< "conv3", "pointwise", ...

/// One operator of a network with its counts at batch 1 unless said otherwise.
struct EdgeOperator {
    std::string name;
    OperatorClass operator_class = OperatorClass::Elementwise;
    double macs = 0;
    double parameters = 0;
    double elements = 0; ///< read and written, without parameters
    bool int8 = false;
    double count = 1; ///< repeated with the same shape
};

/// A network as a list of operators in the order of execution.
struct EdgeNetwork {
    std::string name;
    std::vector<EdgeOperator> operators;
    bool lowered = false; ///< the list is that of a runtime, after its fusions
};

/// How a list of operators is changed before it is asked about.
struct NetworkScale {
    double batch = 1;
    double resolution = 1; ///< edge of the input image divided by that of the network
    bool int8 = false;     ///< products in 8 bits
};
EdgeNetwork scaled(EdgeNetwork network, const NetworkScale& scale);

/// The operators of a model that `workload` has cut.
EdgeNetwork networkOf(const workload::ModelGraph& graph);

/// Operators that a runtime computes as one kernel.
struct DetectedKernel {
    std::string name;                ///< of its first operator
    std::string rule;                ///< name of the fusion rule; empty: a single operator
    std::vector<std::size_t> places; ///< of its operators in the network
};

/// Groups the operators of a network by the fusion rules of a runtime: an operator and those that follow it. The lists
/// know no branches, so that an operator is taken to read what the one before it has written. Every operator belongs to
/// one kernel; free ones to that before them.
std::vector<DetectedKernel> detectKernels(const EdgeNetwork& network, const hardware::Backend& backend);

/// Learns which classes of operators a runtime fuses from pairs of operators that were timed alone and together:
/// a pair is fused where its time stays below the sum by at least `share` of the cheaper operator.
struct MeasuredPair {
    OperatorClass first = OperatorClass::Conv, second = OperatorClass::Activation;
    double first_s = 0, second_s = 0, together_s = 0;
};
std::vector<hardware::FusionRule> learnFusion(const std::vector<MeasuredPair>& pairs, double share = 0.5);

/// Schema of one operator of a request's list and its reading.
ObjectSchema operatorSchema();
Result<EdgeNetwork> readNetwork(const Json& operators, std::string_view pointer);
Json toJson(const EdgeOperator& op);

} // namespace strata::edge
