// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/event/cores.h"

#include <vector>

namespace strata::npu::detail {

/// How busy two ports are over a time of which nobody knows yet how long it will be, in slices of equal length: where
/// they do not suffice, two become one. @unit cycles
class MemorySlices {
public:
    explicit MemorySlices(std::size_t slices) : sums_(slices) {}

    /// From a time on, for so long, these shares are in use.
    void add(double from, double cycles, double read_share, double write_share);
    /// Up to the end of the run.
    std::vector<MemoryUse> list(double end) const;

private:
    struct Sum {
        double reads = 0, writes = 0;
    };
    std::vector<Sum> sums_;
    double length_ = 1; ///< of a slice
};

} // namespace strata::npu::detail
