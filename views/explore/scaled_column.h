// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace strata::views {

class Exploration;

/// Where a value stands on a linear or logarithmic (base 10) axis.
double scaled(double value, bool logarithmic);
double unscaled(double place, bool logarithmic);

/// A column of a run as places on an axis, in single precision: what a replot of 10^6 rows reads. A row without a
/// value, or without a logarithm, is NaN.
class ScaledColumn {
public:
    /// Computes what is new since the last call; everything where the run, the column or the scale is another.
    void update(const Exploration& run, std::size_t column, bool logarithmic);

    std::span<const float> places() const { return places_; }
    bool any() const { return low_ <= high_; }
    /// Ends over the feasible rows, in places. Valid where any().
    double low() const { return low_; }
    double high() const { return high_; }
    /// Another number where places that were there are others now, not only added.
    unsigned version() const { return version_; }

private:
    const Exploration* run_ = nullptr;
    unsigned generation_ = 0, version_ = 0;
    std::size_t column_ = 0;
    bool logarithmic_ = false;
    std::vector<float> places_;
    double low_ = 1.0, high_ = 0.0;
};

} // namespace strata::views
