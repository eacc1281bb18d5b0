// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/roofline_text.h"

#include "views/roofline/roofline_chart.h"
#include "views/roofline/roofline_labels.h"
#include "views/support/text/text.h"

#include <cmath>
#include <QCoreApplication>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString bytesText(double bytes, const QLocale& locale) { return shortText(bytes, "B", locale); }

/// "70.1 % of DRAM (2.35 TB/s sustained)" for the roofs that the point is under.
QStringList roofLines(const Roofline& roofline, const RooflinePoint& point, const QLocale& locale) {
    QStringList lines;
    const Ceiling* above = nullptr;
    const char* const own = ceilingKindOf(roofline.level);
    // Exact models know no rate below the nominal one.
    const auto reachable = [](const Ceiling& roof) { return roof.sustained > 0.0 ? roof.sustained : roof.nominal; };
    const auto line = [&](const Ceiling& ceiling, double rate) {
        const QString words = ceiling.sustained > 0.0 ? tr("%1 of %2, %3 sustained") : tr("%1 of %2, %3");
        lines << words.arg(shareText(rate / reachable(ceiling), locale), labelText(ceiling.name),
                           ceilingRate(ceiling, reachable(ceiling), locale));
    };
    for (const Ceiling& ceiling : roofline.ceilings) {
        if (!ceiling.compute()) {
            if (ceiling.kind == own) line(ceiling, point.bytes / point.seconds);
        } else if (reachable(ceiling) >= point.flop_per_s && (!above || reachable(ceiling) < reachable(*above))) {
            above = &ceiling;
        }
    }
    if (above) line(*above, point.flop_per_s);
    return lines;
}

QString ceilingTooltip(const Roofline& roofline, const Ceiling& ceiling, const QLocale& locale) {
    Answer answer;
    answer.title = labelText(ceiling.name);
    answer.unit = ceiling.compute() ? "FLOP/s" : "B/s";
    answer.value = ceiling.sustained > 0.0 ? ceiling.sustained : ceiling.nominal;
    answer.formula = ceiling.formula;
    answer.source = verbatim(ceiling.source);
    if (ceiling.nominal > 0.0) answer.details << tr("Nominal %1").arg(ceilingRate(ceiling, ceiling.nominal, locale));
    if (ceiling.nominal > 0.0 && ceiling.sustained > 0.0)
        answer.details << tr("Sustained is %1 of nominal").arg(shareText(ceiling.sustained / ceiling.nominal, locale));
    answer.calibrations = &roofline.estimate->calibrations;
    return answerHtml(answer, locale);
}

} // namespace

QString rooflineTooltip(const Roofline& roofline, const RooflineHit& hit, const RooflineOptions& options) {
    const QLocale& locale = options.locale;
    if (hit.ceiling) return ceilingTooltip(roofline, *hit.ceiling, locale);
    if (!hit.point) return {};
    const RooflinePoint& point = *hit.point;
    QString title = hit.whole ? tr("Model") : toQString(point.name);
    if (!point.operator_class.empty()) title += QStringLiteral(", ") + labelText(point.operator_class);
    if (!point.pass.empty() && point.pass != "forward") title += QStringLiteral(", ") + labelText(point.pass);
    Answer answer;
    answer.title =
        hit.of_baseline ? tr("%1 of baseline %2").arg(title, QString(QLatin1Char(options.baseline_letter))) : title;
    answer.unit = "FLOP/s";
    answer.value = point.flop_per_s;
    const std::string formula = tr("%1 / %2 at %3")
                                    .arg(shortText(point.flop, "FLOP", locale), shortText(point.seconds, "s", locale),
                                         shortText(point.intensity(), "FLOP/B", locale))
                                    .toStdString();
    const std::string source = tr("Method %1").arg(toQString(roofline.estimate->method)).toStdString();
    answer.formula = verbatim(formula);
    answer.source = verbatim(source);
    QStringList& lines = answer.details;
    const Metric interval{"latency_s", point.seconds, point.low_s.value_or(point.seconds),
                          point.high_s.value_or(point.seconds), 1.0};
    const QString range = intervalText(interval, locale);
    const QString time = shortText(point.seconds, "s", locale);
    lines << (range.isEmpty() ? tr("Time %1").arg(time) : tr("Time %1 (%2)").arg(time, range));
    if (point.count > 1.0 && !hit.whole) lines << tr("%1 copies together").arg(locale.toString(point.count, 'g', 6));
    lines << tr("Intensity %1 = %2 / %3")
                 .arg(shortText(point.intensity(), "FLOP/B", locale), shortText(point.flop, "FLOP", locale),
                      bytesText(point.bytes, locale));
    if (!point.limit.empty()) lines << tr("Limit: %1").arg(labelText(point.limit));
    if (!hit.of_baseline) lines << roofLines(roofline, point, locale);
    if (!hit.of_baseline && roofline.extrapolated) lines << tr("Extrapolated: the headline tells why");
    if (hit.twin) {
        const RooflinePoint& mine = hit.of_baseline ? *hit.twin : point;
        const RooflinePoint& other = hit.of_baseline ? point : *hit.twin;
        answer.baseline = hit.of_baseline ? std::optional<double>() : std::optional(other.flop_per_s);
        answer.baseline_letter = options.baseline_letter;
        lines << tr("Gain over the baseline: rate %1, time %2")
                     .arg(changeText(mine.flop_per_s, other.flop_per_s, locale),
                          changeText(mine.seconds, other.seconds, locale));
    }
    answer.calibrations = &roofline.estimate->calibrations;
    return answerHtml(answer, locale);
}

} // namespace strata::views
