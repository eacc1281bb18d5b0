// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/catalog/assembly.h"
#include "core/catalog/inheritance.h"
#include "core/catalog/library.h"
#include "core/session/session.h"
#include "core/session/session_tables.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

namespace strata {

namespace {

/// The name in a reference: an id, or the base of `{"base", "set"}`; empty for an inline document.
std::string nameIn(const Json& request, std::string_view pointer) {
    const Json* reference = findPointer(request, pointer);
    if (reference != nullptr && reference->is_object()) reference = findPointer(*reference, "/base");
    return reference != nullptr && reference->is_string() ? reference->get<std::string>() : std::string();
}

constexpr std::array<std::string_view, 3> kReferences{"/hardware", "/hardware/cluster", "/workload/model"};

void addNames(const Json& request, std::set<std::string>& names) {
    for (const std::string_view pointer : kReferences) {
        if (std::string name = nameIn(request, pointer); !name.empty()) names.insert(std::move(name));
    }
}

/// Those of the base request, and those that an axis puts in their place.
void addNamesOfExploration(const Json& request, std::set<std::string>& names) {
    if (const Json* base = findPointer(request, "/base")) addNames(*base, names);
    const Json* axes = findPointer(request, "/axes");
    if (axes == nullptr || !axes->is_array()) return;
    for (const Json& axis : *axes) {
        const Json* pointer = findPointer(axis, "/pointer");
        const Json* values = findPointer(axis, "/values");
        if (pointer == nullptr || !pointer->is_string() || values == nullptr || !values->is_array()) continue;
        const auto& place = pointer->get_ref<const std::string&>();
        if (std::find(kReferences.begin(), kReferences.end(), place) == kReferences.end()) continue;
        for (const Json& value : *values)
            addNames(Json{{"hardware", value}}, names);
    }
}

std::set<std::string> namesUsed(const Session& session) {
    std::set<std::string> names;
    for (const Design& design : session.study.designs)
        addNames(*design.request, names);
    for (const SessionExploration& exploration : session.explorations)
        addNamesOfExploration(*exploration.request, names);
    return names;
}

Result<Entry> entryFrom(const std::string& id, const std::string& text) {
    Result<Json> document = parseJson(text);
    if (!document) return badSession("input", id, described(document.error()));
    const Json* stated_id = findPointer(*document, "/id");
    if (stated_id == nullptr || *stated_id != id) return badSession("input", id, {"error.entry-has-another-id"});
    const Json* stated_kind = findPointer(*document, "/kind");
    const std::optional<EntryKind> kind = stated_kind != nullptr && stated_kind->is_string()
                                              ? entryKindNamed(stated_kind->get<std::string>())
                                              : std::nullopt;
    if (!kind) return badSession("input", id, {"error.entry-no-known-kind"});
    if (Result<void> sound = checkEntry(*document, *kind); !sound)
        return badSession("input", id, described(sound.error()));
    return entryOf(std::make_shared<const Json>(std::move(*document)), *kind, "session", true);
}

std::vector<std::string> differingPointers(const Json& ours, const Json& theirs) {
    std::vector<std::string> pointers;
    for (const Json& step : Json::diff(ours, theirs))
        pointers.push_back(step.at("path").get<std::string>());
    return pointers;
}

/// Names of the session's inputs mean those inputs, whatever the catalog calls so.
void dropAliases(Entry& entry, const std::set<std::string>& taken) {
    std::erase_if(entry.aliases, [&](const std::string& alias) { return taken.contains(alias); });
}

} // namespace

void embedInputs(Session& session, const Library& library) {
    std::map<std::string, std::string> inputs;
    std::set<std::string> names = namesUsed(session);
    for (const auto& [id, text] : session.inputs) {
        const Result<Entry> entry = entryFrom(id, text);
        if (!entry) continue;
        std::size_t uses = names.erase(id);
        for (const std::string& alias : entry->aliases)
            uses += names.erase(alias);
        if (uses > 0) inputs[id] = text;
    }
    for (const std::string& name : names) {
        const Entry* entry = library.find(name);
        if (entry != nullptr) inputs.emplace(entry->id, canonicalText(*entry->document));
    }
    session.inputs = std::move(inputs);
}

Result<SessionLibrary> libraryWithInputs(const Library& catalog, const Session& session) {
    SessionLibrary result;
    std::vector<Entry> entries;
    std::set<std::string> taken;
    for (const auto& [id, text] : session.inputs) {
        Result<Entry> entry = entryFrom(id, text);
        if (!entry) return entry.error();
        taken.insert(id);
        taken.insert(entry->aliases.begin(), entry->aliases.end());
        const Entry* known = catalog.find(id);
        const bool has_it = known != nullptr && known->id == id;
        if (!has_it) result.differences.push_back({id, true, {}});
        if (has_it && *known->document == *entry->document) continue;
        if (has_it) result.differences.push_back({id, false, differingPointers(*known->document, *entry->document)});
        entries.push_back(std::move(*entry));
    }
    const std::size_t embedded = entries.size();
    for (const Entry& known : catalog.entries()) {
        const auto end = entries.begin() + static_cast<std::ptrdiff_t>(embedded);
        if (std::any_of(entries.begin(), end, [&](const Entry& own) { return own.id == known.id; })) continue;
        entries.push_back(known);
        if (!session.inputs.contains(known.id)) dropAliases(entries.back(), taken);
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.kind != b.kind ? a.kind < b.kind : a.id < b.id; });
    result.library = std::make_shared<const Library>(std::move(entries));
    return result;
}

} // namespace strata
