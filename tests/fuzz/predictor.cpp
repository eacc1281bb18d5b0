// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is either a predictor that is read again from what is written of it, or refused with an error.
#include "core/hardware/calibration/predictor.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace strata;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto document = parseJson({reinterpret_cast<const char*>(data), size});
    if (!document) return 0;
    const auto predictor = hardware::readPredictor(*document, "/predictor");
    if (!predictor) {
        if (predictor.error().text.empty() || predictor.error().code.empty()) std::abort();
        return 0;
    }
    const auto again = hardware::readPredictor(hardware::toJson(*predictor), {});
    if (!again || again->trees.size() != predictor->trees.size() || again->groups.size() != predictor->groups.size())
        std::abort();
    return 0;
}
