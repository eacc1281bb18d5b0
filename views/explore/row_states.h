// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/result_table.h"
#include "views/explore/filter.h"

#include <cstdint>
#include <vector>

namespace strata::views {

/// Where a row stands: outside the filter, infeasible, or shown.
enum RowState : unsigned char { kHidden, kInfeasible, kShown };

/// One row whose state is another than before.
struct StateFlip {
    std::uint32_t row;
    RowState before, after;
};

/// The state of every row under a filter, and which of them a change of the filter changed: a bit a row and range tells
/// what the row fails, so that a drag compares one column again and what is drawn follows by the rows that changed.
class RowStates {
public:
    /// Brings the states up to a filter and to the rows that a table has now.
    void update(const Filter& filter, const explore::ResultTable& table);
    /// Forgets all rows: those that come are others.
    void clear();

    const std::vector<unsigned char>& states() const { return states_; }
    std::size_t shown() const { return shown_; }
    /// Another number where states of rows changed; rows that were added do not count as changed.
    unsigned revision() const { return revision_; }
    /// What changed from the revision before to this one. Valid where flipsKnown().
    const std::vector<StateFlip>& flips() const { return flips_; }
    bool flipsKnown() const { return flips_known_; }

private:
    bool testChanged(const Filter& filter, const explore::ResultTable& table);
    void testColumn(const ColumnRange* range, std::size_t column, const explore::ResultTable& table, std::size_t first);
    void testRest(const Filter& filter, const explore::ResultTable& table, std::size_t first);
    void findFlips(const explore::ResultTable& table);

    Filter filter_;                    ///< that `fails_` holds
    std::vector<std::uint32_t> fails_; ///< by row: a bit for each test that it does not pass
    std::vector<unsigned char> states_;
    std::size_t shown_ = 0;
    unsigned revision_ = 0;
    std::vector<StateFlip> flips_;
    bool flips_known_ = false;
    std::vector<unsigned char> passes_; ///< while the rest is tested
};

/// What somebody who counts rows has counted.
struct SeenStates {
    bool any = false;
    unsigned revision = 0;
    std::size_t rows = 0;

    /// Tells what is new since the last call: change(flip) for rows that were counted, add(row) for others. False, and
    /// then nothing was told, where all has to be counted again; seen as of now in both cases.
    template <class Change, class Add>
    bool follow(const RowStates& now, Change change, Add add) {
        const bool flipped = revision + 1 == now.revision() && now.flipsKnown();
        const bool follows = any && rows <= now.states().size() && (revision == now.revision() || flipped);
        if (follows && flipped) {
            for (const StateFlip& flip : now.flips())
                if (flip.row < rows) change(flip);
        }
        if (follows) {
            for (std::size_t row = rows; row < now.states().size(); ++row)
                add(row);
        }
        any = true;
        revision = now.revision();
        rows = now.states().size();
        return follows;
    }
};

} // namespace strata::views
