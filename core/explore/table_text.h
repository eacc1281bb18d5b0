// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/result_table.h"

#include <string>
#include <string_view>

namespace strata::explore {

/// Tables as text, row by row, so that they can be written while a run goes on. Numbers have every digit that
/// matters.
class TableText {
public:
    enum class Format { Csv, JsonLines };

    TableText(const ExploreRequest& request, Format format);

    /// The line of column names of CSV; empty for JSON Lines.
    std::string header() const;

    /// One line a point: its number, axes (words as they are), metrics (empty, or null, where there is none),
    /// whether it is feasible, and why not.
    void add(std::string& text, std::uint64_t number, std::span<const double> row, std::string_view reason) const;
    void add(std::string& text, const PointBlock& block) const;

private:
    void addCsv(std::string& text, std::uint64_t number, std::span<const double> row, std::string_view reason) const;
    void addJson(std::string& text, std::uint64_t number, std::span<const double> row, std::string_view reason) const;

    Format format_;
    std::size_t axes_;
    std::vector<std::string> columns_;
    std::vector<std::string> keys_;               ///< columns as JSON texts
    std::vector<std::vector<std::string>> words_; ///< of an axis of words, as cells of the format
};

} // namespace strata::explore
