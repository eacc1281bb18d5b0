// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>

namespace strata::assess {

/// The kernel that vLLM runs a block-scaled FP8 product with on Hopper. Kernels are compiled for their weights when a
/// product first needs them, while the board waits: products that share one wait once.
struct BlockScaledKernel {
    int rows = 0, columns = 0;                 ///< of a tile of the result
    int cluster_rows = 0, cluster_columns = 0; ///< blocks that share what they load; 0: tokens and weights swap places
    int stages = 0;

    auto operator<=>(const BlockScaledKernel&) const = default;
};

/// What is picked for C[m,n] = A[m,k] B[k,n] on so many SMs: from 32 rows the tile with the fewest cycles of L1 and L2
/// over its waves (DeepGEMM, csrc/jit_kernels/heuristics/sm90.hpp), below a kernel of 128 weights by the narrowest tile
/// of tokens with the fewest waves (vLLM's product for few rows, TensorRT-LLM's block-scaled products with swapped
/// operands).
BlockScaledKernel blockScaledKernel(int m, int n, int k, int sms);

} // namespace strata::assess
