// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/components/components_text.h"

#include "views/support/text/text.h"
#include "views/support/text/told.h"
#include "views/support/text/word_table.h"

#include <QCoreApplication>

namespace strata::views {
namespace {

constexpr double kJoulePerPicojoule = 1e-12;
constexpr double kSquareMetrePerSquareMicrometre = 1e-12;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString classText(const std::string& component_class) {
    static constexpr WordTitle kTitles[]{
        {"sram", QT_TRANSLATE_NOOP("strata::views", "SRAM")},
        {"register-file", QT_TRANSLATE_NOOP("strata::views", "Register file")},
        {"mac", QT_TRANSLATE_NOOP("strata::views", "Multiply-accumulate units")},
        {"network", QT_TRANSLATE_NOOP("strata::views", "Wires of a network")},
        {"dram", QT_TRANSLATE_NOOP("strata::views", "DRAM")},
        {"vector", QT_TRANSLATE_NOOP("strata::views", "Vector unit")},
        {"gate", QT_TRANSLATE_NOOP("strata::views", "Logic gates")},
        {"outside", QT_TRANSLATE_NOOP("strata::views", "Memory outside of the chip")},
    };
    if (const auto title = titleIn(kTitles, component_class)) return *title;
    return tr("Memory on the chip");
}

QString picojoules(double pj, const QLocale& locale) { return shortText(pj * kJoulePerPicojoule, "J", locale); }

/// One number: value, share, change and source.
QString numberLine(const QString& name, const ComponentNumber& number, double sum, std::string_view unit,
                   const ComponentNumber* twin, char letter, const QLocale& locale) {
    QString line = tr("%1: %2").arg(name, componentValueText(number.value, sum, unit, locale));
    if (twin != nullptr && twin->value && number.value)
        line += tr("; baseline %1: %2 (%3)")
                    .arg(QLatin1Char(letter))
                    .arg(shortText(*twin->value, unit, locale), changeText(*number.value, *twin->value, locale));
    return line;
}

/// The table of numbers holds all of a long list of sources.
QString shortened(const QString& text) {
    constexpr qsizetype kMost = 160;
    return text.size() <= kMost ? text : text.left(kMost - 1).trimmed() + QChar(0x2026);
}

QString sourceLine(const QString& name, const ComponentNumber& number, const QLocale& locale) {
    const QString cited = number.cited.empty() ? QString() : shortened(told(number.cited, locale));
    switch (number.origin) {
    case ComponentOrigin::Unknown: return tr("%1 from: nobody states it").arg(name);
    case ComponentOrigin::Stated:
        return cited.isEmpty() ? tr("%1 from: the device").arg(name) : tr("%1 from: the device (%2)").arg(name, cited);
    case ComponentOrigin::Estimated: break;
    }
    const QString estimator = toQString(number.estimator);
    return cited.isEmpty() ? tr("%1 from: estimator %2").arg(name, estimator)
                           : tr("%1 from: estimator %2 (%3)").arg(name, estimator, cited);
}

} // namespace

QString componentTitle(const ComponentBar& bar, const LevelTitles& titles) { return partTitle(bar.name, titles); }

QString componentKindText(const ComponentBar& bar, const QLocale& locale) {
    const QString kind = classText(bar.component_class);
    return bar.capacity_bytes ? tr("%1, %2").arg(kind, shortText(*bar.capacity_bytes, "B", locale)) : kind;
}

QString componentSizeText(const ComponentBar& bar, const QLocale& locale, bool in_full) {
    const auto whole = [&](double value) { return locale.toString(value, 'g', 10); };
    QStringList words{QChar(0xd7) + whole(bar.instances)};
    if (bar.entry_bits && bar.word_bits && *bar.entry_bits != *bar.word_bits)
        words << (in_full ? tr("%1 bits in entries of %2 bits") : tr("%1 of %2 bits"))
                     .arg(whole(*bar.word_bits), whole(*bar.entry_bits));
    else if (bar.word_bits)
        words << tr("%1 bits").arg(whole(*bar.word_bits));
    if (bar.technology_nm) words << tr("%1 nm").arg(whole(*bar.technology_nm));
    return words.join(QStringLiteral(", "));
}

QString componentActionText(const ComponentBar& bar, const QLocale& locale) {
    if (bar.network_pj) return tr("%1 a fill").arg(picojoules(*bar.network_pj, locale));
    if (!bar.read_pj) return {};
    if (!bar.write_pj) return tr("%1 a multiply-accumulate").arg(picojoules(*bar.read_pj, locale));
    const double update_pj = bar.update_pj.value_or(*bar.write_pj);
    if (*bar.read_pj == *bar.write_pj && update_pj == *bar.write_pj)
        return tr("%1 an access").arg(picojoules(*bar.read_pj, locale));
    return tr("read %1, fill %2, update %3")
        .arg(picojoules(*bar.read_pj, locale), picojoules(*bar.write_pj, locale), picojoules(update_pj, locale));
}

QString componentInstanceAreaText(const ComponentBar& bar, const QLocale& locale) {
    if (!bar.area_um2) return {};
    constexpr double kSmall = 1e5; // written in square micrometres
    const double um2 = *bar.area_um2;
    return tr("%1 each").arg(
        um2 < kSmall ? QStringLiteral("%1 %2").arg(locale.toString(um2, 'f', um2 < 100.0 ? 1 : 0), unitText("um^2"))
                     : shortText(um2 * kSquareMetrePerSquareMicrometre, "m2", locale));
}

QString componentOriginText(const ComponentNumber& number) {
    switch (number.origin) {
    case ComponentOrigin::Stated: return tr("stated by the device");
    case ComponentOrigin::Unknown: return tr("not known");
    case ComponentOrigin::Estimated: break;
    }
    return toQString(number.estimator);
}

QString componentValueText(const std::optional<double>& value, double sum, std::string_view unit,
                           const QLocale& locale) {
    if (!value) return QString(QChar(0x2013));
    const QString text = shortText(*value, unit, locale);
    return sum > 0 ? tr("%1, %2").arg(text, shareText(*value / sum, locale)) : text;
}

QStringList componentSources(const ComponentBar& bar, const QLocale& locale) {
    QStringList lines{sourceLine(tr("Energy"), bar.energy_j, locale)};
    if (bar.area_m2.origin != ComponentOrigin::Unknown) lines << sourceLine(tr("Area"), bar.area_m2, locale);
    return lines;
}

QStringList componentLines(const ComponentBar& bar, const ComponentPicture& picture, const ComponentBar* twin,
                           char baseline_letter, const QLocale& locale) {
    QStringList lines{componentKindText(bar, locale), componentSizeText(bar, locale, true)};
    lines << numberLine(tr("Energy"), bar.energy_j, picture.energy_j, "J", twin ? &twin->energy_j : nullptr,
                        baseline_letter, locale);
    if (const QString action = componentActionText(bar, locale); !action.isEmpty()) lines << action;
    if (bar.leak_pj && *bar.leak_pj > 0)
        lines << tr("Leakage: %1 a cycle of each").arg(picojoules(*bar.leak_pj, locale));
    if (bar.area_m2.value) {
        lines << numberLine(tr("Area"), bar.area_m2, picture.area_m2, "m2", twin ? &twin->area_m2 : nullptr,
                            baseline_letter, locale);
        lines << componentInstanceAreaText(bar, locale);
    }
    return lines + componentSources(bar, locale);
}

} // namespace strata::views
