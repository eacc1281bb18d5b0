// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/system/plan.h"

namespace strata::system {

/// What one device of a pipeline stage holds at its peak, in bytes.
struct StageMemory {
    double weights_bytes = 0, gradients_bytes = 0, optimizer_bytes = 0;
    double activations_bytes = 0; ///< kept for the backward passes of all micro-batches in flight
    double buffers_bytes = 0;     ///< logits, gathered layers, messages
    double in_flight = 0;         ///< micro-batches
    std::uint32_t stage = 0;

    double states() const { return weights_bytes + gradients_bytes + optimizer_bytes; }
    double total() const { return states() + activations_bytes + buffers_bytes; }
};

/// Bytes that one layer keeps for one micro-batch after V. Korthikanti et al., MLSys 2023, equations 1 to 6,
/// with the model's own widths in place of 4 h and of equal key heads.
double layerActivationBytes(const TrainingJob& job, const Plan& plan, bool sparse);

/// Micro-batches of all chunks that a stage holds at once: p - stage for 1f1b, p (1 + (p - 1) / (p v)) on the
/// first stage of interleaved (same, section 4.2.3), all for gpipe.
double microBatchesInFlight(const TrainingJob& job, const Plan& plan, std::uint32_t stage);

/// Stages count from 0. States of mixed-precision Adam after S. Rajbhandari et al., ZeRO, SC 2020,
/// section 3.1, with gradients summed in 32 bits.
StageMemory stageMemory(const TrainingJob& job, const Plan& plan, std::uint32_t stage);

/// Bytes that the host keeps for one device of a stage: the states of the optimizer and activations, where they lie
/// there.
double hostBytes(const TrainingJob& job, const Plan& plan, std::uint32_t stage);

/// The stage that needs most.
StageMemory fullestStage(const TrainingJob& job, const Plan& plan);

} // namespace strata::system
