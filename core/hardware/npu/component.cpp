// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/npu/component.h"

#include "core/hardware/npu/npu.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::hardware {
namespace {

constexpr std::array<std::string_view, kComponentClasses> kNames{"sram",    "register-file", "mac",
                                                                 "network", "dram",          "gate"};
/// Sizes that differ by a tenth of this in logarithms count as the same.
constexpr double kSameSize = 1e-3;
/// A factor in capacity or width says less about another component than one in technology.
constexpr double kWeightOfSize = 0.25;

ComponentScaling readScaling(const Json& document, const char* key) {
    ComponentScaling scaling;
    const auto found = document.find(key);
    if (found == document.end()) return scaling;
    scaling.capacity = found->value("capacity", scaling.capacity);
    scaling.width = found->value("width", scaling.width);
    scaling.technology = found->value("technology", scaling.technology);
    return scaling;
}

ComponentPoint readPoint(const Json& document) {
    ComponentPoint point;
    point.technology_nm = document.at("technology_nm").get<double>();
    point.capacity_bits = document.value("capacity_bits", 1.0);
    point.width_bits = document.value("width_bits", 1.0);
    point.read_pj = document.value("read_pj", 0.0);
    point.write_pj = document.value("write_pj", 0.0);
    point.leak_pj_per_cycle = document.value("leak_pj_per_cycle", 0.0);
    point.area_um2 = document.value("area_um2", 0.0);
    point.source = document.at("source").get<std::string>();
    return point;
}

double stated(const ComponentPoint& point, ComponentQuantity quantity) {
    switch (quantity) {
    case ComponentQuantity::Read: return point.read_pj;
    case ComponentQuantity::Write: return point.write_pj;
    case ComponentQuantity::Leakage: return point.leak_pj_per_cycle;
    case ComponentQuantity::Area: break;
    }
    return point.area_um2;
}

const ComponentScaling& scalingOf(const Component& component, ComponentQuantity quantity) {
    if (quantity == ComponentQuantity::Area) return component.area;
    return quantity == ComponentQuantity::Leakage ? component.leakage : component.energy;
}

const Component* named(std::span<const Component> components, const std::string& id) {
    const auto found = std::ranges::find(components, id, &Component::id);
    return found == components.end() ? nullptr : &*found;
}

const Component* usualMemory(std::span<const Component> components, double capacity_bits) {
    for (const Component& component : components) {
        const bool memory = component.component_class == ComponentClass::Sram ||
                            component.component_class == ComponentClass::RegisterFile;
        if (!component.usual || !memory || capacity_bits < component.least_capacity_bits) continue;
        if (component.most_capacity_bits > 0 && capacity_bits > component.most_capacity_bits) continue;
        return &component;
    }
    return nullptr;
}

const Component* usual(std::span<const Component> components, ComponentClass component_class) {
    const auto found = std::ranges::find_if(components, [&](const Component& component) {
        return component.usual && component.component_class == component_class;
    });
    return found == components.end() ? nullptr : &*found;
}

Error unknown(std::string pointer, const std::string& id) {
    return {"not-found",
            std::move(pointer),
            {"error.no-component-of-that-name", {{"name", id}}},
            {"accepted.component-of-the-catalog"},
            {}};
}

ComponentSize sizeOf(const NpuArchitecture& npu, const NpuLevel& level) {
    return {npu.technology_nm, std::max<double>(1.0, static_cast<double>(level.entries) * level.entry_bits),
            static_cast<double>(level.entry_bits)};
}

void fillEnergy(NpuLevel& level, const Component& component, const ComponentSize& size) {
    const auto read = estimate(component, ComponentQuantity::Read, size);
    if (!read || level.energy_stated.all()) return;
    const double write = estimate(component, ComponentQuantity::Write, size).value_or(*read);
    if (!level.energy_stated.read) level.energy.read_pj = *read;
    if (!level.energy_stated.write) {
        level.energy.write_pj = write;
        level.network_pj = 0; // the way to the level is added anew
    }
    if (!level.energy_stated.update) level.energy.update_pj = write;
    if (!level.energy_stated.leak)
        level.energy.leak_pj_per_cycle = estimate(component, ComponentQuantity::Leakage, size).value_or(0.0);
    level.energy_from = component.name;
}

Result<void> fillLevel(NpuArchitecture& npu, std::size_t index, std::span<const Component> components) {
    NpuLevel& level = npu.levels[index];
    const Component* own = level.component.empty() ? nullptr : named(components, level.component);
    if (!level.component.empty() && own == nullptr)
        return unknown("/levels/" + std::to_string(index) + "/component", level.component);
    if (!level.stores) return {};
    const ComponentSize size = sizeOf(npu, level);
    if (own != nullptr && (npu.technology_nm > 0 || own->component_class == ComponentClass::Dram))
        fillEnergy(level, *own, size);
    if (index == 0 || level.entries == 0 || npu.technology_nm <= 0) return {}; // the outermost level is another chip
    if (level.area_um2 > 0 && level.area_from.empty()) return {};
    const Component* sized = own != nullptr ? own : usualMemory(components, size.capacity_bits);
    if (sized == nullptr) return {};
    if (const auto area = estimate(*sized, ComponentQuantity::Area, size)) {
        // Levels whose instances share an entry share its cells as well.
        level.area_um2 = *area / std::max<std::uint32_t>(1, level.cluster_size);
        level.area_from = sized->name;
    }
    return {};
}

Result<void> fillCompute(NpuArchitecture& npu, std::span<const Component> components) {
    NpuCompute& compute = npu.compute;
    const Component* own =
        compute.component.empty() ? usual(components, ComponentClass::Mac) : named(components, compute.component);
    if (own == nullptr) {
        if (compute.component.empty()) return {};
        return unknown("/compute/component", compute.component);
    }
    if (npu.technology_nm <= 0) return {};
    const ComponentSize size{npu.technology_nm, 1, static_cast<double>(compute.word_bits)};
    if (!compute.mac_stated) {
        if (const auto mac = estimate(*own, ComponentQuantity::Read, size)) {
            compute.mac_pj = *mac;
            compute.mac_from = own->name;
        }
    }
    if (compute.area_um2 > 0 && compute.area_from.empty()) return {};
    if (const auto area = estimate(*own, ComponentQuantity::Area, size)) {
        compute.area_um2 = *area;
        compute.area_from = own->name;
    }
    return {};
}

/// Area of everything inside a level: its copies of the next one, with all that they contain. @unit um2
double areaInside(const NpuArchitecture& npu, std::size_t level) {
    double copies = 1, area = 0;
    for (std::size_t i = level; i < npu.levels.size(); ++i) {
        if (i > level) area += copies * npu.levels[i].area_um2;
        copies *= static_cast<double>(npu.levels[i].fanout_x) * npu.levels[i].fanout_y;
    }
    return area + copies * npu.compute.area_um2;
}

/// Words that a network carries end in entries of the next level inside that stores.
Result<void> fillNetwork(NpuArchitecture& npu, std::size_t index, std::span<const Component> components) {
    const NpuLevel& level = npu.levels[index];
    if (level.network.empty()) return {};
    const Component* wire = named(components, level.network);
    if (wire == nullptr) return unknown("/levels/" + std::to_string(index) + "/network", level.network);
    const auto per_bit = estimate(*wire, ComponentQuantity::Read, {npu.technology_nm, 1, 1});
    if (!per_bit || npu.technology_nm <= 0) return {};
    constexpr double kMillimetrePerMicrometre = 1e-3;
    const double distance_mm = 0.5 * std::sqrt(areaInside(npu, index)) * kMillimetrePerMicrometre;
    for (std::size_t i = index + 1; i < npu.levels.size(); ++i) {
        NpuLevel& inside = npu.levels[i];
        if (!inside.stores) continue;
        const double carried = *per_bit * distance_mm * inside.entry_bits;
        inside.energy.write_pj += carried - inside.network_pj;
        inside.network_pj = carried;
        inside.network_from = wire->name;
        return {};
    }
    return {};
}

} // namespace

