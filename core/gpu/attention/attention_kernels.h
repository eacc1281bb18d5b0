// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/gpu/gpu.h"

#include <cstdint>

namespace strata::gpu {

/// FlashAttention's own kernels are written for warps of so many lanes (Dao-AILab/flash-attention, csrc).
inline constexpr std::uint32_t kFlashAttentionWarp = 32;

/// Which attention kernels run on a device: those that its engine's profile names, by traits of the device.
struct AttentionLibrary {
    bool packs_heads = false;     ///< FlashAttention or FlashInfer: any number of query heads shares a tile
    bool framework = false;       ///< a framework calls the published kernels: rotations and caches are others
    bool first_edition = false;   ///< ... the kernels before FlashAttention-2
    bool asynchronous = false;    ///< operands are read from shared memory, softmax runs beside products
    bool flash_attention = false; ///< the published kernels themselves run, not another library's like them
    bool aiter = false;           ///< latent kernels that hand each compute unit an even part of all contexts
    bool whole_contexts = false;  ///< contexts of 8 bits are not split between units
};
AttentionLibrary attentionLibrary(const hardware::Gpu& gpu);

} // namespace strata::gpu
