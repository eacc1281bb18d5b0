// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/explore_text.h"

#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>

namespace strata::views {
namespace {

constexpr std::size_t kMostReasons = 4;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString countText(std::size_t count, const QLocale& locale) {
    return cellText(static_cast<std::int64_t>(count), {}, locale);
}

/// The word of a value; empty where the column has none.
QString wordOf(const ExploreColumn& column, double value) {
    if (column.words.empty() || !(value >= 0.0)) return {};
    return column.words[std::min(static_cast<std::size_t>(std::lround(value)), column.words.size() - 1)];
}

QString rowLine(const ExploreColumn& column, double value, const QLocale& locale, bool strong) {
    const QString title = column.title.toHtmlEscaped();
    const QString text = columnValueText(column, value, locale).toHtmlEscaped();
    const QString format = strong ? QStringLiteral("<tr><td><b>%1</b></td><td align='right'>&nbsp;<b>%2</b></td></tr>")
                                  : QStringLiteral("<tr><td>%1</td><td align='right'>&nbsp;%2</td></tr>");
    return format.arg(title, text);
}

} // namespace

QString columnValueText(const ExploreColumn& column, double value, const QLocale& locale) {
    if (const QString word = wordOf(column, value); !word.isEmpty()) return word;
    const bool countable = column.unit.empty() && value == std::floor(value) && std::abs(value) < 1e6;
    if (countable) return locale.toString(static_cast<qlonglong>(value));
    // A bare number has no thousandths of anything: 0.8, not 800 m.
    const bool bare = column.unit.empty() && std::abs(value) >= 1e-3 && std::abs(value) < 1e3;
    return bare ? locale.toString(value, 'g', 3) : shortText(value, column.unit, locale);
}

QString countsText(const ExploreCounts& counts, const QLocale& locale) {
    QString text = tr("%1 of %2 shown").arg(countText(counts.shown, locale), countText(counts.points, locale));
    if (counts.hidden > 0) text += tr(", %1 outside the filter").arg(countText(counts.hidden, locale));
    if (counts.infeasible == 0) return text;
    text += tr(", %1 infeasible: ").arg(countText(counts.infeasible, locale));
    QStringList reasons;
    std::size_t others = 0;
    for (std::size_t i = 0; i < counts.reasons.size(); ++i) {
        const auto& [reason, count] = counts.reasons[i];
        // One reason more than there is room for stands itself, not as "others".
        if (i < kMostReasons || counts.reasons.size() == kMostReasons + 1)
            reasons << QStringLiteral("%1 (%2)").arg(reasonText(reason), countText(count, locale));
        else
            others += count;
    }
    if (others > 0) reasons << tr("other reasons (%1)").arg(countText(others, locale));
    return text + reasons.join(QStringLiteral(", "));
}

QString rangeText(const ExploreColumn& column, const ColumnRange& range, const QLocale& locale) {
    const auto value = [&](double end) { return columnValueText(column, end, locale); };
    if (std::isinf(range.low)) return QStringLiteral("%1 \u2264 %2").arg(column.title, value(range.high));
    if (std::isinf(range.high)) return QStringLiteral("%1 \u2265 %2").arg(column.title, value(range.low));
    return QStringLiteral("%2 \u2264 %1 \u2264 %3").arg(column.title, value(range.low), value(range.high));
}

QString rowHtml(const Exploration& run, std::size_t row, std::span<const std::size_t> first, const QLocale& locale) {
    const auto& table = run.table();
    QString text = QStringLiteral("<p style='margin:0 0 4px 0'><b>%1</b>").arg(run.nameOf(row).toHtmlEscaped());
    if (const std::uint16_t reason = table.reason[row]; reason != 0) {
        text += QStringLiteral(" \u2013 ") +
                tr("infeasible: %1").arg(reasonText(toQString(table.reasons[reason])).toHtmlEscaped());
    }
    text += QStringLiteral("</p><table cellspacing='0'>");
    for (const std::size_t column : first)
        text += rowLine(run.columns()[column], table.columns[column][row], locale, true);
    for (std::size_t c = 0; c < run.columns().size(); ++c) {
        if (std::ranges::find(first, c) == first.end())
            text += rowLine(run.columns()[c], table.columns[c][row], locale, false);
    }
    text += QStringLiteral("</table><p style='margin:4px 0 0 0'>%1</p>");
    return text.arg(tr("Click opens it as a design, Ctrl+click pins it as the baseline."));
}

Table rowsTable(const Exploration& run, std::span<const std::uint32_t> rows, const std::string& id) {
    Table table{id, {"point"}, {}};
    for (const ExploreColumn& column : run.columns())
        table.columns.push_back(column.name);
    table.columns.emplace_back("feasible");
    for (const std::uint32_t row : rows) {
        std::vector<Cell> cells{static_cast<std::int64_t>(row)};
        for (std::size_t c = 0; c < run.columns().size(); ++c) {
            const double value = run.table().columns[c][row];
            const QString word = wordOf(run.columns()[c], value);
            if (!word.isEmpty())
                cells.emplace_back(word.toStdString());
            else if (std::isnan(value))
                cells.emplace_back();
            else
                cells.emplace_back(value);
        }
        const std::uint16_t reason = run.table().reason[row];
        cells.emplace_back(reason == 0 ? std::string("yes") : run.table().reasons[reason]);
        table.rows.push_back(std::move(cells));
    }
    return table;
}

ColumnHeadings columnHeadings(const Exploration& run) {
    ColumnHeadings headings;
    for (const ExploreColumn& column : run.columns())
        headings.emplace(column.name, ColumnHeading{column.title, column.unit});
    return headings;
}

} // namespace strata::views
