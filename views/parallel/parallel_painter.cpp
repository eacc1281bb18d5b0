// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parallel/parallel_painter.h"

#include "views/explore/cloud_image.h"
#include "views/explore/exploration.h"
#include "views/explore/explore_text.h"
#include "views/parallel/screen_raster.h"
#include "views/support/color_map.h"
#include "views/support/plot_parts.h"

#include <algorithm>
#include <cmath>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kSide = 46.0;        // room for half a title
constexpr double kCell = 2.0;         // units that a cell of the density covers
constexpr double kCellAcross = 4.0;   // lines are straight there: more would show the same
constexpr std::size_t kMostFrontLines = 300;
constexpr std::size_t kFewFrontLines = 60;  // more would hide what lies below
constexpr std::size_t kMostWords = 8;
constexpr double kBrushWidth = 12.0;

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

QString endText(const ParallelPicture& picture, std::size_t axis, double share) {
    return columnValueText(picture.run->columns()[picture.data->column(axis)],
                           picture.data->valueAt(axis, share), picture.look.locale);
}

void paintRange(QPainter& painter, const ParallelPicture& picture, std::size_t axis, const ColumnRange& range) {
    const auto place = [&](double end, double open_share) {
        return picture.y(std::isinf(end) ? open_share : std::clamp(picture.data->shareOf(axis, end), 0.0, 1.0));
    };
    const bool inverted = picture.data->inverted(axis);
    const double low = place(range.low, inverted ? 1.0 : 0.0), high = place(range.high, inverted ? 0.0 : 1.0);
    const QRectF box = QRectF(QPointF(picture.x(axis) - kBrushWidth / 2, low),
                              QPointF(picture.x(axis) + kBrushWidth / 2, high))
                           .normalized();
    QColor fill = picture.look.theme.accent;
    painter.setPen(QPen(fill, 1.4 * picture.look.line_width));
    fill.setAlphaF(0.25F);
    painter.setBrush(fill);
    painter.drawRect(box);
    const ExploreColumn& column = picture.run->columns()[picture.data->column(axis)];
    painter.setFont(picture.look.font);
    const QFontMetricsF metrics(picture.look.font);
    for (const double end : {range.low, range.high}) {
        if (std::isinf(end)) continue;
        const QString words = columnValueText(column, end, picture.look.locale);
        const bool upper = (end == range.high) != inverted;
        const double base = place(end, 0.0) + (upper ? -4.0 : metrics.ascent() + 2.0);
        paintWords(painter, QPointF(picture.x(axis) + kBrushWidth / 2 + 3.0, base), words, picture.look.theme,
                   picture.look.theme.accent);
    }
}

}  // namespace

QRectF ParallelPicture::areaIn(const QRectF& rectangle, const QFont& font) {
    const double line = QFontMetricsF(font).height();
    return rectangle.adjusted(kSide, 3.4 * line + 6.0, -kSide, -1.5 * line - 4.0);
}

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
            const QSize cells(std::max(2, qRound(gap.width() / kCellAcross)),
                              std::max(2, qRound(gap.height() / kCell)));
            const QImage& image = pictures.picture(picture.data->gap(a), cells, picture.look.theme,
                                                   !picture.run->filter().empty(), picture.infeasible);
            if (picture.gaps) drawScaled(painter, gap, image);
            else painter.drawImage(gap, image);
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

void paintAxes(QPainter& painter, const ParallelPicture& picture, int active) {
    const Theme& theme = picture.look.theme;
    const QFontMetricsF metrics(picture.look.font);
    const double line = metrics.height();
    const double room = picture.data->axes() > 1 ? picture.x(1) - picture.x(0) - 6.0 : picture.area.width();
    for (std::size_t a = 0; a < picture.data->axes(); ++a) {
        const double x = picture.x(a);
        const ExploreColumn& column = picture.run->columns()[picture.data->column(a)];
        const bool focused = static_cast<int>(a) == active;
        painter.setPen(
            QPen(focused ? theme.accent : theme.text_muted, (focused ? 2.0 : 1.0) * picture.look.line_width));
        painter.drawLine(QPointF(x, picture.area.top()), QPointF(x, picture.area.bottom()));
        painter.setFont(picture.look.font);
        const auto centred = [&](double base, const QString& words, const QColor& color) {
            const bool outer = a == 0 || a + 1 == picture.data->axes();
            const QString text =
                metrics.elidedText(words, Qt::ElideRight, outer ? std::min(room, 2.0 * kSide - 4.0) : room);
            painter.setPen(color);
            painter.drawText(QPointF(x - metrics.horizontalAdvance(text) / 2, base), text);
        };
        const double top = picture.area.top();
        centred(top - 2.4 * line, column.title, focused ? theme.accent : theme.text);
        QStringList signs;
        if (picture.data->logarithmic(a)) signs << QStringLiteral("log");
        if (picture.data->inverted(a)) signs << QStringLiteral("\u2193");
        centred(top - 1.4 * line, signs.join(QLatin1Char(' ')), theme.text_muted);
        if (picture.data->any(a)) {
            centred(top - 4.0, endText(picture, a, 1.0), theme.text_muted);
            centred(picture.area.bottom() + line, endText(picture, a, 0.0), theme.text_muted);
        }
        for (std::size_t w = 1; column.words.size() <= kMostWords && w + 1 < column.words.size(); ++w) {
            const QPointF at(x + 4.0, picture.y(picture.data->shareOf(a, static_cast<double>(w))) +
                                          metrics.ascent() / 2);
            paintWords(painter, at, column.words[w], theme, theme.text_muted);
        }
        if (const ColumnRange* range = picture.run->filter().rangeOf(picture.data->column(a)))
            paintRange(painter, picture, a, *range);
    }
}

}  // namespace strata::views
