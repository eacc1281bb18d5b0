// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/fill.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace strata::npu {

double fillAndDrainCycles(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                          const LoopNestResult& result) {
    const auto& levels = architecture.levels;
    double cycles = 0.0;
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
        const bool output = problem.tensors[t].output;
        std::optional<std::size_t> outer;
        for (std::size_t i = 0; i < levels.size(); ++i) {
            const TensorAccess& access = result.levels[i].tensors[t];
            if (!levels[i].stores || !access.kept) continue;
            if (outer) {
                const double words = static_cast<double>(access.tile_words);
                const double children =
                    access.utilized_instances / std::max(1.0, result.levels[*outer].tensors[t].utilized_instances);
                const double inside = output ? levels[i].read_words_per_cycle : levels[i].write_words_per_cycle;
                const double outside =
                    output ? levels[*outer].write_words_per_cycle : levels[*outer].read_words_per_cycle;
                cycles += std::max(words / inside, words * std::max(1.0, children) / outside);
            }
            outer = i;
        }
    }
    return std::ceil(cycles);
}

} // namespace strata::npu
