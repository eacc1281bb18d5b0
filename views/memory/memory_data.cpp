// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/memory_data.h"

#include "core/evaluate/table_reader.h"

#include <algorithm>

namespace strata::views {
namespace {

constexpr std::array kHeld{Held::Weights, Held::Gradients, Held::Optimizer, Held::Activations, Held::Buffers};

std::optional<double> eitherOf(const TableReader& table, std::size_t row, const char* preferred, const char* other) {
    const auto number = table.number(row, preferred);
    return number ? number : table.number(row, other);
}

} // namespace

std::string_view name(Held held) {
    constexpr std::array<std::string_view, kHeldKinds> kNames{"weights", "gradients", "optimizer", "activations",
                                                              "buffers"};
    return kNames[static_cast<std::size_t>(held)];
}

double StageBar::overBytes() const { return capacity_bytes ? std::max(0.0, total_bytes - *capacity_bytes) : 0.0; }

const StageBar* MemoryPicture::fullest() const {
    const auto most = std::ranges::max_element(stages, {}, &StageBar::total_bytes);
    return most == stages.end() ? nullptr : &*most;
}

double MemoryPicture::most() const {
    double most = 0.0;
    for (const StageBar& bar : stages)
        most = std::max({most, bar.total_bytes, bar.capacity_bytes.value_or(0.0)});
    return most;
}

MemoryPicture makeMemoryPicture(const Estimate& estimate) {
    MemoryPicture picture;
    const Table* source = estimate.findTable("memory_by_stage");
    const TableReader table(source != nullptr ? source : estimate.findTable("stages"));
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const auto stage = table.number(row, "stage");
        if (!stage) continue;
        StageBar bar;
        bar.stage = static_cast<std::int64_t>(*stage);
        for (const Held held : kHeld) {
            const double bytes = table.number(row, std::string(name(held)) + "_bytes").value_or(0.0);
            bar.bytes[static_cast<std::size_t>(held)] = std::max(0.0, bytes);
            bar.total_bytes += std::max(0.0, bytes);
        }
        bar.capacity_bytes = eitherOf(table, row, "capacity_bytes", "available_bytes");
        picture.stages.push_back(bar);
    }
    for (const Note& note : estimate.notes)
        if (note.code == "over-memory") picture.fixes = note.fixes;
    return picture;
}

Table memoryTable(const MemoryPicture& selected, const MemoryPicture* baseline) {
    Table table{"memory", {"design", "stage", "kind", "bytes", "capacity_bytes"}, {}};
    const auto add = [&](const char* design, const MemoryPicture& picture) {
        for (const StageBar& bar : picture.stages) {
            Cell capacity;
            if (bar.capacity_bytes) capacity = *bar.capacity_bytes;
            for (const Held held : kHeld)
                table.rows.push_back({std::string(design), bar.stage, std::string(name(held)),
                                      bar.bytes[static_cast<std::size_t>(held)], capacity});
            table.rows.push_back({std::string(design), bar.stage, std::string("total"), bar.total_bytes, capacity});
        }
    };
    if (!selected.empty()) add("selected", selected);
    if (baseline != nullptr && !baseline->empty()) add("baseline", *baseline);
    return table;
}

} // namespace strata::views