std::string_view name(ComponentClass component_class) { return kNames[static_cast<std::size_t>(component_class)]; }

std::optional<ComponentClass> componentClassNamed(std::string_view name) {
    const auto found = std::ranges::find(kNames, name);
    if (found == kNames.end()) return std::nullopt;
    return static_cast<ComponentClass>(found - kNames.begin());
}

Result<Component> readComponent(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, componentSchema(), pointer); !valid) return valid.error();
    Component component;
    component.id = document.at("id").get<std::string>();
    component.name = document.at("name").get<std::string>();
    component.component_class = *componentClassNamed(document.at("class").get<std::string>());
    component.usual = document.value("usual", false);
    component.least_capacity_bits = document.value("least_capacity_bits", 0.0);
    component.most_capacity_bits = document.value("most_capacity_bits", 0.0);
    component.energy = readScaling(document, "energy");
    component.leakage = readScaling(document, "leakage");
    component.area = readScaling(document, "area");
    for (const Json& point : document.at("points"))
        component.points.push_back(readPoint(point));
    const bool known = std::ranges::any_of(
        component.points, [](const ComponentPoint& point) { return point.read_pj > 0 || point.area_um2 > 0; });
    if (!known)
        return Error{"bad-value",
                     std::string(pointer) + "/points",
                     {"error.component-states-nothing"},
                     {"accepted.energy-or-area-of-a-point"},
                     {}};
    return component;
}

std::optional<double> estimate(const Component& component, ComponentQuantity quantity, const ComponentSize& size) {
    const ComponentScaling& scaling = scalingOf(component, quantity);
    double weights = 0, logs = 0;
    for (const ComponentPoint& point : component.points) {
        const double value = stated(point, quantity);
        if (value <= 0) continue;
        const double technology = size.technology_nm > 0 ? std::log(size.technology_nm / point.technology_nm) : 0.0;
        const double capacity = std::log(size.capacity_bits / point.capacity_bits);
        const double width = std::log(size.width_bits / point.width_bits);
        const double distance = technology * technology + kWeightOfSize * (capacity * capacity + width * width);
        const double weight = 1.0 / (distance + kSameSize * kSameSize);
        weights += weight;
        logs += weight * (std::log(value) + scaling.technology * technology + scaling.capacity * capacity +
                          scaling.width * width);
    }
    if (weights <= 0) return std::nullopt;
    return std::exp(logs / weights);
}

Result<void> applyComponents(NpuArchitecture& npu, std::span<const Component> components) {
    for (std::size_t i = 0; i < npu.levels.size(); ++i) {
        if (auto filled = fillLevel(npu, i, components); !filled) return filled;
    }
    if (auto filled = fillCompute(npu, components); !filled) return filled;
    for (std::size_t i = 0; i < npu.levels.size(); ++i) {
        if (auto filled = fillNetwork(npu, i, components); !filled) return filled;
    }
    return {};
}

} // namespace strata::hardware
