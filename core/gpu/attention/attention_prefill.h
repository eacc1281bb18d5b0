// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/calibration/coefficient_groups.h"
#include "core/gpu/kernel_time.h"
#include "core/hardware/gpu/gpu.h"

#include <cmath>
#include <cstdint>
#include <span>

namespace strata::gpu {

/// Types of queries and of the KV cache; the narrower cache selects another kernel.
enum class AttentionTypes : std::uint8_t { Wide, NarrowCache, Narrow }; ///< 16/16, 16/8, 8/8 bits
inline constexpr std::size_t kAttentionTypes = 3;
std::string_view name(AttentionTypes types);
/// A cache of 8 bits is one of 16 where the device has no 8-bit arithmetic; tensor cores that take operands
/// from registers run the 16-bit kernel as long as the queries have as many, but where values are narrower
/// than keys.
AttentionTypes attentionTypesOf(const hardware::Gpu& gpu, const workload::Kernel& kernel);
double cacheElementBytes(const hardware::Gpu& gpu, const workload::Kernel& kernel);

/// Many queries attend to many keys. Kernels differ between generations in how they reach the tensor cores;
/// what it takes to set a unit up, to mask and to stream they share. Defaults of asynchronous units are
/// published figures: 75 % of the tensor cores' peak and 16 exponentials per clock and SM (FlashAttention-3,
/// sections 1 and 3.1).
struct PrefillCoefficients {
    double start_s = 6e-6;               ///< whatever the clock: start of the kernels, first bytes from the memory
    double fixed_clocks = 14000;         ///< set-up and drain
    double tensor_fraction = 0.6;        ///< of the 16-bit peak, where tensor cores take operands from registers
    double asynchronous_fraction = 0.75; ///< the same where they read shared memory themselves
    double softmax = 0.6;                ///< exponentials' time that is not hidden, per score
    double unit_clocks = 5000;           ///< of one SM per work unit that has no other beside it
    double overlap = 1.5;                ///< power of the units per SM by which the others hide that
    double stream = 1.0; ///< rotation of Q and K, filling the cache: bytes over the memory's bandwidth; 0: neither
    double mask = 1.0;   ///< extra time of a masked step
    double norm = 1.4;   ///< how the busiest unit and the mean load join: power mean, large: the longer counts
    double lone = 0.8;   ///< of its share in a full SM, the time of a unit that has its SM to itself
    double time = 1.0;   ///< of products and softmax together, against the above
    double most_flop_per_clock = HUGE_VAL; ///< that registers feed to the tensor cores of an SM; never fitted
    double hidden = 1.0; ///< how products and softmax overlap: power mean, 1: one after the other; never fitted
};

/// Kernels are chosen by head size: up to 64, below 128, 128, up to 192, more.
inline constexpr std::size_t kHeadSizes = 5;
std::size_t headSizeOf(double head_dim);
std::string_view nameOfHeadSize(std::size_t size); ///< "64", "96", "128", "192", "256"
std::span<const NamedCoefficient<PrefillCoefficients>> prefillCoefficients();

/// Work units of 64 queries that share an SM: as many as its shared memory holds with their keys and values,
/// at most two. Asynchronous kernels fill it with the stages of one.
double prefillUnitsPerSm(const hardware::Gpu& gpu, const workload::Kernel& kernel);

/// Kernel of prefill attention; causal or not, with cached tokens and a sliding window.
KernelTime predictPrefill(const hardware::Gpu& gpu, const PrefillCoefficients& coefficients,
                          const workload::Kernel& kernel);

} // namespace strata::gpu
