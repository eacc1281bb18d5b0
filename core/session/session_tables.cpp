// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_tables.h"

#include "core/base/hash.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata {

namespace {

// Requests, states and inputs are canonical JSON text. There are no paths and no times: equal sessions make
// equal files.
constexpr std::string_view kVersion1 = R"sql(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE design (
    position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, letter TEXT NOT NULL,
    label TEXT NOT NULL, request TEXT NOT NULL) STRICT;
CREATE TABLE note (design TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE TABLE view_state (view TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT;
CREATE TABLE layout (number INTEGER PRIMARY KEY CHECK (number = 1), state TEXT NOT NULL) STRICT;
CREATE TABLE input (id TEXT PRIMARY KEY, sha256 TEXT NOT NULL, text TEXT NOT NULL) STRICT;
)sql";

constexpr std::string_view kVersion2 = R"sql(
CREATE TABLE exploration (
    position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, request TEXT NOT NULL, view_state TEXT NOT NULL,
    results BLOB) STRICT;
)sql";

Result<void> insertPairs(Database& database, std::string_view sql, const std::map<std::string, std::string>& pairs) {
    Result<Statement> insert = database.prepare(sql);
    if (!insert) return insert.error();
    for (const auto& [key, value] : pairs) {
        if (Result<void> done = insert->bind(0, key).bind(1, value).run(); !done) return done;
    }
    return {};
}

Result<void> insertDesigns(Database& database, const Study& study) {
    Result<Statement> insert =
        database.prepare("INSERT INTO design (position, id, letter, label, request) VALUES (?, ?, ?, ?, ?)");
    if (!insert) return insert.error();
    std::int64_t position = 0;
    for (const Design& design : study.designs) {
        insert->bind(0, ++position).bind(1, design.id).bind(2, std::string_view(&design.letter, 1));
        insert->bind(3, design.label).bind(4, canonicalText(*design.request));
        if (Result<void> done = insert->run(); !done) return done;
    }
    return {};
}

Result<void> insertInputs(Database& database, const Session& session) {
    Result<Statement> insert = database.prepare("INSERT INTO input (id, sha256, text) VALUES (?, ?, ?)");
    if (!insert) return insert.error();
    for (const auto& [id, text] : session.inputs) {
        if (Result<void> done = insert->bind(0, id).bind(1, sha256(text)).bind(2, text).run(); !done) return done;
    }
    return {};
}

Result<void> insertExplorations(Database& database, const Session& session) {
    Result<Statement> insert =
        database.prepare("INSERT INTO exploration (position, id, request, view_state, results) VALUES (?, ?, ?, ?, ?)");
    if (!insert) return insert.error();
    std::int64_t position = 0;
    for (const SessionExploration& exploration : session.explorations) {
        insert->bind(0, ++position).bind(1, exploration.id).bind(2, canonicalText(*exploration.request));
        insert->bind(3, exploration.view_state);
        if (exploration.results)
            insert->bindBytes(4, *exploration.results);
        else
            insert->bindNull(4);
        if (Result<void> done = insert->run(); !done) return done;
    }
    return {};
}

/// Calls `take` for every row; a failure of SQLite in the middle of a table names that table.
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

Result<void> readPairs(Database& database, std::string_view sql, std::map<std::string, std::string>& pairs) {
    return forEachRow(database, sql, [&](const Statement& row) -> Result<void> {
        pairs[row.text(0)] = row.text(1);
        return {};
    });
}

Result<void> takeDesign(const Statement& row, Study& study) {
    Design design;
    design.id = row.text(0);
    const std::string letter = row.text(1);
    if (letter.size() != 1) return badSession("design", design.id, {"error.no-letter", {{"letter", letter}}});
    design.letter = letter.front();
    design.label = row.text(2);
    Result<Json> request = parseJson(row.text(3));
    if (!request) return badSession("design", design.id, {"error.request", {{"error", described(request.error())}}});
    design.request = std::make_shared<const Json>(std::move(*request));
    study.designs.push_back(std::move(design));
    return {};
}

Result<void> takeExploration(const Statement& row, std::vector<SessionExploration>& explorations) {
    SessionExploration exploration;
    exploration.id = row.text(0);
    Result<Json> request = parseJson(row.text(1));
    if (!request)
        return badSession("exploration", exploration.id, {"error.request", {{"error", described(request.error())}}});
    exploration.request = std::make_shared<const Json>(std::move(*request));
    exploration.view_state = row.text(2);
    if (!row.isNull(3)) exploration.results = std::make_shared<const std::string>(row.text(3));
    explorations.push_back(std::move(exploration));
    return {};
}

