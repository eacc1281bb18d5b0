// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/gpu/device_types.h"

#include "core/hardware/gpu/built_networks.h"
#include "core/hardware/gpu/engine_profile.h"

#include <nlohmann/json.hpp>

namespace strata {

NumberType wideType(const hardware::Gpu& gpu) {
    const bool only_fp16 = gpu.peak(NumberType::Bf16) <= 0.0 && gpu.peak(NumberType::Fp16) > 0.0;
    return only_fp16 ? NumberType::Fp16 : NumberType::Bf16;
}

void fitToDevice(workload::GraphOptions& options, const hardware::Gpu& gpu, const Json& stated) {
    if (gpu.matrixPeak(options.math) <= 0.0) options.channels_last = true;
    if (gpu.runtime && !stated.contains("flash_attention")) options.flash_attention = gpu.runtime->fused_attention;
    // Serving engines that call one kernel for attention also compile chains of small operators into one.
    const bool compiles = gpu.runtime && gpu.runtime->serves && gpu.runtime->fused_attention;
    if (compiles && !stated.contains("fused") && !stated.contains("fusion")) options.fused = true;
    const bool built = hardware::buildsNetworks(gpu) && options.phase != workload::Phase::Training;
    if (built && !stated.contains("fused") && !stated.contains("fusion")) options.fusion = "built";
    options.wide = wideType(gpu);
    if (bytesOf(options.activations) < 2 && !stated.contains("kv_cache")) options.kv_cache = options.wide;
}

} // namespace strata
