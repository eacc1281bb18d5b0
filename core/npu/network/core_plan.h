// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/event/cores.h"
#include "core/npu/network/network_run.h"

namespace strata::npu {

/// Inputs that run through a pipeline of cores: while the input `cores` and the one behind it leave, all cores have
/// work.
std::size_t inputsOf(const NetworkRun& run);

/// The layers of a run as jobs of its cores: every piece of a layer by its mapping, what has none as equal tiles. A
/// core that works on a layer begins when the layers that it reads are complete; a pipeline takes several inputs, and
/// results of two of them fit between neighbours. Item `input * layers + layer` is one layer of one input. Errors:
/// "bad-value" where a mapping does not belong to the hardware.
Result<CorePlan> corePlanOf(const hardware::NpuArchitecture& architecture, const Network& network,
                            const NetworkRun& run, std::uint32_t cores);

} // namespace strata::npu
