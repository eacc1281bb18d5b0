// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::hardware {

struct NpuArchitecture;

/// What a component of a chip is.
enum class ComponentClass : std::uint8_t { Sram, RegisterFile, Mac, Network, Dram, Gate };
inline constexpr std::size_t kComponentClasses = 6;
std::string_view name(ComponentClass component_class);
std::optional<ComponentClass> componentClassNamed(std::string_view name);

/// A published component: its size and what is known of it. 0: not stated. Energies are of one access, operation or
/// bit and millimetre of a network; all in picojoules and square micrometres.
struct ComponentPoint {
    double technology_nm = 0;
    double capacity_bits = 1, width_bits = 1;
    double read_pj = 0, write_pj = 0, leak_pj_per_cycle = 0, area_um2 = 0;
    std::string source;
    friend bool operator==(const ComponentPoint&, const ComponentPoint&) = default;
};

/// What a quantity grows with: the exponents of capacity, width and technology.
struct ComponentScaling {
    double capacity = 0, width = 1, technology = 1;
    friend bool operator==(const ComponentScaling&, const ComponentScaling&) = default;
};

/// An estimator: a file of hwlib/component/.
struct Component {
    std::string id, name;
    ComponentClass component_class = ComponentClass::Sram;
    bool usual = false;                                     ///< the one of its class where a device names none
    double least_capacity_bits = 0, most_capacity_bits = 0; ///< of the sizes for which it is the usual one
    ComponentScaling energy, leakage, area;
    std::vector<ComponentPoint> points;
    friend bool operator==(const Component&, const Component&) = default;
};

/// Schema of hwlib/component/*.json.
const ObjectSchema& componentSchema();

/// Errors: those of validate(), and "bad-value" where no point states an energy or an area, with the pointer below
/// `pointer`.
Result<Component> readComponent(const Json& document, std::string_view pointer);

enum class ComponentQuantity : std::uint8_t { Read, Write, Leakage, Area };

struct ComponentSize {
    double technology_nm = 0, capacity_bits = 1, width_bits = 1;
};

/// A quantity of a component of this size: the geometric mean of the published points, each scaled to the size by the
/// exponents and weighted by the inverse square of its distance in logarithms, so that a published size gives the
/// published value. Nothing where no point states the quantity. @unit pJ or um2
std::optional<double> estimate(const Component& component, ComponentQuantity quantity, const ComponentSize& size);

/// Fills in what a device does not state: energies of levels and units that name a component, energies of networks
/// that name one, and areas of all levels on the chip. A network's energy is part of what fills of the level inside
/// cost: its words cross half the side of the array. What is filled in remembers its estimator, so that a second call
/// follows changed sizes. Errors: "not-found" where a device names a component that is not there, with the pointer
/// into the device.
Result<void> applyComponents(NpuArchitecture& npu, std::span<const Component> components);

} // namespace strata::hardware
