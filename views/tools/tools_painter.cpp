// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tools/tools_painter.h"

#include "views/support/text/text.h"
#include "views/tools/tools_text.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kMark = 0.26; // radius of a mark in the height of a row

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto part = [&](int x, int y) { return static_cast<int>(x + share * (y - x)); };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

QColor claimedColor(const PictureLook& look) { return look.theme.category(Category::Memory); }
QColor verifiedColor(const PictureLook& look) { return look.theme.category(Category::Compute); }

void text(QPainter& painter, const QRectF& place, const QString& words, const QColor& color, const PictureLook& look,
          Qt::Alignment align = Qt::AlignLeft) {
    painter.setPen(color);
    painter.drawText(place, align | Qt::AlignVCenter | Qt::TextSingleLine,
                     QFontMetricsF(look.font).elidedText(words, Qt::ElideRight, place.width()));
}

void gridLine(QPainter& painter, const ToolsLayout& layout, double value, const QString& label,
              const PictureLook& look) {
    const double x = layout.x(value);
    painter.setPen(QPen(look.theme.hairline, look.line_width));
    painter.drawLine(QPointF(x, layout.plot.top()), QPointF(x, layout.plot.bottom()));
    const double width = 60.0;
    painter.setPen(look.theme.text_muted);
    painter.drawText(QRectF(x - width, layout.axis.top(), 2 * width, layout.axis.height()), Qt::AlignCenter, label);
}

/// Bars of the weights with handles, and the share of each.
void paintWeights(QPainter& painter, const ToolsPicture& picture, const ToolsLayout& layout, const PictureLook& look,
                  std::optional<std::size_t> weight) {
    for (std::size_t d = 0; d < layout.weights.size(); ++d) {
        const QRectF bar = layout.weights[d];
        const auto beside = [&](const QRectF& column) {
            return QRectF(column.left(), bar.top(), column.width(), bar.height());
        };
        text(painter, beside(layout.weight_names), dimensionText(d), look.theme.text, look);
        const QRectF track = bar.adjusted(0, 0.3 * bar.height(), 0, -0.3 * bar.height());
        painter.fillRect(track, mixed(look.theme.surface, look.theme.text_muted, 0.25));
        const double end = bar.left() + std::clamp(picture.weights[d], 0.0, 1.0) * bar.width();
        painter.fillRect(QRectF(track.left(), track.top(), end - track.left(), track.height()), look.theme.accent);
        painter.setPen(
            QPen(weight == d ? look.theme.accent : look.theme.text, (weight == d ? 2.0 : 1.0) * look.line_width));
        painter.setBrush(look.theme.surface);
        painter.drawEllipse(QPointF(end, bar.center().y()), 0.36 * bar.height(), 0.36 * bar.height());
        text(painter, beside(layout.weight_shares), shareText(picture.share(d), look.locale), look.theme.text, look);
    }
    text(painter, layout.legend,
         tr("Drag a weight; a score is the weighted mean of the grades H = 3, M = 2, L = 1, F = 0."),
         look.theme.text_muted, look);
}

QString gradeOf(std::size_t dimension, int level) {
    for (const coverage::RubricLevel& rubric : coverage::builtinProtocol().dimensions[dimension].levels)
        if (rubric.level == level) return toQString(rubric.grade);
    return QString(QChar(0x2013));
}

