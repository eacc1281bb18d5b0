// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is a profiler's trace, whose iteration is a graph of work without cycles, or refused with a reason.
#include "core/exchange/kineto/kineto_timeline.h"

#include <cstdlib>

using namespace strata::exchange;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto trace = parseKineto({reinterpret_cast<const char*>(data), size});
    if (!trace) {
        if (trace.error().text.empty()) std::abort();
        return 0;
    }
    const auto iteration = iterationOf(*trace);
    if (!iteration) {
        if (iteration.error().text.empty()) std::abort();
        return 0;
    }
    const auto& nodes = iteration->trace.nodes;
    if (orderOf(nodes).size() != nodes.size()) std::abort();
    for (const TraceNode& node : nodes) {
        if (!(node.duration_s >= 0.0 && node.lag_s >= 0.0 && node.bytes >= 0.0)) std::abort();
    }
    return 0;
}
