// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/engine_tables.h"

namespace strata::serving {

/// What iterations wait for beside the model's own pass; of one rank.
struct ExtraCosts {
    double swap_s_per_token = 0; ///< cache of one token to host memory or back
    double load_s_per_token = 0; ///< cache of one token from the store
    double adapter_load_s = 0;   ///< of one low-rank adapter from host memory
    double adapter_read_s = 0;   ///< each adapter beyond the first reads its own weights
    MeasuredLine adapters;       ///< shrinking and expanding products of one adapter, by tokens
    bool any() const {
        return swap_s_per_token > 0 || load_s_per_token > 0 || adapter_load_s > 0 || !adapters.at.empty();
    }
};

/// An iteration with these. Stages of a pipeline move their own share of a cache side by side.
class ExtraTime final : public StepTime {
public:
    ExtraTime(const StepTime& base, const ExtraCosts& costs) : base_(base), costs_(costs) {}
    double seconds(const BatchShape& batch, int stage) const override {
        double extra = costs_.swap_s_per_token * static_cast<double>(batch.swapped) +
                       costs_.load_s_per_token * static_cast<double>(batch.loaded);
        if (batch.adapters > 0) {
            extra += costs_.adapter_load_s * batch.adapter_loads +
                     costs_.adapter_read_s * (batch.adapters - 1) + costs_.adapters.value(batch.tokens);
        }
        return base_.seconds(batch, stage) + extra;
    }
    bool outside(const BatchShape& batch) const override { return base_.outside(batch); }

private:
    const StepTime& base_;
    const ExtraCosts& costs_;
};

} // namespace strata::serving
