// SPDX-License-Identifier: GPL-3.0-or-later
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
    Message text{"note.over-capacity",
                 {{"level", level.name},
                  {"available", violation.available},
                  {"needed", violation.needed},
                  {"over", violation.needed - violation.available}}};
    if (level.buffering > 1) {
        text.id = "note.over-buffered-capacity";
        text.arguments.emplace_back("buffers", level.buffering);
    }
    return {Note::Level::Warning, "over-capacity", std::move(text), levelPointer(answer, violation.level)};
}

Note fanoutNote(const LayerAnswer& answer, const npu::Violation& violation) {
    const auto& level = answer.query.architecture.levels[violation.level];
    const bool columns = violation.kind == npu::Violation::Kind::FanoutX;
    Message text{"note.over-fanout",
                 {{"level", level.name},
                  {"available", violation.available},
                  {"axis", columns ? "X" : "Y"},
                  {"needed", violation.needed},
                  {"over", violation.needed - violation.available}}};
    return {Note::Level::Warning, "over-fanout", std::move(text),
            levelPointer(answer, violation.level) + (columns ? "/spatial_x" : "/spatial_y")};
}

/// Changes that mend it, or else the size that would.
std::vector<Message> fixesOf(const LayerAnswer& answer, const npu::Violation& violation) {
    const auto& query = answer.query;
    std::vector<Message> fixes;
    for (npu::Fix& fix : npu::suggestFix(violation, query.architecture, query.problem, query.mapping))
        fixes.push_back(std::move(fix.text));
    if (!fixes.empty()) return fixes;
    const auto& level = query.architecture.levels[violation.level];
    if (violation.kind != npu::Violation::Kind::Capacity)
        return {{"fix.give-copies", {{"level", level.name}, {"copies", violation.needed}}}};
    const double words = static_cast<double>(violation.needed) * level.buffering;
    return {{"fix.give-words", {{"level", level.name}, {"words", words}}}};
}

Note metadataNote(const LayerAnswer& answer, const npu::Violation& violation) {
    const std::string& level = answer.query.architecture.levels[violation.level].name;
    Note note{
        Note::Level::Warning,
        "over-metadata",
        {"note.over-metadata", {{"level", level}, {"available", violation.available}, {"needed", violation.needed}}},
        levelPointer(answer, violation.level)};
    note.fixes = {{"fix.give-metadata-bits", {{"level", level}, {"bits", violation.needed}}}};
    return note;
}

Note violationNote(const LayerAnswer& answer, const npu::Violation& violation) {
    if (violation.kind == npu::Violation::Kind::Metadata) return metadataNote(answer, violation);
    Note note = violation.kind == npu::Violation::Kind::Capacity ? capacityNote(answer, violation)
                                                                 : fanoutNote(answer, violation);
    note.fixes = fixesOf(answer, violation);
    return note;
}

Note limitNote(const LayerAnswer& answer) {
    const npu::LoopNestResult& result = answer.result;
    if (result.limiting_level < 0) {
        Message text{"note.compute-limited",
                     {{"used", result.macs / result.compute_cycles}, {"units", answer.units()}}};
        return {Note::Level::Info, "compute-limited", std::move(text), "", {}, true};
    }
    const auto level = static_cast<std::size_t>(result.limiting_level);
    Message text{result.limited_by_reads ? "note.read-limited" : "note.write-limited",
                 {{"level", answer.query.architecture.levels[level].name},
                  {"throttle", Amount{result.levels[level].throttle, "1"}}}};
    return {Note::Level::Info, "bandwidth-limited", std::move(text), levelPointer(answer, level), {}, true};
}

/// Where remainders of several loops meet, the reference tool's way of counting follows the first copy of everything.
std::optional<Note> countNote(const LayerAnswer& answer) {
    constexpr double kNoticeable = 1e-3;
    const double macs = answer.query.problem.macs();
    if (std::abs(answer.result.macs - macs) <= kNoticeable * macs) return std::nullopt;
    Message text{"note.macs-by-first-copy", {{"macs", macs}, {"counted", answer.result.macs}}};
    return Note{Note::Level::Warning, "macs-by-first-copy", std::move(text), "/plan/mapping", {{"fix.whole-factors"}}};
}

bool keepsTo(const npu::MappingFix& fix, const hardware::NpuArchitecture& architecture, const npu::Mapping& mapping) {
    for (const npu::MappingFix::FixedLoop& loop : fix.loops)
        if (npu::boundAt(mapping, loop.place, loop.dimension) != loop.bound) return false;
    return fix.admits(mapping) && npu::isEnough(npu::shareOfUnits(architecture, mapping), fix.least_utilization);
}

/// How much of the space the search has seen.
Note searchNote(const LayerAnswer& answer) {
    const npu::FoundMapping& found = *answer.query.found;
    const MappingSearch& search = *answer.query.search;
    Note note{Note::Level::Info, "searched-mapping", {"note.best-mapping"}, "/plan/search"};
    note.text.arguments = {{"goal", Message{"goal." + std::string(npu::name(search.settings.goal))}},
                           {"evaluated", found.evaluated}};
    if (found.bound > 0.0) {
        // With remainders the mapping may be better than the best one that is proven.
        note.text.id = found.goal < found.whole_goal ? "note.best-with-remainders"
                       : found.complete              ? "note.proven-mapping"
                                                     : "note.unproven-mapping";
        note.text.arguments.emplace_back("gap", Amount{found.whole_goal / found.bound - 1.0, "1"});
        note.text.arguments.emplace_back("better", Amount{1.0 - found.goal / found.whole_goal, "1"});
        if (!found.complete) note.fixes = {{"fix.longer-search"}};
        return note;
    }
    if (found.complete) return note;
    if (found.space > 0.0) {
        note.level = Note::Level::Warning;
        note.text.id = "note.search-stopped";
        note.text.arguments.emplace_back("space", found.space);
        note.fixes = {{"fix.larger-budget"}};
    } else {
        note.text.id = "note.best-mapping-tried";
        note.text.arguments.emplace_back("search", search.mapper->id);
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
        notes.push_back({Note::Level::Info, "energy-spread-unknown", {"note.energy-spread-unknown"}, ""});
    }
    if (!answer.query.found && !keepsTo(answer.query.constraints, answer.query.architecture, answer.query.mapping))
        notes.push_back({Note::Level::Warning,
                         "breaks-constraints",
                         {"note.mapping-breaks-constraints"},
                         "/plan/constraints",
                         {{"fix.search-for-mapping"}}});
    if (answer.query.found) {
        notes.push_back(searchNote(answer));
    } else if (answer.query.mapping_from_recipe) {
        Message text{"note.recipe-mapping", {{"architecture", answer.query.architecture.name}}};
        notes.push_back({Note::Level::Info, "recipe-mapping", std::move(text), "/plan/mapping"});
    }
    return notes;
}

} // namespace strata::methods
