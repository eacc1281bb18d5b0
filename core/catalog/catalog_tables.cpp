// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog_tables.h"

#include "core/base/message_json.h"

#include "core/base/hash.h"
#include "core/catalog/catalog_schema.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata {

namespace {

Error damaged(std::string_view table, std::string_view row, const Message& why) {
    return {"damaged-file",
            {},
            {"error.row-catalog-s-table", {{"row", row}, {"table", table}, {"why", why}}},
            {"accepted.catalog-only-strata-writes"},
            {}};
}

Result<std::shared_ptr<const Json>> parseRow(const Statement& row, int column, std::string_view table,
                                             const std::string& key) {
    Result<Json> document = parseJson(row.text(column));
    if (!document) return damaged(table, key, document.error().text);
    return std::make_shared<const Json>(std::move(*document));
}

/// Calls `take` for every row of a query without parameters.
Result<void> forEachRow(Database& database, std::string_view sql,
                        const std::function<Result<void>(const Statement&)>& take) {
    Result<Statement> statement = database.prepare(sql);
    if (!statement) return statement.error();
    for (;;) {
        const Result<bool> row = statement->step();
        if (!row) return row.error();
        if (!*row) return {};
        if (Result<void> taken = take(*statement); !taken) return taken;
    }
}

std::string written(const Message& message) { return message.empty() ? std::string() : canonicalText(toJson(message)); }

/// Catalogs of earlier versions hold the text itself.
Message readMessage(const std::string& text) {
    if (text.empty()) return {};
    const Result<Json> document = parseJson(text);
    return document ? messageFromJson(*document) : verbatim(text);
}

/// Replaces the problems of one stage by others.
Result<void> storeProblems(Database& database, const std::vector<Error>& problems, bool while_reading) {
    Result<Statement> forget = database.prepare("DELETE FROM problem WHERE while_reading = ?");
    if (!forget) return forget.error();
    if (Result<void> done = forget->bind(0, std::int64_t{while_reading}).run(); !done) return done;
    Result<Statement> insert = database.prepare(
        "INSERT INTO problem (while_reading, code, pointer, text, expected, file) VALUES (?, ?, ?, ?, ?, ?)");
    if (!insert) return insert.error();
    for (const Error& problem : problems) {
        insert->bind(0, std::int64_t{while_reading}).bind(1, problem.code).bind(2, problem.pointer);
        insert->bind(3, written(problem.text)).bind(4, written(problem.expected)).bind(5, problem.file);
        if (Result<void> done = insert->run(); !done) return done;
    }
    return {};
}

std::string searchWords(const Entry& entry) {
    std::string words = entry.id + '\n' + entry.name + '\n' + entry.vendor + '\n' + std::string(name(entry.kind));
    for (const std::string& alias : entry.aliases)
        words += '\n' + alias;
    return words;
}

/// The statements that one entry needs, prepared once.
class EntryWriter {
public:
    static Result<EntryWriter> create(Database& database) {
        Result<Statement> entry =
            database.prepare("INSERT INTO entry (number, id, kind, name, vendor, year, user, file, text, sha256)"
                             " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        if (!entry) return entry.error();
        Result<Statement> alias = database.prepare("INSERT OR IGNORE INTO alias (alias, entry) VALUES (?, ?)");
        if (!alias) return alias.error();
        Result<Statement> words = database.prepare("INSERT INTO search (rowid, words) VALUES (?, ?)");
        if (!words) return words.error();
        return EntryWriter(std::move(*entry), std::move(*alias), std::move(*words));
    }

    Result<void> write(const Entry& entry, std::int64_t number) {
        const std::string text = canonicalText(*entry.document);
        entry_.bind(0, number).bind(1, entry.id).bind(2, name(entry.kind)).bind(3, entry.name).bind(4, entry.vendor);
        entry_.bind(5, std::int64_t{entry.year}).bind(6, std::int64_t{entry.user}).bind(7, entry.file);
        if (Result<void> done = entry_.bind(8, text).bind(9, sha256(text)).run(); !done) return done;
        for (const std::string& alias : entry.aliases) {
            if (Result<void> done = alias_.bind(0, alias).bind(1, number).run(); !done) return done;
        }
        return words_.bind(0, number).bind(1, searchWords(entry)).run();
    }

private:
    EntryWriter(Statement entry, Statement alias, Statement words)
        : entry_(std::move(entry)), alias_(std::move(alias)), words_(std::move(words)) {}

    Statement entry_;
    Statement alias_;
    Statement words_;
};

} // namespace

Result<EntryKind> storedKind(std::string_view kind, std::string_view table, std::string_view row) {
    const std::optional<EntryKind> known = entryKindNamed(kind);
    if (!known) return damaged(table, row, {"error.no-kind-called", {{"kind", kind}}});
    return *known;
}

Result<std::vector<SourceDocument>> storedDocuments(Database& database) {
    std::vector<SourceDocument> documents;
    const auto take = [&](const Statement& row) -> Result<void> {
        SourceDocument document;
        document.user = row.isNull(0);
        const std::string key = row.text(document.user ? 1 : 0);
        document.file = document.user ? "user:" + key : key;
        document.shadows = row.integer(3) != 0;
        const Result<EntryKind> kind = storedKind(row.text(2), "document", key);
        if (!kind) return kind.error();
        document.kind = *kind;
        Result<std::shared_ptr<const Json>> parsed = parseRow(row, 4, "document", key);
        if (!parsed) return parsed.error();
        document.document = *parsed;
        documents.push_back(std::move(document));
        return {};
    };
    const Result<void> done = forEachRow(
        database, "SELECT file, user_id, kind, shadows, text FROM document ORDER BY file IS NULL, file, user_id", take);
    if (!done) return done.error();
    return documents;
}

Result<std::vector<Entry>> storedEntries(Database& database) {
    std::vector<Entry> entries;
    const auto take = [&](const Statement& row) -> Result<void> {
        const Result<EntryKind> kind = storedKind(row.text(1), "entry", row.text(0));
        if (!kind) return kind.error();
        Result<std::shared_ptr<const Json>> document = parseRow(row, 4, "entry", row.text(0));
        if (!document) return document.error();
        entries.push_back(entryOf(*document, *kind, row.text(3), row.integer(2) != 0));
        return {};
    };
    const Result<void> done = forEachRow(database, "SELECT id, kind, user, file, text FROM entry ORDER BY id", take);
    if (!done) return done.error();
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.kind < b.kind; });
    return entries;
}

