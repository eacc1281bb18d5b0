// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/text/text.h"

#include "core/base/message_text.h"
#include "core/base/quantity.h"
#include "views/support/base/scene.h"
#include "views/support/text/comparison_text.h"
#include "views/support/text/core_words.h"
#include "views/support/text/field_titles.h"
#include "views/support/text/sentence_case.h"
#include "views/support/text/told.h"

#include <cmath>
#include <QCoreApplication>
#include <QHash>
#include <QSet>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString localised(std::string_view c_locale_number, const QLocale& locale) {
    QString text = toQString(c_locale_number);
    if (locale.decimalPoint() != QLatin1String(".")) text.replace(QLatin1Char('.'), locale.decimalPoint());
    if (text.startsWith(QLatin1Char('-'))) text.replace(0, 1, QChar(0x2212));
    return text;
}

/// A number and its unit, the unit as people write it.
QString withUnit(QString text, std::string_view unit) {
    // Areas are written in square millimetres, whatever they are stored in.
    if (const QLatin1String plain(" mm2"); unit == "m2" && text.endsWith(plain))
        return text.chopped(plain.size()) + QStringLiteral(" mm\u00b2");
    const QString plain = toQString(unit);
    const QString written = unitText(unit);
    if (written != plain && text.endsWith(plain)) text.replace(text.size() - plain.size(), plain.size(), written);
    return text;
}

QString row(const QString& name, const QString& value) {
    return QStringLiteral("<tr><td style='padding-right:8px'>%1</td><td>%2</td></tr>").arg(name, value);
}

QString escaped(std::string_view text) { return toQString(text).toHtmlEscaped(); }

/// Counts in full, in groups of three digits; the C locale of figures, which has no groups, gets narrow spaces (ISO
/// 80000-1).
QString grouped(qlonglong number, const QLocale& locale) {
    QString digits = locale.toString(number);
    if (locale != QLocale::c() || number < 10000) return digits;
    for (qsizetype at = digits.size() - 3; at > 0; at -= 3)
        digits.insert(at, QChar(0x202f));
    return digits;
}

/// Counts read better in full than with a prefix.
bool isCount(double value, std::string_view unit) {
    const bool countable = unit.empty() || unit == "words";
    return countable && value == std::floor(value) && std::abs(value) < 1e15;
}

