// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/methods/npu_loopnest.h"
#include "core/npu/suggest_fix.h"

#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

/// Where a level stands in the mapping of the request. A mapping by recipe is written out level by level.
std::string levelPointer(const LayerAnswer& answer, std::size_t level) {
    const std::string root = "/plan/mapping/levels";
    const Json* levels = findPointer(answer.request, root);
    const std::string& wanted = answer.query.architecture.levels[level].name;
    for (std::size_t i = 0; levels != nullptr && i < levels->size(); ++i) {
        if ((*levels)[i]["level"] == wanted) return root + "/" + std::to_string(i);
    }
    return levels == nullptr ? root + "/" + std::to_string(level) : root;
}

/// The one move that mends the violation, "Move c 3 from buffer to dram"; empty where no single one does.
std::string moveThatMends(const LayerAnswer& answer, const npu::Violation& violation) {
    npu::LoopNestEvaluator evaluator(answer.query.architecture, answer.query.problem);
    const auto fix = npu::suggestFix(evaluator, answer.query.mapping, violation);
    if (!fix) return {};
    const auto& levels = answer.query.architecture.levels;
    return "Move " + answer.query.problem.dimensions[fix->dimension].name + " " + std::to_string(fix->factor) + " from " +
           levels[fix->from.level].name + " to " + levels[fix->to.level].name;
}

Note capacityNote(const LayerAnswer& answer, const npu::Violation& violation) {
    const auto& level = answer.query.architecture.levels[violation.level];
    const std::string buffered =
        level.buffering > 1 ? " a tile (1/" + std::to_string(level.buffering) + " of it, for buffering)" : "";
    Note note;
    note.code = "over-capacity";
    const std::string move = moveThatMends(answer, violation);
    note.fix = (move.empty() ? "Move factors of loops inside " + level.name + " to levels outside it" : move) + ", or give " +
               level.name + " " + formatCount(static_cast<double>(violation.needed) * level.buffering) + " words.";
    note.text = level.name + " holds " + formatCount(static_cast<double>(violation.available)) + " words" + buffered +
                ", the tiles need " + formatCount(static_cast<double>(violation.needed)) + ": " +
                formatCount(static_cast<double>(violation.needed - violation.available)) + " words over";
    note.pointer = levelPointer(answer, violation.level);
    return note;
}

Note fanoutNote(const LayerAnswer& answer, const npu::Violation& violation) {
    const auto& level = answer.query.architecture.levels[violation.level];
    const bool columns = violation.kind == npu::Violation::Kind::FanoutX;
    Note note;
    note.code = "over-fanout";
    const std::string move = moveThatMends(answer, violation);
    note.fix = (move.empty() ? std::string("Move factors of these loops into time") : move) + ", or give " +
               level.name + " " + formatCount(static_cast<double>(violation.needed)) + " copies.";
    note.text = level.name + " has " + formatCount(static_cast<double>(violation.available)) + " copies along " +
                (columns ? "X" : "Y") + ", the loops use " + formatCount(static_cast<double>(violation.needed)) + ": " +
                formatCount(static_cast<double>(violation.needed - violation.available)) + " too many";
    note.pointer = levelPointer(answer, violation.level) + (columns ? "/spatial_x" : "/spatial_y");
    return note;
}

Note violationNote(const LayerAnswer& answer, const npu::Violation& violation) {
    Note note = violation.kind == npu::Violation::Kind::Capacity ? capacityNote(answer, violation)
                                                                 : fanoutNote(answer, violation);
    note.level = Note::Level::Warning;
    return note;
}

Note limitNote(const LayerAnswer& answer) {
    const npu::LoopNestResult& result = answer.result;
    Note note;
    if (result.limiting_level < 0) {
        note.code = "compute-limited";
        note.text = "limited by the multiply-accumulate units: " + formatCount(result.macs / result.compute_cycles) +
                    " of " + formatCount(answer.units()) + " in use on average";
        return note;
    }
    const auto level = static_cast<std::size_t>(result.limiting_level);
    note.code = "bandwidth-limited";
    note.text = "limited by " + answer.query.architecture.levels[level].name +
                (result.limited_by_reads ? " read" : " write") + " bandwidth: " +
                formatQuantity(result.levels[level].throttle, "1", 2) + " of full speed";
    note.pointer = levelPointer(answer, level);
    return note;
}

}  // namespace

std::vector<Note> layerNotes(const LayerAnswer& answer) {
    std::vector<Note> notes;
    for (const npu::Violation& violation : answer.result.violations) notes.push_back(violationNote(answer, violation));
    if (answer.result.violations.empty()) {
        notes.push_back(limitNote(answer));
        Note energy;
        energy.code = "energy-spread-unknown";
        energy.text = "the energy per access is a single figure without a known spread: low and high equal the value";
        notes.push_back(std::move(energy));
    }
    if (answer.query.mapping_from_recipe) {
        Note recipe;
        recipe.code = "recipe-mapping";
        recipe.text = "the request has no mapping; this one follows the recipe of " + answer.query.architecture.name;
        recipe.pointer = "/plan/mapping";
        notes.push_back(std::move(recipe));
    }
    return notes;
}

}  // namespace strata::methods
