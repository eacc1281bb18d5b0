// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/attention/attention_prefill.h"

#include "core/gpu/attention/attention_geometry.h"
#include "core/gpu/attention/attention_kernels.h"
#include "core/gpu/calibration/ceilings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::gpu {
namespace {

using C = PrefillCoefficients;
constexpr std::array<NamedCoefficient<C>, 12> kNames{{{"start_s", &C::start_s},
                                                      {"fixed_clocks", &C::fixed_clocks},
                                                      {"tensor_fraction", &C::tensor_fraction},
                                                      {"asynchronous_fraction", &C::asynchronous_fraction},
                                                      {"softmax", &C::softmax},
                                                      {"unit_clocks", &C::unit_clocks},
                                                      {"overlap", &C::overlap},
                                                      {"stream", &C::stream},
                                                      {"mask", &C::mask},
                                                      {"norm", &C::norm},
                                                      {"lone", &C::lone},
                                                      {"time", &C::time}}};

// Queries of one group of warps. FlashAttention-3 runs two groups beside each other, each with a tile of its own.
constexpr double kTile = 64.0;
constexpr double kGroups = 2.0;
// Keys are skipped in the pieces in which values reach the tensor cores: the depth of one instruction from registers
// (PTX ISA, mma.m16n8k16 and m16n8k32: 32 bytes), a swizzled row of 128 bytes from shared memory (wgmma).
constexpr double kRegisterStepBytes = 32.0;
constexpr double kSharedStepBytes = 128.0;
// Keys and values of one stage in shared memory beside the queries, in FMHA kernels of TensorRT-LLM on
// register operands (cpp/kernels/fmha_v2/setup.py: 64 queries, 128 keys).
constexpr double kStageKeys = 128.0;
constexpr double kMostResident = 2.0;
// Shares of their peaks that products reach in 8 and in 16 bits: 1.2 of 1.98 and 0.74 of 0.99 PFLOP/s
// (FlashAttention-3, section 4.1).
constexpr double kNarrowShare = 0.6 / 0.75;

// Kernels of TensorRT-LLM that multiply in 8 bits from registers (cpp/kernels/fmha_v2/setup.py,
// enumerate_qmma_flash_kernels): four warps share a tile of queries; heads up to 64 are walked by 128 queries and 128
// keys, others by 64 and 32; fragments of operands are not limited. A thread has 255 registers (CUDA C++ Programming
// Guide, compute capabilities). Addresses, row maxima and sums are assumed to take 45: four pointers of two registers,
// maximum and sum of four rows, masks and counters of loops; no listing of the kernels is published.
constexpr double kThreads = 128.0;
constexpr double kRegisters = 255.0, kHousekeeping = 45.0, kRegisterBytes = 4.0;
// What does not fit is assumed to be stored and loaded around each of the two products of a step.
constexpr double kSpillPasses = 4.0;

struct NarrowTile {
    double queries, keys;
};
NarrowTile narrowTile(double head_dim) { return head_dim <= 64.0 ? NarrowTile{128.0, 128.0} : NarrowTile{64.0, 32.0}; }

/// Seconds of one SM per score that 8-bit kernels lose to registers that they do not have. The accumulators of scores
/// and outputs and the operands' fragments, which all warps hold of keys and values, live in registers; what is beyond
/// goes through L2, because shared memory leaves L1 little.
double spilled(const hardware::Gpu& gpu, double head_dim, double value_dim) {
    const auto [queries, keys] = narrowTile(head_dim);
    const double sums = queries * (keys + value_dim) / kThreads;
    const double fragments =
        queries * head_dim / (kThreads * kRegisterBytes) + keys * (head_dim + value_dim) / kThreads;
    const double over = std::max(sums + fragments + kHousekeeping - kRegisters, 0.0);
    const double l2_per_sm = std::max(l2BytesPerSecond(gpu) / std::max<double>(gpu.sms, 1.0), 1.0);
    return over * kThreads * kRegisterBytes * kSpillPasses / (queries * keys) / l2_per_sm;
}

/// FlashAttention-2 is compiled for heads of these sizes; others run as the next larger one, products and all
/// (Dao-AILab/flash-attention, csrc/flash_attn/src/static_switch.h, HEADDIM_SWITCH).
constexpr std::array kCompiledHeads{32.0, 64.0, 96.0, 128.0, 192.0, 256.0};

/// Head sizes are padded to what the tensor cores' operands are made of; from registers, heads of 16 bits are walked in
/// pieces of 128 once they are larger. `compiled`: at least to the size of a kernel.
double padded(double head_dim, bool asynchronous, bool pieces, bool compiled) {
    if (const auto* next = std::lower_bound(kCompiledHeads.begin(), kCompiledHeads.end(), head_dim);
        compiled && !asynchronous && next != kCompiledHeads.end())
        head_dim = *next;
    const double multiple = asynchronous ? 64.0 : pieces && head_dim > 128.0 ? 128.0 : 16.0;
    return std::ceil(head_dim / multiple) * multiple;
}

/// With an 8-bit cache the asynchronous kernels multiply in 8 bits, whatever the queries come as.
bool multipliesNarrow(const hardware::Gpu& gpu, AttentionTypes types) {
    return types == AttentionTypes::Narrow ||
           (types == AttentionTypes::NarrowCache && attentionLibrary(gpu).asynchronous);
}

/// FLOP per clock and SM that products reach at the 16-bit share of the peak.
double productRate(const hardware::Gpu& gpu, bool narrow, NumberType math) {
    const auto rate = [&gpu](NumberType type) {
        return std::max(gpu.matrix_flop_per_clock[index(type)], gpu.vector_flop_per_clock[index(type)]);
    };
    if (bytesOf(math) > bytesOf(NumberType::Fp16)) return std::max(rate(math), 1.0);
    const bool own = bytesOf(math) == bytesOf(NumberType::Fp16) && rate(math) > 0.0;
    const double any = std::max(rate(NumberType::Bf16), rate(NumberType::Fp16));
    const double wide = std::max({own ? rate(math) : any, rate(NumberType::Fp32), 1.0});
    const double narrow_rate = rate(math == NumberType::Int8 ? NumberType::Int8 : NumberType::Fp8);
    return narrow ? std::max(narrow_rate * kNarrowShare, wide) : wide;
}

/// Power mean of two times that overlap.
double joined(double first, double second, double norm) {
    const double longer = std::max(first, second);
    return longer * std::pow(1.0 + std::pow(std::min(first, second) / longer, norm), 1.0 / norm);
}

/// How a prefill runs: which kernel, its tiles and steps, and what they are padded to.
struct PrefillPlan {
    bool asynchronous = false, narrow = false;
    bool in_registers = false; ///< the 8-bit kernel whose fragments live in registers
    double value_dim = 0;
    double tile = 0, step = 0; ///< queries of a work unit, keys of a step
    double product_flop = 0;   ///< of one score, padding included
    double units_beside = 1;   ///< blocks of one SM
    KeySteps steps;
};

PrefillPlan prefillPlan(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    PrefillPlan plan;
    plan.asynchronous = attentionLibrary(gpu).asynchronous;
    plan.narrow = multipliesNarrow(gpu, attentionTypesOf(gpu, kernel));
    plan.value_dim = shape.value_dim > 0 ? shape.value_dim : shape.head_dim;
    const bool split_value = plan.value_dim < shape.head_dim;
    plan.in_registers = plan.narrow && !plan.asynchronous && !split_value;
    plan.tile = plan.in_registers ? narrowTile(shape.head_dim).queries : kTile;
    plan.step = plan.tile > kTile ? narrowTile(shape.head_dim).keys
                                  : (plan.asynchronous ? kSharedStepBytes : kRegisterStepBytes) /
                                        bytesOf(plan.narrow ? NumberType::Fp8 : NumberType::Bf16);
    plan.steps = keySteps(shape, plan.tile, plan.step);
    const bool pieces = !plan.narrow && !split_value;
    const bool compiled = attentionLibrary(gpu).packs_heads || attentionLibrary(gpu).framework;
    plan.product_flop = 2.0 * (padded(shape.head_dim, plan.asynchronous, pieces, compiled) +
                               padded(plan.value_dim, plan.asynchronous, pieces, compiled));
    plan.units_beside = prefillUnitsPerSm(gpu, kernel);
    return plan;
}

/// Seconds of the SMs: the mean of all, and until the busiest is done.
struct PrefillUnits {
    double mean_s = 0, busy_s = 0;
};

PrefillUnits prefillUnits(const hardware::Gpu& gpu, const PrefillCoefficients& c, const workload::Kernel& kernel,
                          const PrefillPlan& plan) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    const double sms = std::max<double>(gpu.sms, 1.0);
    const double heads = shape.batch * shape.heads;
    // Clocks of one SM per score: both products, and the exponential that does not hide behind them.
    const double fraction = plan.asynchronous ? c.asynchronous_fraction : c.tensor_fraction;
    const double rate = std::min(productRate(gpu, plan.narrow, kernel.math) * fraction, c.most_flop_per_clock);
    const double score =
        c.time * joined(plan.product_flop / rate, c.softmax / std::max(gpu.exponentials_per_clock, 1.0), c.hidden);
    const double spill_s = plan.in_registers ? spilled(gpu, shape.head_dim, plan.value_dim) : 0.0;
    const double walk = score * plan.tile / gpu.clock_hz; // seconds of one SM per key of a work unit
    const double beside = plan.asynchronous ? kGroups : plan.units_beside;
    // Both groups of a block are set up at once; blocks beside each other also hide theirs behind products.
    const double hidden = plan.asynchronous ? kGroups : std::pow(plan.units_beside, c.overlap);
    const double unit_s = c.unit_clocks / hidden / gpu.clock_hz;
    const KeySteps& steps = plan.steps;
    const double walked_s = (steps.visited + c.mask * steps.masked) * walk + steps.visited * plan.tile * spill_s;
    PrefillUnits units;
    units.mean_s = heads * (steps.tiles * unit_s + walked_s) / sms;
    const double busiest_s = unit_s + steps.longest * walk * c.lone * beside;
    units.busy_s = joined(units.mean_s, busiest_s, c.norm);
    return units;
}

