// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/npu/npu_loopnest.h"

#include "core/base/schema.h"

#include <cmath>

namespace strata::methods {
namespace {

constexpr double kFlopPerMac = 2.0;
constexpr double kJoulePerPicojoule = 1e-12;

double bytesOfWord(const hardware::NpuLevel& level) { return level.word_bits / 8.0; }

/// The first level on the chip that stores: what lies between it and the memory outside is shared by all units.
std::size_t sharedLevel(const hardware::NpuArchitecture& architecture) {
    std::size_t level = 1;
    while (level < architecture.levels.size() && !architecture.levels[level].stores)
        ++level;
    return level;
}

/// A level reads and writes through ports of its own, so that what it moves in all is bound by both together.
void addBandwidth(Table& table, const hardware::NpuArchitecture& architecture, const Json& hardware, std::size_t index,
                  const char* kind, double cores) {
    const hardware::NpuLevel& level = architecture.levels[index];
    const double words = level.read_words_per_cycle + level.write_words_per_cycle;
    if (!level.stores || !std::isfinite(words)) return;
    double instances = cores;
    for (std::size_t outer = 0; outer < index; ++outer)
        instances *= static_cast<double>(architecture.levels[outer].fanout_x) * architecture.levels[outer].fanout_y;
    table.rows.push_back({level.title, std::string(kind), Cell(),
                          instances * words * bytesOfWord(level) * architecture.clock_hz, Cell(),
                          textCell({"formula.npu-bandwidth",
                                    {{"instances", instances},
                                     {"read", level.read_words_per_cycle},
                                     {"written", level.write_words_per_cycle},
                                     {"bits", static_cast<double>(level.word_bits)},
                                     {"clock", Amount{architecture.clock_hz, "Hz"}}}}),
                          sourceOf(hardware, "/levels/" + std::to_string(index) + "/read_words_per_cycle")});
}

double bytesMoved(const LayerAnswer& answer, std::size_t level) {
    double words = 0.0;
    for (const npu::TensorAccess& access : answer.result.levels[level].tensors)
        if (access.kept) words += access.reads + access.fills + access.updates;
    return words * bytesOfWord(answer.query.architecture.levels[level]);
}

} // namespace

Table npuCeilings(const hardware::NpuArchitecture& architecture, const Json& hardware, double cores) {
    Table table{"ceilings", {"name", "kind", "type", "nominal", "sustained", "formula", "source"}, {}};
    double units = cores;
    for (const hardware::NpuLevel& level : architecture.levels)
        units *= static_cast<double>(level.fanout_x) * level.fanout_y;
    table.rows.push_back(
        {architecture.compute.name, std::string("compute"), Cell(), kFlopPerMac * units * architecture.clock_hz, Cell(),
         textCell({"formula.npu-peak", {{"units", units}, {"clock", Amount{architecture.clock_hz, "Hz"}}}}),
         sourceOf(hardware, "/clock_hz")});
    addBandwidth(table, architecture, hardware, 0, "memory", 1.0);
    if (const std::size_t shared = sharedLevel(architecture); shared < architecture.levels.size())
        addBandwidth(table, architecture, hardware, shared, "l2", cores);
    return table;
}

Table layerOperator(const LayerAnswer& answer) {
    Table table{"operators",
                {"operator", "class", "pass", "count", "seconds", "low_s", "high_s", "flop", "dram_bytes", "l2_bytes",
                 "energy_j", "limit", "utilization"},
                {}};
    const npu::LoopNestResult& result = answer.result;
    const auto& levels = answer.query.architecture.levels;
    const std::size_t shared = sharedLevel(answer.query.architecture);
    const int limiting = result.limiting_level;
    const double seconds = answer.seconds(result.cycles);
    table.rows.push_back({answer.query.problem.name, std::string("layer"), std::string("forward"), 1.0, seconds,
                          seconds, seconds + answer.seconds(fillAndDrainCycles(answer)), kFlopPerMac * result.macs,
                          bytesMoved(answer, 0), shared < levels.size() ? Cell(bytesMoved(answer, shared)) : Cell(),
                          result.energy_pj * kJoulePerPicojoule,
                          limiting < 0    ? std::string("compute")
                          : limiting == 0 ? std::string("memory")
                                          : levels[static_cast<std::size_t>(limiting)].name,
                          result.utilization});
    return table;
}

} // namespace strata::methods
