// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/capacity/capacity_painter.h"

#include "views/explore/explore_text.h"
#include "views/support/plot/axis_ticks.h"
#include "views/support/text/letter.h"
#include "views/support/text/text.h"
#include "views/support/theme/color_map.h"
#include "views/support/theme/hatch.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

double shareOf(const CapacityGrid& grid, double value) {
    if (!(grid.high > grid.low)) return 0.5;
    if (grid.logarithmic) return std::log(value / grid.low) / std::log(grid.high / grid.low);
    return (value - grid.low) / (grid.high - grid.low);
}

const ExploreColumn& column(const CapacityPicture& picture, std::size_t index) { return picture.run->columns()[index]; }

QString titleOf(const CapacityPicture& picture, std::size_t index) {
    return axisTitle(column(picture, index).title, column(picture, index).unit);
}

QString cellText(const CapacityPicture& picture, std::size_t index, double value, const ServingLook& look) {
    const ExploreColumn& shown = column(picture, index);
    if (!shown.words.empty()) return columnValueText(shown, value, look.locale);
    if (shown.axis && value == std::floor(value) && shown.unit.empty()) return look.locale.toString(value, 'f', 0);
    return shown.axis ? tickLabel(value, shown.unit, look.locale) : valueText(value, shown.unit, look.locale);
}

double widestName(const CapacityPicture& picture, const ServingLook& look) {
    const QFontMetricsF metrics(look.font);
    double widest = 0.0;
    const bool bars = !picture.grid.y;
    const auto& values = bars ? picture.grid.across : picture.grid.up;
    for (const double value : values)
        widest = std::max(
            widest, metrics.horizontalAdvance(cellText(picture, bars ? picture.grid.x : *picture.grid.y, value, look)));
    return widest;
}

QString levelText(const CapacityPicture& picture, const ServingLook& look) {
    const bool stated =
        std::ranges::any_of(picture.grid.cells, [](const CapacityCell& cell) { return bool(cell.kept); });
    if (!stated) return tr("No service level is stated");
    if (!picture.grid.y)
        return tr("Hatched: fewer than %1 keep the service level").arg(shareText(picture.settings.kept, look.locale));
    return tr("Line: %1 of the requests keep the service level").arg(shareText(picture.settings.kept, look.locale));
}

void paintTitle(QPainter& painter, const CapacityPlaces& places, const CapacityPicture& picture,
                const ServingLook& look) {
    const QFontMetricsF metrics(look.font);
    QFont bold = look.font;
    bold.setWeight(QFont::DemiBold);
    const double left = kGap;
    double y = places.area.top() - kGap - 2 * metrics.height();
    painter.setFont(bold);
    painter.setPen(look.theme.text);
    const double width = (places.scale.isEmpty() ? places.area.right() : places.scale.right()) - left;
    painter.drawText(QPointF(places.area.left() > left ? left : places.area.left(), y),
                     QFontMetricsF(bold).elidedText(titleOf(picture, picture.grid.metric), Qt::ElideRight, width));
    painter.setFont(look.font);
    painter.setPen(look.theme.text_muted);
    y += metrics.height();
    painter.drawText(QPointF(left, y), metrics.elidedText(levelText(picture, look), Qt::ElideRight, width));
}

