// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cores/cores_data.h"

#include "core/evaluate/table_reader.h"

#include <algorithm>

namespace strata::views {

bool CorePicture::severalInputs() const {
    return std::ranges::any_of(blocks, [](const CoreBlock& block) { return block.input > 1; });
}

double CorePicture::fullShare() const {
    double full = 0;
    for (const MemorySlice& slice : memory)
        if (slice.busiest() >= npu::kFullPort) full += slice.end_s - slice.start_s;
    return end_s > 0 ? full / end_s : 0.0;
}

CorePicture makeCorePicture(const Estimate& estimate) {
    CorePicture picture;
    const TableReader spans(estimate.findTable("core_spans")), times(estimate.findTable("core_times")),
        memory(estimate.findTable("core_memory"));
    const auto number = [](const TableReader& table, std::size_t row, const char* column) {
        return table.number(row, column).value_or(0.0);
    };
    for (std::size_t row = 0; row < times.rows(); ++row)
        picture.cores.push_back({number(times, row, "busy_share"), number(times, row, "compute_s"),
                                 number(times, row, "reads_s"), number(times, row, "writes_s"),
                                 number(times, row, "results_s"), number(times, row, "room_s"),
                                 number(times, row, "idle_s")});
    for (std::size_t row = 0; row < spans.rows(); ++row) {
        CoreBlock block;
        block.core = static_cast<std::size_t>(std::max(1.0, number(spans, row, "core"))) - 1;
        if (block.core >= picture.cores.size()) continue;
        block.layer = spans.text(row, "operator");
        block.input = number(spans, row, "input");
        block.first_tile = number(spans, row, "first_tile");
        block.last_tile = number(spans, row, "last_tile");
        block.tiles = number(spans, row, "tiles");
        block.start_s = number(spans, row, "start_s");
        block.end_s = number(spans, row, "end_s");
        block.compute_s = number(spans, row, "compute_s");
        block.reads_s = number(spans, row, "reads_s");
        block.writes_s = number(spans, row, "writes_s");
        block.waits_for = spans.text(row, "waits_for");
        picture.end_s = std::max(picture.end_s, block.end_s);
        picture.blocks.push_back(std::move(block));
    }
    for (std::size_t row = 0; row < memory.rows(); ++row)
        picture.memory.push_back({number(memory, row, "start_s"), number(memory, row, "end_s"),
                                  number(memory, row, "read_busy_share"), number(memory, row, "write_busy_share")});
    return picture;
}

Table coresTable(const CorePicture& picture) {
    Table table{"core_spans",
                {"core", "operator", "input", "first_tile", "last_tile", "tiles", "start_s", "end_s", "compute_s",
                 "reads_s", "writes_s", "waits_for"},
                {}};
    for (const CoreBlock& block : picture.blocks) {
        const auto tile = [&](double number) { return block.works() ? Cell(number) : Cell(); };
        table.rows.push_back({static_cast<std::int64_t>(block.core + 1), block.layer, block.input,
                              tile(block.first_tile), tile(block.last_tile), tile(block.tiles), block.start_s,
                              block.end_s, block.compute_s, block.reads_s, block.writes_s, block.waits_for});
    }
    return table;
}

} // namespace strata::views
