// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/graph.h"

#include <array>
#include <numeric>

namespace strata::workload {
namespace {

constexpr std::array<std::string_view, 4> kPhases{"inference", "training", "prefill", "decode"};
constexpr std::array<std::string_view, 4> kPasses{"forward", "backward input", "backward weight", "optimizer"};

} // namespace

std::string_view name(Phase phase) { return kPhases[static_cast<std::size_t>(phase)]; }

std::string_view name(Pass pass) { return kPasses[static_cast<std::size_t>(pass)]; }

double MemoryDemand::total() const {
    return weight_bytes + gradient_bytes + optimizer_bytes + activation_bytes + kv_cache_bytes + workspace_bytes +
           state_bytes;
}

double ModelGraph::flop() const {
    return std::accumulate(operators.begin(), operators.end(), 0.0,
                           [](double sum, const Operator& op) { return sum + op.count * workOf(op.kernel).flop; });
}

} // namespace strata::workload
