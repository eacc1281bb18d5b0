// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/cloud_image.h"

#include "views/explore/exploration.h"
#include "views/support/color_map.h"
#include "views/support/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace strata::views {
namespace {

constexpr double kMarkRadius = 1.8;
constexpr double kFaintest = 0.25;  // opacity of a cell with one row
constexpr int kColors = 256;

using Palette = std::array<QRgb, kColors>;

Palette paletteOf() {
    Palette palette;
    for (int i = 0; i < kColors; ++i) palette[static_cast<std::size_t>(i)] = viridis(i / (kColors - 1.0)).rgb();
    return palette;
}

QRgb withAlpha(QRgb color, double alpha) {
    return qPremultiply(qRgba(qRed(color), qGreen(color), qBlue(color), static_cast<int>(255.0 * alpha)));
}

/// Places to cells of a picture, whose first line is the upper edge.
struct Grid {
    Grid(const Cloud& cloud, const QSize& size)
        : width(size.width()), height(size.height()), left(static_cast<float>(cloud.left)),
          top(static_cast<float>(cloud.high)), across(static_cast<float>(width / (cloud.right - cloud.left))),
          down(static_cast<float>(height / (cloud.high - cloud.low))) {}

    /// -1 outside, and for NaN.
    int cell(float x, float y) const {
        const float column = (x - left) * across;
        const float line = (top - y) * down;
        // Places on the far edges belong to the last cells.
        if (!(column >= 0.0F && column <= static_cast<float>(width) && line >= 0.0F &&
              line <= static_cast<float>(height)))
            return -1;
        return std::min(static_cast<int>(line), height - 1) * width + std::min(static_cast<int>(column), width - 1);
    }

    int width, height;
    float left, top, across, down;
};

/// Sums a cell over its rows.
struct Cells {
    explicit Cells(int count) : shown(count, 0), hidden(count, 0), infeasible(count, 0) {}
    std::vector<std::uint32_t> shown;
    std::vector<unsigned char> hidden, infeasible;
    std::vector<float> color;
};

Cells countRows(const Cloud& cloud, const Grid& grid) {
    Cells cells(grid.width * grid.height);
    const bool colored = !cloud.color.empty();
    if (colored) cells.color.assign(cells.shown.size(), 0.0F);
    for (std::size_t i = 0; i < cloud.x.size(); ++i) {
        const int at = grid.cell(cloud.x[i], cloud.y[i]);
        if (at < 0) continue;
        switch (cloud.states[i]) {
        case Exploration::kShown:
            ++cells.shown[at];
            if (colored && !std::isnan(cloud.color[i])) cells.color[at] += cloud.color[i];
            break;
        case Exploration::kInfeasible: cells.infeasible[at] = 1; break;
        default: cells.hidden[at] = 1; break;
        }
    }
    return cells;
}

bool onEdge(const std::vector<unsigned char>& cells, int at, int width) {
    const auto filled = [&](int other) {
        return other >= 0 && other < static_cast<int>(cells.size()) && cells[other] != 0;
    };
    return !(filled(at - 1) && filled(at + 1) && filled(at - width) && filled(at + width));
}

std::size_t colorIndex(const Cloud& cloud, double place) {
    const double span = cloud.color_high - cloud.color_low;
    const double share = span > 0.0 ? (place - cloud.color_low) / span : 0.5;
    return static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * (kColors - 1) + 0.5);
}

/// A stamp of a mark: offsets of the pixels that it covers.
std::vector<std::pair<int, int>> stampOf(double radius, bool hollow) {
    std::vector<std::pair<int, int>> stamp;
    const int reach = static_cast<int>(std::ceil(radius));
    for (int dy = -reach; dy <= reach; ++dy) {
        for (int dx = -reach; dx <= reach; ++dx) {
            const double away = std::hypot(dx, dy);
            if (away <= radius + 0.3 && (!hollow || away > radius - 0.8)) stamp.emplace_back(dx, dy);
        }
    }
    return stamp;
}

class MarkPicture {
public:
    MarkPicture(const QSize& size) : image_(size, QImage::Format_ARGB32_Premultiplied) { image_.fill(Qt::transparent); }

