// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/npu/recover_mapping.h"

#include "app/lab/npu/npu_compare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace strata::assess {

namespace {

using exchange::ExpectedValue;

/// The loops of one entry of the file, innermost first, all of bound 1 until they are filled.
struct Slot {
    std::vector<npu::Loop*> loops;
    std::size_t level = 0;
    bool spatial = false;
    std::size_t along_x = 0;       ///< how many of the loops stand on X
    std::size_t fewest_filled = 0; ///< the tool writes loops with a bound above one first, then the others in one order
};

class Recovery {
public:
    explicit Recovery(const exchange::TimeloopCase& reference)
        : reference_(reference), mapping_(reference.mapping), evaluator_(reference.architecture, reference.problem) {
        for (const workload::Dimension& dimension : reference_.problem.dimensions) {
            left_.push_back(dimension.bound);
            inside_.push_back(1);
        }
        collectSlots();
        collectTiles();
    }

    std::optional<npu::Mapping> run() {
        descend(0, 0);
        return found_;
    }

private:
    static constexpr std::size_t kMostSteps = 20'000'000; ///< a second or two; the reference cases need some thousands

    void collectSlots() {
        std::map<std::vector<std::uint32_t>, std::size_t> orders;
        for (std::size_t l = mapping_.levels.size(); l-- > 0;) {
            npu::LevelMapping& level = mapping_.levels[l];
            Slot spatial{{}, l, true, level.spatial_x.size(), 0};
            for (auto* loops : {&level.spatial_x, &level.spatial_y}) {
                for (auto loop = loops->rbegin(); loop != loops->rend(); ++loop)
                    spatial.loops.push_back(&*loop);
            }
            Slot temporal{{}, l, false, 0, 0};
            for (auto loop = level.temporal.rbegin(); loop != level.temporal.rend(); ++loop)
                temporal.loops.push_back(&*loop);
            slots_.push_back(std::move(spatial));
            slots_.push_back(std::move(temporal));
        }
        for (const Slot& slot : slots_)
            ++orders[orderOf(slot)];
        orders.erase(std::vector<std::uint32_t>{});
        if (orders.empty()) return;
        const auto usual = std::max_element(orders.begin(), orders.end(), [](const auto& l, const auto& r) {
                               return l.second < r.second;
                           })->first;
        for (Slot& slot : slots_) {
            const std::vector<std::uint32_t> order = orderOf(slot);
            const auto place = [&](std::uint32_t d) {
                return std::find(usual.begin(), usual.end(), d) - usual.begin();
            };
            std::size_t k = order.size();
            while (k > 1 && place(order[k - 2]) < place(order[k - 1]))
                --k;
            slot.fewest_filled = k == 0 ? 0 : k - 1;
        }
    }

    static std::vector<std::uint32_t> orderOf(const Slot& slot) {
        std::vector<std::uint32_t> order;
        for (const npu::Loop* loop : slot.loops)
            order.push_back(loop->dimension);
        return order;
    }

    void collectTiles() {
        tiles_.assign(mapping_.levels.size(), std::vector<double>(reference_.problem.tensors.size(), 0.0));
        for (const ExpectedValue& value : reference_.expected) {
            if (value.quantity == "utilized_capacity" && value.tensor != ExpectedValue::kNone) {
                tiles_[value.level][value.tensor] = value.value;
            }
            if (value.quantity == "utilized_instances" && value.level == ExpectedValue::kNone) units_ = value.value;
        }
    }

    double tileWords(std::size_t tensor) const {
        double words = 1.0;
        for (const workload::ProjectionAxis& axis : reference_.problem.tensors[tensor].axes) {
            double extent = 1.0;
            for (const workload::ProjectionTerm& term : axis) {
                extent += term.coefficient * static_cast<double>(inside_[term.dimension] - 1);
            }
            words *= extent;
        }
        return words;
    }

    /// Whether the tiles so far can still become the recorded ones of the levels from `level` outwards.
    bool possible(std::size_t level, bool complete) const {
        for (std::size_t t = 0; t < reference_.problem.tensors.size(); ++t) {
            for (std::size_t l = level + 1; l-- > 0;) {
                if (tiles_[l][t] == 0.0) continue;
                const double words = tileWords(t);
                if (words > tiles_[l][t] || (complete && l == level && words != tiles_[l][t])) return false;
                break;
            }
        }
        return true;
    }

    bool spatialFits(const Slot& slot) const {
        double x = 1.0;
        double y = 1.0;
        for (std::size_t i = 0; i < slot.loops.size(); ++i) {
            (i < slot.along_x ? x : y) *= static_cast<double>(slot.loops[i]->bound);
        }
        const hardware::NpuLevel& level = reference_.architecture.levels[slot.level];
        return x <= level.fanout_x && y <= level.fanout_y;
    }

    void descend(std::size_t at, std::size_t position) {
        if (found_ || ++steps_ > kMostSteps) return;
        if (at == slots_.size()) {
            tryCandidate();
            return;
        }
        const Slot& slot = slots_[at];
        if (position >= slot.fewest_filled && (slot.spatial ? spatialFits(slot) : possible(slot.level, true))) {
            descend(at + 1, 0);
        }
        if (position == slot.loops.size()) return;
        npu::Loop& loop = *slot.loops[position];
        const std::uint32_t d = loop.dimension;
        const std::uint64_t available = left_[d];
        for (std::uint64_t factor = 2; factor <= available && !found_; ++factor) {
            if (available % factor != 0) continue;
            setFactor(loop, factor, available / factor);
            if (possible(slot.level, false) && (!slot.spatial || spatialFits(slot))) descend(at, position + 1);
            setFactor(loop, 1, available);
            inside_[d] /= factor;
        }
    }

    void setFactor(npu::Loop& loop, std::uint64_t factor, std::uint64_t left) {
        loop.bound = factor;
        loop.remainder = factor;
        left_[loop.dimension] = left;
        inside_[loop.dimension] *= factor;
    }

    void tryCandidate() {
        double units = 1.0;
        for (const Slot& slot : slots_) {
            for (const npu::Loop* loop : slot.loops)
                units *= slot.spatial ? static_cast<double>(loop->bound) : 1.0;
        }
        const bool whole = std::all_of(left_.begin(), left_.end(), [](std::uint64_t left) { return left == 1; });
        if (!whole || (units_ > 0.0 && units != units_)) return;
        evaluator_.evaluate(mapping_, result_);
        for (const ExpectedValue& expected : reference_.expected) {
            // What zeros change is not compared: the counts without them are.
            if (reference_.sparse && !expected.quantity.ends_with("_per_instance")) continue;
            const auto prediction = predict(expected, reference_, result_);
            if (prediction && !agrees(*prediction, expected.value)) return;
        }
        found_ = mapping_;
    }

    const exchange::TimeloopCase& reference_;
    npu::Mapping mapping_;
    npu::LoopNestEvaluator evaluator_;
    npu::LoopNestResult result_;
    std::vector<Slot> slots_;                ///< innermost first
    std::vector<std::vector<double>> tiles_; ///< recorded words by level and tensor, 0 where none
    std::vector<std::uint64_t> left_;        ///< iterations of a dimension that no loop runs yet
    std::vector<std::uint64_t> inside_;
    double units_ = 0.0; ///< multiply-accumulate units in use, as recorded
    std::size_t steps_ = 0;
    std::optional<npu::Mapping> found_;
};

} // namespace

std::optional<npu::Mapping> recoverMapping(const exchange::TimeloopCase& reference) {
    return Recovery(reference).run();
}

} // namespace strata::assess
