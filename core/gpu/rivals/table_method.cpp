// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/rivals/table_method.h"

#include "core/gpu/rivals/roofline.h"

#include <algorithm>
#include <cmath>
#include <Eigen/Dense>
#include <numeric>

namespace strata::gpu {
namespace {

constexpr std::size_t kNeighbours = 16;
constexpr double kSamePlace = 1e-6;   // squared distance that counts as the measured shape itself
constexpr double kRidge = 1e-3;       // keeps slopes of dimensions that the neighbours do not vary at 0
constexpr double kFarDoublings = 2.0; // from the nearest row

struct Variant {
    std::string operator()(const workload::Matmul& s) const {
        return std::string(s.linear ? "linear" : "bmm") + (s.block_scaled ? " block-scaled" : "") +
               (s.dynamic_quantization ? " dynamic" : "");
    }
    std::string operator()(const workload::Conv2d& s) const { return "conv" + std::to_string(s.stride); }
    std::string operator()(const workload::Attention& s) const {
        return std::string("attention") + (s.causal ? " causal" : "") + (s.latent ? " latent" : "") +
               (s.q_len > 1 ? "" : " decode");
    }
    std::string operator()(const workload::VectorOp& s) const {
        return "vector" + std::to_string(static_cast<int>(s.function)) + "/" + std::to_string(s.inputs);
    }
    std::string operator()(const workload::Moe& s) const {
        return std::string("moe") + (s.gated ? " gated" : "") + (s.block_scaled ? " block-scaled" : "");
    }
    std::string operator()(const workload::Quantize& s) const {
        return std::string("quantize") + (s.scale ? " scale" : "") + (s.cast ? " cast" : "");
    }
    std::string operator()(const workload::Scan&) const { return "scan"; }
};

struct Dimensions {
    using List = std::array<double, 7>;
    List operator()(const workload::Matmul& s) const { return {s.batch, s.m, s.n, s.k}; }
    List operator()(const workload::Conv2d& s) const { return {s.n, s.p * s.q, s.m, s.c, s.r * s.s, s.groups}; }
    List operator()(const workload::Attention& s) const {
        return {s.batch, s.heads, s.kv_heads, s.head_dim, s.q_len, s.kv_len, 1.0 + s.window};
    }
    List operator()(const workload::VectorOp& s) const { return {s.rows, s.cols}; }
    List operator()(const workload::Moe& s) const {
        return {s.tokens, s.hidden, s.ffn, s.experts, s.top_k, 1.0 + s.skew};
    }
    List operator()(const workload::Quantize& s) const { return {s.rows, s.cols}; }
    List operator()(const workload::Scan& s) const { return {s.batch, s.q_len, s.heads, s.key_dim, s.value_dim}; }
};

} // namespace

MeasuredTable::MeasuredTable(const hardware::Gpu& gpu, const std::vector<MeasuredKernel>& rows) : gpu_(gpu) {
    for (const MeasuredKernel& row : rows) {
        const std::string key = keyOf(row.kernel);
        auto family = std::lower_bound(families_.begin(), families_.end(), key,
                                       [](const Family& f, const std::string& k) { return f.key < k; });
        if (family == families_.end() || family->key != key) family = families_.insert(family, Family{key, {}});
        family->rows.push_back({placeOf(row.kernel), std::log(predictRoofline(gpu, row.kernel).seconds / row.seconds)});
    }
}

std::size_t MeasuredTable::size() const {
    return std::accumulate(families_.begin(), families_.end(), std::size_t{0},
                           [](std::size_t sum, const Family& f) { return sum + f.rows.size(); });
}

std::string MeasuredTable::keyOf(const workload::Kernel& kernel) {
    std::string key = std::visit(Variant{}, kernel.shape);
    for (const NumberType type : {kernel.a, kernel.b, kernel.out, kernel.math})
        key += " " + std::string(name(type));
    return key;
}

std::array<double, MeasuredTable::kDimensions> MeasuredTable::placeOf(const workload::Kernel& kernel) {
    auto place = std::visit(Dimensions{}, kernel.shape);
    for (double& dimension : place)
        dimension = dimension > 0 ? std::log2(dimension) : 0.0;
    return place;
}

const MeasuredTable::Family* MeasuredTable::find(const std::string& key) const {
    const auto found = std::lower_bound(families_.begin(), families_.end(), key,
                                        [](const Family& f, const std::string& k) { return f.key < k; });
    return found != families_.end() && found->key == key ? &*found : nullptr;
}

std::optional<KernelTime> MeasuredTable::predict(const workload::Kernel& kernel) const {
    const Family* family = find(keyOf(kernel));
    if (family == nullptr) return std::nullopt;
    const auto place = placeOf(kernel);
    std::vector<std::pair<double, const Row*>> near;
    near.reserve(family->rows.size());
    bool inside = true;
    for (std::size_t d = 0; d < kDimensions; ++d) {
        const auto [low, high] =
            std::minmax_element(family->rows.begin(), family->rows.end(),
                                [d](const Row& a, const Row& b) { return a.place[d] < b.place[d]; });
        inside = inside && place[d] >= low->place[d] - kSamePlace && place[d] <= high->place[d] + kSamePlace;
    }
    for (const Row& row : family->rows) {
        double squared = 0;
        for (std::size_t d = 0; d < kDimensions; ++d)
            squared += std::pow(place[d] - row.place[d], 2);
        near.emplace_back(squared, &row);
    }
    const std::size_t count = std::min(kNeighbours, near.size());
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end(),
                      [](const auto& a, const auto& b) { return a.first < b.first; });
    near.resize(count);

    constexpr int kUnknowns = static_cast<int>(kDimensions) + 1;
    Eigen::Matrix<double, kUnknowns, kUnknowns> normal = Eigen::Matrix<double, kUnknowns, kUnknowns>::Zero();
    Eigen::Matrix<double, kUnknowns, 1> right = Eigen::Matrix<double, kUnknowns, 1>::Zero();
    double least = near.front().second->log_utilization;
    double most = least;
    for (const auto& [squared, row] : near) {
        Eigen::Matrix<double, kUnknowns, 1> basis;
        basis[0] = 1.0;
        for (std::size_t d = 0; d < kDimensions; ++d)
            basis[static_cast<int>(d) + 1] = row->place[d] - place[d];
        const double weight = 1.0 / (squared + kSamePlace);
        normal += weight * basis * basis.transpose();
        right += weight * row->log_utilization * basis;
        least = std::min(least, row->log_utilization);
        most = std::max(most, row->log_utilization);
    }
    for (int d = 1; d < kUnknowns; ++d)
        normal(d, d) += kRidge;
    const double log_utilization = std::clamp(normal.ldlt().solve(right)[0], least, most);

    KernelTime time = predictRoofline(gpu_, kernel);
    // The roofline's parts stay; what the table adds to them is what no part of it explains.
    time.fixed_s = time.seconds * std::expm1(-log_utilization);
    if (time.fixed_s < 0) { // faster than the roofline: operands in L2
        const double ratio = std::exp(-log_utilization);
        time.compute_s *= ratio;
        time.memory_s *= ratio;
        time.fixed_s = 0;
    }
    time.seconds = time.compute_s + time.memory_s + time.fixed_s;
    time.alone_s = time.seconds;
    time.extrapolated = !inside || near.front().first > kFarDoublings * kFarDoublings;
    return time;
}

} // namespace strata::gpu
