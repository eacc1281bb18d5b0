// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/catalog/catalog_tables.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata {

namespace {

Error noOwnEntry(std::string_view id) {
    return {"not-found", {}, {"error.you-have-no-entry-your-own", {{"id", id}}}, {"accepted.id-entry-you-added"}, {}};
}

std::string idOf(const Json& document) {
    const Json* id = findPointer(document, "/id");
    return id != nullptr && id->is_string() ? id->get<std::string>() : std::string();
}

/// The user's own document of that id, as it is stored.
Result<std::optional<SourceDocument>> findOwn(Database& database, std::string_view id) {
    Result<Statement> statement = database.prepare("SELECT kind, shadows, text FROM document WHERE user_id = ?");
    if (!statement) return statement.error();
    const Result<bool> row = statement->bind(0, id).step();
    if (!row) return row.error();
    if (!*row) return std::optional<SourceDocument>();
    Result<Json> document = parseJson(statement->text(2));
    if (!document) return document.error();
    const Result<EntryKind> kind = storedKind(statement->text(0), "document", id);
    if (!kind) return kind.error();
    return std::optional(SourceDocument{"user:" + std::string(id), *kind, true, statement->integer(1) != 0,
                                        std::make_shared<const Json>(std::move(*document))});
}

Result<bool> isBuiltIn(Database& database, const std::string& id) {
    Result<Statement> statement = database.prepare("SELECT 1 FROM entry WHERE id = ? AND user = 0");
    if (!statement) return statement.error();
    return statement->bind(0, id).step();
}

} // namespace

Result<void> Catalog::edit(const std::function<Result<void>()>& change) {
    return database_.transaction([&]() -> Result<void> {
        const Result<std::vector<Error>> before = storedProblems(database_);
        if (!before) return before.error();
        if (Result<void> changed = change(); !changed) return changed;
        if (Result<void> rebuilt = rebuildEntries(database_); !rebuilt) return rebuilt;
        const Result<std::vector<Error>> after = storedProblems(database_);
        if (!after) return after.error();
        for (const Error& problem : *after) {
            if (std::find(before->begin(), before->end(), problem) == before->end()) return problem;
        }
        return {};
    });
}

Result<void> Catalog::addEntry(EntryKind kind, const Json& document, Shadowing shadowing) {
    return edit([&]() -> Result<void> {
        const std::string id = idOf(document);
        const Result<std::optional<SourceDocument>> old = findOwn(database_, id);
        if (!old) return old.error();
        if (*old) {
            return Error{"duplicate-id",
                         "/id",
                         {"error.you-already-have-entry-called", {{"id", id}}},
                         {"accepted.another-id-or-update-entry"},
                         {}};
        }
        const Result<bool> hides = isBuiltIn(database_, id);
        if (!hides) return hides.error();
        const bool shadows = shadowing == Shadowing::Allow && *hides;
        return storeDocument(database_, {"user:" + id, kind, true, shadows, std::make_shared<const Json>(document)},
                             id);
    });
}

Result<void> Catalog::updateEntry(std::string_view id, const Json& document) {
    return edit([&]() -> Result<void> {
        Result<std::optional<SourceDocument>> old = findOwn(database_, id);
        if (!old) return old.error();
        if (!*old) return noOwnEntry(id);
        if (idOf(document) != id) {
            return Error{"bad-value",
                         "/id",
                         {"error.new-document-has-id", {{"document", idOf(document)}}},
                         verbatim(std::string(id)),
                         {}};
        }
        SourceDocument changed = std::move(**old);
        changed.document = std::make_shared<const Json>(document);
        return storeDocument(database_, changed, id);
    });
}

Result<void> Catalog::removeEntry(std::string_view id) {
    Result<void> removed = edit([&]() -> Result<void> {
        const Result<std::optional<SourceDocument>> old = findOwn(database_, id);
        if (!old) return old.error();
        if (!*old) return noOwnEntry(id);
        Result<Statement> statement = database_.prepare("DELETE FROM document WHERE user_id = ?");
        if (!statement) return statement.error();
        return statement->bind(0, id).run();
    });
    if (removed || removed.error().pointer != "/base") return removed;
    return Error{"in-use",
                 {},
                 {"error.base", {{"id", id}, {"file", removed.error().file}}},
                 {"accepted.entry-no-other-inherits-from"},
                 {}};
}

Result<Json> Catalog::ownEntry(std::string_view id) {
    const Result<std::optional<SourceDocument>> own = findOwn(database_, id);
    if (!own) return own.error();
    if (!*own) return noOwnEntry(id);
    return *(*own)->document;
}

} // namespace strata
