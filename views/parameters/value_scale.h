// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace strata {
struct Parameter;
}

namespace strata::views {

/// The values that a slider steps through: round numbers in a window around the catalog's value, and that value itself.
/// Typing reaches everything between the parameter's minimum and maximum.
class ValueScale {
public:
    ValueScale() = default;
    explicit ValueScale(const Parameter& parameter);

    int count() const { return static_cast<int>(values_.size()); }
    double value(int position) const;
    /// The position nearest to a value.
    int position(double value) const;
    /// So many round values further; a value between two goes to its neighbour first.
    double stepped(double value, int steps) const;
    bool contains(double value) const;

    friend bool operator==(const ValueScale&, const ValueScale&) = default;

private:
    std::vector<double> values_; ///< ascending
};

} // namespace strata::views
