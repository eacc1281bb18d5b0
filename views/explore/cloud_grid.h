// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/explore/cloud_image.h"
#include "views/support/theme/color_map.h"

#include <algorithm>
#include <array>

/// What pictures of a cloud share: where a place stands among their cells, and which colour a value has.
namespace strata::views {

inline constexpr int kColors = 256;
using Palette = std::array<QRgb, kColors>;

inline Palette paletteOf() {
    Palette palette;
    for (int i = 0; i < kColors; ++i)
        palette[static_cast<std::size_t>(i)] = viridis(i / (kColors - 1.0)).rgb();
    return palette;
}

inline QRgb withAlpha(QRgb color, double alpha) {
    return qPremultiply(qRgba(qRed(color), qGreen(color), qBlue(color), static_cast<int>(255.0 * alpha)));
}

/// The color of a place, between 0 and kColors - 1.
inline std::size_t colorIndex(double place, double low, double high) {
    const double share = high > low ? (place - low) / (high - low) : 0.5;
    return static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * (kColors - 1) + 0.5);
}

/// Places to cells of a picture, whose first line is the upper edge.
struct CloudGrid {
    CloudGrid(const Cloud& cloud, const QSize& size)
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

} // namespace strata::views
