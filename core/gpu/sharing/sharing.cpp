// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/sharing/sharing.h"

#include <algorithm>
#include <limits>

namespace strata::gpu {
namespace {

// Capacities within this share of being used up count as full: rounding must not leave a sliver that never ends a
// round.
constexpr double kSliver = 1e-12;

/// How far the common speed may still grow until `resource` is full.
double room(std::span<const Flow> flows, std::span<const char> held, std::size_t resource, double capacity) {
    double demand = 0.0;
    for (std::size_t i = 0; i < flows.size(); ++i) {
        for (std::size_t u = 0; !held[i] && u < flows[i].use_count; ++u) {
            if (flows[i].uses[u].resource == resource) demand += flows[i].most * flows[i].uses[u].amount;
        }
    }
    return demand > 0.0 ? capacity / demand : std::numeric_limits<double>::infinity();
}

void grow(std::span<Flow> flows, std::span<const char> held, double step, std::vector<double>& capacities) {
    for (std::size_t i = 0; i < flows.size(); ++i) {
        if (held[i]) continue;
        flows[i].rate += step * flows[i].most;
        for (std::size_t u = 0; u < flows[i].use_count; ++u) {
            const Use& use = flows[i].uses[u];
            capacities[use.resource] = std::max(capacities[use.resource] - step * flows[i].most * use.amount, 0.0);
        }
    }
}

bool uses(const Flow& flow, std::size_t resource) {
    const auto end = flow.uses.begin() + static_cast<std::ptrdiff_t>(flow.use_count);
    return std::any_of(flow.uses.begin(), end,
                       [&](const Use& use) { return use.resource == resource && use.amount > 0.0; });
}

} // namespace

void Flow::add(std::size_t resource, double amount) {
    if (amount > 0.0) uses[use_count++] = {resource, amount};
}

void shareFairly(std::span<Flow> flows, std::vector<double>& capacities) {
    std::vector<char> held(flows.size(), 0);
    const std::vector<double> whole = capacities;
    for (Flow& flow : flows)
        flow.rate = 0.0;
    double speed = 0.0; // common to all that are not held, of their speed alone
    while (speed < 1.0) {
        double step = 1.0 - speed;
        for (std::size_t r = 0; r < capacities.size(); ++r)
            step = std::min(step, room(flows, held, r, capacities[r]));
        grow(flows, held, step, capacities);
        speed += step;
        bool any = false;
        for (std::size_t i = 0; i < flows.size(); ++i) {
            for (std::size_t r = 0; !held[i] && r < capacities.size(); ++r) {
                if (capacities[r] <= kSliver * whole[r] && uses(flows[i], r)) held[i] = any = 1;
            }
        }
        if (!any) return;
    }
}

} // namespace strata::gpu