/// Along the borders between cells that keep the level and cells that do not: nothing is guessed between points.
void paintContour(QPainter& painter, const CapacityPlaces& places, const CapacityPicture& picture,
                  const ServingLook& look) {
    const CapacityGrid& grid = picture.grid;
    const auto good = [&](std::size_t across, std::size_t up) { return keeps(grid.at(across, up), picture.settings); };
    std::vector<QLineF> lines;
    for (std::size_t up = 0; up < grid.up.size(); ++up) {
        for (std::size_t across = 0; across < grid.across.size(); ++across) {
            const auto here = good(across, up);
            if (!here) continue;
            const QRectF cell = places.cell(grid, across, up);
            if (across + 1 < grid.across.size())
                if (const auto right = good(across + 1, up); right && *right != *here)
                    lines.emplace_back(cell.topRight(), cell.bottomRight());
            if (up + 1 < grid.up.size())
                if (const auto above = good(across, up + 1); above && *above != *here)
                    lines.emplace_back(cell.topLeft(), cell.topRight());
        }
    }
    for (const auto& [color, width] : {std::pair(look.theme.surface, 5.0), std::pair(look.theme.accent, 2.4)}) {
        painter.setPen(QPen(color, width * look.line_width, Qt::SolidLine, Qt::SquareCap));
        for (const QLineF& line : lines)
            painter.drawLine(line);
    }
}

void paintCells(QPainter& painter, const CapacityPlaces& places, const CapacityPicture& picture,
                const ServingLook& look) {
    const CapacityGrid& grid = picture.grid;
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    double widest = 0.0;
    for (const CapacityCell& cell : grid.cells)
        if (cell.value)
            widest = std::max(widest, metrics.horizontalAdvance(cellText(picture, grid.metric, *cell.value, look)));
    // In all cells or in none.
    const bool told =
        widest < places.cell(grid, 0, 0).width() - 4 && metrics.height() < places.cell(grid, 0, 0).height();
    for (std::size_t up = 0; up < grid.up.size(); ++up) {
        for (std::size_t across = 0; across < grid.across.size(); ++across) {
            const CapacityCell& cell = grid.at(across, up);
            const QRectF place = places.cell(grid, across, up);
            if (!cell.row) continue;
            if (!cell.value) {
                paintHatch(painter, place.adjusted(1, 1, -1, -1), Qt::BDiagPattern, look.theme.text_muted);
                continue;
            }
            const QColor color = viridis(shareOf(grid, *cell.value));
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.fillRect(place.adjusted(0, 0, 0.5, 0.5), color);
            painter.setRenderHint(QPainter::Antialiasing, true);
            if (!told) continue;
            const QString text = cellText(picture, grid.metric, *cell.value, look);
            painter.setPen(color.lightnessF() > 0.45F ? QColor(0x1c, 0x21, 0x28) : QColor(Qt::white));
            painter.drawText(place, Qt::AlignCenter, text);
        }
    }
}

void paintMarks(QPainter& painter, const CapacityPlaces& places, const CapacityPicture& picture,
                const ServingLook& look) {
    const CapacityGrid& grid = picture.grid;
    const double side = 1.2 * QFontMetricsF(look.font).height();
    for (std::size_t i = 0; i < grid.cells.size(); ++i) {
        const auto& row = grid.cells[i].row;
        if (!row) continue;
        const bool chosen = picture.run->chosen() == row, baseline = picture.run->baseline() == row;
        if (!chosen && !baseline) continue;
        const QRectF cell = places.cell(grid, i % grid.across.size(), i / grid.across.size());
        const char letter = chosen ? look.letter : look.baseline_letter;
        if (letter)
            paintLetter(painter, QRectF(cell.right() - side - 1, cell.top() + 1, side, side), QLatin1Char(letter),
                        look.theme, look.font, !chosen);
    }
    if (!picture.pointed) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.theme.text, 1.8 * look.line_width));
    painter.drawRect(places.cell(grid, picture.pointed->first, picture.pointed->second).adjusted(0.5, 0.5, -0.5, -0.5));
}

