// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/cloud_grid.h"
#include "views/support/theme/theme.h"

#include <cmath>

namespace strata::views {
namespace {

constexpr double kFaintest = 0.25; // opacity of a cell with one row

bool onEdge(const std::vector<std::uint32_t>& cells, int at, int width) {
    const auto filled = [&](int other) {
        return other >= 0 && other < static_cast<int>(cells.size()) && cells[static_cast<std::size_t>(other)] != 0;
    };
    return !(filled(at - 1) && filled(at + 1) && filled(at - width) && filled(at + width));
}

} // namespace

bool Cloud::sameSceneAs(const Cloud& other) const {
    return versions == other.versions && left == other.left && right == other.right && low == other.low &&
           high == other.high && color_low == other.color_low && color_high == other.color_high &&
           color.empty() == other.color.empty();
}

int Density::cellOf(std::size_t row) const { return CloudGrid(cloud_, size_).cell(cloud_.x[row], cloud_.y[row]); }

void Density::add(int cell, RowState state, std::size_t row, int sign) {
    if (cell < 0) return;
    const auto at = static_cast<std::size_t>(cell);
    rows_[state][at] += static_cast<std::uint32_t>(sign);
    if (state != kShown || colors_.empty() || std::isnan(cloud_.color[row])) return;
    // Whole numbers: what is added and taken away again leaves nothing.
    const auto color = static_cast<std::int64_t>(colorIndex(cloud_.color[row], cloud_.color_low, cloud_.color_high));
    colors_[at] += static_cast<std::uint64_t>(sign * color);
    colored_[at] += static_cast<std::uint32_t>(sign);
}

void Density::count(const Cloud& cloud, const QSize& size, const RowStates& states) {
    const bool same = cloud.sameSceneAs(cloud_) && size == size_;
    cloud_ = cloud;
    size_ = size;
    if (!same) seen_.any = false;
    const bool follows = seen_.follow(
        states,
        [&](const StateFlip& flip) {
            const int cell = cellOf(flip.row);
            add(cell, flip.before, flip.row, -1);
            add(cell, flip.after, flip.row, 1);
        },
        [&](std::size_t row) { add(cellOf(row), static_cast<RowState>(states.states()[row]), row, 1); });
    if (follows) return;
    const auto cells = static_cast<std::size_t>(size.width()) * static_cast<std::size_t>(size.height());
    for (auto& rows : rows_)
        rows.assign(cells, 0);
    colors_.assign(cloud.color.empty() ? 0 : cells, 0);
    colored_.assign(colors_.size(), 0);
    const CloudGrid grid(cloud, size);
    for (std::size_t i = 0; i < cloud.x.size(); ++i)
        add(grid.cell(cloud.x[i], cloud.y[i]), static_cast<RowState>(cloud.states[i]), i, 1);
}

QImage Density::image(const Theme& theme, bool infeasible) const {
    const auto& shown = rows_[kShown];
    QImage image(size_, QImage::Format_ARGB32_Premultiplied);
    if (shown.empty()) return image;
    const std::uint32_t most = *std::ranges::max_element(shown);
    const double strongest = std::log1p(static_cast<double>(most));
    // Counts differ by orders of magnitude; a table spares a logarithm a cell for the small ones, which are most.
    std::array<double, 64> opacity{};
    const auto opacityOf = [&](double count) { return kFaintest + (1.0 - kFaintest) * std::log1p(count) / strongest; };
    for (std::size_t n = 1; n < opacity.size() && most > 0; ++n)
        opacity[n] = std::min(1.0, opacityOf(static_cast<double>(n)));
    const Palette palette = paletteOf();
    const QRgb plain = cloudColor(theme).rgb();
    const QRgb hidden = withAlpha(hiddenColor(theme).rgb(), 1.0), outline = withAlpha(theme.warning.rgb(), 0.8);
    for (int line = 0, at = 0; line < size_.height(); ++line) {
        auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(line));
        for (int column = 0; column < size_.width(); ++column, ++at) {
            const auto cell = static_cast<std::size_t>(at);
            pixels[column] = 0;
            if (const std::uint32_t count = shown[cell]; count > 0) {
                const double alpha = count < opacity.size() ? opacity[count] : std::min(1.0, opacityOf(count));
                const bool colored = !colors_.empty() && colored_[cell] > 0;
                const QRgb color = colored ? palette[(colors_[cell] + colored_[cell] / 2) / colored_[cell]] : plain;
                pixels[column] = withAlpha(color, alpha);
            } else if (infeasible && rows_[kInfeasible][cell] != 0 && onEdge(rows_[kInfeasible], at, size_.width())) {
                pixels[column] = outline;
            } else if (rows_[kHidden][cell] != 0) {
                pixels[column] = hidden;
            }
        }
    }
    return image;
}

} // namespace strata::views
