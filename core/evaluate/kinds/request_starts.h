// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/evaluate/request.h"

namespace strata {

/// A request of this kind that states every part which can be added to one, with the value that it begins with: what
/// holds where the part is absent; for techniques, which nothing holds for, a usual setting.
const Json& startsOf(RequestKind kind);

} // namespace strata
