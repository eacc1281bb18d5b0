// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/pim/dimm.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::hardware {
namespace {

using namespace strata::field;

Field count(const char* key, const char* title, const char* help, double most) {
    return integer(key, title, "", help).within(1, most).draggable(Scale::Log2);
}

Field rate(const char* key, const char* title, const char* help) {
    return number(key, title, "B/s", help).within(1e3, 1e13).needed().draggable(Scale::Log2);
}

ObjectSchema sendSchema() {
    return {"dimm_send",
            "Sending",
            {
                rate("processor_bytes_per_s", "Rate to a processor", "Bandwidth from the host to one processor alone."),
                rate("rank_bytes_per_s", "Rate to a rank",
                     "Bandwidth from the host to all processors of one rank at the same time."),
            }};
}

ObjectSchema receiveSchema() {
    return {
        "dimm_receive",
        "Receiving",
        {
            rate("processor_bytes_per_s", "Rate from a processor", "Bandwidth from one processor alone to the host."),
            rate("rank_bytes_per_s", "Rate from a rank",
                 "Bandwidth from all processors of one rank at the same time to the host."),
        }};
}

ObjectSchema arithmeticSchema() {
    std::vector<std::string> types;
    for (std::size_t i = 0; i < kNumberTypes; ++i)
        types.emplace_back(strata::name(static_cast<NumberType>(i)));
    return {"dimm_arithmetic",
            "Arithmetic",
            {
                choice("type", "Number format", std::move(types), "Number format of the operands.").needed(),
                number("add", "Addition", "", "Instructions of one addition.").within(1, 1e4).needed(),
                number("multiply", "Multiplication", "", "Instructions of one multiplication.").within(1, 1e4).needed(),
            }};
}

ObjectSchema makeDimmSchema() {
    ObjectSchema schema{
        "dimm",
        "Memory module with processors",
        {
            text("id", "Id", "Lower-case name by which requests refer to the device.").needed(),
            choice("kind", "Kind", {"dimm"}).needed(),
            text("name", "Name").needed(),
            text("vendor", "Vendor"),
            integer("year", "Year", "", "Year of the announcement.").within(1990, 2200),
            list("aliases", "Aliases", text("", "Alias"), "Further names that requests and data may use."),
            text("notes", "Notes", "What the numbers leave out or assume."),
            count("ranks", "Ranks", "Ranks of all modules together.", 1 << 12).byDefault(1),
            count("processors", "Processors of a rank", "Processors of one rank.", 1 << 12).needed(),
            number("memory_bytes", "Memory", "B", "Memory of one processor.")
                .within(1024, 1e12)
                .needed()
                .draggable(Scale::Log2),
            number("scratchpad_bytes", "Scratchpad", "B", "Scratchpad of one processor.")
                .within(256, 1e9)
                .needed()
                .draggable(Scale::Log2),
            number("clock_hz", "Clock", "Hz", "Clock of the processors.")
                .within(1e6, 1e11)
                .needed()
                .draggable(Scale::Log2),
            count("stages", "Stages", "Clocks between two instructions of one tasklet.", 64).byDefault(11),
            count("most_tasklets", "Most tasklets", "Largest number of tasklets of one processor.", 256).byDefault(24),
            number("read_setup", "Read setup", "cycles",
                   "Clocks before the first byte of a transfer into the scratchpad.")
                .within(0, 1e5)
                .needed()
                .draggable(),
            number("write_setup", "Write setup", "cycles",
                   "Clocks before the first byte of a transfer out of the scratchpad.")
                .within(0, 1e5)
                .needed()
                .draggable(),
            number("bytes_per_clock", "Bytes per clock", "B", "Bytes that a transfer moves in one clock.")
                .within(0.125, 4096)
                .needed()
                .draggable(Scale::Log2),
            integer("most_bytes", "Longest transfer", "B", "Largest number of bytes of one transfer.")
                .within(1, 1 << 20)
                .draggable(Scale::Log2)
                .byDefault(2048),
            number("launch_s", "Launch", "s",
                   "Time in which the host starts a kernel on all processors and sees its end.")
                .byDefault(0)
                .within(0, 1)
                .draggable(),
            object("to", "Transfers to the processors", sendSchema(), "What the host sends.").needed(),
            object("from", "Transfers from the processors", receiveSchema(), "What the host receives.").needed(),
            list("arithmetic", "Arithmetic", arithmeticSchema(), "Instructions of arithmetic by number format.")
                .atLeast(1)
                .needed(),
        }};
    schema.sourced = true;
    return schema;
}

DimmTransfer readTransfer(const Json& document) {
    return {document.at("processor_bytes_per_s").get<double>(), document.at("rank_bytes_per_s").get<double>()};
}

} // namespace

const DimmArithmetic* Dimm::find(NumberType type) const {
    const auto found = std::ranges::find(arithmetic, type, &DimmArithmetic::type);
    return found == arithmetic.end() ? nullptr : &*found;
}

const ObjectSchema& dimmSchema() {
    static const ObjectSchema schema = makeDimmSchema();
    return schema;
}

Result<Dimm> readDimm(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, dimmSchema(), pointer); !valid) return valid.error();
    Dimm dimm;
    dimm.id = document.at("id").get<std::string>();
    dimm.name = document.at("name").get<std::string>();
    dimm.vendor = document.value("vendor", std::string());
    for (const auto& [key, number] :
         std::initializer_list<std::pair<const char*, double*>>{{"ranks", &dimm.ranks},
                                                                {"processors", &dimm.processors},
                                                                {"memory_bytes", &dimm.memory_bytes},
                                                                {"scratchpad_bytes", &dimm.scratchpad_bytes},
                                                                {"clock_hz", &dimm.clock_hz},
                                                                {"stages", &dimm.stages},
                                                                {"most_tasklets", &dimm.most_tasklets},
                                                                {"read_setup", &dimm.read_setup},
                                                                {"write_setup", &dimm.write_setup},
                                                                {"bytes_per_clock", &dimm.bytes_per_clock},
                                                                {"most_bytes", &dimm.most_bytes},
                                                                {"launch_s", &dimm.launch_s}})
        *number = document.value(key, *number);
    dimm.to = readTransfer(document.at("to"));
    dimm.from = readTransfer(document.at("from"));
    for (const Json& rate : document.at("arithmetic")) {
        const auto type = numberTypeNamed(rate.at("type").get<std::string>());
        if (type) dimm.arithmetic.push_back({*type, rate.at("add").get<double>(), rate.at("multiply").get<double>()});
    }
    return dimm;
}

} // namespace strata::hardware
