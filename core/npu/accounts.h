// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/loopnest.h"
#include "core/npu/nest.h"

#include <array>
#include <cmath>

namespace strata::npu::detail {

/// What of a level decides energy and time, prepared once.
struct LevelFacts {
    bool stores = true;
    double instances = 1.0; ///< in the whole accelerator
    double clusters = 1.0;
    double capacity = 0.0;   ///< words of one tile set, buffering taken off; 0: unbounded
    double read_limit = 0.0; ///< words per cycle
    double write_limit = 0.0;
    hardware::StorageEnergy energy;
    std::array<double, kMaxTensors> words_per_entry{};
    std::array<double, kMaxTensors> word_weight{}; ///< width of a tensor's word in words of the level
};

/// The facts of one level, numbered from outside, for tensors with the words of the problem.
LevelFacts makeLevelFacts(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                          std::size_t level);

/// Words of a level that the tiles of kept tensors take together.
/// @param kept whether the level holds a tensor; `tile`: the words of its tile
template <class Kept, class Tile>
double usedWords(const LevelFacts& level, std::size_t tensors, const Kept& kept, const Tile& tile) {
    double used = 0.0;
    for (std::size_t t = 0; t < tensors; ++t)
        if (kept(t)) used += tile(t) * level.word_weight[t];
    return std::ceil(used);
}

/// Whether so many words are more than a level holds.
inline bool overflows(const LevelFacts& level, double used_words) {
    return level.stores && level.capacity > 0.0 && used_words > level.capacity;
}

/// How many copies of a level a mapping uses.
struct Usage {
    double largest = 1.0; ///< product of the spatial bounds outside
    double average = 1.0; ///< remainders counted, in whole numbers
};

/// Energy of the accesses of one cluster of a level. @unit pJ
double clusterEnergy(const LevelFacts& level, std::size_t tensor, const TensorAccess& access);

/// What the way of the words that fill a level takes, of the energy of a tensor's accesses there; 0 where the level has
/// no network of its own. @unit pJ
double networkEnergy(const hardware::NpuLevel& storage, const LevelFacts& level, std::size_t tensor,
                     const TensorAccess& access);

/// Energy of the accesses of all instances of one level.
double accessEnergy(const LevelFacts& level, const Usage& usage, std::size_t tensor, TensorAccess& access);

/// Demand, throttle and cycles of one level: the port of an instance serves all its tensors.
void throttle(const LevelFacts& level, const Usage& usage, double compute_cycles, LevelResult& result);

} // namespace strata::npu::detail
