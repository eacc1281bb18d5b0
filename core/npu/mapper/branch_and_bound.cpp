// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/branch_and_bound.h"

#include "core/base/executor.h"
#include "core/npu/mapper/compulsory.h"
#include "core/npu/mapper/dive.h"
#include "core/npu/mapper/membership.h"
#include "core/npu/mapper/spatial_list.h"

#include <algorithm>
#include <map>
#include <memory>
#include <queue>
#include <unordered_map>

namespace strata::npu::detail {
namespace {

/// How far a node is known.
enum class Stage : std::uint8_t {
    Block,   ///< spatial choices that are not looked at one by one yet
    Listed,  ///< bounded by what has to move
    Relaxed, ///< bounded by the relaxation
};

struct Node {
    Worth bound;
    std::uint32_t keep = 0;
    std::uint32_t choice = 0; ///< of spatial factors; of a block the first
    Stage stage = Stage::Block;
    std::uint8_t tries = 0; ///< dives that were cut short
    std::uint32_t next = 0; ///< first way to fill the inner levels that is not looked through yet

    /// For a queue whose top is the node of the least bound; among equals the first.
    bool operator<(const Node& other) const {
        if (bound < other.bound || other.bound < bound) return other.bound < bound;
        if (stage != other.stage) return stage < other.stage;
        return keep != other.keep ? keep > other.keep : choice > other.choice;
    }
};

// Nodes of one stage that are worked on together, and how many of them one task takes. Fixed, so that the answer does
// not depend on the number of threads.
constexpr std::uint32_t kBlock = 4096;
constexpr std::size_t kListedInTask = 128;
constexpr std::size_t kRelaxedTogether = 16;
// A first dive ends early: many shallow ones find a good mapping sooner than one deep one.
constexpr std::uint64_t kFirstEffort = 4000;
constexpr std::uint64_t kFirstBudget = 1000;    ///< mappings that a local search tries for a first mapping
constexpr std::size_t kMostBytes = 128'000'000; ///< of bounds of nodes, and as many of bounds that nodes share

class Search {
public:
    Search(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family, const MapperSettings& settings,
           const std::stop_token& stop)
        : evaluator_(evaluator), settings_(settings), stop_(stop), start_(start),
          space_(makeMapSpace(evaluator.architecture(), evaluator.problem(), family, settings, start)), orders_(space_),
          family_(family) {
        dive_settings_ = {settings.goal, 0, &orders_, &stop_, &settings_.out_of_time};
    }

    Result<FoundMapping> run() {
        firstMapping();
        choices_ = listSpatialChoices(space_, settings_.goal, worth_);
        for (std::uint32_t k = 0; k < space_.keeps.size(); ++k)
            pushBlock(k, 0);
        while (!queue_.empty() && mayImprove(queue_.top()) && !finished())
            work();
        if (stop_.stop_requested()) return Error{"cancelled", {}, {"error.search-for-mapping-cancelled"}, {}, {}};
        return answer();
    }

private:
    struct Outcome {
        Worth bound;
        Worth worth; ///< of a better mapping
        Mapping mapping;
        std::shared_ptr<const Prepared> prepared;
        bool improved = false;
        bool cut_short = false;
        std::uint32_t next = 0;
        bool done = false;
        std::uint64_t evaluated = 0, pruned = 0;
    };

    /// Bounds that the nodes with the same kept tensors share.
    struct Shared {
        std::unique_ptr<const SharedBounds> bounds; ///< null where the search ended before
        std::size_t bytes = 0;
        std::uint64_t round = 0; ///< the last one that used them
    };

    bool mayImprove(const Node& node) const {
        return !worth_.valid() || node.bound.goal < worth_.goal * (1.0 - 1e-9) ||
               (settings_.goal == MappingGoal::Latency && node.bound.goal <= worth_.goal &&
                node.bound.edp < worth_.edp * (1.0 - 1e-9));
    }

