// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/cloud_image.h"

#include "views/explore/cloud_grid.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace strata::views {
namespace {

constexpr double kMarkRadius = 1.8;

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

} // namespace

QColor cloudColor(const Theme& theme) { return theme.dark ? QColor(0x8f, 0xb8, 0xde) : QColor(0x4a, 0x78, 0xa6); }

QColor hiddenColor(const Theme& theme) { return theme.dark ? QColor(0x4a, 0x4d, 0x52) : QColor(0xd9, 0xdb, 0xde); }

QImage markImage(const Cloud& cloud, const QSize& size, double scale, const Theme& theme, bool infeasible) {
    const CloudGrid grid(cloud, size);
    MarkPicture picture(size);
    const auto disc = stampOf(kMarkRadius * scale, false);
    const auto ring = stampOf(1.4 * kMarkRadius * scale, true);
    const Palette palette = paletteOf();
    const QRgb plain = withAlpha(cloudColor(theme).rgb(), 1.0);
    const auto paint = [&](RowState state, const auto& stamp, auto color) {
        for (std::size_t i = 0; i < cloud.x.size(); ++i) {
            if (cloud.states[i] != state) continue;
            if (const int at = grid.cell(cloud.x[i], cloud.y[i]); at >= 0) picture.stamp(at, stamp, color(i));
        }
    };
    const QRgb ground = withAlpha(hiddenColor(theme).rgb(), 1.0), hollow = withAlpha(theme.warning.rgb(), 1.0);
    paint(kHidden, disc, [&](std::size_t) { return ground; });
    if (infeasible) paint(kInfeasible, ring, [&](std::size_t) { return hollow; });
    paint(kShown, disc, [&](std::size_t i) {
        if (cloud.color.empty() || std::isnan(cloud.color[i])) return plain;
        return palette[colorIndex(cloud.color[i], cloud.color_low, cloud.color_high)] | 0xff000000U;
    });
    return picture.take();
}

} // namespace strata::views
