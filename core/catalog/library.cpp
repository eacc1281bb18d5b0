// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"

#include "core/base/quantity.h"
#include "core/base/schema.h"
#include "core/catalog/assembly.h"
#include "core/catalog/files.h"
#include "core/catalog/inheritance.h"
#include "core/catalog/near_names.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata {

namespace {

/// How a value that a design changed reads behind its parent's name.
std::string valueText(const Json& value, const Field* field) {
    if (value.is_number() && field != nullptr && !field->unit.empty())
        return formatQuantity(value.get<double>(), field->unit);
    if (value.is_number()) return formatCount(value.get<double>());
    if (value.is_string()) return value.get<std::string>();
    return value.is_boolean() ? canonicalText(value) : "changed";
}

/// The device of a cluster before its facts are changed: the one that `set` names, else the cluster's own.
std::optional<Json> namedDevice(const Json& parent, const Json& set, const Library& library) {
    const auto stated = set.find(std::string(kDeviceMember));
    const Json* const device = stated != set.end() ? &*stated : findPointer(parent, kDeviceMember);
    bool asked = false;
    for (const auto& change : set.items())
        asked = asked || changesDevice(parent, change.key());
    std::optional<Json> document;
    if (device == nullptr || !asked) return document;
    if (auto named = library.resolve(*device, kDeviceMember, Role::Hardware)) document.emplace(*std::move(named));
    return document;
}

/// The parent's name and what differs from it: a changed design is not the board that one can buy.
std::string changedName(const Json& parent, const Json& set, const Json& changed, EntryKind kind,
                        const Library& library) {
    const std::optional<Json> device = namedDevice(parent, set, library);
    const ObjectSchema& schema = schemaOf(kind);
    constexpr std::size_t kMostNamed = 3;
    std::string text = parent.value("name", std::string());
    std::size_t different = 0;
    for (const auto& [target, value] : set.items()) {
        const bool of_device = changesDevice(parent, target);
        const Json* const before = !of_device ? findPointer(parent, target)
                                   : device
                                       ? findPointer(*device, std::string_view(target).substr(kDeviceMember.size()))
                                       : nullptr;
        const Json* const after = of_device ? &value : findPointer(changed, target);
        if (after == nullptr || (before != nullptr && *before == *after)) continue;
        if (++different > kMostNamed) continue;
        const Field* const field =
            of_device ? fieldAt(schemaOf(EntryKind::Gpu), std::string_view(target).substr(kDeviceMember.size()))
                      : fieldAt(schema, target);
        // A title says what a value of the device itself is; one of its parts needs the way there.
        const bool own = field != nullptr && target.find('/', 1) == std::string::npos;
        text += ", " + (own ? field->title : target.substr(1)) + " " + valueText(*after, field);
    }
    if (different > kMostNamed) text += " and " + std::to_string(different - kMostNamed) + " more";
    return text;
}

bool plays(EntryKind kind, Role role) {
    switch (role) {
    case Role::Hardware: return isHardware(kind);
    case Role::Workload: return isWorkload(kind);
    case Role::Any: break;
    }
    return true;
}

/// The id of what plays that role.
Message acceptedId(Role role) {
    switch (role) {
    case Role::Hardware: return {"accepted.id-of-hardware"};
    case Role::Workload: return {"accepted.id-of-workload"};
    case Role::Any: break;
    }
    return {"accepted.id-entry"};
}

std::string kindNames(Role role) {
    std::vector<std::string> names;
    for (EntryKind kind : entryKinds()) {
        if (plays(kind, role)) names.emplace_back(name(kind));
    }
    return listNames(names);
}

/// An inline document says its kind itself.
Result<Json> resolveInline(const Json& document, std::string_view pointer, Role role) {
    const std::string place = std::string(pointer) + "/kind";
    const auto stated = document.find("kind");
    if (stated == document.end()) {
        return Error{"missing", place, {"error.inline-document-must-state-kind-or"}, verbatim(kindNames(role)), {}};
    }
    const std::optional<EntryKind> kind =
        stated->is_string() ? entryKindNamed(stated->get_ref<const std::string&>()) : std::nullopt;
    if (!kind || !plays(*kind, role)) {
        return Error{"wrong-kind",
                     place,
                     {"error.field-is", {{"field", "kind"}, {"value", stated->dump(-1, ' ', true)}}},
                     verbatim(kindNames(role)),
                     {}};
    }
    if (Result<void> valid = validate(document, schemaOf(*kind), pointer); !valid) return valid.error();
    return document;
}

Result<std::vector<SourceDocument>> readFiles(const std::filesystem::path& root, std::vector<Error>& errors) {
    Result<LibraryListing> listing = listLibraryFiles(root);
    if (!listing) return listing.error();
    errors = listing->errors;
    std::vector<SourceDocument> documents;
    for (const LibraryFile& file : listing->files) {
        Result<Json> document = readJsonFile(root / file.path);
        if (!document) {
            errors.push_back(document.error());
            errors.back().file = file.path;
            continue;
        }
        documents.push_back({file.path, file.kind, false, false, std::make_shared<const Json>(std::move(*document))});
    }
    return documents;
}

} // namespace