void paintRanking(QPainter& painter, const ToolsPicture& picture, const ToolsLayout& layout, const PictureLook& look,
                  std::optional<std::size_t> weight) {
    paintWeights(painter, picture, layout, look, weight);
    const auto& dimensions = coverage::builtinProtocol().dimensions;
    for (std::size_t d = 0; d < layout.grades.size(); ++d)
        text(painter, {layout.grades[d].left(), layout.axis.top(), layout.grades[d].width(), layout.axis.height()},
             toQString(dimensions[d].id), look.theme.text_muted, look, Qt::AlignHCenter);
    for (int score = 0; score <= static_cast<int>(kHighestScore); ++score)
        gridLine(painter, layout, score, look.locale.toString(score), look);
    for (std::size_t row = 0; row < layout.rows; ++row) {
        const bool ranked = row < picture.ranking.size();
        const std::size_t at = ranked ? picture.ranking[row].tool : picture.incomplete[row - picture.ranking.size()];
        const coverage::Graded& graded = picture.graded[at];
        for (std::size_t d = 0; d < layout.grades.size(); ++d) {
            const QRectF cell = layout.row(layout.grades[d], row).adjusted(1, 1, -1, -1);
            if (graded.levels[d] > 0)
                painter.fillRect(
                    cell, mixed(look.theme.surface, verifiedColor(look), 0.6 * graded.levels[d] / kHighestScore));
            text(painter, cell, gradeOf(d, graded.levels[d]), look.theme.text, look, Qt::AlignHCenter);
        }
        if (!ranked) continue;
        const QRectF place = layout.row(layout.plot, row).adjusted(0, 3, 0, -3);
        const double end = layout.x(picture.ranking[row].score);
        painter.fillRect(QRectF(place.left(), place.top(), end - place.left(), place.height()),
                         mixed(look.theme.surface, verifiedColor(look), 0.55));
        const QString number = look.locale.toString(picture.ranking[row].score, 'f', 2);
        text(painter, QRectF(place.left() + 4, place.top(), place.width(), place.height()), number, look.theme.text,
             look);
    }
}

/// A mark for a claim or a verification; a line where it is a range.
void paintRange(QPainter& painter, const ToolsLayout& layout, double y, const coverage::ErrorRange& range, bool claimed,
                const PictureLook& look) {
    const double radius = kMark * layout.row_height;
    const QColor color = claimed ? claimedColor(look) : verifiedColor(look);
    painter.setPen(QPen(color, 2.0 * look.line_width));
    if (range.low != range.high) painter.drawLine(QPointF(layout.x(range.low), y), QPointF(layout.x(range.high), y));
    painter.setBrush(claimed ? QBrush(look.theme.surface) : QBrush(color));
    for (const double value : {range.low, range.high}) {
        if (value <= 0.0) continue; // "up to": the line runs out of the scale
        const QPointF centre(layout.x(value), y);
        if (claimed)
            painter.drawEllipse(centre, radius, radius);
        else
            painter.drawRect(QRectF(centre.x() - 0.8 * radius, y - 0.8 * radius, 1.6 * radius, 1.6 * radius));
    }
}

void paintClaims(QPainter& painter, const ToolsPicture& picture, const ToolsLayout& layout, const PictureLook& look) {
    for (double decade = layout.low; decade <= 1.01 * layout.high; decade *= 10.0)
        gridLine(painter, layout, decade,
                 tr("%1 %").arg(look.locale.toString(decade, 'f', std::max(0, static_cast<int>(-std::log10(decade))))),
                 look);
    const double y = layout.legend.center().y(), radius = kMark * layout.row_height;
    const QFontMetricsF metrics(look.font);
    double x = layout.legend.left() + radius;
    for (const bool claimed : {true, false}) {
        painter.setPen(QPen(claimed ? claimedColor(look) : verifiedColor(look), 2.0 * look.line_width));
        painter.setBrush(claimed ? QBrush(look.theme.surface) : QBrush(verifiedColor(look)));
        if (claimed)
            painter.drawEllipse(QPointF(x, y), radius, radius);
        else
            painter.drawRect(QRectF(x - 0.8 * radius, y - 0.8 * radius, 1.6 * radius, 1.6 * radius));
        const QString words = claimed ? tr("claimed by its authors") : tr("found by others, or by our own validation");
        x += 2 * radius + 2;
        text(painter, {x, layout.legend.top(), metrics.horizontalAdvance(words) + 4, layout.legend.height()}, words,
             look.theme.text_muted, look);
        x += metrics.horizontalAdvance(words) + 20;
    }
    for (std::size_t row = 0; row < layout.rows; ++row) {
        const ToolsClaim& at = picture.claim_rows[row];
        const QRectF place = layout.row(layout.plot, row);
        if (at.heading) {
            painter.setPen(QPen(look.theme.hairline, look.line_width));
            painter.drawLine(QPointF(layout.names.left(), place.top()), QPointF(layout.notes.right(), place.top()));
            continue;
        }
        const coverage::ClaimRow& claim = picture.claims[at.claim];
        double low = layout.high, high = layout.low;
        for (const auto* ranges : {&claim.claims, &claim.verifications})
            for (const coverage::ErrorRange& range : *ranges) {
                low = std::min(low, range.low);
                high = std::max(high, range.high);
            }
        painter.setPen(QPen(look.theme.text_muted, look.line_width));
        painter.drawLine(QPointF(layout.x(low), place.center().y()), QPointF(layout.x(high), place.center().y()));
        for (const coverage::ErrorRange& range : claim.verifications)
            paintRange(painter, layout, place.center().y(), range, false, look);
        for (const coverage::ErrorRange& range : claim.claims)
            paintRange(painter, layout, place.center().y(), range, true, look);
    }
}

