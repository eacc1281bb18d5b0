// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/catalog/catalog_tables.h"

#include <algorithm>
#include <sstream>
#include <variant>

namespace strata {

namespace {

// The index of three-letter sequences finds nothing shorter; such words are looked up by reading the index's
// texts.
constexpr std::size_t kShortestIndexed = 3;

std::size_t letters(const std::string& word) {
    std::size_t count = 0;
    for (const char c : word)
        count += (static_cast<unsigned char>(c) & 0xc0) != 0x80 ? 1 : 0; // UTF-8 lead bytes
    return count;
}

std::string quoted(const std::string& word) {
    std::string text = "\"";
    for (const char c : word)
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + '"';
}

std::string likePattern(const std::string& word) {
    std::string pattern = "%";
    for (const char c : word) {
        if (c == '%' || c == '_' || c == '\\') pattern += '\\';
        pattern += c;
    }
    return pattern + '%';
}

/// The WHERE clause of a query and its values, in order.
class Conditions {
public:
    void add(const std::string& condition, std::variant<std::string, std::int64_t> value) {
        sql_ += (sql_.empty() ? " WHERE " : " AND ") + condition;
        values_.push_back(std::move(value));
    }

    void addWord(const std::string& word) {
        if (letters(word) >= kShortestIndexed) {
            add("number IN (SELECT rowid FROM search WHERE search MATCH ?)", quoted(word));
        } else {
            add("number IN (SELECT rowid FROM search WHERE words LIKE ? ESCAPE '\\')", likePattern(word));
        }
    }

    const std::string& sql() const { return sql_; }

    int bindTo(Statement& statement) const {
        int parameter = 0;
        for (const auto& value : values_) {
            std::visit([&](const auto& known) { statement.bind(parameter++, known); }, value);
        }
        return parameter;
    }

private:
    std::string sql_;
    std::vector<std::variant<std::string, std::int64_t>> values_;
};

Conditions conditionsOf(const CatalogQuery& query) {
    Conditions conditions;
    std::string text = query.text;
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    std::istringstream words(text);
    for (std::string word; words >> word;)
        conditions.addWord(word);
    if (query.kind) conditions.add("kind = ?", std::string(name(*query.kind)));
    if (!query.vendor.empty()) conditions.add("vendor = ?", query.vendor);
    if (query.year_from > 0) conditions.add("year >= ?", std::int64_t{query.year_from});
    // A year that is not known (0) lies in no range.
    if (query.year_to > 0) conditions.add("year BETWEEN 1 AND ?", std::int64_t{query.year_to});
    if (query.only_own) conditions.add("user = ?", std::int64_t{1});
    return conditions;
}

Result<CatalogRow> rowOf(const Statement& statement) {
    CatalogRow row;
    row.id = statement.text(0);
    const Result<EntryKind> kind = storedKind(statement.text(1), "entry", row.id);
    if (!kind) return kind.error();
    row.kind = *kind;
    row.name = statement.text(2);
    row.vendor = statement.text(3);
    row.year = static_cast<int>(statement.integer(4));
    row.user = statement.integer(5) != 0;
    row.file = statement.text(6);
    row.sha256 = statement.text(7);
    return row;
}

} // namespace

Result<CatalogMatches> Catalog::search(const CatalogQuery& query) {
    const Conditions conditions = conditionsOf(query);
    Result<Statement> statement =
        database_.prepare("SELECT id, kind, name, vendor, year, user, file, sha256 FROM entry" + conditions.sql() +
                          " ORDER BY id = ? DESC, kind, id LIMIT ?");
    if (!statement) return statement.error();
    const int next = conditions.bindTo(*statement);
    statement->bind(next, query.text).bind(next + 1, static_cast<std::int64_t>(query.limit));
    CatalogMatches matches;
    for (;;) {
        const Result<bool> row = statement->step();
        if (!row) return row.error();
        if (!*row) break;
        Result<CatalogRow> match = rowOf(*statement);
        if (!match) return match.error();
        matches.rows.push_back(std::move(*match));
    }
    matches.work = statement->work();
    return matches;
}

} // namespace strata
