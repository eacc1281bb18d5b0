// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/kineto/execution_trace.h"
#include "core/exchange/kineto/kineto_trace.h"

#include <optional>

namespace strata::exchange {

/// Kernels that were launched alike.
struct KernelMeasurement {
    std::string name, op, shapes; ///< op and shapes only where the profiler links them
    std::array<std::uint32_t, 3> grid{}, block{};
    std::uint32_t registers = 0, shared_bytes = 0;
    std::uint64_t count = 0;
    double total_s = 0.0, least_s = 0.0;
};

/// One measured iteration as a graph that can be timed again.
struct KinetoIteration {
    std::string name; ///< "ProfilerStep#5", or empty where the profiler marked none
    double measured_s = 0.0;
    ExecutionTrace trace;
    std::vector<KernelMeasurement> kernels; ///< longest together first
};

/// One step of a trace as a trace of its own, or the whole trace where the profiler marked no steps. `step` counts
/// from 1. Without it, the last step that launches work of the device is taken; a note says how many later steps launch
/// none.
///
/// Work waits for its launch and for what is before it on its stream; where that does not explain a start,
/// for the work of another stream that ended just before it (an event was waited for, which profilers do not
/// tell). Calls that waited for the device do so again. The host's own time between calls is kept; calls of
/// several threads follow one another as they did. A lag that nothing explains stays.
///
/// Errors: "bad-value" where there is no such step, "malformed-trace" where it launches no work.
Result<KinetoIteration> iterationOf(const KinetoTrace& trace, std::optional<std::size_t> step = {});

} // namespace strata::exchange
