// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/block/block_data.h"

#include "core/evaluate/table_reader.h"

#include <algorithm>

namespace strata::views {
namespace {

std::vector<BlockBound> boundsOf(const Part& root) {
    std::vector<BlockBound> bounds;
    for (const Part& part : root.children)
        bounds.push_back({part.id, part.category, part.value, part.value >= root.value * (1 - 1e-12), part.formula});
    return bounds;
}

void addPressure(const TableReader& table, BlockPicture& picture) {
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const auto place = static_cast<std::size_t>(table.number(row, "order").value_or(0.0)) - 1;
        const auto port = std::ranges::find(picture.ports, table.text(row, "port"), &BlockPort::name);
        if (port == picture.ports.end() || place > picture.instructions.size()) continue;
        if (place == picture.instructions.size()) { // behind the last: what closes the loop
            picture.instructions.emplace_back();
            picture.instructions.back().held.assign(picture.ports.size(), 0.0);
        }
        picture.instructions[place].held[static_cast<std::size_t>(port - picture.ports.begin())] =
            table.number(row, "cycles").value_or(0.0);
    }
}

} // namespace

bool BlockInstruction::holdsPorts() const {
    return std::ranges::any_of(held, [](double cycles) { return cycles > 0; });
}

double BlockPicture::mostHeld() const {
    return ports.empty() ? 0.0 : std::ranges::max(ports, {}, &BlockPort::cycles).cycles;
}

BlockPicture makeBlockPicture(const Estimate& estimate) {
    BlockPicture picture;
    const Table* instructions = estimate.findTable("block_instructions");
    const Table* ports = estimate.findTable("block_ports");
    const Table* pressure = estimate.findTable("block_pressure");
    const Part* root = estimate.findParts("cycles");
    if (instructions == nullptr || ports == nullptr || pressure == nullptr || root == nullptr) return picture;
    picture.cycles = root->value;
    picture.bounds = boundsOf(*root);
    const TableReader port(ports), instruction(instructions);
    for (std::size_t row = 0; row < port.rows(); ++row)
        picture.ports.push_back(
            {port.text(row, "port"), port.number(row, "cycles").value_or(0.0), port.text(row, "limits") == "yes"});
    for (std::size_t row = 0; row < instruction.rows(); ++row) {
        const auto number = [&](std::string_view column) { return instruction.number(row, column).value_or(0.0); };
        picture.instructions.push_back({instruction.text(row, "instruction"), instruction.text(row, "ports"),
                                        instruction.text(row, "renamed"), number("bytes"), number("slots"),
                                        number("latency_cycles"), instruction.text(row, "on_chain") == "yes", false,
                                        std::vector<double>(picture.ports.size(), 0.0)});
    }
    for (std::size_t i = 1; i < picture.instructions.size();
         ++i) // a branch without a slot shares that of the one before
        picture.instructions[i - 1].fused = picture.instructions[i].rename_slots == 0;
    addPressure(TableReader(pressure), picture);
    return picture;
}

Table blockTable(const BlockPicture& picture) {
    Table table{"block_pressure", {"instruction", "slots", "latency_cycles", "on_chain"}, {}};
    for (const BlockPort& port : picture.ports)
        table.columns.push_back("port_" + port.name);
    for (const BlockInstruction& instruction : picture.instructions) {
        std::vector<Cell> row{instruction.text.empty() ? std::string("closing-branch") : instruction.text,
                              instruction.rename_slots, instruction.latency,
                              std::string(instruction.on_chain ? "yes" : "no")};
        row.insert(row.end(), instruction.held.begin(), instruction.held.end());
        table.rows.push_back(std::move(row));
    }
    std::vector<Cell> sums{std::string("total"), Cell(), Cell(), Cell()};
    for (const BlockPort& port : picture.ports)
        sums.emplace_back(port.cycles);
    table.rows.push_back(std::move(sums));
    return table;
}

} // namespace strata::views
