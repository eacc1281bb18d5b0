// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/library.h"

#include <memory>
#include <string>
#include <vector>

namespace strata {

/// One entry as somebody wrote it, `base` and `set` not yet resolved.
struct SourceDocument {
    std::string file; ///< for errors; relative to the library's root, or "user:<id>" for the user's own
    EntryKind kind = EntryKind::Npu;
    bool user = false;
    bool shadows = false; ///< the user said that this one shall hide the entry of the same id
    std::shared_ptr<const Json> document;
};

/// Entries that are sound, and why the others are not.
struct Assembly {
    std::vector<Entry> entries; ///< by kind, then id
    std::vector<Error> errors;  ///< one for each document without entry; a cause stands before what it broke
};

/// Resolves inheritance, refuses duplicates and checks each entry. The result does not depend on the
/// documents' order, except that of two files with one id the first one is kept.
Assembly assemble(const std::vector<SourceDocument>& documents);

/// The entry of a resolved and valid document.
Entry entryOf(std::shared_ptr<const Json> resolved, EntryKind kind, std::string file, bool user);

} // namespace strata
