// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/evaluate/estimate.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace strata {
class Library;
struct TrainingQuery;
} // namespace strata

namespace strata::explore {

/// What stays when devices are added: the batch of a step, or the share of it that a device has.
enum class Scaling : std::uint8_t { Strong, Weak };
std::string_view name(Scaling scaling); ///< "strong", "weak"

/// A training step on so many devices.
struct ScalingPoint {
    std::uint64_t devices = 0;
    double global_batch = 0.0;
    bool valid = false;
    Message reason;              ///< why there are no metrics
    std::vector<Metric> metrics; ///< of the estimate
    /// Communication by kind, shares of the iteration, in the order of the estimate's parts.
    std::vector<std::pair<std::string, double>> communication;

    const Metric* find(std::string_view metric) const;
};

/// One plan on growing numbers of devices; the degrees of the plan stay, data parallelism grows.
struct ScalingRun {
    std::shared_ptr<const Json> request;
    Scaling scaling = Scaling::Strong;
    std::uint64_t devices = 0;        ///< those of the request
    std::vector<ScalingPoint> points; ///< fewest devices first
};

/// Numbers of devices on which the plan can be laid, up to those of the cluster and at most `most` of them;
/// the request's own is among them. Strong: the batch must divide.
std::vector<std::uint64_t> scalingDevices(const TrainingQuery& query, Scaling scaling, std::size_t most);

/// The request, which resolves to `query`, on another number of devices.
Json onDevices(const Json& request, const TrainingQuery& query, Scaling scaling, std::uint64_t devices);

/// All points, one after the other; fewer where it was stopped.
ScalingRun runScaling(std::shared_ptr<const Json> request, const Library& library, Scaling scaling, std::size_t most,
                      const std::stop_token& stop);

} // namespace strata::explore
