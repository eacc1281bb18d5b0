// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cpu/ports.h"

#include <algorithm>
#include <numeric>

namespace strata::cpu {
namespace {

using hardware::PortSet;

/// Work that the same ports may take, and how much of it each of them takes.
struct Group {
    PortSet ports = 0;
    double cycles = 0;
    std::vector<double> held; ///< by port
    double placed() const { return std::accumulate(held.begin(), held.end(), 0.0); }
};

std::vector<Group> groupsOf(std::span<const PortWork> work, std::size_t ports) {
    std::vector<Group> groups;
    for (const PortWork& piece : work) {
        const auto known = std::ranges::find(groups, piece.ports, &Group::ports);
        if (known == groups.end())
            groups.push_back({piece.ports, piece.cycles, std::vector<double>(ports, 0.0)});
        else
            known->cycles += piece.cycles;
    }
    return groups;
}

double heldOn(const std::vector<Group>& groups, std::size_t port) {
    double cycles = 0;
    for (const Group& group : groups)
        cycles += group.held[port];
    return cycles;
}

/// Even shares, scaled in turn to the loads of the ports and the work of the groups (iterative proportional fitting: W.
/// Deming and F. Stephan, Annals of Mathematical Statistics 11, 1940). Afterwards no group has more than its work and
/// no port more than its load. Shares below `least`, which would vanish in further rounds, are none.
void fitShares(std::vector<Group>& groups, const std::vector<double>& loads, double least) {
    constexpr int kRounds = 60;
    for (Group& group : groups)
        for (std::size_t port = 0; port < loads.size(); ++port)
            group.held[port] = (group.ports >> port & 1U) != 0 && loads[port] > 0 ? 1.0 : 0.0;
    for (int round = 0; round < kRounds; ++round) {
        for (Group& group : groups)
            if (const double placed = group.placed(); placed > 0)
                for (double& cycles : group.held)
                    cycles *= group.cycles / placed;
        for (std::size_t port = 0; port < loads.size(); ++port)
            if (const double held = heldOn(groups, port); held > 0)
                for (Group& group : groups)
                    group.held[port] *= loads[port] / held;
    }
    for (Group& group : groups)
        for (double& cycles : group.held)
            if (cycles < least) cycles = 0;
    for (Group& group : groups)
        if (const double placed = group.placed(); placed > group.cycles)
            for (double& cycles : group.held)
                cycles *= group.cycles / placed;
}

/// Who reached a port or a group on the way of what is left to place: a step of breadth-first search.
struct Reached {
    std::vector<std::size_t> port_by, group_by; ///< group that reached a port, port that reached a group
    std::size_t free_port = 0;
};
constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

/// Looks for a port with room that work of `start` reaches, directly or by moving work of other groups.
bool reach(const std::vector<Group>& groups, const std::vector<double>& loads, std::size_t start, double least,
           Reached& way) {
    way.port_by.assign(loads.size(), kNobody);
    way.group_by.assign(groups.size(), kNobody);
    std::vector<std::size_t> queue{start};
    std::vector<bool> seen(groups.size(), false);
    seen[start] = true;
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const std::size_t from = queue[at];
        for (std::size_t port = 0; port < loads.size(); ++port) {
            if ((groups[from].ports >> port & 1U) == 0 || way.port_by[port] != kNobody) continue;
            way.port_by[port] = from;
            if (loads[port] - heldOn(groups, port) > least) {
                way.free_port = port;
                return true;
            }
            for (std::size_t other = 0; other < groups.size(); ++other) {
                if (seen[other] || groups[other].held[port] <= least) continue;
                seen[other] = true;
                way.group_by[other] = port;
                queue.push_back(other);
            }
        }
    }
    return false;
}

/// Places what is left of a group along such a way; every step fills a port, a group or a share (L. Ford and D.
/// Fulkerson, Canadian Journal of Mathematics 8, 1956).
void placeRest(std::vector<Group>& groups, const std::vector<double>& loads, std::size_t start, double least) {
    Reached way;
    for (double left = groups[start].cycles - groups[start].placed(); left > least;) {
        if (!reach(groups, loads, start, least, way)) return;
        double step = std::min(left, loads[way.free_port] - heldOn(groups, way.free_port));
        for (std::size_t port = way.free_port; way.port_by[port] != start;) {
            const std::size_t group = way.port_by[port];
            port = way.group_by[group];
            step = std::min(step, groups[group].held[port]);
        }
        for (std::size_t port = way.free_port;;) {
            const std::size_t group = way.port_by[port];
            groups[group].held[port] += step;
            if (group == start) break;
            port = way.group_by[group];
            groups[group].held[port] -= step;
        }
        left -= step;
    }
}

} // namespace

std::vector<std::vector<double>> spread(std::span<const PortWork> work, const PortLoads& loads) {
    std::vector<Group> groups = groupsOf(work, loads.cycles.size());
    const double sum = std::accumulate(loads.cycles.begin(), loads.cycles.end(), 0.0), least = 1e-12 * sum;
    fitShares(groups, loads.cycles, 1e-6 * sum);
    for (std::size_t group = 0; group < groups.size(); ++group)
        placeRest(groups, loads.cycles, group, least);
    for (Group& group : groups) // what rounding leaves where work was moved away
        for (double& cycles : group.held)
            if (cycles < least) cycles = 0;
    std::vector<std::vector<double>> held;
    for (const PortWork& piece : work) {
        const Group& group = *std::ranges::find(groups, piece.ports, &Group::ports);
        std::vector<double> row = group.held;
        for (double& cycles : row)
            cycles *= group.cycles > 0 ? piece.cycles / group.cycles : 0.0;
        held.push_back(std::move(row));
    }
    return held;
}

} // namespace strata::cpu
