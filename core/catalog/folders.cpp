// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/folders.h"

#include "core/catalog/assembly.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

namespace strata {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> jsonFilesIn(const fs::path& folder, std::vector<Error>& errors) {
    std::vector<fs::path> files;
    std::error_code failure;
    fs::recursive_directory_iterator found(folder, failure);
    for (; !failure && found != fs::end(found); found.increment(failure)) {
        const bool hidden = found->path().filename().native().starts_with('.');
        std::error_code no_matter;
        if (!hidden && found->path().extension() == ".json" && found->is_regular_file(no_matter))
            files.push_back(found->path());
    }
    if (failure)
        errors.push_back({"unreadable-file",
                          {},
                          {"error.cannot-read-folder", {{"message", failure.message()}}},
                          {"accepted.folder-json-files"},
                          folder.string()});
    std::sort(files.begin(), files.end());
    return files;
}

std::string kindNames() {
    std::string names;
    for (const EntryKind kind : entryKinds())
        names += (names.empty() ? "" : ", ") + std::string(name(kind));
    return names;
}

void read(const fs::path& file, std::vector<SourceDocument>& documents, std::vector<Error>& errors) {
    auto document = readJsonFile(file);
    if (!document) {
        errors.push_back(document.error());
        return;
    }
    const Json* stated = findPointer(*document, "/kind");
    const auto kind = stated != nullptr && stated->is_string() ? entryKindNamed(stated->get_ref<const std::string&>())
                                                               : std::optional<EntryKind>();
    if (!kind) {
        errors.push_back({"bad-kind", "/kind", {"error.file-states-no-kind"}, verbatim(kindNames()), file.string()});
        return;
    }
    documents.push_back({file.string(), *kind, false, false, std::make_shared<const Json>(*std::move(document))});
}

} // namespace

Library::Partial withFolders(const std::shared_ptr<const Library>& library, std::span<const fs::path> folders) {
    Library::Partial result{library, {}};
    std::vector<SourceDocument> documents;
    for (const fs::path& folder : folders)
        for (const fs::path& file : jsonFilesIn(folder, result.errors))
            read(file, documents, result.errors);
    if (documents.empty()) return result;
    // Built-in entries first: of two with one id the first is kept, so that no file replaces one unsaid.
    std::vector<SourceDocument> all;
    for (const Entry& entry : library->entries())
        all.push_back({entry.file, entry.kind, false, false, entry.document});
    all.insert(all.end(), documents.begin(), documents.end());
    Assembly assembly = assemble(all);
    result.errors.insert(result.errors.end(), assembly.errors.begin(), assembly.errors.end());
    std::vector<Entry> entries = library->entries();
    for (Entry& entry : assembly.entries) {
        const auto added = std::ranges::find(documents, entry.file, &SourceDocument::file);
        if (added == documents.end()) continue;
        entry.user = true;
        entries.push_back(std::move(entry));
    }
    std::ranges::stable_sort(
        entries, [](const Entry& a, const Entry& b) { return a.kind != b.kind ? a.kind < b.kind : a.id < b.id; });
    result.library = std::make_shared<const Library>(std::move(entries));
    return result;
}

} // namespace strata
