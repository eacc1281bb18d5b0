// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/coverage/coverage_text.h"

#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <QCoreApplication>

namespace strata::views {
namespace {

using coverage::CellState;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString number(std::size_t count, const QLocale& locale) { return locale.toString(static_cast<qulonglong>(count)); }

QString partsText(const std::vector<std::string_view>& parts, const QLocale& locale) {
    QStringList words;
    for (const std::string_view part : parts)
        words << told(Message{"needs." + std::string(part)}, locale);
    return words.join(QStringLiteral(", "));
}

QString needsText(const coverage::Question& question, const QLocale& locale) {
    std::vector<std::string_view> parts;
    for (const coverage::Need& need : question.needs)
        parts.push_back(need.part->id);
    return partsText(parts, locale);
}

QString statedText(const std::string& state) {
    if (state == "supported") return tr("supported");
    if (state == "partial") return tr("partly supported");
    return state == "unsupported" ? tr("not supported") : tr("undetermined");
}

void addOwn(QStringList& lines, const coverage::Cell& cell, const coverage::Answerer& answerer, const QLocale& locale) {
    if (answerer.whole && !cell.method.empty()) lines << tr("Best method: %1").arg(toQString(cell.method));
    for (const Message& reason : cell.reasons)
        lines << told(reason, locale);
    if (!cell.detail.empty()) lines << toQString(cell.detail).split(QLatin1Char('\n'));
    if (!answerer.accuracy) return;
    const assess::ResultRecord& record = answerer.accuracy->record;
    lines << tr("Mean error %1 over %2 rows of %3, %4")
                 .arg(shareText(record.mape, locale), number(record.n, locale), toQString(record.suite),
                      toQString(record.date));
}

} // namespace

QString scenarioText(std::string_view words) {
    return QCoreApplication::translate("Scenario", std::string(words).c_str());
}

QString scenarioTitle(const coverage::Question& question) {
    return toQString(question.id) + QLatin1Char(' ') + scenarioText(question.name);
}

QString coverageRowText(const CoveragePicture& picture, std::size_t row) {
    const std::size_t at = picture.rows[row];
    if (picture.summary.by == coverage::By::Methodology) return toQString(picture.summary.rows[at]);
    const coverage::Question& first = picture.coverage->questions[picture.summary.members[at].front()];
    if (picture.summary.by == coverage::By::Scenario) return scenarioTitle(first);
    if (picture.summary.by == coverage::By::Category)
        return toQString(first.group) + QLatin1Char(' ') + scenarioText(first.category);
    return scenarioText(picture.summary.rows[at]);
}

QString coverageStateText(CellState state) {
    switch (state) {
    case CellState::Supported: return tr("supported");
    case CellState::Partial: return tr("partly supported");
    case CellState::NotRun: return tr("not run yet");
    case CellState::Unsupported: break;
    }
    return tr("not supported");
}

QString coverageTallyText(const coverage::Tally& tally, const QLocale& locale) {
    return tr("%1 of %3, and %2 more in part (by value %4 and %5)")
        .arg(number(tally.supported, locale), number(tally.partial, locale), number(tally.questions, locale),
             shareText(tally.share(), locale), shareText(tally.reach() - tally.share(), locale));
}

QString coverageTotalsText(const CoveragePicture& picture, const QLocale& locale) {
    const QString tools = tr("Together, the tools answer %1.").arg(coverageTallyText(picture.tools, locale));
    if (picture.strata.not_run == picture.strata.questions) return tools;
    return tools + QLatin1Char(' ') + tr("Strata answers %1.").arg(coverageTallyText(picture.strata, locale));
}

CoverageEvidence coverageEvidence(const CoveragePicture& picture, std::size_t row, std::size_t column,
                                  const QLocale& locale) {
    const std::size_t r = picture.rows[row], c = picture.columns[column];
    const QString who = toQString(picture.summary.columns[c]);
    const coverage::Cell* cell = picture.cell(r, c);
    if (cell == nullptr) {
        const coverage::Tally& tally = picture.summary.at(r, c);
        if (tally.answerers == 0) return {who, {coverageRowText(picture, row), tr("There is no such tool.")}};
        return {who, {coverageRowText(picture, row), coverageTallyText(tally, locale)}};
    }
    const coverage::Answerer& answerer = *picture.answerer(c);
    CoverageEvidence evidence{tr("%1: %2").arg(who, coverageStateText(cell->state)), {coverageRowText(picture, row)}};
    if (!cell->lacks.empty()) evidence.lines << tr("Missing: %1").arg(partsText(cell->lacks, locale));
    if (answerer.own) addOwn(evidence.lines, *cell, answerer, locale);
    for (const ToolStatedCell& stated : cell->stated)
        evidence.lines << tr("Stated: %1 (%2)").arg(statedText(stated.state), toQString(stated.source)) +
                              (stated.note.empty() ? QString() : QStringLiteral(": ") + toQString(stated.note));
    if (!answerer.source.empty()) evidence.lines << tr("Source: %1").arg(toQString(answerer.source));
    return evidence;
}

CoverageEvidence coverageRowEvidence(const CoveragePicture& picture, std::size_t row, const QLocale& locale) {
    const coverage::Question* question = picture.question(picture.rows[row]);
    const coverage::Tally& together = picture.summary.unions[picture.rows[row]];
    if (question == nullptr) return {coverageRowText(picture, row), {coverageTallyText(together, locale)}};
    return {coverageRowText(picture, row),
            {scenarioText(question->text), tr("Needs: %1").arg(needsText(*question, locale)),
             tr("Technique of %1").arg(QString::number(question->era)), tr("Double click opens it as a design.")}};
}

} // namespace strata::views
