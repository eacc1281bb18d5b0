// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/number_type.h"
#include "core/base/result.h"
#include "core/workload/graph.h"
#include "core/workload/transformer/transformer_shape.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace strata::system {

using workload::Recompute;

/// Order in which a stage works through its micro-batches.
enum class Schedule : std::uint8_t {
    OneForwardOneBackward, ///< PipeDream-Flush (D. Narayanan et al., SC 2021, section 2.2)
    Interleaved,           ///< several chunks of layers per stage (same, section 2.2.2)
    ZeroBubble,            ///< weight gradients fill the bubble: ZB-H1 (P. Qi et al., ICLR 2024)
    GPipe                  ///< all forward, then all backward (Y. Huang et al., NeurIPS 2019)
};
std::string_view name(Schedule schedule); ///< "1f1b", "interleaved", "zero-bubble", "gpipe"
std::optional<Schedule> scheduleNamed(std::string_view name);
std::span<const Schedule> schedules();
std::string_view name(Recompute recompute); ///< "none", "selective", "full"
std::optional<Recompute> recomputeNamed(std::string_view name);

/// What is kept and moved for each weight that learns.
enum class Optimizer : std::uint8_t {
    Adam,      ///< two moments of 32 bits
    Adam8bit,  ///< two moments of 8 bits (T. Dettmers et al., 8-bit Optimizers, ICLR 2022)
    Sgd,       ///< momentum
    Adafactor, ///< row and column sums instead of the second moment (N. Shazeer, M. Stern, ICML 2018)
    Muon       ///< momentum, made orthogonal by five Newton-Schulz steps (K. Jordan et al., 2024)
};
std::string_view name(Optimizer optimizer); ///< "adam", "adamw8bit", "sgd", "adafactor", "muon"
std::optional<Optimizer> optimizerNamed(std::string_view name);
double stateBytes(Optimizer optimizer); ///< of moments, a weight; the 32-bit weight comes on top

/// What is trained: a model, its batch and its number format.
struct TrainingJob {
    workload::TransformerShape model;
    double sequence = 2048;
    double global_batch = 1;                 ///< sequences of one optimizer step
    NumberType precision = NumberType::Bf16; ///< of linear layers; below 16 bits everything else is bf16
    bool block_scaled = false;               ///< mxfp8, nvfp4: one scale per block
    double expert_skew = 1.0;                ///< tokens of the busiest rank of experts over the mean
    bool fused_attention = true;             ///< FlashAttention-like; else scores go through memory
    bool ported_attention = false;           ///< fused, by kernels written for synchronous tensor cores
    bool attention_stated = true;            ///< else it follows from the device, see usuallyFused()
};

/// Of a host link, what copies reach: the 25 GB/s that plans without a stated link take for PCIe 4.0 x16, of the 31.5
/// GB/s that its 16 lanes of 16 GT/s carry in 128b/130b (PCI Express Base Specification 4.0).
inline constexpr double kCopiedShare = 25.0 / 31.5;

/// How a job is spread over devices and over time.
struct Plan {
    std::uint32_t tp = 1, pp = 1, dp = 1, cp = 1;
    std::uint32_t ep = 1; ///< ranks that share the experts, among the dp x cp x tp ranks of a stage
    std::uint32_t micro_batch = 1;
    std::uint32_t interleave = 1; ///< chunks of layers per stage
    Schedule schedule = Schedule::OneForwardOneBackward;
    bool sequence_parallel = false;
    Recompute recompute = Recompute::None;
    std::uint32_t zero = 0; ///< stage of ZeRO: 1 shards the optimizer, 2 gradients as well, 3 weights as well (FSDP)
    std::uint32_t lora = 0; ///< rank of the adapters of each linear layer; 0: all weights are trained

    Optimizer optimizer = Optimizer::Adam;
    bool narrow_gradients = false;  ///< kept and summed in 16 bits instead of 32
    bool narrow_inputs = false;     ///< what linear layers keep for backward passes: as they multiply it, not 16 bits
    bool quantized_base = false;    ///< QLoRA: weights that do not learn take 4 bits
    bool offload_optimizer = false; ///< states and update on the host (J. Ren et al., ZeRO-Offload, ATC 2021)
    bool offload_activations = false;
    double host_link_bytes_per_s = 25e9; ///< of a device, one direction, as copies reach it; PCIe 4.0 x16
    double capacity_factor = 0;          ///< of experts: tokens over the mean that are kept; 0: all
    bool overlap_gradients = true, overlap_gather = true;
    /// Collectives of the tensor group beside the products that make or need their data, piece by piece; such pieces
    /// exist with sequence parallelism alone (L.-W. Chang et al., FLUX, arXiv 2406.06858, section 3).
    bool overlap_tensor = false;
    /// Messages between stages for which host and device do not wait; absent: in the interleaved schedule.
    std::optional<bool> overlap_sends;
    /// All-to-alls beside kernels of another micro-batch; absent: where a pipeline has one.
    std::optional<bool> overlap_experts;
    std::vector<std::uint32_t> stage_layers; ///< of each stage; empty: as even as can be
    std::vector<double> stage_speeds;        ///< of each stage's devices over the cluster's; empty: all 1

    /// Work of the busiest rank of experts over the mean.
    double expertLoad(const TrainingJob& job) const {
        return capacity_factor > 0.0 ? capacity_factor : job.expert_skew;
    }
    bool overlapsExperts() const { return overlap_experts.value_or(pp > 1); }
    bool overlapsTensor() const { return overlap_tensor && sequence_parallel; }
    bool overlapsSends() const { return overlap_sends.value_or(schedule == Schedule::Interleaved); }
    double speedOf(std::uint32_t stage) const { return stage_speeds.empty() ? 1.0 : stage_speeds[stage]; }
    double devices() const { return static_cast<double>(tp) * pp * dp * cp; }
    double chunks() const { return schedule == Schedule::Interleaved ? interleave : 1.0; }
};

/// Micro-batches of one pipeline in one step.
double microBatches(const TrainingJob& job, const Plan& plan);

/// Whether the plan can run the job on so many devices. Errors: "bad-value" with the pointer "/plan/<field>",
/// the value and what is accepted.
Result<void> checkPlan(const TrainingJob& job, const Plan& plan, double devices);

} // namespace strata::system
