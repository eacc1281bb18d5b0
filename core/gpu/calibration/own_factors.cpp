// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/calibration/own_factors.h"

#include "core/gpu/attention/attention.h"
#include "core/gpu/experts/moe.h"
#include "core/gpu/products/tensor_tiles.h"
#include "core/gpu/products/tile_model.h"
#include "core/gpu/rivals/table_method.h"

#include <algorithm>
#include <cmath>

namespace strata::gpu {
namespace {

/// Fixed start and host's floor of a kernel that is timed alone.
constexpr double kRoundOff = 1e-9;

std::string joined(std::string_view family, std::string_view part) {
    return std::string(family) + "/" + std::string(part);
}

bool sameText(std::string_view text, const OwnKindName& kind) {
    // "family/first/second" without building the text.
    const auto eat = [&text](std::string_view word, bool slash) {
        if (slash) {
            if (!text.starts_with('/')) return false;
            text.remove_prefix(1);
        }
        if (!text.starts_with(word)) return false;
        text.remove_prefix(word.size());
        return true;
    };
    if (!eat(kind.family, false) || !eat(kind.first, true)) return false;
    return (kind.second.empty() || eat(kind.second, true)) && text.empty();
}

/// The calibration and the class of residuals that tell of a kind.
struct ResidualPlace {
    std::string_view calibration, kernel_class, types;
};

ResidualPlace placeOfResiduals(const OwnKindName& kind) {
    if (kind.family == "products") return {"gpu-tensor-matmul", kind.first, {}};
    if (kind.family == "batches") return {"gpu-tensor-matmul", "batched", {}};
    if (kind.family == "quantize") return {"gpu-tensor-matmul", "cast", {}};
    if (kind.family == "prefill") return {kAttentionCalibration, "attention-prefill", kind.first};
    if (kind.family == "decode") return {kAttentionCalibration, "attention-decode", kind.first};
    if (kind.family == "experts") return {kMoeCalibration, "moe", kind.first};
    if (kind.family == "stream") return {"gpu-vector", kind.first, {}};
    return {"gpu-simt-matmul", kind.first, {}};
}

/// Shares of kOwnParts in a time; all 0 where it is 0.
std::array<double, kOwnParts.size()> sharesOf(const KernelTime& time) {
    if (!(time.seconds > 0)) return {};
    return {(time.compute_s + time.tail_s) / time.seconds, time.memory_s / time.seconds, time.fixed_s / time.seconds};
}

/// The spread of a class; of several rows that tell of it (short and long kernels) the mean of the squares.
double sigmaOf(const hardware::Calibration& calibration, const ResidualPlace& place, std::string_view seen,
               bool typed) {
    double sum = 0, count = 0;
    for (const hardware::Residual& residual : calibration.residuals) {
        const auto is = [&](std::string_view key, std::string_view value) {
            const auto found = residual.key.find(key);
            return found == residual.key.end() ? value.empty() : found->second == value;
        };
        if (!is("class", place.kernel_class) || !is("seen", seen)) continue;
        if (!is("types", typed ? place.types : std::string_view())) continue;
        sum += residual.sigma * residual.sigma;
        count += 1;
    }
    return count > 0 ? std::sqrt(sum / count) : 0.0;
}

} // namespace

double OwnPrior::all() const { return std::hypot(device, noise); }

std::string OwnKindName::text() const {
    std::string text(family);
    text += '/';
    text += first;
    if (!second.empty()) (text += '/') += second;
    return text;
}

OwnKindName ownKindOf(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    using workload::KernelClass;
    const KernelClass kernel_class = workload::classOf(kernel);
    switch (kernel_class) {
    case KernelClass::Bmm:
    case KernelClass::Linear:
    case KernelClass::Conv: {
        if (!onTensorCores(gpu, kernel.math)) return {"lanes", workload::name(kernel_class), {}};
        const GemmType type = gemmTypeOf(kernel);
        if (kernel_class == KernelClass::Bmm) return {"batches", name(type), {}};
        return {"products", name(type), name(libraryOf(gpu, type))};
    }
    case KernelClass::AttentionPrefill:
        return {"prefill", attentionKernel(gpu, kernel), name(attentionTypesOf(gpu, kernel))};
    case KernelClass::AttentionDecode:
        return {"decode", attentionKernel(gpu, kernel), cacheElementBytes(gpu, kernel) < 2 ? "8" : "16"};
    case KernelClass::Moe: return {"experts", name(moeTypesOf(gpu, kernel)), {}};
    case KernelClass::Quantize: return {"quantize", workload::name(kernel_class), {}};
    case KernelClass::Scan: return {"scan", workload::name(kernel_class), {}};
    case KernelClass::Elementwise:
    case KernelClass::Softmax:
    case KernelClass::Norm:
    case KernelClass::Copy:
    case KernelClass::Embedding: break;
    }
    return {"stream", workload::name(kernel_class), {}};
}

OwnPrior ownPriorOf(const OwnKindName& kind, std::span<const hardware::Calibration> calibrations) {
    OwnPrior prior{kUnknownSigma, kUnknownSigma / 2};
    const ResidualPlace place = placeOfResiduals(kind);
    const hardware::Calibration* calibration = calibrationOf(calibrations, place.calibration);
    if (calibration == nullptr) return prior;
    for (const bool typed : {true, false}) {
        if (typed && place.types.empty()) continue;
        const double left_out = sigmaOf(*calibration, place, "no", typed);
        const double fitted = sigmaOf(*calibration, place, "yes", typed);
        if (left_out <= 0 || fitted <= 0) continue;
        // A class that errs as much where it was fitted still differs a little between devices.
        constexpr double kLeastShare = 0.1;
        const double least = kLeastShare * left_out * left_out;
        return {std::sqrt(std::max(left_out * left_out - fitted * fitted, least)), fitted};
    }
    return prior;
}

std::shared_ptr<const OwnKernels> OwnKernels::of(const hardware::Gpu& gpu,
                                                 std::span<const hardware::Calibration> calibrations) {
    const auto found = hardware::ownOfDevice(calibrations, gpu.id, gpu.runtime.get());
    if (found == nullptr) return nullptr;
    auto result = std::make_shared<OwnKernels>();
    result->own_ = found;
    result->reach_ = ownShares(calibrations).reach;
    const auto term = [&](const std::string& name) {
        for (std::size_t i = 0; i < found->factors.size(); ++i) {
            const hardware::OwnFactor& factor = found->factors[i];
            if (factor.name == name) return Term{factor.log_mean, factor.prior_sigma * factor.prior_sigma, i, true};
        }
        return Term{};
    };
    const auto parts = [&](const std::string& name) {
        Parts terms;
        for (std::size_t p = 0; p < kOwnParts.size(); ++p)
            terms[p] = term(joined(name, kOwnParts[p]));
        return terms;
    };
    for (const hardware::OwnFactor& factor : found->factors) {
        const std::string family = factor.name.substr(0, factor.name.find('/'));
        const auto same = [&](const Family& known) { return known.name == family; };
        if (std::none_of(result->families_.begin(), result->families_.end(), same))
            result->families_.push_back({family, parts(family), {}});
    }
    for (const hardware::OwnKind& kind : found->kinds) {
        for (const hardware::OwnKernel& kernel : found->kernels) {
            // Entries of earlier versions describe kernels by other coordinates: their factors hold, their shapes do
            // not.
            if (kernel.kind != kind.name || kernel.place.size() != kOwnPlace) continue;
            const auto holds = [&](const Family& one) { return kind.name.starts_with(one.name + "/"); };
            const auto family = std::find_if(result->families_.begin(), result->families_.end(), holds);
            if (family == result->families_.end()) continue;
            family->neighbours.push_back({kernel.place, kernel.weight, result->kinds_.size()});
        }
        result->kinds_.push_back(
            {kind.name, term(kind.name), parts(kind.name), kind.noise, kind.shape_sigma, kind.spread});
    }
    return result;
}

/// What kernels alike tell of a kernel; kind: null where none of its kind was measured.
double OwnKernels::likeness(const Family& family, const Kind* kind, std::span<const double> place,
                            double& nearest) const {
    nearest = 0;
    double sum = 0;
    for (const Neighbour& neighbour : family.neighbours) {
        const Kind& other = kinds_[neighbour.kind];
        const bool same = &other == kind;
        if (!same && !(reach_.kinds > 0)) continue;
        const double like = (same ? 1.0 : reach_.kinds) * ownLikeness(place, neighbour.place, reach_);
        // Weights are in the spread of the neighbour's kind.
        const bool scaled = kind != nullptr && !same && other.shape_sigma > 0;
        sum += like * neighbour.weight * (scaled ? kind->shape_sigma / other.shape_sigma : 1.0);
        nearest = std::max(nearest, like);
    }
    return sum;
}

double OwnKernels::variance(std::span<const std::pair<const Term*, double>> terms) const {
    double sum = 0;
    for (const auto& [a, share_a] : terms) {
        for (const auto& [b, share_b] : terms) {
            if (a->known && b->known) sum += share_a * share_b * own_->covarianceOf(a->index, b->index);
        }
    }
    return std::max(sum, 0.0);
}

void OwnKernels::apply(const hardware::Gpu& gpu, const workload::Kernel& kernel, KernelTime& time) const {
    const OwnKindName name = ownKindOf(gpu, kernel);
    const auto family =
        std::find_if(families_.begin(), families_.end(), [&](const Family& one) { return one.name == name.family; });
    if (family == families_.end() || !(time.seconds > 0)) return;
    const auto kind =
        std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& one) { return sameText(one.name, name); });
    const std::array<double, 3> share = sharesOf(time);
    std::array<std::pair<const Term*, double>, 7> terms{};
    std::size_t count = 0;
    std::array<double, 3> factor{};
    double prior = 0, nearest = 0, whole = 0, shape_left = 0, noise = kUnknownSigma / 2, spread = 1;
    const auto add = [&](const Term& term, double part) {
        terms[count++] = {&term, part};
        prior += part * part * term.prior;
    };
    for (std::size_t p = 0; p < share.size(); ++p) {
        factor[p] = family->parts[p].log_mean;
        add(family->parts[p], share[p]);
        if (kind == kinds_.end()) continue;
        factor[p] += kind->parts[p].log_mean;
        add(kind->parts[p], share[p]);
    }
    const Kind* const known = kind != kinds_.end() ? &*kind : nullptr;
    whole = likeness(*family, known, ownPlaceOf(kernel, time), nearest);
    if (known != nullptr) {
        add(kind->whole, 1.0);
        whole += kind->whole.log_mean;
        noise = kind->noise;
        spread = kind->spread;
        const double shapes = kind->shape_sigma * kind->shape_sigma;
        prior += shapes;
        // What the most alike measured shape takes away of what shapes have for themselves.
        shape_left = shapes * (1.0 - nearest * nearest * shapes / (shapes + noise * noise + kRoundOff));
    } else { // no surer than the least sure kind of the family
        for (const Neighbour& neighbour : family->neighbours)
            spread = std::max(spread, kinds_[neighbour.kind].spread);
    }
    const double after = variance(std::span(terms.data(), count)) + shape_left;
    const double before_s = time.seconds;
    const double scale = std::exp(whole);
    time.compute_s *= scale * std::exp(factor[0]);
    time.tail_s *= scale * std::exp(factor[0]);
    time.memory_s *= scale * std::exp(factor[1]);
    time.fixed_s *= scale * std::exp(factor[2]);
    time.seconds = time.compute_s + time.tail_s + time.memory_s + time.fixed_s;
    const double ratio = time.seconds / before_s;
    // A host's floor stays, what the device takes alone changes.
    const bool waits = time.alone_s > before_s * (1.0 + kRoundOff);
    time.alone_s = waits ? std::max(time.alone_s, time.seconds) : time.seconds;
    time.rested_s *= ratio;
    time.energy_j *= ratio;
    const double left = prior > 0 ? std::sqrt((noise * noise + after) / (noise * noise + prior)) : 1.0;
    const float narrower = static_cast<float>(spread * std::min(left, 1.0));
    const float middle = (time.log_p10 + time.log_p90) / 2, half = (time.log_p90 - time.log_p10) / 2;
    const float kept = static_cast<float>(prior > 0 ? std::clamp(after / prior, 0.0, 1.0) : 1.0);
    time.log_p10 = middle * kept - half * narrower;
    time.log_p90 = middle * kept + half * narrower;
}

OwnPlace ownPlaceOf(const workload::Kernel& kernel, const KernelTime& time) {
    static_assert(kOwnSizes == MeasuredTable::kDimensions);
    constexpr double kFewestWaves = 1.0 / 64; // of kernels without tiles, and of a tile on a large device
    const auto sizes = MeasuredTable::placeOf(kernel);
    const auto share = sharesOf(time);
    OwnPlace place;
    auto next = std::copy(sizes.begin(), sizes.end(), place.begin());
    next = std::copy(share.begin(), share.end(), next);
    *next = std::log2(std::max<double>(time.waves, kFewestWaves));
    return place;
}

double ownLikeness(std::span<const double> a, std::span<const double> b, const OwnReach& reach) {
    double squared = 0;
    for (std::size_t d = 0; d < std::min(a.size(), b.size()); ++d) {
        const double scale = d < kOwnSizes ? reach.sizes : d + 1 < kOwnPlace ? reach.parts : reach.waves;
        squared += (a[d] - b[d]) * (a[d] - b[d]) / (scale * scale);
    }
    const double far = std::sqrt(5.0 * squared);
    return (1.0 + far + far * far / 3.0) * std::exp(-far);
}

} // namespace strata::gpu
