// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/study_edits.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace strata::app {

namespace {

auto position(Study& study, std::string_view id) {
    return std::ranges::find_if(study.designs, [id](const Design& design) { return design.id == id; });
}

/// The first of the further baselines takes the place of the one that goes.
void unpin(Study& study) {
    study.baseline.reset();
    if (study.further_baselines.empty()) return;
    study.baseline = study.further_baselines.front();
    study.further_baselines.erase(study.further_baselines.begin());
}

/// The number behind the "d" of our own ids, 0 for ids of another form.
std::uint64_t numberOf(std::string_view id) {
    std::uint64_t number = 0;
    if (id.starts_with('d')) std::from_chars(id.data() + 1, id.data() + id.size(), number);
    return number;
}

} // namespace

std::string nextDesignId(const Study& study, std::uint64_t& last_used) {
    for (const Design& design : study.designs)
        last_used = std::max(last_used, numberOf(design.id));
    return "d" + std::to_string(++last_used);
}

Study withDesign(const Study& study, std::string id, std::string label, std::shared_ptr<const Json> request) {
    Study next = study;
    next.designs.push_back({id, freeLetter(study), std::move(label), std::move(request)});
    next.selected = std::move(id);
    return next;
}

Study withDuplicate(const Study& study, std::string_view source, std::string id, std::string label) {
    Study next = study;
    const auto found = position(next, source);
    if (found == next.designs.end()) return next;
    Design copy = *found;
    copy.id = id;
    copy.letter = freeLetter(study);
    copy.label = std::move(label);
    next.designs.insert(found + 1, std::move(copy));
    next.selected = std::move(id);
    return next;
}

Study withoutDesign(const Study& study, std::string_view id) {
    Study next = study;
    const auto found = position(next, id);
    if (found == next.designs.end()) return next;
    const auto behind = next.designs.erase(found);
    next.notes.erase(std::string(id));
    std::erase(next.further_baselines, id);
    if (next.baseline == id) unpin(next);
    if (next.selected == id) {
        if (next.designs.empty())
            next.selected.clear();
        else
            next.selected = behind == next.designs.end() ? next.designs.back().id : behind->id;
    }
    return next;
}

Study withRequest(const Study& study, std::string_view id, std::shared_ptr<const Json> request) {
    Study next = study;
    const auto found = position(next, id);
    if (found == next.designs.end()) return next;
    found->request = std::move(request);
    next.selected = std::string(id);
    return next;
}

Study withLabel(const Study& study, std::string_view id, std::string label) {
    Study next = study;
    if (const auto found = position(next, id); found != next.designs.end()) found->label = std::move(label);
    return next;
}

Study withNote(const Study& study, std::string_view id, std::string text) {
    Study next = study;
    if (position(next, id) == next.designs.end()) return next;
    if (text.empty())
        next.notes.erase(std::string(id));
    else
        next.notes[std::string(id)] = std::move(text);
    return next;
}

Study withSelected(const Study& study, std::string_view id) {
    Study next = study;
    if (study.find(id)) next.selected = std::string(id);
    return next;
}

Study withBaselineToggled(const Study& study, std::string_view id) {
    Study next = study;
    if (!study.find(id)) return next;
    std::erase(next.further_baselines, id);
    if (next.baseline == id)
        unpin(next);
    else
        next.baseline = std::string(id);
    return next;
}

Study withFurtherBaselineToggled(const Study& study, std::string_view id) {
    Study next = study;
    if (!study.find(id)) return next;
    if (!next.baseline || next.baseline == id) return withBaselineToggled(study, id);
    if (std::erase(next.further_baselines, id) == 0) next.further_baselines.emplace_back(id);
    return next;
}

} // namespace strata::app
