// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is either a calibration that keeps its rounded numbers when it is written and read again, or refused.
#include "core/hardware/calibration/calibration.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace strata;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto document = parseJson({reinterpret_cast<const char*>(data), size});
    if (!document) return 0;
    const auto read = hardware::readCalibration(*document, "");
    if (!read) {
        if (read.error().text.empty() || read.error().code.empty()) std::abort();
        return 0;
    }
    const Json written = hardware::toJson(*read);
    const auto again = hardware::readCalibration(written, "");
    if (!again || canonicalText(hardware::toJson(*again)) != canonicalText(written)) std::abort();
    return 0;
}
