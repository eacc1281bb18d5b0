// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"

#include "core/base/schema.h"
#include "core/catalog/catalog_refresh.h"
#include "core/catalog/catalog_schema.h"
#include "core/catalog/catalog_tables.h"
#include "core/catalog/near_names.h"

#include <nlohmann/json.hpp>
#include <system_error>

namespace strata {

namespace {

Result<std::vector<std::string>> allNames(Database& database) {
    std::vector<std::string> names;
    Result<Statement> statement = database.prepare("SELECT id FROM entry UNION SELECT alias FROM alias");
    if (!statement) return statement.error();
    for (;;) {
        const Result<bool> row = statement->step();
        if (!row) return row.error();
        if (!*row) return names;
        names.push_back(statement->text(0));
    }
}

} // namespace

Catalog::Catalog(Database database, std::filesystem::path root)
    : database_(std::move(database)), root_(std::move(root)) {}

Result<Catalog> Catalog::open(const std::filesystem::path& file, const std::filesystem::path& root) {
    std::error_code why;
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), why);
    Result<Database> database = Database::open(file, Database::Mode::Create, catalogSchema());
    if (database) return Catalog(std::move(*database), root);
    Error error = database.error();
    if (error.code == "unwritable-file" || error.code == "disk-full") {
        error.text = {"error.catalog-cannot-be-kept", {{"reason", std::move(error.text)}}};
        error.expected = {"accepted.or-no-catalog", {{"expected", std::move(error.expected)}}};
    }
    return error;
}

Result<RefreshReport> Catalog::refresh(Progress* progress) { return refreshCatalog(database_, root_, progress); }

Result<std::shared_ptr<const Library>> Catalog::library() {
    Result<std::vector<Entry>> entries = storedEntries(database_);
    if (!entries) return entries.error();
    return std::make_shared<const Library>(std::move(*entries));
}

Result<std::vector<Error>> Catalog::problems() { return storedProblems(database_); }

Result<std::string> Catalog::entryText(std::string_view id) {
    Result<Statement> statement =
        database_.prepare("SELECT text FROM entry WHERE id = ?1"
                          " UNION ALL SELECT text FROM alias JOIN entry ON number = entry WHERE alias = ?1 LIMIT 1");
    if (!statement) return statement.error();
    const Result<bool> row = statement->bind(0, id).step();
    if (!row) return row.error();
    if (*row) return statement->text(0);
    const Result<std::vector<std::string>> names = allNames(database_);
    if (!names) return names.error();
    const std::string near = listNames(nearNames(id, *names, 3));
    return Error{"not-found",
                 {},
                 {"error.catalog-has-no", {{"id", id}}},
                 near.empty() ? Message{"accepted.id-entry"} : verbatim(near),
                 {}};
}

Result<std::string> Catalog::sourceOf(std::string_view id, std::string_view pointer) {
    const Result<std::string> text = entryText(id);
    if (!text) return text;
    const Result<Json> document = parseJson(*text);
    if (!document) return document.error();
    if (findPointer(*document, pointer) == nullptr) {
        return Error{"bad-pointer",
                     std::string(pointer),
                     {"error.nothing-stands-there-in", {{"id", id}}},
                     {"accepted.json-pointer-to-fact-entry"},
                     {}};
    }
    return strata::sourceOf(*document, pointer);
}

} // namespace strata
