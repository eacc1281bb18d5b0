// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/rivals/neusight.h"

#include <vector>

namespace strata::assess {

/// A measured kernel as the networks see it.
struct TrainingRow {
    gpu::NeusightSample sample;
    double measured_s = 0;
};

/// Trains one network by Adam (D. P. Kingma, J. Ba, ICLR 2015) on |ln(predicted / measured)|, smoothed near 0. Weights
/// start from, and rows are shuffled by, counted random numbers of the stream: the same rows give the same network.
gpu::NeusightNet trainNeusight(const std::vector<TrainingRow>& rows, std::uint64_t stream);

} // namespace strata::assess
