// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kernel/kernel_painter.h"

#include "views/support/plot/bar_piece.h"
#include "views/support/plot/plot_parts.h"
#include "views/support/text/letter.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"
#include "views/support/text/word_table.h"
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

QString countText(double value, const QLocale& locale) { return cellText(Cell(value), "", locale); }

QFont strong(const QFont& font) {
    QFont bold = font;
    bold.setWeight(QFont::DemiBold);
    return bold;
}

void line(QPainter& painter, const QRectF& place, const QString& text, const QFont& font, const QColor& color) {
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(place.topLeft() + QPointF(0, metrics.ascent()),
                     metrics.elidedText(text, Qt::ElideRight, place.width()));
}

void paintHeader(QPainter& painter, const KernelPicture& picture, const KernelPicture* twin, const KernelLayout& layout,
                 const KernelOptions& options) {
    const double square = layout.header.height();
    double x = layout.header.left();
    const auto side = [&](const KernelPicture& of, char letter, bool hollow) {
        const QString text = shortText(of.seconds, "s", options.locale);
        const double width = square + 5.0 + QFontMetricsF(strong(options.font)).horizontalAdvance(text);
        if (x + width > layout.header.right()) return;
        paintLetter(painter, QRectF(x, layout.header.top(), square, square), QLatin1Char(letter), options.theme,
                    options.font, hollow);
        line(painter, QRectF(x + square + 5.0, layout.header.top(), width, square), text, strong(options.font),
             options.theme.text);
        x += width + 1.5 * kGap;
    };
    side(picture, options.letter, false);
    if (twin) side(*twin, options.baseline_letter, true);
    if (x < layout.header.right())
        line(painter, QRectF(x, layout.header.top(), layout.header.right() - x, square), labelText(picture.name),
             options.font, options.theme.text);
    QStringList facts;
    if (const QString limit = limitSentence(picture); !limit.isEmpty()) facts << limit;
    if (picture.count > 1.0) facts << tr("%1 copies together").arg(countText(picture.count, options.locale));
    line(painter, layout.limit_line, facts.join(QStringLiteral("; ")), options.font, options.theme.text_muted);
    if (!layout.untiled.isEmpty())
        line(painter, layout.untiled, tr("The estimate does not cut this kernel into tiles"), options.font,
             options.theme.text_muted);
}

QString tilesTitle(const KernelTiling& t, const QLocale& locale) {
    QString tile = QStringLiteral("%1 \u00d7 %2").arg(countText(*t.tile_m, locale), countText(*t.tile_n, locale));
    if (t.tile_k) tile += QStringLiteral(" \u00d7 %1").arg(countText(*t.tile_k, locale));
    return tr("%1 tiles of %2").arg(countText(*t.tiles, locale), tile);
}

QString tilesCaption(const KernelTiling& t, const QLocale& locale) {
    QString output =
        QStringLiteral("%1 \u00d7 %2").arg(countText(*t.output_rows, locale), countText(*t.output_cols, locale));
    if (t.output_batch.value_or(1.0) > 1.0)
        output = countText(*t.output_batch, locale) + QStringLiteral(" \u00d7 ") + output;
    QString text = tr("Output %1").arg(output);
    if (t.split_k.value_or(1.0) > 1.0) text += tr(", k split in %1").arg(countText(*t.split_k, locale));
    if (t.waveCount() > 1)
        text += tr("; colour: wave 1 to %1").arg(locale.toString(static_cast<qlonglong>(t.waveCount())));
    return text;
}

void paintTiles(QPainter& painter, const KernelPicture& picture, const KernelLayout& layout,
                const KernelOptions& options) {
    if (layout.tiles.empty()) return;
    const KernelTiling& tiling = picture.tiling;
    line(painter, layout.tiles_title, tilesTitle(tiling, options.locale), options.font, options.theme.text);
    line(painter, layout.tiles_caption, tilesCaption(tiling, options.locale), options.font, options.theme.text_muted);
    const bool lines = layout.tiles.front().place.width() > 4.0 && layout.tiles.front().place.height() > 4.0;
    for (const TileCell& cell : layout.tiles) {
        painter.fillRect(cell.place, waveColor(cell.wave, tiling.waveCount()));
        if (!lines) continue;
        painter.setPen(QPen(options.theme.surface, 0.6 * options.line_width));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(cell.place);
    }
    // The tail is marked after all cells, else the next cell would cover its edge.
    for (const TileCell& cell : layout.tiles) {
        if (!cell.in_tail) continue;
        const double inset = 0.5 * options.line_width;
        painter.setPen(QPen(options.theme.text, options.line_width));
        painter.setBrush(Qt::NoBrush);
        if (lines) painter.drawRect(cell.place.adjusted(inset, inset, -inset, -inset));
    }
    painter.setPen(QPen(options.theme.text_muted, options.line_width));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(layout.tiles_area);
}

