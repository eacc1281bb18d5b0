// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cpu/block.h"

#include "core/cpu/rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace strata::cpu {
namespace {

using hardware::CpuCore;
using hardware::InstructionRow;
using hardware::Renamed;

/// What the rename stage holds beside a place: whose value of the start it is, and the constant beside it.
struct Held {
    std::optional<Place> origin;
    double constant = 0;
    bool folded = false; ///< by a move or a constant, so that units without an adder cannot read it as it is
};
using Names = std::array<Held, kPlaces>;

Place firstGeneral(const std::vector<Place>& places) {
    for (const Place place : places)
        if (place < kFirstVector) return place;
    return 0;
}

/// Follows names through one instruction. Says whether one of its sources is held with a constant.
bool rename(const Instruction& instruction, const InstructionRow& row, Names& names) {
    const bool folded = std::ranges::any_of(instruction.reads, [&](Place place) { return names[place].folded; });
    Held result;
    if ((row.renamed == Renamed::Fold || row.renamed == Renamed::Move) && !instruction.writes.empty() &&
        instruction.writes.front() < kFirstVector) {
        const bool from_register =
            std::ranges::any_of(instruction.reads, [](Place place) { return place < kFirstVector; });
        if (from_register) result = names[firstGeneral(instruction.reads)];
        // "sub" takes its constant away and "dec" states none; the magnitude is what has to fit.
        const double step = instruction.constant != 0 ? instruction.constant : row.renamed == Renamed::Fold ? 1.0 : 0.0;
        result.constant += row.renamed == Renamed::Move                             ? 0.0
                           : instruction.name == "sub" || instruction.name == "dec" ? -step
                                                                                    : step;
        result.folded = true;
    }
    for (const Place place : instruction.writes)
        if (place < kFirstVector) names[place] = result;
    return folded;
}

double slotsOf(const CpuCore& core, const Instruction& instruction, const InstructionRow& row) {
    if (row.front_slots > 0) return row.front_slots;
    double slots = std::max<double>(1.0, row.renamed == Renamed::Fold ? 1.0 : static_cast<double>(row.ops.size()));
    // A load shares the slot of the operation behind it, the address of a store that of its data.
    if (instruction.stores && !row.ops.empty()) slots += 1;
    if (core.splits_indexed && instruction.indexed && instruction.loads && instruction.three_operands &&
        !row.ops.empty())
        slots += 1;
    return slots;
}

InstructionCost costOf(const CpuCore& core, const Instruction& instruction, const InstructionRow& row) {
    InstructionCost cost;
    cost.row = &row;
    cost.renamed = row.renamed;
    cost.rename_slots = slotsOf(core, instruction, row);
    const bool answered = row.renamed != Renamed::No && row.renamed != Renamed::Independent;
    cost.latency = answered ? 0.0 : row.latency;
    if (!answered)
        for (const hardware::MicroOp& op : row.ops)
            cost.work.push_back({op.ports, op.cycles});
    if (instruction.loads) cost.work.push_back({core.load_ports, 1});
    if (instruction.stores) {
        cost.work.push_back({core.store_address_ports, 1});
        cost.work.push_back({core.store_data_ports, 1});
    }
    return cost;
}

/// Costs of instructions that read registers which the rename stage holds with a constant, in the steady state; and the
/// additions that constants which grow with every iteration need when they no longer fit.
void addFoldedWork(const CpuCore& core, std::span<const Instruction> block, std::vector<InstructionCost>& costs) {
    Names names{};
    for (int pass = 0; pass < 2; ++pass) {
        for (std::size_t place = 0; place < kPlaces; ++place)
            names[place] = {static_cast<Place>(place), 0.0, names[place].folded};
        for (std::size_t i = 0; i < block.size(); ++i) {
            const bool folded = rename(block[i], *costs[i].row, names);
            if (pass == 0 || !folded || !costs[i].row->plain_sources || costs[i].row->ops.empty()) continue;
            costs[i].work.push_back({costs[i].row->ops.front().ports, 1});
            costs[i].latency += 1;
        }
    }
    for (std::size_t i = 0; i < block.size(); ++i) {
        if (costs[i].renamed != Renamed::Fold || costs[i].row->ops.empty() || block[i].writes.empty()) continue;
        const Place place = block[i].writes.front();
        const Held& held = names[place];
        if (held.origin != place || held.constant == 0 || core.folded_constant <= 0) continue;
        const double share = std::min(1.0, std::abs(held.constant) / core.folded_constant);
        costs[i].work.push_back({costs[i].row->ops.front().ports, share});
        costs[i].rename_slots += share;
        costs[i].latency = share * costs[i].row->latency;
        names[place].origin.reset(); // once for each register
    }
}

/// Instructions that act on flags whose maker hands them on late take longer. The first one of a block reads those that
/// the last maker of the block before left.
void addLateFlags(std::span<const Instruction> block, std::vector<InstructionCost>& costs) {
    double late = 0;
    const auto touches = [](const std::vector<Place>& places) {
        return std::ranges::any_of(places, [](Place place) { return place == kCarry || place == kFlags; });
    };
    for (int pass = 0; pass < 2; ++pass) {
        for (std::size_t i = 0; i < block.size(); ++i) {
            if (pass == 1 && touches(block[i].reads)) costs[i].latency += late;
            if (touches(block[i].writes)) late = costs[i].renamed == Renamed::Zero ? 0.0 : costs[i].row->late_flags;
        }
    }
}

void fusePairs(const CpuCore& core, std::span<const Instruction> block, std::vector<InstructionCost>& costs) {
    for (std::size_t i = 1; i < block.size(); ++i) {
        if (!fuses(core, block[i - 1], block[i])) continue;
        // The pair is one operation on a port of the branch.
        const bool loads = block[i - 1].loads;
        costs[i].rename_slots = 0;
        costs[i - 1].rename_slots = 1;
        costs[i - 1].latency = costs[i - 1].row->latency;
        costs[i - 1].work.clear();
        if (loads) costs[i - 1].work.push_back({core.load_ports, 1});
    }
}

Link linkOf(const CpuCore& core, const Instruction& instruction, const InstructionCost& cost) {
    Link link;
    const InstructionRow& row = *cost.row;
    link.writes = instruction.writes;
    link.latency = cost.latency;
    link.address_latency = (instruction.vector_load ? core.vector_load_latency : core.load_latency) +
                           (row.ops.empty() ? 0.0 : row.latency);
    if (row.renamed == Renamed::Zero || row.renamed == Renamed::Independent) return link;
    link.reads = instruction.reads;
    link.addresses = instruction.addresses;
    if (row.joins > 0) {
        for (const Place place : instruction.writes) {
            if (place >= kCarry) continue;
            link.joins.push_back(place);
            if (!instruction.same_sources) std::erase(link.reads, place);
        }
    }
    link.join_latency = row.joins;
    return link;
}

double frontCycles(const CpuCore& core, const BlockRun& run, const BlockBounds& bounds) {
    if (!run.decoded) return bounds.rename_slots / core.cache_width;
    const auto decoded =
        std::ranges::count_if(bounds.costs, [](const InstructionCost& cost) { return cost.rename_slots > 0; });
    return std::max(bounds.bytes / core.decode_bytes, static_cast<double>(decoded) / core.decode_width);
}

/// The counter of a loop and its branch are one operation on a port of branches.
void addClosingBranch(const CpuCore& core, double copies, std::vector<PortWork>& work) {
    Instruction branch;
    branch.name = "jnz";
    branch.operands = "i";
    const InstructionRow* row = rowOf(core, branch);
    if (row != nullptr && !row->ops.empty()) work.push_back({row->ops.front().ports, 1.0 / copies});
}

} // namespace

