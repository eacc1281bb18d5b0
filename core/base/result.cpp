// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

namespace strata {

std::string describe(const Error& error) {
    std::string line;
    const auto lead = [&line](const std::string& part) {
        if (part.empty()) return;
        line += part;
        line += ": ";
    };
    lead(error.file);
    lead(error.pointer);
    line += error.text;
    if (!error.expected.empty()) {
        line += "; accepted: ";
        line += error.expected;
    }
    return line;
}

} // namespace strata