Result<std::vector<Error>> storedProblems(Database& database) {
    std::vector<Error> problems;
    const auto take = [&](const Statement& row) -> Result<void> {
        problems.push_back({row.text(0), row.text(1), readMessage(row.text(2)), readMessage(row.text(3)), row.text(4)});
        return {};
    };
    const Result<void> done = forEachRow(
        database, "SELECT code, pointer, text, expected, file FROM problem ORDER BY while_reading DESC, number", take);
    if (!done) return done.error();
    return problems;
}

Result<std::string> storedMeta(Database& database, std::string_view key) {
    Result<Statement> statement = database.prepare("SELECT value FROM meta WHERE key = ?");
    if (!statement) return statement.error();
    const Result<bool> row = statement->bind(0, key).step();
    if (!row) return row.error();
    return *row ? statement->text(0) : std::string();
}

Result<void> rebuildEntries(Database& database) {
    Result<std::vector<SourceDocument>> documents = storedDocuments(database);
    if (!documents) return documents.error();
    const Assembly assembly = assemble(*documents);
    if (auto done = database.execute("DELETE FROM entry; DELETE FROM search"); !done) return done;
    Result<EntryWriter> writer = EntryWriter::create(database);
    if (!writer) return writer.error();
    std::int64_t number = 0;
    for (const Entry& entry : assembly.entries) {
        if (Result<void> done = writer->write(entry, ++number); !done) return done;
    }
    if (Result<void> done = storeProblems(database, assembly.errors, false); !done) return done;
    Result<Statement> rules = database.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('rules', ?)");
    if (!rules) return rules.error();
    return rules->bind(0, catalogRules()).run();
}

Result<void> storeFileProblems(Database& database, const std::vector<Error>& problems) {
    return storeProblems(database, problems, true);
}

Result<void> storeDocument(Database& database, const SourceDocument& document, std::string_view name) {
    const std::string column = document.user ? "user_id" : "file";
    Result<Statement> statement =
        database.prepare("INSERT INTO document (" + column +
                         ", kind, shadows, text, sha256) VALUES (?, ?, ?, ?, ?)"
                         " ON CONFLICT (" +
                         column +
                         ") DO UPDATE SET kind = excluded.kind,"
                         " shadows = excluded.shadows, text = excluded.text, sha256 = excluded.sha256");
    if (!statement) return statement.error();
    const std::string text = canonicalText(*document.document);
    statement->bind(0, name).bind(1, strata::name(document.kind)).bind(2, std::int64_t{document.shadows});
    return statement->bind(3, text).bind(4, sha256(text)).run();
}

} // namespace strata
