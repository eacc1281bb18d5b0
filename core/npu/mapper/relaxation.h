// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper/link_model.h"

namespace strata::npu::detail {

/// Least energy and cycles, and what a goal makes of them.
struct Floor {
    double energy_pj = 0.0;
    double cycles = 0.0;
};

/// The temporal iterations that may stand inside a level: one divisor of what is left to time for each dimension.
class Lattice {
public:
    explicit Lattice(const LinkModel& model);

    std::size_t size() const { return size_; }
    std::size_t last() const { return size_ - 1; } ///< everything inside
    const std::vector<std::uint32_t>& dimensions() const { return dimensions_; }
    const std::vector<std::uint64_t>& divisors(std::size_t k) const { return divisors_[k]; }
    std::size_t stride(std::size_t k) const { return strides_[k]; }
    /// Position of a point along a dimension.
    std::size_t digit(std::size_t point, std::size_t k) const { return point / strides_[k] % divisors_[k].size(); }
    /// The position of divisor `i` times a prime; the number of divisors where that is none.
    const std::vector<std::vector<std::size_t>>& steps(std::size_t k) const { return steps_[k]; }
    /// The position of divisor `i` times a factor; the number of divisors where that is none.
    std::size_t times(std::size_t k, std::size_t i, std::uint64_t factor) const;
    void decode(std::size_t point, PerDimension<double>& inside, PerDimension<double>& outside) const;

    /// Goes to the next point: its digits, and the iterations inside and outside. Much faster than decode().
    void advance(std::array<std::size_t, kMaxDimensions>& digits, PerDimension<double>& inside,
                 PerDimension<double>& outside) const;

private:
    std::vector<std::uint32_t> dimensions_;
    std::vector<std::vector<std::uint64_t>> divisors_;
    std::vector<std::vector<std::vector<std::size_t>>> steps_;
    std::vector<std::size_t> strides_;
    std::size_t size_ = 1;
};

/// For each level and each tile that it may have: the least energy and cycles of all links from there outwards. Each
/// boundary is bounded by itself: of the tensors that the innermost loop outside does not move, only the other loops
/// count. A dynamic program over the lattice of tiles, outside in, with levels as layers.
class Relaxation {
public:
    /// @param cycles whether ports are bounded too; without, the least cycles are those of the units
    Relaxation(const LinkModel& model, bool cycles);

    const Lattice& lattice() const { return lattice_; }
    /// Of the links whose lower level is `level` or further out, when the tile of the level is this one. Infinite where
    /// the tile does not fit, or no split of the rest exists.
    Floor floor(std::size_t level, std::size_t point) const {
        return {energy_[level][point], cycles_.empty() ? 0.0 : cycles_[level][point]};
    }
    bool fits(std::size_t level, std::size_t point) const { return fits_[level][point] == kFits; }
    /// Known not to fit; where that is false, it may still be so.
    bool tooLarge(std::size_t level, std::size_t point) const { return fits_[level][point] == kTooLarge; }
    /// Of everything: energy without leakage, and cycles.
    Floor total() const;

private:
    static constexpr std::uint8_t kFits = 1, kTooLarge = 2;

    struct Layer {
        std::vector<double> energy, cycles; ///< by point and class
    };
    void reach(std::size_t level, bool cycles, const Layer& layer, std::vector<double>& best) const;
    void addLinks(std::size_t level, const PerDimension<double>& inside, const PerDimension<double>& outside,
                  Floor* classes) const;
    double portCycles(std::size_t level, const LinkWords* words) const;
    void fill(std::size_t level, const Layer& outer, Layer& layer);

    const LinkModel& model_;
    Lattice lattice_;
    std::vector<std::uint32_t> classes_; ///< dimensions by the tensors that they move, as bits
    bool limited_ = false;               ///< whether any port has a limit
    std::vector<std::vector<double>> energy_, cycles_;
    std::vector<std::vector<std::uint8_t>> fits_;
};

} // namespace strata::npu::detail
