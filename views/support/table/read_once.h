// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <algorithm>
#include <array>
#include <memory>

namespace strata::views {

/// What a view has read out of the tables of the newest few estimates: once for each of them, not at every refresh.
template <class Read>
class ReadOnce {
public:
    /// `read` makes it from the estimate where it is not known yet.
    template <class Reader>
    std::shared_ptr<const Read> of(const std::shared_ptr<const Estimate>& estimate, Reader read) {
        const auto known = std::ranges::find(newest_first_, estimate, &Entry::estimate);
        if (known != newest_first_.end()) {
            std::rotate(newest_first_.begin(), known, known + 1);
            return newest_first_.front().read;
        }
        std::shared_ptr<const Read> made = read(*estimate);
        std::ranges::rotate(newest_first_, newest_first_.end() - 1);
        newest_first_.front() = {estimate, made};
        return made;
    }

private:
    struct Entry {
        std::shared_ptr<const Estimate> estimate;
        std::shared_ptr<const Read> read;
    };
    std::array<Entry, 4> newest_first_; ///< selected and baseline, and what undo comes back to
};

} // namespace strata::views
