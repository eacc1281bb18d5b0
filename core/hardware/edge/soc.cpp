// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/edge/soc.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

namespace strata::hardware {
namespace {

/// By SocPart.
constexpr std::array<std::string_view, 4> kPartNames{"cpu", "gpu", "npu", "dsp"};

Error bad(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

Result<SocUnit> readUnit(const Json& document, const std::string& pointer) {
    SocUnit unit;
    unit.id = document.at("id").get<std::string>();
    const auto part = std::ranges::find(kPartNames, document.at("part").get<std::string>());
    unit.part = static_cast<SocPart>(part - kPartNames.begin());
    unit.name = document.value("name", std::string());
    unit.core = document.value("core", std::string());
    unit.cores = document.value("cores", 1.0);
    unit.clock_hz = document.value("clock_hz", 0.0);
    unit.memory_bytes_per_s = document.value("memory_bytes_per_s", 0.0);
    unit.cache_bytes = document.value("cache_bytes", 0.0);
    unit.operating_points_hz = document.value("operating_points_hz", std::vector<double>());
    if (!std::ranges::is_sorted(unit.operating_points_hz))
        return bad(pointer + "/operating_points_hz", {"error.clocks-do-not-rise"}, {"accepted.lowest-clock-first"});
    if (const auto rates = document.find("ops_per_clock"); rates != document.end()) {
        for (const auto& [type, rate] : rates->items()) {
            if (const auto known = numberTypeNamed(type)) unit.ops_per_clock[index(*known)] = rate.get<double>();
        }
    }
    return unit;
}

} // namespace

std::string_view name(SocPart part) { return kPartNames[static_cast<std::size_t>(part)]; }

double SocUnit::peak(NumberType type) const { return cores * clock_hz * ops_per_clock[index(type)]; }

const SocUnit* Soc::unit(std::string_view wanted) const {
    const auto found = std::ranges::find(units, wanted, &SocUnit::id);
    return found == units.end() ? nullptr : &*found;
}

const SocUnit* Soc::first(SocPart part) const {
    const SocUnit* best = nullptr;
    for (const SocUnit& unit : units) {
        if (unit.part == part && (best == nullptr || unit.clock_hz > best->clock_hz)) best = &unit;
    }
    return best;
}

double sustainedClockShare(const SocThermal& thermal, double load_s) {
    if (thermal.peak_power_w <= 0 || thermal.sustained_power_w <= 0 || thermal.time_constant_s <= 0) return 1.0;
    const double above = thermal.peak_power_w - thermal.sustained_power_w;
    const double power_w = thermal.sustained_power_w + above * std::exp(-load_s / thermal.time_constant_s);
    return std::cbrt(power_w / thermal.peak_power_w);
}

Result<Soc> readSoc(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, socSchema(), pointer); !valid) return valid.error();
    Soc soc;
    soc.id = document.at("id").get<std::string>();
    soc.name = document.at("name").get<std::string>();
    soc.vendor = document.value("vendor", std::string());
    soc.market = document.value("market", std::string());
    soc.process_nm = document.value("process_nm", 0.0);
    soc.memory_kind = document.value("memory_kind", std::string());
    soc.memory_bytes = document.value("memory_bytes", 0.0);
    soc.memory_bytes_per_s = document.value("memory_bytes_per_s", 0.0);
    soc.backends = document.value("backends", std::vector<std::string>());
    if (const auto heat = document.find("thermal"); heat != document.end()) {
        soc.thermal = {heat->value("peak_power_w", 0.0), heat->value("sustained_power_w", 0.0),
                       heat->value("time_constant_s", 0.0)};
        if (soc.thermal.peak_power_w > 0 && soc.thermal.sustained_power_w > soc.thermal.peak_power_w)
            return bad(std::string(pointer) + "/thermal/sustained_power_w", {"error.sustained-power-above-peak"},
                       {"accepted.at-most-peak-power-w"});
    }
    std::set<std::string> ids;
    const Json& units = document.at("units");
    for (std::size_t i = 0; i < units.size(); ++i) {
        const std::string here = std::string(pointer) + "/units/" + std::to_string(i);
        auto unit = readUnit(units[i], here);
        if (!unit) return unit.error();
        if (!ids.insert(unit->id).second)
            return bad(here + "/id", {"error.two-units-have-id", {{"id", unit->id}}}, {"accepted.id-own"});
        soc.units.push_back(*std::move(unit));
    }
    return soc;
}

} // namespace strata::hardware
