// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kind.h"
#include "core/evaluate/method.h"

namespace strata {

/// The tables of kinds and methods, as a value: a copy may have further rows. Rows are found by their ids; found ones
/// are valid as long as the registry is neither changed nor destroyed.
struct Registry {
    std::vector<RequestKind> kinds;
    std::vector<Method> methods; ///< the default of a kind before its others

    const RequestKind* kind(std::string_view id) const;
    /// Those that answer a kind, its default first.
    std::vector<const Method*> methodsOf(std::string_view kind) const;
    const Method* method(std::string_view kind, std::string_view id) const;
    /// The method itself where it computes by formulas, else the one that answers at once in its place; nullptr where
    /// there is none.
    const Method* closedForm(const Method& method) const;
};

/// The method whose row says that of all that answer the request's kind it alone tells the metric; nullptr where there
/// is none.
const Method* methodThatTells(const Json& request, std::string_view metric, const Registry& registry);

} // namespace strata
