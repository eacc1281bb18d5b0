// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parallel/screen_raster.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace strata::views {
namespace {

/// Between two colours, `share` of 256 of the second; two channels at a time.
QRgb mixed(QRgb a, QRgb b, std::uint32_t share) {
    constexpr std::uint32_t kEven = 0x00ff00ffU;
    const std::uint32_t rest = 256U - share;
    const std::uint32_t even = (((a & kEven) * rest + (b & kEven) * share) >> 8U) & kEven;
    const std::uint32_t odd = (((a >> 8U) & kEven) * rest + ((b >> 8U) & kEven) * share) & ~kEven;
    return even | odd;
}

/// The two cells on both sides of a place of the result, and how near the second one is, of 256.
struct Step {
    std::int32_t first, second;
    std::uint32_t share;
};

std::vector<Step> stepsOf(int cells, int pixels) {
    std::vector<Step> steps(static_cast<std::size_t>(pixels));
    for (int i = 0; i < pixels; ++i) {
        const double at = std::clamp((i + 0.5) * cells / pixels - 0.5, 0.0, cells - 1.0);
        const int first = static_cast<int>(at);
        steps[static_cast<std::size_t>(i)] = {first, std::min(first + 1, cells - 1),
                                              static_cast<std::uint32_t>(256.0 * (at - first))};
    }
    return steps;
}

const QRgb* lineOf(const QImage& image, int line) { return reinterpret_cast<const QRgb*>(image.constScanLine(line)); }

} // namespace

QImage enlarged(const QImage& image, const QSize& size) {
    QImage result(size, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull() || size.isEmpty()) return result;
    const std::vector<Step> across = stepsOf(image.width(), size.width());
    const std::vector<Step> down = stepsOf(image.height(), size.height());
    std::vector<QRgb> between(static_cast<std::size_t>(image.width()));
    for (int line = 0; line < size.height(); ++line) {
        const Step& step = down[static_cast<std::size_t>(line)];
        const QRgb *above = lineOf(image, step.first), *below = lineOf(image, step.second);
        for (std::size_t i = 0; i < between.size(); ++i)
            between[i] = mixed(above[i], below[i], step.share);
        auto* pixels = reinterpret_cast<QRgb*>(result.scanLine(line));
        for (std::size_t i = 0; i < across.size(); ++i)
            pixels[i] = mixed(between[static_cast<std::size_t>(across[i].first)],
                              between[static_cast<std::size_t>(across[i].second)], across[i].share);
    }
    return result;
}

void blendLine(QImage& image, QPointF from, QPointF to, QRgb premultiplied, int width) {
    const bool steep = std::abs(to.y() - from.y()) > std::abs(to.x() - from.x());
    if (steep) {
        from = from.transposed();
        to = to.transposed();
    }
    if (from.x() > to.x()) std::swap(from, to);
    const int length = steep ? image.height() : image.width(), room = steep ? image.width() : image.height();
    const double slope = to.x() > from.x() ? (to.y() - from.y()) / (to.x() - from.x()) : 0.0;
    const auto stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    auto* pixels = reinterpret_cast<QRgb*>(image.bits());
    const auto blend = [&](int along, int beside, std::uint32_t share) {
        if (beside < 0 || beside >= room) return;
        QRgb& pixel = pixels[steep ? along * stride + beside : beside * stride + along];
        const QRgb color = mixed(0, premultiplied, share);
        const auto alpha = static_cast<std::uint32_t>(qAlpha(color));
        pixel = color + mixed(0, pixel, 256U - alpha - (alpha > 127U ? 1U : 0U));
    };
    const int first = std::max(0, static_cast<int>(std::ceil(from.x() - 0.5)));
    const int last = std::min(length - 1, static_cast<int>(std::ceil(to.x() - 0.5)) - 1);
    for (int along = first; along <= last; ++along) {
        const double upper = from.y() + slope * (along + 0.5 - from.x()) - width / 2.0;
        const int beside = static_cast<int>(std::floor(upper));
        const auto share = static_cast<std::uint32_t>(256.0 * (upper - beside));
        blend(along, beside, 256U - share);
        for (int inside = 1; inside < width; ++inside)
            blend(along, beside + inside, 256U);
        blend(along, beside + width, share);
    }
}

} // namespace strata::views
