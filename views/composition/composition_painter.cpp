// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/composition/composition_painter.h"

#include "views/support/plot/bar_piece.h"
#include "views/support/text/text.h"
#include "views/support/theme/marker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

/// Colours and shapes of series and lines are those of the design letters, in the same order.
char letterOf(std::size_t index) { return static_cast<char>('A' + index % 8); }

constexpr std::array kDashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};

QPen linePen(const CompositionPicture& picture, std::size_t index, const PictureLook& look) {
    const bool strong = picture.lines[index].strong;
    return {look.theme.design(letterOf(index)), (strong ? 2.0 : 1.4) * look.line_width,
            kDashes[index % kDashes.size()]};
}

class CompositionPainter {
public:
    CompositionPainter(QPainter& painter, const CompositionPicture& picture, const CompositionLayout& layout,
                       const PictureLook& look)
        : painter_(painter), picture_(picture), layout_(layout), look_(look), metrics_(look.font) {
        painter_.setFont(look.font);
    }

    void paint() {
        words(layout_.header, picture_.headline, look_.theme.text);
        words(layout_.judged, judgedText(), look_.theme.text_muted);
        words(layout_.source, picture_.source, look_.theme.text_muted);
        if (layout_.lines)
            paintLines();
        else
            paintRows();
        paintTolerance();
    }

private:
    void words(const QRectF& place, const QString& text, const QColor& color) {
        painter_.setPen(color);
        painter_.drawText(QPointF(place.left(), place.top() + metrics_.ascent()),
                          metrics_.elidedText(text, Qt::ElideRight, place.width()));
    }
    void centred(double x, double top, const QString& text) {
        painter_.setPen(look_.theme.text_muted);
        painter_.drawText(QPointF(x - metrics_.horizontalAdvance(text) / 2, top + metrics_.ascent()), text);
    }

    /// Of an axis: around its middle, and inside of the picture.
    void title(double x, double top, const QString& text) {
        const QRectF& room = layout_.header;
        const double width = std::min(metrics_.horizontalAdvance(text), room.width());
        const double left = std::clamp(x - width / 2, room.left(), room.right() - width);
        words(QRectF(left, top, width + 1.0, layout_.line), text, look_.theme.text_muted);
    }

    QString judgedText() const {
        const QString tolerance = shareText(picture_.tolerance, look_.locale);
        if (layout_.lines) return tr("Tolerance %1 (%2)").arg(tolerance, picture_.judged);
        return tr("%1 of %2 beyond the tolerance of %3 (%4)")
            .arg(look_.locale.toString(static_cast<qulonglong>(picture_.beyond())),
                 look_.locale.toString(static_cast<qulonglong>(picture_.rows.size())), tolerance, picture_.judged);
    }

    QString number(double value) const { return look_.locale.toString(value, 'g', 3); }

    void gridX(double value, const QString& label) {
        const double x = layout_.x(value);
        painter_.setPen(QPen(look_.theme.hairline, look_.line_width));
        painter_.drawLine(QPointF(x, layout_.plot.top()), QPointF(x, layout_.plot.bottom()));
        centred(x, layout_.plot.bottom() + 3.0, label);
    }

    static double stepFor(double span, double most) {
        const double rough = span / std::max(1.0, most), decade = std::pow(10.0, std::floor(std::log10(rough)));
        for (const double factor : {1.0, 2.0, 5.0})
            if (factor * decade >= rough) return factor * decade;
        return 10.0 * decade;
    }

    void paintRows() {
        const double step = stepFor(layout_.most_x - layout_.least_x, layout_.plot.width() / 70.0);
        for (double value = std::ceil(layout_.least_x / step) * step; value <= layout_.most_x; value += step)
            gridX(value, shareText(std::abs(value) < 1e-9 ? 0.0 : value, look_.locale));
        title(layout_.plot.center().x(), layout_.plot.bottom() + 3.0 + layout_.line, picture_.axis);
        for (std::size_t i = 0; i < picture_.rows.size(); ++i)
            paintRow(picture_.rows[i], layout_.rows[i]);
    }

