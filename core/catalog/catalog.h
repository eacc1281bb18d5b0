// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/database.h"
#include "core/catalog/library.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

class Progress;

/// What a search asks for; what is empty or 0 does not restrict.
struct CatalogQuery {
    std::string text = {}; ///< every word must occur somewhere in id, name, vendor, aliases or kind
    std::optional<EntryKind> kind = {};
    std::string vendor = {}; ///< letters of either case are equal
    int year_from = 0;
    int year_to = 0;
    bool only_own = false; ///< the user's own entries
    std::size_t limit = 1000;
};

/// An entry as a list of the catalog shows it.
struct CatalogRow {
    std::string id;
    EntryKind kind = EntryKind::Npu;
    std::string name;
    std::string vendor;
    int year = 0;
    bool user = false;
    std::string file;
    std::string sha256; ///< of the resolved document's canonical text

    friend bool operator==(const CatalogRow&, const CatalogRow&) = default;
};

/// What a query of the catalog found.
struct CatalogMatches {
    std::vector<CatalogRow> rows; ///< an entry whose id is the text first, then by kind and id
    std::int64_t work = 0;        ///< see Statement::work()
};

/// What a refresh found changed on disk since the one before.
struct RefreshReport {
    std::size_t added = 0; ///< files
    std::size_t changed = 0;
    std::size_t removed = 0;
    std::size_t read = 0;        ///< files that had to be read; the others have their old size and time
    bool rebuilt = false;        ///< entries were made anew; callers take a new snapshot
    std::vector<Error> problems; ///< entries that are left out, and why
};

/// May an entry of the user hide a built-in one of the same id?
enum class Shadowing { Refuse, Allow };

/// The catalog file: built from hwlib/ and workloads/, refreshed when they change, with the user's own
/// entries beside them. Used by one thread at a time; several programs may have the file open.
class Catalog {
public:
    /// Creates the file (and its folder) when it does not exist; refresh() fills it. Errors: those of
    /// Database::open. A caller that gets "unwritable-file" or "disk-full" can still use
    /// Library::loadWhatIsSound.
    static Result<Catalog> open(const std::filesystem::path& file, const std::filesystem::path& root);

    /// Reads the files that changed since the last time, in one transaction: a reader sees the old catalog or
    /// the new one.
    Result<RefreshReport> refresh(Progress* progress = nullptr);

    /// All sound entries. Errors: "database".
    Result<std::shared_ptr<const Library>> library();
    /// Entries that are left out, and why, as of the last refresh or edit.
    Result<std::vector<Error>> problems();
    Result<CatalogMatches> search(const CatalogQuery& query);
    /// Where a number comes from. Errors: "not-found" with near ids, "bad-pointer".
    Result<std::string> sourceOf(std::string_view id, std::string_view pointer);

    /// The user's own entries, checked like files. Nothing changes on errors: those of assemble(), "in-use"
    /// when another entry inherits from what is to be removed, "not-found", "duplicate-id".
    Result<void> addEntry(EntryKind kind, const Json& document, Shadowing shadowing = Shadowing::Refuse);
    Result<void> updateEntry(std::string_view id, const Json& document);
    Result<void> removeEntry(std::string_view id);
    /// As the user wrote it, `base` and `set` included. Errors: "not-found".
    Result<Json> ownEntry(std::string_view id);

private:
    Catalog(Database database, std::filesystem::path root);

    /// Runs a change of the user's entries; refuses it when it brings a problem that was not there.
    Result<void> edit(const std::function<Result<void>()>& change);
    /// The resolved text of an entry by id or alias. Errors: "not-found".
    Result<std::string> entryText(std::string_view id);

    Database database_;
    std::filesystem::path root_;
};

} // namespace strata
