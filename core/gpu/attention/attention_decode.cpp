// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/attention/attention_decode.h"

#include "core/gpu/attention/attention_kernels.h"
#include "core/gpu/attention/attention_prefill.h"
#include "core/gpu/calibration/ceilings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::gpu {
namespace {

using C = DecodeCoefficients;
constexpr std::array<NamedCoefficient<C>, 12> kNames{{{"start_s", &C::start_s},
                                                      {"fixed_clocks", &C::fixed_clocks},
                                                      {"unit_clocks", &C::unit_clocks},
                                                      {"wide_unit", &C::wide_unit},
                                                      {"key_clocks", &C::key_clocks},
                                                      {"second_tile", &C::second_tile},
                                                      {"memory_fraction", &C::memory_fraction},
                                                      {"l2_fraction", &C::l2_fraction},
                                                      {"product_fraction", &C::product_fraction},
                                                      {"norm", &C::norm},
                                                      {"join_clocks", &C::join_clocks},
                                                      {"chain_clocks", &C::chain_clocks}}};

constexpr double kTileHeads = 16.0; // rows of a tensor-core tile (mma m16n8k16)
// Most query heads per KV head that TensorRT-LLM's grouped kernels take. FlashAttention and FlashInfer, which vLLM and
// SGLang call, pack any number into tiles of queries.
constexpr double kGroupedHeads = 32.0;
// The specialised kernel pads query heads to the columns of its products (wgmma and tcgen05 take multiples of 8, PTX
// ISA); a unit of one such step and heads of 128 holds this many elements.
constexpr double kSpecialisedRows = 8.0, kSpecialisedElements = 1024.0;
constexpr double kLatentHeads = 64.0; // heads of one latent tile (FlashMLA)

// How TensorRT-LLM splits contexts for its grouped kernels (computeMultiBlockCount in decoderXQAImplCommon.h,
// decoderXQAConstants.h): shares of at least 128 keys, so few of them that joining does not take over, and no more than
// eight units for an SM; its workspace holds 6,000 shares.
constexpr double kShortestShare = 128.0;
constexpr double kJoinedShares = 8.0;
constexpr double kTargetWaves = 8.0;
constexpr double kMostShares = 6000.0;
// Grouped kernels are chosen once their units fill a quarter of the SMs, each share of a split context counted
// (mayHavePerfGain, kEnableMinBlockFactor, ibidem).
constexpr double kWorthwhileFill = 4.0;
// A block of its kernel for single heads walks over this many elements of keys a turn, and contexts are split by whole
// turns until there is a block for each SM (multi_block_grid_setup in decoderMaskedMultiheadAttentionLaunch.h, blocks
// of 512 threads).
constexpr double kTurnElements = 32768.0;
// FlashMLA hands each SM an even part of all contexts, in pages of 64 keys.
constexpr double kLatentShare = 256.0;
// Threads of an SM at which units of the vector kernel were counted: its blocks wait for loads, so that an SM that
// holds fewer of them works slower.
constexpr double kVectorThreads = 2048.0;
constexpr double kWideHead = 128.0;
constexpr double kLanes = 128.0; // scalar lanes of an SM

struct Units {
    double count = 0;     ///< that can run beside each other before contexts are split
    double tile_rows = 0; ///< of the products of a unit, padding included
};

Units unitsOf(DecodePath path, const workload::Attention& shape) {
    const double group = shape.heads / shape.kv_heads;
    switch (path) {
    case DecodePath::Vector: return {shape.batch * shape.heads, 1.0};
    case DecodePath::Grouped:
    case DecodePath::Specialised: return {shape.batch * shape.kv_heads, std::ceil(group / kTileHeads) * kTileHeads};
    case DecodePath::Latent:
    case DecodePath::LatentSpecialised: break;
    }
    return {shape.batch * std::ceil(shape.heads / kLatentHeads), kLatentHeads};
}

/// Tiles of tensor cores hold 16 bits and less, where there are any.
bool onLanes(const hardware::Gpu& gpu, NumberType math) {
    return bytesOf(math) > bytesOf(NumberType::Fp16) || (gpu.matrix_flop_per_clock[index(NumberType::Bf16)] <= 0.0 &&
                                                         gpu.matrix_flop_per_clock[index(NumberType::Fp16)] <= 0.0);
}

/// Latent kernels that hand each SM an even part of all contexts: FlashMLA, and AITER's (ROCm/aiter,
/// aiter/mla.py, num_kv_splits).
bool sharesLatent(const hardware::Gpu& gpu) { return gpu.asynchronous_tensor_cores || attentionLibrary(gpu).aiter; }

/// FLOP per clock of one SM. Latent tiles of synchronous tensor cores multiply as narrow as their cache is; the others
/// widen it.
double productRate(const hardware::Gpu& gpu, DecodePath path, const workload::Kernel& kernel) {
    if (onLanes(gpu, kernel.math)) return kLanes;
    const bool narrow = path == DecodePath::Latent && cacheElementBytes(gpu, kernel) <= 1.0;
    return std::max({gpu.matrix_flop_per_clock[index(NumberType::Bf16)],
                     gpu.matrix_flop_per_clock[index(NumberType::Fp16)],
                     narrow ? gpu.matrix_flop_per_clock[index(NumberType::Fp8)] : 0.0, kLanes});
}

/// Set-up of a unit: queries and sums are padded to a power of two, and a second tile of query heads adds to it.
double unitClocks(const C& c, DecodePath path, const workload::Attention& shape, const Units& units) {
    if (path == DecodePath::Specialised) {
        const double rows = std::ceil(shape.heads / shape.kv_heads / kSpecialisedRows) * kSpecialisedRows;
        return c.unit_clocks * std::pow(rows * shape.head_dim / kSpecialisedElements, c.wide_unit);
    }
    if (path != DecodePath::Grouped) return c.unit_clocks;
    const double padded = std::exp2(std::ceil(std::log2(std::max(shape.head_dim, 1.0))));
    const double wide = std::max(1.0 + c.wide_unit * (padded / kWideHead - 1.0), 0.2);
    return c.unit_clocks * wide * (1.0 + c.second_tile * (units.tile_rows / kTileHeads - 1.0));
}

/// What a key counts in clocks: the vector kernel waits for instructions, whatever the cache's width, a latent tile for
/// the steps of its products, the others for bytes.
double keysWorth(DecodePath path, double width, double element) {
    if (path == DecodePath::Vector) return width / (2.0 * kWideHead);
    return path == DecodePath::Latent ? 1.0 : width * element / (4.0 * kWideHead);
}

double cubed(double value) { return value * value * value; }

/// Whether rotation is a kernel of its own. TensorRT-LLM's specialised one rotates queries and keys itself
/// (applyRoPEInXqaKernel in decoderXQAImplJIT.cpp); its heads of 64 come with attention sinks in the models that were
/// measured, where rotation is a kernel of its own, as it is on all other paths
/// and where sums lie in a tensor memory.
double startedKernels(const hardware::Gpu& gpu, DecodePath path, const workload::Attention& shape) {
    const bool rotates = path == DecodePath::Specialised && shape.head_dim >= kWideHead && !gpu.tensor_memory;
    return rotates && !attentionLibrary(gpu).packs_heads ? 0.0 : 1.0;
}

/// What a decode step reads, and how it is cut into units.
struct DecodeStep {
    double value_dim = 0, keys = 0, width = 0, element = 0, bytes = 0;
    Units units;
};

DecodeStep decodeStep(const hardware::Gpu& gpu, DecodePath path, const workload::Kernel& kernel) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    DecodeStep step;
    step.value_dim = shape.value_dim > 0 ? shape.value_dim : shape.head_dim;
    step.keys = shape.window > 0 ? std::min(shape.window, shape.kv_len) : shape.kv_len;
    step.width = shape.latent ? shape.head_dim : shape.head_dim + step.value_dim;
    step.element = cacheElementBytes(gpu, kernel);
    step.bytes = shape.batch * shape.kv_heads * step.keys * step.width * step.element;
    step.units = unitsOf(path, shape);
    return step;
}