    void paintRow(const CompositionRow& row, const QRectF& place) {
        const bool beyond = row.judged > picture_.tolerance;
        painter_.setPen(QPen(look_.theme.hairline, look_.line_width));
        painter_.drawLine(place.topLeft(), place.topRight());
        QFont font = look_.font;
        font.setBold(beyond); // never by colour alone
        painter_.setFont(font);
        painter_.setPen(beyond ? look_.theme.warning : look_.theme.text);
        painter_.drawText(QPointF(8.0, place.center().y() + (metrics_.ascent() - metrics_.descent()) / 2),
                          QFontMetricsF(font).elidedText(row.label, Qt::ElideRight, layout_.plot.left() - 16.0));
        painter_.setFont(look_.font);
        paintStack(row, place);
        const double y = place.center().y() - (row.stack.empty() ? 0.0 : 0.14 * place.height());
        for (auto mark = row.marks.rbegin(); mark != row.marks.rend(); ++mark)
            paintMark(*mark, y);
    }

    void paintStack(const CompositionRow& row, const QRectF& place) {
        double above = 0.0, below = 0.0;
        const double top = place.center().y() + 0.16 * place.height(), height = 0.2 * place.height();
        for (const auto& [category, value] : row.stack) {
            double& from = value < 0.0 ? below : above;
            const double left = layout_.x(std::min(from, from + value)),
                         right = layout_.x(std::max(from, from + value));
            from += value;
            if (right - left > 0.3)
                paintPiece(painter_, QRectF(left, top, right - left, height), categoryLook(category, look_.theme),
                           look_.theme, false, false, look_.line_width);
        }
    }

    void paintMark(const CompositionMark& mark, double y) {
        if (!std::isfinite(mark.value)) return;
        const QColor color = look_.theme.design(letterOf(mark.series));
        if (mark.low && mark.high) {
            painter_.setPen(QPen(color, 1.2 * look_.line_width));
            const double right = layout_.x(*mark.high);
            painter_.drawLine(QPointF(layout_.x(*mark.low), y), QPointF(right, y));
            if (*mark.high > layout_.most_x) { // goes on beyond the axis
                painter_.drawLine(QPointF(right, y), QPointF(right - 4.0, y - 3.0));
                painter_.drawLine(QPointF(right, y), QPointF(right - 4.0, y + 3.0));
            }
        }
        const bool hollow = picture_.series[mark.series].hollow;
        painter_.setPen(QPen(hollow ? color : look_.theme.surface, (hollow ? 1.5 : 1.0) * look_.line_width));
        painter_.setBrush(hollow ? look_.theme.surface : color);
        paintMarker(painter_, QPointF(layout_.x(mark.value), y), 4.5, letterOf(mark.series));
    }

    void paintLines() {
        paintLineAxes();
        painter_.save();
        painter_.setClipRect(layout_.plot.adjusted(-5, -5, 5, 5));
        if (picture_.marked) {
            painter_.setPen(QPen(look_.theme.text_muted, look_.line_width, Qt::DashLine));
            painter_.drawLine(QPointF(layout_.x(*picture_.marked), layout_.plot.top()),
                              QPointF(layout_.x(*picture_.marked), layout_.plot.bottom()));
        }
        painter_.setBrush(Qt::NoBrush);
        for (std::size_t i = 0; i < picture_.lines.size(); ++i) {
            QPolygonF points;
            for (const QPointF& point : picture_.lines[i].points)
                points << QPointF(layout_.x(point.x()), layout_.y(point.y()));
            painter_.setBrush(Qt::NoBrush);
            painter_.setPen(linePen(picture_, i, look_));
            painter_.drawPolyline(points);
            if (!picture_.lines[i].strong || points.size() > 12) continue;
            painter_.setBrush(look_.theme.design(letterOf(i)));
            painter_.setPen(QPen(look_.theme.surface, look_.line_width));
            for (const QPointF& point : points)
                paintMarker(painter_, point, 4.0, letterOf(i));
        }
        painter_.restore();
    }

