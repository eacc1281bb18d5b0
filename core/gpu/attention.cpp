// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/attention.h"

#include <algorithm>

namespace strata::gpu {
namespace {

constexpr double kLargestGroup = 128.0;  // query heads per KV head, as far as it was measured

/// Shared coefficients of the kernel, then the device's own factors. Falls back to another type's group of the same kernel.
template <class T>
bool resolve(T& target, std::span<const NamedCoefficient<T>> names, const hardware::Calibration& calibration,
             const hardware::Gpu& gpu, std::string_view kernel, std::initializer_list<std::string_view> types) {
    const std::string_view units = tensorUnits(gpu);
    for (const std::string_view type : types) {
        const auto* shared = groupOf(calibration, {{"kernel", kernel}, {"units", units}, {"types", type}});
        if (shared == nullptr) continue;
        assign(target, names, *shared);
        break;
    }
    const auto* own = groupOf(calibration, {{"kernel", kernel}, {"device", gpu.id}, {"types", *types.begin()}});
    if (own != nullptr) scale(target, names, *own);
    return own != nullptr;
}

/// Tensor cores that keep their sums in a memory of their own (data-centre Blackwell; told by 4-bit products) run decode of
/// wide caches in the kernels that elsewhere only 8-bit caches have.
bool specialisedDecode(const hardware::Gpu& gpu) {
    return asynchronousTensorCores(gpu) && gpu.matrix_flop_per_clock[index(NumberType::Fp4)] > 0.0;
}

KernelTime decodeAt(const hardware::Gpu& gpu, const AttentionCoefficients& coefficients, const workload::Kernel& kernel) {
    const DecodePath path = decodePathOf(gpu, kernel);
    const bool narrow = bytesOf(kernel.b) <= 1.0;
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

AttentionCoefficients resolveAttention(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations) {
    AttentionCoefficients found;
    const hardware::Calibration* calibration = calibrationOf(calibrations, kAttentionCalibration);
    if (calibration == nullptr) return found;
    for (const AttentionTypes types : {AttentionTypes::Wide, AttentionTypes::NarrowCache, AttentionTypes::Narrow}) {
        const auto at = static_cast<std::size_t>(types);
        for (auto [kernel, target] : {std::pair{"prefill", &found.prefill[at]}, {"prefill-split-value", &found.split_value[at]}}) {
            found.seen |= resolve(*target, prefillCoefficients(), *calibration, gpu, kernel, {name(types), "16/8", "16/16"});
        }
    }
    for (const DecodePath path : {DecodePath::Vector, DecodePath::Grouped, DecodePath::Latent}) {
        auto& [wide, narrow] = found.decode[static_cast<std::size_t>(path)];
        found.seen |= resolve(wide, decodeCoefficients(), *calibration, gpu, name(path), {"16"});
        found.seen |= resolve(narrow, decodeCoefficients(), *calibration, gpu, name(path), {"8", "16"});
        if (specialisedDecode(gpu) && path == DecodePath::Grouped && !found.seen) wide = narrow;
    }
    const auto skew = calibration->values.find("skew");
    if (skew != calibration->values.end()) found.skew = skew->second;
    found.prefill_band = bandOf(*calibration, workload::name(workload::KernelClass::AttentionPrefill), found.seen);
    found.decode_band = bandOf(*calibration, workload::name(workload::KernelClass::AttentionDecode), found.seen);
    return found;
}

KernelTime predictAttention(const hardware::Gpu& gpu, const AttentionCoefficients& coefficients, const workload::Kernel& kernel) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    const bool one = shape.q_len <= 1.0 && shape.causal;
    KernelTime time;
    if (one) {
        time = decode(gpu, coefficients, kernel);
    } else {
        const auto& kernels = splitValue(shape) ? coefficients.split_value : coefficients.prefill;
        time = predictPrefill(gpu, kernels[static_cast<std::size_t>(attentionTypesOf(kernel))], kernel);
    }
    time.alone_s = time.seconds;
    time.extrapolated = shape.heads > kLargestGroup * shape.kv_heads;
    const ResidualBand& band = one ? coefficients.decode_band : coefficients.prefill_band;
    time.log_p10 = band.p10;
    time.log_p90 = band.p90;
    return time;
}

}  // namespace strata::gpu
