// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper/map_space.h"

namespace strata::npu::detail {

/// Whether a mapping keeps to the orders, ranges and kept tensors of a space; its factors may leave remainders.
bool keepsConstraints(const MapSpace& space, const Mapping& mapping);

/// The same, and all its factors are whole: it is one of those that the space holds.
bool isMember(const MapSpace& space, const Mapping& mapping);

} // namespace strata::npu::detail
