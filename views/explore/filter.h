// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace strata::views {

/// Keeps rows whose value in a column lies between two ends, both included; an infinite end is open.
struct ColumnRange {
    std::size_t column = 0;
    double low, high;

    bool operator==(const ColumnRange&) const = default;
};

/// Keeps rows inside a closed line in the plane of two columns. Its edges are straight on axes of these scales.
struct Lasso {
    std::size_t x = 0, y = 0;
    bool log_x = false, log_y = false;
    std::vector<std::pair<double, double>> corners; ///< values of the columns

    bool operator==(const Lasso&) const = default;
};

/// The part of a plane of two columns that a plot shows, in their values.
struct PlaneZoom {
    std::size_t x = 0, y = 0;
    double left = 0, right = 1, low = 0, high = 1;

    bool operator==(const PlaneZoom&) const = default;
};

/// What is brushed: a row is shown where it passes all of it. A row without a value in a filtered column does not pass.
struct Filter {
    std::vector<ColumnRange> ranges; ///< at most one a column
    std::vector<Lasso> lassos;
    std::optional<PlaneZoom> zoom; ///< lets all rows pass; absent: a plot shows all of them

    bool operator==(const Filter&) const = default;
    bool empty() const { return ranges.empty() && lassos.empty(); }
    /// The same rows pass.
    bool sameRows(const Filter& other) const { return ranges == other.ranges && lassos == other.lassos; }
    /// Without what is brushed, with the zoom.
    Filter cleared() const { return {{}, {}, zoom}; }
    /// nullptr where the column is not filtered.
    const ColumnRange* rangeOf(std::size_t column) const;
    /// Replaces the range of its column; one that is open at both ends takes it away.
    void setRange(const ColumnRange& range);
};

/// Keeps the `count` best rows of a column among those with a state of `among`, and those that are as good as the last
/// of them. `maximize`: more is better. Open at both ends where there are no more rows than that.
ColumnRange bestRange(std::size_t column, std::span<const double> values, std::span<const unsigned char> states,
                      unsigned char among, std::size_t count, bool maximize);

/// Takes the rows first ... that do not pass out of `passes`, whose element i belongs to row first + i.
void applyFilter(const Filter& filter, std::span<const std::vector<double>> columns, std::size_t first,
                 std::span<unsigned char> passes);

/// Filters as a browser has pages. Changes of the same non-empty gesture are one page.
class FilterHistory {
public:
    const Filter& current() const { return pages_[at_]; }
    bool canGoBack() const { return at_ > 0; }
    bool canGoForward() const { return at_ + 1 < pages_.size(); }
    void go(int steps);
    void set(Filter filter, std::string_view gesture);

    static constexpr std::size_t kMostPages = 200;

private:
    std::vector<Filter> pages_{Filter{}};
    std::size_t at_ = 0;
    std::string gesture_;
};

} // namespace strata::views
