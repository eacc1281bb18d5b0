// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compose/runtime_costs.h"
#include "core/evaluate/estimate.h"
#include "core/gpu/predictor.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace strata {

/// What a method for GPUs works out of a device and the calibrations before it looks at a kernel.
struct KnownDevice {
    gpu::KernelPredictor predictor;
    Table ceilings;
    compose::RuntimeCosts costs;
};

/// Devices of one library, so that requests about one of them work it out once. For several threads at once.
class DeviceMemo {
public:
    /// nullptr where nothing is kept under this key.
    std::shared_ptr<const KnownDevice> find(const std::string& key) const;
    /// All are forgotten where there are too many: who drags a number of a device asks for a new one each time.
    void put(const std::string& key, std::shared_ptr<const KnownDevice> device);

private:
    static constexpr std::size_t kMost = 32;

    mutable std::mutex mutex_;
    std::map<std::string, std::shared_ptr<const KnownDevice>> known_;
};

} // namespace strata
