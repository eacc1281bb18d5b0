// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/attention/attention.h"

#include "core/gpu/attention/attention_kernels.h"
#include "core/gpu/power/power_cap.h"
#include "core/hardware/gpu/built_networks.h"
#include "core/hardware/gpu/engine_profile.h"

#include <algorithm>

namespace strata::gpu {
namespace {

// FlashAttention at the clock that the board runs at; its limit slows it further. Shares of the tensor cores' peak,
// what the lanes do beside the exponentials of softmax, how far softmax hides behind products, and set-up of 64
// queries. FlashAttention-2 (Dao 2023, arXiv:2307.08691) walks through both one after the other: at most 73 % of the
// peak of an A100, whose SMs have 64 lanes; where products take twice as long and lanes are 128, 92 % (RTX 4090:
// apache/tvm, tl_doc/flash_perf.md, heads of 64 and 128; tables of 512 to 2,048 tokens give the set-up; RTX A5000:
// gpu-mode/ring-attention, issue 10). FlashAttention-3 (Shah et al. 2024, arXiv:2407.08608) runs products of one group
// of warps beside the softmax of the other: up to 740 TFLOP/s in 16 bits on an H100, 75 % of its peak; its 500 TFLOP/s
// for heads of 64 is read from a plot.
struct Published {
    double products, exponentials, lane_operations, hidden;
};
constexpr Published kFlashAttention2{0.95, 1.0, 8.0, 1.3};
constexpr Published kFlashAttention3{0.97, 1.08, 0.0, 1.5};
constexpr double kFlashAttention2UnitClocks = 5000.0;
// What boards with other warps run in its place, in shares of the peak alone: nothing is known of their lanes and
// set-up.
constexpr Published kLikeFlashAttention2{0.9, 1.0, 0.0, 1.0};
// PyTorch calls FlashAttention-2 since its release 2.2, at about twice the rate of what it called before (its notes).
// That takes half as many keys at a time for heads of 128 as for 64 (Dao-AILab/flash-attention, issue 591), which is
// seen on an A100 (fxmarty/efficient-attention-benchmark: 70 TFLOP/s for heads of 64, 43 for 128).
double flashAttention1Time(std::size_t head_size) {
    constexpr std::array<double, kHeadSizes> kBlocks{1.0, 2.0, 2.0, 4.0, 4.0};
    return 2.0 * kBlocks[head_size];
}

/// FLOP per clock and SM that products reach from registers. Where tensor cores read shared memory they are wider than
/// registers can feed: FlashAttention-2 gets no further than 370 TFLOP/s on an H100 (its third edition's figure 5).
constexpr double kFromRegisters = 2400.0;

/// Exponentials that take as long as all of softmax does for a score.
double softmaxOf(const Published& published, const hardware::Gpu& gpu) {
    const double lanes = gpu.vector_flop_per_clock[index(NumberType::Fp32)] / 2.0;
    const double beside = lanes > 0.0 ? published.lane_operations * gpu.exponentials_per_clock / lanes : 0.0;
    return published.exponentials + beside;
}

bool isPublished(const hardware::Gpu& gpu, AttentionTypes types) {
    return types == AttentionTypes::Wide && (attentionLibrary(gpu).packs_heads || attentionLibrary(gpu).framework);
}

// Tiles of 128 queries walk to the diagonal's end with both of their groups of 64: half of a group's masked keys more.
constexpr double kFlashAttentionMask = 0.5;
constexpr double kLargestGroup = 128.0; // query heads per KV head, as far as it was measured

constexpr std::string_view kPrefill = "prefill", kSplitValue = "prefill-split-value";

/// What is shared, changed by the groups of these keys where there are any.
template <class T>
T resolved(T found, std::span<const NamedCoefficient<T>> names, const hardware::Calibration& calibration,
           GroupKey shared, std::initializer_list<GroupKey> changes) {
    if (const auto* group = groupOf(calibration, shared)) assign(found, names, *group);
    for (const GroupKey& key : changes) {
        if (const auto* group = groupOf(calibration, key)) scale(found, names, *group);
    }
    return found;
}

AttentionCoefficients::Prefill resolvedPrefill(const hardware::Gpu& gpu, const hardware::Calibration& calibration,
                                               std::string_view kernel) {
    const std::string_view units = tensorUnits(gpu);
    const std::string_view device = measuredDevice(calibration, gpu);
    AttentionCoefficients::Prefill found;
    for (const AttentionTypes type : {AttentionTypes::Wide, AttentionTypes::NarrowCache, AttentionTypes::Narrow}) {
        const std::string_view types = name(type);
        for (std::size_t size = 0; size < kHeadSizes; ++size) {
            const std::string_view head = nameOfHeadSize(size);
            found[static_cast<std::size_t>(type)][size] =
                resolved(PrefillCoefficients{}, prefillCoefficients(), calibration, {{"kernel", kernel}},
                         {{{"kernel", kernel}, {"units", units}, {"types", types}},
                          {{"kernel", kernel}, {"device", device}},
                          {{"kernel", kernel}, {"units", units}, {"types", types}, {"head", head}},
                          {{"kernel", kernel}, {"device", device}, {"types", types}, {"head", head}}});
            // Rotations and caches are operators of their own to a builder.
            if (hardware::buildsNetworks(gpu)) found[static_cast<std::size_t>(type)][size].stream = 0.0;
            if (!isPublished(gpu, type)) continue;
            const bool third = attentionLibrary(gpu).asynchronous, itself = attentionLibrary(gpu).flash_attention;
            const Published& published = third ? kFlashAttention3 : itself ? kFlashAttention2 : kLikeFlashAttention2;
            PrefillCoefficients& its = found[static_cast<std::size_t>(type)][size];
            its.tensor_fraction = its.asynchronous_fraction = published.products;
            if (gpu.asynchronous_tensor_cores && !third) its.most_flop_per_clock = published.products * kFromRegisters;
            its.softmax = softmaxOf(published, gpu);
            its.hidden = published.hidden;
            its.mask = kFlashAttentionMask;
            its.time = attentionLibrary(gpu).first_edition ? flashAttention1Time(size) : 1.0;
            if (!third && itself) its.unit_clocks = kFlashAttention2UnitClocks;
            if (attentionLibrary(gpu).framework && itself)
                its.stream = 0.0; // rotations and caches are kernels of their own
        }
    }
    return found;
}

/// FlashMLA where nobody measured it: set-up of the latent kernels that were, at the rates that its authors publish.
void assumePublished(DecodeCoefficients& latent) {
    latent.product_fraction = kFlashMlaProducts;
    latent.memory_fraction = kFlashMlaMemory;
    latent.norm = 3.0;       // copies and products in warps of their own
    latent.key_clocks = 0.0; // all of a key is in its products and bytes
    latent.chain_clocks = 1.0;
}

DecodeCoefficients resolvedDecode(const hardware::Gpu& gpu, const hardware::Calibration& calibration, DecodePath path,
                                  std::string_view types) {
    // Specialised kernels differ from grouped ones in what runs beside each other; what a unit costs, they share.
    const bool measured = groupOf(calibration, {{"kernel", name(path)}}) != nullptr;
    const DecodePath like = measured                                ? path
                            : path == DecodePath::Specialised       ? DecodePath::Grouped
                            : path == DecodePath::LatentSpecialised ? DecodePath::Latent
                                                                    : path;
    const std::string_view kernel = name(like);
    const std::string_view device = measuredDevice(calibration, gpu);
    DecodeCoefficients found = resolved(DecodeCoefficients{}, decodeCoefficients(), calibration, {{"kernel", kernel}},
                                        {{{"kernel", kernel}, {"types", types}},
                                         {{"kernel", kernel}, {"device", device}},
                                         {{"kernel", kernel}, {"device", device}, {"types", types}}});
    if (path == DecodePath::LatentSpecialised && !measured) assumePublished(found);
    if (path == DecodePath::LatentSpecialised && attentionLibrary(gpu).aiter) {
        found.memory_fraction = kAiterMemory;
        found.start_s *= 2.0; // the pieces of a context are joined by a second kernel (ROCm/aiter, aiter/mla.py)
    }
    return found;
}

bool isSeen(const hardware::Calibration& calibration, const hardware::Gpu& gpu) {
    return std::any_of(calibration.groups.begin(), calibration.groups.end(), [&gpu](const auto& group) {
        const auto device = group.key.find("device");
        return device != group.key.end() && device->second == gpu.id;
    });
}

bool isDecode(const workload::Kernel& kernel) {
    return workload::classOf(kernel) == workload::KernelClass::AttentionDecode;
}

void resolveBands(const hardware::Calibration& calibration, const hardware::Gpu& gpu, AttentionCoefficients& found) {
    const auto band = [&](workload::KernelClass of, std::string_view kernel) {
        return bandOf(&calibration, workload::name(of), gpu, found.seen, kernel);
    };
    found.prefill_band = band(workload::KernelClass::AttentionPrefill, kPrefill);
    found.split_value_band = band(workload::KernelClass::AttentionPrefill, kSplitValue);
    for (std::size_t i = 0; i < kDecodePaths; ++i)
        found.decode_bands[i] = band(workload::KernelClass::AttentionDecode, name(static_cast<DecodePath>(i)));
}

KernelTime decodeAt(const hardware::Gpu& gpu, const AttentionCoefficients& coefficients,
                    const workload::Kernel& kernel) {
    const DecodePath path = decodePathOf(gpu, kernel);
    const bool narrow = cacheElementBytes(gpu, kernel) <= 1.0;
    return predictDecode(gpu, coefficients.decode[static_cast<std::size_t>(path)][narrow ? 1 : 0], path, kernel);
}

KernelTime decode(const hardware::Gpu& gpu, const AttentionCoefficients& coefficients, const workload::Kernel& kernel) {
    KernelTime time = decodeAt(gpu, coefficients, kernel);
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    if (shape.longest_kv <= shape.kv_len) return time;
    workload::Kernel longest = kernel;
    std::get<workload::Attention>(longest.shape).kv_len = shape.longest_kv;
    const double more = coefficients.skew * (decodeAt(gpu, coefficients, longest).seconds - time.seconds);
    time.tail_s += more;
    time.seconds += more;
    return time;
}

} // namespace

std::string_view tensorUnits(const hardware::Gpu& gpu) {
    return attentionLibrary(gpu).asynchronous ? "asynchronous" : "synchronous";
}

std::string_view attentionKernel(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    if (isDecode(kernel)) return name(decodePathOf(gpu, kernel));
    return splitValue(shape) ? kSplitValue : kPrefill;
}

bool splitValue(const workload::Attention& shape) {
    return !shape.latent && shape.value_dim > 0 && shape.value_dim < shape.head_dim;
}

bool sameAttention(const hardware::Gpu& a, const hardware::Gpu& b) {
    return a.asynchronous_tensor_cores == b.asynchronous_tensor_cores && a.tensor_memory == b.tensor_memory &&
           a.exponentials_per_clock == b.exponentials_per_clock && a.warp == b.warp && sameNames(a, b) &&
           hardware::kernelsOf(a) == hardware::kernelsOf(b) && a.vector_flop_per_clock == b.vector_flop_per_clock &&
           a.matrix_flop_per_clock == b.matrix_flop_per_clock;
}

AttentionCoefficients resolveAttention(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations) {
    AttentionCoefficients found;
    const hardware::Calibration* calibration = calibrationOf(calibrations, kAttentionCalibration);
    if (calibration == nullptr) return found;
    found.prefill = resolvedPrefill(gpu, *calibration, kPrefill);
    found.split_value = resolvedPrefill(gpu, *calibration, kSplitValue);
    for (std::size_t path = 0; path < kDecodePaths; ++path) {
        found.decode[path] = {resolvedDecode(gpu, *calibration, static_cast<DecodePath>(path), "16"),
                              resolvedDecode(gpu, *calibration, static_cast<DecodePath>(path), "8")};
    }
    found.power = resolvePower(gpu, calibrations);
    found.seen = isSeen(*calibration, gpu);
    const auto skew = calibration->values.find("skew");
    if (skew != calibration->values.end()) found.skew = skew->second;
    resolveBands(*calibration, gpu, found);
    return found;
}

KernelTime predictAttention(const hardware::Gpu& gpu, const AttentionCoefficients& coefficients,
                            const workload::Kernel& kernel) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    KernelTime time;
    ResidualBand band;
    if (isDecode(kernel)) {
        time = decode(gpu, coefficients, kernel);
        band = coefficients.decode_bands[static_cast<std::size_t>(decodePathOf(gpu, kernel))];
    } else {
        const bool split = splitValue(shape);
        const auto& kernels = split ? coefficients.split_value : coefficients.prefill;
        const auto types = static_cast<std::size_t>(attentionTypesOf(gpu, kernel));
        band = split ? coefficients.split_value_band : coefficients.prefill_band;
        time = predictPrefill(gpu, kernels[types][headSizeOf(shape.head_dim)], kernel);
        // What was measured holds the clock that the board sustained; what is published at full clock does not.
        if (isPublished(gpu, attentionTypesOf(gpu, kernel))) time = atPowerLimit(coefficients.power, kernel.math, time);
    }
    time.alone_s = time.seconds;
    time.extrapolated = shape.heads > kLargestGroup * shape.kv_heads;
    time.log_p10 = band.p10;
    time.log_p90 = band.p90;
    return time;
}

} // namespace strata::gpu
