// SPDX-License-Identifier: GPL-3.0-or-later
// Small random layers, architectures and constraints, and every mapping of a space. The enumeration shares nothing with
// the searches but the evaluator: every whole factor at every place, every order, every choice of kept tensors.
#pragma once

#include "core/base/random.h"
#include "core/npu/mapper.h"

#include <algorithm>
#include <limits>
#include <map>

namespace strata::npu {

inline constexpr double kNone = std::numeric_limits<double>::infinity();

struct Random {
    CounterRandom bits;
    std::uint64_t below(std::uint64_t bound) { return bits.nextBelow(bound); }
    bool chance(double share) { return bits.nextUniform() < share; }
    template <class T>
    T any(std::initializer_list<T> list) {
        return *(list.begin() + below(list.size()));
    }
};

inline workload::ProjectionAxis axis(std::initializer_list<workload::ProjectionTerm> terms) { return terms; }

/// A convolution with strides and dilation, a matrix product, one with a batch, or channels each by itself.
inline workload::Problem randomProblem(Random& random) {
    const auto bound = [&] { return random.any<std::uint64_t>({1, 1, 1, 2, 2, 3, 4}); };
    const auto stride = [&] { return static_cast<std::uint32_t>(1 + random.below(3)); };
    switch (random.below(5)) {
    case 0:
        return {"matmul",
                {{"m", bound()}, {"n", bound()}, {"k", bound()}},
                {{"a", {axis({{0, 1}}), axis({{2, 1}})}},
                 {"b", {axis({{2, 1}}), axis({{1, 1}})}},
                 {"c", {axis({{0, 1}}), axis({{1, 1}})}, true}}};
    case 1: // the batch moves all three tensors, or leaves the second alone
        return {"batched",
                {{"b", bound()}, {"m", bound()}, {"n", bound()}, {"k", bound()}},
                {{"a", {axis({{0, 1}}), axis({{1, 1}}), axis({{3, 1}})}},
                 {"b", random.chance(0.5)
                           ? std::vector<workload::ProjectionAxis>{axis({{3, 1}}), axis({{2, 1}})}
                           : std::vector<workload::ProjectionAxis>{axis({{0, 1}}), axis({{3, 1}}), axis({{2, 1}})}},
                 {"c", {axis({{0, 1}}), axis({{1, 1}}), axis({{2, 1}})}, true}}};
    case 2: // each channel by itself: rows and columns of the filter move two tensors
        return {"depthwise",
                {{"c", bound()}, {"p", bound()}, {"q", bound()}, {"r", bound()}},
                {{"w", {axis({{0, 1}}), axis({{3, 1}})}},
                 {"i", {axis({{0, 1}}), axis({{1, stride()}, {3, stride()}}), axis({{2, 1}})}},
                 {"o", {axis({{0, 1}}), axis({{1, 1}}), axis({{2, 1}})}, true}}};
    case 3: { // square: rows and columns may change places
        const std::uint64_t rows = bound(), filter = bound();
        const std::uint32_t step = stride();
        return {"square",
                {{"m", bound()}, {"p", rows}, {"q", rows}, {"r", filter}, {"s", filter}},
                {{"w", {axis({{0, 1}}), axis({{3, 1}}), axis({{4, 1}})}},
                 {"i", {axis({{1, step}, {3, 1}}), axis({{2, step}, {4, 1}})}},
                 {"o", {axis({{0, 1}}), axis({{1, 1}}), axis({{2, 1}})}, true}}};
    }
    default:
        return {"conv",
                {{"m", bound()}, {"c", bound()}, {"p", bound()}, {"q", bound()}, {"r", bound()}, {"s", bound()}},
                {{"w", {axis({{0, 1}}), axis({{1, 1}}), axis({{4, 1}}), axis({{5, 1}})}},
                 {"i", {axis({{1, 1}}), axis({{2, stride()}, {4, stride()}}), axis({{3, stride()}, {5, 1}})}},
                 {"o", {axis({{0, 1}}), axis({{2, 1}}), axis({{3, 1}})}, true}}};
    }
}

inline hardware::NpuArchitecture randomArchitecture(Random& random) {
    hardware::NpuArchitecture npu;
    const std::size_t levels = 2 + random.below(3);
    const bool inner_levels = random.chance(0.4); // units with several levels of their own
    for (std::size_t l = 0; l < levels; ++l) {
        hardware::NpuLevel level;
        level.name = "level" + std::to_string(l);
        level.stores = l == 0 || random.chance(0.8);
        level.entries = l == 0 ? 0 : random.any<std::uint64_t>({0, 2, 3, 4, 6, 8, 12, 20, 40});
        level.word_bits = 16;
        level.entry_bits = random.any<std::uint32_t>({16, 16, 32});
        level.fanout_x = random.any<std::uint32_t>({1, 1, 1, 2, 3, 4});
        level.fanout_y = random.any<std::uint32_t>({1, 1, 1, 2});
        if (inner_levels && l > 0) level.fanout_x = level.fanout_y = 1;
        level.multicast = random.chance(0.8);
        level.spatial_reduction = random.chance(0.8);
        const double pj = random.any<double>({1.0, 2.0, 10.0}) * (l == 0 ? 50.0 : 1.0);
        level.energy = {pj, pj * random.any<double>({1.0, 1.5}), pj, random.any<double>({0.0, 0.0, 0.3})};
        if (random.chance(0.3)) level.read_words_per_cycle = random.any<double>({0.5, 1.0, 2.0});
        if (random.chance(0.3)) level.write_words_per_cycle = random.any<double>({0.5, 1.0, 2.0});
        npu.levels.push_back(level);
    }
    npu.compute = {"mac", 16, 1.0, random.any<double>({0.0, 0.1}), 0.0};
    npu.recipe.allow_imperfect = false;
    return npu;
}

/// Filters over rows on an array whose outer levels cost much, so that tiles which neighbours hand over decide.
inline workload::Problem randomRows(Random& random) {
    using Bounds = std::initializer_list<std::uint64_t>;
    const auto bound = [&](Bounds bounds) { return random.any<std::uint64_t>(bounds); };
    const auto stride = random.any<std::uint32_t>({1, 1, 1, 2});
    return {"rows",
            {{"m", bound({1, 1, 2})},
             {"c", bound({1, 1, 2})},
             {"p", bound({2, 3, 4, 4, 6})},
             {"q", bound({1, 1, 2})},
             {"r", bound({2, 2, 3, 4})},
             {"s", bound({1, 1, 2})}},
            {{"w", {axis({{0, 1}}), axis({{1, 1}}), axis({{4, 1}}), axis({{5, 1}})}},
             {"i", {axis({{1, 1}}), axis({{2, stride}, {4, 1}}), axis({{3, 1}, {5, 1}})}},
             {"o", {axis({{0, 1}}), axis({{2, 1}}), axis({{3, 1}})}, true}}};
}

inline hardware::NpuArchitecture randomRowArray(Random& random) {
    hardware::NpuArchitecture npu;
    const std::size_t levels = 2 + random.below(3);
    for (std::size_t l = 0; l < levels; ++l) {
        hardware::NpuLevel level;
        level.name = "level" + std::to_string(l);
        level.word_bits = level.entry_bits = 16;
        level.stores = l == 0 || l + 1 == levels || random.chance(0.7);
        level.entries = l == 0 ? 0 : random.any<std::uint64_t>({2, 3, 4, 6, 8, 12});
        if (l < 2 && l + 1 < levels && random.chance(0.7)) level.fanout_x = random.any<std::uint32_t>({2, 3, 4, 6});
        if (l < 2 && l + 1 < levels && random.chance(0.4)) level.fanout_y = random.any<std::uint32_t>({2, 3});
        level.multicast = random.chance(0.5);
        level.spatial_reduction = random.chance(0.8);
        const double pj = l == 0 ? random.any<double>({10.0, 100.0}) : random.any<double>({0.1, 1.0, 5.0});
        level.energy = {pj, pj * random.any<double>({0.1, 1.0}), pj, 0.0};
        if (random.chance(0.3)) level.read_words_per_cycle = random.any<double>({0.5, 1.0, 2.0});
        npu.levels.push_back(level);
    }
    if (random.chance(0.6)) npu.levels.back().keeps = {"i"};
    npu.compute = {"mac", 16, 1.0, random.any<double>({0.0, 0.1}), 0.0};
    npu.recipe.allow_imperfect = false;
    return npu;
}

/// Filters of several rows, columns and channels: the loops of one level often run over both axes of the filter and
/// over channels, whose orders differ in how far neighbours hand their tiles over and in nothing else.
inline workload::Problem randomFilters(Random& random) {
    using Bounds = std::initializer_list<std::uint64_t>;
    const auto bound = [&](Bounds bounds) { return random.any<std::uint64_t>(bounds); };
    return {"filters",
            {{"m", bound({1, 2})},
             {"c", 2},
             {"p", bound({1, 2, 3})},
             {"q", bound({1, 2, 2})},
             {"r", bound({2, 2, 3})},
             {"s", 2}},
            {{"w", {axis({{0, 1}}), axis({{1, 1}}), axis({{4, 1}}), axis({{5, 1}})}},
             {"i", {axis({{1, 1}}), axis({{2, 1}, {4, 1}}), axis({{3, 1}, {5, 1}})}},
             {"o", {axis({{0, 1}}), axis({{2, 1}}), axis({{3, 1}})}, true}}};
}

/// Units that hold all tensors, right under a memory whose words cost much.
inline hardware::NpuArchitecture randomFilterArray(Random& random) {
    hardware::NpuArchitecture npu;
    for (std::size_t l = 0; l < 2; ++l) {
        hardware::NpuLevel level;
        level.name = "level" + std::to_string(l);
        level.word_bits = level.entry_bits = 16;
        level.entries = l == 0 ? 0 : random.any<std::uint64_t>({2, 3, 4, 6, 8, 12});
        if (l == 0) level.fanout_x = random.any<std::uint32_t>({2, 2, 3, 4});
        if (l == 0 && random.chance(0.3)) level.fanout_y = 2;
        level.multicast = random.chance(0.3);
        level.spatial_reduction = random.chance(0.8);
        const double pj = l == 0 ? random.any<double>({10.0, 100.0}) : random.any<double>({0.1, 1.0});
        level.energy = {pj, pj * random.any<double>({0.1, 1.0}), pj, 0.0};
        npu.levels.push_back(level);
    }
    npu.compute = {"mac", 16, 1.0, 0.0, 0.0};
    npu.recipe.allow_imperfect = false;
    return npu;
}

/// Lets some levels hold only some of the tensors.
inline void limitKeeps(Random& random, const workload::Problem& problem, hardware::NpuArchitecture& npu) {
    for (std::size_t l = 1; l < npu.levels.size(); ++l) {
        if (!npu.levels[l].stores || !random.chance(0.35)) continue;
        for (const workload::Tensor& tensor : problem.tensors)
            if (random.chance(0.5)) npu.levels[l].keeps.push_back(tensor.name);
    }
}

/// Whether a loop over a dimension may stand at a place at all.
inline bool isPlace(const hardware::NpuArchitecture& npu, LoopPlace place) {
    const hardware::NpuLevel& level = npu.levels[place.level];
    if (place.kind == LoopKind::Temporal) return place.level == 0 || level.stores;
    return (place.kind == LoopKind::SpatialX ? level.fanout_x : level.fanout_y) > 1;
}

/// Fixed factors, factors with a range, loops that stand innermost, and tensors that are held or passed on.
inline MappingFix randomFix(Random& random, const workload::Problem& problem, const hardware::NpuArchitecture& npu) {
    MappingFix fix;
    fix.pointer = "/plan/constraints";
    std::vector<std::pair<LoopPlace, std::uint32_t>> taken;
    for (std::uint64_t wanted = 1 + random.below(4); wanted > 0; --wanted) {
        auto d = static_cast<std::uint32_t>(random.below(problem.dimensions.size()));
        if (problem.dimensions[d].bound == 1) d = static_cast<std::uint32_t>(random.below(problem.dimensions.size()));
        const LoopPlace place{random.below(npu.levels.size()), random.any({LoopKind::Temporal, LoopKind::Temporal,
                                                                           LoopKind::SpatialX, LoopKind::SpatialY})};
        const bool known =
            std::ranges::any_of(taken, [&](const auto& one) { return one.first == place && one.second == d; });
        if (!isPlace(npu, place) || known) continue;
        taken.emplace_back(place, d);
        const std::uint64_t bound = problem.dimensions[d].bound;
        std::uint64_t factor = 1 + random.below(bound);
        while (bound % factor != 0)
            --factor;
        const std::uint64_t least = random.chance(0.5) ? 1 : factor;
        if (random.chance(0.4))
            fix.loops.push_back({place, d, factor});
        else
            fix.bounds.push_back({place, d, least, least == 1 ? factor : bound});
    }
    if (random.chance(0.3)) {
        fix.order.resize(npu.levels.size());
        auto& order = fix.order[random.below(npu.levels.size())];
        for (std::uint32_t d = 0; d < problem.dimensions.size(); ++d)
            if (random.chance(0.4))
                order.insert(order.begin() + static_cast<std::ptrdiff_t>(random.below(order.size() + 1)), d);
    }
    if (random.chance(0.2)) {
        const std::size_t l = 1 + random.below(npu.levels.size() - 1);
        const std::size_t t = random.below(problem.tensors.size());
        fix.holds.assign(npu.levels.size(), std::vector<MappingFix::Hold>(problem.tensors.size()));
        if (defaultKeep(npu, problem, l)[t])
            fix.holds[l][t] = random.any({MappingFix::Hold::Keep, MappingFix::Hold::Pass});
    }
    return fix;
}

/// Whether a mapping has what is fixed, read from its loops one by one.
inline bool hasFixed(const Mapping& mapping, const MappingFix& fix) {
    const auto factorAt = [&](LoopPlace place, std::uint32_t dimension) {
        std::uint64_t factor = 1;
        const LevelMapping& level = mapping.levels[place.level];
        const auto& loops = place.kind == LoopKind::Temporal   ? level.temporal
                            : place.kind == LoopKind::SpatialX ? level.spatial_x
                                                               : level.spatial_y;
        for (const Loop& loop : loops)
            if (loop.dimension == dimension) factor *= loop.bound;
        return factor;
    };
    for (const MappingFix::FixedLoop& loop : fix.loops)
        if (factorAt(loop.place, loop.dimension) != loop.bound) return false;
    for (const MappingFix::BoundedLoop& loop : fix.bounds) {
        const std::uint64_t factor = factorAt(loop.place, loop.dimension);
        if (factor < loop.least || factor > loop.most) return false;
    }
    for (std::size_t l = 0; l < fix.order.size(); ++l) {
        const auto placeIn = [&](const Loop& loop) { return std::ranges::find(fix.order[l], loop.dimension); };
        auto before = fix.order[l].end(); // loops without a fixed place stand outside of the others, in any order
        for (const Loop& loop : mapping.levels[l].temporal) {
            const auto here = placeIn(loop);
            if (before != fix.order[l].end() && (here == fix.order[l].end() || here < before)) return false;
            before = here;
        }
    }
    return true;
}

/// Every mapping of a space that has what is fixed.
class Enumeration {
public:
    Enumeration(LoopNestEvaluator& evaluator, bool choose_keep, std::uint64_t most, MappingFix fix = {})
        : evaluator_(evaluator), choose_keep_(choose_keep), most_(most), fix_(std::move(fix)) {
        const auto& architecture = evaluator.architecture();
        mapping_ = outermostMapping(architecture, evaluator.problem());
        mapping_.levels[0].temporal.clear();
        for (std::size_t l = 0; l < architecture.levels.size(); ++l) {
            const auto& level = architecture.levels[l];
            if (l == 0 || level.stores) places_.push_back({l, LoopKind::Temporal});
            if (level.fanout_x > 1) places_.push_back({l, LoopKind::SpatialX});
            if (level.fanout_y > 1) places_.push_back({l, LoopKind::SpatialY});
            for (std::size_t t = 0; t < mapping_.levels[l].keep.size(); ++t)
                if (fix_.holdOf(l, t) == MappingFix::Hold::Pass) mapping_.levels[l].keep[t] = false;
        }
        best.fill(kNone);
        complete = keeps(1, 0);
    }

