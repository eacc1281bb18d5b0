// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata {

/// One design of a study. Letter, colour and marker follow from `letter` and stay its own everywhere.
struct Design {
    std::string id; ///< unique in the study, never reused
    char letter = 'A';
    std::string label;
    std::shared_ptr<const Json> request;

    friend bool operator==(const Design& a, const Design& b);
};

/// What the architect works on: an immutable value, replaced as a whole by every undoable change.
struct Study {
    std::vector<Design> designs;
    std::string selected;                       ///< a design's id; empty only when there are no designs
    std::optional<std::string> baseline;        ///< a design's id: every view draws it beside the selected one
    std::vector<std::string> further_baselines; ///< ids of designs that deltas are told to as well; none twice
    std::map<std::string, std::string> notes;   ///< free text by design id, or "" for the whole study

    const Design* find(std::string_view id) const;
    bool isBaseline(std::string_view id) const; ///< the one that is drawn, or a further one
    friend bool operator==(const Study& a, const Study& b) = default;
};

/// The first letter that no design uses, or '?' when all 26 are taken.
char freeLetter(const Study& study);

} // namespace strata
