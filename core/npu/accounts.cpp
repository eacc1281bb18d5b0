// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/accounts.h"

#include <algorithm>
#include <cmath>

namespace strata::npu::detail {

LevelFacts makeLevelFacts(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                          std::size_t level) {
    const hardware::NpuLevel& source = architecture.levels[level];
    LevelFacts facts;
    facts.stores = source.stores;
    for (std::size_t l = 0; l < level; ++l) {
        facts.instances *= static_cast<double>(architecture.levels[l].fanout_x) * architecture.levels[l].fanout_y;
    }
    const double cluster = std::max(1u, source.cluster_size);
    const double word_bits = std::max(1u, source.word_bits);
    const double entry_bits = source.entry_bits == 0 ? word_bits * cluster : source.entry_bits;
    facts.clusters = std::max(1.0, std::floor(facts.instances / cluster));
    facts.capacity =
        std::floor(static_cast<double>(source.entries) * std::max(1.0, std::floor(entry_bits / word_bits / cluster)) /
                   std::max(1u, source.buffering));
    facts.read_limit = source.read_words_per_cycle;
    facts.write_limit = source.write_words_per_cycle;
    facts.energy = source.energy;
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
        const double bits = problem.tensors[t].bits == 0 ? word_bits : problem.tensors[t].bits;
        facts.word_weight[t] = bits / word_bits;
        facts.words_per_entry[t] = std::max(1.0, std::floor(entry_bits / bits / cluster));
    }
    return facts;
}

double clusterEnergy(const LevelFacts& level, std::size_t tensor, const TensorAccess& access) {
    const double words = level.words_per_entry[tensor];
    return std::ceil(access.reads / words) * level.energy.read_pj +
           std::ceil(access.fills / words) * level.energy.write_pj +
           std::ceil(access.updates / words) * level.energy.update_pj;
}

double networkEnergy(const hardware::NpuLevel& storage, const LevelFacts& level, std::size_t tensor,
                     const TensorAccess& access) {
    if (storage.network_from.empty() || !access.kept) return 0.0;
    LevelFacts way = level;
    way.energy = {0, storage.network_pj, 0, 0};
    const double all_pj = clusterEnergy(level, tensor, access);
    return all_pj > 0 ? access.energy_pj * clusterEnergy(way, tensor, access) / all_pj : 0.0;
}

double accessEnergy(const LevelFacts& level, const Usage& usage, std::size_t tensor, TensorAccess& access) {
    const double cluster_pj = clusterEnergy(level, tensor, access);
    access.utilized_instances = usage.average;
    access.utilized_clusters = std::min(usage.largest, level.clusters);
    return cluster_pj / (usage.largest / access.utilized_clusters) * usage.average;
}

void throttle(const LevelFacts& level, const Usage& usage, double compute_cycles, LevelResult& result) {
    const double idle_share = usage.largest / usage.average;
    result.read_words_per_cycle = 0.0;
    result.write_words_per_cycle = 0.0;
    for (std::size_t t = 0; t < result.tensors.size(); ++t) {
        TensorAccess& access = result.tensors[t];
        if (!access.kept) {
            continue;
        }
        const double weight = level.word_weight[t] / compute_cycles;
        access.read_words_per_cycle = std::ceil(access.reads / idle_share) * weight;
        access.write_words_per_cycle = std::ceil((access.fills + access.updates) / idle_share) * weight;
        result.read_words_per_cycle += access.read_words_per_cycle;
        result.write_words_per_cycle += access.write_words_per_cycle;
    }
    result.throttle = 1.0;
    if (level.read_limit < result.read_words_per_cycle) {
        result.throttle = std::min(result.throttle, level.read_limit / result.read_words_per_cycle);
    }
    if (level.write_limit < result.write_words_per_cycle) {
        result.throttle = std::min(result.throttle, level.write_limit / result.write_words_per_cycle);
    }
    result.cycles = std::ceil(compute_cycles / result.throttle);
}

} // namespace strata::npu::detail
