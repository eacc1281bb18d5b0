// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog_refresh.h"

#include "core/base/hash.h"
#include "core/base/progress.h"
#include "core/catalog/catalog_schema.h"
#include "core/catalog/catalog_tables.h"
#include "core/catalog/files.h"

#include <map>
#include <nlohmann/json.hpp>

namespace strata {

namespace {

/// What the catalog knows of a file; the hash is empty when the file could not be read as JSON.
struct KnownFile {
    std::int64_t size = 0;
    std::int64_t modified_ns = 0;
    std::string sha256;
    bool still_there = false;

    bool looksLike(const LibraryFile& file) const {
        return size == file.size && modified_ns == file.modified_ns && !sha256.empty();
    }
};

class Refresh {
public:
    Refresh(Database& database, const std::filesystem::path& root, const LibraryListing& listing, Progress* progress)
        : database_(database), root_(root), listing_(listing), progress_(progress) {}

    /// Nothing to write: no file looks different, and the entries were made by today's rules.
    Result<bool> isCurrent() {
        if (Result<void> done = readKnown(); !done) return done.error();
        const Result<std::string> rules = storedMeta(database_, "rules");
        if (!rules) return rules.error();
        if (*rules != catalogRules() || !listing_.errors.empty() || known_.size() != listing_.files.size())
            return false;
        for (const LibraryFile& file : listing_.files) {
            const auto known = known_.find(file.path);
            if (known == known_.end() || !known->second.looksLike(file)) return false;
        }
        return true;
    }

    Result<RefreshReport> run() {
        RefreshReport report;
        Result<void> done = database_.transaction([&]() -> Result<void> {
            // Looked at again under the write lock: another program may have refreshed meanwhile.
            if (Result<void> known = readKnown(); !known) return known;
            if (Result<void> read = readFiles(report); !read) return read;
            if (Result<void> forgotten = forgetMissing(report); !forgotten) return forgotten;
            return rebuildIfNeeded(report);
        });
        if (!done) return done.error();
        return report;
    }

private:
    Result<void> readKnown() {
        known_.clear();
        Result<Statement> rows = database_.prepare("SELECT path, size, modified_ns, sha256 FROM file");
        if (!rows) return rows.error();
        for (;;) {
            const Result<bool> row = rows->step();
            if (!row) return row.error();
            if (!*row) return {};
            known_[rows->text(0)] = {rows->integer(1), rows->integer(2), rows->text(3), false};
        }
    }

    Result<void> readFiles(RefreshReport& report) {
        std::uint64_t done = 0;
        for (const LibraryFile& file : listing_.files) {
            if (progress_ != nullptr) progress_->report(done++, listing_.files.size(), file.path);
            const auto known = known_.find(file.path);
            if (known != known_.end()) known->second.still_there = true;
            if (known != known_.end() && known->second.looksLike(file)) continue;
            ++report.read;
            Result<void> taken = take(file, known == known_.end() ? nullptr : &known->second, report);
            if (!taken) return taken;
        }
        return {};
    }

    Result<void> take(const LibraryFile& file, const KnownFile* known, RefreshReport& report) {
        Result<Json> content = readJsonFile(root_ / file.path);
        std::string hash;
        if (content) {
            hash = sha256(canonicalText(*content));
        } else {
            problems_.push_back(content.error());
            problems_.back().file = file.path;
        }
        if (Result<void> stored = storeFile(file, hash); !stored) return stored;
        if (known != nullptr && known->sha256 == hash) return {};
        ++(known == nullptr ? report.added : report.changed);
        differs_ = true;
        if (!content) return dropDocument(file.path);
        const SourceDocument document{file.path, file.kind, false, false,
                                      std::make_shared<const Json>(std::move(*content))};
        return storeDocument(database_, document, file.path);
    }

    Result<void> storeFile(const LibraryFile& file, const std::string& hash) {
        Result<Statement> statement = database_.prepare(
            "INSERT INTO file (path, size, modified_ns, sha256) VALUES (?, ?, ?, ?) ON CONFLICT (path) DO "
            "UPDATE"
            " SET size = excluded.size, modified_ns = excluded.modified_ns, sha256 = excluded.sha256");
        if (!statement) return statement.error();
        return statement->bind(0, file.path).bind(1, file.size).bind(2, file.modified_ns).bind(3, hash).run();
    }

    Result<void> dropDocument(const std::string& path) {
        Result<Statement> statement = database_.prepare("DELETE FROM document WHERE file = ?");
        if (!statement) return statement.error();
        return statement->bind(0, path).run();
    }

    Result<void> forgetMissing(RefreshReport& report) {
        for (const auto& [path, known] : known_) {
            if (known.still_there) continue;
            Result<Statement> statement = database_.prepare("DELETE FROM file WHERE path = ?");
            if (!statement) return statement.error();
            if (Result<void> done = statement->bind(0, path).run(); !done) return done;
            ++report.removed;
            differs_ = true;
        }
        return {};
    }

    Result<void> rebuildIfNeeded(RefreshReport& report) {
        std::vector<Error> problems = listing_.errors;
        problems.insert(problems.end(), problems_.begin(), problems_.end());
        if (Result<void> stored = storeFileProblems(database_, problems); !stored) return stored;
        const Result<std::string> rules = storedMeta(database_, "rules");
        if (!rules) return rules.error();
        report.rebuilt = differs_ || *rules != catalogRules();
        return report.rebuilt ? rebuildEntries(database_) : Result<void>();
    }

    Database& database_;
    const std::filesystem::path& root_;
    const LibraryListing& listing_;
    Progress* progress_;
    std::map<std::string, KnownFile> known_;
    std::vector<Error> problems_;
    bool differs_ = false;
};

} // namespace

Result<RefreshReport> refreshCatalog(Database& database, const std::filesystem::path& root, Progress* progress) {
    const Result<LibraryListing> listing = listLibraryFiles(root);
    if (!listing) return listing.error();
    Refresh refresh(database, root, *listing, progress);
    const Result<bool> current = refresh.isCurrent();
    if (!current) return current.error();
    RefreshReport report;
    if (!*current) {
        Result<RefreshReport> updated = refresh.run();
        if (!updated) return updated;
        report = std::move(*updated);
    }
    Result<std::vector<Error>> problems = storedProblems(database);
    if (!problems) return problems.error();
    report.problems = std::move(*problems);
    return report;
}

} // namespace strata
