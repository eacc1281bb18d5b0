// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/fit/without.h"
#include "core/hardware/gpu/gpu.h"
#include "core/workload/kernel/kernel.h"

#include <vector>

namespace strata {
class Library;
}

namespace strata::assess {

/// A large FP32 product that somebody measured and published, back to back until the board's clock settles.
struct SustainedProduct {
    hardware::Gpu gpu;
    workload::Kernel kernel;
    double seconds = 0;
    double weight = 1; ///< in a fit
};

/// Those of the library's devices: they tell what board power, process and clock do to a rate.
std::vector<SustainedProduct> sustainedProducts(const Library& library, const Without& without);

} // namespace strata::assess
