// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kernel/kernel_data.h"

#include "core/evaluate/table_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace strata::views {
namespace {

/// Rows of the operators' table, the longest first. Names repeat by pass, so the pass belongs to the name.
std::vector<std::size_t> rowsByTime(const TableReader& table) {
    std::vector<std::size_t> rows(table.rows());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    std::ranges::stable_sort(rows, std::greater(),
                             [&](std::size_t row) { return table.number(row, "seconds").value_or(0.0); });
    return rows;
}

std::string nameOf(const TableReader& table, std::size_t row) {
    const std::string pass = table.text(row, "pass");
    const std::string name = table.text(row, "operator");
    return pass.empty() || pass == "forward" ? name : name + ", " + pass;
}

/// "128x256" or "128x256 split 4": numbers in order of appearance.
std::vector<double> numbersIn(const std::string& text) {
    std::vector<double> numbers;
    for (const char* at = text.data(); at < text.data() + text.size();) {
        double value = 0.0;
        const auto [end, error] = std::from_chars(at, text.data() + text.size(), value);
        if (error == std::errc()) numbers.push_back(value);
        at = error == std::errc() ? end : at + 1;
    }
    return numbers;
}

/// What the operators' table says of one row.
KernelTiling tilingOf(const TableReader& table, std::size_t row) {
    KernelTiling tiling;
    const std::vector<double> tile = numbersIn(table.text(row, "tile"));
    if (tile.size() >= 2) {
        tiling.tile_m = tile[0];
        tiling.tile_n = tile[1];
    }
    tiling.split_k = table.number(row, "split_k");
    tiling.tiles = table.number(row, "tiles");
    tiling.waves = table.number(row, "waves");
    tiling.sms = table.number(row, "sms");
    tiling.blocks_per_sm = table.number(row, "blocks_per_sm");
    tiling.output_batch = table.number(row, "output_batch");
    tiling.output_rows = table.number(row, "output_rows");
    tiling.output_cols = table.number(row, "output_cols");
    tiling.limit = table.text(row, "limit");
    return tiling;
}

void addTilingTable(KernelTiling& tiling, const TableReader& table) {
    const auto read = [&](std::optional<double>& into, const char* quantity) {
        if (const auto value = table.numberOf("quantity", quantity, "value")) into = value;
    };
    read(tiling.tile_m, "tile_m");
    read(tiling.tile_n, "tile_n");
    read(tiling.tile_k, "tile_k");
    read(tiling.split_k, "split_k");
    read(tiling.tiles, "tiles");
    read(tiling.waves, "waves");
    read(tiling.sms, "sms");
    read(tiling.blocks_per_sm, "blocks_per_sm");
    read(tiling.tail_fill, "tail_fill");
    read(tiling.output_batch, "output_batch");
    read(tiling.output_rows, "output_rows");
    read(tiling.output_cols, "output_cols");
    if (const std::string limit = table.textOf("quantity", "limit", "value"); !limit.empty()) tiling.limit = limit;
    tiling.occupancy_limit = table.textOf("quantity", "occupancy_limit", "value");
}

std::vector<OccupancyBar> occupancyOf(const KernelTiling& tiling, const TableReader& table) {
    std::vector<OccupancyBar> bars;
    const auto value = [&](const char* quantity) { return table.numberOf("quantity", quantity, "value"); };
    const auto blocks = tiling.blocks_per_sm;
    if (!blocks) return bars;
    const auto add = [&](const char* resource, std::optional<double> per_block, const char* capacity,
                         std::string_view unit) {
        const auto available = value(capacity);
        if (!per_block || !available || !(*available > 0.0)) return;
        bars.push_back({resource, *blocks * *per_block, *available, unit, tiling.occupancy_limit == resource});
    };
    const auto threads = value("threads_per_block");
    const auto registers = value("registers_per_thread");
    constexpr double kRegisterBytes = 4.0;
    if (threads && registers) add("registers", *registers * *threads * kRegisterBytes, "registers_bytes", "B");
    add("shared memory", value("shared_bytes_per_block"), "shared_bytes", "B");
    add("threads", threads, "threads_per_sm", "");
    add("blocks", 1.0, "max_blocks_per_sm", "");
    return bars;
}

std::vector<KernelTimePiece> piecesOf(const Part& parts) {
    std::vector<KernelTimePiece> pieces;
    if (parts.combine != Combine::Sum) return pieces;
    for (const Part& part : parts.children)
        pieces.push_back({part.id, part.category, part.value, part.formula, part.source});
    return pieces;
}

/// Of an operator of a model, where its row splits the time.
std::vector<KernelTimePiece> piecesOf(const TableReader& table, std::size_t row) {
    std::vector<KernelTimePiece> pieces;
    const auto add = [&](const char* label, const char* column, Category category) {
        if (const auto seconds = table.number(row, column)) pieces.push_back({label, category, *seconds, {}, {}});
    };
    add("compute", "compute_s", Category::Compute);
    add("memory", "memory_s", Category::Memory);
    add("tail", "tail_s", Category::Bubble);
    add("fixed", "fixed_s", Category::Other);
    return pieces;
}

} // namespace

