// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is a trace of requests in the order of their arrival, or refused with a reason.
#include "core/exchange/serving/traffic_trace.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto trace = strata::exchange::parseTrafficTrace({reinterpret_cast<const char*>(data), size});
    if (!trace) {
        if (trace.error().text.empty()) std::abort();
        return 0;
    }
    double last = 0;
    for (const auto& arrival : *trace) {
        if (!(arrival.time_s >= last) || arrival.prompt_tokens < 1 || arrival.output_tokens < 1) std::abort();
        if (!arrival.prefix.empty() && arrival.prefix_tokens < 1) std::abort();
        last = arrival.time_s;
    }
    return 0;
}
