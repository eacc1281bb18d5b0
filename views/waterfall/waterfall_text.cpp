// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waterfall/waterfall_text.h"

#include "views/support/text/text.h"
#include "views/support/text/told.h"
#include "views/support/text/word_table.h"
#include "views/waterfall/variance_strip.h"
#include "views/waterfall/waterfall_bars.h"

#include <QCoreApplication>

namespace strata::views {
namespace {

constexpr std::size_t kMostMerged = 8;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString sourceTooltip(const Waterfall& waterfall, const std::string& source, const QLocale& locale) {
    QString html;
    if (source != "limits") {
        static constexpr WordTitle kSentences[]{
            {"independent",
             QT_TRANSLATE_NOOP("strata::views", "Errors of single kernels that have nothing to do with each other; "
                                                "they average out over many kernels.")},
            {"correlated",
             QT_TRANSLATE_NOOP("strata::views", "Errors that kernels of one class on one device have in common; they "
                                                "do not average out.")},
            {"runtime",
             QT_TRANSLATE_NOOP("strata::views", "Errors of what lies between the kernels: launch, movement, clock, "
                                                "synchronisation, allocation.")},
        };
        const QString sentence = titleIn(kSentences, source).value_or(QString());
        for (const auto& [name, share] : waterfall.error.shares)
            if (name == source)
                html += QStringLiteral("<p><b>%1: %2</b></p><p>%3</p>")
                            .arg(varianceText(source), shareText(share, locale), sentence.toHtmlEscaped());
    }
    html += QStringLiteral("<p>%1</p>").arg(tr("Relative error of the sum:"));
    for (const QString& text : limitTexts(waterfall.error, locale))
        html += QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped());
    return html;
}

} // namespace

QString waterfallTooltip(const Waterfall& waterfall, const WaterfallHit& hit, const WaterfallOptions& options) {
    const QLocale& locale = options.locale;
    if (!hit.source.empty()) return sourceTooltip(waterfall, hit.source, locale);
    if (!hit.bar) return {};
    const WaterfallBar& bar = *hit.bar;
    const auto& extent = hit.of_baseline ? bar.baseline : bar.selected;
    if (!extent) return {};
    Answer answer;
    answer.unit = "s";
    answer.value = extent->value;
    answer.total = hit.of_baseline ? waterfall.baseline_total : waterfall.total;
    answer.title = hit.of_baseline
                       ? tr("%1 of baseline %2").arg(barText(bar), QString(QLatin1Char(options.baseline_letter)))
                       : barText(bar);
    if (!hit.of_baseline) {
        if (bar.baseline) answer.baseline = bar.baseline->value;
        answer.baseline_letter = options.baseline_letter;
        if (bar.part) {
            answer.formula = bar.part->formula;
            answer.source = bar.part->source;
        }
        for (std::size_t i = 0; i < waterfall.further.size(); ++i)
            if (bar.further[i])
                answer.details << tr("Baseline %1: %2")
                                      .arg(QLatin1Char(waterfall.further[i].letter))
                                      .arg(QStringLiteral("%1 (%2)").arg(
                                          shortText(bar.further[i]->value, "s", locale),
                                          changeText(extent->value, bar.further[i]->value, locale)));
        if (bar.total && waterfall.extrapolated) answer.details << tr("Extrapolated: the headline tells why");
        if (bar.range) {
            const QString low = shortText(bar.range->low, "s", locale);
            const QString high = shortText(bar.range->high, "s", locale);
            answer.details << tr("Sum so far %1, between %2 and %3").arg(shortText(extent->to, "s", locale), low, high);
            if (bar.range->between)
                answer.details << tr(
                    "Estimates state the interval of the kernels and of the model; here it lies between them");
        }
        for (std::size_t i = 0; i < bar.merged.size() && i < kMostMerged; ++i)
            answer.details << QStringLiteral("%1: %2").arg(partTitle(bar.merged[i].first),
                                                           shortText(bar.merged[i].second, "s", locale));
        if (bar.merged.size() > kMostMerged)
            answer.details << tr("and %1 more").arg(static_cast<qlonglong>(bar.merged.size() - kMostMerged));
        if (bar.total && waterfall.measured)
            answer.details << tr("Measured %1 (%2), estimate %3")
                                  .arg(shortText(waterfall.measured->seconds, "s", locale),
                                       toQString(waterfall.measured->source),
                                       changeText(extent->value, waterfall.measured->seconds, locale));
        if (bar.opens && !bar.total) answer.details << tr("Double click or Enter opens it");
        answer.calibrations = &waterfall.estimate->calibrations;
    }
    return answerHtml(answer, locale);
}

} // namespace strata::views
