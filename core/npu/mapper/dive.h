// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper/handover.h"
#include "core/npu/mapper/labels.h"
#include "core/npu/mapper/order_classes.h"
#include "core/npu/mapper/relaxation.h"
#include "core/npu/search/mapping_search.h"

#include <optional>

namespace strata::npu::detail {

/// Whether a mapping with these least numbers may be better than a known one. Differences of the last digits, where two
/// ways to add the same terms round differently, count as none.
bool mayImprove(const Floor& floor, MappingGoal goal, const Worth& incumbent);
/// One choice of kept tensors and spatial factors with its bounds, which take as long as to look through many mappings.
struct Prepared {
    LinkModel model;
    LinkModel alone; ///< the same without hand-over
    Neighbours neighbours;
    const InnerParts* parts; ///< null where the inner levels are looked at together with the spatial factors
    Relaxation relaxation;

    Prepared(const MapSpace& space, const KeepMask& keep, const std::array<Factors, kMaxLevels>& spatial,
             const InnerParts* inner, const Relaxation* shared, MappingGoal goal);
    Prepared(const Prepared&) = delete;
    Prepared& operator=(const Prepared&) = delete;
};

/// What all choices with the same kept tensors share.
class SharedBounds {
public:
    SharedBounds(const MapSpace& space, const KeepMask& keep, const OrderClasses& orders, MappingGoal goal);
    SharedBounds(const SharedBounds&) = delete;
    SharedBounds& operator=(const SharedBounds&) = delete;

    const InnerParts* parts() const { return parts_.usable() ? &parts_ : nullptr; }
    const Relaxation* outer() const { return outer_ ? &*outer_ : nullptr; }
    std::size_t bytes() const { return sizeof *this + parts_.bytes() + (outer_ ? outer_->bytes() : 0); }

private:
    InnerParts parts_;
    LinkModel model_; ///< of one unit
    Neighbours none_;
    std::optional<Relaxation> outer_;
};

/// What all dives of one search share.
struct DiveSettings {
    MappingGoal goal = MappingGoal::Edp;
    std::uint64_t budget = 0; ///< mappings that one dive may evaluate
    const OrderClasses* orders = nullptr;
    const std::stop_token* stop = nullptr;
    const std::function<bool()>* out_of_time = nullptr;
};

/// Looks through all temporal factors and orders under one choice of kept tensors and spatial factors, from the
/// innermost level outwards, the most promising first. What cannot beat the best mapping so far is cut off.
class Dive {
public:
    /// @param effort orders that may be bounded, and mappings that may be evaluated
    Dive(const Prepared& prepared, LoopNestEvaluator& evaluator, const DiveSettings& settings, const Worth& incumbent,
         std::uint64_t effort);

    /// @param first way to fill the inner levels that is not looked through yet, of Relaxation::parts()
    /// @param horizon worse ways wait until other choices are as bad
    void run(std::size_t first, const Worth& horizon);

    bool improved() const { return improved_; }
    const Worth& best() const { return best_; }
    const Mapping& mapping() const { return best_mapping_; }
    std::uint64_t evaluated() const { return evaluated_; }
    std::uint64_t bounded() const { return bounded_; }
    bool complete() const { return complete_ && !waits_; }
    bool cutShort() const { return !complete_; } ///< for the budget or because of a stop
    std::size_t next() const { return next_; }   ///< the first way to fill the inner levels that is left

private:
    struct Child {
        std::size_t point;
        Floor floor;
    };
    struct Ordered {
        std::size_t choice;
        Floor floor;
    };

    static constexpr std::uint32_t kNoDimension = 99;
    /// Least numbers of the inner links by the dimension of the next loop outside; [kMaxDimensions]: whichever it is.
    using ByNext = std::array<Floor, kMaxDimensions + 1>;

    bool mayGoOn();
    void enterParts(const Worth& horizon);
    void descend(std::size_t level);
    /// Those where neighbours may hand tiles over, and those where it is known that none do.
    struct Known {
        ByNext passing, alone;
    };
    Known innerByNext(std::size_t level) const;
    ByNext innerByNext(const LinkModel& model, std::size_t level) const;
    void listChildren(std::size_t level, std::size_t k, std::size_t point, std::uint32_t moved, const Known& known,
                      std::vector<Child>& children);
    void addChild(std::size_t level, std::size_t point, std::uint32_t moved, const Known& known,
                  std::vector<Child>& children) const;
    Floor leastOf(const ByNext& known, const Floor& outer, std::uint32_t moved) const;
    void enter(std::size_t level, std::size_t point, const Known& known);
    void tryOrders(std::size_t level, const Known& known);
    void findWhereTilesPass();
    std::uint32_t passing(std::size_t level, std::uint32_t before, const PerDimension<double>& temporal,
                          const PerDimension<double>& outside, bool all) const;
    const LinkModel& modelOf(std::size_t level) const { return passing_[level] != 0 ? model_ : alone_; }
    const Relaxation& relaxationOf(std::size_t level) const {
        return passing_[level] != 0 || !alone_relaxation_ ? relaxation_ : *alone_relaxation_;
    }
    Floor inner(const LinkModel& model, std::size_t level, const PerDimension<double>& further,
                std::uint32_t next = kNoDimension) const;
    Floor with(const Floor& known, const Floor& outer) const;
    void pushLoops(std::size_t level, const LoopOrder& order);
    void evaluateAll();
    void findPassing();
    void evaluateArrangements(std::size_t level, std::size_t passing, bool first);
    void evaluateMembers(std::size_t level, std::size_t passing);
    void evaluateOne();
    void setMember(std::size_t level, const LoopOrder& order);

    const LinkModel& model_;
    const LinkModel& alone_; ///< the same without hand-over
    const Neighbours& neighbours_;
    const InnerParts* parts_;
    const Relaxation& relaxation_;
    LoopNestEvaluator& evaluator_;
    const DiveSettings& settings_;
    std::uint64_t effort_;
    Worth best_;
    Mapping mapping_, best_mapping_;
    LoopNestResult result_;

    std::array<std::size_t, kMaxLevels + 1> point_{};
    std::array<PerDimension<double>, kMaxLevels + 1> temporal_{}, outside_{};
    std::array<std::size_t, kMaxLevels + 1> begin_{}; ///< first known loop outside the tile of a level
    std::array<OuterLoop, kMaxLoops + kMaxDimensions> loops_{};
    std::size_t loop_count_ = 0;
    std::array<const OrderClass*, kMaxLevels> order_{};
    /// By the innermost level whose tile is known: levels under which neighbours may still hand tiles over, as bits.
    std::array<std::uint32_t, kMaxLevels + 1> passing_{};
    std::optional<Relaxation> alone_relaxation_; ///< where the other one leaves open whether tiles are handed over
    std::vector<std::uint32_t> class_of_;        ///< of the dimensions of the lattice: those whose loops are alike
    std::vector<std::uint32_t> class_dimension_; ///< one of each class
    std::array<std::vector<bool>, kMaxLevels> passes_; ///< whether neighbours may hand over, by arrangement
    bool may_beat_alone_ = false; ///< without hand-over the mapping may still be better than the best
    Labels labels_;
    mutable std::vector<PlacedLoop> placed_; ///< kept to save allocations
    std::uint64_t evaluated_ = 0, bounded_ = 0, looks_ = 0;
    std::size_t next_ = 0;
    bool improved_ = false, complete_ = true, waits_ = false;
};

} // namespace strata::npu::detail