/// Seconds of the units, and into how many splits their contexts are cut.
struct UnitTimes {
    double splits = 1, share = 0; ///< keys of one split
    double all_s = 0;             ///< of all units, spread over the SMs
    double busy_s = 0;            ///< until the last SM is done
};

UnitTimes unitTimes(const hardware::Gpu& gpu, const C& c, DecodePath path, const workload::Kernel& kernel,
                    const DecodeStep& step) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    const double fewer_threads = gpu.threads_per_sm > 0 ? kVectorThreads / gpu.threads_per_sm : 1.0;
    const double slower = path == DecodePath::Vector ? fewer_threads : 1.0;
    const double key = keysWorth(path, step.width, step.element);
    const bool specialised = path == DecodePath::Specialised;
    const double tiles = specialised ? 1.0 + c.second_tile * (step.units.tile_rows / kTileHeads - 1.0) : 1.0;
    const double key_clocks = c.key_clocks * key * slower * tiles;
    const double unit_clocks = unitClocks(c, path, shape, step.units) * slower;
    UnitTimes times;
    times.splits = decodeSplits(gpu, path, kernel);
    times.share = std::min(step.keys, shape.kv_len / times.splits);
    const double all_clocks = step.units.count * (unit_clocks * times.splits + key_clocks * step.keys);
    const double lone_clocks = unit_clocks + (key_clocks + c.chain_clocks * key) * times.share;
    times.all_s = all_clocks / std::max<double>(gpu.sms, 1.0) / gpu.clock_hz;
    // An SM is busy for as long as its units work, and no shorter than one of them waits; units that start together
    // wait together.
    times.busy_s = std::cbrt(cubed(times.all_s) + cubed(lone_clocks / gpu.clock_hz));
    return times;
}

