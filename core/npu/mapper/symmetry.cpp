// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/symmetry.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace strata::npu::detail {
namespace {

constexpr std::size_t kMostExchanges = 64;

bool alike(const FactorRange& a, const FactorRange& b) { return a.least == b.least && a.most == b.most; }

bool rangesAlike(const MapSpace& space, std::uint32_t a, std::uint32_t b) {
    for (std::size_t l = 0; l < space.levels; ++l) {
        if (!alike(space.temporal[l][a], space.temporal[l][b]) ||
            !alike(space.spatial_x[l][a], space.spatial_x[l][b]) ||
            !alike(space.spatial_y[l][a], space.spatial_y[l][b]))
            return false;
    }
    return true;
}

/// The axes of a tensor as what moves along each, in an order of their own.
using Axes = std::vector<std::map<std::uint32_t, std::uint32_t>>;
Axes axesOf(const MapSpace& space, const workload::Tensor& tensor, const Exchange& exchange) {
    Axes axes;
    for (const workload::ProjectionAxis& axis : tensor.axes) {
        auto& terms = axes.emplace_back();
        for (const workload::ProjectionTerm& term : axis)
            if (space.bound[term.dimension] > 1) terms[exchange[term.dimension]] += term.coefficient;
    }
    std::sort(axes.begin(), axes.end());
    return axes;
}

class Finder {
public:
    explicit Finder(const MapSpace& space) : space_(space) { std::iota(same_.begin(), same_.end(), 0u); }

    std::vector<Exchange> run() {
        // A fixed order names dimensions.
        for (std::size_t l = 0; l < space_.levels; ++l)
            if (!space_.order[l].empty()) return {};
        exchange_ = same_;
        place(0, 0);
        return found_;
    }

private:
    void place(std::size_t at, std::uint32_t used) {
        if (found_.size() >= kMostExchanges) return;
        if (at == space_.dimensions.size()) {
            if (exchange_ != same_ && keepsTensors()) found_.push_back(exchange_);
            return;
        }
        const std::uint32_t d = space_.dimensions[at];
        for (const std::uint32_t other : space_.dimensions) {
            if ((used >> other & 1u) != 0 || space_.bound[other] != space_.bound[d] || !rangesAlike(space_, d, other))
                continue;
            exchange_[d] = other;
            place(at + 1, used | 1u << other);
        }
        exchange_[d] = d;
    }

    bool keepsTensors() const {
        for (const workload::Tensor& tensor : space_.problem->tensors)
            if (axesOf(space_, tensor, exchange_) != axesOf(space_, tensor, same_)) return false;
        return true;
    }

    const MapSpace& space_;
    Exchange same_{}, exchange_{};
    std::vector<Exchange> found_;
};

} // namespace

std::vector<Exchange> symmetriesOf(const MapSpace& space) { return Finder(space).run(); }

bool hasEarlierImage(const MapSpace& space, const std::vector<Exchange>& symmetries,
                     const std::array<Factors, kMaxLevels>& factors) {
    for (const Exchange& exchange : symmetries) {
        std::array<Factors, kMaxLevels> image = factors;
        for (std::size_t l = 0; l < space.levels; ++l)
            for (const std::uint32_t d : space.dimensions)
                image[l][exchange[d]] = factors[l][d];
        if (image < factors) return true;
    }
    return false;
}

} // namespace strata::npu::detail
