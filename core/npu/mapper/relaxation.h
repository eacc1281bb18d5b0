// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper/handover.h"
#include "core/npu/mapper/inner_parts.h"
#include "core/npu/search/mapping_search.h"

namespace strata::npu::detail {

/// Least energy and cycles, and what a goal makes of them.
struct Floor {
    double energy_pj = 0.0;
    double cycles = 0.0;
};

/// What a goal makes of the numbers.
Worth worthOf(const Floor& floor, MappingGoal goal);

/// The floor of links with the multiply-accumulates, with leakage over its cycles and with whole cycles.
Floor completed(const LinkModel& model, const Floor& links);

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
    /// The point of a tile; false where it does not divide what is left.
    bool find(const PerDimension<double>& inside, std::size_t& point,
              std::array<std::size_t, kMaxDimensions>& digits) const;
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
    /// @param alone the same choice without hand-over, with the same links. Where the tile tells that no neighbours
    /// hand it over, its links count.
    /// @param parts ways to fill the inner levels; null: each of them is bounded by itself
    /// @param goal for energy ports are not bounded: the least cycles are those of the units
    /// @param shared outer levels that are known already; null: none
    Relaxation(const LinkModel& model, const LinkModel& alone, const Neighbours& neighbours, const InnerParts* parts,
               MappingGoal goal, const Relaxation* shared);
    /// Of the levels from the outermost one to the first with a fan-out only, of one unit. Their tiles hold all that
    /// runs inside, so that they are the same under any spatial factors.
    Relaxation(const LinkModel& model, const LinkModel& alone, const Neighbours& neighbours, MappingGoal goal,
               std::size_t last);

    const Lattice& lattice() const { return lattice_; }
    /// Of the links whose lower level is `level` or further out, when the tile of the level is this one. Infinite where
    /// the tile does not fit, or no split of the rest exists.
    Floor floor(std::size_t level, std::size_t point) const {
        const Tiles& tiles = tiles_[tiles_of_[level]];
        return {tiles.energy[point], limited_ ? tiles.cycles[point] : 0.0};
    }
    /// Of the whole mapping that fills its inner levels so; only those that are possible.
    struct PartFloor {
        std::uint32_t part = 0;
        std::size_t point = 0; ///< of the tile of the first inner level
        Floor floor;
    };
    /// The most promising first.
    const std::vector<PartFloor>& parts() const { return part_floors_; }
    /// The least of floor() over this tile and all larger ones that loops of the level lead to.
    Floor floorFrom(std::size_t level, std::size_t point) const {
        if (!hasLoops(level)) return floor(level, point);
        return {from_energy_[level][point], limited_ ? from_cycles_[level][point] : 0.0};
    }
    bool fits(std::size_t level, std::size_t point) const { return tiles_[tiles_of_[level]].fits[point] != 0; }
    /// Of every mapping.
    Floor total() const { return total_; }
    /// Of some tile it is not known here whether neighbours hand it over, as loops between it and them may differ.
    bool leavesOpen() const { return leaves_open_; }
    std::size_t bytes() const;

private:
    /// What is known of the tiles of one level. Levels that change nothing share it with the next level outside.
    struct Tiles {
        std::vector<double> energy, cycles;
        std::vector<std::uint8_t> fits;
    };

    struct Layer {
        std::vector<double> energy, cycles; ///< by point and class
    };
    /// Under which levels neighbours may hand the tile of a level over.
    struct Passing {
        std::vector<std::size_t> levels;
        bool told = false; ///< whether the tile alone tells
    };
    void begin(std::size_t levels);
    void startOutside();
    void addLevel(std::size_t level);
    void reachFrom(std::size_t level);
    void takeOver(const Relaxation& shared);
    bool changesNothing(std::size_t level) const;
    bool hasLoops(std::size_t level) const { return has_loops_[level]; }
    void findLoops();
    void findPassing();
    bool passes(std::size_t level, const PerDimension<double>& inside, const PerDimension<double>& outside) const;
    void reach(std::size_t level, bool cycles, std::vector<double>& best) const;
    void spread(std::size_t level, bool fixed, std::vector<double>& best) const;
    /// A tile of a level: its place in the lattice, and where the loops lead to that the level outside must have.
    struct Place {
        std::size_t point = 0, base = 0;
        bool possible = true;
        std::uint32_t must = 0; ///< dimensions of these loops, as bits
        std::array<std::size_t, kMaxDimensions> digits{};
        PerDimension<double> inside, outside;
    };
    void setBase(std::size_t level, Place& place) const;
    const std::vector<double>& from(std::size_t level, bool cycles) const;
    void findOutside(std::size_t level, const Place& place, Floor* classes) const;
    void addLinks(std::size_t level, const Place& place, const LinkModel& model, const InnerPart* part, Floor* classes);
    double portCycles(std::size_t level) const;
    void fill(std::size_t level);
    void boundParts();

    const LinkModel& model_;
    const LinkModel& alone_;
    const Neighbours& neighbours_;
    const InnerParts* inner_;
    MappingGoal goal_;
    Lattice lattice_;
    std::vector<std::uint32_t> classes_; ///< dimensions by the tensors that they move, as bits
    std::vector<std::size_t> class_of_;  ///< by dimension of the lattice
    bool limited_ = false;               ///< whether any port has a limit
    bool leaves_open_ = false;
    Layer outer_; ///< of the innermost level so far
    std::size_t last_shared_ = 0;
    std::vector<Tiles> tiles_;
    std::array<std::size_t, kMaxLevels + 1> tiles_of_{};            ///< by level
    std::array<Passing, kMaxLevels + 1> passing_;                   ///< by level
    std::array<std::vector<std::size_t>, kMaxLevels + 1> links_of_; ///< by the level that they fill; all inner ones
                                                                    ///< together where parts fill those
    std::array<bool, kMaxLevels> has_loops_{}, mandatory_{};
    std::vector<PartFloor> part_floors_;
    Floor total_;
    std::vector<LinkWords> still_, moved_, own_axis_, chosen_; ///< by link, kept to save allocations
    std::vector<std::vector<double>> from_energy_, from_cycles_;
};

} // namespace strata::npu::detail