/// Bytes of the pass that rotates queries and keys and fills the cache, and its seconds or those of the operands.
struct PrefillBytes {
    double moved = 0, operands = 0, seconds = 0;
};

PrefillBytes prefillBytes(const hardware::Gpu& gpu, const PrefillCoefficients& c, const workload::Kernel& kernel,
                          const PrefillPlan& plan, double units_s) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    const double tokens = shape.batch * shape.q_len;
    PrefillBytes bytes;
    bytes.moved =
        tokens * (shape.head_dim + plan.value_dim) *
        (shape.heads * bytesOf(kernel.a) + shape.kv_heads * (bytesOf(kernel.out) + cacheElementBytes(gpu, kernel)));
    const workload::KernelWork work = workload::workOf(kernel);
    bytes.operands = work.read_bytes + work.write_bytes;
    // What the kernel before wrote is still in L2 where it fits.
    const double fitting = std::max(residentBytes(gpu), 1.0) / std::max(bytes.moved, 1.0);
    const double missing = 1.0 / (1.0 + fitting * fitting * fitting * fitting);
    bytes.seconds = c.stream * bytes.moved *
                    (missing / std::max(gpu.memory_bytes_per_s, 1.0) +
                     (1.0 - missing) / std::max(sustainedL2BytesPerSecond(gpu), 1.0));
    // Without a pass of their own operands arrive beside the arithmetic.
    const double missing_s = missing * bytes.operands / std::max(gpu.memory_bytes_per_s, 1.0);
    if (c.stream <= 0.0) bytes.seconds = std::max(missing_s - units_s, 0.0);
    return bytes;
}

} // namespace