std::vector<std::string> unknownInstructions(const CpuCore& core, std::span<const Instruction> block) {
    std::vector<std::string> names;
    for (const Instruction& instruction : block) {
        if (rowOf(core, instruction) == nullptr && std::ranges::find(names, instruction.text) == names.end())
            names.push_back(instruction.text);
    }
    return names;
}

BlockBounds boundsOf(const CpuCore& core, std::span<const Instruction> block, const BlockRun& run) {
    BlockBounds bounds;
    for (const Instruction& instruction : block) {
        bounds.costs.push_back(costOf(core, instruction, *rowOf(core, instruction)));
        bounds.bytes += instruction.bytes;
    }
    addFoldedWork(core, block, bounds.costs);
    addLateFlags(block, bounds.costs);
    fusePairs(core, block, bounds.costs);

    std::vector<PortWork> work;
    std::vector<Link> links;
    for (std::size_t i = 0; i < block.size(); ++i) {
        bounds.rename_slots += bounds.costs[i].rename_slots;
        work.insert(work.end(), bounds.costs[i].work.begin(), bounds.costs[i].work.end());
        links.push_back(linkOf(core, block[i], bounds.costs[i]));
    }
    bounds.front = frontCycles(core, run, bounds);
    if (run.loop) addClosingBranch(core, run.copies, bounds.closing);
    work.insert(work.end(), bounds.closing.begin(), bounds.closing.end());
    const double slots_of_pass = bounds.rename_slots * run.copies + (run.loop ? 1.0 : 0.0);
    const double width = std::min(core.rename_width, core.retire_width);
    const double pass = slots_of_pass / width;
    bounds.rename = (run.loop && core.loop_breaks_group ? std::ceil(pass - 1e-9) : pass) / run.copies;
    bounds.loads = distribute(work, core.port_names.size());
    bounds.ports = bounds.loads.bound;
    const Chain chain = slowestChain(links);
    bounds.chain = chain.cycles;
    bounds.links = chain.links;
    bounds.cycles = std::max({bounds.front, bounds.rename, bounds.ports, bounds.chain});
    return bounds;
}

std::vector<std::vector<double>> portPressure(const BlockBounds& bounds) {
    std::vector<PortWork> work;
    std::vector<std::size_t> owners;
    const auto add = [&](const std::vector<PortWork>& pieces, std::size_t owner) {
        work.insert(work.end(), pieces.begin(), pieces.end());
        owners.insert(owners.end(), pieces.size(), owner);
    };
    for (std::size_t i = 0; i < bounds.costs.size(); ++i)
        add(bounds.costs[i].work, i);
    add(bounds.closing, bounds.costs.size());
    const std::vector<std::vector<double>> pieces = spread(work, bounds.loads);
    std::vector<std::vector<double>> pressure(bounds.costs.size() + 1,
                                              std::vector<double>(bounds.loads.cycles.size(), 0.0));
    for (std::size_t piece = 0; piece < pieces.size(); ++piece)
        for (std::size_t port = 0; port < pieces[piece].size(); ++port)
            pressure[owners[piece]][port] += pieces[piece][port];
    return pressure;
}

} // namespace strata::cpu
