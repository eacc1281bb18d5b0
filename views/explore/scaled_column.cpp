// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/scaled_column.h"

#include "views/explore/exploration.h"

#include <cmath>
#include <limits>

namespace strata::views {

double scaled(double value, bool logarithmic) {
    if (!logarithmic) return value;
    return value > 0.0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
}

double unscaled(double place, bool logarithmic) { return logarithmic ? std::pow(10.0, place) : place; }

void ScaledColumn::update(const Exploration& run, std::size_t column, bool logarithmic) {
    const bool same =
        run_ == &run && generation_ == run.generation() && column_ == column && logarithmic_ == logarithmic;
    if (!same || places_.size() > run.rows()) {
        places_.clear();
        ++version_;
        low_ = 1.0;
        high_ = 0.0;
    }
    run_ = &run;
    generation_ = run.generation();
    column_ = column;
    logarithmic_ = logarithmic;
    const auto& values = run.table().columns[column];
    const auto& reason = run.table().reason;
    places_.reserve(values.capacity());
    for (std::size_t i = places_.size(); i < values.size(); ++i) {
        const double place = scaled(values[i], logarithmic);
        places_.push_back(static_cast<float>(place));
        if (!std::isfinite(place) || reason[i] != 0) continue;
        const bool first = !any();
        low_ = first ? place : std::min(low_, place);
        high_ = first ? place : std::max(high_, place);
    }
}

} // namespace strata::views