    /// A short local search: a good mapping early cuts much off.
    void firstMapping() {
        hardware::NpuArchitecture whole = evaluator_.architecture();
        whole.recipe.allow_imperfect = false;
        LoopNestEvaluator evaluator(whole, evaluator_.problem());
        MapperSettings settings = settings_;
        settings.budget = std::min(kFirstBudget, settings_.budget);
        for (const Mapping& from : {start_, outermostMapping(whole, evaluator_.problem())}) {
            auto begin = withFix(from, evaluator_.problem(), settings_.fix);
            if (!begin || !isMember(space_, *begin)) continue;
            SearchState state(evaluator, *begin, family_, settings, stop_);
            searchPruned(state);
            evaluated_ += state.evaluated();
            if (!state.bestWorth().valid() || !isMember(space_, state.best())) continue;
            worth_ = state.bestWorth();
            best_ = state.best();
            return;
        }
    }

    void pushBlock(std::uint32_t keep, std::uint32_t first) {
        if (first >= choices_.count()) return;
        const Worth bound = worthOf(compulsory(space_, choices_.cycles(first)), settings_.goal);
        queue_.push({bound, keep, first, Stage::Block});
    }

    LinkModel modelOf(const Node& node) const {
        return makeLinkModel(space_, space_.keeps[node.keep], choices_.factors(node.choice));
    }

    bool finished() {
        if (stop_.stop_requested() || outOfTime()) return true;
        if (evaluated_ >= settings_.budget) return true;
        const double bound = provenBound();
        if (worth_.valid() && worth_.goal <= bound * (1.0 + settings_.gap)) return true;
        return settings_.watch && !settings_.watch({worth_.goal, bound, evaluated_});
    }

    bool outOfTime() const { return settings_.out_of_time && settings_.out_of_time(); }

    double provenBound() const {
        if (!choices_.complete() || !orders_.complete()) {
            const double least = choices_.count() == 0 ? 1.0 : choices_.cycles(0);
            return worthOf(compulsory(space_, std::min(least, space_.macs / space_.units)), settings_.goal).goal;
        }
        double bound = worth_.valid() ? worth_.goal : std::numeric_limits<double>::infinity();
        if (!queue_.empty()) bound = std::min(bound, queue_.top().bound.goal);
        return bound;
    }

    void work() {
        if (queue_.top().stage == Stage::Block) {
            openBlock();
            return;
        }
        std::vector<Node> nodes;
        while (!queue_.empty() && nodes.size() < kRelaxedTogether && queue_.top().stage != Stage::Block &&
               mayImprove(queue_.top())) {
            nodes.push_back(queue_.top());
            queue_.pop();
        }
        Worth horizon = worth_;
        if (!queue_.empty() && queue_.top().bound < horizon) horizon = queue_.top().bound;
        share(nodes);
        std::vector<Outcome> outcomes(nodes.size());
        while (workers_.size() < nodes.size())
            workers_.emplace_back(evaluator_.architecture(), evaluator_.problem());
        dive_settings_.budget = settings_.budget - evaluated_;
        runParts(settings_.executor, nodes.size(),
                 [&](std::size_t i) { outcomes[i] = look(nodes[i], horizon, workers_[i]); });
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            Outcome& outcome = outcomes[i];
            evaluated_ += outcome.evaluated;
            pruned_ += outcome.pruned;
            if (outcome.improved && outcome.worth < worth_) {
                worth_ = outcome.worth;
                best_ = std::move(outcome.mapping);
            }
            if (outcome.done) {
                forget(nodes[i]);
                continue;
            }
            remember(nodes[i], std::move(outcome.prepared));
            nodes[i].bound = outcome.bound;
            nodes[i].stage = Stage::Relaxed;
            nodes[i].next = outcome.next;
            if (outcome.cut_short) ++nodes[i].tries;
            queue_.push(nodes[i]);
        }
    }

