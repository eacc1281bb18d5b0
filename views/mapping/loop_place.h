// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/edit.h"

namespace strata::views {

using npu::kLoopKinds;
using npu::LoopKind;
using npu::LoopPlace;
using npu::LoopZone;

}  // namespace strata::views