/// Labels of parts, tensors and steps that have a word of their own.
const QHash<QString, const char*>& knownLabels() {
    static const QHash<QString, const char*> known{
        {QStringLiteral("weights"), QT_TRANSLATE_NOOP("strata::views", "Weights")},
        {QStringLiteral("inputs"), QT_TRANSLATE_NOOP("strata::views", "Inputs")},
        {QStringLiteral("outputs"), QT_TRANSLATE_NOOP("strata::views", "Outputs")},
        {QStringLiteral("leakage"), QT_TRANSLATE_NOOP("strata::views", "Leakage")},
        {QStringLiteral("accesses"), QT_TRANSLATE_NOOP("strata::views", "Accesses")},
        {QStringLiteral("levels"), QT_TRANSLATE_NOOP("strata::views", "Levels")},
        {QStringLiteral("level"), QT_TRANSLATE_NOOP("strata::views", "Level")},
        {QStringLiteral("tensor"), QT_TRANSLATE_NOOP("strata::views", "Tensor")},
        {QStringLiteral("reads"), QT_TRANSLATE_NOOP("strata::views", "Reads")},
        {QStringLiteral("fills"), QT_TRANSLATE_NOOP("strata::views", "Fills")},
        {QStringLiteral("updates"), QT_TRANSLATE_NOOP("strata::views", "Updates")},
        {QStringLiteral("error"), QT_TRANSLATE_NOOP("strata::views", "Error")},
        {QStringLiteral("kernels"), QT_TRANSLATE_NOOP("strata::views", "kernels")},
        {QStringLiteral("launch"), QT_TRANSLATE_NOOP("strata::views", "launch")},
        {QStringLiteral("movement"), QT_TRANSLATE_NOOP("strata::views", "movement")},
        {QStringLiteral("synchronisation"), QT_TRANSLATE_NOOP("strata::views", "synchronisation")},
        {QStringLiteral("allocation"), QT_TRANSLATE_NOOP("strata::views", "allocation")},
        {QStringLiteral("compute"), QT_TRANSLATE_NOOP("strata::views", "compute")},
        {QStringLiteral("memory"), QT_TRANSLATE_NOOP("strata::views", "memory")},
        {QStringLiteral("tail"), QT_TRANSLATE_NOOP("strata::views", "tail")},
        {QStringLiteral("fixed"), QT_TRANSLATE_NOOP("strata::views", "fixed")},
        {QStringLiteral("iteration"), QT_TRANSLATE_NOOP("strata::views", "Iteration")},
        {QStringLiteral("recomputation"), QT_TRANSLATE_NOOP("strata::views", "Recomputation")},
        {QStringLiteral("launches"), QT_TRANSLATE_NOOP("strata::views", "Launches")},
        {QStringLiteral("host"), QT_TRANSLATE_NOOP("strata::views", "Host")},
        {QStringLiteral("stragglers"), QT_TRANSLATE_NOOP("strata::views", "Stragglers")},
        {QStringLiteral("rollout"), QT_TRANSLATE_NOOP("strata::views", "Rollout")},
        {QStringLiteral("scoring"), QT_TRANSLATE_NOOP("strata::views", "Scoring")},
        {QStringLiteral("resharding"), QT_TRANSLATE_NOOP("strata::views", "Resharding")},
        {QStringLiteral("gradients"), QT_TRANSLATE_NOOP("strata::views", "Gradients")},
        {QStringLiteral("activations"), QT_TRANSLATE_NOOP("strata::views", "Activations")},
        {QStringLiteral("buffers"), QT_TRANSLATE_NOOP("strata::views", "Buffers")},
        {QStringLiteral("waiting"), QT_TRANSLATE_NOOP("strata::views", "Waiting")},
        {QStringLiteral("optimizer"), QT_TRANSLATE_NOOP("strata::views", "Optimizer")},
        {QStringLiteral("passes"), QT_TRANSLATE_NOOP("strata::views", "Passes")},
        {QStringLiteral("messages"), QT_TRANSLATE_NOOP("strata::views", "Messages")},
        {QStringLiteral("send forward"), QT_TRANSLATE_NOOP("strata::views", "Message forward")},
        {QStringLiteral("send backward"), QT_TRANSLATE_NOOP("strata::views", "Message backward")},
        {QStringLiteral("runtime"), QT_TRANSLATE_NOOP("strata::views", "Between kernels")},
        {QStringLiteral("way"), QT_TRANSLATE_NOOP("strata::views", "Outside of the engine")},
        {QStringLiteral("mac"), QT_TRANSLATE_NOOP("strata::views", "MAC units")},
        {QStringLiteral("gradient sync"), QT_TRANSLATE_NOOP("strata::views", "Gradient synchronisation")},
    };
    return known;
}

QString calibrationText(const CalibrationUse& use, const QLocale& locale) {
    return tr("%1: %2 points, residual %3 (median), %4 (90 %)")
        .arg(escaped(use.id), locale.toString(static_cast<qlonglong>(use.points)),
             shortText(use.residual_p50, "1", locale), shortText(use.residual_p90, "1", locale));
}

} // namespace

