// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/network/network_layout.h"

#include "views/support/plot/axis_ticks.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kWidestBar = 48.0;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

double largest(const NetworkDrawing& drawing) {
    if (drawing.quantity == LayerQuantity::Utilization) return 1.0;
    double most = 0;
    for (std::size_t l = drawing.range.first; l <= drawing.range.last; ++l) {
        const LayerBar& layer = drawing.selected.layers[l];
        most = std::max(most, layer.value(drawing.quantity).value_or(0.0));
        const LayerBar* twin = drawing.baseline ? drawing.baseline->find(layer.name) : nullptr;
        if (twin != nullptr) most = std::max(most, twin->value(drawing.quantity).value_or(0.0));
    }
    return most > 0 ? most : 1.0;
}

void addGroups(const NetworkDrawing& drawing, NetworkLayout& layout) {
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        const auto& group = drawing.selected.layers[drawing.range.first + i].group;
        if (!group) continue;
        const bool goes_on = i > 0 && drawing.selected.layers[drawing.range.first + i - 1].group == group;
        const QRectF column(layout.columns[i].left(), layout.area.top(), layout.columns[i].width(),
                            layout.area.height());
        if (goes_on)
            layout.groups.back() = layout.groups.back().united(column);
        else
            layout.groups.push_back(column);
    }
}

} // namespace

NetworkLayout layOutNetwork(const NetworkDrawing& drawing, const QFont& font, const QSizeF& size,
                            double legend_height) {
    const QFontMetricsF metrics(font);
    const double line = metrics.height();
    NetworkLayout layout;
    layout.header = QRectF(kGap, 4.0, size.width() - 2 * kGap, line);
    const double left = kGap + metrics.horizontalAdvance(QStringLiteral("0000 GB")) + 6.0;
    const std::size_t count = drawing.range.last - drawing.range.first + 1;
    const double width = std::max(20.0, size.width() - left - kGap);
    const double slot = width / static_cast<double>(count);
    layout.names = slot >= 1.2 * line;
    double longest = 0;
    for (std::size_t l = drawing.range.first; l <= drawing.range.last && layout.names; ++l)
        longest = std::max(longest, metrics.horizontalAdvance(QString::fromStdString(drawing.selected.layers[l].name)));
    const double below = layout.names ? std::min(longest, 0.35 * size.height()) + kGap : 1.5 * line;
    layout.legend = QPointF(kGap, layout.header.bottom() + 2.0);
    const double top = layout.legend.y() + legend_height + kGap;
    layout.area = QRectF(left, top, width, std::max(20.0, size.height() - below - kGap - top));
    layout.most = 1.04 * largest(drawing);
    layout.axis_step = roundStep(layout.most, layout.area.height() / (2.5 * line));
    const double bar = std::min(0.8 * slot, kWidestBar);
    for (std::size_t i = 0; i < count; ++i) {
        const double centre = left + (static_cast<double>(i) + 0.5) * slot;
        layout.columns.emplace_back(centre - slot / 2, layout.area.top(), slot, size.height() - layout.area.top());
        const LayerBar& layer = drawing.selected.layers[drawing.range.first + i];
        const LayerBar* twin = drawing.baseline ? drawing.baseline->find(layer.name) : nullptr;
        const double wide = drawing.baseline ? 0.6 * bar : bar;
        const double y = layout.y(layer.value(drawing.quantity).value_or(0.0));
        layout.bars.emplace_back(centre - bar / 2, y, wide, layout.area.bottom() - y);
        const double twin_y = layout.y(twin != nullptr ? twin->value(drawing.quantity).value_or(0.0) : 0.0);
        layout.twins.emplace_back(centre - bar / 2 + wide, twin_y, bar - wide, layout.area.bottom() - twin_y);
    }
    addGroups(drawing, layout);
    return layout;
}

std::optional<std::size_t> layerAt(const NetworkDrawing& drawing, const NetworkLayout& layout,
                                   const QPointF& position) {
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        if (layout.columns[i].contains(position)) return drawing.range.first + i;
    }
    return std::nullopt;
}

PictureHit networkHit(const NetworkDrawing& drawing, const NetworkLayout& layout, const PictureLook& look,
                      const QPointF& position) {
    const auto at = layerAt(drawing, layout, position);
    if (!at) return {};
    const LayerBar& layer = drawing.selected.layers[*at];
    const LayerBar* twin = drawing.baseline ? drawing.baseline->find(layer.name) : nullptr;
    QStringList lines;
    for (const LayerQuantity quantity : kLayerQuantities) {
        const auto value = layer.value(quantity);
        if (!value) continue;
        QString text = quantity == LayerQuantity::Utilization ? shareText(*value, look.locale)
                                                              : shortText(*value, unitOf(quantity), look.locale);
        if (twin != nullptr && twin->value(quantity))
            text += QStringLiteral(" (%1)").arg(changeText(*value, *twin->value(quantity), look.locale));
        lines << QStringLiteral("%1: %2").arg(quantityTitle(columnOf(quantity)), text);
    }
    if (layer.count > 1) lines << tr("%1 copies").arg(look.locale.toString(layer.count));
    if (!layer.limit.empty()) lines << tr("Limited by %1").arg(labelText(layer.limit));
    if (!layer.in_buffer.empty()) lines << tr("On the chip: %1").arg(toQString(layer.in_buffer));
    if (layer.group) lines << tr("Runs tile by tile in group %1").arg(look.locale.toString(*layer.group));
    if (drawing.opens) lines << tr("Click to open the layer");
    const std::size_t i = *at - drawing.range.first;
    return {layout.bars[i].united(QRectF(layout.bars[i].bottomLeft(), QSizeF(layout.bars[i].width(), 1.0))),
            hitHtml(toQString(layer.name), lines)};
}

} // namespace strata::views
