// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/explore/scaling.h"
#include "tests/views/training_fixture.h"

#include <memory>

namespace strata::fixture {

/// Llama 3.1 70B on 64 devices of which a copy of the model takes 32.
std::shared_ptr<const Json> scalingRequest();

/// Five numbers of devices, each doubling 5 % worse than ideal in all; on the largest the plan cannot exist.
std::shared_ptr<const explore::ScalingRun> scalingRun(std::shared_ptr<const Json> request, double speed = 1.0);

} // namespace strata::fixture
