// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kernel/kernel_text.h"

#include "views/kernel/kernel_painter.h"
#include "views/support/text/text.h"

#include <QCoreApplication>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString html(const QString& title, const QStringList& lines) {
    QString text = QStringLiteral("<p style='margin:0 0 4px 0'><b>%1</b></p>").arg(title.toHtmlEscaped());
    for (const QString& line : lines)
        text += QStringLiteral("<p style='margin:2px 0 0 0'>%1</p>").arg(line.toHtmlEscaped());
    return text;
}

QString range(std::int64_t first, std::int64_t count, const QLocale& locale) {
    const auto number = [&](std::int64_t value) { return locale.toString(static_cast<qlonglong>(value)); };
    return count > 1 ? tr("%1 to %2").arg(number(first + 1), number(first + count)) : number(first + 1);
}

QString tileText(const TileCell& cell, const KernelTiling& tiling, const QLocale& locale) {
    const auto wave = static_cast<qlonglong>(cell.wave) + 1;
    QStringList lines{
        tr("Wave %1 of %2").arg(locale.toString(wave), locale.toString(static_cast<qlonglong>(tiling.waveCount())))};
    if (cell.in_tail) lines << tr("The last wave does not fill the device");
    lines << tr("Drawn in launch order, row by row; the model counts tiles, not their order");
    return html(tr("Tile row %1, column %2")
                    .arg(range(cell.first_row, cell.rows, locale), range(cell.first_col, cell.cols, locale)),
                lines);
}

QString smText(const SmCell& sm, const KernelTiling& tiling, const QLocale& locale) {
    const QString most = locale.toString(tiling.blocks_per_sm.value_or(0.0), 'g', 4);
    return html(tr("SM %1").arg(locale.toString(static_cast<qlonglong>(sm.index + 1))),
                {tr("%1 of %2 blocks in the last wave").arg(locale.toString(sm.tail_blocks, 'g', 4), most),
                 tr("%1 of the slots of the last wave work").arg(shareText(tiling.tailFill().value_or(0.0), locale))});
}

QString pieceText(const KernelTimePiece& piece, const KernelPicture& picture, const KernelPicture* twin,
                  const KernelOptions& options, const Estimate& estimate) {
    Answer answer;
    answer.title = kernelWord(piece.part);
    answer.unit = "s";
    answer.value = piece.seconds;
    answer.total = picture.seconds;
    answer.formula = piece.formula;
    answer.source = piece.source;
    answer.baseline_letter = options.baseline_letter;
    if (twin)
        for (const KernelTimePiece& other : twin->pieces)
            if (other.part == piece.part) answer.baseline = other.seconds;
    answer.calibrations = &estimate.calibrations;
    return answerHtml(answer, options.locale);
}

} // namespace

KernelHit kernelHit(const KernelPicture& picture, const KernelPicture* twin, const KernelLayout& layout,
                    const KernelOptions& options, const Estimate& estimate, const QPointF& position) {
    const QLocale& locale = options.locale;
    for (const TileCell& cell : layout.tiles)
        if (cell.place.contains(position)) return {cell.place, tileText(cell, picture.tiling, locale)};
    for (const SmCell& sm : layout.sms)
        if (sm.place.contains(position)) return {sm.place, smText(sm, picture.tiling, locale)};
    for (std::size_t i = 0; i < layout.occupancy.size(); ++i) {
        const QRectF place = layout.occupancy[i].bar;
        if (!place.contains(position)) continue;
        const OccupancyBar& bar = picture.occupancy[i];
        QStringList lines{
            tr("%1 of %2").arg(exactText(bar.used, bar.unit, locale), exactText(bar.capacity, bar.unit, locale))};
        if (bar.binds) lines << tr("Another block would not fit: this is what limits the blocks on an SM");
        return {place, html(kernelWord(bar.resource), lines)};
    }
    for (std::size_t i = 0; i < layout.time_pieces.size(); ++i)
        if (layout.time_pieces[i].contains(position))
            return {layout.time_pieces[i], pieceText(picture.pieces[i], picture, twin, options, estimate)};
    for (std::size_t i = 0; twin && i < layout.twin_pieces.size(); ++i)
        if (layout.twin_pieces[i].contains(position))
            return {layout.twin_pieces[i],
                    html(tr("%1 of baseline %2")
                             .arg(kernelWord(twin->pieces[i].part), QString(QLatin1Char(options.baseline_letter))),
                         {exactText(twin->pieces[i].seconds, "s", locale)})};
    return {};
}

} // namespace strata::views
