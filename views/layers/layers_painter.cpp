// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/layers/layers_painter.h"

#include "views/layers/layers_text.h"
#include "views/support/plot/axis_ticks.h"
#include "views/support/plot/bar_piece.h"
#include "views/support/plot/twin_mark.h"
#include "views/support/text/letter.h"
#include "views/support/text/text.h"
#include "views/support/theme/marker.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

using layers::Layer;
using layers::LayerStep;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

/// The category that a layer mostly spends time on.
Category categoryOf(Layer layer) {
    switch (layer) {
    case Layer::Kernel: return Category::Compute;
    case Layer::Model: return Category::Launch;
    case Layer::Network: return Category::Communication;
    case Layer::System: return Category::Bubble;
    case Layer::Serving: break;
    }
    return Category::Queueing;
}

class LayersPainter {
public:
    LayersPainter(QPainter& painter, const LayersDrawing& drawing, const LayersLayout& layout, const PictureLook& look)
        : painter_(painter), drawing_(drawing), layout_(layout), look_(look), metrics_(look.font), bold_(look.font) {
        bold_.setBold(true);
        painter_.setFont(look.font);
    }

    void paint() {
        paintHeader();
        paintAxis();
        for (const LayersRow& row : layout_.rows)
            row.effect ? paintEffect(row) : paintLayer(row);
        paintEnd();
    }

private:
    void words(const QPointF& left, const QString& text, double room, const QColor& color, bool strong = false) {
        painter_.setFont(strong ? bold_ : look_.font);
        painter_.setPen(color);
        const QFontMetricsF metrics(strong ? bold_ : look_.font);
        painter_.drawText(left, metrics.elidedText(text, Qt::ElideRight, room));
        painter_.setFont(look_.font);
    }

    void numbers(const LayersRow& row, const QColor& color) {
        const QString all = layerNumberText(drawing_, row, look_.locale);
        const bool room = metrics_.horizontalAdvance(all) <= row.numbers.width();
        words({row.numbers.left(), row.y + (metrics_.ascent() - metrics_.descent()) / 2},
              room ? all : layerBriefText(drawing_, row, look_.locale), row.numbers.width(), color);
    }

    void paintHeader() {
        const double square = layout_.header.height();
        paintLetter(painter_, QRectF(layout_.header.topLeft(), QSizeF(square, square)), QLatin1Char(look_.letter),
                    look_.theme, look_.font, false);
        const double left = layout_.header.left() + square + 5.0;
        words({left, layout_.header.top() + metrics_.ascent()}, layersSummary(drawing_, look_.locale),
              layout_.header.right() - left, look_.theme.text);
    }

    void paintAxis() {
        const std::string_view unit = quantityUnit(drawing_.chain.metric);
        const double rough =
            layout_.most / std::max(1.0, layout_.plot.width() / (7.0 * metrics_.averageCharWidth() + 30.0));
        const double decade = std::pow(10.0, std::floor(std::log10(rough)));
        double step = 10.0 * decade;
        for (const double factor : {5.0, 2.0, 1.0})
            if (factor * decade >= rough) step = factor * decade;
        const double bottom = layout_.plot.bottom();
        for (double value = 0.0; value <= layout_.most; value += step) {
            const double x = layout_.x(value);
            painter_.setPen(QPen(look_.theme.hairline, look_.line_width));
            painter_.drawLine(QPointF(x, layout_.plot.top()), QPointF(x, bottom));
            const QString text = tickText(value, unit, look_.locale);
            words({x - metrics_.horizontalAdvance(text) / 2, bottom + 3.0 + metrics_.ascent()}, text,
                  layout_.plot.width(), look_.theme.text_muted);
        }
        const QString title = quantityTitle(drawing_.chain.metric);
        words({layout_.plot.center().x() - metrics_.horizontalAdvance(title) / 2,
               bottom + 3.0 + layout_.line + metrics_.ascent()},
              title, layout_.plot.width(), look_.theme.text_muted);
    }