Result<std::shared_ptr<const Library>> Library::load(const std::filesystem::path& root) {
    Result<Partial> partial = loadWhatIsSound(root);
    if (!partial) return partial.error();
    if (!partial->errors.empty()) return partial->errors.front();
    return partial->library;
}

Result<Library::Partial> Library::loadWhatIsSound(const std::filesystem::path& root) {
    Partial partial;
    Result<std::vector<SourceDocument>> documents = readFiles(root, partial.errors);
    if (!documents) return documents.error();
    Assembly assembly = assemble(*documents);
    partial.errors.insert(partial.errors.end(), assembly.errors.begin(), assembly.errors.end());
    partial.library = std::make_shared<const Library>(std::move(assembly.entries));
    return partial;
}

Library::Library(std::vector<Entry> entries) : entries_(std::move(entries)) {
    for (std::size_t i = 0; i < entries_.size(); ++i)
        index_.emplace(entries_[i].id, i);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        for (const std::string& alias : entries_[i].aliases)
            index_.emplace(alias, i);
    }
    for (const auto& [known, i] : index_) {
        const auto [at, fresh] = plain_.emplace(plainName(known), i);
        if (!fresh && at->second != i) at->second = entries_.size();
    }
    for (const Entry& entry : entries_) {
        if (entry.kind == EntryKind::Calibration) {
            if (auto read = hardware::readCalibration(*entry.document, {})) calibrations_.push_back(*std::move(read));
        } else if (entry.kind == EntryKind::Kernels) {
            auto read = hardware::readKernelTable(*entry.document, {});
            if (read) kernel_tables_.push_back(std::make_shared<const hardware::KernelTable>(*std::move(read)));
        } else if (entry.kind == EntryKind::Engine) {
            if (auto read = hardware::readEngine(*entry.document, {})) engines_.push_back(*std::move(read));
        }
    }
    for (hardware::Calibration& calibration : calibrations_)
        calibration.kernel_tables = kernelTables(calibration.id);
}

std::vector<std::shared_ptr<const hardware::KernelTable>> Library::kernelTables(std::string_view model) const {
    std::vector<std::shared_ptr<const hardware::KernelTable>> tables;
    std::copy_if(kernel_tables_.begin(), kernel_tables_.end(), std::back_inserter(tables),
                 [model](const auto& table) { return table->model == model; });
    return tables;
}

const hardware::Engine* Library::findEngine(std::string_view id) const {
    const Entry* entry = find(id);
    if (entry == nullptr || entry->kind != EntryKind::Engine) return nullptr;
    const auto found = std::find_if(engines_.begin(), engines_.end(),
                                    [&](const hardware::Engine& engine) { return engine.id == entry->id; });
    return found == engines_.end() ? nullptr : &*found;
}

const hardware::Engine* Library::preferredEngine(bool serves) const {
    const auto found = std::find_if(engines_.begin(), engines_.end(), [serves](const hardware::Engine& engine) {
        return engine.preferred && !engine.ranges.empty() && engine.ranges.back().serves == serves;
    });
    return found == engines_.end() ? nullptr : &*found;
}

