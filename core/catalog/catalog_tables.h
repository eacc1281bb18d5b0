// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/database.h"
#include "core/catalog/assembly.h"

#include <string>
#include <string_view>
#include <vector>

namespace strata {

/// The kind that a row names. Errors: "damaged-file" with the table and the row.
Result<EntryKind> storedKind(std::string_view kind, std::string_view table, std::string_view row);

/// Every document in the catalog file as it was written; those of files first, by path, then the user's by
/// id.
Result<std::vector<SourceDocument>> storedDocuments(Database& database);

/// The entries as of the last rebuild, by kind and id.
Result<std::vector<Entry>> storedEntries(Database& database);

/// Why entries were left out at the last rebuild; problems of reading files stand first.
Result<std::vector<Error>> storedProblems(Database& database);

/// A value of the table `meta`, empty where there is none.
Result<std::string> storedMeta(Database& database, std::string_view key);

/// Makes all entries anew from the stored documents, and remembers why some could not be made. To be called
/// inside a transaction.
Result<void> rebuildEntries(Database& database);

/// Remembers which files could not be read, in place of those remembered before.
Result<void> storeFileProblems(Database& database, const std::vector<Error>& problems);

/// Inserts or replaces the document of a file (user false: `name` is its path) or of the user (`name` is its
/// id).
Result<void> storeDocument(Database& database, const SourceDocument& document, std::string_view name);

} // namespace strata