void paintSms(QPainter& painter, const KernelPicture& picture, const KernelLayout& layout,
              const KernelOptions& options) {
    if (layout.sms.empty()) return;
    const KernelTiling& t = picture.tiling;
    const QString blocks = countText(t.blocks_per_sm.value_or(0.0), options.locale);
    const QString waves = options.locale.toString(*t.waves, 'g', 4);
    line(painter, layout.sms_title,
         tr("%1 waves on %2 SMs, blocks per SM: %3").arg(waves, countText(*t.sms, options.locale), blocks),
         options.font, options.theme.text);
    const double tail = t.tailBlocks().value_or(0.0);
    const double fill = t.tailFill().value_or(0.0);
    const QString caption = fill >= 1.0 - 1e-9
                                ? tr("The last wave is full")
                                : tr("Last wave: %1 blocks, %2 of the slots; hatched: idle")
                                      .arg(countText(tail, options.locale), shareText(fill, options.locale));
    line(painter, layout.sms_caption, caption, options.font, options.theme.text_muted);
    const double most = std::max(1.0, t.blocks_per_sm.value_or(1.0));
    const QColor busy = waveColor(static_cast<double>(t.waveCount() - 1), t.waveCount());
    for (const SmCell& sm : layout.sms) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(options.theme.surface);
        painter.drawRect(sm.place);
        if (sm.tail_blocks <= 0.0) {
            paintHatch(painter, sm.place, Qt::BDiagPattern, options.theme.category(Category::Bubble),
                       4.0 * options.line_width, options.line_width);
        } else {
            QRectF filled = sm.place;
            filled.setTop(filled.bottom() - filled.height() * std::min(1.0, sm.tail_blocks / most));
            painter.fillRect(filled, busy);
        }
        painter.setPen(QPen(options.theme.text_muted, 0.7 * options.line_width));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(sm.place);
    }
}

void paintOccupancy(QPainter& painter, const KernelPicture& picture, const KernelLayout& layout,
                    const KernelOptions& options) {
    if (picture.occupancy.empty()) return;
    line(painter, layout.occupancy_title, tr("What the resident blocks of one SM take"), options.font,
         options.theme.text);
    for (std::size_t i = 0; i < picture.occupancy.size(); ++i) {
        const OccupancyBar& bar = picture.occupancy[i];
        const KernelRow& row = layout.occupancy[i];
        const QFont font = bar.binds ? strong(options.font) : options.font;
        line(painter, row.label, kernelWord(bar.resource), font, options.theme.text);
        QRectF filled = row.bar;
        filled.setWidth(row.bar.width() * std::clamp(bar.used / bar.capacity, 0.0, 1.0));
        paintPiece(painter, filled, categoryLook(bar.binds ? Category::Movement : Category::Other, options.theme),
                   options.theme, false, false, options.line_width);
        painter.setPen(QPen(options.theme.text_muted, 0.7 * options.line_width));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(row.bar);
        const QString share = shareText(bar.used / bar.capacity, options.locale);
        QString text = bar.binds ? tr("%1, binds").arg(share) : share;
        const QString exact =
            bar.unit.empty()
                ? tr("%1 of %2").arg(countText(bar.used, options.locale), countText(bar.capacity, options.locale))
                : tr("%1 of %2")
                      .arg(shortText(bar.used, bar.unit, options.locale),
                           shortText(bar.capacity, bar.unit, options.locale));
        const QString both = QStringLiteral("%1, %2").arg(text, exact);
        if (QFontMetricsF(font).horizontalAdvance(both) <= row.value.width()) text = both;
        line(painter, row.value, text, font, options.theme.text);
    }
}