/// How the cache's bytes reach the SMs.
struct CacheWalk {
    double missing = 1; ///< share that comes from memory
    double l2_bytes = 0;
    double seconds = 0;
};

CacheWalk cacheWalk(const hardware::Gpu& gpu, const C& c, DecodePath path, const workload::Kernel& kernel,
                    double bytes) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    const bool vector = path == DecodePath::Vector;
    CacheWalk walk;
    // What fits into L2 stays there between calls; beyond, a cyclic walk evicts all of it.
    const double fitting = std::max(residentBytes(gpu), 1.0) / std::max(bytes, 1.0);
    const double fitting4 = fitting * fitting * fitting * fitting;
    walk.missing = kernel.cold ? 1.0 : 1.0 / (1.0 + fitting4);
    walk.l2_bytes = vector ? bytes * shape.heads / shape.kv_heads : bytes * (1.0 - walk.missing);
    const double dram_per_s = std::max(gpu.memory_bytes_per_s, 1.0) * c.memory_fraction;
    // All that comes from memory comes through L2: hits are no slower.
    const double l2_s = walk.l2_bytes / std::max(sustainedL2BytesPerSecond(gpu) * c.l2_fraction, dram_per_s);
    const double dram_s = bytes * walk.missing / dram_per_s;
    walk.seconds = vector ? std::max(dram_s, l2_s) : dram_s + l2_s;
    return walk;
}

/// Power mean of what units, bytes and products take beside each other.
double overlappedSeconds(double units_s, double memory_s, double products_s, double norm) {
    const double longest = std::max({units_s, memory_s, products_s});
    return longest * std::pow(std::pow(units_s / longest, norm) + std::pow(memory_s / longest, norm) +
                                  std::pow(products_s / longest, norm),
                              1.0 / norm);
}

} // namespace

std::string_view name(DecodePath path) {
    switch (path) {
    case DecodePath::Vector: return "vector";
    case DecodePath::Grouped: return "grouped";
    case DecodePath::Specialised: return "specialised";
    case DecodePath::Latent: return "latent";
    case DecodePath::LatentSpecialised: return "latent-specialised";
    }
    return "";
}

std::span<const NamedCoefficient<DecodeCoefficients>> decodeCoefficients() { return kNames; }

DecodePath decodePathOf(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    const bool asynchronous = gpu.asynchronous_tensor_cores;
    if (shape.latent) return sharesLatent(gpu) ? DecodePath::LatentSpecialised : DecodePath::Latent;
    const double group = shape.heads / shape.kv_heads;
    const bool packs = attentionLibrary(gpu).packs_heads;
    if (group <= 1.0 || (group > kGroupedHeads && !packs) || onLanes(gpu, kernel.math)) return DecodePath::Vector;
    const bool narrow = cacheElementBytes(gpu, kernel) <= 1.0;
    // FlashAttention-3 is specialised for all types. Tensor cores with a memory of their own
    // have no other kernels.
    if (asynchronous && (narrow || packs || gpu.tensor_memory)) return DecodePath::Specialised;
    if (narrow || packs) return DecodePath::Grouped;
    const double shares = std::max(std::floor(shape.kv_len / kShortestShare), 1.0);
    const bool fills = kWorthwhileFill * shape.batch * shape.kv_heads * shares >= gpu.sms;
    return fills ? DecodePath::Grouped : DecodePath::Vector;
}