    void whisker(double y, double low, double high, const QColor& color) {
        const double left = layout_.x(std::max(0.0, low)), right = layout_.x(std::min(high, layout_.most));
        if (right - left < 1.0) return;
        painter_.setPen(QPen(color, 1.2 * look_.line_width));
        painter_.drawLine(QPointF(left, y), QPointF(right, y));
        constexpr double kCap = 3.5;
        painter_.drawLine(QPointF(left, y - kCap), QPointF(left, y + kCap));
        if (high <= layout_.most) {
            painter_.drawLine(QPointF(right, y - kCap), QPointF(right, y + kCap));
            return;
        }
        // Beyond the axis: an arrow, so that nothing looks shorter than it is.
        painter_.drawLine(QPointF(right, y), QPointF(right - kCap, y - kCap));
        painter_.drawLine(QPointF(right, y), QPointF(right - kCap, y + kCap));
    }

    void paintLayer(const LayersRow& row) {
        const LayerStep& step = drawing_.chain.steps[row.step];
        painter_.setPen(QPen(look_.theme.hairline, look_.line_width));
        painter_.drawLine(row.place.topLeft(), row.place.topRight());
        const QString title = layerText(step.layer);
        const double base = row.words.center().y() - layout_.line + metrics_.ascent();
        const double taken = QFontMetricsF(bold_).horizontalAdvance(title) + 6.0;
        words({row.words.left(), base}, title, row.words.width(), look_.theme.text, true);
        words({row.words.left() + taken, base}, toQString(step.method), row.words.width() - taken, look_.theme.text);
        QString error = layerErrorText(step, look_.locale);
        if (layout_.folded && !step.others.empty() && !hasEffects(row.step))
            error =
                tr("%1 other methods: click").arg(look_.locale.toString(static_cast<qulonglong>(step.others.size())));
        words({row.words.left(), base + layout_.line}, error, row.words.width(), look_.theme.text_muted);
        numbers(row, look_.theme.text);
        if (step.handed) paintBar(row, *step.handed);
    }

    bool hasEffects(std::size_t step) const {
        return std::ranges::any_of(layout_.rows,
                                   [step](const LayersRow& row) { return row.step == step && row.effect.has_value(); });
    }

    void paintBar(const LayersRow& row, const layers::Handed& handed) {
        const double from = layout_.x(std::max(0.0, handed.value - handed.own)),
                     to = layout_.x(std::max(0.0, handed.value));
        const double half = 0.45 * layout_.line;
        const SegmentLook segment = categoryLook(categoryOf(drawing_.chain.steps[row.step].layer), look_.theme);
        const QRectF bar(std::min(from, to), row.y - half, std::max(1.0, std::abs(to - from)), 2.0 * half);
        paintPiece(painter_, bar, segment, look_.theme, false, false, look_.line_width);
        whisker(row.y, handed.low, handed.high, look_.theme.text);
        const LayerStep* twin =
            drawing_.baseline ? drawing_.baseline->find(drawing_.chain.steps[row.step].layer) : nullptr;
        if (twin != nullptr && twin->handed)
            paintTwinMark(painter_, QPointF(layout_.x(twin->handed->value), row.y), layout_.plot, look_.baseline_letter,
                          look_.theme, look_.line_width);
    }

    void paintEffect(const LayersRow& row) {
        const layers::LayerEffect& effect = drawing_.effects[*row.effect];
        const double base = row.y + (metrics_.ascent() - metrics_.descent()) / 2;
        words({row.words.left(), base}, toQString(effect.method), row.words.width(), look_.theme.accent);
        numbers(row, look_.theme.text_muted);
        whisker(row.y, effect.end.low, effect.end.high, look_.theme.text_muted);
        painter_.setPen(QPen(look_.theme.surface, look_.line_width));
        painter_.setBrush(look_.theme.accent);
        painter_.drawEllipse(QPointF(layout_.x(effect.end.value), row.y), 4.0, 4.0);
    }

    /// The present end as a line through all rows: what the marks of other methods are compared with.
    void paintEnd() {
        painter_.setPen(QPen(look_.theme.design(look_.letter), look_.line_width, Qt::DashLine));
        const double x = layout_.x(drawing_.chain.end.value);
        painter_.drawLine(QPointF(x, layout_.plot.top()), QPointF(x, layout_.plot.bottom()));
    }

    QPainter& painter_;
    const LayersDrawing& drawing_;
    const LayersLayout& layout_;
    const PictureLook& look_;
    QFontMetricsF metrics_;
    QFont bold_;
};

} // namespace

void paintLayers(QPainter& painter, const LayersDrawing& drawing, const LayersLayout& layout, const PictureLook& look) {
    LayersPainter(painter, drawing, layout, look).paint();
}

} // namespace strata::views