    void paintLineAxes() {
        for (double decade = std::pow(10.0, std::floor(std::log10(layout_.least_x))); decade <= layout_.most_x;
             decade *= 10.0)
            for (const double factor : {1.0, 3.0})
                if (factor * decade >= layout_.least_x && factor * decade <= layout_.most_x)
                    gridX(factor * decade, number(factor * decade));
        double last = layout_.plot.bottom() + 2.0 * layout_.line;
        for (double decade = std::pow(10.0, std::floor(std::log10(layout_.least_y))); decade <= layout_.most_y;
             decade *= 10.0)
            for (const double factor : {1.0, 3.0}) {
                const double value = factor * decade, y = layout_.y(value);
                if (value < layout_.least_y || value > layout_.most_y || last - y < 1.2 * layout_.line) continue;
                painter_.setPen(QPen(look_.theme.hairline, look_.line_width));
                painter_.drawLine(QPointF(layout_.plot.left(), y), QPointF(layout_.plot.right(), y));
                const QString label = shareText(value, look_.locale);
                painter_.setPen(look_.theme.text_muted);
                painter_.drawText(QPointF(layout_.plot.left() - 6.0 - metrics_.horizontalAdvance(label),
                                          y + (metrics_.ascent() - metrics_.descent()) / 2),
                                  label);
                last = y;
            }
        title(layout_.plot.center().x(), layout_.plot.bottom() + 3.0 + layout_.line, picture_.across);
        words(QRectF(layout_.plot.left(), layout_.plot.top() - layout_.line - 3.0, layout_.plot.width(), layout_.line),
              picture_.axis, look_.theme.text_muted);
    }

    /// The line that the reader drags.
    void paintTolerance() {
        painter_.setPen(QPen(look_.theme.accent, 1.4 * look_.line_width));
        painter_.setBrush(look_.theme.accent);
        constexpr double kSide = 5.0;
        QPolygonF handle;
        if (layout_.lines) {
            const double y = layout_.y(picture_.tolerance), x = layout_.plot.right();
            painter_.drawLine(QPointF(layout_.plot.left(), y), QPointF(x, y));
            handle << QPointF(x, y) << QPointF(x + kSide, y - kSide) << QPointF(x + kSide, y + kSide);
        } else {
            const double x = layout_.x(picture_.right + picture_.tolerance), y = layout_.plot.top();
            painter_.drawLine(QPointF(x, y), QPointF(x, layout_.plot.bottom()));
            if (picture_.right > 0.0) { // what lies too low is beyond it as well
                const double below = layout_.x(picture_.right - picture_.tolerance);
                painter_.drawLine(QPointF(below, y), QPointF(below, layout_.plot.bottom()));
            }
            handle << QPointF(x, y) << QPointF(x - kSide, y - kSide) << QPointF(x + kSide, y - kSide);
        }
        painter_.setPen(Qt::NoPen);
        painter_.drawPolygon(handle);
    }

    QPainter& painter_;
    const CompositionPicture& picture_;
    const CompositionLayout& layout_;
    const PictureLook& look_;
    QFontMetricsF metrics_;
};

} // namespace

Legend compositionLegend(const CompositionPicture& picture, const PictureLook& look, double width) {
    std::vector<Legend::Entry> entries;
    for (std::size_t i = 0; i < picture.series.size(); ++i) {
        const bool hollow = picture.series[i].hollow;
        entries.push_back({picture.series[i].label,
                           [look, i, hollow](QPainter& painter, const QRectF& place) {
                               const QColor color = look.theme.design(letterOf(i));
                               painter.setPen(QPen(color, 1.4 * look.line_width));
                               painter.setBrush(hollow ? look.theme.surface : color);
                               paintMarker(painter, place.center(), 4.5, letterOf(i));
                           },
                           {}});
    }
    std::vector<Category> shown;
    for (const CompositionRow& row : picture.rows)
        for (const auto& [category, value] : row.stack)
            if (std::ranges::find(shown, category) == shown.end()) shown.push_back(category);
    for (const Category category : shown)
        entries.push_back({categoryText(category),
                           [look, category](QPainter& painter, const QRectF& place) {
                               paintPiece(painter, place, categoryLook(category, look.theme), look.theme, false, false,
                                          look.line_width);
                           },
                           {}});
    for (std::size_t i = 0; i < picture.lines.size(); ++i) {
        const QPen pen = linePen(picture, i, look);
        entries.push_back({picture.lines[i].label,
                           [pen](QPainter& painter, const QRectF& place) {
                               painter.setPen(pen);
                               painter.drawLine(QPointF(place.left(), place.center().y()),
                                                QPointF(place.right(), place.center().y()));
                           },
                           {}});
    }
    Legend legend;
    legend.layOut(std::move(entries), look.font, width);
    return legend;
}

void paintComposition(QPainter& painter, const CompositionPicture& picture, const CompositionLayout& layout,
                      const Legend& legend, const PictureLook& look) {
    CompositionPainter(painter, picture, layout, look).paint();
    legend.paint(painter, layout.legend, look.theme, look.font);
}

} // namespace strata::views
