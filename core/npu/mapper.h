// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/edit.h"
#include "core/npu/loopnest.h"

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace strata {
class Executor;
}

namespace strata::npu {

/// What the best mapping has least of; Edp: energy x cycles.
enum class MappingGoal { Edp, Energy, Latency };
std::string_view name(MappingGoal goal);
std::optional<MappingGoal> mappingGoalNamed(std::string_view name);

/// What a search leaves as it is.
struct MappingFix {
    struct FixedLoop {
        LoopPlace place;
        std::uint32_t dimension = 0;
        std::uint64_t bound = 1;
    };
    std::vector<FixedLoop> loops;
    std::vector<std::optional<std::vector<bool>>> keep; ///< by level; empty: none
    /// By level, empty where none is fixed: dimensions whose temporal loops stand innermost, the outermost first.
    std::vector<std::vector<std::uint32_t>> order;
    /// Factors that have a range: the loop over a dimension at a place runs at least and at most so often.
    struct BoundedLoop {
        LoopPlace place;
        std::uint32_t dimension = 0;
        std::uint64_t least = 1;
        std::uint64_t most = 1;
    };
    std::vector<BoundedLoop> bounds;
    enum class Hold : std::uint8_t { Free, Keep, Pass };
    std::vector<std::vector<Hold>> holds;     ///< by level and tensor; empty: all free
    double least_utilization = 0.0;           ///< least share of the units that work
    std::string pointer = "/plan/search/fix"; ///< of the request, for errors

    Hold holdOf(std::size_t level, std::size_t tensor) const {
        return level < holds.size() && tensor < holds[level].size() ? holds[level][tensor] : Hold::Free;
    }
    /// Whether something is asked that a start need not have.
    bool restricts() const;
    /// Bounded factors, orders and holds; what is fixed stands anyway.
    bool admits(const Mapping& mapping) const;
    /// Moves the loops whose order is fixed to where they belong.
    void setOrder(Mapping& mapping) const;

