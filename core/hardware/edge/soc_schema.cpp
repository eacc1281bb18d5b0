// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/edge/soc.h"

namespace strata::hardware {
namespace {

using namespace strata::field;

constexpr double kMostOpsPerClock = 1 << 22;

ObjectSchema rateSchema() {
    ObjectSchema rates{"ops_per_clock", "Operations per clock", {}};
    for (std::size_t i = 0; i < kNumberTypes; ++i) {
        const std::string type(strata::name(static_cast<NumberType>(i)));
        rates.fields.push_back(
            number(type, type, "FLOP/clock",
                   "Operations on " + type +
                       " operands that one core completes in a clock cycle; a multiply-add counts 2.")
                .within(0, kMostOpsPerClock));
    }
    return rates;
}

ObjectSchema unitSchema() {
    return {
        "soc_unit",
        "Unit",
        {
            text("id", "Id", "Name by which requests refer to the unit, for example big, little, gpu or npu.").needed(),
            choice("part", "Part", {"cpu", "gpu", "npu", "dsp"}, "What the unit is.").needed(),
            text("name", "Name", "Product name of the cores or of the unit."),
            text("core", "Core family", "Family of equal cores, by which measurements of other chips apply."),
            integer("cores", "Cores", "", "Number of equal cores.").byDefault(1).within(1, 4096).draggable(),
            number("clock_hz", "Clock", "Hz", "Highest clock.").within(1e6, 1e10).draggable(Scale::Log2),
            number("memory_bytes_per_s", "Port to memory", "B/s",
                   "Bandwidth that the unit's own ports carry from memory, where it is less than the memory's.")
                .within(1e6, 1e14)
                .draggable(Scale::Log2),
            list("operating_points_hz", "Operating points",
                 number("", "Clock", "Hz", "A clock that the unit can be set to.").within(1e6, 1e10),
                 "Clocks that the unit can be set to, the lowest first."),
            object("ops_per_clock", "Operations per clock", rateSchema(),
                   "Operations that one core completes in a clock cycle, by number format."),
            number("cache_bytes", "Cache", "B", "Capacity of the last cache or buffer that belongs to the unit.")
                .within(1, 1LL << 34),
            text("source", "Source", "Document that states these facts."),
        }};
}

ObjectSchema thermalSchema() {
    return {"soc_thermal",
            "Heat",
            {
                number("peak_power_w", "Peak power", "W", "Power of the chip at full load while its case is cold.")
                    .within(1e-3, 2000)
                    .draggable(Scale::Log2),
                number("sustained_power_w", "Sustained power", "W", "Power that the case carries off for any time.")
                    .within(1e-3, 2000)
                    .draggable(Scale::Log2),
                number("time_constant_s", "Time constant", "s",
                       "Time in which the case comes within 37 % of its final temperature.")
                    .within(0.1, 1e5)
                    .draggable(Scale::Log2),
                text("source", "Source", "Document that states these facts."),
            }};
}

ObjectSchema makeSocSchema() {
    ObjectSchema schema{
        "soc",
        "Edge SoC",
        {
            text("id", "Id", "Lower-case name by which requests refer to the device.").needed(),
            choice("kind", "Kind", {"soc"}).needed(),
            text("name", "Name").needed(),
            text("vendor", "Vendor"),
            integer("year", "Year", "", "Year of the announcement.").within(1990, 2200),
            list("aliases", "Aliases", text("", "Alias"), "Further names that requests and data may use."),
            text("notes", "Notes", "What the numbers leave out or assume."),
            choice("market", "Market",
                   {"phone", "board", "laptop", "desktop", "server", "automotive", "wearable", "accelerator"},
                   "Kind of product that the chip is built into."),
            number("process_nm", "Process", "nm", "Name of the manufacturing process.").within(0.1, 1000),
            text("memory_kind", "Memory kind", "LPDDR4X, LPDDR5, DDR4 and so on."),
            number("memory_bytes", "Memory", "B", "Capacity of the memory that all units share.")
                .within(1024, 1LL << 44),
            number("memory_bytes_per_s", "Memory bandwidth", "B/s",
                   "Peak bandwidth of the memory that all units share.")
                .within(1e6, 1e14)
                .draggable(Scale::Log2),
            object("thermal", "Heat", thermalSchema(), "Powers that decide for how long the chip holds its clocks."),
            list("units", "Units", unitSchema(),
                 "Clusters of CPU cores from the fastest to the slowest, GPU, NPUs and DSPs.")
                .atLeast(1)
                .needed(),
            list("backends", "Backends", text("", "Backend"), "Runtimes that are known to run on the device."),
        }};
    schema.sourced = true;
    return schema;
}

} // namespace

const ObjectSchema& socSchema() {
    static const ObjectSchema schema = makeSocSchema();
    return schema;
}

} // namespace strata::hardware
