// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace strata::assess {

/// What a fit does without: ids of devices or of systems, so that leaving out a generation or a vendor is the same code
/// as the committed fit.
class Without {
public:
    Without() = default;
    Without(std::string_view id) { // NOLINT(google-explicit-constructor): one id is such a set; empty: nothing
        if (!id.empty()) ids_.emplace_back(id);
    }
    Without(const char* id) : Without(std::string_view(id)) {} // NOLINT(google-explicit-constructor): the same
    explicit Without(std::vector<std::string> ids) : ids_(std::move(ids)) {}

    bool has(std::string_view id) const { return std::find(ids_.begin(), ids_.end(), id) != ids_.end(); }
    bool empty() const { return ids_.empty(); }

    /// Both of them.
    Without with(const Without& also) const {
        Without both = *this;
        both.ids_.insert(both.ids_.end(), also.ids_.begin(), also.ids_.end());
        return both;
    }

private:
    std::vector<std::string> ids_;
};

} // namespace strata::assess
