// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace strata::learn {

/// What a model says of a point: a normal distribution.
struct Prediction {
    double mean = 0;
    double variance = 0;
};

} // namespace strata::learn
