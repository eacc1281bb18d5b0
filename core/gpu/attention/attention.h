// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/attention/attention_decode.h"
#include "core/gpu/attention/attention_prefill.h"
#include "core/gpu/kernel_time.h"
#include "core/gpu/power/power.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"

#include <array>
#include <span>
#include <string_view>

namespace strata::gpu {

inline constexpr std::string_view kAttentionCalibration = "gpu-attention";

/// Fused attention of one device, by kernel.
struct AttentionCoefficients {
    using Prefill = std::array<std::array<PrefillCoefficients, kHeadSizes>, kAttentionTypes>;
    Prefill prefill;
    Prefill split_value;                                                ///< MLA prefill: values narrower than keys
    std::array<std::array<DecodeCoefficients, 2>, kDecodePaths> decode; ///< [path][cache of 8 bits]
    double skew = 0.03; ///< of the way from equal contexts to all as long as the longest
    ResidualBand prefill_band, split_value_band;
    std::array<ResidualBand, kDecodePaths> decode_bands;
    PowerCoefficients power; ///< of kernels known at full clock
    bool seen = false;       ///< the device was measured
};

/// How the tensor cores get their operands: "asynchronous" or "synchronous", as groups of the calibration name it.
std::string_view tensorUnits(const hardware::Gpu& gpu);

/// Whether resolveAttention() gives both the same but for `power`: names, engine and kind of tensor cores decide.
bool sameAttention(const hardware::Gpu& a, const hardware::Gpu& b);

/// Groups multiply: what all share, what types, the device, and both together change.
/// Prefill: {"kernel"}, {"kernel", "units", "types"}, {"kernel", "device"}, {"kernel", "units", "types", "head"}, and
/// {"kernel", "device", "types", "head"}; kernel "prefill" or "prefill-split-value", types by name(AttentionTypes).
/// Decode: {"kernel"}, + {"types"}, + {"device"}, + both; kernel by name(DecodePath), types "16" or "8".
AttentionCoefficients resolveAttention(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations);

/// Unequal contexts of a decode batch: t = t(mean) + skew (t(longest) - t(mean)).
KernelTime predictAttention(const hardware::Gpu& gpu, const AttentionCoefficients& coefficients,
                            const workload::Kernel& kernel);

/// The kernel that answers: "prefill", "prefill-split-value" or name(DecodePath). Each is fitted by itself and has
/// residuals of its own, of this name in "types".
std::string_view attentionKernel(const hardware::Gpu& gpu, const workload::Kernel& kernel);

/// The kernel that a shape runs: values narrower than keys without a shared latent (MLA's prefill).
bool splitValue(const workload::Attention& shape);

} // namespace strata::gpu
