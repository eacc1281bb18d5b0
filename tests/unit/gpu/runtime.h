// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/gpu/engine_profile.h"
#include "core/hardware/gpu/gpu.h"

#include <memory>

namespace strata::gpu {

/// A runtime with these attention kernels, whose other kernels are none of those that were measured; narrow products of
/// its own where it packs heads, as engines that serve have them.
inline std::shared_ptr<const hardware::EngineProfile> runtimeWith(hardware::AttentionKernels attention) {
    hardware::EngineProfile profile;
    profile.kernels = {.attention = attention,
                       .whole_narrow_contexts = false,
                       .own_products = attention == hardware::AttentionKernels::Packed,
                       .row_scales = attention == hardware::AttentionKernels::Packed,
                       .walks_rows = false,
                       .all_expert_slots = false};
    return std::make_shared<const hardware::EngineProfile>(profile);
}

} // namespace strata::gpu
