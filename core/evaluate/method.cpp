// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/method.h"

#include "core/base/hash.h"

#include <array>
#include <nlohmann/json.hpp>

namespace strata {

std::string_view name(Lane lane) { return lane == Lane::Interactive ? "interactive" : "batch"; }

std::string_view name(Cost cost) {
    constexpr std::array<std::string_view, 3> kNames{"microseconds", "milliseconds", "seconds"};
    return kNames[static_cast<std::size_t>(cost)];
}

std::string versionOf(const Method& method, const Library& library) {
    constexpr std::size_t kDigits = 16; // enough to tell any two versions apart that somebody may meet
    std::string parts(method.code);
    for (const std::string_view id : method.calibrations) {
        const Entry* entry = library.find(id);
        if (entry != nullptr) parts += " " + std::string(id) + " " + sha256(canonicalText(*entry->document));
    }
    return sha256(parts).substr(0, kDigits);
}

} // namespace strata
