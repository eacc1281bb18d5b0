// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/components/components_painter.h"

#include "views/components/components_text.h"
#include "views/support/plot/bar_piece.h"
#include "views/support/text/letter.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kBelowBar = 1.7; ///< lines from the top of a row to the words below its bar

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

Category categoryOf(const ComponentBar& bar) {
    if (bar.component_class == "mac" || bar.component_class == "gate") return Category::Compute;
    return bar.component_class == "network" ? Category::Communication : Category::Memory;
}

/// Hatched: an estimator made the number.
SegmentLook lookOf(Category category, ComponentOrigin origin, const Theme& theme) {
    return {theme.category(category), origin == ComponentOrigin::Estimated ? Qt::BDiagPattern : Qt::SolidPattern};
}

/// What a paint function needs of the picture at hand.
struct Pen {
    QPainter& painter;
    const ComponentDrawing& drawing;
    const ComponentLayout& layout;
    const PictureLook& look;
    QFontMetricsF metrics;
    QFont bold;

    /// Words in a line of a column; `line` counts from the top of the row.
    void words(const QRectF& column, double line, double shift, const QString& text) const {
        painter.drawText(QPointF(column.left() + shift, column.top() + line * layout.line + metrics.ascent()),
                         metrics.elidedText(text, Qt::ElideRight, column.width() - shift));
    }
};

QString sumsText(const ComponentPicture& picture, const QLocale& locale) {
    const QString energy = shortText(picture.energy_j, "J", locale);
    QString text = picture.evaluated.empty() ? tr("Energy: %1").arg(energy)
                                             : tr("%1: %2").arg(partTitle(picture.evaluated), energy);
    if (picture.area_m2 > 0)
        text += QStringLiteral(", ") + (picture.area_complete ? tr("chip: %1") : tr("what is known of the chip: %1"))
                                           .arg(shortText(picture.area_m2, "m2", locale));
    return text;
}

void paintHeader(const Pen& pen) {
    const QRectF& place = pen.layout.header;
    const double square = pen.metrics.height();
    double x = place.left();
    const auto paintBars = [&](const ComponentPicture& picture, char letter, bool hollow) {
        const double room = place.right() - x - square - 5.0;
        if (room < 40.0) return;
        paintLetter(pen.painter, QRectF(x, place.top(), square, square), QLatin1Char(letter), pen.look.theme,
                    pen.look.font, hollow);
        const QString text = pen.metrics.elidedText(sumsText(picture, pen.look.locale), Qt::ElideRight, room);
        pen.painter.setFont(pen.look.font);
        pen.painter.setPen(pen.look.theme.text);
        x += square + 5.0;
        pen.painter.drawText(QPointF(x, place.top() + pen.metrics.ascent()), text);
        x += pen.metrics.horizontalAdvance(text) + 2 * kGap;
    };
    paintBars(pen.drawing.selected, pen.look.letter, false);
    if (pen.drawing.baseline) paintBars(*pen.drawing.baseline, pen.look.baseline_letter, true);
}

void paintHeadings(const Pen& pen) {
    if (pen.layout.rows.empty()) return;
    const ComponentRow& first = pen.layout.rows.front();
    pen.painter.setFont(pen.look.font);
    pen.painter.setPen(pen.look.theme.text_muted);
    const auto heading = [&](const QRectF& column, const QString& text) {
        const QRectF place(column.left(), pen.layout.headings.top(), column.width(), pen.layout.line);
        pen.words(place, 0.0, 0.0, text);
    };
    heading(first.words, tr("Component"));
    const Message& evaluated = pen.drawing.selected.evaluated;
    heading(first.energy, evaluated.empty() ? tr("Energy") : tr("Energy (%1)").arg(told(evaluated, pen.look.locale)));
    heading(first.area, tr("Area"));
    pen.painter.setPen(QPen(pen.look.theme.hairline, pen.look.line_width));
    const double y = pen.layout.headings.bottom() + 1.0;
    pen.painter.drawLine(QPointF(pen.layout.headings.left(), y), QPointF(pen.layout.headings.right(), y));
}

