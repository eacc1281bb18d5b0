// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is either an engine that has a range for every version, or refused with an error.
#include "core/hardware/gpu/engine_profile.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace strata;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto document = parseJson({reinterpret_cast<const char*>(data), size});
    if (!document) return 0;
    const auto engine = hardware::readEngine(*document, "/engine");
    if (!engine) {
        if (engine.error().text.empty() || engine.error().code.empty()) std::abort();
        return 0;
    }
    if (engine->ranges.empty()) std::abort();
    for (const hardware::EngineProfile& range : engine->ranges) {
        if (hardware::chooseEngine(*engine, range.from).profile.from != range.from) std::abort();
    }
    if (hardware::chooseEngine(*engine, "").profile.from != engine->ranges.back().from) std::abort();
    return 0;
}
