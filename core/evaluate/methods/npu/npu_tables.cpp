// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/npu/npu_loopnest.h"

#include <cmath>

namespace strata::methods {
namespace {

constexpr double kJoulePerPicojoule = 1e-12;
constexpr double kLargestExact = 9007199254740992.0; // 2^53

Cell count(std::uint64_t number) {
    return number <= static_cast<std::uint64_t>(kLargestExact) ? Cell(static_cast<std::int64_t>(number))
                                                               : Cell(static_cast<double>(number));
}

/// Whole numbers stay whole in documents and in CSV.
Cell number(double value) {
    if (!std::isfinite(value)) return {};
    if (std::trunc(value) == value && std::abs(value) <= kLargestExact) return static_cast<std::int64_t>(value);
    return value;
}

std::string limitsOf(const LayerAnswer& answer, std::size_t level) {
    const npu::LoopNestResult& result = answer.result;
    std::string limits;
    for (const npu::Violation& violation : result.violations) {
        if (violation.level != level) continue;
        if (!limits.empty()) limits += ", ";
        switch (violation.kind) {
        case npu::Violation::Kind::Capacity: limits += "capacity exceeded"; break;
        case npu::Violation::Kind::FanoutX: limits += "columns exceeded"; break;
        case npu::Violation::Kind::FanoutY: limits += "rows exceeded"; break;
        case npu::Violation::Kind::Malformed: limits += "malformed"; break;
        case npu::Violation::Kind::Metadata: limits += "metadata exceeded"; break;
        }
    }
    if (!limits.empty() || result.limiting_level != static_cast<int>(level)) return limits;
    return result.limited_by_reads ? "read bandwidth" : "write bandwidth";
}

void addLoops(Table& table, const std::string& level, const char* kind, const std::vector<npu::Loop>& loops,
              const workload::Problem& problem) {
    for (const npu::Loop& loop : loops) {
        table.rows.push_back({level, std::string(kind), problem.dimensions[loop.dimension].name, count(loop.bound),
                              count(loop.remainder)});
    }
}

} // namespace

Table accessTable(const LayerAnswer& answer) {
    Table table{"accesses",
                {"level", "tensor", "kept", "tile_words", "reads", "fills", "updates", "temporal_reductions",
                 "instances_used", "energy_j"},
                {}};
    const bool valid = answer.result.violations.empty();
    const auto counted = [valid](double value) { return valid ? number(value) : Cell(); };
    for (std::size_t i = 0; i < answer.query.architecture.levels.size(); ++i) {
        const auto& level = answer.query.architecture.levels[i];
        if (!level.stores) continue;
        for (std::size_t t = 0; t < answer.query.problem.tensors.size(); ++t) {
            const npu::TensorAccess& access = answer.result.levels[i].tensors[t];
            std::vector<Cell> row{level.name, answer.query.problem.tensors[t].name, std::int64_t{access.kept ? 1 : 0}};
            if (access.kept) {
                row.insert(row.end(), {count(access.tile_words), counted(access.reads), counted(access.fills),
                                       counted(access.updates), counted(access.temporal_reductions),
                                       counted(access.utilized_instances),
                                       valid ? Cell(access.energy_pj * kJoulePerPicojoule) : Cell()});
            }
            row.resize(table.columns.size());
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

Table levelTable(const LayerAnswer& answer) {
    Table table{"levels",
                {"level", "used_words", "capacity_words", "fanout_used_x", "fanout_x", "fanout_used_y", "fanout_y",
                 "read_words_per_cycle", "read_limit_words_per_cycle", "write_words_per_cycle",
                 "write_limit_words_per_cycle", "throttle", "cycles", "leakage_j", "limits"},
                {}};
    const bool valid = answer.result.violations.empty();
    for (std::size_t i = 0; i < answer.query.architecture.levels.size(); ++i) {
        const auto& level = answer.query.architecture.levels[i];
        const npu::LevelResult& result = answer.result.levels[i];
        const auto stored = [&](Cell cell) { return level.stores ? std::move(cell) : Cell(); };
        const auto counted = [&](double value) { return level.stores && valid ? Cell(value) : Cell(); };
        table.rows.push_back({level.name, stored(count(result.used_words)),
                              result.capacity_words > 0 ? stored(count(result.capacity_words)) : Cell(),
                              count(result.fanout_used_x), count(level.fanout_x), count(result.fanout_used_y),
                              count(level.fanout_y), counted(result.read_words_per_cycle),
                              stored(number(level.read_words_per_cycle)), counted(result.write_words_per_cycle),
                              stored(number(level.write_words_per_cycle)), counted(result.throttle),
                              level.stores && valid ? number(result.cycles) : Cell(),
                              counted(result.leakage_pj * kJoulePerPicojoule), limitsOf(answer, i)});
    }
    return table;
}

Table mappingTable(const LayerAnswer& answer) {
    Table table{"mapping", {"level", "loop", "dimension", "bound", "remainder"}, {}};
    for (std::size_t i = 0; i < answer.query.mapping.levels.size(); ++i) {
        const std::string& level = answer.query.architecture.levels[i].name;
        const npu::LevelMapping& mapping = answer.query.mapping.levels[i];
        addLoops(table, level, "temporal", mapping.temporal, answer.query.problem);
        addLoops(table, level, "spatial_y", mapping.spatial_y, answer.query.problem);
        addLoops(table, level, "spatial_x", mapping.spatial_x, answer.query.problem);
    }
    return table;
}

} // namespace strata::methods
