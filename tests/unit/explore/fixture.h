// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/unit/evaluate/sample.h"

namespace strata::test {

/// A sweep over the recipe mapping of ResNet-50 conv1 on the Eyeriss-like array.
inline Json sweepOf(Json axes) {
    return {{"kind", "sweep"}, {"base", recipeRequest("eyeriss-like", "conv1")}, {"axes", std::move(axes)}};
}

} // namespace strata::test
