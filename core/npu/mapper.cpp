// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper.h"

#include "core/npu/mapping_moves.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

namespace strata::npu {
namespace {

constexpr std::array<std::string_view, 3> kGoals{"edp", "energy", "latency"};

/// A mapping's worth: the goal first, the energy-delay product among equals.
struct Worth {
    double goal = std::numeric_limits<double>::infinity();
    double edp = std::numeric_limits<double>::infinity();

    bool operator<(const Worth& other) const {
        return goal != other.goal ? goal < other.goal : edp < other.edp;
    }
};

/// FNV-1a over the loops: equal mappings have equal hashes, and two different ones seldom.
std::uint64_t hashOf(const Mapping& mapping) {
    std::uint64_t hash = 14695981039346656037ULL;
    const auto mix = [&hash](std::uint64_t value) { hash = (hash ^ value) * 1099511628211ULL; };
    for (const LevelMapping& level : mapping.levels) {
        for (const auto* loops : {&level.temporal, &level.spatial_x, &level.spatial_y}) {
            mix(loops->size() + 1000);
            for (const Loop& loop : *loops) {
                mix(loop.dimension);
                mix(loop.bound);
            }
        }
    }
    return hash;
}

class Search {
public:
    Search(LoopNestEvaluator& evaluator, std::string_view family, const MapperSettings& settings,
           const std::stop_token& stop)
        : evaluator_(evaluator), settings_(settings), stop_(stop),
          moves_(evaluator.architecture(), evaluator.problem(), family, settings.keep_dataflow),
          random_(settings.seed) {}

    Result<FoundMapping> pruned(const Mapping& start) {
        best_ = start;
        best_worth_ = worthOf(start);
        Mapping here = start;
        Worth worth = best_worth_;
        int failures = 0;
        while (more()) {
            Mapping next = here;
            if (!step(next)) continue;
            const Worth reached = worthOf(next);
            keepIfBest(next, reached);
            failures = reached < worth ? 0 : failures + 1;
            if (!(worth < reached)) {
                here = std::move(next);
                worth = reached;
            }
            if (failures <= kPatience) continue;
            failures = 0;
            kick(here, start);
            worth = worthOf(here);
            keepIfBest(here, worth);
        }
        return answer();
    }

    Result<FoundMapping> atRandom(const Mapping& start) {
        best_ = start;
        best_worth_ = worthOf(start);
        Mapping here = start;
        constexpr int kSteps = 20;
        while (more()) {
            for (int k = 0; k < kSteps; ++k)
                step(here);
            keepIfBest(here, worthOf(here));
        }
        return answer();
    }

private:
    // Neighbours that are tried before a local optimum is left, and how far it is left behind.
    static constexpr int kPatience = 80;
    static constexpr std::uint64_t kLeastKick = 3;
    static constexpr std::uint64_t kKicks = 10;
    static constexpr double kRestartShare = 0.1;
    // A space smaller than the budget ends the search: so many steps in a row led to nothing new.
    static constexpr std::uint64_t kMostIdle = 20'000;

    bool more() const {
        return evaluated_ < settings_.budget && idle_ < kMostIdle && !stop_.stop_requested();
    }

    bool step(Mapping& mapping) {
        if (moves_.step(mapping, random_)) return true;
        ++pruned_;
        ++idle_;
        return false;
    }

    void kick(Mapping& here, const Mapping& start) {
        here = random_.nextUniform() < kRestartShare ? start : best_;
        const std::uint64_t steps = kLeastKick + random_.nextBelow(kKicks);
        for (std::uint64_t k = 0; k < steps; ++k)
            step(here);
    }

    /// Evaluates a mapping once; known ones cost nothing.
    Worth worthOf(const Mapping& mapping) {
        const auto [place, first] = known_.try_emplace(hashOf(mapping));
        if (!first) {
            ++pruned_;
            ++idle_;
            return place->second;
        }
        idle_ = 0;
        return place->second = evaluate(mapping);
    }

    Worth evaluate(const Mapping& mapping) {
        evaluator_.evaluate(mapping, result_);
        ++evaluated_;
        if (!result_.violations.empty()) return {};
        const double edp = result_.energy_pj * result_.cycles;
        switch (settings_.goal) {
        case MappingGoal::Edp:
            break;
        case MappingGoal::Energy:
            return {result_.energy_pj, edp};
        case MappingGoal::Latency:
            return {result_.cycles, edp};
        }
        return {edp, edp};
    }

    void keepIfBest(const Mapping& mapping, const Worth& worth) {
        if (!(worth < best_worth_)) return;
        best_ = mapping;
        best_worth_ = worth;
    }

    Result<FoundMapping> answer() {
        if (stop_.stop_requested())
            return Error{"cancelled", {}, "the search for a mapping was cancelled", {}, {}};
        if (best_worth_.goal < std::numeric_limits<double>::infinity()) {
            return FoundMapping{std::move(best_), best_worth_.goal, evaluated_, pruned_};
        }
        return Error{"does-not-fit",
                     {},
                     "no mapping that fits was found among " + std::to_string(evaluated_),
                     "a larger budget, or levels that hold one word of each tensor",
                     {}};
    }

    LoopNestEvaluator& evaluator_;
    const MapperSettings& settings_;
    const std::stop_token& stop_;
    MappingMoves moves_;
    CounterRandom random_;
    LoopNestResult result_;
    std::unordered_map<std::uint64_t, Worth> known_;
    Mapping best_;
    Worth best_worth_;
    std::uint64_t evaluated_ = 0, pruned_ = 0, idle_ = 0;
};

Result<FoundMapping> searchPruned(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family,
                                  const MapperSettings& settings, const std::stop_token& stop) {
    return Search(evaluator, family, settings, stop).pruned(start);
}

Result<FoundMapping> searchRandom(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family,
                                  const MapperSettings& settings, const std::stop_token& stop) {
    return Search(evaluator, family, settings, stop).atRandom(start);
}

} // namespace

std::string_view name(MappingGoal goal) {
    return kGoals[static_cast<std::size_t>(goal)];
}

std::optional<MappingGoal> mappingGoalNamed(std::string_view name) {
    const auto found = std::find(kGoals.begin(), kGoals.end(), name);
    if (found == kGoals.end()) return std::nullopt;
    return static_cast<MappingGoal>(found - kGoals.begin());
}

std::span<const Mapper> builtinMappers() {
    static constexpr std::array kMappers{Mapper{"pruned", searchPruned}, Mapper{"random", searchRandom}};
    return kMappers;
}

Mapping outermostMapping(const hardware::NpuArchitecture& architecture, const workload::Problem& problem) {
    Mapping mapping;
    for (std::size_t l = 0; l < architecture.levels.size(); ++l) {
        mapping.levels.push_back({{}, {}, {}, defaultKeep(architecture, problem, l)});
    }
    for (std::uint32_t d = 0; d < problem.dimensions.size(); ++d) {
        const std::uint64_t bound = problem.dimensions[d].bound;
        if (bound > 1) mapping.levels[0].temporal.push_back({d, bound, bound});
    }
    return mapping;
}

} // namespace strata::npu
