// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/mapping_view.h"
#include "views/mapping/nest_layout.h"
#include "views/mapping/nest_painter.h"
#include "views/support/text/text.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <QPainter>
#include <utility>

namespace strata::views {
namespace {

constexpr double kGridMm = 1.4; // tighter than on screen: nobody clicks on paper

NestMetrics figureMetrics(const FigureStyle& style) {
    return NestMetrics::forFont(style.font, kGridMm * style.units_per_mm);
}

/// The same on every machine, with thousands set off as on screen.
QLocale fileLocale() {
    QLocale locale = QLocale::c();
    locale.setNumberOptions(QLocale::DefaultNumberOptions);
    return locale;
}

Cell loopsCell(const std::vector<ChipModel>& chips) {
    std::string text;
    for (const ChipModel& chip : chips) {
        if (!text.empty()) text += ' ';
        text += chip.dimension + std::to_string(chip.bound);
        if (chip.remainder != chip.bound) text += '(' + std::to_string(chip.remainder) + ')';
    }
    return text;
}

Cell keptCell(const std::vector<KeepModel>& keeps) {
    std::string text;
    for (const KeepModel& keep : keeps) {
        if (!keep.kept) continue;
        if (!text.empty()) text += ' ';
        text += keep.tensor;
    }
    return text;
}

} // namespace

void MappingView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const NestModel model = currentModel(fileLocale());
    const NestMetrics metrics = figureMetrics(style);
    const NestLayout layout = layOutNest(model, metrics, rectangle.width());
    painter.save();
    painter.translate(rectangle.topLeft());
    // What is higher than the paper shrinks as a whole rather than losing its inner levels.
    const double scale = std::min(1.0, rectangle.height() / std::max(1.0, layout.size.height()));
    painter.scale(scale, scale);
    NestState state;
    state.stale = model.stale;
    paintNest(painter, {model, layout, metrics, style.theme, style.line_width_mm * style.units_per_mm}, state);
    painter.restore();
}

double MappingView::figureHeight(double width, const FigureStyle& style) const {
    return layOutNest(currentModel(fileLocale()), figureMetrics(style), width).size.height();
}

Table MappingView::figureData() const {
    Table table;
    table.name = "mapping";
    table.columns = {"level", "temporal", "spatial_x", "spatial_y", "keep", "used_words", "capacity_words", "note"};
    const NestModel model = currentModel(fileLocale());
    for (const LevelModel& level : model.levels) {
        std::vector<Cell> row{model.query->architecture.levels[table.rows.size()].name,
                              loopsCell(level.temporal),
                              loopsCell(level.spatial_x),
                              loopsCell(level.spatial_y),
                              keptCell(level.keeps),
                              {},
                              {},
                              {}};
        if (level.occupancy) row[5] = level.occupancy->used;
        if (level.occupancy && level.occupancy->capacity > 0.0) row[6] = level.occupancy->capacity;
        if (!level.problems.isEmpty()) row[7] = level.problems.join(QStringLiteral("; ")).toStdString();
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace strata::views
