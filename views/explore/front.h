// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/explore/front_order.h"
#include "views/explore/row_states.h"

#include <cstdint>
#include <list>
#include <optional>
#include <vector>

namespace strata::views {

class Exploration;

/// The shown rows that no other shown row beats.
struct ShownFront {
    std::vector<std::uint32_t> rows; ///< by the first aim, the best first
    std::vector<std::uint32_t> kept; ///< enough of these to be within epsilon of all
    std::optional<std::uint32_t> knee;
};

/// The fronts of a run that views have asked for, computed once for all of them and kept from one filter to the next:
/// rows that come, or that leave without being on the front, cost no look at the others.
class FrontMemory {
public:
    /// Rows of the front, in no particular order.
    const std::vector<std::uint32_t>& front(const Exploration& run, const std::vector<Aim>& aims);
    void clear() { fronts_.clear(); }

private:
    struct Front {
        std::vector<Aim> aims;
        SeenStates seen;
        FrontOrder order;
        std::vector<std::uint32_t> rows;
    };
    std::list<Front> fronts_; ///< the last that was asked for first
};

/// Fast enough for each frame of a drag. `epsilon`: share of the front's extent.
ShownFront shownFront(const Exploration& run, const std::vector<Aim>& aims, double epsilon);

} // namespace strata::views