QString toQString(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

QString shortText(double value, std::string_view unit, const QLocale& locale) {
    return digitsText(value, unit, locale, 3);
}

QString digitsText(double value, std::string_view unit, const QLocale& locale, int digits) {
    return withUnit(localised(formatQuantity(value, unit, digits), locale), unit);
}

QString exactText(double value, std::string_view unit, const QLocale& locale) {
    return withUnit(localised(formatExact(value, unit), locale), unit);
}

QString unitText(std::string_view unit) {
    for (const char* known :
         {QT_TRANSLATE_NOOP("strata::views", "token"), QT_TRANSLATE_NOOP("strata::views", "tokens"),
          QT_TRANSLATE_NOOP("strata::views", "words"), QT_TRANSLATE_NOOP("strata::views", "words/cycle"),
          QT_TRANSLATE_NOOP("strata::views", "cycles"), QT_TRANSLATE_NOOP("strata::views", "FLOP/clock"),
          QT_TRANSLATE_NOOP("strata::views", "requests/s"), QT_TRANSLATE_NOOP("strata::views", "tokens/s"),
          QT_TRANSLATE_NOOP("strata::views", "MACs/s")})
        if (unit == known) return QCoreApplication::translate("strata::views", known);
    if (unit == "mm2") return QStringLiteral("mm\u00b2");
    if (unit == "um^2") return QStringLiteral("\u00b5m\u00b2");
    return toQString(unit);
}

QString intervalText(const Metric& metric, const QLocale& locale) {
    if (!(metric.high > metric.low)) return {};
    const std::string_view unit = quantityUnit(metric.name);
    return tr("%1 to %2").arg(shortText(metric.low, unit, locale), shortText(metric.high, unit, locale));
}

QString shortIntervalText(const Metric& metric, const QLocale& locale) {
    if (!(metric.high > metric.low)) return {};
    const std::string_view unit = quantityUnit(metric.name);
    QString low = shortText(metric.low, unit, locale);
    const QString high = shortText(metric.high, unit, locale);
    const qsizetype blank = low.indexOf(QLatin1Char(' '));
    if (blank > 0 && high.endsWith(low.mid(blank))) low.truncate(blank);
    return low + QChar(0x2013) + high;
}

QString shareText(double share, const QLocale& locale) {
    if (share > 0.0 && share < 0.001) return QStringLiteral("< %1 %").arg(locale.toString(0.1, 'f', 1));
    return QStringLiteral("%1 %").arg(locale.toString(100.0 * share, 'f', 1));
}

QString changeText(double value, double baseline, const QLocale& locale) {
    if (baseline == 0.0 || !std::isfinite(value) || !std::isfinite(baseline))
        return value == baseline ? QStringLiteral("0 %") : QString(QChar(0x2013));
    const double percent = 100.0 * (value - baseline) / std::abs(baseline);
    const double size = std::abs(percent);
    if (size >= 1000.0) {
        const double ratio = value / baseline;
        return QChar(0xd7) + (std::abs(ratio) < 999.5 ? locale.toString(ratio, 'g', 3) : shortText(ratio, "", locale));
    }
    const QString digits = locale.toString(size, 'f', size < 9.95 && size >= 0.05 ? 1 : 0);
    if (size < 0.05) return QStringLiteral("%1 %").arg(size == 0.0 ? digits : QStringLiteral("\u00b1") + digits);
    return QStringLiteral("%1%2 %").arg(percent > 0 ? QChar(u'+') : QChar(0x2212)).arg(digits);
}

QString differenceText(double value, double baseline, std::string_view unit, const QLocale& locale) {
    const double difference = value - baseline;
    if (unit == "1") {
        const double size = std::abs(100.0 * difference);
        const QString points = size < 5e-4 ? locale.toString(size, 'f', 3) : locale.toString(size, 'g', 3);
        return difference == 0.0 ? tr("0 points")
                                 : tr("%1%2 points").arg(difference > 0 ? QChar(u'+') : QChar(0x2212)).arg(points);
    }
    const QString text = shortText(difference, unit, locale);
    return difference > 0 ? QLatin1Char('+') + text : text;
}

QString comparisonText(double value, double baseline, std::string_view unit, const QLocale& locale) {
    return unit == "1" ? differenceText(value, baseline, unit, locale) : changeText(value, baseline, locale);
}

QString cellNumberText(double value, std::string_view unit, const QLocale& locale) {
    if (!isCount(value, unit)) return shortText(value, unit, locale);
    const QString digits = grouped(static_cast<qlonglong>(std::abs(value)), locale);
    return value < 0.0 ? QChar(0x2212) + digits : digits;
}

QString cellText(const Cell& cell, std::string_view column, const QLocale& locale) {
    if (const auto* text = std::get_if<std::string>(&cell))
        return column == "id" ? toQString(*text) : column == "quantity" ? quantityTitle(*text) : labelText(*text);
    if (const auto* text = std::get_if<std::shared_ptr<const Message>>(&cell)) return told(**text, locale);
    const bool difference = column.ends_with(kDifferenceSuffix);
    if (difference) column.remove_suffix(kDifferenceSuffix.size());
    const auto count = [&](qlonglong number) {
        const QString digits = grouped(number < 0 ? -number : number, locale);
        return number < 0 ? QChar(0x2212) + digits : difference && number > 0 ? QLatin1Char('+') + digits : digits;
    };
    if (const auto* integer = std::get_if<std::int64_t>(&cell)) {
        if (column == kKeptColumn) return *integer != 0 ? tr("yes") : tr("bypassed");
        return count(*integer);
    }
    if (const auto* number = std::get_if<double>(&cell)) {
        const std::string_view unit = quantityUnit(column);
        if (isCount(*number, unit)) return count(static_cast<qlonglong>(*number));
        return difference ? differenceText(*number, 0.0, unit, locale) : shortText(*number, unit, locale);
    }
    return QString(QChar(0x2013));
}

QString cellExactText(const Cell& cell) {
    if (const auto* word = std::get_if<std::string>(&cell)) return toQString(*word);
    if (const auto* text = std::get_if<std::shared_ptr<const Message>>(&cell)) return toQString(messageText(**text));
    if (const auto* count = std::get_if<std::int64_t>(&cell)) return QString::number(*count);
    if (const auto* number = std::get_if<double>(&cell)) return toQString(formatExact(*number, ""));
    return {};
}

QString quantityTitle(std::string_view name) {
    if (const Quantity* quantity = findQuantity(name))
        return QCoreApplication::translate("Quantity", std::string(quantity->title).c_str());
    if (const char* title = findColumnWord(name)) return QCoreApplication::translate("Column", title);
    return labelText(name);
}

std::string_view quantityUnit(std::string_view name) {
    if (const Quantity* quantity = findQuantity(name)) return quantity->unit;
    // Columns of tables that are no quantities are named with their unit.
    if (!findColumnWord(name)) return {};
    return name.ends_with("_s") ? "s" : name.ends_with("bytes") ? "B" : "";
}

QString categoryText(Category category) {
    switch (category) {
    case Category::Total: return tr("Total");
    case Category::Compute: return tr("Compute");
    case Category::Memory: return tr("Memory");
    case Category::Launch: return tr("Launch");
    case Category::Movement: return tr("Movement");
    case Category::Synchronisation: return tr("Synchronisation");
    case Category::Allocation: return tr("Allocation");
    case Category::Communication: return tr("Communication");
    case Category::Bubble: return tr("Bubble");
    case Category::Queueing: return tr("Queueing");
    case Category::Other: return tr("Other");
    }
    return {};
}

QString labelText(std::string_view label) {
    const QHash<QString, const char*>& known = knownLabels();
    QString text = toQString(label);
    if (const auto found = known.find(text); found != known.end()) return tr(*found);
    const Message word = term(label);
    if (knows(word)) return told(word, QLocale::c());
    text.replace(QLatin1Char('_'), QLatin1Char(' '));
    return text;
}

QString noteSentence(QString phrase) {
    const bool name_first = phrase.section(QLatin1Char(' '), 0, 0).contains(QLatin1Char('_'));
    if (!phrase.isEmpty() && !name_first) phrase[0] = phrase.at(0).toUpper();
    if (!phrase.endsWith(QLatin1Char('.'))) phrase += QLatin1Char('.');
    return phrase;
}

QString answerHtml(const Answer& answer, const QLocale& locale) {
    QString rows = row(tr("Value"), QStringLiteral("<b>%1</b>").arg(shortText(answer.value, answer.unit, locale)));
    rows += row(tr("Exactly"), exactText(answer.value, answer.unit, locale).toHtmlEscaped());
    if (answer.interval) {
        const QString interval = intervalText(*answer.interval, locale);
        if (!interval.isEmpty())
            rows += row(tr("Interval"),
                        tr("%1, covers %2").arg(interval, shortText(answer.interval->coverage, "1", locale)));
    }
    if (answer.total && *answer.total > 0.0)
        rows += row(tr("Share"), shortText(answer.value / *answer.total, "1", locale));
    if (answer.baseline)
        rows += row(tr("Baseline %1").arg(QLatin1Char(answer.baseline_letter)),
                    QStringLiteral("%1 (%2)").arg(shortText(*answer.baseline, answer.unit, locale),
                                                  comparisonText(answer.value, *answer.baseline, answer.unit, locale)));
    if (!answer.formula.empty()) rows += row(tr("Formula"), told(answer.formula, locale).toHtmlEscaped());
    if (!answer.source.empty()) rows += row(tr("Source"), told(answer.source, locale).toHtmlEscaped());
    if (answer.calibrations)
        for (const CalibrationUse& use : *answer.calibrations)
            rows += row(tr("Calibration"), calibrationText(use, locale));
    QString html = QStringLiteral("<p style='margin:0 0 4px 0'><b>%1</b></p><table cellspacing='0'>%2</table>")
                       .arg(answer.title.toHtmlEscaped(), rows);
    for (const QString& line : answer.details)
        html += QStringLiteral("<p style='margin:4px 0 0 0'>%1</p>").arg(line.toHtmlEscaped());
    return html;
}

QString absenceText(const DesignState& design) {
    if (design.error) return errorText(*design.error, QLocale(), fieldTitles(design));
    if (!design.estimate) return tr("Evaluating ...");
    if (design.estimate->valid) return {};
    const LevelTitles titles = fieldTitles(design);
    QStringList lines;
    for (const Note& note : design.estimate->notes) {
        if (note.fixes.empty()) continue;
        lines << tr("%1. To mend it: %2").arg(told(note.text, QLocale(), titles), told(note.fixes, QLocale(), titles));
    }
    if (lines.isEmpty())
        for (const Note& note : design.estimate->notes)
            lines << told(note.text, QLocale());
    return lines.join(QLatin1Char('\n'));
}

} // namespace strata::views
