// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/edge/edge_methods.h"

#include <algorithm>

namespace strata::methods {
namespace {

using hardware::SocPart;
using hardware::SocUnit;

constexpr double kUsualOpsPerClock = 8; ///< of a core whose rate the device does not tell: one vector of four, fused

double rateOf(const SocUnit& unit) {
    double rate = unit.ops_per_clock[index(NumberType::Fp32)];
    if (rate <= 0) rate = unit.ops_per_clock[index(NumberType::Fp16)];
    if (rate <= 0) rate = unit.ops_per_clock[index(NumberType::Int8)];
    if (rate <= 0 && unit.part == SocPart::Cpu) rate = kUsualOpsPerClock;
    return unit.clock_hz * rate;
}

} // namespace

double capability(const hardware::Soc& soc, SocPart part, const std::string& cores, double threads) {
    std::vector<const SocUnit*> units;
    for (const SocUnit& unit : soc.units) {
        if (unit.part == part) units.push_back(&unit);
    }
    std::ranges::sort(units, [](const auto* a, const auto* b) { return rateOf(*a) > rateOf(*b); });
    if (part != SocPart::Cpu) return units.empty() ? 0.0 : units.front()->cores * rateOf(*units.front());
    if (cores == "little") std::ranges::reverse(units);
    double sum = 0;
    for (const SocUnit* unit : units) {
        const double taken = std::min(threads, unit->cores);
        sum += taken * rateOf(*unit);
        threads -= taken;
    }
    return sum;
}

} // namespace strata::methods
