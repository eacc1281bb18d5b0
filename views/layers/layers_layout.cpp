// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/layers/layers_layout.h"

#include <algorithm>
#include <QFontMetricsF>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kHeadLines = 2.3, kEffectLines = 1.35, kAxisLines = 2.4;

double largest(const LayersDrawing& drawing) {
    double most = std::max(drawing.chain.end.value, drawing.chain.end.high);
    for (const layers::LayerEffect& effect : drawing.effects)
        most = std::max(most, effect.end.value); // an interval that is out of the question must not squeeze the rest
    const auto include = [&most](const layers::LayerChain& chain) {
        for (const layers::LayerStep& step : chain.steps)
            if (step.handed) most = std::max(most, step.handed->value);
    };
    include(drawing.chain);
    if (drawing.baseline) include(*drawing.baseline);
    return most > 0.0 ? 1.04 * most : 1.0;
}

double effectsOf(const LayersDrawing& drawing, std::size_t step) {
    const auto of = [&](const layers::LayerEffect& effect) { return effect.layer == drawing.chain.steps[step].layer; };
    return static_cast<double>(std::ranges::count_if(drawing.effects, of));
}

} // namespace

const LayersRow* LayersLayout::rowAt(const QPointF& position) const {
    for (const LayersRow& row : rows)
        if (row.place.contains(position)) return &row;
    return nullptr;
}

double heightOfLayers(const LayersDrawing& drawing, const QFont& font) {
    const double line = QFontMetricsF(font).height();
    double lines = kAxisLines + 1.5;
    for (std::size_t s = 0; s < drawing.chain.steps.size(); ++s)
        lines += kHeadLines + kEffectLines * effectsOf(drawing, s);
    return lines * line + 3.0 * kGap;
}

LayersLayout layOutLayers(const LayersDrawing& drawing, std::size_t current, const QFont& font, const QSizeF& size) {
    const QFontMetricsF metrics(font);
    LayersLayout layout;
    layout.line = metrics.height();
    layout.most = largest(drawing);
    layout.header = QRectF(kGap, 4.0, size.width() - 2 * kGap, layout.line);
    layout.folded = heightOfLayers(drawing, font) > size.height();
    const double em = metrics.horizontalAdvance(QStringLiteral("M"));
    const bool narrow = size.width() < 50.0 * em; // no room for intervals in words
    const double words = std::min((narrow ? 0.46 : 0.42) * size.width(), 30.0 * em);
    const double numbers =
        narrow ? metrics.horizontalAdvance(QStringLiteral("0000.0 ms"))
               : std::min(0.26 * size.width(), metrics.horizontalAdvance(QStringLiteral("0000.0 ms (0000–0000 ms)")));
    const double top = layout.header.bottom() + kGap;
    const double bottom = size.height() - kAxisLines * layout.line;
    layout.plot = QRectF(kGap + words, top, std::max(30.0, size.width() - words - numbers - 3 * kGap),
                         std::max(20.0, bottom - top));
    double y = top;
    const auto add = [&](std::size_t step, std::optional<std::size_t> effect, double lines) {
        LayersRow row{step, effect, QRectF(0.0, y, size.width(), lines * layout.line), {}, {}, 0.0};
        const double indent = effect ? 2.0 * kGap : 0.0;
        row.words = QRectF(kGap + indent, y, words - indent - kGap, row.place.height());
        row.numbers = QRectF(layout.plot.right() + kGap, y, numbers, row.place.height());
        row.y = row.place.center().y();
        layout.rows.push_back(row);
        y += row.place.height();
    };
    for (std::size_t s = 0; s < drawing.chain.steps.size(); ++s) {
        add(s, std::nullopt, kHeadLines);
        if (layout.folded && s != current) continue;
        for (std::size_t e = 0; e < drawing.effects.size(); ++e)
            if (drawing.effects[e].layer == drawing.chain.steps[s].layer) add(s, e, kEffectLines);
    }
    layout.plot.setBottom(std::max(top + 20.0, std::min(bottom, y)));
    return layout;
}

} // namespace strata::views
