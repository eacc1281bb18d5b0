// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/methods/npu/npu_loopnest.h"
#include "core/npu/edit.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

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

Note capacityNote(const LayerAnswer& answer, const npu::Violation& violation) {
    const auto& level = answer.query.architecture.levels[violation.level];
    const std::string buffered =
        level.buffering > 1 ? " a tile (1/" + std::to_string(level.buffering) + " of it, for buffering)" : "";
    Note note;
    note.code = "over-capacity";
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
    note.text = level.name + " has " + formatCount(static_cast<double>(violation.available)) + " copies along " +
                (columns ? "X" : "Y") + ", the loops use " + formatCount(static_cast<double>(violation.needed)) + ": " +
                formatCount(static_cast<double>(violation.needed - violation.available)) + " too many";
    note.pointer = levelPointer(answer, violation.level) + (columns ? "/spatial_x" : "/spatial_y");
    return note;
}

/// Changes that mend it, or else the size that would.
std::string fixText(const LayerAnswer& answer, const npu::Violation& violation) {
    const auto& query = answer.query;
    std::string text;
    for (const npu::Fix& fix : npu::suggestFix(violation, query.architecture, query.problem, query.mapping)) {
        text += (text.empty() ? "" : "; or ") + fix.text;
    }
    if (!text.empty()) return text;
    const auto& level = query.architecture.levels[violation.level];
    if (violation.kind != npu::Violation::Kind::Capacity) {
        return "Give " + level.name + " " + formatCount(static_cast<double>(violation.needed)) + " copies.";
    }
    return "Give " + level.name + " " + formatCount(static_cast<double>(violation.needed) * level.buffering) +
           " words.";
}

Note violationNote(const LayerAnswer& answer, const npu::Violation& violation) {
    Note note = violation.kind == npu::Violation::Kind::Capacity ? capacityNote(answer, violation)
                                                                 : fanoutNote(answer, violation);
    note.level = Note::Level::Warning;
    note.fix = fixText(answer, violation);
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
                (result.limited_by_reads ? " read" : " write") +
                " bandwidth: " + formatQuantity(result.levels[level].throttle, "1", 2) + " of full speed";
    note.pointer = levelPointer(answer, level);
    return note;
}

/// Where remainders of several loops meet, the reference tool's way of counting follows the first copy of everything.
std::optional<Note> countNote(const LayerAnswer& answer) {
    constexpr double kNoticeable = 1e-3;
    const double macs = answer.query.problem.macs();
    if (std::abs(answer.result.macs - macs) <= kNoticeable * macs) return std::nullopt;
    Note note;
    note.level = Note::Level::Warning;
    note.code = "macs-by-first-copy";
    note.text = "the layer has " + formatCount(macs) +
                " MACs; with these remainders in spatial loops energy and utilization count " +
                formatCount(answer.result.macs);
    note.pointer = "/plan/mapping";
    note.fix = "use whole factors in the spatial loops";
    return note;
}

/// How much of the space the search has seen.
Note searchNote(const LayerAnswer& answer) {
    const npu::FoundMapping& found = *answer.query.found;
    const MappingSearch& search = *answer.query.search;
    const std::string goal(npu::name(search.settings.goal));
    Note note;
    note.code = "searched-mapping";
    note.pointer = "/plan/search";
    const std::string count = formatCount(static_cast<double>(found.evaluated));
    if (found.complete) {
        note.text = "the mapping is the best by " + goal + " of all that fit with whole factors: " + count +
                    " were evaluated, those that do not fit were left out";
    } else if (found.space > 0.0) {
        note.level = Note::Level::Warning;
        note.text = "the exhaustive search stopped at its budget: the mapping is the best by " + goal +
                    " of the first " + count + " of at most " + formatCount(found.space);
        note.fix = "a larger budget, fixed factors, or the algorithm pruned";
    } else {
        note.text = "the mapping is the best by " + goal + " of " + count + " that the search \"" +
                    std::string(search.mapper->id) + "\" tried; a larger budget may find a better one";
    }
    return note;
}

} // namespace

std::vector<Note> layerNotes(const LayerAnswer& answer) {
    std::vector<Note> notes;
    for (const npu::Violation& violation : answer.result.violations)
        notes.push_back(violationNote(answer, violation));
    if (answer.result.violations.empty()) {
        notes.push_back(limitNote(answer));
        if (auto count = countNote(answer)) notes.push_back(*std::move(count));
        Note energy;
        energy.code = "energy-spread-unknown";
        energy.text = "the energy per access is a single figure without a known spread: low and high equal the value";
        notes.push_back(std::move(energy));
    }
    if (answer.query.found) {
        notes.push_back(searchNote(answer));
    } else if (answer.query.mapping_from_recipe) {
        Note recipe;
        recipe.code = "recipe-mapping";
        recipe.text = "the request has no mapping; this one follows the recipe of " + answer.query.architecture.name;
        recipe.pointer = "/plan/mapping";
        notes.push_back(std::move(recipe));
    }
    return notes;
}

} // namespace strata::methods
