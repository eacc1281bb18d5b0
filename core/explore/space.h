// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/explore/formula.h"
#include "core/explore/search/search_algorithm.h"

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace strata::explore {

/// One parameter of a space. A point has a number for each axis; for words it is the index of the word.
struct Axis {
    enum class Kind { Range, List, Words, Linked };

    std::string name;    ///< column of the table, and its name in formulas
    std::string pointer; ///< into the base request; empty: only formulas read it
    Kind kind = Kind::Range;
    double from = 0, to = 0;           ///< of a Range
    bool log2 = false;                 ///< of a Range: equal ratios instead of equal differences
    std::uint64_t steps = 0;           ///< of a Range: values on it, both ends among them; 0: any value
    std::vector<double> values;        ///< of a List
    std::shared_ptr<const Json> words; ///< of Words: an array
    std::optional<Formula> formula;    ///< of a Linked axis, over the names of all axes
    bool whole = false;                ///< rounded to whole numbers
    double least = -std::numeric_limits<double>::infinity(); ///< what the base request accepts there
    double most = std::numeric_limits<double>::infinity();

    /// Number of values; 0 where there is no end of them.
    std::uint64_t size() const;
    /// The value at a coordinate in [0, 1) of an axis that is not linked.
    double valueAt(double coordinate) const;
};

/// The parameters that a sweep or a search varies.
struct Space {
    std::vector<Axis> axes;          ///< columns of the table
    std::vector<std::size_t> free;   ///< axes with a coordinate of their own, in order
    std::vector<std::size_t> linked; ///< the others, so that each follows those that it reads

    std::vector<std::string> names() const;
    std::vector<Gene> genes() const;          ///< of the free axes
    std::vector<std::uint64_t> sizes() const; ///< of the free axes

    /// The first linked axis whose value the base request does not accept; axes.size() where all are
    /// accepted. Those of the other axes were checked when the space was read.
    std::size_t firstRefused(std::span<const double> values) const;

    /// A point of the unit cube over the free axes as values of all axes. Allocates nothing.
    void decode(std::span<const double> coordinates, std::span<double> values) const;
};

/// Orders linked axes and fills `free` and `linked`. Errors: "link-cycle" at /axes/<i>/formula.
Result<void> finishSpace(Space& space);

} // namespace strata::explore
