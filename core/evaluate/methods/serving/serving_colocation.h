// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/methods/serving/serving_engine.h"

namespace strata::methods {

/// How much longer iterations take because another model runs on the same device (plan.colocated): the
/// kernels that take most of a pass of either run beside each other block by block (gpu::colocate), weighted
/// by their time. The neighbour decodes for its `load` of the time; between, the model has its share alone.
struct ColocationSlowdown {
    double decode = 1, prefill = 1;
    double neighbour_s = 0; ///< kernels of the neighbour's decode step by itself on the whole device
    double neighbour = 1;   ///< how much longer they take beside the model while it decodes
};
Result<ColocationSlowdown> colocationSlowdown(const ServingQuery& query, const ServingPool& pool,
                                              const compose::KernelPredictor& predict,
                                              std::span<const hardware::Calibration> calibrations);

/// Weights, cache and workspace of the neighbour on each device.
double neighbourBytes(const ServingQuery& query);

/// Iterations beside a neighbour: those with a prompt are slowed down as prompts are.
class SharedTime final : public serving::StepTime {
public:
    SharedTime(std::unique_ptr<serving::StepTime> base, const ColocationSlowdown& slowdown)
        : base_(std::move(base)), slowdown_(slowdown) {}
    double seconds(const serving::BatchShape& batch, int stage) const override {
        return base_->seconds(batch, stage) * (batch.prefills.empty() ? slowdown_.decode : slowdown_.prefill);
    }
    bool outside(const serving::BatchShape& batch) const override { return base_->outside(batch); }

private:
    std::unique_ptr<serving::StepTime> base_;
    ColocationSlowdown slowdown_;
};

} // namespace strata::methods
