// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/unit/evaluate/sample.h"

namespace strata::test {

/// A sweep over the recipe mapping of ResNet-50 conv1 on the Eyeriss-like array.
Json sweepOf(Json axes);

} // namespace strata::test
