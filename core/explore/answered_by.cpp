// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/answered_by.h"

#include "core/base/hash.h"
#include "core/evaluate/registry.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace strata::explore {
namespace {

constexpr std::size_t kMostNamed = 6;

std::string nameOf(const Entry& entry) { return std::string(name(entry.kind)) + " " + entry.id; }

/// Entries that any text of the document names, and those that their documents name.
void addNamed(const Json& document, const Library& library, AnsweredBy& all) {
    std::vector<const Json*> open{&document};
    while (!open.empty()) {
        const Json& here = *open.back();
        open.pop_back();
        if (here.is_structured()) {
            for (const Json& member : here)
                open.push_back(&member);
        }
        if (!here.is_string()) continue;
        const Entry* const entry = library.find(here.get_ref<const std::string&>());
        if (entry == nullptr) continue;
        const auto [place, added] = all.try_emplace(nameOf(*entry));
        if (!added) continue;
        place->second = sha256(canonicalText(*entry->document));
        open.push_back(entry->document.get());
    }
}

} // namespace

AnsweredBy answeredBy(const Json& document, const Library& library, const Registry& registry) {
    AnsweredBy all{{"program", STRATA_VERSION}};
    const Json* base = document.is_object() ? findPointer(document, "/base") : nullptr;
    const RequestKind* kind = base != nullptr ? kindOf(*base, registry) : nullptr;
    std::string methods;
    for (const Method& method : registry.methods) {
        if (kind == nullptr || method.kind == kind->id)
            methods += std::string(method.id) + " " + versionOf(method, library) + "\n";
    }
    all["methods"] = sha256(methods);
    for (const Entry& entry : library.entries()) {
        if (entry.kind == EntryKind::Calibration || entry.kind == EntryKind::Kernels)
            all[nameOf(entry)] = sha256(canonicalText(*entry.document));
    }
    addNamed(document, library, all);
    return all;
}

std::string differences(const AnsweredBy& first, const AnsweredBy& second) {
    std::vector<std::string> names;
    for (const auto& [what, value] : first) {
        const auto other = second.find(what);
        if (other != second.end() && other->second == value) continue;
        const bool versions = what == "program" && other != second.end();
        names.push_back(versions ? "program (" + value + ", now " + other->second + ")" : what);
    }
    for (const auto& [what, value] : second) {
        if (!first.contains(what)) names.push_back(what);
    }
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < kMostNamed; ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    if (names.size() > kMostNamed) text += " and " + std::to_string(names.size() - kMostNamed) + " more";
    return text;
}

} // namespace strata::explore
