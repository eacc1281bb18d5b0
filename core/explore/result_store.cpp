// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/result_store.h"

#include <bit>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <tuple>

namespace strata::explore {
namespace {

static_assert(std::endian::native == std::endian::little, "blobs are written as they stand in memory");

constexpr std::size_t kMostHeldRows = 1 << 16;
constexpr std::int64_t kReasonColumn = -1;

const Database::Schema& schema() {
    static const Database::Schema kSchema{0x53545245, // "STRE"
                                          "results",
                                          {R"sql(
            CREATE TABLE run (id INTEGER PRIMARY KEY CHECK (id = 1), request TEXT NOT NULL, sha256 TEXT NOT NULL,
                              columns TEXT NOT NULL, axes INTEGER NOT NULL) STRICT;
            CREATE TABLE chunk (first INTEGER PRIMARY KEY, points INTEGER NOT NULL) STRICT;
            CREATE TABLE piece (column INTEGER NOT NULL, first INTEGER NOT NULL REFERENCES chunk (first),
                                content BLOB NOT NULL, PRIMARY KEY (column, first)) STRICT;
            CREATE TABLE reason (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
        )sql",
                                           R"sql(
            CREATE TABLE answered_by (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
        )sql"}};
    return kSchema;
}

std::int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

Error damaged(const Message& what) {
    return {"damaged-file", {}, {"error.results-damaged", {{"what", what}}}, {"accepted.file-program-wrote"}, {}};
}

template <class T>
std::string_view bytesOf(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// All pieces of one column, one after the other without a gap.
template <class T>
Result<std::vector<T>> readColumn(Database& database, std::int64_t column, std::uint64_t rows) {
    auto statement = database.prepare("SELECT first, content FROM piece WHERE column = ? ORDER BY first");
    if (!statement) return statement.error();
    statement->bind(0, column);
    std::vector<T> values;
    values.reserve(rows);
    for (auto row = statement->step();; row = statement->step()) {
        if (!row) return row.error();
        if (!*row) break;
        const std::string content = statement->text(1);
        if (statement->integer(0) != static_cast<std::int64_t>(values.size()) || content.size() % sizeof(T) != 0) {
            return damaged({"error.piece-column-missing-or-cut", {{"column", column}}});
        }
        const std::size_t before = values.size();
        values.resize(before + content.size() / sizeof(T));
        std::memcpy(values.data() + before, content.data(), content.size());
    }
    if (values.size() != rows) return damaged({"error.column-too-short", {{"column", column}}});
    return values;
}

/// A program that was killed while it wrote leaves a journal, which only a connection that may write can play back
/// (SQLite, "Atomic Commit", section 4). Where that is not allowed, reading says so.
void finishInterruptedWrite(const std::filesystem::path& file) {
    std::error_code status;
    if (!std::filesystem::exists(file.string() + "-journal", status)) return;
    std::ignore = Database::open(file, Database::Mode::ReadWrite, schema());
}

} // namespace

Result<ResultStore> ResultStore::create(const std::filesystem::path& file, const ExploreRequest& request) {
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) {
        return Error{
            "bad-value", {}, {"error.there-file-name-already"}, {"accepted.new-file-or-to-resume-one"}, file.string()};
    }
    auto database = Database::open(file, Database::Mode::Create, schema());
    if (!database) return database.error();
    ResultStore store(*std::move(database));
    store.run_ = {request.document, request.sha256, request.space.names(), request.space.axes.size(), 0, {""}, {}};
    store.run_.columns.insert(store.run_.columns.end(), request.metrics.begin(), request.metrics.end());
    auto insert =
        store.database_.prepare("INSERT INTO run (id, request, sha256, columns, axes) VALUES (1, ?, ?, ?, ?)");
    if (!insert) return insert.error();
    insert->bind(0, std::string_view(canonicalText(*request.document))).bind(1, std::string_view(request.sha256));
    insert->bind(2, std::string_view(canonicalText(Json(store.run_.columns))))
        .bind(3, static_cast<std::int64_t>(store.run_.axes));
    if (auto done = insert->run(); !done) return done.error();
    store.run_.answered_by = request.answered_by;
    auto by = store.database_.prepare("INSERT INTO answered_by (name, value) VALUES (?, ?)");
    if (!by) return by.error();
    auto written = store.database_.transaction([&]() -> Result<void> {
        for (const auto& [name, value] : request.answered_by) {
            by->bind(0, std::string_view(name)).bind(1, std::string_view(value));
            if (auto done = by->run(); !done) return done;
        }
        return {};
    });
    if (!written) return written.error();
    store.held_ = ResultTable(store.run_.columns.size());
    store.last_flush_ns_ = now_ns();
    return store;
}

Result<void> ResultStore::canGoOn(const ExploreRequest& request, const std::filesystem::path& file) const {
    if (run_.sha256 != request.sha256) {
        return Error{"not-the-same-run",
                     "",
                     {"error.file-holds-another-request-s-points"},
                     {"accepted.request-run-began-with"},
                     file.string()};
    }
    const std::string changed = differences(run_.answered_by, request.answered_by);
    if (changed.empty()) return {};
    const bool unknown = run_.answered_by.empty();
    return Error{"not-the-same-run",
                 "",
                 unknown ? Message{"error.file-does-not-say-program-and"}
                         : Message{"error.points-answered-by-others-than-these", {{"changed", changed}}},
                 {"accepted.run-from-beginning-in-another-file"},
                 file.string()};
}

Result<ResultStore> ResultStore::open(const std::filesystem::path& file, bool writable) {
    if (!writable) finishInterruptedWrite(file);
    auto database = Database::open(file, writable ? Database::Mode::ReadWrite : Database::Mode::ReadOnly, schema());
    if (!database) return database.error();
    ResultStore store(*std::move(database));
    if (auto read = store.readRun(); !read) {
        Error error = read.error();
        error.file = file.string();
        return error;
    }
    store.held_ = ResultTable(store.run_.columns.size());
    store.held_.reasons = store.run_.reasons;
    store.known_reasons_ = store.run_.reasons.size();
    store.last_flush_ns_ = now_ns();
    return store;
}

Result<void> ResultStore::writeFile(const std::filesystem::path& file, std::string_view bytes) {
    auto database = Database::fromBytes(bytes, schema());
    return database ? database->copyTo(file) : Result<void>(database.error());
}

Result<void> ResultStore::readRun() {
    auto statement = database_.prepare("SELECT request, sha256, columns, axes FROM run");
    if (!statement) return statement.error();
    const auto row = statement->step();
    if (!row) return row.error();
    if (!*row) return damaged({"error.there-no-request"});
    auto document = parseJson(statement->text(0));
    const auto columns = parseJson(statement->text(2));
    if (!document || !columns || !columns->is_array()) return damaged({"error.request-cannot-read"});
    run_.document = std::make_shared<const Json>(*std::move(document));
    run_.sha256 = statement->text(1);
    for (const Json& column : *columns)
        run_.columns.push_back(column.is_string() ? column.get<std::string>() : std::string());
    run_.axes = static_cast<std::size_t>(statement->integer(3));
    if (run_.axes > run_.columns.size()) return damaged({"error.there-more-axes-than-columns"});
    auto count = database_.prepare("SELECT coalesce(sum(points), 0) FROM chunk");
    if (!count) return count.error();
    const auto counted = count->step();
    if (!counted) return counted.error();
    run_.rows = static_cast<std::uint64_t>(count->integer(0));
    auto by = database_.prepare("SELECT name, value FROM answered_by");
    if (!by) return by.error();
    for (auto found = by->step();; found = by->step()) {
        if (!found) return found.error();
        if (!*found) break;
        run_.answered_by.emplace(by->text(0), by->text(1));
    }
    run_.reasons = {""};
    auto reasons = database_.prepare("SELECT text FROM reason ORDER BY id");
    if (!reasons) return reasons.error();
    for (auto found = reasons->step();; found = reasons->step()) {
        if (!found) return found.error();
        if (!*found) break;
        run_.reasons.push_back(reasons->text(0));
    }
    return {};
}

Result<void> ResultStore::append(const PointBlock& block) {
    held_.append(block);
    const bool due = static_cast<double>(now_ns() - last_flush_ns_) * 1e-9 >= kFlush_s;
    return due || held_.rows() >= kMostHeldRows ? flush() : Result<void>();
}

Result<void> ResultStore::flush() {
    last_flush_ns_ = now_ns();
    if (held_.rows() == 0) return {};
    if (auto written = database_.transaction([this] { return writeChunk(); }); !written) return written;
    run_.rows += held_.rows();
    run_.reasons = held_.reasons;
    known_reasons_ = held_.reasons.size();
    for (auto& column : held_.columns)
        column.clear();
    held_.reason.clear();
    return {};
}

Result<void> ResultStore::writeChunk() {
    const auto first = static_cast<std::int64_t>(run_.rows);
    auto chunk = database_.prepare("INSERT INTO chunk (first, points) VALUES (?, ?)");
    if (!chunk) return chunk.error();
    chunk->bind(0, first).bind(1, static_cast<std::int64_t>(held_.rows()));
    if (auto done = chunk->run(); !done) return done;
    auto piece = database_.prepare("INSERT INTO piece (column, first, content) VALUES (?, ?, ?)");
    if (!piece) return piece.error();
    const auto write = [&](std::int64_t column, std::string_view bytes) {
        piece->bind(0, column).bind(1, first).bindBytes(2, bytes);
        return piece->run();
    };
    for (std::size_t c = 0; c < held_.columns.size(); ++c) {
        if (auto done = write(static_cast<std::int64_t>(c), bytesOf(held_.columns[c])); !done) return done;
    }
    if (auto done = write(kReasonColumn, bytesOf(held_.reason)); !done) return done;
    auto reason = database_.prepare("INSERT INTO reason (id, text) VALUES (?, ?)");
    if (!reason) return reason.error();
    for (std::size_t r = known_reasons_; r < held_.reasons.size(); ++r) {
        reason->bind(0, static_cast<std::int64_t>(r)).bind(1, std::string_view(held_.reasons[r]));
        if (auto done = reason->run(); !done) return done;
    }
    return {};
}

Result<std::vector<double>> ResultStore::column(std::size_t index) {
    return readColumn<double>(database_, static_cast<std::int64_t>(index), run_.rows);
}

Result<std::vector<std::uint16_t>> ResultStore::reasonColumn() {
    auto reasons = readColumn<std::uint16_t>(database_, kReasonColumn, run_.rows);
    if (!reasons) return reasons;
    for (const std::uint16_t reason : *reasons) {
        if (reason >= run_.reasons.size()) return damaged({"error.reason-missing"});
    }
    return reasons;
}

Result<ResultTable> ResultStore::table() {
    ResultTable table(run_.columns.size());
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        auto values = column(c);
        if (!values) return values.error();
        table.columns[c] = *std::move(values);
    }
    auto reasons = reasonColumn();
    if (!reasons) return reasons.error();
    table.reason = *std::move(reasons);
    table.reasons = run_.reasons;
    return table;
}

} // namespace strata::explore
