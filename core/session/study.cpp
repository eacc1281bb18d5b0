// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/study.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata {

bool operator==(const Design& a, const Design& b) {
    if (a.id != b.id || a.letter != b.letter || a.label != b.label) return false;
    if (a.request == b.request) return true;
    return a.request && b.request && *a.request == *b.request;
}

const Design* Study::find(std::string_view id) const {
    const auto found =
        std::find_if(designs.begin(), designs.end(), [&](const Design& design) { return design.id == id; });
    return found == designs.end() ? nullptr : &*found;
}

bool Study::isBaseline(std::string_view id) const {
    return (baseline && *baseline == id) || std::ranges::find(further_baselines, id) != further_baselines.end();
}

char freeLetter(const Study& study) {
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
        const bool taken = std::any_of(study.designs.begin(), study.designs.end(),
                                       [letter](const Design& design) { return design.letter == letter; });
        if (!taken) return letter;
    }
    return '?';
}

} // namespace strata
