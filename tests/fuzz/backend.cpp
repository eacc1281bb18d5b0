// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/edge/backend.h"
#include "core/base/json.h"
#include "core/hardware/edge/soc.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace {

/// Each document is read as both kinds, whatever its member `kind` says.
strata::Json as(strata::Json document, const char* kind) {
    if (document.is_object()) document["kind"] = kind;
    return document;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto document = strata::parseJson({reinterpret_cast<const char*>(data), size});
    if (!document) return 0;
    if (const auto backend = strata::hardware::readBackend(as(*document, "backend"), "")) {
        for (const strata::hardware::WeightFormat& format : backend->weights)
            for (const char* tensor : {"attention", "down", "output", "no such tensor"}) {
                const double bytes = backend->bytesPerValue(format, tensor);
                if (!std::isfinite(bytes) || bytes <= 0) std::abort();
            }
    }
    if (const auto soc = strata::hardware::readSoc(as(*document, "soc"), "")) {
        for (const strata::hardware::SocUnit& unit : soc->units)
            if (!std::isfinite(unit.cores) || !std::isfinite(unit.clock_hz) || unit.cores < 0) std::abort();
        const double share = strata::hardware::sustainedClockShare(soc->thermal, 60);
        if (!(share >= 0 && share <= 1)) std::abort();
    }
    return 0;
}
