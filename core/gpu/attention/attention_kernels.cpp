// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/attention/attention_kernels.h"

#include <algorithm>
#include <array>

namespace strata::gpu {
namespace {

/// Which library an engine calls. A prefix ends in '-'; the first row that fits counts.
struct EngineRow {
    std::string_view engine;
    bool packs_heads, torch, first_edition;
};
constexpr std::array kEngines{
    // FlashAttention and FlashInfer (vLLM and SGLang documentation, attention backends).
    EngineRow{"vllm", true, false, false},
    EngineRow{"sglang", true, false, false},
    // scaled_dot_product_attention had the kernels before FlashAttention-2 in releases 2.0 and 2.1, FlashAttention-2
    // since 2.2 (release notes of PyTorch 2.2), which it calls on Hopper too unless told otherwise (pytorch/pytorch,
    // issues 141133 and 142132).
    EngineRow{"pytorch-2.0", false, true, true},
    EngineRow{"pytorch", false, true, false},
};
constexpr EngineRow kOther{"", false, false, false}; // kernels of TensorRT-LLM, which were measured

const EngineRow& rowOf(std::string_view engine) {
    const auto* found = std::find_if(kEngines.begin(), kEngines.end(), [engine](const EngineRow& row) {
        return engine == row.engine || (row.engine == "pytorch" && engine.starts_with(row.engine));
    });
    return found == kEngines.end() ? kOther : *found;
}

double matrixRate(const hardware::Gpu& gpu, NumberType type) { return gpu.matrix_flop_per_clock[index(type)]; }

} // namespace

AttentionLibrary attentionLibrary(const hardware::Gpu& gpu) {
    const EngineRow& row = rowOf(gpu.engine);
    AttentionLibrary library;
    library.packs_heads = row.packs_heads;
    library.first_edition = row.first_edition;
    // FlashAttention-2 needs tensor cores with 16-bit floats of 8 exponent bits. Where sums lie in a tensor memory
    // PyTorch calls kernels of cuDNN (pytorch/pytorch, pull request 192799).
    library.torch = row.torch && matrixRate(gpu, NumberType::Bf16) > 0.0 && !gpu.tensor_memory;
    library.asynchronous = gpu.asynchronous_tensor_cores && !library.torch;
    library.flash_attention = gpu.warp == kFlashAttentionWarp;
    // AITER is compiled for wavefronts of 64 lanes whose matrix cores multiply 8-bit floats: gfx942 and gfx950
    // (ROCm/aiter, README).
    library.aiter = gpu.warp == 2 * kFlashAttentionWarp && matrixRate(gpu, NumberType::Fp8) > 0.0;
    // Contexts of 8 bits stayed whole on the kernels for synchronous tensor cores with 4-bit products until August 2026
    // (NVIDIA/TensorRT-LLM, pull request 17976).
    library.whole_contexts = !row.packs_heads && !gpu.asynchronous_tensor_cores &&
                             matrixRate(gpu, NumberType::Fp4) > 0.0;
    return library;
}

} // namespace strata::gpu