void paintNames(QPainter& painter, const CapacityPlaces& places, const CapacityPicture& picture,
                const ServingLook& look) {
    const CapacityGrid& grid = picture.grid;
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    painter.setPen(look.theme.text_muted);
    double free_from = -1e9;
    for (std::size_t i = 0; i < grid.across.size(); ++i) {
        const QRectF cell = places.cell(grid, i, 0);
        const QString text = cellText(picture, grid.x, grid.across[i], look);
        const double width = metrics.horizontalAdvance(text);
        const double left = cell.center().x() - width / 2;
        if (left < free_from) continue;
        painter.drawText(QPointF(left, places.area.bottom() + 3 + metrics.ascent()), text);
        free_from = left + width + 6;
    }
    for (std::size_t i = 0; i < grid.up.size(); ++i) {
        const QRectF cell = places.cell(grid, 0, i);
        if (cell.height() < 0.8 * metrics.height() && i % 2 == 1) continue;
        const QString text = cellText(picture, *grid.y, grid.up[i], look);
        painter.drawText(QPointF(places.area.left() - 5 - metrics.horizontalAdvance(text),
                                 cell.center().y() + metrics.capHeight() / 2),
                         text);
    }
    painter.setPen(look.theme.text);
    const QString across = titleOf(picture, grid.x);
    painter.drawText(QPointF(places.area.right() - metrics.horizontalAdvance(across),
                             places.area.bottom() + 4 + metrics.ascent() + metrics.height()),
                     across);
    painter.drawText(QPointF(kGap, places.area.top() - metrics.descent() - 2), column(picture, *grid.y).title);
}

void paintScale(QPainter& painter, const CapacityPlaces& places, const CapacityPicture& picture,
                const ServingLook& look) {
    const CapacityGrid& grid = picture.grid;
    if (places.scale.isEmpty() || !(grid.high > grid.low)) return;
    constexpr int kSteps = 32;
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QRectF bar(places.scale.left(), places.scale.top(), 10.0, places.scale.height());
    for (int i = 0; i < kSteps; ++i)
        painter.fillRect(QRectF(bar.left(), bar.bottom() - bar.height() * (i + 1) / kSteps, bar.width(),
                                bar.height() / kSteps + 0.5),
                         viridis((i + 0.5) / kSteps));
    painter.setRenderHint(QPainter::Antialiasing, true);
    const PlotAxis axis{grid.low, grid.high, grid.logarithmic, bar.bottom(), bar.top()};
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    painter.setPen(look.theme.text_muted);
    const std::vector<double> ticks =
        axisTicks(axis, std::max(2, static_cast<int>(bar.height() / (2.5 * metrics.height()))));
    const std::string& unit = column(picture, grid.metric).unit;
    // Rates stand without their unit, which the title tells.
    const QVector<QString> texts = tickTexts(QVector<double>(ticks.begin(), ticks.end()),
                                             unit == kRequestRate ? std::string_view() : unit, look.locale);
    for (std::size_t i = 0; i < ticks.size(); ++i)
        painter.drawText(QPointF(bar.right() + 4, axis.pixel(ticks[i]) + metrics.capHeight() / 2),
                         texts[static_cast<qsizetype>(i)]);
}

void paintBars(QPainter& painter, const CapacityPlaces& places, const CapacityPicture& picture,
               const ServingLook& look) {
    const CapacityGrid& grid = picture.grid;
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    const double most = std::max(grid.high, 0.0);
    const double room = places.area.width() - metrics.horizontalAdvance(QStringLiteral("00.0 ms, 100.0 %")) - kGap;
    const bool maximize = column(picture, grid.metric).maximize;
    std::optional<double> best;
    for (const CapacityCell& cell : grid.cells)
        if (cell.value && (!best || (maximize ? *cell.value > *best : *cell.value < *best))) best = cell.value;
    for (std::size_t i = 0; i < grid.across.size(); ++i) {
        const QRectF place = places.cell(grid, i, 0);
        const CapacityCell& cell = grid.at(i, 0);
        const double middle = place.center().y() + metrics.capHeight() / 2;
        const QString name = cellText(picture, grid.x, grid.across[i], look);
        painter.setPen(look.theme.text);
        painter.drawText(QPointF(places.area.left() - 5 - metrics.horizontalAdvance(name), middle), name);
        if (!cell.row) continue;
        if (!cell.value) {
            paintHatch(painter, QRectF(place.left(), place.top() + 3, 0.3 * room, place.height() - 6), Qt::BDiagPattern,
                       look.theme.text_muted);
            continue;
        }
        const double length = most > 0.0 ? room * *cell.value / most : 0.0;
        const QRectF bar(place.left(), place.top() + 3, length, place.height() - 6);
        const auto kept = keeps(cell, picture.settings);
        const QColor color = *cell.value == best ? look.theme.accent : look.theme.category(Category::Bubble);
        painter.fillRect(bar, color);
        if (kept && !*kept) paintHatch(painter, bar, Qt::BDiagPattern, look.theme.surface);
        QString text = cellText(picture, grid.metric, *cell.value, look);
        if (cell.kept) text += QStringLiteral(", ") + shareText(*cell.kept, look.locale);
        painter.setPen(look.theme.text);
        painter.drawText(QPointF(bar.right() + 5, middle), text);
    }
}

} // namespace

