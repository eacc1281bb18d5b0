// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/traffic/closed_loop.h"

#include <algorithm>

namespace strata::serving {
namespace {

TrafficOptions allAtOnce(TrafficOptions options) {
    options.arrivals = {ArrivalProcess::Kind::Static};
    return options;
}

} // namespace

ClosedLoopTraffic::ClosedLoopTraffic(const TrafficOptions& options, std::int32_t users, double think_s)
    : lengths_(allAtOnce(options)), requests_(options.requests), duration_s_(options.duration_s), think_s_(think_s),
      newcomers_(std::max(users, 1)) {}

bool ClosedLoopTraffic::next(Arrival& arrival) {
    if (newcomers_ == 0 || !lengths_.next(arrival)) return false;
    --newcomers_;
    return true;
}

void ClosedLoopTraffic::completed(const RequestRecord& record, std::vector<Arrival>& next) {
    const double due_s = record.completed_s + record.way_s + think_s_;
    if (requests_ == 0 && due_s > duration_s_) return;
    Arrival arrival;
    if (!lengths_.next(arrival)) return;
    arrival.time_s = due_s;
    next.push_back(std::move(arrival));
}

} // namespace strata::serving
