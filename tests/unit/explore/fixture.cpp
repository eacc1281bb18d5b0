// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/explore/fixture.h"

#include <nlohmann/json.hpp>

namespace strata::test {

Json sweepOf(Json axes) {
    return {{"kind", "sweep"}, {"base", recipeRequest("eyeriss-like", "conv1")}, {"axes", std::move(axes)}};
}

} // namespace strata::test
