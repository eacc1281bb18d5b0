// SPDX-License-Identifier: GPL-3.0-or-later
// Any text holds predictions of another tool, each with all that it takes, or is refused with a reason.
#include "core/assess/imported.h"

#include <cmath>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace strata::assess;
    for (const bool json : {true, false}) {
        const auto read = readImported({reinterpret_cast<const char*>(data), size}, json, "predictions");
        if (!read) {
            if (read.error().text.empty()) std::abort();
            continue;
        }
        for (const ImportedPrediction& imported_prediction : *read)
            if (!std::isfinite(imported_prediction.value)) std::abort();
        if (besideRows({}, *read).refused.size() != read->size()) std::abort();
    }
    return 0;
}