    /// Builds what the nodes of a round share and do not have yet, and lets go of what was not used for longest.
    void share(const std::vector<Node>& nodes) {
        ++round_;
        std::vector<std::pair<std::uint32_t, Shared*>> missing;
        for (const Node& node : nodes) {
            const auto [entry, is_new] = shared_.try_emplace(node.keep);
            entry->second.round = round_;
            if (is_new) missing.emplace_back(node.keep, &entry->second);
        }
        runParts(settings_.executor, missing.size(), [&](std::size_t i) {
            if (stop_.stop_requested() || outOfTime()) return;
            auto [keep, shared] = missing[i];
            shared->bounds = std::make_unique<const SharedBounds>(space_, space_.keeps[keep], orders_, settings_.goal);
            shared->bytes = shared->bounds->bytes();
        });
        for (const auto& [keep, shared] : missing)
            shared_bytes_ += shared->bytes;
        while (shared_bytes_ > kMostBytes) {
            const auto oldest = std::ranges::min_element(
                shared_, {}, [](const auto& entry) { return std::pair(entry.second.round, entry.first); });
            if (oldest->second.round == round_) break;
            forgetShared(oldest);
        }
        std::erase_if(shared_, [](const auto& entry) { return entry.second.bounds == nullptr; });
    }

    /// With the nodes' own bounds, which point to them.
    void forgetShared(std::map<std::uint32_t, Shared>::iterator shared) {
        std::erase_if(prepared_, [&](const auto& entry) {
            if (entry.first >> 32 != shared->first) return false;
            prepared_bytes_ -= entry.second->relaxation.bytes();
            return true;
        });
        shared_bytes_ -= shared->second.bytes;
        shared_.erase(shared);
    }

    static std::uint64_t keyOf(const Node& node) { return std::uint64_t{node.keep} << 32 | node.choice; }

    void remember(const Node& node, std::shared_ptr<const Prepared> prepared) {
        if (prepared == nullptr || prepared_.count(keyOf(node)) != 0) return;
        const std::size_t bytes = prepared->relaxation.bytes();
        if (prepared_bytes_ + bytes > kMostBytes) return;
        prepared_bytes_ += bytes;
        prepared_.emplace(keyOf(node), std::move(prepared));
    }

    void forget(const Node& node) {
        const auto found = prepared_.find(keyOf(node));
        if (found == prepared_.end()) return;
        prepared_bytes_ -= found->second->relaxation.bytes();
        prepared_.erase(found);
    }

    /// Bounds a node by the relaxation; where that is not beyond the other nodes, searches through it.
    Outcome look(const Node& node, const Worth& horizon, LoopNestEvaluator& evaluator) const {
        Outcome outcome;
        const auto entry = shared_.find(node.keep);
        if (entry == shared_.end() || stop_.stop_requested() || outOfTime()) {
            outcome.bound = node.bound;
            outcome.next = node.next;
            return outcome;
        }
        const auto known = prepared_.find(keyOf(node));
        const SharedBounds& shared = *entry->second.bounds;
        outcome.prepared =
            known != prepared_.end()
                ? known->second
                : std::make_shared<const Prepared>(space_, space_.keeps[node.keep], choices_.factors(node.choice),
                                                   shared.parts(), shared.outer(), settings_.goal);
        const Floor floor = outcome.prepared->relaxation.total();
        outcome.bound = std::max(worthOf(floor, settings_.goal), node.bound);
        outcome.next = node.next;
        if (!detail::mayImprove(floor, settings_.goal, worth_)) {
            outcome.done = true;
            return outcome;
        }
        if (horizon < outcome.bound && node.stage == Stage::Listed) return outcome;
        const std::uint64_t effort = kFirstEffort << std::min<unsigned>(2u * node.tries, 40u);
        Dive dive(*outcome.prepared, evaluator, dive_settings_, worth_, effort);
        dive.run(node.next, horizon);
        outcome.cut_short = dive.cutShort();
        outcome.next = static_cast<std::uint32_t>(dive.next());
        const auto& parts = outcome.prepared->relaxation.parts();
        if (dive.next() < parts.size())
            outcome.bound = std::max(outcome.bound, worthOf(parts[dive.next()].floor, settings_.goal));
        outcome.improved = dive.improved();
        outcome.done = dive.complete();
        outcome.evaluated = dive.evaluated();
        outcome.pruned = dive.bounded();
        if (outcome.improved) {
            outcome.worth = dive.best();
            outcome.mapping = dive.mapping();
        }
        return outcome;
    }

