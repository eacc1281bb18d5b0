// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/tool_tables.h"

#include "core/coverage/summary.h"

#include <algorithm>
#include <map>

namespace strata::coverage {
namespace {

constexpr double kPercent = 100.0;

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ";") + word;
    return text;
}

/// An own method's error: nothing is claimed, it is what the validation found.
ClaimRow ownRow(const Answerer& answerer) {
    const assess::ResultRecord& record = answerer.accuracy->record;
    ClaimRow row;
    row.tool = answerer.name;
    row.domain = joined(answerer.platforms) + ": hardware";
    row.own = true;
    row.verifications.push_back({kPercent * record.mape, kPercent * record.mape,
                                 record.suite + ", " + record.quantity + ", " + std::to_string(record.n) + " rows",
                                 "validation of " + record.date + " " + record.commit});
    return row;
}

strata::Cell gradeCell(const Graded& graded, std::size_t dimension) {
    const int level = graded.levels[dimension];
    return level < 0 ? strata::Cell() : strata::Cell(std::int64_t{level});
}

} // namespace

std::vector<ClaimRow> claimRows(const Coverage& coverage) {
    std::vector<ClaimRow> rows;
    for (const Tool& tool : coverage.tools) {
        std::map<std::string, ClaimRow> domains;
        const auto add = [&](const ToolError& error, bool claim) {
            ClaimRow& row = domains[error.of];
            (claim ? row.claims : row.verifications)
                .push_back({error.low_pct, error.high_pct, error.setting, error.source});
        };
        for (const ToolError& claim : tool.claims)
            add(claim, true);
        for (const ToolError& verification : tool.verifications)
            add(verification, false);
        for (auto& [of, row] : domains) {
            row.tool = tool.name;
            row.domain = joined(tool.platforms) + ": " + of;
            rows.push_back(std::move(row));
        }
    }
    for (const Answerer& answerer : coverage.answerers)
        if (answerer.own && answerer.accuracy) rows.push_back(ownRow(answerer));
    std::ranges::stable_sort(rows, {}, [](const ClaimRow& row) { return std::pair(row.domain, row.tool); });
    return rows;
}

Table toolTable(const Coverage& coverage) {
    Table table{"tools",
                {"tool", "year", "role", "methodology", "platforms", "levels", "predicts", "needs", "speed",
                 "supported", "partial", "questions", "successor"},
                {}};
    const auto tallied = [&](std::string_view id, std::vector<strata::Cell> row) {
        const auto found = std::ranges::find(coverage.answerers, id, &Answerer::id);
        const bool asked = found != coverage.answerers.end();
        const Tally tally =
            asked ? tallyOf(coverage, static_cast<std::size_t>(found - coverage.answerers.begin())) : Tally();
        const bool counted = asked && tally.not_run < tally.questions;
        for (const std::size_t count : {tally.supported, tally.partial, tally.questions})
            row.push_back(counted ? strata::Cell(static_cast<std::int64_t>(count)) : strata::Cell());
        return row;
    };
    for (const Answerer& answerer : coverage.answerers) {
        if (!answerer.own) continue;
        table.rows.push_back(tallied(answerer.id, {answerer.name, strata::Cell(), std::string("predictor"),
                                                   answerer.methodology, joined(answerer.platforms), std::string(),
                                                   std::string(), std::string(), std::string()}));
        table.rows.back().emplace_back(std::string());
    }
    for (const Tool& tool : coverage.tools) {
        table.rows.push_back(
            tallied(tool.id, {tool.name, tool.year > 0 ? strata::Cell(std::int64_t{tool.year}) : strata::Cell(),
                              tool.role, tool.methodology, joined(tool.platforms), joined(tool.levels),
                              joined(tool.predicts), tool.needs, tool.speed}));
        table.rows.back().emplace_back(tool.successor);
    }
    return table;
}

