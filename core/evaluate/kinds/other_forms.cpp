// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/other_forms.h"

#include "core/evaluate/kinds/builtin_kinds.h"

#include <array>

namespace strata {
namespace {

constexpr std::array kOtherForms{
    OtherForm{kOneBatch, "As &one batch",
              "A new design: the same model for one batch by itself, first token, output token and memory",
              "%1, one batch"},
    OtherForm{kUnderLoad, "&Under load", "A new design: the same model served to requests that arrive",
              "%1, under load"},
    OtherForm{"training", "&Train it", "A new design: the same model trained on a cluster of such devices",
              "%1, trained", true}};

} // namespace

std::span<const OtherForm> otherForms() { return kOtherForms; }

bool goesOnAs(const RequestKind& kind, const OtherForm& form) {
    if (form.kind == kind.id) return false;
    return form.made_anew ? !kind.conversions.empty() : kind.becomes(form.kind);
}

} // namespace strata
