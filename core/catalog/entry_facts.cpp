// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/entry_facts.h"

#include "core/base/hash.h"
#include "core/catalog/library.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata {

std::vector<const Entry*> entriesNamedIn(const Json& document, const Library& library) {
    std::vector<const Entry*> named;
    std::vector<const Json*> open{&document};
    while (!open.empty()) {
        const Json& value = *open.back();
        open.pop_back();
        if (value.is_string()) {
            const Entry* entry = library.find(value.get_ref<const std::string&>());
            if (entry != nullptr && std::ranges::find(named, entry) == named.end()) named.push_back(entry);
        } else if (value.is_structured()) {
            for (const Json& member : value)
                open.push_back(&member);
        }
    }
    return named;
}

const EntryFacts& EntryFactsMemo::of(const Library& library, const Entry& entry) {
    const std::lock_guard lock(mutex_);
    const auto known = known_.find(&entry);
    if (known != known_.end()) return known->second;
    EntryFacts facts{sha256(canonicalText(*entry.document)), {}};
    // A calibration's long lists of numbers name nothing that an answer reads.
    if (entry.kind != EntryKind::Calibration) facts.names = entriesNamedIn(*entry.document, library);
    std::erase(facts.names, &entry);
    return known_.emplace(&entry, std::move(facts)).first->second;
}

} // namespace strata