std::string_view name(AttentionTypes types) {
    switch (types) {
    case AttentionTypes::Wide: return "16/16";
    case AttentionTypes::NarrowCache: return "16/8";
    case AttentionTypes::Narrow: return "8/8";
    }
    return "";
}

double cacheElementBytes(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    const double bytes = bytesOf(kernel.b);
    const NumberType narrow = kernel.math == NumberType::Int8 ? NumberType::Int8 : NumberType::Fp8;
    return gpu.matrix_flop_per_clock[index(narrow)] > 0.0 ? bytes : std::max(bytes, bytesOf(NumberType::Bf16));
}

AttentionTypes attentionTypesOf(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    if (cacheElementBytes(gpu, kernel) > 1.0) return AttentionTypes::Wide;
    if (bytesOf(kernel.a) <= 1.0) return AttentionTypes::Narrow;
    const auto* shape = std::get_if<workload::Attention>(&kernel.shape);
    const bool split_value = shape != nullptr && shape->value_dim > 0 && shape->value_dim < shape->head_dim;
    return attentionLibrary(gpu).asynchronous || split_value ? AttentionTypes::NarrowCache : AttentionTypes::Wide;
}

std::size_t headSizeOf(double head_dim) {
    if (head_dim <= 64) return 0;
    if (head_dim < 128) return 1;
    if (head_dim <= 128) return 2;
    return head_dim <= 192 ? 3 : 4;
}