Table claimTable(const Coverage& coverage) {
    Table table{"claims", {"domain", "tool", "own", "what", "setting", "low_pct", "high_pct", "source"}, {}};
    for (const ClaimRow& row : claimRows(coverage)) {
        const auto add = [&](const ErrorRange& range, const char* what) {
            table.rows.push_back({row.domain, row.tool, std::string(row.own ? "yes" : "no"), std::string(what),
                                  range.setting, range.low, range.high, range.source});
        };
        for (const ErrorRange& claim : row.claims)
            add(claim, "claimed");
        for (const ErrorRange& verification : row.verifications)
            add(verification, row.own ? "measured" : "verified");
    }
    return table;
}

Table failureTable(const Coverage& coverage) {
    Table table{"failures", {"tool", "what", "text", "source"}, {}};
    for (const Tool& tool : coverage.tools) {
        for (const std::string& condition : tool.breaks_when)
            table.rows.push_back({tool.name, std::string("breaks when"), condition, std::string()});
        for (const ToolDeployment& tried : tool.deployment)
            table.rows.push_back({tool.name, std::string("effort"), tried.effort, tried.source});
    }
    for (const Answerer& answerer : coverage.answerers)
        if (answerer.own && !answerer.limits.empty())
            table.rows.push_back(
                {answerer.name, std::string("breaks when"), answerer.limits, std::string("the method's own limits")});
    return table;
}

Table disagreementTable(const Protocol& protocol, const Coverage& coverage) {
    Table table{"disagreements", {"tool", "about", "says", "source"}, {}};
    const auto add = [&table](const std::string& name, const std::vector<ToolDisagreement>& disagreements) {
        for (const ToolDisagreement& disagreement : disagreements)
            for (const ToolStatement& statement : disagreement.statements)
                table.rows.push_back({name, disagreement.about, statement.says, statement.source});
    };
    for (const Tool& tool : coverage.tools)
        add(tool.name, tool.disagreements);
    add(std::string(kWholeField), protocol.disagreements);
    return table;
}

Table rankingTable(const Protocol& protocol, const std::vector<Graded>& graded, const std::vector<double>& weights) {
    Table table{"ranking", {"rank", "tool", "score"}, {}};
    for (const Dimension& dimension : protocol.dimensions)
        table.columns.push_back(dimension.id);
    const auto add = [&](const Graded& row, strata::Cell rank, strata::Cell score) {
        table.rows.push_back({std::move(rank), row.name, std::move(score)});
        for (std::size_t d = 0; d < protocol.dimensions.size(); ++d)
            table.rows.back().push_back(gradeCell(row, d));
    };
    for (const Ranked& ranked : rankTools(graded, weights))
        add(graded[ranked.tool], std::int64_t{ranked.rank}, ranked.score);
    for (const Graded& row : graded)
        if (!row.complete()) add(row, {}, {});
    return table;
}

Table swapTable(const Protocol& protocol, const std::vector<Graded>& graded, const std::vector<double>& weights) {
    Table table{"swaps", {"ahead", "behind", "dimension", "weight", "equal_at", "change"}, {}};
    for (const Swap& swap : nearestSwaps(graded, weights))
        table.rows.push_back({graded[swap.ahead].name, graded[swap.behind].name, protocol.dimensions[swap.dimension].id,
                              swap.weight, swap.at, swap.at - swap.weight});
    return table;
}

Table rubricTable(const Protocol& protocol) {
    Table table{"rubrics", {"dimension", "name", "level", "grade", "text"}, {}};
    for (const Dimension& dimension : protocol.dimensions) {
        for (const RubricLevel& level : dimension.levels)
            table.rows.push_back({dimension.id, dimension.name, std::int64_t{level.level}, level.grade, level.text});
        for (const std::string& gap : dimension.gaps)
            table.rows.push_back({dimension.id, dimension.name, strata::Cell(), std::string("open"), gap});
    }
    for (const FailureClass& failure : protocol.failures)
        table.rows.push_back({failure.id, failure.name, strata::Cell(), std::string("failure"), failure.text});
    return table;
}

} // namespace strata::coverage
