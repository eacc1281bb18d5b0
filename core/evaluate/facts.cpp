// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/facts.h"

#include "core/base/hash.h"
#include "core/catalog/library.h"
#include "core/evaluate/estimate.h"

#include <algorithm>

namespace strata {
namespace {

void addEntry(const Entry* entry, std::vector<const Entry*>& entries) {
    if (entry != nullptr && std::ranges::find(entries, entry) == entries.end()) entries.push_back(entry);
}

} // namespace

std::string factsHash(const Json& request, const Estimate& estimate, const Library& library) {
    std::vector<const Entry*> entries = entriesNamedIn(request, library);
    for (const bool serves : {false, true}) {
        const hardware::Engine* engine = library.preferredEngine(serves);
        if (engine != nullptr) addEntry(library.find(engine->id), entries);
    }
    for (std::size_t i = 0; i < entries.size(); ++i) { // the list grows while it is walked
        for (const Entry* named : library.factsOf(*entries[i]).names)
            addEntry(named, entries);
    }
    const bool by_component = std::ranges::any_of(
        entries, [](const Entry* entry) { return entry->kind == EntryKind::Npu || entry->kind == EntryKind::Macro; });
    for (const Entry& entry : library.entries()) // no document names them: they are found by class and technology
        if (by_component && entry.kind == EntryKind::Component) addEntry(&entry, entries);
    for (const CalibrationUse& use : estimate.calibrations)
        addEntry(library.find(use.id), entries);
    std::ranges::sort(entries, {}, &Entry::id);
    std::string text = estimate.request_sha256;
    for (const Entry* entry : entries)
        text += ' ' + entry->id + ' ' + library.factsOf(*entry).sha256;
    return sha256(text);
}

} // namespace strata
