// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tools/tools_text.h"

#include "views/support/text/text.h"
#include "views/support/text/word_table.h"

#include <QCoreApplication>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString joined(const std::vector<std::string>& words) {
    QStringList list;
    for (const std::string& word : words)
        list << toQString(word);
    return list.join(QStringLiteral(", "));
}

QString percent(double value, const QLocale& locale) { return locale.toString(value, 'g', 3); }

QString domainText(const coverage::ClaimRow& claim) {
    return toQString(claim.domain).replace(QLatin1Char(';'), QStringLiteral(", "));
}

const coverage::Graded& gradedOf(const ToolsPicture& picture, std::size_t row) {
    return picture.graded[row < picture.ranking.size() ? picture.ranking[row].tool
                                                       : picture.incomplete[row - picture.ranking.size()]];
}

QString swapText(const ToolsPicture& picture, const coverage::Swap& swap, const QLocale& locale) {
    const auto& dimension = coverage::builtinProtocol().dimensions[swap.dimension];
    return tr("It is level with %1 when %2 weighs %3 instead of %4.")
        .arg(toQString(picture.graded[swap.behind].name), toQString(dimension.id), shareText(swap.at, locale),
             shareText(swap.weight, locale));
}

QString gradeText(const coverage::Dimension& dimension, int level) {
    for (const coverage::RubricLevel& rubric : dimension.levels)
        if (rubric.level == level) return toQString(rubric.grade + ": " + rubric.text);
    return tr("not graded");
}

ToolsEvidence rankingEvidence(const ToolsPicture& picture, std::size_t row, const QLocale& locale) {
    const coverage::Graded& graded = gradedOf(picture, row);
    ToolsEvidence evidence{toQString(graded.name), {}};
    const auto& dimensions = coverage::builtinProtocol().dimensions;
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
        QString line = dimensionText(d) + QStringLiteral(": ") + gradeText(dimensions[d], graded.levels[d]);
        if (!graded.notes[d].empty()) line += QStringLiteral(" (") + toQString(graded.notes[d]) + QLatin1Char(')');
        evidence.lines << line;
    }
    if (const coverage::Swap* swap = picture.swapOf(row)) evidence.lines << swapText(picture, *swap, locale);
    if (row >= picture.ranking.size())
        evidence.lines << tr("Not ranked: a composite score needs a grade in every dimension.");
    return evidence;
}

ToolsEvidence claimEvidence(const ToolsPicture& picture, std::size_t row, const QLocale& locale) {
    const ToolsClaim& at = picture.claim_rows[row];
    const coverage::ClaimRow& claim = picture.claims[at.claim];
    if (at.heading)
        return {domainText(claim),
                {tr("Errors of one problem domain. They say nothing about tools of another domain.")}};
    ToolsEvidence evidence{toQString(claim.tool + ", ") + domainText(claim), {}};
    const auto add = [&](const QString& what, const coverage::ErrorRange& range) {
        QString line = what.arg(errorRangeText(range, locale));
        if (!range.setting.empty()) line += QStringLiteral(", ") + toQString(range.setting);
        evidence.lines << line + QStringLiteral(" [") + toQString(range.source) + QLatin1Char(']');
    };
    for (const coverage::ErrorRange& range : claim.claims)
        add(tr("Claimed: %1"), range);
    for (const coverage::ErrorRange& range : claim.verifications)
        add(claim.own ? tr("Measured: %1") : tr("Verified by others: %1"), range);
    return evidence;
}

const Tool* toolOf(const ToolsPicture& picture, std::size_t row) {
    if (picture.page == ToolsPage::Timeline) return &picture.coverage->tools[picture.timeline[row]];
    for (const Tool& tool : picture.coverage->tools)
        if (toQString(tool.name) == toolsRowText(picture, row)) return &tool;
    return nullptr;
}

ToolsEvidence toolEvidence(const ToolsPicture& picture, std::size_t row) {
    ToolsEvidence evidence{toolsRowText(picture, row), {}};
    if (picture.page == ToolsPage::Failures || picture.page == ToolsPage::Disagreements) {
        const auto& cells = picture.table.rows[row];
        for (std::size_t c = 1; c < cells.size(); ++c)
            if (const QString text = cellText(cells[c], {}, QLocale::c()); !text.isEmpty()) evidence.lines << text;
        return evidence;
    }
    const Tool* tool = toolOf(picture, row);
    if (tool == nullptr) return evidence;
    if (!tool->summary.empty()) evidence.lines << toQString(tool->summary);
    evidence.lines << QStringLiteral("%1, %2").arg(joined(tool->platforms), toQString(tool->methodology));
    if (!tool->needs.empty()) evidence.lines << tr("Needs: %1").arg(toQString(tool->needs));
    if (!tool->speed.empty()) evidence.lines << tr("Speed: %1").arg(toQString(tool->speed));
    if (!tool->works_when.empty()) evidence.lines << tr("Works when: %1").arg(toQString(tool->works_when));
    if (!tool->breaks_when.empty()) evidence.lines << tr("Breaks when: %1").arg(joined(tool->breaks_when));
    if (!tool->licence.empty()) evidence.lines << tr("Licence: %1").arg(toQString(tool->licence));
    if (!tool->successor.empty()) evidence.lines << tr("Successor: %1").arg(toQString(tool->successor));
    return evidence;
}

} // namespace

