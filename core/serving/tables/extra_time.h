// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/tables/engine_tables.h"
#include "core/serving/tables/layerwise.h"

namespace strata::serving {

/// What iterations wait for beside the model's own pass; of one rank.
struct ExtraCosts {
    double swap_s_per_token = 0;  ///< cache of one token to host memory or back
    double load_s_per_token = 0;  ///< cache of one token from the store, before the pass
    double store_s_per_token = 0; ///< to the store, layer by layer during the pass that computes it
    double layers = 1;            ///< of a stage
    double adapter_load_s = 0;    ///< of one low-rank adapter from host memory
    double adapter_read_s = 0;    ///< each adapter beyond the first reads its own weights
    MeasuredLine adapters;        ///< shrinking and expanding products of one adapter, by tokens
    bool any() const {
        return swap_s_per_token > 0 || load_s_per_token > 0 || store_s_per_token > 0 || adapter_load_s > 0 ||
               !adapters.at.empty();
    }
};

/// An iteration with these. Stages of a pipeline move their own share of a cache side by side. Reads come before the
/// pass, writes go on beside it, so that the two never share the link; the iteration ends when the last write has left,
/// for its blocks may be overwritten then (the contract of vLLM's KV connectors: wait_for_save).
class ExtraTime final : public StepTime {
public:
    ExtraTime(const StepTime& base, const ExtraCosts& costs) : base_(base), costs_(costs) {}
    double seconds(const BatchShape& batch, int stage) const override {
        const double pass = base_.seconds(batch, stage);
        double extra = movingBeside(batch, pass);
        if (batch.adapters > 0) {
            extra += costs_.adapter_load_s * batch.adapter_loads + costs_.adapter_read_s * (batch.adapters - 1) +
                     costs_.adapters.value(batch.tokens);
        }
        return pass + extra;
    }
    double moving(const BatchShape& batch, int stage) const override {
        if (batch.swapped + batch.loaded + batch.stored == 0) return 0;
        return movingBeside(batch, batch.stored > 0 ? base_.seconds(batch, stage) : 0);
    }
    bool outside(const BatchShape& batch) const override { return base_.outside(batch); }

private:
    double movingBeside(const BatchShape& batch, double pass_s) const {
        return costs_.swap_s_per_token * static_cast<double>(batch.swapped) +
               costs_.load_s_per_token * static_cast<double>(batch.loaded) +
               exposedSeconds(costs_.store_s_per_token * static_cast<double>(batch.stored), pass_s, costs_.layers);
    }

    const StepTime& base_;
    const ExtraCosts& costs_;
};

} // namespace strata::serving
