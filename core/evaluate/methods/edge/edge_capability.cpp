// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/edge/edge_methods.h"

#include <algorithm>

namespace strata::methods {

double capability(const hardware::Soc& soc, hardware::SocPart part, const std::string& cores, double threads) {
    std::vector<const hardware::SocUnit*> units;
    for (const hardware::SocUnit& unit : soc.units) {
        if (unit.part == part) units.push_back(&unit);
    }
    std::ranges::sort(units,
                      [](const auto* a, const auto* b) { return edge::opsPerSecond(*a) > edge::opsPerSecond(*b); });
    if (part != hardware::SocPart::Cpu)
        return units.empty() ? 0.0 : units.front()->cores * edge::opsPerSecond(*units.front());
    if (cores == "little") std::ranges::reverse(units);
    double sum = 0;
    for (const hardware::SocUnit* unit : units) {
        const double taken = std::min(threads, unit->cores);
        sum += taken * edge::opsPerSecond(*unit);
        threads -= taken;
    }
    return sum;
}

} // namespace strata::methods