    void stamp(int at, const std::vector<std::pair<int, int>>& stamp, QRgb color) {
        const int width = image_.width();
        const int x = at % width, y = at / width;
        for (const auto& [dx, dy] : stamp) {
            if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= image_.height()) continue;
            reinterpret_cast<QRgb*>(image_.scanLine(y + dy))[x + dx] = color;
        }
    }
    QImage take() { return std::move(image_); }

private:
    QImage image_;
};

}  // namespace

QColor cloudColor(const Theme& theme) { return theme.dark ? QColor(0x8f, 0xb8, 0xde) : QColor(0x4a, 0x78, 0xa6); }

QColor hiddenColor(const Theme& theme) { return theme.dark ? QColor(0x4a, 0x4d, 0x52) : QColor(0xd9, 0xdb, 0xde); }

QImage densityImage(const Cloud& cloud, const QSize& size, const Theme& theme, bool infeasible) {
    const Grid grid(cloud, size);
    const Cells cells = countRows(cloud, grid);
    const std::uint32_t most = *std::max_element(cells.shown.begin(), cells.shown.end());
    const double strongest = std::log1p(static_cast<double>(most));
    // Counts differ by orders of magnitude; a table spares a logarithm a cell for the small ones, which are most.
    std::array<double, 64> opacity{};
    const auto opacityOf = [&](double count) { return kFaintest + (1.0 - kFaintest) * std::log1p(count) / strongest; };
    for (std::size_t n = 1; n < opacity.size() && most > 0; ++n)
        opacity[n] = std::min(1.0, opacityOf(static_cast<double>(n)));
    const Palette palette = paletteOf();
    const QRgb plain = cloudColor(theme).rgb(), hidden = hiddenColor(theme).rgb(), outline = theme.warning.rgb();
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    for (int line = 0, at = 0; line < grid.height; ++line) {
        auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(line));
        for (int column = 0; column < grid.width; ++column, ++at) {
            const std::uint32_t count = cells.shown[at];
            pixels[column] = 0;
            if (count > 0) {
                const double alpha = count < opacity.size() ? opacity[count] : opacityOf(count);
                const QRgb color =
                    cells.color.empty()
                        ? plain
                        : palette[colorIndex(cloud, cells.color[at] / static_cast<float>(count))];
                pixels[column] = withAlpha(color, std::min(1.0, alpha));
            } else if (infeasible && cells.infeasible[at] != 0 && onEdge(cells.infeasible, at, grid.width)) {
                pixels[column] = withAlpha(outline, 0.8);
            } else if (cells.hidden[at] != 0) {
                pixels[column] = withAlpha(hidden, 1.0);
            }
        }
    }
    return image;
}

QImage markImage(const Cloud& cloud, const QSize& size, double scale, const Theme& theme, bool infeasible) {
    const Grid grid(cloud, size);
    MarkPicture picture(size);
    const auto disc = stampOf(kMarkRadius * scale, false);
    const auto ring = stampOf(1.4 * kMarkRadius * scale, true);
    const Palette palette = paletteOf();
    const QRgb plain = withAlpha(cloudColor(theme).rgb(), 1.0);
    const auto paint = [&](Exploration::RowState state, const auto& stamp, auto color) {
        for (std::size_t i = 0; i < cloud.x.size(); ++i) {
            if (cloud.states[i] != state) continue;
            if (const int at = grid.cell(cloud.x[i], cloud.y[i]); at >= 0) picture.stamp(at, stamp, color(i));
        }
    };
    const QRgb ground = withAlpha(hiddenColor(theme).rgb(), 1.0), hollow = withAlpha(theme.warning.rgb(), 1.0);
    paint(Exploration::kHidden, disc, [&](std::size_t) { return ground; });
    if (infeasible) paint(Exploration::kInfeasible, ring, [&](std::size_t) { return hollow; });
    paint(Exploration::kShown, disc, [&](std::size_t i) {
        if (cloud.color.empty() || std::isnan(cloud.color[i])) return plain;
        return palette[colorIndex(cloud, cloud.color[i])] | 0xff000000U;
    });
    return picture.take();
}

}  // namespace strata::views
