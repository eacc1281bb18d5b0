// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace strata::assess {
struct ResultRecord;
}
namespace strata::exchange {
struct TuningStudy;
}

namespace strata::views {

class View;

/// A row of the table of views that draw without a request: what they draw instead. Without either they draw what the
/// catalog and the analyses in it say.
struct PlainView {
    std::string_view id; ///< of its row in the view table
    void (*tuned)(View& view, std::shared_ptr<const exchange::TuningStudy> study) = nullptr;
    void (*validated)(View& view, std::vector<assess::ResultRecord> records) = nullptr; ///< kept results of validations
};
std::span<const PlainView> plainViews();

} // namespace strata::views
