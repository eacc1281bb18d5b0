// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/study.h"

#include <memory>
#include <string>
#include <string_view>

namespace strata::app {

/// Pure steps from one study to the next. Where the design that is named does not exist, the study comes back
/// unchanged.

/// An id that no design has or had: one above the largest number in use, never below `last_used`.
std::string nextDesignId(const Study& study, std::uint64_t& last_used);

/// A design that answers `request`; selected.
Study withDesign(const Study& study, std::string id, std::string label, std::shared_ptr<const Json> request);

/// A copy of `source` under a free letter, right behind it; selected.
Study withDuplicate(const Study& study, std::string_view source, std::string id, std::string label);

/// Without one design; its neighbour is selected, and its baseline pin goes with it.
Study withoutDesign(const Study& study, std::string_view id);

Study withRequest(const Study& study, std::string_view id, std::shared_ptr<const Json> request);
Study withLabel(const Study& study, std::string_view id, std::string label);
/// What is written about a design; an empty text is no note.
Study withNote(const Study& study, std::string_view id, std::string text);
Study withSelected(const Study& study, std::string_view id);

/// Pins the design in place of the one that is pinned, or takes the pin away when it has it already; the first of the
/// further baselines then takes its place.
Study withBaselineToggled(const Study& study, std::string_view id);
/// Makes the design a baseline beside the one that is pinned, or no longer. The first one is pinned.
Study withFurtherBaselineToggled(const Study& study, std::string_view id);

} // namespace strata::app
