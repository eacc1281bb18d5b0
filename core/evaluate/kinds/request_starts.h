// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

namespace strata {

/// RequestKind::starts of the kinds to which parts can be added. A mapping of a layer is edited in its own view, and of
/// a kernel all members are shown.
const Json& modelStarts();
const Json& collectiveStarts();
const Json& trainingStarts();
const Json& inferenceStarts();
const Json& servingStarts();
const Json& edgeStarts();
const Json& blockStarts();

} // namespace strata