std::string_view nameOfHeadSize(std::size_t size) {
    constexpr std::array<std::string_view, kHeadSizes> kSizes{"64", "96", "128", "192", "256"};
    return kSizes[std::min(size, kHeadSizes - 1)];
}

std::span<const NamedCoefficient<PrefillCoefficients>> prefillCoefficients() { return kNames; }

double prefillUnitsPerSm(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    if (attentionLibrary(gpu).asynchronous) return 1.0;
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    const double value_dim = shape.value_dim > 0 ? shape.value_dim : shape.head_dim;
    const double element = multipliesNarrow(gpu, attentionTypesOf(gpu, kernel)) ? 1.0 : bytesOf(NumberType::Bf16);
    const double bytes = ((kTile + kStageKeys) * shape.head_dim + kStageKeys * value_dim) * element;
    return std::clamp(std::floor(gpu.shared_bytes / std::max(bytes, 1.0)), 1.0, kMostResident);
}

KernelTime predictPrefill(const hardware::Gpu& gpu, const PrefillCoefficients& c, const workload::Kernel& kernel) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    const double heads = shape.batch * shape.heads;
    const PrefillPlan plan = prefillPlan(gpu, kernel);
    const PrefillUnits units = prefillUnits(gpu, c, kernel, plan);
    const PrefillBytes bytes = prefillBytes(gpu, c, kernel, plan, units.busy_s);

    KernelTime time;
    time.flop = heads * plan.steps.visited * plan.tile * plan.product_flop;
    time.dram_bytes = bytes.operands + (c.stream > 0.0 ? bytes.moved : 0.0);
    time.l2_bytes = heads * plan.steps.visited * (shape.head_dim + plan.value_dim) * cacheElementBytes(gpu, kernel);
    time.memory_s = bytes.seconds;
    time.compute_s = units.mean_s;
    time.tail_s = units.busy_s - units.mean_s;
    time.fixed_s = c.start_s + c.fixed_clocks / gpu.clock_hz;
    time.seconds = time.compute_s + time.memory_s + time.tail_s + time.fixed_s;
    time.tile_m = static_cast<float>(plan.tile);
    time.tile_n = static_cast<float>(plan.step);
    time.tile_k = static_cast<float>(shape.head_dim);
    time.tiles = static_cast<float>(heads * plan.steps.tiles);
    time.waves = static_cast<float>(heads * plan.steps.tiles / std::max<double>(gpu.sms, 1.0));
    time.blocks_per_sm = static_cast<float>(plan.units_beside);
    const double most = std::max({time.compute_s, time.memory_s, time.tail_s, time.fixed_s});
    time.limit = most == time.compute_s  ? Limit::Compute
                 : most == time.memory_s ? Limit::Memory
                 : most == time.tail_s   ? Limit::Tail
                                         : Limit::Latency;
    return time;
}

} // namespace strata::gpu
