// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/assess/commands.h"
#include "app/cli/input/input.h"
#include "app/cli/output/coverage_input.h"
#include "app/cli/output/pretty.h"
#include "app/cli/output/table_output.h"
#include "core/base/quantity.h"
#include "core/coverage/protocol.h"
#include "core/coverage/tables.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <ostream>

namespace strata::cli {
namespace {

using namespace strata::coverage;

constexpr std::array kOptions{
    Option{"--by", "scenario|category|era|methodology", "What stands in the rows.", false, "category"},
    kCoverageRunsOption,
    kCoverageKeptOption,
    kCoverageResultsOption,
    Option{"--platform", "NAME", "Only answerers for this platform."},
    Option{"--methodology", "NAME", "Only answerers of this methodology."},
    Option{"--from-year", "YEAR", "Only tools published in this year or later."},
    Option{"--to-year", "YEAR", "Only tools published in this year or earlier."},
    Option{"--value", "GROUP=NUMBER", "Weight of the scenarios of a group in weighed shares; repeat for more.", true,
           "1 for each scenario"},
    Option{"--stated", "", "Print the cells and totals that surveys state beside the computed ones."},
    Option{"--cells", "", "Print every cell with the parts that are missing."},
    Option{"--figure", "FILE", "Draw the heatmap instead: .pdf, .svg or .png."},
    Option{"--state", "JSON", "With --figure: settings of the view, as a session stores them."},
    Option{"--dark", "", "With --figure: use the dark theme."},
    Option{"--csv", "", "Print CSV instead of a table for people."},
    Option{"--json", "", "Print one JSON document instead of a table for people."},
    kDataRootOption,
    kCatalogOption,
};

Result<Filter> filterFrom(const Arguments& arguments) {
    Filter filter;
    filter.platform = arguments.value("--platform").value_or("");
    filter.methodology = arguments.value("--methodology").value_or("");
    const auto from = arguments.count("--from-year", 1);
    if (!from) return from.error();
    const auto to = arguments.count("--to-year", static_cast<unsigned>(filter.to_year));
    if (!to) return to.error();
    filter.from_year = arguments.has("--from-year") ? static_cast<int>(*from) : 0;
    filter.to_year = static_cast<int>(*to);
    return filter;
}

Result<void> weigh(Coverage& coverage, const Arguments& arguments) {
    for (const std::string& setting : arguments.values("--value")) {
        const std::size_t sign = setting.find('=');
        double value = -1.0;
        if (sign != std::string::npos) {
            const char* end = setting.data() + setting.size();
            const auto read = std::from_chars(setting.data() + sign + 1, end, value);
            if (read.ec != std::errc() || read.ptr != end) value = -1.0;
        }
        const std::string group = setting.substr(0, sign);
        bool found = false;
        for (Question& question : coverage.questions) {
            if (question.group != group) continue;
            question.value = value;
            found = true;
        }
        if (value < 0.0 || !found)
            return badArgument({"error.field-is-word", {{"field", "--value"}, {"value", setting}}},
                               {"accepted.group-scenario-and-number-from-0"});
    }
    return {};
}

/// "2+1/7": supported, partial, asked; a dot where nothing is answered.
std::string tallyText(const Tally& tally) {
    if (tally.answerers == 0) return "";
    if (tally.supported + tally.partial + tally.not_run == 0) return ".";
    if (tally.not_run == tally.questions) return "not run";
    return std::to_string(tally.supported) + "+" + std::to_string(tally.partial) + "/" +
           std::to_string(tally.questions);
}

constexpr std::size_t kLineWidth = 100;

/// Some of the columns beside the names of the rows; the union behind the last of all.
std::vector<std::vector<std::string>> blockOf(const Summary& summary, const std::vector<std::size_t>& columns,
                                              std::size_t begin, std::size_t end) {
    std::vector<std::vector<std::string>> rows{{std::string(name(summary.by))}};
    for (std::size_t i = begin; i < end; ++i)
        rows.front().push_back(summary.columns[columns[i]]);
    const bool last = end == columns.size();
    if (last) rows.front().emplace_back("union");
    for (std::size_t r = 0; r < summary.rows.size(); ++r) {
        rows.push_back({summary.rows[r]});
        for (std::size_t i = begin; i < end; ++i)
            rows.back().push_back(tallyText(summary.at(r, columns[i])));
        if (last) rows.back().push_back(tallyText(summary.unions[r]));
    }
    return rows;
}

/// Width of a block as alignedText() writes it.
std::size_t widthOf(const std::vector<std::vector<std::string>>& rows) {
    const std::string text = alignedText(rows, std::vector<bool>(rows.front().size(), false));
    std::size_t widest = 0, begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        widest = std::max(widest, end - begin);
        begin = end + 1;
    }
    return widest;
}

/// Broken at blanks.
std::string wrapped(std::string text) {
    for (std::size_t begin = 0; text.size() - begin > kLineWidth;) {
        const std::size_t blank = text.rfind(' ', begin + kLineWidth);
        if (blank == std::string::npos || blank <= begin) break;
        text[blank] = '\n';
        begin = blank + 1;
    }
    return text;
}

/// Columns that answer anything, in blocks of a line's width; the rest is named below.
std::string summaryText(const Summary& summary) {
    std::vector<std::pair<std::size_t, std::size_t>> full; // answers, column
    std::string silent, waiting;
    const auto add = [](std::string& list, const std::string& word) { list += (list.empty() ? "" : ", ") + word; };
    for (std::size_t c = 0; c < summary.columns.size(); ++c) {
        std::size_t answers = 0, not_run = 0;
        for (std::size_t r = 0; r < summary.rows.size(); ++r) {
            answers += summary.at(r, c).supported + summary.at(r, c).partial;
            not_run += summary.at(r, c).not_run;
        }
        if (answers > 0)
            full.emplace_back(answers, c);
        else
            add(not_run > 0 ? waiting : silent, summary.columns[c]);
    }
    std::ranges::stable_sort(full, std::ranges::greater(), &std::pair<std::size_t, std::size_t>::first);
    std::vector<std::size_t> columns;
    for (const auto& [answers, column] : full)
        columns.push_back(column);
    std::string text;
    for (std::size_t begin = 0; begin == 0 || begin < columns.size();) {
        // As many columns as fit into the line, one at least.
        std::size_t end = std::min(begin + 1, columns.size());
        while (end < columns.size() && widthOf(blockOf(summary, columns, begin, end + 1)) <= kLineWidth)
            ++end;
        const auto rows = blockOf(summary, columns, begin, end);
        text += (begin > 0 ? "\n" : "") + alignedText(rows, std::vector<bool>(rows.front().size(), false));
        begin = std::max(end, begin + 1);
    }
    if (!waiting.empty()) text += wrapped("Not run: " + waiting) + "\n";
    if (!silent.empty()) text += wrapped("No answer to any scenario: " + silent) + "\n";
    return text;
}

std::string totalText(const char* who, const Tally& tally) {
    return std::string(who) + ": " + std::to_string(tally.supported) + " supported, " + std::to_string(tally.partial) +
           " partial of " + std::to_string(tally.questions) + "; by value " +
           asciiText(formatQuantity(tally.share(), "1")) + " supported, " +
           asciiText(formatQuantity(tally.reach(), "1")) + " reached\n";
}

std::string totalsText(const Coverage& coverage, Filter filter) {
    const auto all = answerersOf(coverage, filter);
    filter.own = false;
    const auto tools = answerersOf(coverage, filter);
    const std::size_t strata = 0; // the first column is Strata as a whole
    return totalText("Tools together", unionOf(coverage, tools)) + totalText("Strata", tallyOf(coverage, strata)) +
           totalText("All together", unionOf(coverage, all));
}

int print(const Coverage& coverage, const Filter& filter, By by, const Arguments& arguments, Streams& streams) {
    std::vector<Table> tables;
    if (arguments.has("--stated"))
        tables = {statedTable(coverage), totalsTable(coverage)};
    else if (arguments.has("--cells"))
        tables = {cellTable(coverage, filter)};
    else
        tables = {summaryTable(summarize(coverage, by, filter))};
    if (arguments.has("--json")) {
        Json document = Json::object();
        for (const Table& table : tables)
            document[table.name] = tableJson(table);
        streams.out << canonicalText(document) << '\n';
        return kAnswered;
    }
    const bool plain = arguments.has("--stated") || arguments.has("--cells");
    for (const Table& table : tables) {
        if (arguments.has("--csv"))
            streams.out << toCsv(table);
        else if (plain)
            streams.out << tableText(table) << '\n';
    }
    if (arguments.has("--csv")) return kAnswered;
    if (!plain) streams.out << summaryText(summarize(coverage, by, filter));
    streams.out << totalsText(coverage, filter);
    return kAnswered;
}

int run(const Arguments& arguments, Streams& streams) {
    const auto by = byNamed(arguments.value("--by").value_or("category"));
    if (!by)
        return fail(badArgument({"error.field-is-word", {{"field", "--by"}, {"value", *arguments.value("--by")}}},
                                {"accepted.scenario-category-era-or-methodology"}),
                    streams);
    const auto filter = filterFrom(arguments);
    if (!filter) return fail(filter.error(), streams);
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const auto own = ownEvidence(arguments, **library, streams);
    if (!own) return fail(own.error(), streams);
    if (arguments.has("--figure")) {
        const auto state = arguments.value("--state");
        return drawCoverage(*own, *arguments.value("--figure"),
                            state ? std::vector<std::string>{"--state", *state} : std::vector<std::string>{}, arguments,
                            streams);
    }
    Coverage coverage = makeCoverage(**library, streams.registry, *own, builtinProtocol().worstError());
    if (const auto weighed = weigh(coverage, arguments); !weighed) return fail(weighed.error(), streams);
    return print(coverage, *filter, *by, arguments, streams);
}

} // namespace

Command coverageCommand() {
    return {"coverage",
            "[--by scenario|category|era|methodology] [--runs FILE] [--results FILE ...] [--json]",
            "Counts which scenarios the tools of the field and Strata's own methods answer; runs the scenarios.",
            kOptions,
            0,
            0,
            run};
}

} // namespace strata::cli