    std::array<double, 3> best;                                   ///< by goal
    std::map<std::uint64_t, std::array<double, 3>> best_of_units; ///< the same of mappings that use so many units
    std::uint64_t tried = 0;
    bool complete = false;

private:
    bool keeps(std::size_t level, std::size_t tensor) {
        if (!choose_keep_ || level == mapping_.levels.size()) return split(0, 0, 0);
        if (tensor == evaluator_.problem().tensors.size()) return keeps(level + 1, 0);
        if (!keeps(level, tensor + 1)) return false;
        if (!mapping_.levels[level].keep[tensor] || fix_.holdOf(level, tensor) == MappingFix::Hold::Keep) return true;
        mapping_.levels[level].keep[tensor] = false;
        const bool on = keeps(level, tensor + 1);
        mapping_.levels[level].keep[tensor] = true;
        return on;
    }

    bool split(std::uint32_t d, std::size_t place, std::uint64_t rest) {
        const auto& dimensions = evaluator_.problem().dimensions;
        if (d == dimensions.size()) return orders(0);
        if (place == 0) rest = dimensions[d].bound;
        if (place == places_.size()) return rest != 1 || split(d + 1, 0, 0);
        auto& loops = loopsAt(mapping_.levels[places_[place].level], places_[place].kind);
        for (std::uint64_t factor = 1; factor <= rest; ++factor) {
            if (rest % factor != 0) continue;
            if (factor > 1) loops.push_back({d, factor, factor});
            const bool on = split(d, place + 1, rest / factor);
            if (factor > 1) loops.pop_back();
            if (!on) return false;
        }
        return true;
    }

