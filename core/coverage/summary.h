// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/coverage/coverage.h"

namespace strata::coverage {

/// What stands in the rows; the columns are answerers, for methodologies platforms.
enum class By { Scenario, Category, Era, Methodology };
std::string_view name(By by); ///< "scenario", "category", "era", "methodology"
std::optional<By> byNamed(std::string_view name);

/// Questions that are answered, counted and weighed by their values.
struct Tally {
    std::size_t supported = 0, partial = 0, questions = 0, not_run = 0;
    double supported_value = 0, partial_value = 0, value = 0;
    std::size_t answerers = 0; ///< that were asked

    void add(CellState state, double question_value);
    /// Share of the value that is supported fully, and the share that is supported at least in part.
    double share() const { return value > 0 ? supported_value / value : 0.0; }
    double reach() const { return value > 0 ? (supported_value + partial_value) / value : 0.0; }
};

struct Summary {
    By by = By::Category;
    std::vector<std::string> rows, columns;
    std::vector<std::vector<std::size_t>> members; ///< questions of each row; for methodologies answerers
    std::vector<Tally> cells;                      ///< row by row
    std::vector<Tally> unions;                     ///< of each row, over the columns

    const Tally& at(std::size_t row, std::size_t column) const { return cells[row * columns.size() + column]; }
};

/// Counts over groups of questions. A cell of a methodology and a platform tells what their tools answer together.
Summary summarize(const Coverage& coverage, By by, const Filter& filter);

/// What each answerer answers of all questions.
Tally tallyOf(const Coverage& coverage, std::size_t answerer);
/// What some answerers answer together.
Tally unionOf(const Coverage& coverage, std::span<const std::size_t> answerers);

/// The period of a year, as surveys of the field cut it: "until 2016", "2017 to 2019", "2020 to 2022", "from 2023".
std::string periodOf(int year);

} // namespace strata::coverage
