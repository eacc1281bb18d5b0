// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/coverage/coverage_painter.h"

#include "views/coverage/coverage_text.h"
#include "views/support/text/text.h"
#include "views/support/theme/hatch.h"

#include <algorithm>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

using coverage::CellState;
using coverage::Tally;

constexpr double kAngle = -60.0; // of the names above the columns
constexpr double kGlyph = 0.32;  // radius in the smaller side of a cell
constexpr double kMostGlyph = 7.0;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto part = [&](int x, int y) { return static_cast<int>(x + share * (y - x)); };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

QColor full(const Theme& theme) { return theme.category(Category::Compute); }

/// A disc: filled, half filled, hollow; a dash where nothing was run.
void paintState(QPainter& painter, const QRectF& cell, CellState state, const PictureLook& look) {
    const double radius = std::min(kMostGlyph, kGlyph * std::min(cell.width(), cell.height()));
    const QRectF disc(cell.center().x() - radius, cell.center().y() - radius, 2 * radius, 2 * radius);
    const Theme& theme = look.theme;
    if (state == CellState::Supported) painter.fillRect(cell, mixed(theme.surface, full(theme), 0.55));
    if (state == CellState::Partial) painter.fillRect(cell, mixed(theme.surface, full(theme), 0.2));
    const bool answered = state == CellState::Supported || state == CellState::Partial;
    painter.setPen(QPen(answered ? theme.text : mixed(theme.surface, theme.text_muted, 0.7), look.line_width));
    painter.setBrush(state == CellState::Supported ? QBrush(theme.text) : QBrush(Qt::NoBrush));
    constexpr int kQuarter = 90 * 16;
    if (state == CellState::NotRun) {
        painter.drawLine(QPointF(disc.left(), cell.center().y()), QPointF(disc.right(), cell.center().y()));
    } else if (state == CellState::Unsupported) {
        painter.drawEllipse(cell.center(), 0.5 * radius, 0.5 * radius);
    } else {
        painter.drawEllipse(disc);
        painter.setBrush(theme.text);
        if (state == CellState::Partial) painter.drawPie(disc, kQuarter, 2 * kQuarter);
    }
}

/// Of several questions: the supported share solid, the partial share hatched behind it, and the counts.
void paintTally(QPainter& painter, const QRectF& cell, const Tally& tally, const PictureLook& look) {
    if (tally.answerers == 0) return;
    if (tally.not_run == tally.questions) return paintState(painter, cell, CellState::NotRun, look);
    const double all = static_cast<double>(tally.questions);
    const double solid = cell.width() * static_cast<double>(tally.supported) / all;
    const double part = cell.width() * static_cast<double>(tally.partial) / all;
    painter.fillRect(QRectF(cell.left(), cell.top(), solid, cell.height()),
                     mixed(look.theme.surface, full(look.theme), 0.55));
    if (part > 0.0)
        paintHatch(painter, QRectF(cell.left() + solid, cell.top(), part, cell.height()), Qt::BDiagPattern,
                   mixed(look.theme.surface, full(look.theme), 0.6), 4.0, look.line_width);
    if (tally.supported + tally.partial == 0) return paintState(painter, cell, CellState::Unsupported, look);
    const auto count = [&](std::size_t number) { return look.locale.toString(static_cast<qulonglong>(number)); };
    // The whole where it fits, else what counts most; without any full answer the sign of a partial one.
    QString text = count(tally.supported) + (tally.partial > 0 ? QLatin1Char('+') + count(tally.partial) : QString());
    const QFontMetricsF metrics(look.font);
    if (metrics.horizontalAdvance(text) >= cell.width()) {
        if (tally.supported == 0) return paintState(painter, cell, CellState::Partial, look);
        text = count(tally.supported);
    }
    painter.setPen(look.theme.text);
    if (metrics.horizontalAdvance(text) <= cell.width()) painter.drawText(cell, Qt::AlignCenter, text);
}

