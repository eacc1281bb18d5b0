// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/closed_loop.h"

#include <algorithm>

namespace strata::serving {
namespace {

TrafficOptions allAtOnce(TrafficOptions options) {
    options.arrivals = {ArrivalProcess::Kind::Static};
    return options;
}

} // namespace

ClosedLoopTraffic::ClosedLoopTraffic(const TrafficOptions& options, std::int32_t users, double think_s)
    : lengths_(allAtOnce(options)), requests_(options.requests), duration_s_(options.duration_s),
      think_s_(think_s), due_s_(static_cast<std::size_t>(std::max(users, 1)), 0.0) {}

bool ClosedLoopTraffic::next(Arrival& arrival) {
    if (due_s_.empty() || (requests_ == 0 && due_s_.front() > duration_s_)) return false;
    if (!lengths_.next(arrival)) return false;
    arrival.time_s = due_s_.front();
    due_s_.pop_front();
    return true;
}

void ClosedLoopTraffic::finished(double now_s) {
    due_s_.push_back(now_s + think_s_);
}

} // namespace strata::serving
