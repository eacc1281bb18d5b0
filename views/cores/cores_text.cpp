// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cores/cores_text.h"

#include "views/support/text/text.h"

#include <algorithm>
#include <QCoreApplication>
#include <set>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString count(double number, const QLocale& locale) { return locale.toString(static_cast<qlonglong>(number)); }

/// "3.20 ms, 40.0 %".
QString partOf(double seconds, double whole, const QLocale& locale) {
    const QString text = shortText(seconds, "s", locale);
    return whole > 0 ? tr("%1, %2").arg(text, shareText(seconds / whole, locale)) : text;
}

void addParts(QStringList& lines, double compute, double reads, double writes, double whole, const QLocale& locale) {
    lines << tr("Computes: %1").arg(partOf(compute, whole, locale));
    if (reads > 0) lines << tr("Waits for reads: %1").arg(partOf(reads, whole, locale));
    if (writes > 0) lines << tr("Waits for writes: %1").arg(partOf(writes, whole, locale));
}

} // namespace

QString coreTitle(std::size_t number) { return tr("Core %1").arg(number); }

QString memoryTitle() { return tr("Memory"); }

QString blockTitle(const CoreBlock& block) {
    const QString layer = toQString(block.layer);
    if (block.works()) return layer;
    return block.waitsForRoom() ? tr("Waits for room until %1 is done with an earlier input").arg(layer)
                                : tr("Waits for results of %1").arg(layer);
}

QStringList blockLines(const CoreBlock& block, const CorePicture& picture, const QLocale& locale) {
    QStringList lines{coreTitle(block.core + 1)};
    if (picture.severalInputs()) lines << tr("Input %1").arg(count(block.input, locale));
    lines << tr("From %1 to %2: %3")
                 .arg(shortText(block.start_s, "s", locale), shortText(block.end_s, "s", locale),
                      shortText(block.seconds(), "s", locale));
    if (!block.works()) return lines;
    lines << tr("Tiles %1 to %2 of %3")
                 .arg(count(block.first_tile, locale), count(block.last_tile, locale), count(block.tiles, locale));
    addParts(lines, block.compute_s, block.reads_s, block.writes_s, block.seconds(), locale);
    lines << tr("Click to choose the layer");
    return lines;
}

QStringList coreLines(const CoreSums& core, const QLocale& locale) {
    const double whole = core.compute_s + core.reads_s + core.writes_s + core.results_s + core.room_s + core.idle_s;
    QStringList lines;
    addParts(lines, core.compute_s, core.reads_s, core.writes_s, whole, locale);
    if (core.results_s > 0) lines << tr("Waits for results: %1").arg(partOf(core.results_s, whole, locale));
    if (core.room_s > 0) lines << tr("Waits for room: %1").arg(partOf(core.room_s, whole, locale));
    if (core.idle_s > 1e-9 * whole) lines << tr("Has nothing to do: %1").arg(partOf(core.idle_s, whole, locale));
    return lines;
}

QStringList memoryLines(const MemorySlice& slice, const QLocale& locale) {
    QStringList lines{
        tr("From %1 to %2").arg(shortText(slice.start_s, "s", locale), shortText(slice.end_s, "s", locale)),
        tr("Read port: %1 busy").arg(shareText(slice.reads, locale)),
        tr("Write port: %1 busy").arg(shareText(slice.writes, locale))};
    if (slice.busiest() >= npu::kFullPort) lines << tr("The memory is the limit here.");
    return lines;
}

QStringList layerLines(const CorePicture& picture, const std::string& layer, const QLocale& locale) {
    double compute = 0, reads = 0, writes = 0, start = picture.end_s, end = 0;
    std::set<std::size_t> cores;
    for (const CoreBlock& block : picture.blocks) {
        if (block.layer != layer || !block.works() || block.input > 1) continue;
        compute += block.compute_s;
        reads += block.reads_s;
        writes += block.writes_s;
        start = std::min(start, block.start_s);
        end = std::max(end, block.end_s);
        cores.insert(block.core);
    }
    if (cores.empty()) return {};
    QStringList lines{
        tr("From %1 to %2: %3")
            .arg(shortText(start, "s", locale), shortText(end, "s", locale), shortText(end - start, "s", locale)),
        tr("Cores that work on it: %1").arg(count(static_cast<double>(cores.size()), locale))};
    addParts(lines, compute, reads, writes, compute + reads + writes, locale);
    return lines;
}

QString coresHeader(const CorePicture& picture, const QLocale& locale) {
    return tr("%1 in all; a port of the memory is full in %2 of the time")
        .arg(shortText(picture.end_s, "s", locale), shareText(picture.fullShare(), locale));
}

} // namespace strata::views
