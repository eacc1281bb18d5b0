// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/energy/energy_text.h"

#include "views/energy/energy_chart.h"
#include "views/energy/energy_legend.h"
#include "views/support/text/comparison_text.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <QCoreApplication>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

} // namespace

QString breakdownTooltip(const Breakdown& breakdown, const BreakdownHit& hit, const BreakdownOptions& options) {
    const std::string_view unit = quantityUnit(breakdown.metric);
    const QString level = groupText(*hit.group);
    const std::optional<Bar>& bar = hit.of_baseline ? hit.group->baseline : hit.group->selected;
    if (!bar) return tr("%1 exists only in the baseline").arg(level).toHtmlEscaped();

    Answer answer;
    answer.unit = unit;
    answer.value = hit.segment ? hit.segment->value : bar->value;
    answer.total = hit.of_baseline ? breakdown.baseline_total.value_or(0.0) : breakdown.total;
    const QString what =
        hit.segment && hit.group->id != hit.segment->id
            ? QStringLiteral("%1, %2").arg(level, hit.segment->part ? partTitle(hit.segment->part->title)
                                                                    : keyText(hit.segment->key))
            : level;
    answer.title =
        hit.of_baseline ? tr("%1 of baseline %2").arg(what, QString(QLatin1Char(options.baseline_letter))) : what;
    if (!hit.of_baseline && hit.group->baseline) {
        const Segment* twin = hit.segment ? hit.group->baseline->find(hit.segment->key) : nullptr;
        if (!hit.segment)
            answer.baseline = hit.group->baseline->value;
        else if (twin)
            answer.baseline = twin->value;
        answer.baseline_letter = options.baseline_letter;
    }
    const Part* part = hit.segment ? hit.segment->part : hit.group->part;
    if (part) {
        answer.formula = part->formula;
        answer.source = part->source;
    }
    if (const auto macs = hit.of_baseline ? breakdown.baseline_macs : breakdown.macs)
        answer.details << tr("%1 per MAC").arg(shortText(answer.value / *macs, unit, options.locale));
    if (!hit.of_baseline && !hit.segment) {
        const auto row = static_cast<std::size_t>(hit.group - breakdown.groups.data());
        for (const FurtherBreakdown& further : breakdown.further)
            if (further.values[row])
                answer.details << tr("Baseline %1: %2")
                                      .arg(QLatin1Char(further.letter))
                                      .arg(QStringLiteral("%1 (%2)").arg(
                                          shortText(*further.values[row], unit, options.locale),
                                          comparisonText(answer.value, *further.values[row], unit, options.locale)));
    }
    if (breakdown.extrapolated) answer.details << tr("Extrapolated: the headline tells why");
    if (hit.segment)
        for (const MergedPart& small : hit.segment->merged)
            answer.details << QStringLiteral("%1: %2").arg(partTitle(small.title),
                                                           shortText(small.value, unit, options.locale));
    if (breakdown.estimate && !hit.of_baseline) answer.calibrations = &breakdown.estimate->calibrations;
    return answerHtml(answer, options.locale);
}

} // namespace strata::views
