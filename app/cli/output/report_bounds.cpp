// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/report_bounds.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace strata::cli {
namespace {

struct Known {
    std::string_view name;
    double assess::GroupErrors::*error;
    bool at_least;
};

constexpr std::array kKnown{
    Known{"mape", &assess::GroupErrors::mape, false}, Known{"median", &assess::GroupErrors::median, false},
    Known{"p95", &assess::GroupErrors::p95, false}, Known{"spearman", &assess::GroupErrors::spearman, true},
    Known{"coverage80", &assess::GroupErrors::coverage80, true}};

} // namespace

bool ReportBound::keeps(const assess::GroupErrors& errors) const {
    const double found = errors.*error;
    return at_least ? found >= value : found <= value;
}

Result<std::vector<ReportBound>> boundsOf(const Arguments& arguments) {
    std::vector<ReportBound> bounds;
    for (const std::string& text : arguments.values(kBoundOption.name)) {
        const std::size_t equals = std::min(text.find('='), text.size());
        const std::string_view name = std::string_view(text).substr(0, equals);
        const auto* const known =
            std::find_if(kKnown.begin(), kKnown.end(), [&](const Known& k) { return k.name == name; });
        double value = 0.0;
        const char* const end = text.data() + text.size();
        const auto [stop, status] = std::from_chars(std::min(text.data() + equals + 1, end), end, value);
        if (known == kKnown.end() || status != std::errc() || stop != end) {
            return badArgument({"error.field-is-word", {{"field", "the bound"}, {"value", text}}},
                               {"accepted.mape-median-p95-spearman-or-coverage80"});
        }
        bounds.push_back({std::string(name), known->error, known->at_least, value});
    }
    return bounds;
}

} // namespace strata::cli
