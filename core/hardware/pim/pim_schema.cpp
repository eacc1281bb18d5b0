// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/pim/pim.h"

namespace strata::hardware {
namespace {

using namespace strata::field;

constexpr double kMostClocks = 1e5;

Field count(const char* key, const char* title, const char* help, double most) {
    return integer(key, title, "", help).within(1, most).draggable(Scale::Log2);
}

Field clocks(const char* key, const char* title, const char* help) {
    return number(key, title, "cycles", help).within(0, kMostClocks).draggable();
}

ObjectSchema banksSchema() {
    return {
        "pim_banks",
        "Banks",
        {
            count("channels", "Channels", "Channels of all stacks or chips together; each obeys its own commands.",
                  1 << 16)
                .needed(),
            count("pseudo_channels", "Pseudo channels", "Halves of a channel that obey the same commands.", 64)
                .byDefault(1),
            count("ranks", "Ranks", "Ranks of a pseudo channel.", 64).byDefault(1),
            count("groups", "Bank groups", "Bank groups of a rank.", 64).byDefault(1),
            count("banks", "Banks", "Banks of a bank group.", 1024).needed(),
            count("column_bytes", "Column", "Bytes that one column command reads from one bank.", 4096).needed(),
            count("row_columns", "Columns of a row", "Columns that can be read while one row is open.", 4096).needed(),
        }};
}

ObjectSchema timingSchema() {
    return {
        "pim_timing",
        "Timing",
        {
            number("clock_hz", "Clock", "Hz", "Clock of the command bus.")
                .needed()
                .within(1e6, 1e11)
                .draggable(Scale::Log2),
            number("column_clocks", "Column interval", "cycles",
                   "Clocks between two column commands that all units of a channel obey; where power limits how many "
                   "banks may "
                   "work at once, it is longer than that of plain reads.")
                .needed()
                .within(0.25, kMostClocks)
                .draggable(Scale::Log2),
            clocks("row_open_clocks", "Row open", "Clocks from the activation of a row to its first column.").needed(),
            clocks("row_close_clocks", "Row close", "Clocks from the precharge of a bank to its next activation.")
                .needed(),
            clocks("read_to_close_clocks", "Read to close", "Clocks from the last column command to the precharge.")
                .byDefault(0),
            clocks("move_clocks", "Move", "Clocks in which a channel carries one column to or from its units.")
                .needed(),
            number("refresh_interval_s", "Refresh interval", "s", "Time between two refreshes.")
                .byRule("no refresh")
                .within(1e-9, 1)
                .draggable(Scale::Log2),
            number("refresh_s", "Refresh", "s", "Time that one refresh takes.").byDefault(0).within(0, 1).draggable(),
        }};
}

ObjectSchema unitsSchema() {
    std::vector<std::string> types;
    for (std::size_t i = 0; i < kNumberTypes; ++i)
        types.emplace_back(strata::name(static_cast<NumberType>(i)));
    return {"pim_units",
            "Units",
            {
                count("banks_per_unit", "Banks of a unit",
                      "Banks that one unit serves, one at a time: 1 for units in the banks, the banks of a group for "
                      "units at the "
                      "groups, all banks of a pseudo channel for units on the buffer die.",
                      1 << 16)
                    .needed(),
                count("vectors", "Vectors of a pass", "Input vectors that one pass over the data serves.", 1024)
                    .byDefault(1),
                count("registers", "Registers",
                      "Columns that a unit holds of operands which are stored in different rows.", 4096)
                    .byDefault(8),
                clocks("softmax_clocks", "Softmax", "Clocks of the softmax of one head's scores.").byDefault(0),
                list("types", "Number formats", choice("", "Number format", std::move(types)),
                     "Formats of stored operands.")
                    .atLeast(1)
                    .needed(),
            }};
}

Field picojoules(const char* key, const char* title, const char* help) {
    return number(key, title, "pJ/bit", help).byRule("not modelled").within(0, 1000).draggable();
}

ObjectSchema energySchema() {
    return {
        "pim_energy",
        "Energy",
        {
            picojoules("cell_pj_per_bit", "Cells", "Energy of a bit for activating its row and reading its column."),
            picojoules("group_pj_per_bit", "Bank to group",
                       "Energy of a bit from its bank to the port of the bank group."),
            picojoules("channel_pj_per_bit", "Group to channel",
                       "Energy of a bit from the bank group to the edge of the die."),
            picojoules("stack_pj_per_bit", "Stack", "Energy of a bit through the stack to the buffer die."),
            picojoules("host_pj_per_bit", "Host", "Energy of a bit between the memory and the host."),
        }};
}

ObjectSchema makePimSchema() {
    ObjectSchema schema{
        "pim",
        "Memory that computes",
        {
            text("id", "Id", "Lower-case name by which requests refer to the device.").needed(),
            choice("kind", "Kind", {"pim"}).needed(),
            text("name", "Name").needed(),
            text("vendor", "Vendor"),
            integer("year", "Year", "", "Year of the announcement.").within(1990, 2200),
            list("aliases", "Aliases", text("", "Alias"), "Further names that requests and data may use."),
            text("notes", "Notes", "What the numbers leave out or assume."),
            number("memory_bytes", "Memory", "B", "Capacity of all channels.")
                .needed()
                .within(1024, 1LL << 50)
                .draggable(Scale::Log2),
            number("host_bytes_per_s", "Host bandwidth", "B/s",
                   "Bandwidth through the pins, as a host without units in the memory has it.")
                .within(1e6, 1e15)
                .draggable(Scale::Log2),
            object("banks", "Banks", banksSchema(), "How the banks are arranged.").needed(),
            object("timing", "Timing", timingSchema(), "When commands may follow each other.").needed(),
            object("units", "Units", unitsSchema(), "What computes on the columns that a command reads.").needed(),
            object("energy", "Energy", energySchema(), "Energy of a bit on each part of its way."),
        }};
    schema.sourced = true;
    return schema;
}

} // namespace

const ObjectSchema& pimSchema() {
    static const ObjectSchema schema = makePimSchema();
    return schema;
}

} // namespace strata::hardware
