// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/tables/step_time.h"

namespace strata::serving {

/// Every iteration takes `ratio` times as long: the ends of an interval of iteration times.
class ScaledTime final : public StepTime {
public:
    ScaledTime(const StepTime& time, double ratio) : time_(time), ratio_(ratio) {}
    double seconds(const BatchShape& batch, int stage) const override { return ratio_ * time_.seconds(batch, stage); }
    double moving(const BatchShape& batch, int stage) const override { return ratio_ * time_.moving(batch, stage); }
    bool outside(const BatchShape& batch) const override { return time_.outside(batch); }

private:
    const StepTime& time_;
    double ratio_;
};

} // namespace strata::serving
