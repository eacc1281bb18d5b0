// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes are a graph of work without cycles, which can be written and read again, or refused with a
// reason.
#include "core/exchange/chakra/chakra_trace.h"

#include <cstdlib>

using namespace strata::exchange;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto trace = parseChakra({reinterpret_cast<const char*>(data), size});
    if (!trace) {
        if (trace.error().text.empty()) std::abort();
        return 0;
    }
    if (orderOf(trace->nodes).size() != trace->nodes.size()) std::abort();
    for (const TraceNode& node : trace->nodes) {
        if (!(node.duration_s >= 0.0 && node.bytes >= 0.0 && node.flop >= 0.0)) std::abort();
    }
    const auto again = parseChakra(writeChakra(*trace));
    if (!again || again->nodes.size() != trace->nodes.size()) std::abort();
    return 0;
}
