// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layer_effects.h"

#include <span>

namespace strata::layers {

/// Table "layers": a row for each layer with its method, what it adds and hands on, the share of the variance up to it,
/// and the error of its method by calibrations and by kept results.
Table chainTable(const LayerChain& chain);

/// Table "effects": a row for each method that may stand in a layer, the answering one first, with the end that follows
/// and its relative change.
Table effectTable(const LayerChain& chain, std::span<const LayerEffect> effects);

/// Largest 90 % residual of the calibrations of a step, and the points that they rest on together.
struct CalibratedError {
    double smallest = 0.0, largest = 0.0; ///< 90th percentile of |predicted / measured - 1|
    std::int64_t points = 0;
    std::size_t calibrations = 0;
};
CalibratedError calibratedError(const LayerStep& step);
/// The kept result that stands for a step: the one with the most rows; nullptr where none was kept.
const assess::ResultRecord* keptResult(const LayerStep& step);

} // namespace strata::layers
