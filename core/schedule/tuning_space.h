// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/learn/tree_growth.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace strata::schedule {

/// One tuning parameter of a kernel: a number, or one of several words.
struct TuningParameter {
    std::string name;
    std::vector<std::string> words; ///< sorted; empty: a number
    friend bool operator==(const TuningParameter&, const TuningParameter&) = default;
};

/// Whether a configuration was run, and what came of it.
enum class Outcome : unsigned char { Open, Measured, Failed };

/// Configurations of a kernel, of which some were measured.
struct TuningSpace {
    std::vector<TuningParameter> parameters;
    std::vector<double> values;  ///< row by row; of a word, its place among the parameter's words
    std::vector<double> seconds; ///< of each row; 0 where it was not measured
    std::vector<Outcome> outcomes;

    std::size_t rows() const { return outcomes.size(); }
    std::span<const double> row(std::size_t place) const {
        return std::span(values).subspan(place * parameters.size(), parameters.size());
    }
    /// Rows with this outcome, in their order.
    std::vector<std::size_t> rowsWith(Outcome outcome) const;
    /// Logarithms of the times of measured rows.
    std::vector<double> logTimes(std::span<const std::size_t> rows) const;
};

/// What trees split on: a number as it is, and for each word of a parameter whether it stands. Two words are one
/// feature. Named "tile" and "layout=row".
std::vector<std::string> featureNames(const TuningSpace& space);

/// The features of these names of every row, where the space may state its parameters in another order. The name of a
/// feature that the space lacks comes back in `missing`, with no points.
learn::Points featurePoints(const TuningSpace& space, std::span<const std::string> names, std::string& missing);

} // namespace strata::schedule
