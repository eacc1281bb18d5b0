// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/coverage/protocol.h"
#include "core/coverage/tool_tables.h"

#include <memory>

namespace strata::views {

enum class ToolsPage { Ranking, Claims, Timeline, Failures, Disagreements, Table };

/// What the reader chose to see.
struct ToolsChoice {
    ToolsPage page = ToolsPage::Ranking;
    std::string platform;        ///< empty: any
    std::vector<double> weights; ///< of the protocol's dimensions; empty: those of its first scheme
};

/// A row of the page of claims: the heading of a problem domain, or one tool in it.
struct ToolsClaim {
    bool heading = false;
    std::size_t claim = 0; ///< into ToolsPicture::claims; of a heading the first of its domain
};

/// What the view draws: one of its pages.
struct ToolsPicture {
    std::shared_ptr<const coverage::Coverage> coverage; ///< nullptr: nothing is known yet
    ToolsPage page = ToolsPage::Ranking;
    std::vector<double> weights;            ///< of the dimensions of the builtin protocol
    std::vector<coverage::Graded> graded;   ///< all that have a grade
    std::vector<coverage::Ranked> ranking;  ///< those with every grade, the best first
    std::vector<std::size_t> incomplete;    ///< those with some grades: shown, never ranked
    std::vector<coverage::Swap> swaps;      ///< at most one of a pair of neighbours
    std::vector<coverage::ClaimRow> claims; ///< by problem domain
    std::vector<ToolsClaim> claim_rows;
    std::vector<std::size_t> timeline; ///< into coverage->tools, by year
    Table table;                       ///< the numbers behind the page; what the pages of text draw

    std::size_t rows() const;
    bool empty() const { return rows() == 0; }
    /// Share of a dimension in the sum of weights.
    double share(std::size_t dimension) const;
    /// The swap of a place of the ranking with the place behind it; nullptr where no weight brings it about.
    const coverage::Swap* swapOf(std::size_t place) const;
    /// Smallest and largest error in percent, for the axis of the claims; years for the timeline.
    std::pair<double, double> range() const;
};

ToolsPicture makeToolsPicture(const std::shared_ptr<const coverage::Coverage>& coverage, const ToolsChoice& choice);

} // namespace strata::views