void paintTimeline(QPainter& painter, const ToolsPicture& picture, const ToolsLayout& layout, const PictureLook& look) {
    constexpr int kStep = 5;
    for (int year = static_cast<int>(layout.low); year <= static_cast<int>(layout.high); ++year)
        if (year % kStep == 0) gridLine(painter, layout, year, QString::number(year), look);
    text(painter, layout.legend,
         tr("Year of publication; a filled mark was verified by somebody else than its authors."),
         look.theme.text_muted, look);
    const double radius = kMark * layout.row_height;
    for (std::size_t row = 0; row < layout.rows; ++row) {
        const Tool& tool = picture.coverage->tools[picture.timeline[row]];
        const QPointF centre(layout.x(tool.year), layout.row(layout.plot, row).center().y());
        painter.setPen(QPen(look.theme.hairline, look.line_width));
        painter.drawLine(QPointF(layout.plot.left(), centre.y()), centre);
        painter.setPen(QPen(verifiedColor(look), 2.0 * look.line_width));
        painter.setBrush(tool.verifications.empty() ? QBrush(look.theme.surface) : QBrush(verifiedColor(look)));
        painter.drawEllipse(centre, radius, radius);
    }
}

void paintText(QPainter& painter, const ToolsPicture& picture, const ToolsLayout& layout, const PictureLook& look) {
    const auto columns = toolsColumns(picture);
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const QRectF column = layout.columns[c].adjusted(0, 0, -6, 0);
        text(painter, {column.left(), layout.axis.top(), column.width(), layout.axis.height()},
             toolsColumnText(picture, columns[c]), look.theme.text_muted, look);
        for (std::size_t row = 0; row < layout.rows; ++row) {
            const std::string& name = picture.table.columns[columns[c]];
            QString words = name == "year" ? cellText(picture.table.rows[row][columns[c]], {}, QLocale::c())
                                           : cellText(picture.table.rows[row][columns[c]], {}, look.locale);
            words.replace(QLatin1Char(';'), QStringLiteral(", "));
            text(painter, layout.row(column, row), words, look.theme.text, look);
        }
    }
    painter.setPen(QPen(look.theme.hairline, look.line_width));
    painter.drawLine(layout.axis.bottomLeft(), layout.axis.bottomRight());
}

} // namespace

void paintTools(QPainter& painter, const ToolsPicture& picture, const ToolsLayout& layout, const PictureLook& look,
                std::optional<std::size_t> chosen, std::optional<std::size_t> weight) {
    painter.setFont(look.font);
    if (chosen && *chosen < layout.rows) {
        const QRectF whole(layout.names.left(), 0, layout.axis.width(), 0);
        painter.fillRect(layout.row(whole, *chosen), mixed(look.theme.surface, look.theme.accent, 0.18));
    }
    switch (picture.page) {
    case ToolsPage::Ranking: paintRanking(painter, picture, layout, look, weight); break;
    case ToolsPage::Claims: paintClaims(painter, picture, layout, look); break;
    case ToolsPage::Timeline: paintTimeline(painter, picture, layout, look); break;
    case ToolsPage::Failures:
    case ToolsPage::Disagreements:
    case ToolsPage::Table: paintText(painter, picture, layout, look); return;
    }
    for (std::size_t row = 0; row < layout.rows; ++row) {
        const bool heading = picture.page == ToolsPage::Claims && picture.claim_rows[row].heading;
        QFont font = look.font;
        font.setBold(heading);
        painter.setFont(font);
        QRectF place = layout.row(layout.names, row);
        if (heading) place.setRight(layout.plot.right());
        text(painter, place, toolsRowText(picture, row), look.theme.text, look);
        painter.setFont(look.font);
        text(painter, layout.row(layout.notes, row), toolsNoteText(picture, row, look.locale), look.theme.text_muted,
             look);
    }
}

} // namespace strata::views
