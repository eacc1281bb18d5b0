// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is a protocol, kept runs or a history of results that can be used, or is refused with a reason.
#include "core/coverage/own_runs.h"
#include "core/coverage/protocol.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace strata;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto history = assess::readHistory(text, "history"); history) {
        for (const auto& record : *history)
            if (!assess::readHistory(assess::toJsonLine(record), "again")) std::abort();
    } else if (history.error().text.empty()) {
        std::abort();
    }
    const auto document = parseJson(text);
    if (!document) return 0;
    if (const auto runs = coverage::readOwnRuns(*document)) {
        if (!coverage::readOwnRuns(coverage::toJson(*runs))) std::abort();
    }
    if (const auto protocol = coverage::readProtocol(*document)) {
        coverage::Graded graded{"a", "a", false, std::vector<int>(protocol->dimensions.size(), 1), {}};
        coverage::nearestSwaps({graded, graded}, protocol->schemes.front().weights);
    }
    return 0;
}
