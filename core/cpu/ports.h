// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/edge/cpu_core.h"

#include <span>
#include <vector>

namespace strata::cpu {

/// Work that any one of some ports takes: cycles an iteration for which it holds one.
struct PortWork {
    hardware::PortSet ports = 0;
    double cycles = 0;
};

/// Cycles an iteration that each port is held under the best distribution, which makes the busiest ports least busy,
/// then the next busy ones, and so on. The first is the bound of the ports: max over sets S of ports of the work that
/// only S takes, over |S| (Hall's condition for fractional assignments; A. Abel and J. Reineke, "Facile", IISWC 2023).
struct PortLoads {
    std::vector<double> cycles;    ///< by port
    double bound = 0;              ///< of the busiest
    hardware::PortSet busiest = 0; ///< the ports that make the bound
};
PortLoads distribute(std::span<const PortWork> work, std::size_t ports);

/// Cycles that each piece of work holds each port under that distribution: one of those that give `loads`, nearly
/// even over the ports that may take a piece, and the same for all pieces with the same ports. By work, then port.
std::vector<std::vector<double>> spread(std::span<const PortWork> work, const PortLoads& loads);

} // namespace strata::cpu
