// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/database.h"
#include "core/base/json.h"
#include "core/explore/answered_by.h"
#include "core/explore/point_range.h"
#include "core/explore/result_table.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace strata::explore {

/// What a file of results holds, read without its points.
struct StoredRun {
    std::shared_ptr<const Json> document; ///< the request
    std::string sha256;                   ///< of the request without its label
    std::vector<std::string> columns;     ///< axes, then metrics
    std::size_t axes = 0;
    std::uint64_t rows = 0;
    PointRange points;            ///< that the run is to answer, of all_points
    std::uint64_t all_points = 0; ///< of the request; 0 in files of versions that did not say it
    std::vector<std::string> reasons;
    AnsweredBy answered_by; ///< empty in files of versions that did not say it
};

/// Results in one SQLite file: a chunk of consecutive points is one blob of little-endian doubles a column. Each blob
/// stands beside its CRC-32, so that a changed bit is found when it is read. Chunks are written whole: what was
/// appended survives the end of the program.
class ResultStore {
public:
    /// A new file for a request. Errors: "bad-value" where the file exists, those of Database::open().
    static Result<ResultStore> create(const std::filesystem::path& file, const ExploreRequest& request);
    /// A new file for a run that another file describes; it begins without points.
    static Result<ResultStore> createFor(const std::filesystem::path& file, StoredRun run);
    /// An existing file; `writable` to go on with its run. Errors: those of Database::open(), "damaged-file".
    static Result<ResultStore> open(const std::filesystem::path& file, bool writable);

    const StoredRun& run() const { return run_; }
    /// Whether further points of this request would be answered as those of the file were. Errors: "not-the-same-run"
    /// where the request, the program, its methods, a calibration or an entry differs.
    Result<void> canGoOn(const ExploreRequest& request, const std::filesystem::path& file) const;

    /// Keeps a block for the next flush. Flushes when `kFlush_s` have passed since the last one, or when much
    /// is held.
    Result<void> append(const PointBlock& block);
    /// Writes what is held as one chunk.
    Result<void> flush();

    /// All points. Errors: "damaged-file", those of SQLite.
    Result<ResultTable> table();
    /// The points in their order, in tables of whole chunks: at least `least_rows` rows in the first, and in each
    /// further one as many as in all before it, up to a million: somebody who watches sees the first at once, and takes
    /// each in a frame or two. Ends early where `take` returns false.
    Result<void> readParts(std::uint64_t least_rows, const std::function<bool(ResultTable)>& take);

    /// The file as bytes, for a session; and a file of those bytes, or another of the same points, in place of what may
    /// be there. Errors: those of Database::fromBytes() and copyTo().
    Result<std::string> toBytes() { return database_.toBytes(); }
    Result<void> copyTo(const std::filesystem::path& file) { return database_.copyTo(file); }
    static Result<void> writeFile(const std::filesystem::path& file, std::string_view bytes);

    static constexpr double kFlush_s = 0.5;

private:
    explicit ResultStore(Database database) : database_(std::move(database)) {}
    Result<void> writeRun();
    Result<void> readRun();
    Result<void> readPoints();
    Result<void> readAnsweredBy();
    Result<void> readReasons();
    Result<void> writeChunk();
    Result<void> readChunk(Statement& piece, std::uint64_t first, ResultTable& table);

    Database database_;
    StoredRun run_;
    ResultTable held_; ///< appended, not yet written
    std::size_t known_reasons_ = 1;
    std::int64_t last_flush_ns_ = 0;
};

} // namespace strata::explore
