// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/gpu/gpu.h"
#include "core/workload/kernel/kernel.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace strata::gpu {

/// Kinds of matrix products by what their operands need: each has its own kernels in the vendors' libraries.
enum class GemmType : std::uint8_t { Half, Tf32, Fp8, Fp8Block, Fp4, Int8, Weight8, Weight4 };
inline constexpr std::size_t kGemmTypes = 8;
std::string_view name(GemmType type); ///< "half", "tf32", "fp8", "fp8-block", "fp4", "int8", "weight8", "weight4"
GemmType gemmTypeOf(const workload::Kernel& kernel);

/// Stored bytes of an operand's element, block scales included.
struct OperandBytes {
    double a = 0, b = 0;
};
OperandBytes operandBytes(GemmType type);

/// The arithmetic of the kind.
NumberType mathOf(GemmType type);

/// Families of GEMM kernels, told apart by which tiles they have and how they hand them to the SMs.
enum class GemmLibrary : std::uint8_t { Heuristic, Dispatched, Searched, Single, Block, JustInTime, Mixed, Integer };
std::string_view name(GemmLibrary library);

/// Tile of the result that one thread block computes, for products whose m lies in (m_from, m_to].
struct GemmTile {
    double m = 0, n = 0;
    double m_from = 0, m_to = 1e18;
};

/// What a family of kernels can do on a device.
struct GemmLibraryFacts {
    std::span<const GemmTile> tiles;
    bool split_k = false;
    /// 0: one block per tile, a last wave with one tile costs as much as a full one. 1: persistent blocks
    /// that share the work of a last wave (stream-K; Osama et al., PPoPP 2023).
    double persistence = 0;
    double most_splits = 64; ///< of k
    bool serial = false;     ///< blocks of one tile add up their partial sums one after the other
};

/// Tensor cores whose sums lie in a memory of their own apply the scales of blocks themselves, at the rate of products
/// without (PTX ISA, tcgen05.mma with .block_scale; the datasheets state one FP8 rate).
bool scalesInTensorCores(const hardware::Gpu& gpu);

/// The family that an engine calls for the kind on this device.
GemmLibrary libraryOf(const hardware::Gpu& gpu, GemmType type);
GemmLibraryFacts factsOf(GemmLibrary library, const hardware::Gpu& gpu);

/// L2 bytes that stay resident from one launch to the next. Each partition of the L2 may keep a copy of its own of a
/// line, so that data which all SMs read have between l2_bytes / l2_partitions and l2_bytes (public microbenchmarks of
/// two partitions show half the capacity from one SM).
double residentL2Bytes(const hardware::Gpu& gpu);

} // namespace strata::gpu