/// Surveys that say something else than what was computed: a corner.
void paintDoubt(QPainter& painter, const QRectF& place, const coverage::Cell& cell, const PictureLook& look) {
    const bool differs = std::ranges::any_of(
        cell.stated, [&](const ToolStatedCell& stated) { return stated.state != coverage::name(cell.state); });
    if (!differs) return;
    const double side = 0.3 * std::min(place.width(), place.height());
    const QPolygonF corner{
        {place.topRight(), place.topRight() - QPointF(side, 0), place.topRight() + QPointF(0, side)}};
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.theme.warning);
    painter.drawPolygon(corner);
}

void paintError(QPainter& painter, const QRectF& place, const coverage::Answerer& answerer, CellState state,
                const PictureLook& look) {
    if (!answerer.accuracy || state == CellState::Unsupported || state == CellState::NotRun) return;
    const QString text = shareText(answerer.accuracy->record.mape, look.locale);
    const QFontMetricsF metrics(look.font);
    if (metrics.horizontalAdvance(text) > place.width() - 2 || place.height() < 2.4 * metrics.height()) return;
    painter.setPen(look.theme.text);
    painter.drawText(place, Qt::AlignHCenter | Qt::AlignBottom, text);
}

void paintCells(QPainter& painter, const CoveragePicture& picture, const CoverageLayout& layout,
                const PictureLook& look) {
    for (std::size_t row = 0; row < layout.rows; ++row) {
        for (std::size_t column = 0; column < layout.columns; ++column) {
            const QRectF place = layout.cell(row, column).adjusted(0.5, 0.5, -0.5, -0.5);
            const std::size_t r = picture.rows[row], c = picture.columns[column];
            const coverage::Cell* cell = picture.cell(r, c);
            if (cell == nullptr) {
                paintTally(painter, place, picture.summary.at(r, c), look);
                continue;
            }
            paintState(painter, place, cell->state, look);
            paintError(painter, place, *picture.answerer(c), cell->state, look);
            paintDoubt(painter, place, *cell, look);
        }
        paintTally(painter, layout.row(layout.unions, row).adjusted(0.5, 0.5, -0.5, -0.5),
                   picture.summary.unions[picture.rows[row]], look);
    }
}

QString countText(std::size_t supported, std::size_t partial, const QLocale& locale) {
    return QStringLiteral("%1+%2").arg(locale.toString(static_cast<qulonglong>(supported)),
                                       locale.toString(static_cast<qulonglong>(partial)));
}

/// How many answer a row, and how many questions a column answers.
void paintCounts(QPainter& painter, const CoveragePicture& picture, const CoverageLayout& layout,
                 const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    painter.setPen(look.theme.text_muted);
    for (std::size_t row = 0; row < layout.rows; ++row) {
        std::size_t supported = 0, partial = 0;
        for (const std::size_t column : picture.columns) {
            const Tally& tally = picture.summary.at(picture.rows[row], column);
            supported += tally.supported > 0 ? 1 : 0;
            partial += tally.supported == 0 && tally.partial > 0 ? 1 : 0;
        }
        painter.drawText(layout.row(layout.counts, row), Qt::AlignVCenter | Qt::AlignLeft,
                         countText(supported, partial, look.locale));
    }
    for (std::size_t column = 0; column < layout.columns; ++column) {
        const Tally& total = picture.totals[picture.columns[column]];
        const QRectF place(layout.cell(0, column).left(), layout.cells.bottom() + 2, layout.cell_width,
                           metrics.height());
        const QString text = total.not_run == total.questions
                                 ? QString(QChar(0x2013))
                                 : look.locale.toString(static_cast<qulonglong>(total.supported + total.partial));
        if (metrics.horizontalAdvance(text) <= layout.cell_width) painter.drawText(place, Qt::AlignCenter, text);
    }
}

