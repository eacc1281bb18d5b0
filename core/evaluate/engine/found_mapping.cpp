// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/engine/found_mapping.h"

#include "core/npu/factors.h"

#include <algorithm>

namespace strata {
namespace {

/// Cells of named columns, row by row.
class Rows {
public:
    Rows(const Table& table, std::initializer_list<std::string_view> names) : table_(table) {
        for (const std::string_view name : names)
            places_.push_back(static_cast<std::size_t>(std::ranges::find(table.columns, name) - table.columns.begin()));
    }

    bool complete() const {
        return std::ranges::all_of(table_.rows, [&](const auto& row) {
            return std::ranges::all_of(places_, [&](std::size_t place) { return place < row.size(); });
        });
    }
    std::string text(std::size_t row, std::size_t column) const {
        const auto* word = std::get_if<std::string>(&table_.rows[row][places_[column]]);
        return word ? *word : std::string();
    }
    std::uint64_t count(std::size_t row, std::size_t column) const {
        const auto* number = std::get_if<std::int64_t>(&table_.rows[row][places_[column]]);
        return number && *number > 0 ? static_cast<std::uint64_t>(*number) : 0;
    }
    std::size_t size() const { return table_.rows.size(); }

private:
    const Table& table_;
    std::vector<std::size_t> places_;
};

std::optional<std::size_t> levelNamed(const LayerQuery& query, const std::string& name) {
    const auto& levels = query.architecture.levels;
    const auto level = std::ranges::find(levels, name, &hardware::NpuLevel::name);
    if (level == levels.end()) return std::nullopt;
    return static_cast<std::size_t>(level - levels.begin());
}

bool readLoops(const Table& table, const LayerQuery& query, npu::Mapping& mapping) {
    const Rows rows(table, {"level", "loop", "dimension", "bound", "remainder"});
    if (!rows.complete()) return false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto level = levelNamed(query, rows.text(i, 0));
        const int dimension = query.problem.findDimension(rows.text(i, 2));
        const std::uint64_t bound = rows.count(i, 3), remainder = rows.count(i, 4);
        if (!level || dimension < 0 || bound == 0) return false;
        const std::string kind = rows.text(i, 1);
        npu::LevelMapping& of = mapping.levels[*level];
        auto& loops = kind == "temporal" ? of.temporal : kind == "spatial_x" ? of.spatial_x : of.spatial_y;
        loops.push_back({static_cast<std::uint32_t>(dimension), bound, remainder == 0 ? bound : remainder});
    }
    return true;
}

bool readKeeps(const Table& table, const LayerQuery& query, npu::Mapping& mapping) {
    const Rows rows(table, {"level", "tensor", "kept"});
    if (!rows.complete()) return false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto level = levelNamed(query, rows.text(i, 0));
        const int tensor = query.problem.findTensor(rows.text(i, 1));
        if (!level || tensor < 0) return false;
        mapping.levels[*level].keep[static_cast<std::size_t>(tensor)] = rows.count(i, 2) != 0;
    }
    return true;
}

} // namespace

std::optional<npu::Mapping> mappingOf(const Estimate& estimate, const LayerQuery& query) {
    const Table* const loops = estimate.findTable("mapping");
    const Table* const accesses = estimate.findTable("accesses");
    if (loops == nullptr || accesses == nullptr) return std::nullopt;
    const npu::LevelMapping empty{{}, {}, {}, std::vector<bool>(query.problem.tensors.size(), false)};
    npu::Mapping mapping{std::vector<npu::LevelMapping>(query.architecture.levels.size(), empty)};
    if (!readLoops(*loops, query, mapping) || !readKeeps(*accesses, query, mapping)) return std::nullopt;
    for (std::uint32_t d = 0; d < query.problem.dimensions.size(); ++d)
        if (npu::coveredIterations(mapping, d) != query.problem.dimensions[d].bound) return std::nullopt;
    return mapping;
}

} // namespace strata
