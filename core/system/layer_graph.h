// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/system/plan.h"

namespace strata::system {

/// What one rank computes for one micro-batch depends only on these.
struct LayerShape {
    bool sparse = false; ///< a mixture of experts
    double window = 0;   ///< of sliding attention, 0: none
};

/// Operators of one layer as training frameworks launch them (fused norms, activations and attention),
/// forward and backward, repeated `count` times. Weight gradients are summed in 32 bits. A rank of a context
/// group takes its equal share of the attention (zig-zag order, W. Brandon et al., Striped Attention, 2023).
workload::ModelGraph layerGraph(const TrainingJob& job, const Plan& plan, const LayerShape& shape, double count);

/// Words in, logits and loss out, forward and backward.
workload::ModelGraph headGraph(const TrainingJob& job, const Plan& plan);

/// Operators of the attention itself, which selective recomputation runs again and context parallelism hides
/// behind.
bool isAttentionCore(const workload::Operator& op);

/// Streams what goes to experts through memory: order of the tokens, activations, sums of gradients.
bool isExpertStream(const workload::Operator& op);

} // namespace strata::system