void paintNames(QPainter& painter, const CoveragePicture& picture, const CoverageLayout& layout,
                const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    painter.setPen(look.theme.text);
    for (std::size_t row = 0; row < layout.rows; ++row)
        painter.drawText(layout.row(layout.names, row), Qt::AlignVCenter | Qt::AlignLeft,
                         metrics.elidedText(coverageRowText(picture, row), Qt::ElideRight, layout.names.width()));
    const auto slanted = [&](double x, const QString& text, bool own) {
        painter.save();
        painter.translate(x, layout.cells.top() - 4);
        painter.rotate(kAngle);
        painter.setPen(own ? look.theme.accent : look.theme.text);
        painter.drawText(QPointF(0, 0.3 * metrics.height()),
                         metrics.elidedText(text, Qt::ElideRight, longestColumnName(metrics.height())));
        painter.restore();
    };
    for (std::size_t column = 0; column < layout.columns; ++column) {
        const coverage::Answerer* answerer = picture.answerer(picture.columns[column]);
        slanted(layout.cell(0, column).center().x(), toQString(picture.summary.columns[picture.columns[column]]),
                answerer != nullptr && answerer->own);
    }
    slanted(layout.unions.center().x(), tr("together"), false);
}

/// Bars of the groups' values, and hairlines between groups.
void paintGroups(QPainter& painter, const CoveragePicture& picture, const CoverageLayout& layout,
                 const PictureLook& look) {
    std::string before;
    for (std::size_t row = 0; row < layout.rows; ++row) {
        const std::string group = picture.group(picture.rows[row]);
        if (row > 0 && group != before) {
            painter.setPen(QPen(look.theme.hairline, look.line_width));
            const double y = layout.row(layout.cells, row).top();
            painter.drawLine(QPointF(layout.names.left(), y), QPointF(layout.unions.right(), y));
        }
        before = group;
        if (layout.values.width() <= 0.0) continue;
        const double value = picture.coverage->questions[picture.summary.members[picture.rows[row]].front()].value;
        const QRectF place = layout.row(layout.values, row).adjusted(0, 2, 0, -2);
        painter.fillRect(
            QRectF(place.left(), place.top(), place.width() * std::min(1.0, value / kMostValue), place.height()),
            mixed(look.theme.surface, look.theme.text_muted, 0.5));
        painter.setPen(QPen(look.theme.hairline, look.line_width));
        painter.drawLine(place.bottomLeft(), place.bottomRight());
    }
    if (layout.values.width() <= 0.0) return;
    painter.setPen(look.theme.text_muted);
    painter.drawText(QRectF(layout.values.left(), layout.values.top() - 1.2 * QFontMetricsF(look.font).height(),
                            layout.values.width(), QFontMetricsF(look.font).height()),
                     Qt::AlignLeft | Qt::AlignVCenter, tr("Value"));
}

void paintLegend(QPainter& painter, const CoverageLayout& layout, const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    double x = layout.legend.left();
    for (const CellState state :
         {CellState::Supported, CellState::Partial, CellState::Unsupported, CellState::NotRun}) {
        const QRectF place(x, layout.legend.top(), layout.legend.height(), layout.legend.height());
        paintState(painter, place, state, look);
        const QString text = coverageStateText(state);
        x = place.right() + 4;
        painter.setPen(look.theme.text_muted);
        painter.drawText(QPointF(x, layout.legend.top() + metrics.ascent()), text);
        x += metrics.horizontalAdvance(text) + 14;
    }
    const QString doubt = tr("corner: a survey says otherwise");
    painter.drawText(QPointF(x, layout.legend.top() + metrics.ascent()), doubt);
}

} // namespace

void paintCoverage(QPainter& painter, const CoveragePicture& picture, const CoverageLayout& layout,
                   const PictureLook& look, const std::optional<std::pair<std::size_t, std::size_t>>& chosen) {
    painter.setFont(look.font);
    const QFontMetricsF metrics(look.font);
    painter.setPen(look.theme.text);
    painter.drawText(
        QPointF(layout.header.left(), layout.header.top() + metrics.ascent()),
        metrics.elidedText(coverageTotalsText(picture, look.locale), Qt::ElideRight, layout.header.width()));
    paintLegend(painter, layout, look);
    paintCells(painter, picture, layout, look);
    paintGroups(painter, picture, layout, look);
    paintNames(painter, picture, layout, look);
    paintCounts(painter, picture, layout, look);
    if (!chosen || chosen->first >= layout.rows || chosen->second >= layout.columns) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.theme.accent, 2.0 * look.line_width));
    painter.drawRect(layout.cell(chosen->first, chosen->second));
}

} // namespace strata::views
