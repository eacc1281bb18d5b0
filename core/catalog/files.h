// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/catalog/kind.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace strata {

/// One JSON file of a library.
struct LibraryFile {
    std::string path; ///< relative to the root, with '/'
    EntryKind kind = EntryKind::Npu;
    std::int64_t size = 0;
    std::int64_t modified_ns = 0;
};

/// The files of a library folder.
struct LibraryListing {
    std::vector<LibraryFile> files; ///< by path
    std::vector<Error> errors;      ///< JSON files in a folder of no known kind
};

/// Every JSON file under root/hwlib and root/workloads; hidden files are left alone.
/// Errors: "unreadable-file" when one of the two folders cannot be read.
Result<LibraryListing> listLibraryFiles(const std::filesystem::path& root);

} // namespace strata
