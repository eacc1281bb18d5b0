// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waterfall/waterfall_bars.h"

#include "views/support/text/text.h"
#include "views/support/text/told.h"
#include "views/support/text/word_table.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr qsizetype kLabelLines = 3;
constexpr double kLowLines = 2;   // of labels where bars would find no room, cut to their columns
constexpr double kBetween = 6.0;  // labels of neighbours
constexpr double kBeside = 0.42;  // of a chart's width at most, for labels left of bars that lie
constexpr double kRowLines = 1.9; // of text, the height of a bar that lies

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QStringList wrapped(const QString& text, const QFontMetricsF& metrics, double width) {
    QStringList lines;
    for (const QString& word : text.split(QLatin1Char(' '))) {
        const QString longer = lines.isEmpty() ? word : lines.last() + QLatin1Char(' ') + word;
        if (lines.isEmpty())
            lines << word;
        else if (metrics.horizontalAdvance(longer) <= width)
            lines.last() = longer;
        else
            lines << word;
    }
    return lines;
}

/// Whether every label stands upright in its column.
bool fits(const Waterfall& waterfall, const QFontMetricsF& metrics, double width) {
    return std::ranges::all_of(waterfall.bars, [&](const WaterfallBar& bar) {
        const QStringList lines = wrapped(barText(bar), metrics, width);
        return lines.size() <= kLabelLines && std::ranges::all_of(lines, [&](const QString& line) {
                   return metrics.horizontalAdvance(line) <= width;
               });
    });
}

} // namespace

QString barText(const WaterfallBar& bar) {
    if (bar.total && bar.id == "model") return tr("Model");
    // What hosts do between the iterations of an engine; elsewhere they keep devices waiting.
    if (bar.id == "host" && bar.category == Category::Synchronisation) return tr("Sampling");
    static constexpr WordTitle kTitles[]{
        {"kernels", QT_TRANSLATE_NOOP("strata::views", "Sum of kernels")},
        {"launch", QT_TRANSLATE_NOOP("strata::views", "Launch")},
        {"movement", QT_TRANSLATE_NOOP("strata::views", "Movement")},
        {"sustained-clock", QT_TRANSLATE_NOOP("strata::views", "Sustained clock")},
        {"hidden-starts", QT_TRANSLATE_NOOP("strata::views", "Hidden starts")},
        {"guessing", QT_TRANSLATE_NOOP("strata::views", "Guessed tokens")},
        {"synchronisation", QT_TRANSLATE_NOOP("strata::views", "Synchronisation")},
        {"allocation", QT_TRANSLATE_NOOP("strata::views", "Allocation")},
        {"communication", QT_TRANSLATE_NOOP("strata::views", "Communication")},
        {"bubble", QT_TRANSLATE_NOOP("strata::views", "Bubble")},
        {"queueing", QT_TRANSLATE_NOOP("strata::views", "Queueing")},
        {"overlap", QT_TRANSLATE_NOOP("strata::views", "Overlap")},
        {"prefill-of-other-requests", QT_TRANSLATE_NOOP("strata::views", "Prefill of other requests")},
        {"runtime", QT_TRANSLATE_NOOP("strata::views", "Between kernels")},
        {"batching", QT_TRANSLATE_NOOP("strata::views", "Batching")},
        {"paused", QT_TRANSLATE_NOOP("strata::views", "Pauses")},
        {"way", QT_TRANSLATE_NOOP("strata::views", "Outside of the engine")},
        {"offload", QT_TRANSLATE_NOOP("strata::views", "Cache offload")},
        {"prefill", QT_TRANSLATE_NOOP("strata::views", "Prefill")},
        {"decode", QT_TRANSLATE_NOOP("strata::views", "Decode")},
        {"mean-request", QT_TRANSLATE_NOOP("strata::views", "Mean request")},
        {"request-p99", QT_TRANSLATE_NOOP("strata::views", "P99 request")},
        {"others", QT_TRANSLATE_NOOP("strata::views", "Others")},
    };
    if (const auto title = titleIn(kTitles, bar.id)) return *title;
    return partTitle(bar.title);
}

double lowBarLabelHeight(const QFont& font) { return kLowLines * QFontMetricsF(font).height() + 4.0; }

bool labelsFit(const Waterfall& waterfall, double column_width, const QFont& font) {
    return fits(waterfall, QFontMetricsF(font), column_width - kBetween);
}

double besideLabelWidth(const Waterfall& waterfall, const QFont& font, double chart_width) {
    const QFontMetricsF metrics(font);
    double longest = 0.0;
    for (const WaterfallBar& bar : waterfall.bars)
        longest = std::max(longest, metrics.horizontalAdvance(barText(bar)));
    return std::min(longest, kBeside * chart_width) + kBetween;
}

double lyingHeight(const Waterfall& waterfall, const QFont& font) {
    return kRowLines * QFontMetricsF(font).height() * static_cast<double>(waterfall.bars.size());
}

double barLabelHeight(const Waterfall& waterfall, double column_width, const QFont& font) {
    const QFontMetricsF metrics(font);
    qsizetype lines = 1;
    for (const WaterfallBar& bar : waterfall.bars)
        lines = std::max(lines, wrapped(barText(bar), metrics, column_width - kBetween).size());
    return static_cast<double>(std::min(lines, kLabelLines)) * metrics.height() + 4.0;
}

void paintBarLabels(QPainter& painter, const Waterfall& waterfall, const WaterfallFrame& frame, const QRectF& row,
                    const WaterfallOptions& options) {
    const QFontMetricsF metrics(options.font);
    const std::size_t count = waterfall.bars.size();
    const auto most = std::max<qsizetype>(1, static_cast<qsizetype>((row.height() - 4.0) / metrics.height() + 0.01));
    painter.setFont(options.font);
    for (std::size_t i = 0; i < count; ++i) {
        const QRectF column = frame.column(i, count);
        painter.setPen(waterfall.bars[i].selected ? options.theme.text : options.theme.text_muted);
        const QString text = barText(waterfall.bars[i]);
        if (frame.lying) {
            const double room = frame.area.left() - row.left() - kBetween;
            const QString shown = metrics.elidedText(text, Qt::ElideRight, room);
            painter.drawText(QPointF(frame.area.left() - kBetween - metrics.horizontalAdvance(shown),
                                     column.center().y() + 0.5 * metrics.capHeight()),
                             shown);
            continue;
        }
        double y = row.top() + 2.0 + metrics.ascent();
        QStringList lines = wrapped(text, metrics, column.width() - kBetween);
        if (lines.size() > most) lines = lines.mid(0, most - 1) << lines.mid(most - 1).join(QLatin1Char(' '));
        for (const QString& whole : lines) {
            const QString line = metrics.elidedText(whole, Qt::ElideRight, column.width() - 2.0);
            painter.drawText(QPointF(column.center().x() - 0.5 * metrics.horizontalAdvance(line), y), line);
            y += metrics.height();
        }
    }
}

} // namespace strata::views
