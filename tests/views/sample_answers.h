// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/evaluate/estimate.h"

#include <vector>

namespace strata::fixture {

struct SampleAnswer {
    Json request;
    Estimate estimate;
};

/// The sample requests of the program with their answers, then variants: other methods, and designs that cannot exist.
/// Empty, with a warning, where one is refused.
std::vector<SampleAnswer> sampleAnswers();

} // namespace strata::fixture
