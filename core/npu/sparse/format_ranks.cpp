// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/sparse/format_ranks.h"

#include <algorithm>
#include <cmath>

namespace strata::npu::sparse {
namespace {

using hardware::FormatRank;
using hardware::RankFormat;

/// A loop of the level that moves the tensor.
struct RankLoop {
    std::uint32_t dimension = 0;
    double bound = 1.0;
    TileShape tile; ///< with the loop
};

bool keepsZeros(RankFormat format) {
    return format == RankFormat::OffsetPair || format == RankFormat::UncompressedBitmask;
}

double bitsFor(double values) { return values <= 1.0 ? 0.0 : std::ceil(std::log2(values)); }

bool takes(const FormatRank& rank, const RankLoop& loop, const workload::Problem& problem) {
    if (rank.any_dimension) return true;
    return std::find(rank.dimensions.begin(), rank.dimensions.end(), problem.dimensions[loop.dimension].name) !=
           rank.dimensions.end();
}

/// Loops of the levels between the next one inside that keeps the tensor and this one, innermost first. Without tiles
/// cut in advance, a dimension's first loop also stands for what runs inside.
std::vector<RankLoop> loopsOf(const std::vector<NestLevel>& nest, const detail::Projection& projection,
                              std::size_t begin, std::size_t end, bool cut) {
    std::vector<RankLoop> loops;
    detail::PerDimension<double> inner = nest[begin].below;
    for (std::size_t l = begin; l <= end; ++l) {
        for (const NestLoop& loop : nest[l].loops) {
            if (!projection.relevant[loop.dimension]) continue;
            const double bound = cut ? loop.bound : loop.bound * inner[loop.dimension];
            inner[loop.dimension] = 1.0;
            loops.push_back({loop.dimension, bound, tileOf(projection, loop.inside)});
        }
    }
    for (std::uint32_t d = 0; !cut && d < detail::kMaxDimensions; ++d) {
        if (projection.relevant[d] && inner[d] > 1.0)
            loops.insert(loops.begin(), {d, inner[d], tileOf(projection, nest[begin].below)});
    }
    return loops;
}

/// Coordinates of a fibre over these loops.
double fibreOf(const detail::Projection& projection, const std::vector<RankLoop>& loops) {
    detail::PerDimension<double> iterations;
    iterations.fill(1.0);
    for (const RankLoop& loop : loops)
        iterations[loop.dimension] *= loop.bound;
    return tileOf(projection, iterations).words;
}

/// The loops of each rank, innermost rank first; nothing where loops are left over.
std::optional<std::vector<std::vector<RankLoop>>> assign(std::vector<RankLoop> loops, std::vector<FormatRank> ranks,
                                                         bool from_inside, const workload::Problem& problem) {
    // `ranks` innermost first. Outside in is the same with both turned round.
    if (!from_inside) {
        std::reverse(loops.begin(), loops.end());
        std::reverse(ranks.begin(), ranks.end());
    }
    std::vector<std::vector<RankLoop>> taken(ranks.size());
    std::size_t next = 0;
    for (std::size_t r = 0; r < ranks.size() && next < loops.size(); ++r) {
        const bool joins = ranks[r].any_dimension || !ranks[r].dimensions.empty();
        if (!joins) {
            taken[r].push_back(loops[next++]);
            continue;
        }
        while (next < loops.size() && takes(ranks[r], loops[next], problem))
            taken[r].push_back(loops[next++]);
    }
    if (next < loops.size()) return std::nullopt;
    if (!from_inside) std::reverse(taken.begin(), taken.end());
    return taken;
}

StoredRank rankOf(const FormatRank& format, double fibre, const TileShape& tile) {
    StoredRank rank;
    rank.format = format.format;
    rank.fibre = fibre;
    rank.tile = tile;
    const bool flags = format.format == RankFormat::Bitmask || format.format == RankFormat::UncompressedBitmask;
    rank.metadata_bits = format.metadata_bits.value_or(static_cast<std::uint32_t>(flags ? 1.0 : bitsFor(fibre)));
    rank.payload_bits = format.payload_bits.value_or(static_cast<std::uint32_t>(bitsFor(tile.words + 1.0)));
    return rank;
}

const TileShape& outermost(const std::vector<RankLoop>& loops, const TileShape& below) {
    const TileShape* largest = &below;
    for (const RankLoop& loop : loops) {
        if (loop.tile.words >= largest->words) largest = &loop.tile;
    }
    return *largest;
}

} // namespace

std::optional<std::vector<StoredTile>> storeTiles(const std::vector<NestLevel>& nest, const workload::Problem& problem,
                                                  const detail::Projection& projection, const std::vector<bool>& kept,
                                                  const std::vector<const hardware::TensorFormat*>& formats,
                                                  std::size_t& level) {
    std::vector<StoredTile> tiles(nest.size());
    const FormatRank plain{RankFormat::OffsetPair, {}, true, 0U, 0U};
    std::optional<std::size_t> child;
    for (level = 0; level < nest.size(); ++level) {
        if (!kept[level]) continue;
        StoredTile& stored = tiles[level];
        const hardware::TensorFormat* const format = formats[level];
        stored.has_metadata = format != nullptr;
        std::vector<FormatRank> ranks{plain};
        if (format != nullptr) {
            ranks.assign(format->ranks.rbegin(), format->ranks.rend());
            stored.compressed = std::any_of(ranks.begin(), ranks.end(),
                                            [](const FormatRank& rank) { return !keepsZeros(rank.format); });
        }
        const TileShape child_tile = child ? tileOf(projection, nest[*child].all) : TileShape{};
        // The tiles of the level inside are cut in advance: their ranks are the innermost ones here too.
        const bool cut = stored.compressed && child && child_tile.words > 1.0;
        const std::vector<RankLoop> loops = loopsOf(nest, projection, child ? *child + 1 : 0, level, cut || !child);
        stored.below.extent.fill(1.0);
        if (cut) {
            stored.ranks = tiles[*child].ranks;
            stored.below = tiles[*child].below;
            if (stored.ranks.size() > ranks.size()) return std::nullopt;
            for (std::size_t r = 0; r < stored.ranks.size(); ++r)
                stored.ranks[r] = rankOf(ranks[r], stored.ranks[r].fibre, stored.ranks[r].tile);
            ranks.erase(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(stored.ranks.size()));
        }
        const auto taken = assign(loops, ranks, format != nullptr && format->from_inside, problem);
        if (!taken) return std::nullopt;
        for (std::size_t r = 0; r < ranks.size(); ++r) {
            const TileShape& below = stored.ranks.empty() ? stored.below : stored.ranks.back().tile;
            const TileShape& tile = outermost((*taken)[r], below);
            stored.ranks.push_back(rankOf(ranks[r], fibreOf(projection, (*taken)[r]), TileShape(tile)));
        }
        child = level;
    }
    return tiles;
}

std::vector<RankUnits> metadataUnits(const StoredTile& stored, const DensityModel& density, const TileShape& tile,
                                     double nonzero) {
    std::vector<RankUnits> units(stored.ranks.size());
    const Around around{tile.words, nonzero};
    double fibres = 1.0;
    TileShape current = tile;
    for (std::size_t r = stored.ranks.size(); r-- > 0;) {
        const StoredRank& rank = stored.ranks[r];
        const TileShape& next = r == 0 ? stored.below : stored.ranks[r - 1].tile;
        // A word by itself takes its coordinate along.
        if (r == 0 && tile.words == 1.0 && rank.format != RankFormat::OffsetPair)
            units[r].metadata = 1.0 - density.probabilityEmpty(current, around);
        if (rank.fibre > 1.0) {
            const double there = fibres * (1.0 - density.probabilityEmpty(current, around));
            const double full = rank.fibre * (1.0 - density.probabilityEmpty(next, around));
            switch (rank.format) {
            case RankFormat::OffsetPair: units[r] = {0.0, fibres * (rank.fibre + 1.0)}; break;
            case RankFormat::UncompressedBitmask:
            case RankFormat::Bitmask: units[r] = {there * rank.fibre, there * full}; break;
            case RankFormat::Coordinate:
            case RankFormat::RunLength: units[r].metadata = there * full; break;
            }
            if (rank.format == RankFormat::Coordinate || rank.format == RankFormat::RunLength)
                units[r].payload = units[r].metadata;
            if (r == 0) units[r].payload = 0.0; // the words themselves
        }
        fibres *= rank.fibre;
        current = next;
    }
    return units;
}

} // namespace strata::npu::sparse
