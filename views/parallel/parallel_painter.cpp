// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parallel/parallel_painter.h"

#include "views/explore/cloud_image.h"
#include "views/explore/exploration.h"
#include "views/parallel/screen_raster.h"
#include "views/support/theme/color_map.h"

#include <algorithm>
#include <cmath>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kCell = 2.0;         // units that a cell of the density covers
constexpr double kCellAcross = 4.0;   // lines are straight there: more would show the same
constexpr double kCellOfFigure = 1.0; // which is printed at several times the resolution
constexpr std::size_t kMostFrontLines = 300;
constexpr std::size_t kFewFrontLines = 60; // more would hide what lies below

/// A row as pieces: it breaks where it has no value.
template <class Draw>
void forEachPiece(const ParallelPicture& picture, std::size_t row, Draw draw) {
    QPolygonF piece;
    for (std::size_t a = 0; a < picture.data->axes(); ++a) {
        const double share = picture.data->rowShare(a, row);
        if (std::isnan(share)) {
            if (piece.size() > 1) draw(piece);
            piece.clear();
            continue;
        }
        piece << QPointF(picture.x(a), picture.y(std::clamp(share, 0.0, 1.0)));
    }
    if (piece.size() > 1) draw(piece);
}

void paintSingleLines(QPainter& painter, const ParallelPicture& picture) {
    const auto& states = picture.run->rowStates();
    const double opacity = std::clamp(60.0 / std::sqrt(static_cast<double>(states.size()) + 1.0), 0.25, 0.8);
    for (const auto state : {kHidden, kInfeasible, kShown}) {
        if (state == kInfeasible && !picture.infeasible) continue;
        for (std::size_t i = 0; i < states.size(); ++i) {
            // Hidden means outside the filter here: what cannot exist is drawn on demand.
            if (states[i] != state || (state == kHidden && picture.run->table().reason[i] != 0)) continue;
            QColor color = state == kHidden       ? hiddenColor(picture.look.theme)
                           : state == kInfeasible ? picture.look.theme.warning
                                                  : cloudColor(picture.look.theme);
            if (state == kShown && picture.color && !std::isnan(picture.color->places()[i])) {
                const double span = picture.color->high() - picture.color->low();
                color = viridis(span > 0.0 ? (picture.color->places()[i] - picture.color->low()) / span : 0.5);
            }
            color.setAlphaF(static_cast<float>(state == kHidden ? 0.6 : opacity));
            painter.setPen(QPen(color, picture.look.line_width));
            forEachPiece(picture, i, [&](const QPolygonF& piece) { painter.drawPolyline(piece); });
        }
    }
}

/// On a screen.
void drawScaled(QPainter& painter, const QRectF& place, const QImage& image) {
    const double ratio = painter.device()->devicePixelRatioF();
    const QSize size(qRound(place.right() * ratio) - qRound(place.left() * ratio), qRound(place.height() * ratio));
    QImage scaled = enlarged(image, size);
    scaled.setDevicePixelRatio(ratio);
    painter.drawImage(QPointF(qRound(place.left() * ratio) / ratio, qRound(place.top() * ratio) / ratio), scaled);
}

/// On a screen, where many rows are drawn: the front over their picture.
void drawFront(QPainter& painter, const ParallelPicture& picture, const QColor& color, std::size_t every) {
    const double ratio = painter.device()->devicePixelRatioF();
    const QRectF place = picture.area.adjusted(-2.0, -2.0, 2.0, 2.0).toAlignedRect();
    QImage image((place.size() * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    image.setDevicePixelRatio(ratio);
    const QRgb premultiplied = qPremultiply(color.rgba());
    const int width = std::max(1, qRound(picture.look.line_width * ratio));
    for (std::size_t i = 0; i < picture.front->size(); i += every) {
        forEachPiece(picture, (*picture.front)[i], [&](const QPolygonF& piece) {
            for (qsizetype p = 0; p + 1 < piece.size(); ++p)
                blendLine(image, (piece[p] - place.topLeft()) * ratio, (piece[p + 1] - place.topLeft()) * ratio,
                          premultiplied, width);
        });
    }
    painter.drawImage(place.topLeft(), image);
}

} // namespace

double ParallelPicture::x(std::size_t axis) const {
    if (data->axes() < 2) return area.center().x();
    return area.left() + static_cast<double>(axis) * area.width() / static_cast<double>(data->axes() - 1);
}

void paintLines(QPainter& painter, const ParallelPicture& picture) {
    if (picture.run->rows() == 0 || picture.data->axes() < 2) return;
    painter.setBrush(Qt::NoBrush);
    if (picture.run->rows() <= kMostLines) {
        paintSingleLines(painter, picture);
    } else {
        painter.setRenderHint(QPainter::SmoothPixmapTransform, true);
        GapPictures fresh;
        GapPictures& pictures = picture.gaps ? *picture.gaps : fresh;
        for (std::size_t a = 0; a + 1 < picture.data->axes(); ++a) {
            const QRectF gap(picture.x(a), picture.area.top(), picture.x(a + 1) - picture.x(a), picture.area.height());
            const double across = picture.gaps ? kCellAcross : kCellOfFigure;
            const QSize cells(std::max(2, qRound(gap.width() / across)), std::max(2, qRound(gap.height() / kCell)));
            const QImage& image = pictures.picture(picture.data->gap(a), cells, picture.look.theme,
                                                   !picture.run->filter().empty(), picture.infeasible);
            if (picture.gaps)
                drawScaled(painter, gap, image);
            else
                painter.drawImage(gap, image);
        }
        pictures.forgetOthers();
    }
    const auto& front = *picture.front;
    const std::size_t every = front.size() / kMostFrontLines + 1;
    QColor color = picture.look.theme.design('B');
    if (front.size() > kFewFrontLines) color.setAlphaF(0.35F);
    if (picture.gaps && picture.run->rows() > kMostLines) return drawFront(painter, picture, color, every);
    for (std::size_t i = 0; i < front.size(); i += every)
        paintRow(painter, picture, front[i], color, picture.look.line_width);
}

void paintRow(QPainter& painter, const ParallelPicture& picture, std::size_t row, const QColor& color, double width) {
    painter.setPen(QPen(color, width));
    painter.setBrush(Qt::NoBrush);
    forEachPiece(picture, row, [&](const QPolygonF& piece) { painter.drawPolyline(piece); });
}

} // namespace strata::views
