// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/files.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <system_error>

namespace strata {

namespace {

namespace fs = std::filesystem;

std::optional<EntryKind> kindOfFolder(const std::string& path) {
    for (EntryKind kind : entryKinds()) {
        if (path.starts_with(std::string(folder(kind)) + '/')) return kind;
    }
    return std::nullopt;
}

std::string knownFolders() {
    std::string text;
    for (EntryKind kind : entryKinds()) {
        if (!text.empty()) text += ", ";
        text += folder(kind);
    }
    return text;
}

void add(LibraryListing& listing, const fs::path& root, const fs::directory_entry& found) {
    std::error_code failure;
    LibraryFile file;
    file.path = found.path().lexically_relative(root).generic_string();
    const std::optional<EntryKind> kind = kindOfFolder(file.path);
    if (!kind) {
        listing.errors.push_back(
            {"unknown-folder", {}, {"error.no-kind-in-folder"}, verbatim(knownFolders()), file.path});
        return;
    }
    file.kind = *kind;
    file.size = static_cast<std::int64_t>(found.file_size(failure));
    if (!failure) {
        const auto modified = found.last_write_time(failure).time_since_epoch();
        file.modified_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(modified).count();
    }
    if (failure) {
        listing.errors.push_back(
            {"unreadable-file", {}, verbatim(failure.message()), {"accepted.readable-file"}, file.path});
        return;
    }
    listing.files.push_back(std::move(file));
}

} // namespace

Result<LibraryListing> listLibraryFiles(const fs::path& root) {
    LibraryListing listing;
    for (const char* half : {"hwlib", "workloads"}) {
        std::error_code failure;
        fs::recursive_directory_iterator found(root / half, failure);
        for (; !failure && found != fs::end(found); found.increment(failure)) {
            const bool hidden = found->path().filename().native().starts_with('.');
            std::error_code no_matter;
            if (hidden && found->is_directory(no_matter)) found.disable_recursion_pending();
            if (hidden || found->path().extension() != ".json" || found->is_directory(no_matter)) continue;
            add(listing, root, *found);
        }
        if (failure) {
            return Error{"unreadable-file",
                         {},
                         {"error.cannot-read-folder", {{"failure", failure.message()}}},
                         {"accepted.folder-holds-hwlib-and-workloads"},
                         (root / half).string()};
        }
    }
    const auto by_path = [](const auto& a, const auto& b) { return a.path < b.path; };
    std::sort(listing.files.begin(), listing.files.end(), by_path);
    std::sort(listing.errors.begin(), listing.errors.end(),
              [](const Error& a, const Error& b) { return a.file < b.file; });
    return listing;
}

} // namespace strata
