// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/traffic/traffic.h"

namespace strata::serving {

/// A fixed number of users, each of whom asks again `think_s` after the last token of the answer before. All
/// ask for the first time at 0. A request that follows from the end of an iteration joins the one after the
/// next: the next one has been started by then, as in an engine that the answer leaves over a network.
class ClosedLoopTraffic final : public Traffic {
public:
    /// Lengths, number of requests, duration and seed of `options`; its arrival process is not read.
    ClosedLoopTraffic(const TrafficOptions& options, std::int32_t users, double think_s);
    bool next(Arrival& arrival) override;
    void completed(const RequestRecord& record, std::vector<Arrival>& next) override;
    std::uint64_t expected() const override { return requests_; }

private:
    GeneratedTraffic lengths_;
    std::uint64_t requests_ = 0;
    double duration_s_ = 0, think_s_ = 0;
    std::int32_t newcomers_ = 1; ///< users who have not asked yet
};

} // namespace strata::serving
