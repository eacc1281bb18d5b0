// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/coverage/summary.h"

#include <map>
#include <memory>

namespace strata::views {

enum class CoverageOrder { Catalog, Answered, Clustered };

/// What the reader chose to see.
struct CoverageChoice {
    coverage::By by = coverage::By::Scenario;
    CoverageOrder order = CoverageOrder::Catalog;
    coverage::Filter filter;
    std::map<std::string, double> values; ///< of groups of scenarios; 1 where none stands
};

/// The heatmap: groups of questions by answerers, in the order in which they are drawn.
struct CoveragePicture {
    std::shared_ptr<const coverage::Coverage> coverage; ///< with the chosen values
    coverage::Summary summary;
    std::vector<std::size_t> rows, columns;  ///< into the summary
    std::vector<std::size_t> answerers;      ///< of the summary's columns; empty for platforms
    std::vector<coverage::Tally> totals;     ///< of each column of the summary
    coverage::Tally tools, strata, together; ///< all tools, Strata as a whole, everybody shown

    bool empty() const { return rows.empty() || columns.empty(); }
    /// The cell itself where row and column mean one question and one answerer; nullptr else.
    const coverage::Cell* cell(std::size_t row, std::size_t column) const;
    /// The question of a row; nullptr where the row means several, or none.
    const coverage::Question* question(std::size_t row) const;
    const coverage::Answerer* answerer(std::size_t column) const;
    /// The group of scenarios that a row belongs to: "T1"; empty where it belongs to several.
    std::string group(std::size_t row) const;
};

CoveragePicture makeCoveragePicture(const std::shared_ptr<const coverage::Coverage>& coverage,
                                    const CoverageChoice& choice);

} // namespace strata::views
