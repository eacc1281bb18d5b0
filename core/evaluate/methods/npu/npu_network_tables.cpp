// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/npu/npu_network.h"

#include <cmath>

namespace strata::methods {
namespace {

constexpr double kJoulePerPicojoule = 1e-12;

std::string limitWord(const NetworkAnswer& answer, const npu::LayerRun& run) {
    if (run.limiting_level < 0) return "compute";
    if (run.limiting_level == 0) return "memory";
    return answer.query.architecture.levels[static_cast<std::size_t>(run.limiting_level)].name;
}

/// Which operands stand in the shared buffer, for people.
std::string insideText(const npu::Placement& placement) {
    std::string text;
    for (std::size_t o = 0; o < npu::kOperands; ++o) {
        if (!placement.inside[o]) continue;
        text += (text.empty() ? "" : ", ") + std::string(name(static_cast<npu::Operand>(o)));
    }
    return text;
}

Cell positive(double value) { return value > 0 ? Cell(value) : Cell(); }

std::vector<Cell> operatorRow(const NetworkAnswer& answer, std::size_t l) {
    const npu::NetworkLayer& layer = answer.query.network.layers[l];
    const npu::LayerOutcome& outcome = answer.run.layers[l];
    const npu::LayerRun& run = outcome.placed;
    const double seconds = layer.count * answer.seconds(run.cycles);
    const double longest = seconds + layer.count * answer.seconds(run.fill_cycles);
    const double used = run.macs / (answer.units() * answer.query.settings.cores * run.cycles);
    const bool pipelined = answer.query.settings.split == npu::CoreSplit::Pipeline;
    const double utilization = pipelined ? used * answer.query.settings.cores : used;
    const std::string inside = insideText(outcome.placement);
    return {layer.name,
            layer.operator_class,
            std::string("forward"),
            layer.count,
            seconds,
            seconds,
            longest,
            layer.flop * layer.count,
            run.outsideWords() * answer.outsideBytes() * layer.count,
            run.energy_pj * kJoulePerPicojoule * layer.count,
            limitWord(answer, run),
            layer.problem ? Cell(utilization) : Cell(),
            positive(run.buffer_words * answer.bufferBytes()),
            inside.empty() ? Cell() : Cell(inside),
            outcome.group ? Cell(static_cast<std::int64_t>(*outcome.group + 1)) : Cell(),
            outcome.group ? Cell(answer.run.groups[*outcome.group].tiles) : Cell(),
            static_cast<std::int64_t>(outcome.cores),
            answer.seconds(outcome.alone.cycles) * layer.count,
            outcome.alone.outsideWords() * answer.outsideBytes() * layer.count,
            static_cast<std::int64_t>(run.evaluated)};
}

} // namespace

Table networkOperators(const NetworkAnswer& answer) {
    Table table{"operators",
                {"operator", "class",      "pass",     "count",   "seconds",          "low_s",        "high_s",
                 "flop",     "dram_bytes", "energy_j", "limit",   "utilization",      "buffer_bytes", "in_buffer",
                 "group",    "tiles",      "cores",    "alone_s", "alone_dram_bytes", "evaluated"},
                {}};
    for (std::size_t l = 0; l < answer.query.network.layers.size(); ++l)
        table.rows.push_back(operatorRow(answer, l));
    return table;
}

Table groupTable(const NetworkAnswer& answer) {
    Table table{"groups", {"group", "first", "last", "tiles", "halo", "weights"}, {}};
    for (std::size_t g = 0; g < answer.run.groups.size(); ++g) {
        const npu::FusedGroup& group = answer.run.groups[g];
        table.rows.push_back({static_cast<std::int64_t>(g + 1), answer.query.network.layers[group.first].name,
                              answer.query.network.layers[group.last].name, group.tiles,
                              std::string(group.recomputes ? "recomputed" : "kept"),
                              std::string(group.pins_weights ? "in the buffer" : "once for each tile")});
    }
    return table;
}

Table coreTable(const NetworkAnswer& answer) {
    Table table{"cores", {"core", "first", "last", "seconds", "busy_share"}, {}};
    for (std::size_t c = 0; c < answer.run.pipeline.size(); ++c) {
        const npu::PipelineCore& core = answer.run.pipeline[c];
        table.rows.push_back({static_cast<std::int64_t>(c + 1), answer.query.network.layers[core.first].name,
                              answer.query.network.layers[core.last].name, answer.seconds(core.cycles),
                              core.cycles / answer.run.interval_cycles});
    }
    return table;
}

} // namespace strata::methods