    bool fixes(LoopPlace place, std::uint32_t dimension) const;
    /// Whether all fixed loops run in a mapping as often as they should.
    bool stands(const Mapping& mapping) const;
    bool fixesKeep(std::size_t level) const { return level < keep.size() && keep[level].has_value(); }
};

/// Reads `/plan/search/fix` of a request: levels as in a mapping, of which the factors and the keeps that are named
/// stay. Errors: those of readMapping(), "bad-value" where a factor stands twice, "does-not-fit" where there are not as
/// many copies as fixed loops in space run over.
Result<MappingFix> readMappingFix(const Json& fix, const hardware::NpuArchitecture& architecture,
                                  const workload::Problem& problem, std::string_view pointer);

/// Reads `/plan/constraints` of a request into `fix`: by level, factors such as "m=4", "c<=8" or "p>=2", dimensions
/// that may run in space, loops that stand innermost, tensors that are held or passed on; and the least share of the
/// units. Errors: "unknown-level", "unknown-dimension", "unknown-tensor", "bad-value", "does-not-fit", with the pointer
/// of the entry.
Result<void> readMappingConstraints(const Json& constraints, const hardware::NpuArchitecture& architecture,
                                    const workload::Problem& problem, std::string_view pointer, MappingFix& fix);

/// A mapping with what is fixed in place; what a dimension then lacks runs outermost where
/// that is free. Errors: "does-not-fit".
Result<Mapping> withFix(const Mapping& mapping, const workload::Problem& problem, const MappingFix& fix);

/// A mapping whose levels hold the tensors that they should; its loops stay. Errors: "does-not-fit".
Result<Mapping> withFixedKeeps(const Mapping& mapping, const workload::Problem& problem, const MappingFix& fix);

/// How far a search is that knows what it has left.
struct MappingProgress {
    double best = 0.0;  ///< infinite before the first mapping
    double bound = 0.0; ///< no mapping with whole factors is below
    std::uint64_t evaluated = 0;
};

/// What a search looks for, how long, and what it leaves alone.
struct MapperSettings {
    MappingGoal goal = MappingGoal::Edp;
    std::uint64_t budget = 2000; ///< mappings that are evaluated
    std::uint64_t seed = 1;
    /// Loops stand only where the architecture's recipe lets them: its arrays run these dimensions, its
    /// buffers grow by those. Free: anywhere.
    bool keep_dataflow = true;
    bool choose_keep = false; ///< also which tensors a level holds, of those that it may hold
    MappingFix fix = {};
    double least_utilization = 0.0; ///< least share of the units that work
    double gap = 0.0;               ///< "branch-and-bound": ends when the best is at most this share above the bound
    /// "branch-and-bound": mappings with remainders that are tried around the best one with whole factors.
    std::uint64_t remainder_budget = 2000;
    Executor* executor = nullptr; ///< "branch-and-bound": null: on the caller's thread
    /// "branch-and-bound": is told now and then, on the caller's thread; false ends the search with what it has.
    std::function<bool(const MappingProgress&)> watch = {};
    /// "branch-and-bound": whether the search should end with what it has. Called from any thread, often.
    std::function<bool()> out_of_time = {};
};

/// The larger one of what a search and its constraints ask for.
double leastUtilization(const MapperSettings& settings);

/// Share of all units that the spatial loops of a mapping use.
double shareOfUnits(const hardware::NpuArchitecture& architecture, const Mapping& mapping);

/// Whether a share of the units is what is asked, but for rounding.
inline bool isEnough(double share, double least) { return share >= least * (1.0 - 1e-12); }

/// The best valid mapping of a search, and how much of the space it has seen.
struct FoundMapping {
    Mapping mapping;
    double goal = 0.0; ///< pJ x cycles, pJ or cycles
    std::uint64_t evaluated = 0;
    std::uint64_t pruned = 0; ///< not evaluated: known already, or its tiles or fan-outs do not fit
    double space = 0.0;       ///< "exhaustive": at most so many mappings are in the space; else 0
    bool complete = false;    ///< "exhaustive": all of them were looked at; "branch-and-bound": proven
    double bound = 0.0;       ///< "branch-and-bound": no mapping with whole factors is below; else 0
    double whole_goal = 0.0;  ///< "branch-and-bound": of the best mapping with whole factors; else 0
};

/// One way to look for a mapping. The same settings find the same mapping; a larger budget never finds a
/// worse one.
struct Mapper {
    std::string_view id;
    /// @param start where the search begins, and what it is never worse than if it is valid
    /// @param family of the operator, whose recipe keep_dataflow follows
    /// Errors: "does-not-fit" where no valid mapping was found, "cancelled". Where fewer units would do, the error
    /// names the largest share of them with which a mapping was found.
    Result<FoundMapping> (*search)(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family,
                                   const MapperSettings& settings, const std::stop_token& stop) = nullptr;
    bool proves = false; ///< it goes on until its answer is proven, or until something else ends it
};

/// "pruned", the first: from the start, moves of factors between levels and of loops within one, better ones
/// kept; after a while without success a few moves at random and on from there (iterated local search,
/// Lourenco, Martin and Stuetzle 2003). "random": many moves at random each time. "annealing": worse moves are
/// taken too, ever more seldom, in rounds of growing length (Kirkpatrick, Gelatt and Vecchi, Science 220,
/// 1983). "genetic": children take the loops over each dimension from one of two parents (steady state:
/// Whitley, ICGA 1989). "exhaustive": every split into whole factors in every order. "branch-and-bound": the best of
/// them with a proof, or how far the best may be from it.
std::span<const Mapper> builtinMappers();

/// Where a mapping may begin without a recipe: every loop at the outermost level, held by what may hold it.
Mapping outermostMapping(const hardware::NpuArchitecture& architecture, const workload::Problem& problem);

} // namespace strata::npu