    void openBlock() {
        const Node block = queue_.top();
        queue_.pop();
        const std::uint32_t end = std::min<std::uint32_t>(block.choice + kBlock, choices_.count());
        const std::size_t count = end - block.choice;
        std::vector<Worth> bounds(count);
        runParts(settings_.executor, (count + kListedInTask - 1) / kListedInTask, [&](std::size_t task) {
            for (std::size_t i = task * kListedInTask; i < std::min(count, (task + 1) * kListedInTask); ++i) {
                Node node = block;
                node.choice = block.choice + static_cast<std::uint32_t>(i);
                bounds[i] = worthOf(compulsory(modelOf(node)), settings_.goal);
            }
        });
        for (std::size_t i = 0; i < count; ++i) {
            const Node node{bounds[i], block.keep, block.choice + static_cast<std::uint32_t>(i), Stage::Listed};
            if (mayImprove(node))
                queue_.push(node);
            else
                ++pruned_;
        }
        pushBlock(block.keep, end);
    }

    Result<FoundMapping> answer() {
        if (!worth_.valid()) return nothingFits();
        FoundMapping found;
        found.mapping = best_;
        found.goal = worth_.goal;
        found.whole_goal = worth_.goal;
        found.bound = provenBound();
        found.evaluated = evaluated_;
        found.pruned = pruned_;
        found.complete = found.goal <= found.bound * (1.0 + 1e-9);
        tryRemainders(found);
        return found;
    }

    /// Whole factors are proven; whether remainders do better is only tried, around the best mapping.
    void tryRemainders(FoundMapping& found) {
        if (settings_.remainder_budget == 0 || !evaluator_.architecture().recipe.allow_imperfect) return;
        MapperSettings settings = settings_;
        settings.budget = settings_.remainder_budget;
        SearchState state(evaluator_, found.mapping, family_, settings, stop_);
        searchPruned(state);
        found.evaluated += state.evaluated();
        if (!state.bestWorth().valid() || !(state.bestWorth().goal < found.goal)) return;
        if (!keepsConstraints(space_, state.best())) return;
        found.mapping = state.best();
        found.goal = state.bestWorth().goal;
    }

    Error nothingFits() const {
        std::string where, what = "levels that hold one word of each tensor, or fewer fixed factors";
        for (const TooSmall& level : tooSmall(space_, space_.keeps.empty() ? KeepMask{} : space_.keeps.front())) {
            const auto& facts = space_.architecture->levels[level.level];
            where = ": the smallest tile of " + facts.name + " takes " +
                    std::to_string(static_cast<std::uint64_t>(level.needed_words)) + " words, and it holds " +
                    std::to_string(static_cast<std::uint64_t>(level.capacity_words));
            what = "at least " + std::to_string(static_cast<std::uint64_t>(level.needed_words)) + " words in " +
                   facts.name + ", or a tensor that passes it by";
        }
        const bool free = settings_.fix.loops.empty() && !settings_.fix.restricts();
        return {"does-not-fit",
                free ? "/plan/search" : settings_.fix.pointer,
                {"error.no-mapping-with-whole-factors-fits", {{"where", where}}},
                what,
                {}};
    }

    LoopNestEvaluator& evaluator_;
    const MapperSettings& settings_;
    const std::stop_token& stop_;
    const Mapping& start_;
    MapSpace space_;
    OrderClasses orders_;
    std::string_view family_;
    DiveSettings dive_settings_;
    SpatialChoices choices_;
    std::priority_queue<Node> queue_;
    std::vector<LoopNestEvaluator> workers_;
    std::map<std::uint32_t, Shared> shared_; ///< by kept tensors, where they were asked for
    std::size_t shared_bytes_ = 0;
    std::uint64_t round_ = 0;
    std::unordered_map<std::uint64_t, std::shared_ptr<const Prepared>> prepared_; ///< nodes that may come up again
    std::size_t prepared_bytes_ = 0;
    Mapping best_;
    Worth worth_;
    std::uint64_t evaluated_ = 0, pruned_ = 0;
};

} // namespace

Result<FoundMapping> searchBranchAndBound(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family,
                                          const MapperSettings& settings, const std::stop_token& stop) {
    return Search(evaluator, start, family, settings, stop).run();
}

} // namespace strata::npu::detail
