// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog_schema.h"

#include "core/base/hash.h"
#include "core/base/json.h"
#include "core/base/schema.h"
#include "core/catalog/kind.h"

#include <nlohmann/json.hpp>

namespace strata {

namespace {

// `document` holds what was written, by us (file) or by the user; `entry` what inheritance makes of it. Texts
// are canonical JSON.
constexpr std::string_view kVersion1 = R"sql(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE file (
    path TEXT PRIMARY KEY, size INTEGER NOT NULL, modified_ns INTEGER NOT NULL,
    sha256 TEXT NOT NULL) STRICT;
CREATE TABLE document (
    number INTEGER PRIMARY KEY,
    file TEXT UNIQUE REFERENCES file (path) ON DELETE CASCADE,
    user_id TEXT UNIQUE,
    kind TEXT NOT NULL, text TEXT NOT NULL, sha256 TEXT NOT NULL,
    CHECK ((file IS NULL) <> (user_id IS NULL))) STRICT;
CREATE TABLE entry (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, name TEXT NOT NULL,
    vendor TEXT NOT NULL COLLATE NOCASE, year INTEGER NOT NULL,
    user INTEGER NOT NULL, file TEXT NOT NULL, text TEXT NOT NULL, sha256 TEXT NOT NULL) STRICT;
CREATE TABLE alias (
    alias TEXT PRIMARY KEY, entry INTEGER NOT NULL REFERENCES entry (number) ON DELETE CASCADE) STRICT;
CREATE INDEX entry_kind ON entry (kind, id);
CREATE INDEX entry_vendor ON entry (vendor);
CREATE INDEX entry_year ON entry (year);
)sql";

// Search by any part of a word, entries that hide built-in ones, and remembered problems. Entries are built
// anew at the next refresh since the rules in `meta` are gone; `document` keeps what the user wrote.
constexpr std::string_view kVersion2 = R"sql(
ALTER TABLE document ADD COLUMN shadows INTEGER NOT NULL DEFAULT 0;
CREATE TABLE problem (
    number INTEGER PRIMARY KEY, while_reading INTEGER NOT NULL, code TEXT NOT NULL, pointer TEXT NOT NULL,
    text TEXT NOT NULL, expected TEXT NOT NULL, file TEXT NOT NULL) STRICT;
CREATE VIRTUAL TABLE search USING fts5 (words, tokenize = 'trigram');
DELETE FROM meta WHERE key = 'rules';
)sql";

// Raised by hand when the same documents under the same schemas would make other entries.
constexpr std::string_view kAssemblyVersion = "1";

} // namespace

const Database::Schema& catalogSchema() {
    static const Database::Schema schema{0x53545243 /* "STRC" */, "catalog", {kVersion1, kVersion2}};
    return schema;
}

std::string catalogRules() {
    std::string rules(kAssemblyVersion);
    for (EntryKind kind : entryKinds())
        rules += canonicalText(toJsonSchema(schemaOf(kind)));
    return sha256(rules);
}

} // namespace strata