std::shared_ptr<const Library> Library::withCalibration(const hardware::Calibration& calibration) const {
    const auto document = std::make_shared<const Json>(hardware::toJson(calibration));
    auto changed = std::make_shared<Library>(*this); // nothing else is read again: fits ask for many of these
    changed->facts_ = std::make_shared<EntryFactsMemo>();
    const auto old = std::find_if(changed->entries_.begin(), changed->entries_.end(), [&](const Entry& entry) {
        return entry.kind == EntryKind::Calibration && entry.id == calibration.id;
    });
    if (old == changed->entries_.end()) {
        const std::size_t at = entries_.size(); // which also marks names of several entries
        for (auto& [known, i] : changed->plain_)
            i = i == at ? at + 1 : i;
        changed->entries_.push_back(entryOf(document, EntryKind::Calibration, "fitted", false));
        changed->index_.emplace(calibration.id, at);
        const auto [place, fresh] = changed->plain_.emplace(plainName(calibration.id), at);
        if (!fresh && place->second != at) place->second = at + 1;
    } else {
        *old = entryOf(document, EntryKind::Calibration, old->file, old->user);
    }
    auto read = hardware::readCalibration(*document, {});
    if (!read) return changed;
    read->kernel_tables = kernelTables(read->id);
    const auto known = std::find_if(changed->calibrations_.begin(), changed->calibrations_.end(),
                                    [&](const hardware::Calibration& kept) { return kept.id == read->id; });
    if (known == changed->calibrations_.end())
        changed->calibrations_.push_back(*std::move(read));
    else
        *known = *std::move(read);
    return changed;
}

const Entry* Library::find(std::string_view id) const {
    if (const auto found = index_.find(id); found != index_.end()) return &entries_[found->second];
    const auto plain = plain_.find(plainName(id));
    return plain == plain_.end() || plain->second == entries_.size() ? nullptr : &entries_[plain->second];
}

std::vector<std::string> Library::near(std::string_view wanted, Role role, std::size_t limit) const {
    std::vector<std::string> names;
    for (const auto& [known, i] : index_) {
        if (plays(entries_[i].kind, role)) names.push_back(known);
    }
    return nearNames(wanted, names, limit);
}

Result<const Entry*> Library::require(std::string_view id, std::string_view pointer, Role role) const {
    const Entry* entry = find(id);
    if (entry == nullptr) {
        const std::string names = listNames(near(id, role));
        return Error{"not-found",
                     std::string(pointer),
                     {"error.catalog-has-no", {{"id", id}}},
                     names.empty() ? acceptedId(role) : verbatim(names),
                     {}};
    }
    if (!plays(entry->kind, role)) {
        return Error{"wrong-kind",
                     std::string(pointer),
                     {"error.kind", {{"base", entry->id}, {"kind", strata::name(entry->kind)}}},
                     acceptedId(role),
                     {}};
    }
    return entry;
}

Result<Json> Library::resolve(const Json& reference, std::string_view pointer, Role role) const {
    if (reference.is_string()) {
        Result<const Entry*> entry = require(reference.get_ref<const std::string&>(), pointer, role);
        if (!entry) return entry.error();
        return *(*entry)->document;
    }
    if (!reference.is_object()) {
        return Error{"bad-value",
                     std::string(pointer),
                     {"error.reference-no", {{"type_name", reference.type_name()}}},
                     {"accepted.id-inline-document-or-base-set"},
                     {}};
    }
    const auto base = reference.find("base");
    if (base == reference.end()) return resolveInline(reference, pointer, role);
    return resolveChanged(reference, pointer, role);
}

Result<Json> Library::resolveChanged(const Json& reference, std::string_view pointer, Role role) const {
    const std::string place(pointer);
    for (const auto& item : reference.items()) {
        if (item.key() == "base" || item.key() == "set") continue;
        return Error{"unknown-key",
                     place + "/" + pointerStep(item.key()),
                     {"error.cannot-stand-beside-base", {{"key", item.key()}}},
                     {"accepted.base-and-set"},
                     {}};
    }
    const Json& base = reference.at("base");
    if (!base.is_string()) {
        return Error{"bad-value",
                     place + "/base",
                     {"error.field-is", {{"field", "base"}, {"value", base.type_name()}}},
                     {"accepted.id-entry"},
                     {}};
    }
    Result<const Entry*> entry = require(base.get_ref<const std::string&>(), place + "/base", role);
    if (!entry) return entry.error();
    const auto set = reference.find("set");
    if (set == reference.end()) return *(*entry)->document;
    const Json& unchanged = *(*entry)->document;
    Result<Json> changed = applySet(unchanged, *set, place + "/set");
    if (!changed) return changed;
    if (Result<void> valid = validate(*changed, schemaOf((*entry)->kind)); !valid) {
        Error error = valid.error();
        error.pointer = pointerAsWritten(*set, place + "/set", place, error.pointer);
        return error;
    }
    if (const auto named = changed->find("name"); named != changed->end() && named->is_string())
        *named = changedName(unchanged, *set, *changed, (*entry)->kind, *this);
    return changed;
}

} // namespace strata