double decodeSplits(const hardware::Gpu& gpu, DecodePath path, const workload::Kernel& kernel) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    const double units = std::max(unitsOf(path, shape).count, 1.0);
    const double sms = std::max<double>(gpu.sms, 1.0);
    const double shares = std::max(shape.kv_len / kShortestShare, 1.0);
    switch (path) {
    case DecodePath::Vector:
        return std::clamp(sms / units, 1.0, std::max(shape.kv_len * shape.head_dim / kTurnElements, 1.0));
    case DecodePath::Latent: return 1.0;
    case DecodePath::LatentSpecialised: return std::clamp(sms / units, 1.0, std::max(shape.kv_len / kLatentShare, 1.0));
    case DecodePath::Grouped:
    case DecodePath::Specialised: break;
    }
    const bool narrow = cacheElementBytes(gpu, kernel) <= 1.0;
    if (narrow && path == DecodePath::Grouped && attentionLibrary(gpu).whole_contexts) return 1.0;
    const double few = std::min(shares, std::sqrt(kJoinedShares * shares));
    const double filling = std::min({few, kTargetWaves * sms / units, kMostShares / std::max(shape.batch, 1.0)});
    // The specialised kernel shares what a window leaves, others the whole context: shares without keys start in vain.
    const double found = shape.window > 0 ? std::min(shape.window, shape.kv_len) : shape.kv_len;
    if (path == DecodePath::Specialised) return std::clamp(sms / units, 1.0, std::max(found / kShortestShare, 1.0));
    return std::max(filling, 1.0);
}

KernelTime predictDecode(const hardware::Gpu& gpu, const C& c, DecodePath path, const workload::Kernel& kernel) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    const double sms = std::max<double>(gpu.sms, 1.0);
    const bool vector = path == DecodePath::Vector;
    const DecodeStep step = decodeStep(gpu, path, kernel);
    const UnitTimes units = unitTimes(gpu, c, path, kernel, step);
    const CacheWalk walk = cacheWalk(gpu, c, path, kernel, step.bytes);
    const double flop = 2.0 * step.units.count * step.units.tile_rows * step.keys * (shape.head_dim + step.value_dim);
    const double products_s =
        vector ? 0.0 : flop / (sms * gpu.clock_hz * productRate(gpu, path, kernel) * c.product_fraction);
    // Units of few devices were seen to hide more than their datasheet's bandwidth allows: others are held to theirs.
    const double floor_s = step.bytes * walk.missing / std::max(gpu.memory_bytes_per_s, 1.0);
    const double joined = std::max(overlappedSeconds(units.busy_s, walk.seconds, products_s, c.norm), floor_s);

    KernelTime time;
    time.flop = flop;
    const workload::KernelWork work = workload::workOf(kernel);
    time.dram_bytes = step.bytes * walk.missing + work.write_bytes;
    time.l2_bytes = vector ? walk.l2_bytes : step.bytes;
    time.compute_s = std::max(units.all_s, products_s);
    time.tail_s = std::max(units.busy_s, products_s) - time.compute_s;
    time.memory_s = joined - time.compute_s - time.tail_s;
    time.fixed_s = c.start_s * startedKernels(gpu, path, shape) +
                   (c.fixed_clocks + c.join_clocks * std::min(units.splits - 1.0, 1.0)) / gpu.clock_hz;
    time.seconds = time.compute_s + time.memory_s + time.tail_s + time.fixed_s;
    time.tile_m = static_cast<float>(step.units.tile_rows);
    time.tile_n = static_cast<float>(std::min(units.share, kShortestShare));
    time.tile_k = static_cast<float>(shape.head_dim);
    time.split_k = static_cast<float>(units.splits);
    time.tiles = static_cast<float>(step.units.count);
    time.waves = static_cast<float>(step.units.count * units.splits / sms);
    const double most = std::max({units.busy_s, walk.seconds, products_s, time.fixed_s});
    time.limit = most == walk.seconds   ? (walk.missing > 0.5 ? Limit::Memory : Limit::L2)
                 : most == products_s   ? Limit::Compute
                 : most == units.busy_s ? Limit::Tail
                                        : Limit::Latency;
    return time;
}

} // namespace strata::gpu
