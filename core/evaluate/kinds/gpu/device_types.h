// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/hardware/gpu/gpu.h"
#include "core/workload/graph.h"

namespace strata {

/// The format of 16 bits that models run in where nobody states one: bf16, or fp16 on devices without arithmetic on it.
NumberType wideType(const hardware::Gpu& gpu);

/// What a graph takes from its device where `stated`, the workload of the request, leaves it open: the format of
/// everything beside narrow products and of the cache, images as they lie where scalar lanes convolve them, and whether
/// attention is one kernel, by its runtime's default.
void fitToDevice(workload::GraphOptions& options, const hardware::Gpu& gpu, const Json& stated);

} // namespace strata
