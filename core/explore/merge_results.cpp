// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/merge_results.h"

#include <algorithm>
#include <vector>

namespace strata::explore {
namespace {

/// A file and what it holds.
struct Piece {
    std::filesystem::path file;
    StoredRun run;
};

Result<std::vector<Piece>> openPieces(std::span<const std::filesystem::path> files) {
    std::vector<Piece> pieces;
    for (const auto& file : files) {
        auto store = ResultStore::open(file, false);
        if (!store) return store.error();
        pieces.push_back({file, store->run()});
    }
    std::ranges::stable_sort(pieces, {}, [](const Piece& piece) { return piece.run.points.first; });
    return pieces;
}

Result<void> checkSameRun(const Piece& first, const Piece& other) {
    if (other.run.sha256 != first.run.sha256 || other.run.all_points != first.run.all_points) {
        return Error{"not-the-same-run",
                     "",
                     {"error.file-holds-points-another-request"},
                     {"accepted.parts-request", {{"file", first.file.string()}}},
                     other.file.string()};
    }
    const std::string changed = differences(first.run.answered_by, other.run.answered_by);
    if (changed.empty()) return {};
    return Error{"not-the-same-run",
                 "",
                 {"error.its-points-were-answered-differently-from", {{"changed", changed}}},
                 {"accepted.parts-same-program-and-library-answered"},
                 other.file.string()};
}

Result<void> checkWhole(const Piece& piece) {
    if (piece.run.all_points == 0) {
        return Error{"bad-value",
                     "",
                     {"error.file-was-written-by-version-knew"},
                     {"accepted.files-results-sweep-shard-wrote"},
                     piece.file.string()};
    }
    if (piece.run.rows == piece.run.points.count) return {};
    return Error{"incomplete",
                 "",
                 {"error.file-holds-points-its-part", {{"rows", piece.run.rows}, {"count", piece.run.points.count}}},
                 {"accepted.part-has-ended-continue-with-resume"},
                 piece.file.string()};
}

Error missing(const PointRange& gap) {
    return {"incomplete", "", {"error.no-file-holds", {{"gap", said(gap)}}}, {"accepted.all-parts-sweep"}, {}};
}

/// Parts in the order of their points leave nothing out and hold nothing twice.
Result<void> checkCover(const std::vector<Piece>& pieces) {
    std::uint64_t next = 0;
    for (const Piece& piece : pieces) {
        if (auto same = checkSameRun(pieces.front(), piece); !same) return same;
        if (auto whole = checkWhole(piece); !whole) return whole;
        const PointRange& points = piece.run.points;
        if (points.first > next) return missing({next, points.first - next});
        if (points.first < next) {
            return Error{"duplicate-points",
                         "",
                         {"error.stand-earlier-part-too",
                          {{"first", said(PointRange{points.first, std::min(next, points.end()) - points.first})}}},
                         {"accepted.each-part-once"},
                         piece.file.string()};
        }
        next = points.end();
    }
    const std::uint64_t all = pieces.front().run.all_points;
    return next < all ? Result<void>(missing({next, all - next})) : Result<void>();
}

PointBlock blockOf(const ResultTable& table, std::uint64_t first) {
    PointBlock block{.first = first, .count = table.rows(), .rows = {}, .reasons = {}};
    block.rows.resize(table.rows() * table.columns.size());
    for (std::size_t i = 0; i < table.rows(); ++i) {
        table.row(i, std::span(block.rows).subspan(i * table.columns.size(), table.columns.size()));
        block.reasons.push_back(table.reasons[table.reason[i]]);
    }
    return block;
}

} // namespace

Result<StoredRun> mergeResults(std::span<const std::filesystem::path> parts, const std::filesystem::path& target) {
    const auto pieces = openPieces(parts);
    if (!pieces) return pieces.error();
    if (pieces->empty()) return Error{"bad-argument", "", {"error.there-no-part"}, {"accepted.files-results"}, {}};
    if (auto cover = checkCover(*pieces); !cover) return cover.error();
    StoredRun whole = pieces->front().run;
    whole.points = {0, whole.all_points};
    auto merged = ResultStore::createFor(target, whole);
    if (!merged) return merged.error();
    for (const Piece& piece : *pieces) {
        auto store = ResultStore::open(piece.file, false);
        if (!store) return store.error();
        const auto table = store->table();
        if (!table) return table.error();
        if (auto added = merged->append(blockOf(*table, piece.run.points.first)); !added) return added.error();
    }
    if (auto flushed = merged->flush(); !flushed) return flushed.error();
    return merged->run();
}

} // namespace strata::explore
