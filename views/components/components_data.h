// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::views {

/// Where a number comes from.
enum class ComponentOrigin : std::uint8_t { Stated, Estimated, Unknown };

/// A number of a component, and who says it.
struct ComponentNumber {
    std::optional<double> value;
    ComponentOrigin origin = ComponentOrigin::Unknown;
    std::string estimator; ///< name of the estimator; empty where the device states the number
    Message cited;         ///< the tables behind the estimator, or the document's source
};

/// A memory, a network or the units of a device.
struct ComponentBar {
    Message name;
    std::string component_class; ///< "sram", "mac", "outside", ...
    double instances = 1;
    std::optional<double> technology_nm, capacity_bytes, entry_bits, word_bits;
    std::optional<double> read_pj, write_pj, update_pj, leak_pj, network_pj,
        area_um2;             ///< of one action, or of one instance
    ComponentNumber energy_j; ///< of ComponentPicture::evaluated
    ComponentNumber area_m2;  ///< of all instances
};

/// The components of the device of one estimate, from the memory outside to the units.
struct ComponentPicture {
    std::vector<ComponentBar> bars;
    Message evaluated;                ///< title of what the energy is of: a layer, a model; may be empty
    double energy_j = 0, area_m2 = 0; ///< sums of what is known
    bool area_complete = true;        ///< the area of everything on the chip is known

    bool empty() const { return bars.empty(); }
    const ComponentBar* find(const Message& name) const; ///< nullptr where there is none
};

/// Empty where the estimate lists no components.
ComponentPicture makeComponentPicture(const Estimate& estimate);

/// One row for each component and design.
Table componentsTable(const ComponentPicture& selected, const ComponentPicture* baseline);

} // namespace strata::views