QString dimensionText(std::size_t dimension) {
    const coverage::Dimension& stated = coverage::builtinProtocol().dimensions[dimension];
    return toQString(stated.id + " " + stated.name);
}

QString errorRangeText(const coverage::ErrorRange& range, const QLocale& locale) {
    if (range.low == range.high) return tr("%1 %").arg(percent(range.low, locale));
    if (range.low <= 0.0) return tr("up to %1 %").arg(percent(range.high, locale));
    return tr("%1 to %2 %").arg(percent(range.low, locale), percent(range.high, locale));
}

QString toolsRowText(const ToolsPicture& picture, std::size_t row) {
    switch (picture.page) {
    case ToolsPage::Ranking: {
        const QString name = toQString(gradedOf(picture, row).name);
        if (row >= picture.ranking.size()) return QString(QChar(0x2013)) + QStringLiteral("  ") + name;
        return QStringLiteral("%1  %2").arg(picture.ranking[row].rank).arg(name);
    }
    case ToolsPage::Claims: {
        const ToolsClaim& at = picture.claim_rows[row];
        const coverage::ClaimRow& claim = picture.claims[at.claim];
        return at.heading ? domainText(claim) : toQString(claim.tool);
    }
    case ToolsPage::Timeline: return toQString(picture.coverage->tools[picture.timeline[row]].name);
    case ToolsPage::Failures:
    case ToolsPage::Disagreements:
    case ToolsPage::Table: break;
    }
    return cellText(picture.table.rows[row].front(), {}, QLocale::c());
}

QString toolsNoteText(const ToolsPicture& picture, std::size_t row, const QLocale& locale) {
    if (picture.page == ToolsPage::Ranking) {
        const coverage::Swap* swap = picture.swapOf(row);
        if (row >= picture.ranking.size()) return tr("not graded in every dimension");
        if (swap == nullptr) return {};
        return tr("level with %1 at %2 = %3")
            .arg(toQString(picture.graded[swap->behind].name),
                 toQString(coverage::builtinProtocol().dimensions[swap->dimension].id), shareText(swap->at, locale));
    }
    if (picture.page == ToolsPage::Timeline) {
        const Tool& tool = picture.coverage->tools[picture.timeline[row]];
        return QStringLiteral("%1, %2").arg(joined(tool.platforms), toQString(tool.methodology));
    }
    if (picture.page != ToolsPage::Claims || picture.claim_rows[row].heading) return {};
    const coverage::ClaimRow& claim = picture.claims[picture.claim_rows[row].claim];
    if (claim.verifications.empty()) return tr("not verified");
    if (claim.own) return tr("measured over %1").arg(toQString(claim.verifications.front().setting));
    return claim.claims.empty() ? tr("nothing claimed") : QString();
}

std::vector<std::size_t> toolsColumns(const ToolsPicture& picture) {
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < picture.table.columns.size(); ++c) {
        const std::string& name = picture.table.columns[c];
        if (name != "questions" && name != "successor" && name != "role") columns.push_back(c);
    }
    return columns;
}

QString toolsColumnText(const ToolsPicture& picture, std::size_t column) {
    const std::string& name = picture.table.columns[column];
    static constexpr WordTitle kTitles[]{
        {"tool", QT_TRANSLATE_NOOP("strata::views", "Tool")},
        {"year", QT_TRANSLATE_NOOP("strata::views", "Year")},
        {"methodology", QT_TRANSLATE_NOOP("strata::views", "Methodology")},
        {"platforms", QT_TRANSLATE_NOOP("strata::views", "Platforms")},
        {"levels", QT_TRANSLATE_NOOP("strata::views", "Levels")},
        {"predicts", QT_TRANSLATE_NOOP("strata::views", "Predicts")},
        {"needs", QT_TRANSLATE_NOOP("strata::views", "Needs")},
        {"speed", QT_TRANSLATE_NOOP("strata::views", "Speed")},
        {"supported", QT_TRANSLATE_NOOP("strata::views", "Answered")},
        {"partial", QT_TRANSLATE_NOOP("strata::views", "In part")},
        {"what", QT_TRANSLATE_NOOP("strata::views", "What")},
        {"about", QT_TRANSLATE_NOOP("strata::views", "About")},
        {"text", QT_TRANSLATE_NOOP("strata::views", "What is said")},
        {"source", QT_TRANSLATE_NOOP("strata::views", "Source")},
        {"says", QT_TRANSLATE_NOOP("strata::views", "What is said")},
    };
    if (const auto title = titleIn(kTitles, name)) return *title;
    return toQString(name);
}

ToolsEvidence toolsEvidence(const ToolsPicture& picture, std::size_t row, const QLocale& locale) {
    if (picture.page == ToolsPage::Ranking) return rankingEvidence(picture, row, locale);
    if (picture.page == ToolsPage::Claims) return claimEvidence(picture, row, locale);
    return toolEvidence(picture, row);
}

} // namespace strata::views
