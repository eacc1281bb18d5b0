// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/own_entries.h"

#include "app/window/document/opened_text.h"
#include "core/catalog/catalog.h"
#include "core/exchange/models/model_file.h"

#include <nlohmann/json.hpp>
#include <QString>

namespace strata::app {
namespace {

std::filesystem::path pathOf(const QString& file) { return file.toStdU16String(); }

/// "My A100, faster" -> "my-a100-faster".
std::string idOf(const std::string& name) {
    std::string id;
    for (const char letter : name) {
        const bool upper = letter >= 'A' && letter <= 'Z';
        const char lower = upper ? static_cast<char>(letter - 'A' + 'a') : letter;
        const bool plain = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9') || lower == '.';
        if (plain)
            id += lower;
        else if (!id.empty() && id.back() != '-')
            id += '-';
    }
    while (!id.empty() && id.back() == '-')
        id.pop_back();
    return id;
}

/// Where a design names its device or its model.
std::string pointerOf(const Json& request, OwnPart part) {
    if (part == OwnPart::Model) return "/workload/model";
    return findPointer(request, "/hardware/cluster") ? "/hardware/cluster" : "/hardware";
}

} // namespace

Result<OwnEntry> ownEntryOf(const Json& request, OwnPart part, const std::string& name, const std::string& label,
                            const Library& library) {
    OwnEntry entry;
    entry.pointer = pointerOf(request, part);
    const Json* reference = findPointer(request, entry.pointer);
    const Json* base = reference && reference->is_object() ? findPointer(*reference, "/base") : nullptr;
    const Json* set = base ? findPointer(*reference, "/set") : nullptr;
    const Entry* from = base && base->is_string() ? library.find(base->get<std::string>()) : nullptr;
    if (!from || !set)
        return Error{"unchanged", "", {"error.design-uses-catalog-s-own-entry"}, {"accepted.parameter-changed"}, {}};
    const std::string id = idOf(name);
    if (id.empty())
        return Error{"bad-value", "", {"error.name-has-no-letter"}, {"accepted.name-with-letters-or-digits"}, {}};
    entry.document = std::make_shared<const Json>(Json{{"id", id},
                                                       {"kind", std::string(strata::name(from->kind))},
                                                       {"name", name},
                                                       {"source", "Saved from the design \"" + label + "\""},
                                                       {"base", from->id},
                                                       {"set", *set}});
    return entry;
}

Result<void> keepEntry(const Environment& environment, const Json& document) {
    const Json* stated = findPointer(document, "/kind");
    const auto kind =
        stated && stated->is_string() ? entryKindNamed(stated->get<std::string>()) : std::optional<EntryKind>();
    if (!kind)
        return Error{
            "bad-kind", "/kind", {"error.document-states-no-kind"}, {"accepted.gpu-npu-cluster-transformer"}, {}};
    auto catalog = Catalog::open(pathOf(environment.state_folder + QStringLiteral("/catalog.sqlite")),
                                 pathOf(environment.data_root));
    if (!catalog) return catalog.error();
    if (auto refreshed = catalog->refresh(); !refreshed) return refreshed.error();
    const Json* id = findPointer(document, "/id");
    const std::string own = id && id->is_string() ? id->get<std::string>() : std::string();
    return catalog->ownEntry(own) ? catalog->updateEntry(own, document) : catalog->addEntry(*kind, document);
}

Result<WholeEntry> wholeEntryOf(const Json& request, OwnPart part, const Library& library) {
    WholeEntry entry;
    entry.pointer = pointerOf(request, part);
    const Json* reference = findPointer(request, entry.pointer);
    if (!reference)
        return Error{"missing", entry.pointer, {"error.design-names-none"}, {"accepted.device-or-model"}, {}};
    auto document = library.resolve(*reference, entry.pointer);
    if (!document) return document.error();
    const auto kind = entryKindNamed(document->value("kind", std::string()));
    if (!kind)
        return Error{"bad-kind", entry.pointer, {"error.document-states-no-kind"}, {"accepted.gpu-npu-cluster"}, {}};
    entry.kind = *kind;
    entry.document = std::make_shared<const Json>(*std::move(document));
    return entry;
}

Result<std::shared_ptr<const Json>> namedEntry(const Json& document, const std::string& name,
                                               const std::string& changed_from) {
    const std::string id = idOf(name);
    if (id.empty())
        return Error{"bad-value", "", {"error.name-has-no-letter"}, {"accepted.name-with-letters-or-digits"}, {}};
    Json entry = document;
    entry["id"] = id;
    entry["name"] = name;
    entry.erase("aliases"); // they are those of the entry that it was
    const std::string note = "; structure changed from " + changed_from;
    if (const auto source = entry.find("source"); source != entry.end() && source->is_string())
        *source = source->get<std::string>() + note;
    else if (source != entry.end() && source->is_object() && source->contains("*") && (*source)["*"].is_string())
        (*source)["*"] = (*source)["*"].get<std::string>() + note;
    return std::make_shared<const Json>(std::move(entry));
}

Result<void> removeOwnEntry(const Environment& environment, const std::string& id) {
    auto catalog = Catalog::open(pathOf(environment.state_folder + QStringLiteral("/catalog.sqlite")),
                                 pathOf(environment.data_root));
    return catalog ? catalog->removeEntry(id) : Result<void>(catalog.error());
}

Result<OwnImport> importEntry(const Environment& environment, const std::filesystem::path& file) {
    exchange::ImportedEntry entry;
    if (isTimeloopPart(file)) {
        auto architecture = timeloopArchitecture(file);
        if (!architecture) return architecture.error();
        entry = *std::move(architecture);
    } else if (exchange::modelFormatOf(file)) {
        auto imported = exchange::readModelFile(file);
        if (!imported) return imported.error();
        entry = *std::move(imported);
    } else {
        auto document = readJsonFile(file);
        if (!document) return document.error();
        entry.document = std::make_shared<const Json>(*std::move(document));
    }
    if (auto kept = keepEntry(environment, *entry.document); !kept) {
        Error error = kept.error();
        if (error.file.empty()) error.file = file.string();
        return error;
    }
    const Json* id = findPointer(*entry.document, "/id");
    return OwnImport{id && id->is_string() ? id->get<std::string>() : std::string(), std::move(entry.notes)};
}

} // namespace strata::app
