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
        return Error{"not-the-same-run", "", "the file holds points of another request",
                     "parts of the request of " + first.file.string(), other.file.string()};
    }
    const std::string changed = differences(first.run.answered_by, other.run.answered_by);
    if (changed.empty()) return {};
    return Error{"not-the-same-run", "", "its points were answered differently from the first part's: " + changed,
                 "parts that the same program and library answered", other.file.string()};
}

Result<void> checkWhole(const Piece& piece) {
    if (piece.run.all_points == 0) {
        return Error{"bad-value", "", "the file was written by a version that knew no parts",
                     "files of results that `sweep --shard` wrote", piece.file.string()};
    }
    if (piece.run.rows == piece.run.points.count) return {};
    return Error{"incomplete", "",
                 "the file holds " + std::to_string(piece.run.rows) + " of the " +
                     std::to_string(piece.run.points.count) + " points of its part",
                 "a part that has ended; continue it with --resume", piece.file.string()};
}

Error missing(const PointRange& gap) {
    return {"incomplete", "", "no file holds " + describe(gap), "all parts of the sweep", {}};
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
            return Error{"duplicate-points", "",
                         describe(PointRange{points.first, std::min(next, points.end()) - points.first}) +
                             " stand in an earlier part too",
                         "each part once", piece.file.string()};
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
    if (pieces->empty()) return Error{"bad-argument", "", "there is no part", "files of results", {}};
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
