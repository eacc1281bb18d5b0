// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/edit.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace strata::npu {

namespace {

/// A fix with the size of its change: how much work moves.
struct Candidate {
    Fix fix;
    double cost = 0.0;
    std::string what; ///< the dimension or tensor that it touches, so that two suggestions differ
};

class Fixer {
public:
    Fixer(const Violation& violation, const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
          const Mapping& mapping)
        : violation_(violation), architecture_(architecture), problem_(problem), mapping_(mapping),
          evaluator_(architecture, problem) {
        evaluator_.evaluate(mapping, before_);
    }

    std::vector<Fix> run() {
        if (violation_.level >= mapping_.levels.size()) {
            return {};
        }
        switch (violation_.kind) {
        case Violation::Kind::Capacity:
            moveTilesOut();
            bypassTensors();
            break;
        case Violation::Kind::FanoutX: relieveAxis(LoopKind::SpatialX, LoopKind::SpatialY, "Y"); break;
        case Violation::Kind::FanoutY: relieveAxis(LoopKind::SpatialY, LoopKind::SpatialX, "X"); break;
        case Violation::Kind::Malformed:
        case Violation::Kind::Metadata: break;
        }
        return best();
    }

private:
    /// Evaluates a change; it counts when the violation is gone and none has appeared that was not there.
    const LoopNestResult* solved(const Mapping& mapping) {
        evaluator_.evaluate(mapping, after_);
        const auto same = [](const Violation& l, const Violation& r) { return l.kind == r.kind && l.level == r.level; };
        for (const Violation& violation : after_.violations) {
            const bool known = std::any_of(before_.violations.begin(), before_.violations.end(),
                                           [&](const Violation& old) { return same(old, violation); });
            if (same(violation, violation_) || !known) {
                return nullptr;
            }
        }
        return &after_;
    }

    /// The nearest level outside that can run loops over larger tiles: a memory, or the outermost level.
    std::size_t outside(std::size_t level) const {
        while (level > 0) {
            --level;
            if (architecture_.levels[level].stores) break;
        }
        return level;
    }

    /// The text with what becomes of the tile where tiles were too large.
    Message told(Message text) const {
        std::vector<Message> effect;
        if (violation_.kind == Violation::Kind::Capacity)
            effect.push_back({"fix.tile-falls", {{"words", after_.levels[violation_.level].used_words}}});
        text.arguments.emplace_back("effect", std::move(effect));
        return text;
    }

    void moveTilesOut() {
        if (violation_.level == 0) {
            return;
        }
        const std::size_t target = outside(violation_.level);
        for (std::size_t l = violation_.level; l < mapping_.levels.size(); ++l) {
            for (const LoopKind kind : {LoopKind::Temporal, LoopKind::SpatialX, LoopKind::SpatialY}) {
                for (const Loop& loop : loopsAt(mapping_.levels[l], kind)) {
                    moveOut(loop.dimension, {l, kind}, {target, LoopKind::Temporal}, tile_weight_);
                }
            }
        }
    }

    /// Adds the smallest factor of one loop whose move to `to` solves the violation.
    void moveOut(std::uint32_t dimension, LoopPlace from, LoopPlace to, double weight) {
        for (const std::uint64_t factor : legalFactors(mapping_, from, dimension, false)) {
            auto moved = moveFactor(mapping_, problem_, dimension, from, to, factor);
            if (!moved || solved(*moved) == nullptr) {
                continue;
            }
            const std::string& name = problem_.dimensions[dimension].name;
            const char* const id = to.level == from.level  ? "fix.run-one-after-another"
                                   : to.level < from.level ? "fix.move-up"
                                                           : "fix.move-to";
            Message text =
                told({id, {{"dimension", name}, {"factor", factor}, {"level", architecture_.levels[to.level].name}}});
            // Taking copies out of use costs time, moving a temporal loop only traffic.
            const double penalty = from.kind == LoopKind::Temporal ? 1.0 : spatial_weight_;
            candidates_.push_back(
                {{std::move(text), *std::move(moved)}, weight * penalty * static_cast<double>(factor), name});
            return;
        }
    }

    void bypassTensors() {
        for (std::size_t t = 0; t < problem_.tensors.size(); ++t) {
            if (!mapping_.levels[violation_.level].keep[t]) {
                continue;
            }
            auto toggled = toggleKeep(mapping_, architecture_, problem_, violation_.level, t);
            if (toggled && solved(*toggled) != nullptr) {
                Message text = told({"fix.bypass",
                                     {{"tensor", term(problem_.tensors[t].name)},
                                      {"level", architecture_.levels[violation_.level].name}}});
                candidates_.push_back(
                    {{std::move(text), *std::move(toggled)}, bypass_weight_, problem_.tensors[t].name});
            }
        }
    }

    void relieveAxis(LoopKind from, LoopKind other, const char* other_name) {
        const std::size_t level = violation_.level;
        for (const Loop& loop : loopsAt(mapping_.levels[level], from)) {
            const std::string& name = problem_.dimensions[loop.dimension].name;
            for (const std::uint64_t factor : legalFactors(mapping_, {level, from}, loop.dimension, false)) {
                auto moved = moveFactor(mapping_, problem_, loop.dimension, {level, from}, {level, other}, factor);
                if (moved && solved(*moved) != nullptr) {
                    const Message text{"fix.move-to-axis",
                                       {{"dimension", name},
                                        {"factor", factor},
                                        {"axis", other_name},
                                        {"level", architecture_.levels[level].name}}};
                    candidates_.push_back({{text, *std::move(moved)}, static_cast<double>(factor), name + other_name});
                    break;
                }
            }
            moveOut(loop.dimension, {level, from}, {level, LoopKind::Temporal}, tile_weight_);
            if (level > 0) {
                moveOut(loop.dimension, {level, from}, {outside(level), LoopKind::Temporal}, tile_weight_);
            }
        }
    }

    std::vector<Fix> best() {
        std::stable_sort(candidates_.begin(), candidates_.end(),
                         [](const Candidate& l, const Candidate& r) { return l.cost < r.cost; });
        std::vector<Fix> fixes;
        std::string taken;
        for (Candidate& candidate : candidates_) {
            if (fixes.size() < 2 && (fixes.empty() || candidate.what != taken)) {
                taken = candidate.what;
                fixes.push_back(std::move(candidate.fix));
            }
        }
        return fixes;
    }

    static constexpr double tile_weight_ = 1.5;
    static constexpr double spatial_weight_ = 8.0;
    static constexpr double bypass_weight_ = 6.0;

    const Violation& violation_;
    const hardware::NpuArchitecture& architecture_;
    const workload::Problem& problem_;
    const Mapping& mapping_;
    LoopNestEvaluator evaluator_;
    LoopNestResult before_;
    LoopNestResult after_;
    std::vector<Candidate> candidates_;
};

} // namespace

std::vector<Fix> suggestFix(const Violation& violation, const hardware::NpuArchitecture& architecture,
                            const workload::Problem& problem, const Mapping& mapping) {
    return Fixer(violation, architecture, problem, mapping).run();
}

} // namespace strata::npu
