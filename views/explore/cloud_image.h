// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/explore/row_states.h"

#include <array>
#include <QColor>
#include <QImage>
#include <span>
#include <vector>

namespace strata::views {

struct Theme;

/// Rows as places on two axes, and optionally on a third that is their colour.
struct Cloud {
    std::span<const float> x, y;
    std::span<const float> color;                  ///< empty: all alike
    std::span<const unsigned char> states;         ///< RowState
    double left = 0, right = 1, low = 0, high = 1; ///< ends of the axes, in places: the edges of the picture
    double color_low = 0, color_high = 1;
    std::array<unsigned, 3> versions{}; ///< of the three columns

    /// The same rows stand at the same places, as far as both have them.
    bool sameSceneAs(const Cloud& other) const;
};

/// Above this many rows a picture of how many lie where says more than their marks.
inline constexpr std::size_t kMostMarks = 50'000;

/// How many rows lie in each cell of a picture, kept from one picture to the next: only rows that a filter lets in or
/// out are counted then.
class Density {
public:
    void count(const Cloud& cloud, const QSize& cells, const RowStates& states);
    /// The more rows the stronger; with a third axis the colour is the mean of the cell's rows. Rows outside the filter
    /// are a faint ground. `infeasible`: these too, as outlines of what they cover.
    QImage image(const Theme& theme, bool infeasible) const;

private:
    int cellOf(std::size_t row) const;
    void add(int cell, RowState state, std::size_t row, int sign);

    Cloud cloud_;
    QSize size_;
    SeenStates seen_;
    std::array<std::vector<std::uint32_t>, 3> rows_; ///< by RowState, a number for each cell
    std::vector<std::uint64_t> colors_;              ///< sum over the shown rows that have a colour
    std::vector<std::uint32_t> colored_;             ///< how many these are
};

/// Each row as a disc, infeasible ones hollow; `scale`: pixels of the picture in a unit of the plot.
QImage markImage(const Cloud& cloud, const QSize& pixels, double scale, const Theme& theme, bool infeasible);

/// Colours of the marks.
QColor cloudColor(const Theme& theme);
QColor hiddenColor(const Theme& theme);

} // namespace strata::views
