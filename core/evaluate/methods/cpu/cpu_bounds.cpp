// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/kinds/block_query.h"
#include "core/evaluate/methods/cpu/cpu_methods.h"
#include "core/evaluate/resolve.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace strata::methods {
namespace {

using hardware::Renamed;

constexpr const char* kCalibration = "cpu-blocks";
constexpr double kCoverage = 0.8;

std::string portsOf(const hardware::CpuCore& core, hardware::PortSet ports) {
    std::string names;
    for (std::size_t port = 0; port < core.port_names.size(); ++port)
        if ((ports >> port & 1U) != 0) names += (names.empty() ? "" : ", ") + core.port_names[port];
    return names;
}

std::string nameOf(Renamed renamed) {
    switch (renamed) {
    case Renamed::Move: return "move";
    case Renamed::Zero: return "zero";
    case Renamed::Fold: return "fold";
    case Renamed::Independent: return "independent";
    case Renamed::No: break;
    }
    return "no";
}

/// "add rax, 8 #3": instructions are told apart by their place.
std::string placed(const BlockQuery& query, std::size_t i) {
    return query.block[i].text + " #" + std::to_string(i + 1);
}

/// Shares of the instructions in the work that only the busiest ports take.
void addPortShares(const BlockQuery& query, const cpu::BlockBounds& bounds, Part& ports) {
    const int busiest = std::popcount(bounds.loads.busiest);
    double rest = ports.value;
    for (std::size_t i = 0; i < bounds.costs.size(); ++i) {
        double cycles = 0;
        for (const cpu::PortWork& work : bounds.costs[i].work)
            cycles += (work.ports & ~bounds.loads.busiest) == 0 ? work.cycles : 0.0;
        if (cycles <= 0 || busiest == 0) continue;
        ports.children.push_back(namedPart(placed(query, i), Category::Compute, cycles / busiest));
        rest -= cycles / busiest;
    }
    if (rest > 1e-9 * ports.value && !ports.children.empty())
        ports.children.push_back(makePart("closing-branch", Category::Compute, rest));
}

Part partsOf(const BlockQuery& query, const cpu::BlockBounds& bounds, double cycles, double seconds_per_cycle) {
    const double unit = seconds_per_cycle;
    Part root = makePart("block", Category::Total, cycles * unit, {"formula.largest-bound"});
    root.combine = Combine::Max;
    const hardware::CpuCore& core = query.core;
    Part ports = makePart("ports", Category::Compute, bounds.ports,
                          {"formula.busiest-ports", {{"ports", portsOf(core, bounds.loads.busiest)}}});
    addPortShares(query, bounds, ports);
    const auto scale = [&](auto&& self, Part& part) -> void {
        part.value *= unit;
        for (Part& child : part.children)
            self(self, child);
    };
    scale(scale, ports);
    root.children = {
        makePart("front-end", Category::Movement, bounds.front * unit,
                 query.run.decoded
                     ? Message{"formula.decoders", {{"bytes", core.decode_bytes}, {"instructions", core.decode_width}}}
                     : Message{"formula.decoded-cache", {{"slots", bounds.rename_slots}, {"width", core.cache_width}}}),
        makePart("rename", Category::Launch, bounds.rename * unit,
                 {"formula.rename-slots", {{"slots", bounds.rename_slots}, {"width", core.rename_width}}}),
        std::move(ports),
        makePart("dependencies", Category::Synchronisation, bounds.chain * unit,
                 {"formula.slowest-chain", {{"instructions", static_cast<double>(bounds.links.size())}}}),
    };
    return root;
}

Table instructionTable(const BlockQuery& query, const cpu::BlockBounds& bounds) {
    Table table{"block_instructions",
                {"instruction", "bytes", "slots", "micro_operations", "ports", "latency_cycles", "renamed", "on_chain"},
                {}};
    for (std::size_t i = 0; i < query.block.size(); ++i) {
        const cpu::InstructionCost& cost = bounds.costs[i];
        std::string ports;
        for (const cpu::PortWork& work : cost.work)
            ports += (ports.empty() ? "" : " + ") + portsOf(query.core, work.ports);
        const bool on_chain = std::ranges::find(bounds.links, i) != bounds.links.end();
        table.rows.push_back({query.block[i].text, query.block[i].bytes, cost.rename_slots,
                              static_cast<std::int64_t>(cost.work.size()), std::move(ports), cost.latency,
                              nameOf(cost.renamed), std::string(on_chain ? "yes" : "no")});
    }
    return table;
}

Table portTable(const BlockQuery& query, const cpu::BlockBounds& bounds) {
    Table table{"block_ports", {"port", "cycles", "limits"}, {}};
    for (std::size_t port = 0; port < query.core.port_names.size(); ++port)
        table.rows.push_back({query.core.port_names[port], bounds.loads.cycles[port],
                              std::string((bounds.loads.busiest >> port & 1U) != 0 ? "yes" : "no")});
    return table;
}

/// Cycles of each instruction on each port that it holds.
Table pressureTable(const BlockQuery& query, const cpu::BlockBounds& bounds) {
    Table table{"block_pressure", {"order", "instruction", "port", "cycles"}, {}};
    const std::vector<std::vector<double>> pressure = cpu::portPressure(bounds);
    for (std::size_t i = 0; i < pressure.size(); ++i)
        for (std::size_t port = 0; port < pressure[i].size(); ++port)
            if (pressure[i][port] > 0)
                table.rows.push_back({static_cast<std::int64_t>(i + 1),
                                      i < query.block.size() ? query.block[i].text : std::string("closing-branch"),
                                      query.core.port_names[port], pressure[i][port]});
    return table;
}

/// Which bound rules; ties are all named.
Note rulingNote(const BlockQuery& query, const cpu::BlockBounds& bounds) {
    const std::pair<double, const char*> all[] = {{bounds.chain, "note.block-by-dependencies"},
                                                  {bounds.ports, "note.block-by-ports"},
                                                  {bounds.rename, "note.block-by-rename"},
                                                  {bounds.front, "note.block-by-front-end"}};
    const auto* ruling = std::ranges::max_element(all, {}, &std::pair<double, const char*>::first);
    Note note{Note::Level::Info, "block-limited", {ruling->second, {{"cycles", bounds.cycles}}}, query.stated_at};
    note.decides = true;
    return note;
}

std::vector<Note> notesOf(const BlockQuery& query, const cpu::BlockBounds& bounds) {
    std::vector<Note> notes{rulingNote(query, bounds)};
    const bool stores = std::ranges::any_of(query.block, &cpu::Instruction::stores);
    const bool loads = std::ranges::any_of(query.block, &cpu::Instruction::loads);
    if (stores && loads)
        notes.push_back({Note::Level::Warning, "memory-not-followed", {"note.memory-not-followed"}, query.stated_at});
    else if (stores || loads)
        notes.push_back({Note::Level::Info, "cache-hits", {"note.cache-hits"}, query.stated_at});
    return notes;
}

Metric within(std::string name, double value, const hardware::Residual* residual, bool inverse = false) {
    if (residual == nullptr) return {std::move(name), value, value, value, 1.0};
    const double shorter = std::exp(std::min(0.0, residual->p10)), longer = std::exp(std::max(0.0, residual->p90));
    return inverse ? Metric{std::move(name), value, value / longer, value / shorter, kCoverage}
                   : Metric{std::move(name), value, value * shorter, value * longer, kCoverage};
}

} // namespace

