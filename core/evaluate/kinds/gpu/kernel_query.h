// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/request.h"
#include "core/workload/kernel/kernel.h"

namespace strata {

/// A `kernel` request with every name resolved.
struct KernelQuery {
    GpuQuery device;
    workload::Kernel kernel;
    bool channels_first = false; ///< of a convolution: the time includes what its images are turned for
};

/// Errors point into the request. Cheap enough for the window's thread.
Result<KernelQuery> resolveKernel(const Json& request, const Library& library);

} // namespace strata
