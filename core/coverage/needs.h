// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/library.h"
#include "core/catalog/tool_parts.h"
#include "core/evaluate/registry.h"
#include "core/workload/scenario.h"

#include <vector>

namespace strata::coverage {

/// A part that a question needs of whoever answers it.
struct Need {
    const ToolPart* part = nullptr; ///< never null
    bool subject = false;           ///< the scenario's knob changes it: the question is about this technique
};

/// What a scenario needs, read from its request and from what its knob changes; in the order of toolParts().
std::vector<Need> needsOf(const workload::Scenario& scenario, const Library& library, const Registry& registry);

} // namespace strata::coverage
