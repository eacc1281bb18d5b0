// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/pareto.h"
#include "core/learn/prediction.h"

#include <cstdint>
#include <span>
#include <vector>

namespace strata::explore {

/// The part below a reference point that a front does not dominate, as boxes without overlap. The improvement of the
/// hypervolume by a point is the sum of what it cuts off the boxes, so that its expectation under independent normal
/// distributions is exact in any number of objectives: a sum of products of one-dimensional expectations (M. Emmerich,
/// A. Deutz and J. Klinkenberg, CEC 2011; K. Yang et al., J. Global Optimization 75, 2019).
class Improvement {
public:
    /// Rows are minimised; those beyond the reference are left out.
    Improvement(const ObjectiveRows& front, std::span<const double> reference);

    /// Expected gain of hypervolume by a point with these objectives.
    double expected(std::span<const learn::Prediction> objectives) const;

    std::size_t boxes() const { return objectives_ == 0 ? 0 : uppers_.size() / objectives_; }

private:
    void split(std::vector<std::uint32_t> rows, std::size_t objective, std::vector<std::uint32_t>& low,
               std::vector<std::uint32_t>& high);

    std::size_t objectives_ = 0;
    std::vector<std::vector<double>> edges_;     ///< of each objective, ascending; -infinity first, the reference last
    std::vector<double> values_;                 ///< of the front, row by row
    std::vector<std::uint32_t> lowers_, uppers_; ///< places among the edges, box by box
};

} // namespace strata::explore
