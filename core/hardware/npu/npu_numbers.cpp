// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/npu/npu_numbers.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::hardware {
namespace {

template <class T>
struct Row {
    std::string_view key;
    double T::*number;
};

constexpr Row<StorageEnergy> kEnergies[] = {{"read", &StorageEnergy::read_pj},
                                            {"write", &StorageEnergy::write_pj},
                                            {"update", &StorageEnergy::update_pj},
                                            {"leak_per_cycle", &StorageEnergy::leak_pj_per_cycle}};
constexpr Row<NpuLevel> kBandwidths[] = {{"read_words_per_cycle", &NpuLevel::read_words_per_cycle},
                                         {"write_words_per_cycle", &NpuLevel::write_words_per_cycle}};
constexpr Row<NpuCompute> kCompute[] = {{"mac_pj", &NpuCompute::mac_pj},
                                        {"leak_pj_per_cycle", &NpuCompute::leak_pj_per_cycle},
                                        {"area_um2", &NpuCompute::area_um2}};

/// "/levels/<index>/<rest>": the index and the rest, or nothing.
bool splitLevel(std::string_view pointer, std::size_t count, std::size_t& level, std::string_view& rest) {
    constexpr std::string_view kLevels = "/levels/";
    if (!pointer.starts_with(kLevels)) return false;
    pointer.remove_prefix(kLevels.size());
    const auto [end, failure] = std::from_chars(pointer.data(), pointer.data() + pointer.size(), level);
    if (failure != std::errc() || end == pointer.data() + pointer.size() || *end != '/' || level >= count) return false;
    rest = pointer.substr(static_cast<std::size_t>(end - pointer.data()) + 1);
    return true;
}

std::uint32_t whole(double value) { return static_cast<std::uint32_t>(value); }

/// A setter that takes whatever the schema takes.
template <class Set>
SetNpuNumber always(Set set) {
    return [set](NpuArchitecture& npu, double value) {
        set(npu, value);
        return true;
    };
}

SetNpuNumber storageNumber(std::string_view key, const Json& document, std::size_t l, const NpuLevel& level) {
    for (const auto& row : kBandwidths) {
        if (key == row.key)
            return always([l, number = row.number](NpuArchitecture& npu, double v) { npu.levels[l].*number = v; });
    }
    constexpr std::string_view kEnergy = "energy_pj/";
    for (const auto& row : kEnergies) {
        if (!key.starts_with(kEnergy) || key.substr(kEnergy.size()) != row.key) continue;
        return always([l, number = row.number](NpuArchitecture& npu, double v) { npu.levels[l].energy.*number = v; });
    }
    if (key == "capacity_bytes" && document.contains("capacity_bytes")) {
        return [l, bits = level.entry_bits](NpuArchitecture& npu, double v) {
            npu.levels[l].entries = entriesOf(v, bits);
            return npu.levels[l].entries > 0; // 0 would mean unbounded
        };
    }
    if (key == "entries" && !document.contains("capacity_bytes")) {
        return always([l](NpuArchitecture& npu, double v) { npu.levels[l].entries = static_cast<std::uint64_t>(v); });
    }
    if (key == "buffering") return always([l](NpuArchitecture& npu, double v) { npu.levels[l].buffering = whole(v); });
    return {};
}

SetNpuNumber levelNumber(std::string_view key, const Json& document, std::size_t l, const NpuLevel& level) {
    if (key == "fanout_x") return always([l](NpuArchitecture& npu, double v) { npu.levels[l].fanout_x = whole(v); });
    if (key == "fanout_y") return always([l](NpuArchitecture& npu, double v) { npu.levels[l].fanout_y = whole(v); });
    if (key == "area_um2") return always([l](NpuArchitecture& npu, double v) { npu.levels[l].area_um2 = v; });
    return level.stores ? storageNumber(key, document, l, level) : SetNpuNumber{};
}

} // namespace

std::uint64_t entriesOf(double capacity_bytes, std::uint32_t entry_bits) {
    return static_cast<std::uint64_t>(std::floor(capacity_bytes * 8.0 / entry_bits));
}

Result<void> checkNpuNumbers(const NpuArchitecture& npu) {
    constexpr double kMostUnits = 1e9; // the number of units must stay countable
    double copies = 1.0;
    for (std::size_t i = 0; i < npu.levels.size(); ++i) {
        copies *= static_cast<double>(npu.levels[i].fanout_x) * npu.levels[i].fanout_y;
        if (copies <= kMostUnits) continue;
        return Error{"bad-value",
                     "/levels/" + std::to_string(i) + "/fanout_x",
                     {"error.fan-outs-down-to-level-multiply", {{"levels", npu.levels[i].name}}},
                     {"accepted.at-most-10-9-copies-in"},
                     {}};
    }
    return {};
}

SetNpuNumber npuNumberAt(std::string_view pointer, const Json& document, const NpuArchitecture& npu) {
    if (pointer == "/clock_hz") return always([](NpuArchitecture& changed, double v) { changed.clock_hz = v; });
    std::size_t level = 0;
    std::string_view rest;
    if (splitLevel(pointer, npu.levels.size(), level, rest)) {
        return levelNumber(rest, document.at("levels").at(level), level, npu.levels[level]);
    }
    constexpr std::string_view kComputePlace = "/compute/";
    for (const auto& row : kCompute) {
        if (!pointer.starts_with(kComputePlace) || pointer.substr(kComputePlace.size()) != row.key) continue;
        return always([number = row.number](NpuArchitecture& changed, double v) { changed.compute.*number = v; });
    }
    return {};
}

} // namespace strata::hardware
