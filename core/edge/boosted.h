// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/edge/additive.h"

#include <string>
#include <vector>

namespace strata::edge {

/// The point of a network on a device, as boosted trees (core/learn) read it: logarithms of its counts, of the device's
/// rate and of its threads. The time that the rate alone explains is one of them.
std::vector<double> boostedPoint(const AdditiveVector& counts, double ops_per_s, double threads);
std::vector<std::string> boostedFeatureNames();

} // namespace strata::edge
