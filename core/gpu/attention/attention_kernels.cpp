// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/attention/attention_kernels.h"

#include "core/hardware/gpu/built_networks.h"
#include "core/hardware/gpu/engine_profile.h"

namespace strata::gpu {
namespace {

double matrixRate(const hardware::Gpu& gpu, NumberType type) { return gpu.matrix_flop_per_clock[index(type)]; }

} // namespace

AttentionLibrary attentionLibrary(const hardware::Gpu& gpu) {
    using hardware::AttentionKernels;
    const hardware::EngineKernels& kernels = hardware::kernelsOf(gpu);
    const bool framework =
        kernels.attention == AttentionKernels::Framework || kernels.attention == AttentionKernels::FirstEdition;
    AttentionLibrary library;
    library.packs_heads = kernels.attention == AttentionKernels::Packed;
    library.first_edition = kernels.attention == AttentionKernels::FirstEdition;
    // FlashAttention-2 needs tensor cores with 16-bit floats of 8 exponent bits. Where sums lie in a tensor memory
    // frameworks call kernels of the vendor's (pytorch/pytorch, pull request 192799).
    library.framework = framework && matrixRate(gpu, NumberType::Bf16) > 0.0 && !gpu.tensor_memory;
    // A builder brings kernels for the tensor cores that the device has (NVIDIA/TensorRT-LLM,
    // fused_multihead_attention, which TensorRT's plugins share: kernels of sm_90 in 16 and 8 bits).
    library.asynchronous = gpu.asynchronous_tensor_cores && (!library.framework || hardware::buildsNetworks(gpu));
    library.flash_attention = gpu.warp == kFlashAttentionWarp;
    // AITER is compiled for wavefronts of 64 lanes whose matrix cores multiply 8-bit floats: gfx942 and gfx950
    // (ROCm/aiter, README).
    library.aiter = gpu.warp == 2 * kFlashAttentionWarp && matrixRate(gpu, NumberType::Fp8) > 0.0;
    library.whole_contexts =
        kernels.whole_narrow_contexts && !gpu.asynchronous_tensor_cores && matrixRate(gpu, NumberType::Fp8) > 0.0;
    return library;
}

} // namespace strata::gpu
