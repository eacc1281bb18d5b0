// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/result_store.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <tuple>
#include <zlib.h>

namespace strata::explore {
namespace {

static_assert(std::endian::native == std::endian::little, "blobs are written as they stand in memory");

constexpr std::size_t kMostHeldRows = 1 << 16;
constexpr std::uint64_t kMostRowsInPart = 1 << 20;
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
        )sql",
                                           R"sql(
            CREATE TABLE part (id INTEGER PRIMARY KEY CHECK (id = 1), first INTEGER NOT NULL, points INTEGER NOT NULL,
                               all_points INTEGER NOT NULL, checksum INTEGER NOT NULL) STRICT;
            ALTER TABLE piece ADD COLUMN checksum INTEGER;
            ALTER TABLE reason ADD COLUMN checksum INTEGER;
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

/// CRC-32 of zlib: finds every flipped bit and every changed run of up to 32 bits.
std::int64_t checksum(std::string_view bytes) {
    return static_cast<std::int64_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

/// Of what the points are. What answered them is left out: a change there is told as another version.
std::int64_t checksum(const StoredRun& run) {
    const Json parts{canonicalText(*run.document),
                     run.sha256,
                     run.columns,
                     run.axes,
                     run.points.first,
                     run.points.count,
                     run.all_points};
    return checksum(canonicalText(parts));
}

/// Files of versions that wrote no checksum have none to compare.
bool agrees(const Statement& row, int column, std::string_view content) {
    return row.isNull(column) || row.integer(column) == checksum(content);
}

template <class T>
std::string_view bytesOf(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// Adds the piece of one column that begins at a row; `values` hold the rows before it.
template <class T>
Result<void> readPiece(Statement& piece, std::int64_t column, std::uint64_t first, std::vector<T>& values) {
    piece.reset();
    piece.bind(0, column).bind(1, static_cast<std::int64_t>(first));
    const auto found = piece.step();
    if (!found) return found.error();
    const std::string content = *found ? piece.text(0) : std::string();
    if (content.empty() || content.size() % sizeof(T) != 0)
        return damaged({"error.piece-column-missing-or-cut", {{"column", column}}});
    if (!agrees(piece, 1, content)) return damaged({"error.values-column-changed", {{"column", column}}});
    const std::size_t before = values.size();
    values.resize(before + content.size() / sizeof(T));
    std::memcpy(values.data() + before, content.data(), content.size());
    return {};
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
    StoredRun run{.document = request.document,
                  .sha256 = request.sha256,
                  .columns = request.space.names(),
                  .axes = request.space.axes.size(),
                  .rows = 0,
                  .points = request.points(),
                  .all_points = request.budget,
                  .reasons = {""},
                  .answered_by = request.answered_by};
    run.columns.insert(run.columns.end(), request.metrics.begin(), request.metrics.end());
    return createFor(file, std::move(run));
}

Result<ResultStore> ResultStore::createFor(const std::filesystem::path& file, StoredRun run) {
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) {
        return Error{
            "bad-value", {}, {"error.there-file-name-already"}, {"accepted.new-file-or-to-resume-one"}, file.string()};
    }
    auto database = Database::open(file, Database::Mode::Create, schema());
    if (!database) return database.error();
    ResultStore store(*std::move(database));
    store.run_ = std::move(run);
    store.run_.rows = 0;
    store.run_.reasons = {""};
    if (auto written = store.database_.transaction([&store] { return store.writeRun(); }); !written)
        return written.error();
    store.held_ = ResultTable(store.run_.columns.size());
    store.last_flush_ns_ = now_ns();
    return store;
}

Result<void> ResultStore::writeRun() {
    auto insert = database_.prepare("INSERT INTO run (id, request, sha256, columns, axes) VALUES (1, ?, ?, ?, ?)");
    if (!insert) return insert.error();
    insert->bind(0, std::string_view(canonicalText(*run_.document))).bind(1, std::string_view(run_.sha256));
    insert->bind(2, std::string_view(canonicalText(Json(run_.columns)))).bind(3, static_cast<std::int64_t>(run_.axes));
    if (auto done = insert->run(); !done) return done;
    auto by = database_.prepare("INSERT INTO answered_by (name, value) VALUES (?, ?)");
    if (!by) return by.error();
    for (const auto& [name, value] : run_.answered_by) {
        by->bind(0, std::string_view(name)).bind(1, std::string_view(value));
        if (auto done = by->run(); !done) return done;
    }
    auto part = database_.prepare("INSERT INTO part (id, first, points, all_points, checksum) VALUES (1, ?, ?, ?, ?)");
    if (!part) return part.error();
    part->bind(0, static_cast<std::int64_t>(run_.points.first)).bind(1, static_cast<std::int64_t>(run_.points.count));
    part->bind(2, static_cast<std::int64_t>(run_.all_points)).bind(3, checksum(run_));
    return part->run();
}

Result<void> ResultStore::canGoOn(const ExploreRequest& request, const std::filesystem::path& file) const {
    if (run_.sha256 != request.sha256) {
        return Error{"not-the-same-run",
                     "",
                     {"error.file-holds-another-request-s-points"},
                     {"accepted.request-run-began-with"},
                     file.string()};
    }
    if (run_.all_points != 0 && run_.points != request.points()) {
        return Error{"not-the-same-run",
                     "",
                     {"error.file-for-request", {{"points", said(run_.points)}}},
                     {"accepted.shard-file-began-with-or-another"},
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
    if (auto by = readAnsweredBy(); !by) return by;
    if (auto points = readPoints(); !points) return points;
    return readReasons();
}

Result<void> ResultStore::readPoints() {
    auto count = database_.prepare("SELECT coalesce(sum(points), 0) FROM chunk");
    if (!count) return count.error();
    if (const auto counted = count->step(); !counted) return counted.error();
    run_.rows = static_cast<std::uint64_t>(count->integer(0));
    auto part = database_.prepare("SELECT first, points, all_points, checksum FROM part");
    if (!part) return part.error();
    const auto found = part->step();
    if (!found) return found.error();
    if (!*found) return {}; // a file of a version that knew no parts
    run_.points = {static_cast<std::uint64_t>(part->integer(0)), static_cast<std::uint64_t>(part->integer(1))};
    run_.all_points = static_cast<std::uint64_t>(part->integer(2));
    return part->integer(3) == checksum(run_) ? Result<void>() : Result<void>(damaged({"error.run-changed"}));
}

Result<void> ResultStore::readAnsweredBy() {
    auto by = database_.prepare("SELECT name, value FROM answered_by");
    if (!by) return by.error();
    for (auto found = by->step();; found = by->step()) {
        if (!found) return found.error();
        if (!*found) return {};
        run_.answered_by.emplace(by->text(0), by->text(1));
    }
}

Result<void> ResultStore::readReasons() {
    run_.reasons = {""};
    auto reasons = database_.prepare("SELECT text, checksum FROM reason ORDER BY id");
    if (!reasons) return reasons.error();
    for (auto found = reasons->step();; found = reasons->step()) {
        if (!found) return found.error();
        if (!*found) return {};
        run_.reasons.push_back(reasons->text(0));
        if (!agrees(*reasons, 1, run_.reasons.back())) return damaged({"error.reason-changed"});
    }
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
    auto written = database_.prepare("SELECT coalesce(sum(points), 0) FROM chunk");
    if (!written) return written.error();
    if (const auto counted = written->step(); !counted) return counted.error();
    const auto first = static_cast<std::int64_t>(run_.rows);
    if (written->integer(0) != first) {
        return Error{
            "busy", {}, {"error.another-program-writes-points-into-file"}, {"accepted.one-run-for-each-file"}, {}};
    }
    auto chunk = database_.prepare("INSERT INTO chunk (first, points) VALUES (?, ?)");
    if (!chunk) return chunk.error();
    chunk->bind(0, first).bind(1, static_cast<std::int64_t>(held_.rows()));
    if (auto done = chunk->run(); !done) return done;
    auto piece = database_.prepare("INSERT INTO piece (column, first, content, checksum) VALUES (?, ?, ?, ?)");
    if (!piece) return piece.error();
    const auto write = [&](std::int64_t column, std::string_view bytes) {
        piece->bind(0, column).bind(1, first).bindBytes(2, bytes).bind(3, checksum(bytes));
        return piece->run();
    };
    for (std::size_t c = 0; c < held_.columns.size(); ++c) {
        if (auto done = write(static_cast<std::int64_t>(c), bytesOf(held_.columns[c])); !done) return done;
    }
    if (auto done = write(kReasonColumn, bytesOf(held_.reason)); !done) return done;
    auto reason = database_.prepare("INSERT INTO reason (id, text, checksum) VALUES (?, ?, ?)");
    if (!reason) return reason.error();
    for (std::size_t r = known_reasons_; r < held_.reasons.size(); ++r) {
        reason->bind(0, static_cast<std::int64_t>(r)).bind(1, std::string_view(held_.reasons[r]));
        reason->bind(2, checksum(held_.reasons[r]));
        if (auto done = reason->run(); !done) return done;
    }
    return {};
}

Result<ResultTable> ResultStore::table() {
    ResultTable table(run_.columns.size());
    const auto all = [&table](ResultTable part) {
        table = std::move(part);
        return true;
    };
    if (auto read = readParts(std::max<std::uint64_t>(run_.rows, 1), all); !read) return read.error();
    table.reasons = run_.reasons;
    return table;
}

Result<void> ResultStore::readParts(std::uint64_t least_rows, const std::function<bool(ResultTable)>& take) {
    auto piece = database_.prepare("SELECT content, checksum FROM piece WHERE column = ? AND first = ?");
    if (!piece) return piece.error();
    std::uint64_t rows = 0;
    while (rows < run_.rows) {
        ResultTable part(run_.columns.size());
        part.reasons = run_.reasons;
        const std::uint64_t wanted = std::min(std::max(least_rows, std::min(rows, kMostRowsInPart)), run_.rows - rows);
        for (auto& column : part.columns)
            column.reserve(wanted);
        part.reason.reserve(wanted);
        while (part.rows() < wanted)
            if (auto read = readChunk(*piece, rows + part.rows(), part); !read) return read;
        piece->reset(); // whoever takes it may copy the file
        rows += part.rows();
        if (rows > run_.rows) return damaged({"error.piece-column-missing-or-cut", {{"column", kReasonColumn}}});
        if (!take(std::move(part))) break;
    }
    return {};
}

Result<void> ResultStore::readChunk(Statement& piece, std::uint64_t first, ResultTable& table) {
    const std::size_t before = table.rows();
    if (auto read = readPiece(piece, kReasonColumn, first, table.reason); !read) return read;
    const auto unknown = [this](std::uint16_t reason) { return reason >= run_.reasons.size(); };
    if (std::any_of(table.reason.begin() + static_cast<std::ptrdiff_t>(before), table.reason.end(), unknown))
        return damaged({"error.reason-missing"});
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const auto column = static_cast<std::int64_t>(c);
        if (auto read = readPiece(piece, column, first, table.columns[c]); !read) return read;
        if (table.columns[c].size() != table.rows()) return damaged({"error.column-too-short", {{"column", column}}});
    }
    return {};
}

} // namespace strata::explore
