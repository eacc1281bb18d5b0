// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/projection.h"

namespace strata::npu::detail {

Projection makeProjection(const workload::Tensor& tensor) {
    Projection projection;
    projection.output = tensor.output;
    projection.axis_count = tensor.axes.size();
    for (std::size_t axis = 0; axis < tensor.axes.size(); ++axis) {
        for (const workload::ProjectionTerm& term : tensor.axes[axis]) {
            projection.coefficient[term.dimension][axis] += term.coefficient;
        }
    }
    for (std::size_t axis = 0; axis < projection.axis_count; ++axis) {
        for (std::size_t d = 0; d < kMaxDimensions; ++d) {
            const double coefficient = projection.coefficient[d][axis];
            if (coefficient != 0.0) {
                projection.relevant[d] = true;
                projection.terms[projection.term_count++] = {static_cast<std::uint32_t>(axis),
                                                             static_cast<std::uint32_t>(d), coefficient};
            }
        }
    }
    return projection;
}

} // namespace strata::npu::detail
