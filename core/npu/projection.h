// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/nest.h"

namespace strata::npu::detail {

/// How a tensor is indexed, prepared once: an axis is the sum of coefficient x dimension.
struct Projection {
    std::size_t axis_count = 0;
    bool output = false;
    PerDimension<AxisVector> coefficient{}; ///< [dimension][axis]
    PerDimension<bool> relevant{};          ///< whether the dimension moves the tensor at all

    struct Term {
        std::uint32_t axis = 0;
        std::uint32_t dimension = 0;
        double coefficient = 1.0;
    };
    std::array<Term, kMaxAxes * kMaxDimensions> terms;
    std::size_t term_count = 0;
};

/// The tensor's axes as coefficients by dimension.
Projection makeProjection(const workload::Tensor& tensor);

/// Extent of the box that `bounds` iterations of each dimension touch: 1 + sum of coefficient x (bound - 1).
/// Written in place, axis by axis: copying a whole AxisVector right behind that would stall on the unfinished stores.
inline void setExtents(const Projection& projection, const PerDimension<double>& bounds, AxisVector& extent) {
    for (std::size_t a = 0; a < projection.axis_count; ++a) {
        extent[a] = 1.0;
    }
    for (std::size_t t = 0; t < projection.term_count; ++t) {
        const Projection::Term& term = projection.terms[t];
        extent[term.axis] += term.coefficient * (bounds[term.dimension] - 1.0);
    }
}

/// Words of a box with these extents.
inline double volume(const AxisVector& extent, std::size_t axis_count) {
    double words = 1.0;
    for (std::size_t a = 0; a < axis_count; ++a) {
        words *= extent[a];
    }
    return words;
}

/// How far one iteration of the loop moves the tensor's box.
inline void setStep(const Projection& projection, const FlatLoop& loop, AxisVector& vector) {
    const AxisVector& coefficient = projection.coefficient[loop.dimension];
    for (std::size_t a = 0; a < projection.axis_count; ++a) {
        vector[a] = coefficient[a] * loop.stride;
    }
}

/// Only the first `axis_count` axes count, here and below.
inline bool isZero(const AxisVector& vector, std::size_t axis_count) {
    for (std::size_t a = 0; a < axis_count; ++a) {
        if (vector[a] != 0.0) {
            return false;
        }
    }
    return true;
}

inline bool equal(const AxisVector& left, const AxisVector& right, std::size_t axis_count) {
    for (std::size_t a = 0; a < axis_count; ++a) {
        if (left[a] != right[a]) {
            return false;
        }
    }
    return true;
}

} // namespace strata::npu::detail
