// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/kernel_time.h"
#include "core/hardware/gpu/gpu.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace strata::gpu {

/// Measured kernels of one device under one runtime.
struct MeasuredKernel {
    workload::Kernel kernel;
    double seconds = 0;
};

/// Method gpu.table: between measured shapes of the same operator and types, utilization (roofline / measured) is
/// interpolated over the logarithms of the dimensions: the plane through the nearest rows, weighted by distance and
/// kept within what these rows reach. Utilization changes slowly where time changes by orders of magnitude.
class MeasuredTable {
public:
    MeasuredTable(const hardware::Gpu& gpu, const std::vector<MeasuredKernel>& rows);

    /// Nothing where no row has the operator, its types and its variant (causal, gated ...). `extrapolated` outside the
    /// box of the nearest rows.
    std::optional<KernelTime> predict(const workload::Kernel& kernel) const;
    std::size_t size() const;

    static constexpr std::size_t kDimensions = 7;
    /// Logarithms (base 2) of a kernel's dimensions, 0 for those the operator lacks.
    static std::array<double, kDimensions> placeOf(const workload::Kernel& kernel);

private:
    struct Row {
        std::array<double, kDimensions> place{};
        double log_utilization = 0;
    };
    struct Family {
        std::string key; ///< operator, types, variant
        std::vector<Row> rows;
    };
    static std::string keyOf(const workload::Kernel& kernel);
    const Family* find(const std::string& key) const;

    hardware::Gpu gpu_;
    std::vector<Family> families_; ///< by key
};

} // namespace strata::gpu
