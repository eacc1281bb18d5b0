// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/evaluate/request.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace strata::design {

/// A member of a request that a mend sets, or takes out.
struct MendedValue {
    std::string pointer;
    std::string title;                 ///< of the field; empty where no schema knows it
    std::string unit;                  ///< of a number
    std::shared_ptr<const Json> value; ///< nullptr: taken out
};

/// A change that mends a request, with the request after it.
struct Mend {
    std::vector<MendedValue> values;
    std::shared_ptr<const Json> request;
};

/// What would let a request resolve that does not: the nearest number or another word that is accepted where the error
/// points, the catalog's own value, or the request without what it states there. Each was resolved; none where nothing
/// of that kind helps. At most `kMostMends`.
std::vector<Mend> mendsOf(const Json& request, const Error& error, const Library& library,
                          const Registry& registry = builtinRegistry());

/// Those of a note's fixes that are changes of the request, in their order. Only what resolves is among them.
std::vector<Mend> mendsOf(const Json& request, std::span<const Message> fixes, const Library& library,
                          const Registry& registry = builtinRegistry());

inline constexpr std::size_t kMostMends = 4;

} // namespace strata::design
