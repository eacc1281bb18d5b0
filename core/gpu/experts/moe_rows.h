// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/experts/moe.h"

namespace strata::gpu {

/// Kernels of the chain of an expert layer, routing included: TensorRT-LLM 1.3, moe_kernels.cu, fused_moe_triton.py and
/// fused_moe_triton_fp8_block_scale.py.
double moeLaunches(MoeTypes types);

/// What the rows of an expert layer cost between its products.
struct MoeRowTraffic {
    double seconds = 0;
    double dram_bytes = 0; ///< where a buffer outgrows L2
    double l2_bytes = 0;   ///< of all passes
};

/// Rows are sorted by expert, widened or narrowed, activated and added up by kernels that touch each element once or
/// twice; the products' own reads and writes of them count here too. Bytes reach the memory where a buffer outgrows L2;
/// beside that each touch of an element takes a share of L2's bandwidth. `slots`: rows that the rank holds.
MoeRowTraffic moeRowTraffic(const hardware::Gpu& gpu, const MoeKernel& coefficients, MoeTypes types,
                            const workload::Moe& shape, double slots);

} // namespace strata::gpu
