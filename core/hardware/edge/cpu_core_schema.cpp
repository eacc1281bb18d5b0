// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/edge/cpu_core.h"

namespace strata::hardware {
namespace {

using namespace strata::field;

constexpr double kWidest = 64; ///< slots, instructions or ports

Field width(const char* key, const char* title, const char* unit, const char* help) {
    return number(key, title, unit, help).needed().within(1, kWidest).draggable();
}

ObjectSchema rowSchema() {
    return {
        "instruction_row",
        "Instructions",
        {
            text("names", "Mnemonics", "Mnemonics in lower case, separated by blanks.").needed(),
            text("operands", "Operands",
                 "One letter for each operand: r general register, x vector register, k mask register, i constant, m "
                 "memory; "
                 "of an address that is only computed: a one register and a displacement, b two registers, s a scaled "
                 "index, "
                 "t two registers and a displacement, u a scaled index with base and displacement; * any further "
                 "letters.")
                .byDefault("*"),
            list("bits", "Width", integer("", "Bits", "bit", "Width of the first operand.").within(1, 4096),
                 "Widths of the first operand for which the row holds.")
                .byRule("all widths"),
            flag("same", "Same register", "All registers that the instruction reads are one.").byDefault(false),
            choice("renamed", "Renamed", {"no", "move", "zero", "fold", "independent"},
                   "What the rename stage answers itself: a move, a zero, a constant that it remembers beside a "
                   "register, or "
                   "only that the result waits for no source.")
                .byDefault("no"),
            text("ops", "Micro-operations",
                 "Groups of ports, one for each micro-operation beside loads and stores, separated by blanks; a number "
                 "behind "
                 "a colon is the cycles for which the port is held.")
                .byRule("none"),
            number("latency", "Latency", "cycles", "Cycles from a source register to the result.")
                .byDefault(1)
                .within(0, 1000),
            number("joins", "Joins", "cycles",
                   "Cycles from the old value of the destination to the result, where the instruction waits for it.")
                .byRule("it does not wait for it")
                .within(0, 1000),
            number("late_flags", "Late flags", "cycles",
                   "Cycles that conditional moves and sets which read its flags take longer.")
                .byDefault(0)
                .within(0, 100),
            flag("plain_sources", "Plain sources",
                 "A source that the rename stage holds with a constant costs one more micro-operation and cycle.")
                .byDefault(false),
            number("front_slots", "Slots", "", "Slots of the front end.")
                .byRule("one for each micro-operation, loads and stores fused")
                .within(1, 64),
        }};
}

ObjectSchema fusionSchema() {
    return {"macro_fusion",
            "Fused pair",
            {
                text("names", "First mnemonics", "Mnemonics of the first instruction, separated by blanks.").needed(),
                text("branches", "Branches", "Mnemonics of the branch that follows, separated by blanks.").needed(),
            }};
}

ObjectSchema frontSchema() {
    return {"cpu_front",
            "Front end",
            {
                width("decode_width", "Decoders", "", "Instructions that the decoders take in one cycle."),
                width("decode_bytes", "Decoded bytes", "B", "Bytes of code that the decoders take in one cycle."),
                width("cache_width", "Cached micro-operations", "",
                      "Micro-operations that the cache of decoded code delivers in one cycle."),
                width("rename_width", "Rename width", "", "Slots that are renamed in one cycle."),
                width("retire_width", "Retire width", "", "Slots that retire in one cycle."),
                flag("loop_breaks_group", "Loop ends group",
                     "The last slots of one pass of a loop and the first of the next never share a cycle.")
                    .byDefault(false),
                number("folded_constant", "Folded constant", "",
                       "Largest magnitude of the constant that the rename stage remembers beside a register.")
                    .byRule("constants are added by ports")
                    .within(0, 1e12),
            }};
}

ObjectSchema memorySchema() {
    return {
        "cpu_memory",
        "Loads and stores",
        {
            text("loads", "Load ports", "Group of ports that take a load.").needed(),
            text("store_addresses", "Store address ports", "Group of ports that take the address of a store.").needed(),
            text("store_data", "Store data ports", "Group of ports that take the data of a store.").needed(),
            number("load_latency", "Load latency", "cycles",
                   "Cycles from an address to a value in the first-level cache.")
                .needed()
                .within(1, 1000)
                .draggable(),
            number("vector_load_latency", "Vector load latency", "cycles",
                   "Cycles from an address to a vector in the first-level cache.")
                .needed()
                .within(1, 1000)
                .draggable(),
            flag("splits_indexed", "Splits indexed loads",
                 "Instructions of three operands take two slots where their address has an index.")
                .byDefault(false),
        }};
}

ObjectSchema makeCpuCoreSchema() {
    ObjectSchema schema{
        "cpu",
        "CPU core",
        {
            text("id", "Id", "Lower-case name by which requests refer to the core.").needed(),
            choice("kind", "Kind", {"cpu"}).needed(),
            text("name", "Name").needed(),
            text("vendor", "Vendor"),
            integer("year", "Year", "", "Year of the announcement.").within(1970, 2200),
            list("aliases", "Aliases", text("", "Alias"), "Further names that requests and data may use."),
            text("notes", "Notes", "What the numbers leave out or assume."),
            number("clock_hz", "Clock", "Hz", "Clock of the core, by which cycles become seconds.")
                .byRule("cycles alone are told")
                .within(1e6, 1e11)
                .draggable(Scale::Log2),
            object("front", "Front end", frontSchema(), "How fast instructions enter the core.").needed(),
            list("ports", "Ports", text("", "Port"), "Names of the ports of the schedulers.").atLeast(1).needed(),
            map("groups", "Groups of ports",
                list("", "Ports", text("", "Port"), "Ports, any of which takes the micro-operation."),
                "Groups of ports by the names that micro-operations use.")
                .needed(),
            object("memory", "Loads and stores", memorySchema(), "Ports and latencies of loads and stores.").needed(),
            list("before", "Own instructions", rowSchema(), "Rows that are tried before those of `instructions`."),
            list("instructions", "Instructions", rowSchema(), "Rows of instructions; the first one that matches holds.")
                .atLeast(1)
                .needed(),
            list("fusions", "Fused pairs", fusionSchema(),
                 "Pairs of a comparison and a branch that are one micro-operation."),
        }};
    schema.sourced = true;
    return schema;
}

} // namespace

const ObjectSchema& cpuCoreSchema() {
    static const ObjectSchema schema = makeCpuCoreSchema();
    return schema;
}

} // namespace strata::hardware
