// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/products/tensor_tiles.h"

#include "core/hardware/gpu/built_networks.h"
#include "core/hardware/gpu/engine_profile.h"

#include <algorithm>
#include <array>

namespace strata::gpu {
namespace {

using hardware::Gpu;

constexpr std::array<std::string_view, kGemmTypes> kTypeNames{"half", "tf32", "fp8",     "fp8-block",
                                                              "fp4",  "int8", "weight8", "weight4"};
constexpr std::array<std::string_view, 8> kLibraryNames{"heuristic", "dispatched",   "searched", "single",
                                                        "block",     "just-in-time", "mixed",    "integer"};

// cuBLASLt: tiles of its kernels on sm_80 to sm_120, chosen by its heuristic.
constexpr std::array kHeuristic{GemmTile{256, 128}, GemmTile{128, 256}, GemmTile{128, 128}, GemmTile{64, 256},
                                GemmTile{256, 64},  GemmTile{128, 64},  GemmTile{64, 128},  GemmTile{64, 64},
                                GemmTile{32, 128},  GemmTile{32, 64},   GemmTile{16, 64},   GemmTile{64, 32}};
// SMs whose registers hold the sums of 256 x 256 results in 32 bits and as much again run wider ones as well (hipBLASLt
// on gfx942: ROCm blogs, Measuring Max-Achievable FLOPs, part 2, 2025: shapes that fill
// tiles of 256 x 256 in 16 bits and of 256 x 192 in 8).
constexpr double kWideRegisters = 2.0 * 256 * 256 * 4;
constexpr std::array kWide{GemmTile{256, 256}, GemmTile{256, 192}, GemmTile{256, 128}, GemmTile{128, 256},
                           GemmTile{128, 128}, GemmTile{64, 256},  GemmTile{256, 64},  GemmTile{128, 64},
                           GemmTile{64, 128},  GemmTile{64, 64},   GemmTile{32, 128},  GemmTile{32, 64},
                           GemmTile{16, 64},   GemmTile{64, 32}};
// CUTLASS kernels of sm_90 scaled products in vLLM: one configuration for a range of m.
constexpr std::array kDispatched{GemmTile{64, 64, 0, 64}, GemmTile{64, 128, 0, 128}, GemmTile{128, 128, 64}};
// CUTLASS kernels among which a profiler picks once.
constexpr std::array kSearched{GemmTile{256, 128}, GemmTile{128, 256}, GemmTile{128, 128}, GemmTile{64, 256},
                               GemmTile{256, 64},  GemmTile{128, 64},  GemmTile{64, 128},  GemmTile{64, 64},
                               GemmTile{32, 128},  GemmTile{32, 64},   GemmTile{16, 128},  GemmTile{16, 64},
                               GemmTile{64, 32},   GemmTile{32, 32}};
// CUTLASS products with narrow weights in TensorRT-LLM (cpp/tensorrt_llm/kernels/cutlass_kernels/cutlass_heuristic.cpp,
// get_candidate_tiles, weight only: sm_75 and later without kernels of their own).
constexpr std::array kMixed{GemmTile{16, 128}, GemmTile{32, 128}, GemmTile{64, 128}, GemmTile{128, 128}};
// At most seven splits of k, added up in turn (fpA_intB_gemm.h, SPLIT_K_LIMIT; cutlass_heuristic.cpp, SPLIT_K_SERIAL).
constexpr double kMixedSplits = 7.0;
// CUTLASS products of 8-bit integers in TensorRT-LLM, k not split (cutlass_heuristic.cpp, Int8, and
// int8_gemm_template.h, which runs tiles of 128 x 128 under the name of 128 x 64). A few rows go to a kernel without
// tensor cores that reads weights as vectors; for it stand narrow strips up to four rows (assumed: the plugins for
// narrow weights, which have such a kernel, take it below five rows, SMALL_M_FAST_PATH).
constexpr std::array kInteger{GemmTile{16, 32, 0, 4}, GemmTile{32, 128, 4},  GemmTile{64, 128, 4}, GemmTile{64, 64, 4},
                              GemmTile{128, 128, 4},  GemmTile{128, 256, 4}, GemmTile{256, 128, 4}};
// CUTLASS block-scaled fp4 products on sm_120.
constexpr std::array kSingle{GemmTile{128, 128}};
// Products with 128 x 128 scales by tensor cores that read registers: the accumulators are rescaled, so tiles are
// small.
constexpr std::array kBlock{GemmTile{64, 64}, GemmTile{128, 64}};
// DeepGEMM: 64 or 128 rows, the width by the number of waves.
constexpr std::array kJustInTime{GemmTile{128, 128}, GemmTile{128, 96}, GemmTile{128, 64},
                                 GemmTile{64, 128},  GemmTile{64, 64},  GemmTile{64, 32}};

} // namespace

std::string_view name(GemmType type) { return kTypeNames[static_cast<std::size_t>(type)]; }
std::string_view name(GemmLibrary library) { return kLibraryNames[static_cast<std::size_t>(library)]; }

GemmType gemmTypeOf(const workload::Kernel& kernel) {
    const auto* matmul = std::get_if<workload::Matmul>(&kernel.shape);
    const bool block_scaled = matmul != nullptr && matmul->block_scaled;
    switch (kernel.math) {
    case NumberType::Fp8: return block_scaled ? GemmType::Fp8Block : GemmType::Fp8;
    case NumberType::Fp4: return GemmType::Fp4;
    case NumberType::Int8:
    case NumberType::Int4: return GemmType::Int8;
    case NumberType::Tf32:
    case NumberType::Fp32:
    case NumberType::Fp64: return GemmType::Tf32;
    case NumberType::Fp16:
    case NumberType::Bf16: break;
    }
    if (kernel.b == NumberType::Int4 || kernel.b == NumberType::Fp4) return GemmType::Weight4;
    return kernel.b == NumberType::Int8 || kernel.b == NumberType::Fp8 ? GemmType::Weight8 : GemmType::Half;
}

OperandBytes operandBytes(GemmType type) {
    constexpr double kFp4 = 0.5 + 1.0 / 16.0;      // a scale of one byte for 16 elements
    constexpr double kWeight4 = 0.5 + 4.0 / 128.0; // scale and zero point of 16 bits for 128 weights
    switch (type) {
    case GemmType::Half: return {2.0, 2.0};
    case GemmType::Tf32: return {4.0, 4.0};
    case GemmType::Fp8:
    case GemmType::Fp8Block:
    case GemmType::Int8: return {1.0, 1.0};
    case GemmType::Fp4: return {kFp4, kFp4};
    case GemmType::Weight8: return {2.0, 1.0};
    case GemmType::Weight4: return {2.0, kWeight4};
    }
    return {2.0, 2.0};
}

NumberType mathOf(GemmType type) {
    switch (type) {
    case GemmType::Tf32: return NumberType::Tf32;
    case GemmType::Fp8:
    case GemmType::Fp8Block: return NumberType::Fp8;
    case GemmType::Fp4: return NumberType::Fp4;
    case GemmType::Int8: return NumberType::Int8;
    default: return NumberType::Bf16;
    }
}

bool scalesInTensorCores(const Gpu& gpu) { return gpu.tensor_memory; }

GemmLibrary libraryOf(const Gpu& gpu, GemmType type) {
    const bool async = gpu.asynchronous_tensor_cores;
    switch (type) {
    case GemmType::Half:
    case GemmType::Tf32: return GemmLibrary::Heuristic;
    case GemmType::Fp8:
        if (!hardware::kernelsOf(gpu).own_products) return GemmLibrary::Heuristic;
        return async && !gpu.tensor_memory ? GemmLibrary::Dispatched : GemmLibrary::Searched;
    case GemmType::Fp8Block:
        if (scalesInTensorCores(gpu)) return libraryOf(gpu, GemmType::Fp8);
        return async ? GemmLibrary::JustInTime : GemmLibrary::Block;
    case GemmType::Fp4: return gpu.tensor_memory ? GemmLibrary::Heuristic : GemmLibrary::Single;
    case GemmType::Int8:
        return hardware::kernelsOf(gpu).own_products || async ? GemmLibrary::Searched : GemmLibrary::Integer;
    case GemmType::Weight8:
    case GemmType::Weight4: return GemmLibrary::Mixed;
    }
    return GemmLibrary::Heuristic;
}

GemmLibraryFacts factsOf(GemmLibrary library, const Gpu& gpu) {
    // Searched kernels differ from shape to shape in how they hand out tiles: in between.
    constexpr double kSome = 0.5;
    // A builder times the kernels of all libraries that come with it.
    if (hardware::buildsNetworks(gpu)) {
        const bool walks = library == GemmLibrary::Heuristic && gpu.asynchronous_tensor_cores;
        return {kSearched, true, walks ? 1.0 : kSome};
    }
    switch (library) {
    case GemmLibrary::Heuristic:
        return {gpu.registers_bytes >= kWideRegisters ? std::span<const GemmTile>(kWide) : kHeuristic, true,
                gpu.asynchronous_tensor_cores ? 1.0 : 0.0};
    case GemmLibrary::Dispatched: return {kDispatched, false, 0.0};
    case GemmLibrary::Searched: return {kSearched, false, kSome};
    case GemmLibrary::Single: return {kSingle, false, 0.0};
    case GemmLibrary::Block: return {kBlock, false, kSome};
    case GemmLibrary::JustInTime: return {kJustInTime, false, kSome};
    case GemmLibrary::Integer: return {kInteger, false, kSome};
    case GemmLibrary::Mixed:
        if (gpu.asynchronous_tensor_cores) return {kSearched, true, kSome};
        return {kMixed, true, kSome, kMixedSplits, true};
    }
    return {kHeuristic, true, 0.0};
}

double residentL2Bytes(const Gpu& gpu) {
    // Of what copies in all partitions would take: not every line is read from every side.
    constexpr double kCopied = 0.8;
    return gpu.l2_bytes * (1.0 - kCopied * (1.0 - 1.0 / std::max(1.0, static_cast<double>(gpu.l2_partitions))));
}

} // namespace strata::gpu
