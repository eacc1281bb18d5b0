// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include "core/session/session_tables.h"
#include "core/session/working_copy_tables.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace strata {

namespace {

Error inFile(Error error, const std::filesystem::path& file) {
    error.file = file.string();
    return error;
}

Result<void> checkDesigns(const Study& study) {
    std::set<std::string> ids;
    std::set<char> letters;
    for (const Design& design : study.designs) {
        if (design.id.empty()) return badSession("design", design.label, {"error.design-has-no-id"});
        if (!ids.insert(design.id).second) return badSession("design", design.id, {"error.two-designs-have-id"});
        // freeLetter() runs out after 26 designs; '?' is then shared.
        const bool is_letter = design.letter >= 'A' && design.letter <= 'Z';
        const std::string letter = "letter '" + std::string(1, design.letter) + "'";
        if (!is_letter && design.letter != '?')
            return badSession("design", design.id, {"error.none-to-z", {{"letter", letter}}});
        if (is_letter && !letters.insert(design.letter).second) {
            return badSession("design", design.id, {"error.another-design", {{"letter", letter}}});
        }
        if (!design.request || !design.request->is_object()) {
            return badSession("design", design.id, {"error.request-no-json-object"});
        }
    }
    return {};
}

/// An id names a file, so it must be a plain name.
bool isPlainName(std::string_view id) {
    constexpr std::size_t kMostLetters = 64;
    return !id.empty() && id.size() <= kMostLetters && std::all_of(id.begin(), id.end(), [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
    });
}

Result<void> checkJson(std::string_view table, std::string_view row, std::string_view text) {
    if (const Result<Json> parsed = parseJson(text); !parsed) return badSession(table, row, described(parsed.error()));
    return {};
}

Result<void> checkExplorations(const Session& session) {
    std::set<std::string> ids;
    for (const SessionExploration& exploration : session.explorations) {
        if (!isPlainName(exploration.id)) return badSession("exploration", exploration.id, {"error.id-has-1-to-64-z"});
        if (!ids.insert(exploration.id).second)
            return badSession("exploration", exploration.id, {"error.two-explorations-have-id"});
        if (!exploration.request || !exploration.request->is_object())
            return badSession("exploration", exploration.id, {"error.request-no-json-object"});
        if (exploration.view_state.empty()) continue;
        if (auto sound = checkJson("exploration", exploration.id, exploration.view_state); !sound) return sound;
    }
    return {};
}

} // namespace

Result<void> checkSession(const Session& session) {
    const Study& study = session.study;
    if (Result<void> sound = checkDesigns(study); !sound) return sound;
    const bool nothing_to_select = study.designs.empty() && study.selected.empty();
    if (!nothing_to_select && study.find(study.selected) == nullptr) {
        return badSession("meta", "selected", {"error.there-no-design", {{"selected", study.selected}}});
    }
    if (study.baseline && study.find(*study.baseline) == nullptr) {
        return badSession("meta", "baseline", {"error.there-no-design", {{"selected", *study.baseline}}});
    }
    for (const std::string& further : study.further_baselines) {
        if (study.find(further) == nullptr)
            return badSession("meta", "further_baselines", {"error.there-no-design", {{"selected", further}}});
    }
    for (const auto& note : study.notes) {
        if (note.first.empty() || study.find(note.first) != nullptr) continue;
        return badSession("note", note.first, {"error.there-no-such-design"});
    }
    for (const auto& [view, state] : session.view_state) {
        if (Result<void> sound = checkJson("view_state", view, state); !sound) return sound;
    }
    if (!session.layout.empty()) {
        if (Result<void> sound = checkJson("layout", "1", session.layout); !sound) return sound;
    }
    for (const auto& [id, text] : session.inputs) {
        if (Result<void> sound = checkJson("input", id, text); !sound) return sound;
    }
    return checkExplorations(session);
}

Result<Session> openSession(const std::filesystem::path& file) {
    Result<Database> database = Database::open(file, Database::Mode::ReadOnly, sessionSchema());
    if (!database && database.error().code == "wrong-application") {
        if (Result<Session> newest = newestState(file); newest) return newest;
    }
    if (!database) return database.error();
    if (Result<void> whole = database->checkIntegrity(); !whole) return inFile(whole.error(), file);
    Result<Session> session = readTables(*database);
    if (!session) return inFile(session.error(), file);
    return session;
}

Result<void> saveSession(const Session& session, const std::filesystem::path& file) {
    Result<Database> database = sessionDatabase(session);
    if (!database) return inFile(database.error(), file);
    return database->copyTo(file);
}

} // namespace strata