Result<void> takeInput(const Statement& row, std::map<std::string, std::string>& inputs) {
    const std::string id = row.text(0);
    const std::string text = row.text(2);
    if (sha256(text) != row.text(1)) return badSession("input", id, {"error.text-does-not-have-hash-stands"});
    inputs[id] = text;
    return {};
}

} // namespace

const Database::Schema& sessionSchema() {
    static const Database::Schema schema{0x53545241 /* "STRA" */, "session", {kVersion1, kVersion2}};
    return schema;
}

Error badSession(std::string_view table, std::string_view row, Message why) {
    return {"bad-session",
            {},
            {"error.table-row", {{"table", table}, {"row", row}, {"why", why}}},
            {"accepted.session-only-strata-writes"},
            {}};
}

namespace {

Result<void> takeFurtherBaselines(const std::map<std::string, std::string>& meta, Study& study) {
    const auto stated = meta.find("further_baselines");
    if (stated == meta.end()) return {};
    const auto ids = parseJson(stated->second);
    const bool texts =
        ids && ids->is_array() && std::ranges::all_of(*ids, [](const Json& id) { return id.is_string(); });
    if (!texts) return badSession("meta", "further_baselines", {"error.no-list-of-designs"});
    study.further_baselines = ids->get<std::vector<std::string>>();
    return {};
}

} // namespace

Result<void> writeTables(Database& database, const Session& session) {
    return database.transaction([&]() -> Result<void> {
        std::map<std::string, std::string> meta{{"selected", session.study.selected}};
        if (session.study.baseline) meta["baseline"] = *session.study.baseline;
        if (!session.study.further_baselines.empty())
            meta["further_baselines"] = canonicalText(Json(session.study.further_baselines));
        if (auto done = insertPairs(database, "INSERT INTO meta VALUES (?, ?)", meta); !done) return done;
        if (auto done = insertDesigns(database, session.study); !done) return done;
        if (auto done = insertPairs(database, "INSERT INTO note VALUES (?, ?)", session.study.notes); !done)
            return done;
        const char* states = "INSERT INTO view_state VALUES (?, ?)";
        if (auto done = insertPairs(database, states, session.view_state); !done) return done;
        if (!session.layout.empty()) {
            Result<Statement> insert = database.prepare("INSERT INTO layout VALUES (1, ?)");
            if (!insert) return insert.error();
            if (auto done = insert->bind(0, session.layout).run(); !done) return done;
        }
        if (auto done = insertInputs(database, session); !done) return done;
        return insertExplorations(database, session);
    });
}

Result<Session> readTables(Database& database) {
    Session session;
    std::map<std::string, std::string> meta;
    if (auto done = readPairs(database, "SELECT key, value FROM meta", meta); !done) return done.error();
    session.study.selected = meta["selected"];
    if (const auto baseline = meta.find("baseline"); baseline != meta.end()) session.study.baseline = baseline->second;
    if (auto taken = takeFurtherBaselines(meta, session.study); !taken) return taken.error();
    auto done = forEachRow(database, "SELECT id, letter, label, request FROM design ORDER BY position",
                           [&](const Statement& row) { return takeDesign(row, session.study); });
    if (done) done = readPairs(database, "SELECT design, text FROM note", session.study.notes);
    if (done) done = readPairs(database, "SELECT view, state FROM view_state", session.view_state);
    if (done) {
        done = forEachRow(database, "SELECT state FROM layout", [&](const Statement& row) -> Result<void> {
            session.layout = row.text(0);
            return {};
        });
    }
    if (done) {
        done = forEachRow(database, "SELECT id, sha256, text FROM input",
                          [&](const Statement& row) { return takeInput(row, session.inputs); });
    }
    if (done) {
        done = forEachRow(database, "SELECT id, request, view_state, results FROM exploration ORDER BY position",
                          [&](const Statement& row) { return takeExploration(row, session.explorations); });
    }
    if (done) done = checkSession(session);
    if (!done) return done.error();
    return session;
}

Result<Database> sessionDatabase(const Session& session) {
    if (Result<void> sound = checkSession(session); !sound) return sound.error();
    Result<Database> database = Database::inMemory(sessionSchema());
    if (!database) return database;
    if (Result<void> written = writeTables(*database, session); !written) return written.error();
    return database;
}

} // namespace strata
