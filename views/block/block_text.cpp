// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/block/block_text.h"

#include "views/support/text/text.h"
#include "views/support/text/told.h"
#include "views/support/text/word_table.h"

#include <algorithm>
#include <QCoreApplication>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

} // namespace

QString cyclesText(double cycles, const QLocale& locale) { return tr("%1 cycles").arg(shortText(cycles, "", locale)); }

QString boundTitle(const BlockBound& bound) { return partTitle(bound.id); }

QStringList boundLines(const BlockBound& bound, const BlockPicture* baseline, char baseline_letter,
                       const QLocale& locale) {
    QStringList lines{tr("%1 an iteration").arg(cyclesText(bound.cycles, locale))};
    if (!bound.formula.empty()) lines << told(bound.formula, locale);
    if (bound.rules) lines << tr("No bound is larger: it is the time of the block.");
    if (baseline == nullptr) return lines;
    const auto twin = std::ranges::find(baseline->bounds, bound.id, &BlockBound::id);
    if (twin != baseline->bounds.end())
        lines << tr("Baseline %1: %2").arg(QLatin1Char(baseline_letter)).arg(cyclesText(twin->cycles, locale));
    return lines;
}

QString instructionTitle(const BlockInstruction& instruction) {
    return instruction.text.empty() ? tr("Counter and branch of the loop") : toQString(instruction.text);
}

QString idleText(const BlockInstruction& instruction) {
    if (instruction.holdsPorts()) return {};
    static constexpr WordTitle kTitles[]{
        {"move", QT_TRANSLATE_NOOP("strata::views", "A move that the rename stage answers")},
        {"zero", QT_TRANSLATE_NOOP("strata::views", "A zero that the rename stage answers")},
        {"fold", QT_TRANSLATE_NOOP("strata::views", "A constant that the rename stage keeps")},
    };
    if (const auto title = titleIn(kTitles, instruction.renamed)) return *title;
    return instruction.fused ? tr("One operation with the branch behind it") : tr("Holds no port");
}

QStringList instructionLines(const BlockInstruction& instruction, const QLocale& locale) {
    QStringList lines;
    if (const QString idle = idleText(instruction); !idle.isEmpty()) lines << idle;
    if (!instruction.ports.empty()) lines << tr("Ports: %1").arg(toQString(instruction.ports));
    if (instruction.text.empty()) return lines;
    lines << tr("Bytes: %1. Slots of the rename stage: %2")
                 .arg(locale.toString(instruction.bytes, 'g', 4), locale.toString(instruction.rename_slots, 'g', 4));
    lines << tr("Latency: %1").arg(cyclesText(instruction.latency, locale));
    if (instruction.on_chain) lines << tr("On the slowest chain of values from iteration to iteration.");
    return lines;
}

} // namespace strata::views
