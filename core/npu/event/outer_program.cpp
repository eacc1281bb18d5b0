// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/event/cores.h"

#include <algorithm>

namespace strata::npu {

using namespace detail;

namespace {

constexpr std::size_t kReadPort = 0, kWritePort = 1;
constexpr double kLeastStep = 1e-9; ///< cycles: of work that takes no time on the chip

/// How often a digit advances while the digits from `kept` on run through once.
double advances(const TileProgram& program, std::size_t kept, std::size_t digit) {
    double times = static_cast<double>(program.bounds[digit]) - 1.0;
    for (std::size_t d = kept; d < digit; ++d)
        times *= static_cast<double>(program.bounds[d]);
    return times;
}

/// The link with its inner digits folded into one tile.
TileLink folded(const TileLink& link, const TileProgram& program, std::size_t kept) {
    TileLink outer = link;
    outer.outside = outer.inside = -1;
    outer.fill[1] = {}; // the level inside is part of the step
    if (link.digits <= kept) return outer;
    double inside = 0;
    for (std::size_t d = kept; d < link.digits; ++d) {
        inside += link.loads[d] * advances(program, kept, d);
        outer.loads[d] = 0;
    }
    outer.digits = kept;
    outer.first += inside;
    outer.first_load += inside;
    for (std::size_t d = 1; d < kept; ++d)
        outer.loads[d] += inside;
    return outer;
}

TileLink streamLink(bool output, double cycles, const TileProgram& program) {
    TileLink link;
    link.outer = 0;
    link.inner = 1;
    link.digits = program.digits;
    link.output = output;
    const double share = 1.0 / static_cast<double>(stepsOf(program));
    link.first = share;
    link.first_load = output ? 0.0 : share;
    for (std::size_t d = 1; d < program.digits; ++d)
        link.loads[d] = share;
    if (output)
        link.drain = {kWritePort, cycles};
    else
        link.fill[0] = {kReadPort, cycles};
    return link;
}

} // namespace

std::uint64_t stepsOf(const TileProgram& program) {
    std::uint64_t steps = 1;
    for (std::size_t d = 1; d < program.digits; ++d)
        steps *= program.bounds[d];
    return steps;
}

TileProgram outerProgram(const TileProgram& whole, double inner_cycles, std::uint64_t most_steps) {
    TileProgram outer;
    outer.bounds = whole.bounds;
    for (const TileLink& link : whole.links)
        if (link.outer == 0) outer.digits = std::max(outer.digits, link.digits);
    while (outer.digits > 1 && stepsOf(outer) > std::max<std::uint64_t>(1, most_steps))
        --outer.digits;
    for (const TileLink& link : whole.links)
        if (link.outer == 0) outer.links.push_back(folded(link, whole, outer.digits));
    const double steps = static_cast<double>(stepsOf(outer));
    outer.step_cycles = std::max(kLeastStep, inner_cycles / steps);
    for (const PortShare& share : whole.step) {
        if (share.port > kWritePort) continue;
        outer.step.push_back({share.port, share.cycles * static_cast<double>(stepsOf(whole)) / steps});
    }
    return outer;
}

TileProgram streamProgram(double read_cycles, double write_cycles, double inner_cycles, std::uint64_t steps) {
    TileProgram program;
    program.digits = 2;
    program.bounds.fill(1);
    program.bounds[1] = std::max<std::uint64_t>(1, steps);
    program.step_cycles = std::max(kLeastStep, inner_cycles / static_cast<double>(program.bounds[1]));
    addStream(read_cycles, write_cycles, program);
    return program;
}

void addStream(double read_cycles, double write_cycles, TileProgram& program) {
    if (read_cycles > 0) program.links.push_back(streamLink(false, read_cycles, program));
    if (write_cycles > 0) program.links.push_back(streamLink(true, write_cycles, program));
}

} // namespace strata::npu
