// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/mapping_text.h"
#include "views/mapping/nest_painter.h"
#include "views/mapping/paint_tools.h"
#include "views/support/theme/hatch.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <QPainter>
#include <QVector>

namespace strata::views {
namespace {

constexpr double kSeparateCell = 3.0; // grid units of an eighth: below this, elements are drawn without gaps

struct Run {
    PeState state = PeState::Idle;
    double from = 0.0;
    double to = 0.0;
};

/// Neighbours of one state as one run. Copies of the outermost fan-out stay apart where there is room for a
/// gap.
std::vector<Run> runsOf(const PeAxis& axis, double cell, bool separate, double gap) {
    std::vector<Run> runs;
    for (std::size_t i = 0; i < axis.states.size(); ++i) {
        const double from = static_cast<double>(i) * cell;
        const bool group_ends = axis.group > axis.bin && ((i + 1) * axis.bin) % axis.group == 0;
        const double to = from + cell - (separate ? (group_ends ? 2.0 * gap : gap) : 0.0);
        if (!separate && !runs.empty() && runs.back().state == axis.states[i])
            runs.back().to = to;
        else
            runs.push_back({axis.states[i], from, to});
    }
    return runs;
}

QColor usedColor(const Theme& theme) { return theme.category(Category::Compute); }
QColor idleColor(const Theme& theme) { return mixed(theme.surface, theme.text, 0.20); }

void paintPartial(QPainter& painter, const NestPen& pen, const QRectF& cell) {
    painter.fillRect(cell, mixed(pen.theme.surface, usedColor(pen.theme), 0.35));
    paintHatch(painter, cell, Qt::BDiagPattern, usedColor(pen.theme), pen.metrics.grid * 0.5, pen.line);
}

void paintCells(QPainter& painter, const NestPen& pen) {
    const double unit = pen.metrics.grid / 8.0;
    const double cell = pen.layout.array_cell;
    const bool separate = cell >= kSeparateCell * unit;
    const double gap = cell >= 6.0 * unit ? unit : unit * 0.5;
    const auto columns = runsOf(pen.model.array.x, cell, separate, gap);
    const auto rows = runsOf(pen.model.array.y, cell, separate, gap);
    QVector<QRectF> used;
    QVector<QRectF> idle;
    for (const Run& row : rows) {
        for (const Run& column : columns) {
            const QRectF box(pen.layout.array.left() + column.from, pen.layout.array.top() + row.from,
                             column.to - column.from, row.to - row.from);
            const PeState state = std::min(row.state, column.state);
            if (state == PeState::Partial)
                paintPartial(painter, pen, box);
            else
                (state == PeState::Used ? used : idle) << box;
        }
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(usedColor(pen.theme));
    painter.drawRects(used);
    painter.setBrush(idleColor(pen.theme));
    painter.drawRects(idle);
}

void paintLegend(QPainter& painter, const NestPen& pen) {
    const QRectF& legend = pen.layout.array_legend;
    const double side = pen.metrics.small_height * 0.6;
    double y = legend.top();
    const auto entry = [&](PeState state, const QString& text) {
        const QRectF box(legend.left(), y + (pen.metrics.small_height - side) / 2.0, side, side);
        if (state == PeState::Partial)
            paintPartial(painter, pen, box);
        else
            painter.fillRect(box, state == PeState::Used ? usedColor(pen.theme) : idleColor(pen.theme));
        const double x = box.right() + pen.metrics.grid * 0.75;
        paintLine(painter, QRectF(x, y, legend.right() - x, pen.metrics.small_height), pen.metrics.small,
                  pen.theme.text_muted, text);
        y += pen.metrics.small_height;
    };
    entry(PeState::Used, MappingText::tr("used"));
    if (pen.model.array.contains(PeState::Partial)) entry(PeState::Partial, MappingText::tr("idle in the last round"));
    if (pen.model.array.contains(PeState::Idle)) entry(PeState::Idle, MappingText::tr("idle"));
}

} // namespace

void paintArray(QPainter& painter, const NestPen& pen, bool stale) {
    const NestLayout& layout = pen.layout;
    const Qt::Alignment top = Qt::AlignLeft | Qt::AlignTop;
    paintLine(painter, layout.array_name, pen.metrics.bold, pen.theme.text, pen.model.compute_name, top);
    paintLine(painter, layout.array_text, pen.metrics.bold, pen.theme.text, pen.model.array_text, top);
    paintLine(painter, layout.array_detail, pen.metrics.small, pen.theme.text_muted, pen.model.array_detail, top);
    if (!pen.model.baseline_array_text.isEmpty())
        paintLine(painter, layout.array_baseline, pen.metrics.small, pen.theme.text_muted,
                  pen.model.baseline_array_text, top);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, pen.layout.array_cell < 4.0);
    paintCells(painter, pen);
    painter.restore();
    paintLegend(painter, pen);
    if (stale)
        paintLine(painter, layout.array_row.adjusted(0, 0, -pen.metrics.grid, -pen.metrics.grid * 0.5),
                  pen.metrics.small, pen.theme.warning, MappingText::tr("updating …"),
                  Qt::AlignRight | Qt::AlignBottom);
}

} // namespace strata::views
