// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace strata {

struct RequestKind;

/// How a design of another kind goes on as one of a kind: a row for each button of the window.
struct OtherForm {
    std::string_view kind;  ///< of the new design
    std::string_view title; ///< of the button: "As &one batch"
    std::string_view help;  ///< one sentence for its tooltip
    std::string_view label; ///< of a design made so: "%1, one batch", label of the other design
    /// The task of the kind makes a new design for the same model and machine; else a conversion keeps the request.
    bool made_anew = false;
};

/// All of them, in the order of the menu.
std::span<const OtherForm> otherForms();

/// Whether requests of a kind can go on in that form. Made anew is what has conversions: these requests state a model
/// of the catalog that other kinds take too.
bool goesOnAs(const RequestKind& kind, const OtherForm& form);

} // namespace strata
