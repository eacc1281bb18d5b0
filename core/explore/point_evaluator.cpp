// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/point_pool.h"

#include <limits>

namespace strata::explore {

Result<PointEvaluator> PointEvaluator::make(const ExploreRequest& request,
                                            const std::shared_ptr<const Library>& library) {
    auto compiled = compileRequest(*request.base, request.varied(), library);
    if (!compiled) return compiled.error();
    PointEvaluator evaluator;
    evaluator.request_ = &request;
    evaluator.compiled_ = *std::move(compiled);
    for (std::size_t a = 0; a < request.space.axes.size(); ++a) {
        if (!request.space.axes[a].pointer.empty()) evaluator.placed_.push_back(a);
    }
    evaluator.values_.resize(evaluator.placed_.size());
    return evaluator;
}

bool PointEvaluator::evaluate(std::span<const double> coordinates, std::span<double> row, std::string& reason,
                              const std::stop_token& stop) {
    const Space& space = request_->space;
    const auto axes = row.first(space.axes.size());
    const auto metrics = row.subspan(space.axes.size());
    reason.clear();
    space.decode(coordinates, axes);
    for (double& metric : metrics)
        metric = std::numeric_limits<double>::quiet_NaN();
    if (const std::size_t refused = space.firstRefused(axes); refused < space.axes.size()) {
        reason = "out-of-range: " + space.axes[refused].name;
        return true;
    }
    for (const Constraint& constraint : request_->constraints) {
        if (!constraint.of_axes_only || constraint.violation(row) == 0) continue;
        reason = constraint.reason;
        return true;
    }
    for (std::size_t i = 0; i < placed_.size(); ++i)
        values_[i] = axes[placed_[i]];
    if (!compiled_->evaluate(values_, metrics, reason, stop)) return reason != "cancelled";
    for (const Constraint& constraint : request_->constraints) {
        if (constraint.of_axes_only || constraint.violation(row) == 0) continue;
        reason = constraint.reason;
        break;
    }
    return true;
}

} // namespace strata::explore
