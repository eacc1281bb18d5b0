// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper/relaxation.h"

namespace strata::npu::detail {

/// Least numbers of a choice of kept tensors and spatial factors from what has to move at least once. Cheap, and far
/// from tight.
Floor compulsory(const LinkModel& model);

/// The same when only the number of compute cycles is known.
Floor compulsory(const MapSpace& space, double compute_cycles);

/// A level whose smallest tile is larger than its capacity, and what it would need; nothing where every level fits.
struct TooSmall {
    std::size_t level = 0;
    double needed_words = 0.0;
    double capacity_words = 0.0;
};
std::vector<TooSmall> tooSmall(const MapSpace& space, const KeepMask& keep);

} // namespace strata::npu::detail
