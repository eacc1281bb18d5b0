// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/calibration/coefficient_groups.h"
#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace strata::gpu {

inline constexpr std::string_view kMoeCalibration = "gpu-moe";

/// Types of activations and weights; each has kernels of its own. Weights of 8 bits scaled in blocks have compiled
/// kernels for asynchronous tensor cores alone; elsewhere they run as kernels in Triton.
enum class MoeTypes : std::uint8_t { Wide, Fp8, Fp8Block, Fp4, WideFp4, Fp8Fp4, Fp8BlockTriton };
inline constexpr std::size_t kMoeTypes = 7;
/// "16", "fp8", "fp8-block", "fp4", "16/fp4", "fp8/fp4", "fp8-block/triton"
std::string_view name(MoeTypes types);
MoeTypes moeTypesOf(const hardware::Gpu& gpu, const workload::Kernel& kernel);

/// TensorRT-LLM's experts in Triton hold rows for the slots of all experts, also of those on other ranks: with 8-bit
/// blocks they multiply them as well (by an expert of their own, the result times zero:
/// fused_moe_triton_fp8_block_scale.py), with 4-bit floats under 16-bit activations they only move them. vLLM and
/// SGLang skip these slots by an expert map.
bool movesAllSlots(const hardware::Gpu& gpu, const workload::Kernel& kernel);
bool multipliesAllSlots(const hardware::Gpu& gpu, const workload::Kernel& kernel);

/// Which of its compiled products an engine takes: that which its tuner found, or the first of the list where the tuner
/// has not seen the problem (TensorRT-LLM, FusedMoeRunner::setRunnerProfiles).
enum class MoeTactic : std::uint8_t { Tuned, First };
/// Hopper's list for 16 and 8 bits begins with tiles of 16 columns; other first tactics answer as the tuned ones.
bool firstTacticIsNarrow(const hardware::Gpu& gpu, MoeTypes types);

/// Fused experts: routing, two grouped matrix products, and what lies between.
struct MoeKernel {
    double launch_s = 2.5e-6;      ///< of each kernel of the chain in a replayed graph
    double expert_s = 1.2e-7;      ///< of each local expert: kernels look for its rows
    double stage_s = 2.0e-7;       ///< of a tile's loop for each stage of 128 bytes of k, however little it computes
    double first_stage_s = 3.8e-7; ///< the same with the first tactic, which has the SM to itself
    double product_fraction = 0.9; ///< of the arithmetic peak with large tiles
    double operand_rows = 10;      ///< rows of a tile at which half of that is reached
    double upcast_per_clock = 30;  ///< weights that an SM widens for its tensor cores
    double loop_start = 10;        ///< products of a tile before its loop over k runs full
    double norm = 1.3;             ///< overlap of products and weights: power mean
    double memory_fraction = 0.9;  ///< of the memory's bandwidth, for weights
    double cache_share = 0.5;      ///< of L2 in which small weights stay from call to call
    double cache_gain = 2.5;       ///< of the memory's bandwidth, at which these come
    double tail_share = 0.5;       ///< of what the last wave leaves idle, that no block of another expert fills
    double row_fraction = 0.95;    ///< of the memory's bandwidth, for rows
    double touch_fraction = 0.5;   ///< of L2's bandwidth, at which kernels between products touch rows
};
std::span<const NamedCoefficient<MoeKernel>> moeCoefficients();

/// Fused experts of one device, by their types.
struct MoeCoefficients {
    std::array<MoeKernel, kMoeTypes> kernels;
    std::array<ResidualBand, kMoeTypes> bands{};
    bool seen = false; ///< the device was measured
};

/// Groups: {"kernel": "moe"} holds what all share; those that have "types", "device" or both as well multiply it.
MoeCoefficients resolveMoe(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations);

/// Time of the experts of one layer, by the coefficients of their types or by those given (for fits).
KernelTime predictMoe(const hardware::Gpu& gpu, const MoeCoefficients& coefficients, const workload::Kernel& kernel,
                      MoeTactic tactic = MoeTactic::Tuned);
KernelTime predictMoe(const hardware::Gpu& gpu, const MoeKernel& coefficients, const workload::Kernel& kernel,
                      MoeTactic tactic = MoeTactic::Tuned);

} // namespace strata::gpu
