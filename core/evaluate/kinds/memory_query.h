// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/schema.h"
#include "core/evaluate/request.h"
#include "core/hardware/pim/dimm.h"
#include "core/hardware/pim/macro.h"
#include "core/workload/kernel/kernel.h"

#include <memory>

namespace strata {

class Library;
struct Entry;

/// A `kernel` request for memory macros that compute.
struct MacroQuery {
    hardware::Macro macro;
    workload::Kernel kernel;
    double input_bits = 8, weight_bits = 8;
    std::string gate_from; ///< the component that estimated the gates; empty: stated
    std::shared_ptr<const Json> document;
};

/// The same for memory modules with processors.
struct DimmQuery {
    hardware::Dimm dimm;
    workload::Kernel kernel;
    double processors = 1, tasklets = 16;
    bool resident = false; ///< operands are in the module and results stay there
    std::shared_ptr<const Json> document;
};

/// Errors point into the request.
Result<MacroQuery> resolveMacro(const Json& request, const Library& library);
Result<DimmQuery> resolveDimm(const Json& request, const Library& library);

/// The request's hardware is of that kind.
bool runsOnMacro(const Json& request, const Library& library);
bool runsOnDimm(const Json& request, const Library& library);

/// Members of the plan of a `kernel` request that they read.
std::vector<Field> memoryPlanFields();

namespace design {

/// The same kernel on macros or modules: what belongs to other hardware stays behind.
Json ontoMemory(const Json& request, const Entry& memory);

} // namespace design
} // namespace strata
