// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cpu/ports.h"

#include <algorithm>
#include <bit>

namespace strata::cpu {
namespace {

using hardware::PortSet;

struct Tightest {
    PortSet ports = 0;
    double load = 0;
};

/// Unions of the sets that occur: no other set can be the tightest one.
std::vector<PortSet> unionsOf(std::span<const PortWork> work) {
    constexpr std::size_t kMost =
        1 << 14; // of a core whose groups are all unlike; further unions bound no tighter in practice
    std::vector<PortSet> unions;
    const auto insert = [&](PortSet set) {
        if (std::ranges::find(unions, set) == unions.end()) unions.push_back(set);
    };
    for (const PortWork& port_work : work) {
        const std::size_t before = unions.size();
        if (std::ranges::find(unions, port_work.ports) != unions.end()) continue;
        insert(port_work.ports);
        for (std::size_t i = 0; i < before && unions.size() < kMost; ++i)
            insert(unions[i] | port_work.ports);
    }
    return unions;
}

Tightest tightestOf(std::span<const PortWork> work, PortSet free) {
    Tightest best;
    for (const PortSet set : unionsOf(work)) {
        double cycles = 0;
        for (const PortWork& port_work : work)
            cycles += (port_work.ports & ~set) == 0 ? port_work.cycles : 0.0;
        const int size = std::popcount(set & free);
        const double load = size > 0 ? cycles / size : 0.0;
        if (load > best.load * (1 + 1e-12)) best = {set & free, load};
    }
    return best;
}

} // namespace

PortLoads distribute(std::span<const PortWork> work, std::size_t ports) {
    PortLoads loads;
    loads.cycles.assign(ports, 0.0);
    std::vector<PortWork> left;
    for (const PortWork& port_work : work) {
        const auto known = std::ranges::find(left, port_work.ports, &PortWork::ports);
        if (known == left.end())
            left.push_back(port_work);
        else
            known->cycles += port_work.cycles;
    }
    PortSet free = ~PortSet{0};
    while (!left.empty()) {
        const Tightest tightest = tightestOf(left, free);
        if (tightest.ports == 0) break;
        if (loads.busiest == 0) {
            loads.bound = tightest.load;
            loads.busiest = tightest.ports;
        }
        for (std::size_t port = 0; port < ports; ++port)
            if ((tightest.ports >> port & 1U) != 0) loads.cycles[port] = tightest.load;
        free &= ~tightest.ports;
        std::erase_if(left, [&](const PortWork& rest) { return (rest.ports & free) == 0; });
        for (PortWork& rest : left)
            rest.ports &= free; // the rest goes to the ports that are less busy
    }
    return loads;
}

} // namespace strata::cpu