std::optional<KernelTiling::Grid> KernelTiling::grid() const {
    if (!tiled() || !output_rows || !output_cols) return {};
    const double cols = std::ceil(*output_cols / *tile_n);
    const double rows = std::ceil(*output_rows / *tile_m) * output_batch.value_or(1.0);
    // Some models count the parts of a split k as tiles of their own, others do not.
    for (const double splits : {1.0, split_k.value_or(1.0)})
        if (cols >= 1.0 && rows >= 1.0 && std::abs(rows * splits * cols - *tiles) <= 0.5)
            return Grid{static_cast<std::int64_t>(rows * splits), static_cast<std::int64_t>(cols)};
    return {};
}

std::optional<double> KernelTiling::blockSlots() const {
    if (!sms) return {};
    return *sms * blocks_per_sm.value_or(1.0);
}

std::optional<double> KernelTiling::tailBlocks() const {
    const auto all = blockSlots();
    const auto fill = tailFill();
    if (!all || !fill) return {};
    return std::round(*fill * *all);
}

std::optional<double> KernelTiling::tailFill() const {
    if (tail_fill || !waves) return tail_fill;
    return *waves - std::ceil(*waves) + 1.0;
}

std::int64_t KernelTiling::waveCount() const {
    return waves ? std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(*waves - 1e-6))) : 0;
}

std::vector<std::string> kernelNames(const Estimate& estimate) {
    const TableReader table(estimate.findTable("operators"));
    std::vector<std::string> names;
    for (const std::size_t row : rowsByTime(table))
        if (const std::string name = nameOf(table, row); std::ranges::find(names, name) == names.end())
            names.push_back(name);
    return names;
}

KernelPicture makeKernelPicture(const Estimate& estimate, const std::string& name) {
    KernelPicture picture;
    const TableReader table(estimate.findTable("operators"));
    const std::vector<std::size_t> rows = rowsByTime(table);
    if (rows.empty()) return picture;
    const auto found = std::ranges::find_if(rows, [&](std::size_t row) { return nameOf(table, row) == name; });
    const std::size_t row = found == rows.end() ? rows.front() : *found;
    picture.name = nameOf(table, row);
    picture.kernel_class = table.text(row, "class");
    picture.count = table.number(row, "count").value_or(1.0);
    picture.seconds = table.number(row, "seconds").value_or(0.0);
    picture.tiling = tilingOf(table, row);
    picture.pieces = piecesOf(table, row);
    if (const Table* tiling = estimate.findTable("tiling")) {
        addTilingTable(picture.tiling, TableReader(tiling));
        picture.occupancy = occupancyOf(picture.tiling, TableReader(tiling));
        if (const Part* parts = estimate.findParts("latency_s")) {
            picture.pieces = piecesOf(*parts);
            picture.seconds = parts->value;
        }
    }
    return picture;
}

Table kernelTable(const KernelPicture& selected, const KernelPicture* baseline) {
    Table table{"kernel", {"design", "what", "quantity", "value", "capacity"}, {}};
    const auto side = [&](const char* design, const KernelPicture& picture) {
        const auto add = [&](const char* what, const std::string& quantity, Cell value, Cell capacity = {}) {
            table.rows.push_back(
                {std::string(design), std::string(what), quantity, std::move(value), std::move(capacity)});
        };
        const auto number = [&](const char* quantity, const std::optional<double>& value) {
            if (value) add("tiling", quantity, *value);
        };
        add("kernel", "name", picture.name);
        add("kernel", "seconds", picture.seconds);
        add("kernel", "count", picture.count);
        const KernelTiling& t = picture.tiling;
        number("output_batch", t.output_batch);
        number("output_rows", t.output_rows);
        number("output_cols", t.output_cols);
        number("tile_m", t.tile_m);
        number("tile_n", t.tile_n);
        number("tile_k", t.tile_k);
        number("split_k", t.split_k);
        number("tiles", t.tiles);
        number("waves", t.waves);
        number("sms", t.sms);
        number("blocks_per_sm", t.blocks_per_sm);
        number("tail_fill", t.tailFill());
        number("tail_blocks", t.tailBlocks());
        if (!t.limit.empty()) add("tiling", "limit", t.limit);
        if (!t.occupancy_limit.empty()) add("tiling", "occupancy_limit", t.occupancy_limit);
        for (const OccupancyBar& bar : picture.occupancy)
            add("occupancy", bar.resource, bar.used, bar.capacity);
        for (const KernelTimePiece& piece : picture.pieces)
            add("seconds", piece.part, piece.seconds);
    };
    side("selected", selected);
    if (baseline) side("baseline", *baseline);
    return table;
}

} // namespace strata::views
