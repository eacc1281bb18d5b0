// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/attention.h"

#include <algorithm>

namespace strata::gpu {
namespace {

// FlashAttention-3: shares of the tensor cores' peak and of the exponentials' time that give about the forward rates of
// its paper (Shah et al. 2024, forward pass on H100; read from memory, not from the figure's data).
constexpr double kFlashAttention3Fraction = 0.93;
constexpr double kFlashAttention3Softmax = 0.92;
constexpr double kLargestGroup = 128.0;  // query heads per KV head, as far as it was measured

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
            if (!asynchronousTensorCores(gpu) || !callsFlashAttention(gpu)) continue;
            if (type != AttentionTypes::Wide) continue;
            PrefillCoefficients& own = found[static_cast<std::size_t>(type)][size];
            own.asynchronous_fraction = kFlashAttention3Fraction;
            own.softmax = kFlashAttention3Softmax;
            own.time = 1.0;
        }
    }
    return found;
}

DecodeCoefficients resolvedDecode(const hardware::Gpu& gpu, const hardware::Calibration& calibration, DecodePath path,
                                  std::string_view types) {
    // Specialised kernels differ from grouped ones in what runs beside each other; what a unit costs, they share.
    const bool measured = groupOf(calibration, {{"kernel", name(path)}}) != nullptr;
    const std::string_view kernel = name(path == DecodePath::Specialised && !measured ? DecodePath::Grouped : path);
    const std::string_view device = measuredDevice(calibration, gpu);
    const GroupKey own{{"kernel", kernel}, {"device", device}, {"types", types}};
    DecodeCoefficients found =
        resolved(DecodeCoefficients{}, decodeCoefficients(), calibration, {{"kernel", kernel}},
                 {{{"kernel", kernel}, {"types", types}}, {{"kernel", kernel}, {"device", device}}, own});
    const auto unsplit = [](const hardware::CalibrationGroup* group) {
        return group != nullptr && group->values.contains("unsplit");
    };
    if (unsplit(groupOf(calibration, own)) || unsplit(groupOf(calibration, {{"kernel", kernel}}))) {
        found.split_target = 0.0;
    }
    return found;
}

bool isSeen(const hardware::Calibration& calibration, const hardware::Gpu& gpu) {
    return std::any_of(calibration.groups.begin(), calibration.groups.end(), [&gpu](const auto& group) {
        const auto device = group.key.find("device");
        return device != group.key.end() && device->second == gpu.id;
    });
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

}  // namespace

std::string_view tensorUnits(const hardware::Gpu& gpu) {
    return asynchronousTensorCores(gpu) ? "asynchronous" : "synchronous";
}

bool splitValue(const workload::Attention& shape) {
    return !shape.latent && shape.value_dim > 0 && shape.value_dim < shape.head_dim;
}

bool sameAttention(const hardware::Gpu& a, const hardware::Gpu& b) {
    return asynchronousTensorCores(a) == asynchronousTensorCores(b) && a.id == b.id &&
           a.architecture == b.architecture && a.engine == b.engine;
}

AttentionCoefficients resolveAttention(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations) {
    AttentionCoefficients found;
    const hardware::Calibration* calibration = calibrationOf(calibrations, kAttentionCalibration);
    if (calibration == nullptr) return found;
    found.prefill = resolvedPrefill(gpu, *calibration, "prefill");
    found.split_value = resolvedPrefill(gpu, *calibration, "prefill-split-value");
    for (std::size_t path = 0; path < kDecodePaths; ++path) {
        found.decode[path] = {resolvedDecode(gpu, *calibration, static_cast<DecodePath>(path), "16"),
                              resolvedDecode(gpu, *calibration, static_cast<DecodePath>(path), "8")};
    }
    found.seen = isSeen(*calibration, gpu);
    const auto skew = calibration->values.find("skew");
    if (skew != calibration->values.end()) found.skew = skew->second;
    found.prefill_band = bandOf(calibration, workload::name(workload::KernelClass::AttentionPrefill), found.seen);
    found.decode_band = bandOf(calibration, workload::name(workload::KernelClass::AttentionDecode), found.seen);
    return found;
}

KernelTime predictAttention(const hardware::Gpu& gpu, const AttentionCoefficients& coefficients,
                            const workload::Kernel& kernel) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    const bool one = shape.q_len <= 1.0 && (shape.causal || shape.kv_len > 1.0);
    KernelTime time;
    if (one) {
        time = decode(gpu, coefficients, kernel);
    } else {
        const auto& kernels = splitValue(shape) ? coefficients.split_value : coefficients.prefill;
        const auto types = static_cast<std::size_t>(attentionTypesOf(gpu, kernel));
        time = predictPrefill(gpu, kernels[types][headSizeOf(shape.head_dim)], kernel);
    }
    time.alone_s = time.seconds;
    time.extrapolated = shape.heads > kLargestGroup * shape.kv_heads;
    const ResidualBand& band = one ? coefficients.decode_band : coefficients.prefill_band;
    time.log_p10 = band.p10;
    time.log_p90 = band.p90;
    return time;
}

}  // namespace strata::gpu
