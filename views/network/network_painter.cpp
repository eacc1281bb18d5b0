// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/network/network_painter.h"

#include "views/support/plot/axis_ticks.h"
#include "views/support/plot/bar_piece.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <array>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

/// Compute, the memory outside, or a level on the chip.
Category limitOf(const LayerBar& layer) {
    if (layer.limit == "compute") return Category::Compute;
    return layer.limit == "memory" ? Category::Memory : Category::Movement;
}

void paintHeader(QPainter& painter, const NetworkDrawing& drawing, const NetworkLayout& layout,
                 const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    double sum = 0;
    for (const LayerBar& layer : drawing.selected.layers)
        sum += layer.value(drawing.quantity).value_or(0.0);
    QString text = layerQuantityText(drawing.quantity);
    if (drawing.quantity != LayerQuantity::Utilization)
        text +=
            QStringLiteral(": ") + tr("%1 in all layers").arg(shortText(sum, unitOf(drawing.quantity), look.locale));
    const std::size_t shown = layout.columns.size();
    if (shown < drawing.selected.layers.size()) {
        text += QStringLiteral(", ") +
                tr("%1 of %2 layers shown")
                    .arg(look.locale.toString(static_cast<qulonglong>(shown)),
                         look.locale.toString(static_cast<qulonglong>(drawing.selected.layers.size())));
    }
    painter.setFont(look.font);
    painter.setPen(look.theme.text);
    painter.drawText(QPointF(layout.header.left(), layout.header.top() + metrics.ascent()),
                     metrics.elidedText(text, Qt::ElideRight, layout.header.width()));
}

void paintAxis(QPainter& painter, const NetworkDrawing& drawing, const NetworkLayout& layout, const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    for (double value = 0; value <= layout.most; value += layout.axis_step) {
        const double y = layout.y(value);
        painter.setPen(QPen(look.theme.hairline, look.line_width));
        painter.drawLine(QPointF(layout.area.left(), y), QPointF(layout.area.right(), y));
        const QString text = drawing.quantity == LayerQuantity::Utilization
                                 ? shareText(value, look.locale)
                                 : tickText(value, unitOf(drawing.quantity), look.locale);
        painter.setPen(look.theme.text_muted);
        painter.drawText(QPointF(layout.area.left() - 6.0 - metrics.horizontalAdvance(text),
                                 y + (metrics.ascent() - metrics.descent()) / 2),
                         text);
    }
}

void paintNames(QPainter& painter, const NetworkDrawing& drawing, const NetworkLayout& layout,
                const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    painter.setPen(look.theme.text_muted);
    painter.setFont(look.font);
    if (!layout.names) {
        const QString text = tr("Layers in the order of execution");
        painter.drawText(QPointF(layout.area.center().x() - metrics.horizontalAdvance(text) / 2,
                                 layout.area.bottom() + 3.0 + metrics.ascent()),
                         text);
        return;
    }
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        const double room = layout.columns[i].bottom() - layout.area.bottom() - 8.0;
        const QString name =
            metrics.elidedText(toQString(drawing.selected.layers[drawing.range.first + i].name), Qt::ElideMiddle, room);
        painter.save();
        painter.translate(layout.columns[i].center().x() + (metrics.ascent() - metrics.descent()) / 2,
                          layout.area.bottom() + 4.0 + metrics.horizontalAdvance(name));
        painter.rotate(-90.0);
        painter.drawText(QPointF(0, 0), name);
        painter.restore();
    }
}

} // namespace

QString layerQuantityText(LayerQuantity quantity) {
    switch (quantity) {
    case LayerQuantity::Time: return tr("Time");
    case LayerQuantity::Energy: return tr("Energy");
    case LayerQuantity::Traffic: return tr("Memory traffic");
    case LayerQuantity::Utilization: break;
    }
    return tr("Utilization");
}

Legend networkLegend(const NetworkDrawing& drawing, const PictureLook& look, double width) {
    constexpr std::array kLimits{Category::Compute, Category::Memory, Category::Movement};
    std::vector<Legend::Entry> entries;
    for (const Category limit : kLimits) {
        const auto has = [limit](const LayerBar& layer) { return limitOf(layer) == limit; };
        if (!std::ranges::any_of(drawing.selected.layers, has)) continue;
        const SegmentLook segment = categoryLook(limit, look.theme);
        const QString text = limit == Category::Compute  ? tr("Limited by arithmetic")
                             : limit == Category::Memory ? tr("Limited by memory")
                                                         : tr("Limited by a level on the chip");
        entries.push_back({text,
                           [segment, look](QPainter& painter, const QRectF& place) {
                               paintPiece(painter, place, segment, look.theme, false, false, look.line_width);
                           },
                           {}});
    }
    Legend legend;
    legend.layOut(std::move(entries), look.font, width);
    return legend;
}

void paintNetwork(QPainter& painter, const NetworkDrawing& drawing, const NetworkLayout& layout, const Legend& legend,
                  const PictureLook& look) {
    paintHeader(painter, drawing, layout, look);
    legend.paint(painter, layout.legend, look.theme, look.font);
    paintAxis(painter, drawing, layout, look);
    for (std::size_t i = 0; i < layout.bars.size(); ++i) {
        const LayerBar& layer = drawing.selected.layers[drawing.range.first + i];
        const SegmentLook segment = categoryLook(limitOf(layer), look.theme);
        if (layout.bars[i].height() > 0)
            paintPiece(painter, layout.bars[i], segment, look.theme, false, false, look.line_width);
        if (drawing.baseline && layout.twins[i].height() > 0)
            paintPiece(painter, layout.twins[i], segment, look.theme, true, false, look.line_width);
    }
    painter.setPen(QPen(look.theme.accent, 1.6 * look.line_width));
    painter.setBrush(Qt::NoBrush);
    for (const QRectF& group : layout.groups)
        painter.drawRoundedRect(group.adjusted(1, -3, -1, 3), 3, 3);
    paintNames(painter, drawing, layout, look);
}

} // namespace strata::views
