// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/event/event.h"

#include "core/evaluate/methods/npu/npu_components.h"
#include "core/evaluate/methods/npu/npu_event.h"
#include "core/evaluate/methods/npu/npu_loopnest.h"
#include "core/evaluate/methods/npu/npu_search.h"
#include "core/evaluate/resolve.h"

#include <algorithm>
#include <cmath>

namespace strata::methods {
namespace {

Metric sameEnds(std::string name, double value) { return {std::move(name), value, value, value, 1.0}; }

Message withClock(const LayerAnswer& answer, Message cycles) {
    cycles.arguments.emplace_back("clock", Amount{answer.query.architecture.clock_hz, "Hz"});
    return cycles;
}

Part waitPart(const LayerAnswer& answer, const npu::EventWait& wait, const npu::EventResult& run) {
    const auto& level = answer.query.architecture.levels[wait.level];
    const npu::PortUse& port = run.ports[wait.level];
    Part part = makePart((wait.reads ? "waiting-to-read/" : "waiting-to-write/") + level.name, Category::Memory,
                         answer.seconds(wait.cycles),
                         withClock(answer, {"formula.event-wait",
                                            {{"cycles", wait.cycles},
                                             {"busy", wait.reads ? port.read_cycles : port.write_cycles},
                                             {"all", run.cycles}}}),
                         verbatim(answer.source("/levels/" + std::to_string(wait.level) +
                                                (wait.reads ? "/read_words_per_cycle" : "/write_words_per_cycle"))));
    part.title = {wait.reads ? "part.waiting-to-read" : "part.waiting-to-write", {{"level", level.name}}};
    return part;
}

Part eventLatency(const LayerAnswer& answer, const npu::EventResult& run) {
    const double ideal = std::min(answer.idealCycles(), run.compute_cycles);
    const Message clock = verbatim(answer.source("/clock_hz"));
    Part root = makePart("layer", Category::Total, answer.seconds(run.cycles),
                         withClock(answer, {"formula.cycles", {{"cycles", run.cycles}}}), clock);
    const auto add = [&](const char* id, Category category, double cycles, Message formula, Message source) {
        if (cycles > 0.0)
            root.children.push_back(makePart(id, category, answer.seconds(cycles),
                                             withClock(answer, std::move(formula)), std::move(source)));
    };
    add("all-units-busy", Category::Compute, ideal,
        {"formula.all-units-busy", {{"macs", answer.result.macs}, {"units", answer.units()}, {"cycles", ideal}}},
        clock);
    add("idle-units", Category::Compute, run.compute_cycles - ideal,
        {"formula.idle-units",
         {{"cycles", run.compute_cycles},
          {"ideal", ideal},
          {"used", answer.result.macs / run.compute_cycles},
          {"units", answer.units()}}},
        {"source.mapping"});
    add("filling", Category::Movement, run.fill_cycles, {"formula.event-fill", {{"cycles", run.fill_cycles}}},
        {"source.simulation"});
    for (const npu::EventWait& wait : run.waits)
        root.children.push_back(waitPart(answer, wait, run));
    add("draining", Category::Movement, run.drain_cycles, {"formula.event-drain", {{"cycles", run.drain_cycles}}},
        {"source.simulation"});
    return root;
}

Table portTable(const LayerAnswer& answer, const npu::EventResult& run) {
    Table table{"ports",
                {"level", "read_busy_share", "write_busy_share", "waiting_read_s", "waiting_write_s", "room_for_two"},
                {}};
    for (std::size_t l = 0; l < run.ports.size(); ++l) {
        const auto& level = answer.query.architecture.levels[l];
        if (!level.stores) continue;
        double waiting[2] = {};
        for (const npu::EventWait& wait : run.waits)
            if (wait.level == l) waiting[wait.reads ? 0 : 1] = answer.seconds(wait.cycles);
        table.rows.push_back({level.name, run.ports[l].read_cycles / run.cycles, run.ports[l].write_cycles / run.cycles,
                              waiting[0], waiting[1], std::string(run.ports[l].room_for_two ? "yes" : "no")});
    }
    return table;
}

Table tileTable(const LayerAnswer& answer, const npu::EventResult& run) {
    Table table{"tiles", {"work", "tensor", "outer_level", "inner_level", "start_s", "end_s"}, {}};
    const auto& levels = answer.query.architecture.levels;
    for (const npu::TileSpan& span : run.spans) {
        const bool moves = span.kind != npu::TileSpan::Kind::Compute;
        const char* const work = span.kind == npu::TileSpan::Kind::Load    ? "load"
                                 : span.kind == npu::TileSpan::Kind::Store ? "store"
                                                                           : "compute";
        table.rows.push_back({std::string(work), moves ? Cell(answer.query.problem.tensors[span.tensor].name) : Cell(),
                              moves ? Cell(levels[span.outer].name) : Cell(),
                              moves ? Cell(levels[span.inner].name) : Cell(), answer.seconds(span.from),
                              answer.seconds(span.to)});
    }
    return table;
}

/// How far the run is from the closed form, and which buffers cannot hold the two tiles that the simulation assumes.
std::vector<Note> eventNotes(const LayerAnswer& answer, const npu::EventResult& run, double closed_form) {
    std::vector<Note> notes;
    notes.push_back(
        {Note::Level::Info,
         "beside-closed-form",
         {"note.event-beside-closed-form",
          {{"cycles", std::round(run.cycles)}, {"closed", closed_form}, {"steps", run.steps}, {"events", run.events}}},
         ""});
    std::string levels;
    for (std::size_t l = 0; l < run.ports.size(); ++l) {
        if (!answer.query.architecture.levels[l].stores || run.ports[l].room_for_two) continue;
        levels += (levels.empty() ? "" : ", ") + answer.query.architecture.levels[l].name;
    }
    if (!levels.empty())
        notes.push_back({Note::Level::Warning,
                         "no-room-for-second-tile",
                         {"note.no-room-for-second-tile", {{"levels", std::move(levels)}}},
                         "/plan/mapping",
                         {{"fix.smaller-tiles-or-larger-level"}}});
    return notes;
}

/// Leakage lasts as long as the run.
void leakFor(const hardware::NpuArchitecture& architecture, double cycles, npu::LoopNestResult& result) {
    const double longer = cycles / result.cycles;
    for (std::size_t l = 0; l < architecture.levels.size(); ++l) {
        result.energy_pj += result.levels[l].leakage_pj * (longer - 1.0);
        result.levels[l].leakage_pj *= longer;
    }
    result.energy_pj += result.mac_leakage_pj * (longer - 1.0);
    result.mac_leakage_pj *= longer;
    result.utilization /= longer;
    result.cycles = cycles;
}

} // namespace

Result<Estimate> estimateLayerByEvents(const Request& request, const Context& context) {
    auto mapped = mapLayer(request, context);
    if (!mapped) return mapped.error();
    const LayerQuery& query = mapped->query;
    npu::LoopNestResult& result = mapped->result;
    const LayerAnswer answer{*request.document, query, result};
    Estimate estimate;
    estimate.valid = result.violations.empty();
    if (!estimate.valid) {
        estimate.tables = {accessTable(answer), levelTable(answer), mappingTable(answer)};
        estimate.notes = layerNotes(answer);
        return estimate;
    }
    npu::EventSimulator simulator(query.architecture, query.problem);
    npu::EventResult run;
    const double closed_form = result.cycles;
    if (auto done = simulator.simulate(query.mapping, result, {}, context.stop, run); !done) return done.error();
    leakFor(query.architecture, run.cycles, result);

    const auto [latency_s, energy_j, edp_js] = layerNumbers(query.architecture, result);
    estimate.metrics = {sameEnds("latency_s", latency_s), sameEnds("energy_j", energy_j),
                        sameEnds("cycles", run.cycles),   sameEnds("utilization", result.utilization),
                        sameEnds("edp_js", edp_js),       sameEnds("macs", query.problem.macs())};
    estimate.parts.emplace_back("latency_s", eventLatency(answer, run));
    estimate.parts.emplace_back("energy_j", energyParts(answer));
    if (auto area = areaParts(answer)) {
        estimate.metrics.push_back(sameEnds("area_m2", area->value));
        estimate.parts.emplace_back("area_m2", *std::move(area));
    }
    estimate.tables = {portTable(answer, run), tileTable(answer, run), accessTable(answer),
                       levelTable(answer),     mappingTable(answer),   componentTable(componentsOfLayer(answer))};
    estimate.notes = layerNotes(answer);
    for (Note& note : eventNotes(answer, run, closed_form))
        estimate.notes.push_back(std::move(note));
    return estimate;
}

Method eventRow() {
    return {
        .id = "npu.event",
        .kind = "layer",
        .layer = "device",
        .platform = "NPU",
        .methodology = "simulation",
        .follows = "Timeloop, SCALE-Sim",
        .citation = "words as npu.loopnest counts them; double buffers after Y.-H. Chen, J. Emer, V. Sze, \"Eyeriss\", "
                    "ISCA 2016; dataflow with bounded buffers after E. A. Lee, D. G. Messerschmitt, \"Synchronous "
                    "Data Flow\", Proc. IEEE 75(9), 1987",
        .needs = "an NPU with its levels and words per cycle, a dense operator, and a mapping or a mapping recipe",
        .limits = "Every level holds two tiles of each tensor, also where its capacity does not suffice. Copies of a "
                  "level work in step and share the port outside in equal parts. A port serves the transfer whose tile "
                  "is needed first and may interrupt another one. Single accesses have no latency. Tiles that "
                  "remainders cut count as whole. After periods that repeat, at most 2 million events are simulated.",
        .cost = Cost::Milliseconds,
        .closed_form = false,
        .meanwhile = "npu.loopnest",
        .estimate = estimateLayerByEvents};
}

} // namespace strata::methods
