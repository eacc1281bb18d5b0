// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/tables.h"

#include "core/base/message_text.h"

#include <algorithm>

namespace strata::coverage {
namespace {

std::int64_t count(std::size_t value) { return static_cast<std::int64_t>(value); }

std::string lacksText(const Cell& cell) {
    std::string text;
    for (const std::string_view part : cell.lacks)
        text += (text.empty() ? "" : ";") + std::string(part);
    return text;
}

std::string reasonText(const Cell& cell) {
    std::string text;
    for (const Message& reason : cell.reasons)
        text += (text.empty() ? "" : "; ") + messageText(reason);
    return text;
}

std::string statedText(const Cell& cell) {
    std::string text;
    for (const ToolStatedCell& stated : cell.stated)
        text += (text.empty() ? "" : ";") + stated.state;
    return text;
}

} // namespace

Table cellTable(const Coverage& coverage, const Filter& filter) {
    Table table{"coverage",
                {"scenario", "group", "era", "answerer", "own", "state", "lacks", "reason", "method", "mape", "stated",
                 "source"},
                {}};
    const auto answerers = answerersOf(coverage, filter);
    for (std::size_t q = 0; q < coverage.questions.size(); ++q) {
        const Question& question = coverage.questions[q];
        for (const std::size_t a : answerers) {
            const Answerer& answerer = coverage.answerers[a];
            const Cell& cell = coverage.at(q, a);
            table.rows.push_back({question.id, question.group, std::int64_t{question.era}, answerer.name,
                                  std::string(answerer.own ? "yes" : "no"), std::string(name(cell.state)),
                                  lacksText(cell), reasonText(cell), cell.method,
                                  answerer.accuracy ? strata::Cell(answerer.accuracy->record.mape) : strata::Cell(),
                                  statedText(cell), answerer.source});
        }
    }
    return table;
}

Table summaryTable(const Summary& summary) {
    Table table{"coverage_by_" + std::string(name(summary.by)),
                {std::string(name(summary.by)), "column", "supported", "partial", "questions", "not_run", "answerers",
                 "supported_share", "reached_share"},
                {}};
    const auto add = [&](const std::string& row, const std::string& column, const Tally& tally) {
        table.rows.push_back({row, column, count(tally.supported), count(tally.partial), count(tally.questions),
                              count(tally.not_run), count(tally.answerers), tally.share(), tally.reach()});
    };
    for (std::size_t row = 0; row < summary.rows.size(); ++row) {
        for (std::size_t column = 0; column < summary.columns.size(); ++column)
            add(summary.rows[row], summary.columns[column], summary.at(row, column));
        add(summary.rows[row], "union", summary.unions[row]);
    }
    return table;
}

Table statedTable(const Coverage& coverage) {
    Table table{"stated_coverage",
                {"scenario", "tool", "stated", "basis", "computed", "agrees", "lacks", "note", "source"},
                {}};
    for (std::size_t a = 0; a < coverage.answerers.size(); ++a)
        for (std::size_t q = 0; q < coverage.questions.size(); ++q) {
            const Cell& cell = coverage.at(q, a);
            for (const ToolStatedCell& stated : cell.stated)
                table.rows.push_back({coverage.questions[q].id, coverage.answerers[a].name, stated.state, stated.basis,
                                      std::string(name(cell.state)),
                                      std::string(stated.state == name(cell.state) ? "yes" : "no"), lacksText(cell),
                                      stated.note, stated.source});
        }
    return table;
}

Table totalsTable(const Coverage& coverage) {
    Table table{"stated_totals", {"tool", "basis", "supported", "partial", "questions", "note", "source"}, {}};
    for (const Tool& tool : coverage.tools) {
        if (tool.stated_totals.empty()) continue;
        for (const ToolStatedTotal& total : tool.stated_totals)
            table.rows.push_back({tool.name, std::string("stated"), std::int64_t{total.supported},
                                  std::int64_t{total.partial}, std::int64_t{total.scenarios}, total.note,
                                  total.source});
        const auto cells = [&](std::string_view state) {
            return count(
                static_cast<std::size_t>(std::ranges::count(tool.stated_cells, state, &ToolStatedCell::state)));
        };
        table.rows.push_back({tool.name, std::string("its own cells"), cells("supported"), cells("partial"),
                              count(tool.stated_cells.size()), std::string(), std::string()});
        const auto found = std::ranges::find(coverage.answerers, tool.id, &Answerer::id);
        if (found == coverage.answerers.end()) continue;
        const Tally tally = tallyOf(coverage, static_cast<std::size_t>(found - coverage.answerers.begin()));
        table.rows.push_back({tool.name, std::string("computed"), count(tally.supported), count(tally.partial),
                              count(tally.questions), std::string(), std::string()});
    }
    return table;
}

} // namespace strata::coverage
