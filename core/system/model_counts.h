// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/system/plan.h"

namespace strata::system {

/// Weights of a model by how plans cut them.
struct ParameterCounts {
    double attention = 0; ///< of one layer, projections
    double dense = 0;     ///< feed-forward of one dense layer, or the shared experts and router of a sparse one
    double experts = 0;   ///< of all experts of one sparse layer
    double embedding = 0; ///< table of words
    double head = 0;      ///< 0 where it is the table of words
};

/// One kind of layer: sparse layers come after the dense ones of a mixture.
ParameterCounts countParameters(const workload::TransformerShape& model, bool sparse);

/// Sparse and dense layers of a model.
double sparseLayers(const workload::TransformerShape& model);

/// Weights of one rank of a stage, experts and others apart (they are sharded over different
/// ranks).
struct RankParameters {
    double dense = 0, experts = 0;
    double total() const { return dense + experts; }
};
/// The first stage holds the words, the last one the head.
RankParameters rankParameters(const TrainingJob& job, const Plan& plan, std::uint32_t stage);

/// Weights that the optimizer updates: all, or the adapters (E. Hu et al., LoRA, ICLR 2022).
RankParameters trainedParameters(const TrainingJob& job, const Plan& plan, std::uint32_t stage);

/// FLOP of one step that the model itself asks for (forward and backward, no recomputation, the causal half
/// of attention): what model FLOP utilization divides by. 6 per active weight and token, 3 of 2 x 2 a hd s /
/// 2 attention. Weights that do not learn (LoRA) ask for no gradient of their own: 4 each.
double modelFlop(const TrainingJob& job, const Plan& plan);

/// Layers of a stage as the plan states them, else as many as the fullest stage of an even cut has.
double stageLayers(const TrainingJob& job, const Plan& plan, std::uint32_t stage);

} // namespace strata::system
