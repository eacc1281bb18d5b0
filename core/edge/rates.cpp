// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/rates.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace strata::edge {
namespace {

using hardware::SocPart;
using hardware::SocUnit;

constexpr double kUsualOpsPerClock = 8; ///< of a core whose rate the device does not tell: one vector of four, fused

/// Units of the part that take part, as the chip lists them: from its fastest cluster to its slowest. Of several
/// clusters "little" is the last and "big" all others, whatever clock somebody gives one of them.
std::vector<const SocUnit*> unitsTakingPart(const hardware::Soc& soc, const RunSetting& setting) {
    std::vector<const SocUnit*> units;
    for (const SocUnit& unit : soc.units) {
        if (unit.part == setting.part) units.push_back(&unit);
    }
    if (setting.part != SocPart::Cpu || units.size() < 2) return units;
    if (setting.cores == "little") units.erase(units.begin(), units.end() - 1);
    if (setting.cores == "big") units.pop_back();
    return units;
}

double ratioOf(double measured, double asked) { return measured > 0 && asked > 0 ? measured / asked : 1.0; }

} // namespace

double opsPerSecond(const SocUnit& unit, bool half_arithmetic) {
    const auto stated = [&](NumberType type) { return unit.ops_per_clock[index(type)]; };
    double per_clock = stated(NumberType::Fp32);
    if (half_arithmetic) per_clock = std::max(per_clock, stated(NumberType::Fp16));
    if (per_clock <= 0) per_clock = stated(NumberType::Fp16);
    if (per_clock <= 0) per_clock = stated(NumberType::Int8);
    if (per_clock <= 0 && unit.part == SocPart::Cpu) per_clock = kUsualOpsPerClock;
    return unit.clock_hz * per_clock;
}

DeviceRates ratesOf(const hardware::Soc& soc, const RunSetting& setting, const RateScaling& scaling) {
    auto units = unitsTakingPart(soc, setting);
    std::ranges::stable_sort(units, std::ranges::greater(),
                             [&](const SocUnit* unit) { return opsPerSecond(*unit, setting.half_arithmetic); });
    DeviceRates rates;
    rates.memory_bytes_per_s = soc.memory_bytes_per_s;
    if (units.empty()) return rates;
    const SocUnit& first = *units.front();
    const double one = opsPerSecond(first, setting.half_arithmetic) * setting.clock_share;
    rates.clock_hz = first.clock_hz * setting.clock_share;
    if (setting.part != SocPart::Cpu) {
        rates.arithmetic_per_s = first.cores * one;
        return rates;
    }
    double all = 0, threads = setting.threads;
    for (const SocUnit* unit : units) {
        const double taken = std::min(threads, unit->cores);
        all += taken * opsPerSecond(*unit, setting.half_arithmetic) * setting.clock_share;
        threads -= taken;
    }
    rates.arithmetic_per_s = all;
    if (one > 0 && all > 0 && scaling.serial_share > 0)
        rates.arithmetic_per_s = 1.0 / (scaling.serial_share / one + (1.0 - scaling.serial_share) / all);
    return rates;
}

std::string coreOf(const hardware::Soc& soc, const RunSetting& setting) {
    const auto units = unitsTakingPart(soc, setting);
    return units.empty() ? std::string() : units.front()->core;
}

double threadsAtOnce(const hardware::Soc& soc, const RunSetting& setting) {
    if (setting.part != SocPart::Cpu) return setting.threads;
    double cores = 0;
    for (const SocUnit* unit : unitsTakingPart(soc, setting))
        cores += unit->cores;
    return std::min(setting.threads, std::max(cores, 1.0));
}

AdditiveVector atRates(AdditiveVector coefficients, const DeviceRates& measured, const DeviceRates& asked) {
    const double arithmetic = ratioOf(measured.arithmetic_per_s, asked.arithmetic_per_s);
    const bool both = measured.memory_bytes_per_s > 0 && asked.memory_bytes_per_s > 0;
    const double memory = both ? measured.memory_bytes_per_s / asked.memory_bytes_per_s : arithmetic;
    const double clock = ratioOf(measured.clock_hz, asked.clock_hz);
    const auto names = additiveFeatureNames();
    for (std::size_t j = 0; j < coefficients.size(); ++j) {
        const std::string_view name = names[j];
        if (name.ends_with("_macs"))
            coefficients[j] *= arithmetic;
        else if (name.ends_with("_elements") || name.ends_with("_parameters"))
            coefficients[j] *= memory;
        else
            coefficients[j] *= clock;
    }
    return coefficients;
}

double rateDistance(const DeviceRates& left, const DeviceRates& right) {
    const auto logarithm = [](double a, double b) { return std::abs(std::log(ratioOf(a, b))); };
    return std::max({logarithm(left.arithmetic_per_s, right.arithmetic_per_s),
                     logarithm(left.memory_bytes_per_s, right.memory_bytes_per_s),
                     logarithm(left.clock_hz, right.clock_hz)});
}

SourcedLatency latencyFrom(std::span<const RatedSource> sources, const DeviceRates& asked, const std::string& core,
                           const AdditiveVector& counts) {
    const auto takesPart = [](const RatedSource& source) { return source.rates.arithmetic_per_s > 0; };
    SourcedLatency out;
    out.same_core = !core.empty() && std::ranges::any_of(sources, [&](const RatedSource& source) {
        return takesPart(source) && source.core == core;
    });
    std::vector<double> seconds;
    for (const RatedSource& source : sources) {
        if (!takesPart(source) || (out.same_core && source.core != core)) continue;
        seconds.push_back(
            std::max(kLeastSeconds, additiveSeconds(counts, atRates(source.coefficients, source.rates, asked))));
    }
    out.sources = seconds.size();
    if (seconds.empty()) return out;
    std::ranges::sort(seconds);
    out.seconds = std::sqrt(seconds[(seconds.size() - 1) / 2] * seconds[seconds.size() / 2]);
    return out;
}

} // namespace strata::edge
