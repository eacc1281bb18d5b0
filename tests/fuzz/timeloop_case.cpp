// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is either a case of the validation suite or refused with an error.
#include "core/exchange/timeloop/timeloop_case.h"
#include "core/base/json.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto document = strata::parseJson({reinterpret_cast<const char*>(data), size});
    if (!document) return 0;
    const auto read = strata::exchange::readTimeloopCase(*document);
    if (!read && read.error().text.empty()) std::abort();
    return 0;
}
