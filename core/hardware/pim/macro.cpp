// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/pim/macro.h"

#include <nlohmann/json.hpp>

namespace strata::hardware {
namespace {

using namespace strata::field;

Field count(const char* key, const char* title, const char* help) {
    return number(key, title, "", help).within(1, 1 << 24).draggable(Scale::Log2);
}

Field bits(const char* key, const char* title, const char* help) {
    return number(key, title, "bit", help).within(0.25, 32).draggable();
}

Field capacitance(const char* key, const char* title, const char* help) {
    return number(key, title, "fF", help).within(0, 1e6).draggable(Scale::Log10);
}

ObjectSchema converterSchema() {
    return {"macro_converter",
            "Converter",
            {
                bits("bits", "Resolution", "Bits of one conversion.").needed(),
                count("columns", "Columns of a converter", "Columns that share one converter, one after the other.")
                    .byDefault(1),
                capacitance("per_bit_ff", "Capacitance per bit", "Capacitance that each bit of a conversion switches.")
                    .byDefault(100),
                capacitance("noise_ff", "Noise capacitance",
                            "Capacitance that is multiplied by four for each bit, against thermal noise.")
                    .byDefault(0.001),
                number("area_um2", "Area", "um^2", "Area of one converter.").byRule("not counted").within(0, 1e9),
            }};
}

ObjectSchema makeMacroSchema() {
    ObjectSchema schema{
        "macro",
        "Memory macro that computes",
        {
            text("id", "Id", "Lower-case name by which requests refer to the device.").needed(),
            choice("kind", "Kind", {"macro"}).needed(),
            text("name", "Name").needed(),
            text("vendor", "Vendor"),
            integer("year", "Year", "", "Year of the publication.").within(1990, 2200),
            list("aliases", "Aliases", text("", "Alias"), "Further names that requests and data may use."),
            text("notes", "Notes", "What the numbers leave out or assume."),
            number("technology_nm", "Technology", "nm", "Feature size.").within(0.1, 1000).needed(),
            number("voltage_v", "Supply", "V", "Voltage of logic and converters.").within(0.1, 10).needed().draggable(),
            number("clock_hz", "Clock", "Hz", "One step of the macro is one period of this clock.")
                .within(1e3, 1e11)
                .needed()
                .draggable(Scale::Log2),
            choice("sum", "Sums", {"analog", "digital"},
                   "Products of a column are added as charges or currents and converted, or by adders.")
                .needed(),
            count("macros", "Macros", "Macros that work at the same time, each on its own weights.").byDefault(1),
            count("rows", "Rows", "Rows of cells of one macro.").needed(),
            count("columns", "Columns", "Columns of cells of one macro.").needed(),
            count("cells", "Cells of a bit", "Cells that together hold one bit of a weight.").byDefault(1),
            number("bits_per_cell", "Bits of a cell", "bit", "Bits of a weight that one cell holds.")
                .byDefault(1)
                .within(1, 8),
            count("rows_at_once", "Rows at once", "Rows that are added in one step; the other rows follow.")
                .byRule("all rows"),
            bits("input_bits_per_step", "Input bits of a step", "Bits of an input that enter in one step.")
                .byDefault(1),
            bits("most_input_bits", "Widest input", "Largest number of bits of an input.").byDefault(8),
            bits("most_weight_bits", "Widest weight", "Largest number of bits of a weight.").byDefault(8),
            flag("sign_with_bit", "Sign with the bit",
                 "Input lines take -1, 0 and 1, so that the sign of an input needs no step of its own.")
                .byDefault(false),
            flag("sums_take_columns", "Sums take columns",
                 "A weight takes, beside its own columns, one for each bit by which the sum of a column is wider.")
                .byDefault(false),
            number("toggle_rate", "Toggle rate", "1", "Share of the gates and inputs that switch in a step.")
                .byDefault(1)
                .within(0, 1)
                .draggable(),
            capacitance("driver_ff_per_bit", "Input converter",
                        "Capacitance per bit of an input converter of more than one bit.")
                .byDefault(50),
            capacitance("line_ff_per_cell", "Word line", "Capacitance of the word line at one cell.")
                .byRule("that of a gate"),
            number("line_voltage_v", "Word line voltage", "V", "Swing of the word line.")
                .byRule("the supply")
                .within(0.01, 20),
            number("read_voltage_v", "Read voltage", "V", "Voltage across a cell that is read.")
                .byRule("the supply")
                .within(0.01, 20),
            object("converter", "Converter", converterSchema(), "What turns analog sums into numbers."),
            number("registers", "Registers of a column", "", "Pipeline registers of one column.")
                .byDefault(1)
                .within(0, 1 << 16),
            capacitance("gate_ff", "Gate", "Capacitance that one gate switches.")
                .byRule("by the usual component of class gate"),
            number("gate_um2", "Gate area", "um^2", "Area of one gate.")
                .byRule("by the usual component of class gate")
                .within(0, 1e6),
            number("cell_um2", "Cell area", "um^2", "Area of one cell.").byRule("not counted").within(0, 1e6),
        }};
    schema.sourced = true;
    return schema;
}

Error bad(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

} // namespace

const ObjectSchema& macroSchema() {
    static const ObjectSchema schema = makeMacroSchema();
    return schema;
}

Result<Macro> readMacro(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, macroSchema(), pointer); !valid) return valid.error();
    const std::string here(pointer);
    Macro macro;
    macro.id = document.at("id").get<std::string>();
    macro.name = document.at("name").get<std::string>();
    macro.vendor = document.value("vendor", std::string());
    macro.sum = document.at("sum").get<std::string>() == "analog" ? MacroSum::Analog : MacroSum::Digital;
    macro.technology_nm = document.at("technology_nm").get<double>();
    macro.voltage_v = document.at("voltage_v").get<double>();
    macro.clock_hz = document.at("clock_hz").get<double>();
    macro.rows = document.at("rows").get<double>();
    macro.columns = document.at("columns").get<double>();
    macro.rows_at_once = document.value("rows_at_once", macro.rows);
    const auto read = [&](const char* key, double& number) { number = document.value(key, number); };
    read("macros", macro.macros);
    read("cells", macro.cells);
    read("bits_per_cell", macro.bits_per_cell);
    read("input_bits_per_step", macro.input_bits_per_step);
    read("most_input_bits", macro.most_input_bits);
    read("most_weight_bits", macro.most_weight_bits);
    macro.sign_with_bit = document.value("sign_with_bit", false);
    macro.sums_take_columns = document.value("sums_take_columns", false);
    read("toggle_rate", macro.toggle_rate);
    read("driver_ff_per_bit", macro.driver_ff_per_bit);
    read("line_ff_per_cell", macro.line_ff_per_cell);
    macro.read_voltage_v = document.value("read_voltage_v", macro.voltage_v);
    macro.line_voltage_v = document.value("line_voltage_v", macro.voltage_v);
    read("registers", macro.registers);
    read("gate_ff", macro.gate_ff);
    read("gate_um2", macro.gate_um2);
    read("cell_um2", macro.cell_um2);
    if (const auto converter = document.find("converter"); converter != document.end()) {
        macro.converter.bits = converter->at("bits").get<double>();
        macro.converter.columns = converter->value("columns", 1.0);
        macro.converter.per_bit_ff = converter->value("per_bit_ff", macro.converter.per_bit_ff);
        macro.converter.noise_ff = converter->value("noise_ff", macro.converter.noise_ff);
        macro.converter.area_um2 = converter->value("area_um2", 0.0);
    } else if (macro.sum == MacroSum::Analog) {
        return bad(here + "/converter", {"error.analog-macro-without-converter"}, {"accepted.converter-with-bits"});
    }
    if (macro.rows_at_once > macro.rows)
        return bad(here + "/rows_at_once", {"error.more-rows-at-once-than-rows", {{"rows", macro.rows}}},
                   {"accepted.at-most", {{"most", macro.rows}}});
    return macro;
}

} // namespace strata::hardware
