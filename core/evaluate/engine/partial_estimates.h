// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/evaluate/estimate.h"

#include <memory>

namespace strata {

/// Progress that also wants what is known so far: an estimate with tables of the finished part and no metrics. Methods
/// that work long tell it a few times a second, on their thread; the final answer does not depend on it.
class PartialEstimates : public Progress {
public:
    void report(std::uint64_t, std::uint64_t, std::string_view) override {}
    virtual void partial(std::shared_ptr<const Estimate> estimate) = 0;
};

} // namespace strata
