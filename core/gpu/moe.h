// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/coefficient_groups.h"
#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration.h"
#include "core/hardware/gpu.h"

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

/// TensorRT-LLM's experts in Triton (8 bits in blocks, or 4-bit floats under 16-bit activations) walk over the slots of
/// all experts, also those that live on other ranks; vLLM and SGLang skip these by an expert map.
bool walksAllSlots(const hardware::Gpu& gpu, const workload::Kernel& kernel);

/// Fused experts: routing, two grouped matrix products, and what lies between.
struct MoeKernel {
    double fixed_clocks = 40000;    ///< routing, sorting, start of about five kernels
    double product_fraction = 0.8;  ///< of the arithmetic peak with large tiles
    double operand_rows = 40; ///< rows of a tile at which half of that is reached: weights must reach the SM as well
    double memory_fraction = 0.85;  ///< of the memory's bandwidth, for weights
    double norm = 2.0;              ///< overlap of products and weights: power mean
    double slot_passes = 2.5;       ///< reads and writes of all routed rows: permutation, activation, combination
    double token_passes = 2.0;      ///< of every token's row, also where its experts live on other ranks: results
    double loop_start = 100;        ///< products of a tile before its loop over k runs full
    double cache_share = 0.3;       ///< of L2 in which small weights stay from call to call
};
std::span<const NamedCoefficient<MoeKernel>> moeCoefficients();

/// Fused experts of one device, by their types.
struct MoeCoefficients {
    std::array<MoeKernel, kMoeTypes> kernels;
    std::array<ResidualBand, kMoeTypes> bands{};
    bool seen = false;  ///< the device was measured
};

/// Groups: {"kernel": "moe"} holds what all share; those that have "types", "device" or both as well multiply it.
MoeCoefficients resolveMoe(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations);

/// Time of the experts of one layer, by the coefficients of their types or by those given (for fits).
KernelTime predictMoe(const hardware::Gpu& gpu, const MoeCoefficients& coefficients, const workload::Kernel& kernel);
KernelTime predictMoe(const hardware::Gpu& gpu, const MoeKernel& coefficients, const workload::Kernel& kernel);

}  // namespace strata::gpu
