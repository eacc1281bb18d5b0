// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/method.h"

#include "core/base/hash.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace strata {

std::string_view name(Lane lane) { return lane == Lane::Interactive ? "interactive" : "batch"; }

std::string_view name(Cost cost) {
    constexpr std::array<std::string_view, 3> kNames{"microseconds", "milliseconds", "seconds"};
    return kNames[static_cast<std::size_t>(cost)];
}

namespace {

/// A table of kernels belongs to the calibration of the model that reads it.
bool readsTable(const Method& method, const Json& table) {
    const auto model = table.find("model");
    return model != table.end() && model->is_string() &&
           std::ranges::find(method.calibrations, model->get_ref<const std::string&>()) != method.calibrations.end();
}

} // namespace

std::string versionOf(const Method& method, const Library& library) {
    constexpr std::size_t kDigits = 16; // enough to tell any two versions apart that somebody may meet
    std::string parts(method.code);
    for (const std::string_view id : method.calibrations) {
        const Entry* entry = library.find(id);
        if (entry != nullptr) parts += " " + std::string(id) + " " + library.factsOf(*entry).sha256;
    }
    for (const Entry& entry : library.entries()) {
        if (entry.kind == EntryKind::Kernels && readsTable(method, *entry.document))
            parts += " " + entry.id + " " + library.factsOf(entry).sha256;
    }
    return sha256(parts).substr(0, kDigits);
}

} // namespace strata