QRectF CapacityPlaces::cell(const CapacityGrid& grid, std::size_t across, std::size_t up) const {
    if (!grid.y) {
        const double height = area.height() / static_cast<double>(grid.across.size());
        return {area.left(), area.top() + height * static_cast<double>(across), area.width(), height};
    }
    const double width = area.width() / static_cast<double>(grid.across.size());
    const double height = area.height() / static_cast<double>(grid.up.size());
    return {area.left() + width * static_cast<double>(across), area.bottom() - height * static_cast<double>(up + 1),
            width, height};
}

CapacityPlaces placeCapacity(const CapacityPicture& picture, const QRectF& whole, const ServingLook& look) {
    const QFontMetricsF metrics(look.font);
    const double line = metrics.height();
    CapacityPlaces places;
    const double names = std::max(widestName(picture, look), 2 * line) + 2 * kGap;
    const double top = kGap + 3.0 * line + kGap;
    if (!picture.grid.y) {
        places.area = whole.adjusted(names, kGap + 3 * line, -kGap, -kGap);
        const double most = 2.4 * line * static_cast<double>(picture.grid.across.size());
        if (places.area.height() > most) places.area.setHeight(most);
        return places;
    }
    const double scale = 10.0 + 4.0 + metrics.horizontalAdvance(QStringLiteral("00.0 k/s"));
    places.area = whole.adjusted(names, top, -(scale + 2 * kGap), -(2 * line + kGap + 4));
    places.scale = QRectF(places.area.right() + kGap, places.area.top(), scale, places.area.height());
    return places;
}

void paintCapacity(QPainter& painter, const CapacityPlaces& places, const CapacityPicture& picture,
                   const ServingLook& look) {
    paintTitle(painter, places, picture, look);
    if (!picture.grid.y) {
        paintBars(painter, places, picture, look);
    } else {
        paintCells(painter, places, picture, look);
        paintContour(painter, places, picture, look);
        paintNames(painter, places, picture, look);
        paintScale(painter, places, picture, look);
    }
    paintMarks(painter, places, picture, look);
}

double capacityHeight(const CapacityPicture& picture, double width, const QFont& font) {
    const double line = QFontMetricsF(font).height();
    if (!picture.grid.y) return 2 * kGap + 3.2 * line + 2.0 * line * static_cast<double>(picture.grid.across.size());
    return std::clamp(9.0 * line + 1.8 * line * static_cast<double>(picture.grid.up.size()), 0.5 * width, 1.4 * width);
}

std::optional<std::pair<std::size_t, std::size_t>> cellAt(const CapacityPicture& picture, const CapacityPlaces& places,
                                                          const QPointF& at) {
    for (std::size_t up = 0; up < picture.grid.up.size(); ++up)
        for (std::size_t across = 0; across < picture.grid.across.size(); ++across)
            if (!picture.grid.empty() && places.cell(picture.grid, across, up).contains(at))
                return std::pair(across, up);
    return {};
}

} // namespace strata::views