Result<Estimate> estimateBlock(const Request& request, const Context& context) {
    const auto query = queryOf<BlockQuery>(request, context.library, resolveBlock);
    if (!query) return query.error();
    const cpu::BlockBounds bounds = cpu::boundsOf(query->core, query->block, query->run);

    const auto& calibrations = context.library.calibrations();
    const auto calibration = std::ranges::find(calibrations, kCalibration, &hardware::Calibration::id);
    const bool known = calibration != calibrations.end() && !calibration->residuals.empty();
    const hardware::Residual* residual = known ? &calibration->residuals.front() : nullptr;

    Estimate estimate;
    const double instructions = static_cast<double>(query->block.size());
    estimate.metrics = {within("cycles", bounds.cycles, residual),
                        within("instructions_per_cycle", instructions / bounds.cycles, residual, true)};
    estimate.parts.emplace_back("cycles", partsOf(*query, bounds, bounds.cycles, 1.0));
    if (query->core.clock_hz > 0) {
        const double cycle_s = 1.0 / query->core.clock_hz;
        estimate.metrics.push_back(within("latency_s", bounds.cycles * cycle_s, residual));
        estimate.parts.emplace_back("latency_s", partsOf(*query, bounds, bounds.cycles, cycle_s));
    }
    estimate.tables = {instructionTable(*query, bounds), portTable(*query, bounds), pressureTable(*query, bounds)};
    estimate.notes = notesOf(*query, bounds);
    if (known)
        estimate.calibrations = {{calibration->id, calibration->data, calibration->points, calibration->residual_p50,
                                  calibration->residual_p90}};
    return estimate;
}

} // namespace strata::methods