void paintTime(QPainter& painter, const KernelPicture& picture, const KernelPicture* twin, const KernelLayout& layout,
               const KernelOptions& options) {
    if (layout.time_pieces.empty()) return;
    QString title = tr("Time %1").arg(shortText(picture.seconds, "s", options.locale));
    if (twin) title += tr(", %1 against the baseline").arg(changeText(picture.seconds, twin->seconds, options.locale));
    line(painter, layout.time_title, title, options.font, options.theme.text);
    std::vector<Legend::Entry> entries;
    for (std::size_t i = 0; i < picture.pieces.size(); ++i) {
        const KernelTimePiece& piece = picture.pieces[i];
        const SegmentLook look = categoryLook(piece.category, options.theme);
        if (layout.time_pieces[i].width() > 0.0)
            paintPiece(painter, layout.time_pieces[i], look, options.theme, false, false, options.line_width);
        entries.push_back(
            {QStringLiteral("%1 %2").arg(kernelWord(piece.part), shortText(piece.seconds, "s", options.locale)),
             [look, &options](QPainter& p, const QRectF& at) {
                 paintPiece(p, at, look, options.theme, false, false, options.line_width);
             },
             {}});
    }
    for (std::size_t i = 0; twin && i < layout.twin_pieces.size(); ++i)
        if (layout.twin_pieces[i].width() > 0.0)
            paintPiece(painter, layout.twin_pieces[i], categoryLook(twin->pieces[i].category, options.theme),
                       options.theme, true, false, options.line_width);
    Legend legend;
    legend.layOut(std::move(entries), options.font, layout.time_legend.width());
    legend.paint(painter, layout.time_legend.topLeft(), options.theme, options.font);
}

} // namespace

QString kernelWord(const std::string& word) {
    static constexpr WordTitle kTitles[]{
        {"registers", QT_TRANSLATE_NOOP("strata::views", "Registers")},
        {"shared memory", QT_TRANSLATE_NOOP("strata::views", "Shared memory")},
        {"threads", QT_TRANSLATE_NOOP("strata::views", "Threads")},
        {"blocks", QT_TRANSLATE_NOOP("strata::views", "Blocks")},
        {"compute", QT_TRANSLATE_NOOP("strata::views", "Compute")},
        {"memory", QT_TRANSLATE_NOOP("strata::views", "Memory")},
        {"tail", QT_TRANSLATE_NOOP("strata::views", "Tail")},
        {"fixed", QT_TRANSLATE_NOOP("strata::views", "Fixed")},
    };
    if (const auto title = titleIn(kTitles, word)) return *title;
    return knows(Message{"part." + word}) ? partTitle(word) : labelText(word);
}

QString limitSentence(const KernelPicture& picture) {
    const std::string& limit = picture.tiling.limit;
    static constexpr WordTitle kTitles[]{
        {"compute", QT_TRANSLATE_NOOP("strata::views", "Limited by arithmetic")},
        {"memory", QT_TRANSLATE_NOOP("strata::views", "Limited by the device memory")},
        {"l2", QT_TRANSLATE_NOOP("strata::views", "Limited by the L2 cache")},
        {"latency", QT_TRANSLATE_NOOP("strata::views", "Limited by latency: too small to fill the device")},
        {"tail", QT_TRANSLATE_NOOP("strata::views", "Limited by the tail: the last wave leaves SMs idle")},
        {"host", QT_TRANSLATE_NOOP("strata::views", "Limited by the host's launches")},
        {"power", QT_TRANSLATE_NOOP("strata::views", "Limited by the power limit")},
    };
    if (const auto title = titleIn(kTitles, limit)) return *title;
    return limit.empty() ? QString() : tr("Limited by %1").arg(labelText(limit));
}

QColor waveColor(double wave, std::int64_t waves) {
    // The brightest end is left out: it would vanish on white.
    constexpr double kFirst = 0.12;
    constexpr double kLast = 0.88;
    return viridis(waves > 1 ? kFirst + (kLast - kFirst) * wave / static_cast<double>(waves - 1) : 0.5);
}

void paintKernel(QPainter& painter, const KernelPicture& picture, const KernelPicture* twin, const KernelLayout& layout,
                 const KernelOptions& options) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintHeader(painter, picture, twin, layout, options);
    paintTiles(painter, picture, layout, options);
    paintSms(painter, picture, layout, options);
    paintOccupancy(painter, picture, layout, options);
    paintTime(painter, picture, twin, layout, options);
    painter.restore();
}

} // namespace strata::views
