// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/pim/pim.h"

#include <nlohmann/json.hpp>

namespace strata::hardware {
namespace {

Error bad(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

PimBanks readBanks(const Json& document) {
    PimBanks banks;
    banks.channels = document.at("channels").get<double>();
    banks.pseudo_channels = document.value("pseudo_channels", 1.0);
    banks.ranks = document.value("ranks", 1.0);
    banks.groups = document.value("groups", 1.0);
    banks.banks = document.at("banks").get<double>();
    banks.column_bytes = document.at("column_bytes").get<double>();
    banks.row_columns = document.at("row_columns").get<double>();
    return banks;
}

PimTiming readTiming(const Json& document) {
    PimTiming timing;
    timing.clock_hz = document.at("clock_hz").get<double>();
    timing.column_clocks = document.at("column_clocks").get<double>();
    timing.row_open_clocks = document.at("row_open_clocks").get<double>();
    timing.row_close_clocks = document.at("row_close_clocks").get<double>();
    timing.read_to_close_clocks = document.value("read_to_close_clocks", 0.0);
    timing.move_clocks = document.at("move_clocks").get<double>();
    timing.refresh_interval_s = document.value("refresh_interval_s", 0.0);
    timing.refresh_s = document.value("refresh_s", 0.0);
    return timing;
}

PimUnits readUnits(const Json& document) {
    PimUnits units;
    units.banks_per_unit = document.at("banks_per_unit").get<double>();
    units.vectors = document.value("vectors", units.vectors);
    units.registers = document.value("registers", units.registers);
    units.softmax_clocks = document.value("softmax_clocks", 0.0);
    for (const Json& type : document.at("types")) {
        if (const auto known = numberTypeNamed(type.get<std::string>())) units.types.push_back(*known);
    }
    return units;
}

PimEnergy readEnergy(const Json& document) {
    return {document.value("cell_pj_per_bit", 0.0), document.value("group_pj_per_bit", 0.0),
            document.value("channel_pj_per_bit", 0.0), document.value("stack_pj_per_bit", 0.0),
            document.value("host_pj_per_bit", 0.0)};
}

} // namespace

Result<Pim> readPim(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, pimSchema(), pointer); !valid) return valid.error();
    Pim pim;
    pim.id = document.at("id").get<std::string>();
    pim.name = document.at("name").get<std::string>();
    pim.vendor = document.value("vendor", std::string());
    pim.memory_bytes = document.at("memory_bytes").get<double>();
    pim.host_bytes_per_s = document.value("host_bytes_per_s", 0.0);
    pim.banks = readBanks(document.at("banks"));
    pim.timing = readTiming(document.at("timing"));
    pim.units = readUnits(document.at("units"));
    if (const auto energy = document.find("energy"); energy != document.end()) pim.energy = readEnergy(*energy);
    if (pim.units.banks_per_unit > pim.banks.inPseudoChannel())
        return bad(std::string(pointer) + "/units/banks_per_unit",
                   {"error.unit-serves-more-banks", {{"banks", pim.banks.inPseudoChannel()}}},
                   {"accepted.at-most-banks-of-pseudo-channel"});
    if (pim.timing.availability() <= 0)
        return bad(std::string(pointer) + "/timing/refresh_s", {"error.refresh-leaves-no-time"},
                   {"accepted.below-refresh-interval"});
    return pim;
}

} // namespace strata::hardware