/// The value, its bar with the twin, and two lines of words below.
void paintNumber(const Pen& pen, const ComponentNumber& number, Category category, const QRectF& column,
                 const QRectF& bar, const QRectF& twin, const QString& value, const QString& each) {
    const Theme& theme = pen.look.theme;
    if (bar.width() > 0)
        paintPiece(pen.painter, bar, lookOf(category, number.origin, theme), theme, false, false, pen.look.line_width);
    if (twin.width() > 0)
        paintPiece(pen.painter, twin, lookOf(category, number.origin, theme), theme, true, false, pen.look.line_width);
    pen.painter.setFont(pen.look.font);
    pen.painter.setPen(number.value ? theme.text : theme.text_muted);
    pen.words(column, 0.0, 0.0, value);
    pen.painter.setPen(theme.text_muted);
    pen.words(column, kBelowBar, 0.0, each);
    if (number.value) pen.words(column, kBelowBar + 1.0, 0.0, componentOriginText(number));
}

void paintRow(const Pen& pen, std::size_t row, bool chosen) {
    const Theme& theme = pen.look.theme;
    const ComponentBar& bar = pen.drawing.selected.bars[row];
    const ComponentRow& place = pen.layout.rows[row];
    const QLocale& locale = pen.look.locale;
    pen.painter.setPen(theme.text);
    pen.painter.setFont(pen.bold);
    const QString title = QFontMetricsF(pen.bold).elidedText(componentTitle(bar, pen.drawing.titles), Qt::ElideRight,
                                                             place.words.width());
    pen.painter.drawText(QPointF(place.words.left(), place.words.top() + pen.metrics.ascent()), title);
    pen.painter.setFont(pen.look.font);
    pen.painter.setPen(theme.text_muted);
    pen.words(place.words, 1.0, 0.0, componentKindText(bar, locale));
    pen.words(place.words, 2.0, 0.0, componentSizeText(bar, locale, false));
    const Category category = categoryOf(bar);
    paintNumber(pen, bar.energy_j, category, place.energy, place.energy_bar, place.energy_twin,
                componentValueText(bar.energy_j.value, pen.drawing.selected.energy_j, "J", locale),
                componentActionText(bar, locale));
    paintNumber(pen, bar.area_m2, category, place.area, place.area_bar, place.area_twin,
                componentValueText(bar.area_m2.value, pen.drawing.selected.area_m2, "m2", locale),
                componentInstanceAreaText(bar, locale));
    if (!chosen) return;
    pen.painter.setPen(QPen(theme.accent, 1.5 * pen.look.line_width));
    pen.painter.setBrush(Qt::NoBrush);
    pen.painter.drawRect(place.place.adjusted(-3.0, -2.5, 3.0, -4.0));
}

} // namespace

Legend componentsLegend(const ComponentDrawing& drawing, const PictureLook& look, double width) {
    std::vector<Legend::Entry> entries;
    const auto has = [&](ComponentOrigin origin) {
        return std::ranges::any_of(drawing.selected.bars, [&](const ComponentBar& bar) {
            return (bar.energy_j.value && bar.energy_j.origin == origin) ||
                   (bar.area_m2.value && bar.area_m2.origin == origin);
        });
    };
    const auto add = [&](ComponentOrigin origin, const QString& text) {
        if (!has(origin)) return;
        entries.push_back({text,
                           [origin, look](QPainter& painter, const QRectF& place) {
                               paintPiece(painter, place, lookOf(Category::Memory, origin, look.theme), look.theme,
                                          false, false, look.line_width);
                           },
                           {}});
    };
    add(ComponentOrigin::Stated, tr("Stated by the device"));
    add(ComponentOrigin::Estimated, tr("Estimated from published tables"));
    Legend legend;
    legend.layOut(std::move(entries), look.font, width);
    return legend;
}

void paintComponents(QPainter& painter, const ComponentDrawing& drawing, const ComponentLayout& layout,
                     const Legend& legend, const PictureLook& look, std::optional<std::size_t> chosen) {
    QFont bold = look.font;
    bold.setBold(true);
    painter.setRenderHint(QPainter::Antialiasing);
    const Pen pen{painter, drawing, layout, look, QFontMetricsF(look.font), bold};
    paintHeader(pen);
    legend.paint(painter, layout.legend.topLeft(), look.theme, look.font);
    paintHeadings(pen);
    for (std::size_t row = 0; row < drawing.selected.bars.size(); ++row)
        paintRow(pen, row, chosen == row);
}

} // namespace strata::views
