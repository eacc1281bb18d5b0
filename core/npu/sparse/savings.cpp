// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/sparse/savings.h"

#include <algorithm>
#include <cmath>

namespace strata::npu::sparse {
namespace {

using hardware::Saving;
using Iterations = detail::PerDimension<double>;

/// The loop that first moves the tensor when tiles come from its keeper, and what decides whether one comes.
struct Granularity {
    bool scalar = false;  ///< single words
    bool spatial = false; ///< copies take different tiles
    std::uint32_t dimension = 0;
    double bound = 1.0;
    Iterations target;           ///< of the tile that is saved
    Iterations deciding;         ///< of the tiles that decide
    std::vector<NestLoop> loops; ///< that may run over both
};

Iterations ones() {
    Iterations iterations;
    iterations.fill(1.0);
    return iterations;
}

/// Between the next keeper inside (or the units) and `keeper`.
Granularity granularityOf(const SparseNest& nest, std::size_t tensor, std::size_t keeper) {
    const auto& relevant = nest.projections[tensor].relevant;
    const auto child = nest.keeperInside(tensor, keeper);
    const std::size_t begin = child ? *child + 1 : 0;
    Granularity found;
    std::size_t level = keeper;
    std::size_t loop = nest.levels[keeper].loops.size();
    bool any = false;
    if (child) {
        for (std::size_t l = begin; l <= keeper && !any; ++l) {
            for (std::size_t i = 0; i < nest.levels[l].loops.size() && !any; ++i) {
                if (!relevant[nest.levels[l].loops[i].dimension]) continue;
                level = l;
                loop = i;
                any = true;
            }
        }
    } else if (!nest.levels[0].spreads) {
        found.scalar = true;
        level = 0;
        loop = 0;
        found.target = ones();
        if (!nest.levels[0].loops.empty()) found.dimension = nest.levels[0].loops[0].dimension;
    } else { // units of one level work on words side by side
        const auto& loops = nest.levels[0].loops;
        std::size_t last = loops.size();
        for (std::size_t i = 0; i < loops.size() && loops[i].spatial && !any; ++i) {
            last = i;
            any = relevant[loops[i].dimension];
        }
        found.spatial = true;
        level = 0;
        loop = last;
        found.target = last < loops.size() ? loops[last].inside : ones();
        if (last < loops.size()) {
            found.dimension = loops[last].dimension;
            found.bound = loops[last].bound;
            found.loops.push_back(loops[last]);
        }
        any = true;
    }
    if (child && any) {
        const NestLoop& first = nest.levels[level].loops[loop];
        found.spatial = first.spatial;
        found.dimension = first.dimension;
        found.bound = first.bound;
        found.target = first.inside;
        found.loops.push_back(first);
    } else if (child) {
        found.target = nest.levels[keeper].all;
    }
    // Copies work beside each other on what one tile decides; so do loops that do not move it.
    found.deciding = found.target;
    bool moved = !found.spatial;
    for (std::size_t l = level; l <= keeper; ++l) {
        const auto& loops = nest.levels[l].loops;
        const bool counts_itself = found.scalar || loop >= loops.size();
        for (std::size_t i = l == level ? (counts_itself ? std::min(loop, loops.size()) : loop + 1) : 0;
             i < loops.size(); ++i) {
            const bool moves = relevant[loops[i].dimension];
            const bool stands = !moved && !loops[i].spatial && child && !moves;
            if (loops[i].spatial || stands) {
                found.deciding[loops[i].dimension] *= loops[i].bound;
                found.loops.push_back(loops[i]);
            }
            if (found.spatial && !loops[i].spatial && (!child || moves)) moved = true;
        }
    }
    return found;
}

/// Probability that the tile of `leader` that decides is empty; nothing where the order of loops forbids to tell.
std::optional<double> emptyLeader(const SparseNest& nest, std::size_t tensor, std::size_t keeper, std::size_t leader,
                                  const Granularity& granularity) {
    const auto& target_moves = nest.projections[tensor].relevant;
    const auto& leader_moves = nest.projections[leader].relevant;
    Iterations shared = ones();
    double all_shared = 1.0;
    bool found_shared = false;
    for (const NestLoop& loop : granularity.loops) {
        if (granularity.scalar) break;
        if (granularity.spatial && found_shared && leader_moves[loop.dimension]) return std::nullopt;
        if (!target_moves[loop.dimension] || !leader_moves[loop.dimension]) continue;
        shared[loop.dimension] *= loop.bound;
        all_shared *= loop.bound;
        found_shared = true;
    }
    Iterations deciding = granularity.deciding;
    const auto& storage = nest.hardware(keeper);
    const double block = std::max(1.0, std::floor(double(storage.entry_bits) / std::max(1u, storage.word_bits) /
                                                  std::max(1u, storage.cluster_size)));
    const double target_words = tileOf(nest.projections[tensor], granularity.target).words;
    // An entry is read as a whole: no finer than that is saved.
    double grown = std::ceil(block / (target_words / all_shared));
    for (std::size_t d = 0; d < shared.size(); ++d) {
        if (shared[d] == 1.0) continue;
        deciding[d] = std::ceil(deciding[d] / (shared[d] / grown));
        grown /= shared[d];
    }
    if (grown > 1.0) deciding[granularity.dimension] *= grown;
    return nest.densities[leader].probabilityEmpty(tileOf(nest.projections[leader], deciding));
}

} // namespace

std::optional<std::size_t> SparseNest::keeperInside(std::size_t tensor, std::size_t level) const {
    while (level-- > 0) {
        if (kept[tensor][level]) return level;
    }
    return std::nullopt;
}

std::optional<std::size_t> SparseNest::keeperFrom(std::size_t tensor, std::size_t level) const {
    for (; level < levels.size(); ++level) {
        if (kept[tensor][level]) return level;
    }
    return std::nullopt;
}

std::vector<std::vector<std::optional<Effect>>> findSavings(const SparseNest& nest) {
    std::vector<std::vector<std::optional<Effect>>> effects(nest.problem->tensors.size(),
                                                            std::vector<std::optional<Effect>>(nest.levels.size()));
    for (const Saving::Action action : {Saving::Action::Gate, Saving::Action::Skip}) {
        for (std::size_t l = 0; l < nest.levels.size(); ++l) {
            for (const Saving& saving : nest.hardware(l).sparse.savings) {
                const int tensor = nest.problem->findTensor(saving.tensor);
                if (saving.action != action || tensor < 0) continue;
                const auto target = static_cast<std::size_t>(tensor);
                const auto keeper = nest.keeperFrom(target, l);
                if (!keeper) continue;
                const Granularity granularity = granularityOf(nest, target, *keeper);
                double there = 1.0;
                for (const std::string& name : saving.where_zero) {
                    const int leader = nest.problem->findTensor(name);
                    if (leader < 0) continue;
                    const auto empty =
                        emptyLeader(nest, target, *keeper, static_cast<std::size_t>(leader), granularity);
                    if (empty) there *= 1.0 - *empty;
                }
                auto& effect = effects[target][*keeper];
                if (!effect || effect->probability < 1.0 - there)
                    effect = Effect{action == Saving::Action::Gate, 1.0 - there};
            }
        }
    }
    return effects;
}

namespace {

/// What zeros of one tensor leave of the copies inside a level.
void shrink(const SparseNest& nest, std::size_t leader, std::size_t level, CopyShare& share) {
    const auto keeper = nest.keeperFrom(leader, level);
    if (!keeper || !nest.stored[leader][*keeper].has_metadata) return; // zeros cannot be told in advance
    const auto& projection = nest.projections[leader];
    const auto& loops = nest.levels[level].loops;
    bool innermost = true;
    for (std::size_t i = 0; i < loops.size(); ++i) {
        if (!loops[i].spatial || !projection.relevant[loops[i].dimension]) continue;
        const TileShape piece = tileOf(projection, i == 0 ? nest.levels[level].below : loops[i - 1].inside);
        const TileShape fibre = tileOf(projection, loops[i].inside);
        if (innermost) share.average *= 1.0 - nest.densities[leader].probabilityEmpty(piece);
        innermost = false;
        share.shrinks = true;
        (loops[i].along_x ? share.most_x : share.most_y) *=
            nest.densities[leader].mostPieces(fibre, piece) / loops[i].bound;
    }
}

/// The copies take the tensor's own words in turn.
bool packs(const Saving& saving) {
    return saving.action == Saving::Action::SkipCopies && std::ranges::count(saving.where_zero, saving.tensor) > 0;
}

bool skipsCopies(const SparseNest& nest) {
    for (std::size_t l = 0; l < nest.levels.size(); ++l) {
        for (const Saving& saving : nest.hardware(l).sparse.savings) {
            if (saving.action == Saving::Action::SkipCopies && !packs(saving)) return true;
        }
    }
    return false;
}

} // namespace

std::vector<std::vector<CopyShare>> findCopies(const SparseNest& nest) {
    std::vector<std::vector<CopyShare>> copies(nest.problem->tensors.size(),
                                               std::vector<CopyShare>(nest.levels.size()));
    if (!skipsCopies(nest)) return copies;
    for (std::size_t t = 0; t < copies.size(); ++t) {
        for (std::size_t l = 0; l < nest.levels.size(); ++l)
            shrink(nest, t, l, copies[t][l]);
    }
    for (std::size_t l = 0; l < nest.levels.size(); ++l) {
        for (const Saving& saving : nest.hardware(l).sparse.savings) {
            const int tensor = nest.problem->findTensor(saving.tensor);
            if (saving.action != Saving::Action::SkipCopies || packs(saving) || tensor < 0) continue;
            CopyShare& share = copies[static_cast<std::size_t>(tensor)][l];
            share.average = 1.0;
            share.saves = true;
            for (const std::string& name : saving.where_zero) {
                const int leader = nest.problem->findTensor(name);
                if (leader >= 0) shrink(nest, static_cast<std::size_t>(leader), l, share);
            }
        }
    }
    return copies;
}

std::vector<PackedCopies> findPacked(const SparseNest& nest) {
    std::vector<PackedCopies> found;
    for (std::size_t l = 0; l < nest.levels.size(); ++l) {
        for (const Saving& saving : nest.hardware(l).sparse.savings) {
            const int tensor = nest.problem->findTensor(saving.tensor);
            if (!packs(saving) || tensor < 0) continue;
            const auto t = static_cast<std::size_t>(tensor);
            const auto again = [&](const PackedCopies& packed_copies) {
                return packed_copies.tensor == t && packed_copies.level == l;
            };
            if (std::ranges::any_of(found, again)) continue; // stated twice
            const auto& projection = nest.projections[t];
            double copies = 1.0;
            for (const NestLoop& loop : nest.levels[l].loops)
                if (loop.spatial && projection.relevant[loop.dimension]) copies *= loop.bound;
            const TileShape fibre = tileOf(projection, nest.levels[l].all);
            if (copies <= 1.0 || tileOf(projection, nest.levels[l].below).words > 1.0) continue;
            double steps = 0.0, words = 0.0;
            for (const Occupancy& occupancy : nest.densities[t].occupancies(fibre)) {
                steps += occupancy.probability * std::ceil(occupancy.words / copies);
                words += occupancy.probability * occupancy.words;
            }
            if (words > 0.0) found.push_back({t, l, steps * copies / fibre.words, steps * copies / words});
        }
    }
    return found;
}

} // namespace strata::npu::sparse
