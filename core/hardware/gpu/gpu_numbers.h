// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/hardware/gpu/gpu.h"

#include <functional>
#include <string_view>

namespace strata::hardware {

/// Sets one number of a GPU as readGpu() would have read it from its document. Setters of one document may
/// follow each other in any order; finishGpuNumbers() comes last.
using SetGpuNumber = std::function<void(Gpu&, double)>;

/// The setter for a pointer into a GPU's document; empty where the pointer is no number of the GPU.
SetGpuNumber gpuNumberAt(std::string_view pointer);

/// What follows from several numbers, after all were set as the document states them. Errors: "bad-value"
/// where numbers contradict each other; 0 counts as not known.
Result<void> finishGpuNumbers(Gpu& gpu);

} // namespace strata::hardware