    bool orders(std::size_t place) {
        if (place == places_.size()) return evaluate();
        auto& loops = loopsAt(mapping_.levels[places_[place].level], places_[place].kind);
        const std::vector<Loop> before = loops;
        const auto by_dimension = [](const Loop& a, const Loop& b) { return a.dimension < b.dimension; };
        do {
            if (!orders(place + 1)) return false;
        } while (std::next_permutation(loops.begin(), loops.end(), by_dimension));
        loops = before;
        return true;
    }

    bool evaluate() {
        if (!hasFixed(mapping_, fix_)) return ++tried < most_;
        evaluator_.evaluate(mapping_, result_);
        if (!result_.violations.empty()) return ++tried < most_;
        const std::array<double, 3> goals{result_.energy_pj * result_.cycles, result_.energy_pj, result_.cycles};
        std::uint64_t units = 1;
        for (const LevelMapping& level : mapping_.levels)
            for (const auto* loops : {&level.spatial_x, &level.spatial_y})
                for (const Loop& loop : *loops)
                    units *= loop.bound;
        auto& of_units = best_of_units.try_emplace(units, std::array{kNone, kNone, kNone}).first->second;
        for (std::size_t g = 0; g < goals.size(); ++g) {
            best[g] = std::min(best[g], goals[g]);
            of_units[g] = std::min(of_units[g], goals[g]);
        }
        return ++tried < most_;
    }

    LoopNestEvaluator& evaluator_;
    bool choose_keep_;
    std::uint64_t most_;
    MappingFix fix_;
    std::vector<LoopPlace> places_;
    Mapping mapping_;
    LoopNestResult result_;
};

} // namespace strata::npu
