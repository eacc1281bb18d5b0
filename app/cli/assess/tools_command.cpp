// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/assess/commands.h"
#include "app/cli/input/input.h"
#include "app/cli/output/coverage_input.h"
#include "app/cli/output/pretty.h"
#include "app/cli/output/table_output.h"
#include "core/coverage/protocol.h"
#include "core/coverage/tool_tables.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <ostream>

namespace strata::cli {
namespace {

using namespace strata::coverage;

constexpr std::array kOptions{
    Option{"--table", "list|claims|failures|disagreements|ranking|swaps|composites|rubrics", "What is printed.", false,
           "list"},
    reading({"--protocol", "FILE", "Rubrics and weights of an assessment protocol.", false, "those of the program"}),
    Option{"--scheme", "NAME", "Scheme of weights for ranking and swaps.", false, "the first of the protocol"},
    Option{"--weight", "DIMENSION=NUMBER", "Weight of one dimension instead of the scheme's; repeat for more.", true},
    kCoverageResultsOption,
    Option{"--figure", "FILE", "Draw the tools instead: .pdf, .svg or .png."},
    Option{"--state", "JSON", "With --figure: settings of the view, as a session stores them."},
    Option{"--dark", "", "With --figure: use the dark theme."},
    Option{"--csv", "", "Print CSV instead of a table for people."},
    Option{"--json", "", "Print one JSON document instead of a table for people."},
    kDataRootOption,
    kCatalogOption,
};

Result<Protocol> protocolFrom(const Arguments& arguments) {
    const auto file = arguments.value("--protocol");
    if (!file) return builtinProtocol();
    const auto document = readJsonFile(*file);
    if (!document) return document.error();
    return readProtocol(*document, *file);
}

Result<std::vector<double>> weightsFrom(const Arguments& arguments, const Protocol& protocol) {
    std::vector<double> weights = protocol.schemes.front().weights;
    if (const auto wanted = arguments.value("--scheme")) {
        const auto found = std::ranges::find(protocol.schemes, *wanted, &Scheme::name);
        std::string known;
        for (const Scheme& scheme : protocol.schemes)
            known += (known.empty() ? "" : ", ") + scheme.name;
        if (found == protocol.schemes.end())
            return badArgument({"error.there-no-scheme", {{"wanted", *wanted}}}, verbatim(known));
        weights = found->weights;
    }
    for (const std::string& setting : arguments.values("--weight")) {
        const std::size_t sign = setting.find('=');
        const auto found = std::ranges::find(protocol.dimensions, setting.substr(0, sign), &Dimension::id);
        double weight = -1.0;
        const char* end = setting.data() + setting.size();
        if (sign != std::string::npos) {
            const auto read = std::from_chars(setting.data() + sign + 1, end, weight);
            if (read.ec != std::errc() || read.ptr != end) weight = -1.0;
        }
        if (found == protocol.dimensions.end() || weight < 0.0)
            return badArgument({"error.field-is-word", {{"field", "--weight"}, {"value", setting}}},
                               {"accepted.dimension-and-number-from-0-such"});
        weights[static_cast<std::size_t>(found - protocol.dimensions.begin())] = weight;
    }
    if (std::ranges::all_of(weights, [](double weight) { return weight == 0.0; }))
        return badArgument({"error.all-weights-0"}, {"accepted.at-least-one-weight-above-0"});
    return weights;
}

Result<Table> tableFrom(const std::string& name, const Protocol& protocol, const std::vector<double>& weights,
                        const Coverage& coverage) {
    if (name == "list") return toolTable(coverage);
    if (name == "claims") return claimTable(coverage);
    if (name == "failures") return failureTable(coverage);
    if (name == "disagreements") return disagreementTable(protocol, coverage);
    if (name == "ranking") return rankingTable(protocol, gradedTools(protocol, coverage), weights);
    if (name == "swaps") return swapTable(protocol, gradedTools(protocol, coverage), weights);
    if (name == "composites") return compositeTable(protocol, coverage);
    if (name == "rubrics") return rubricTable(protocol);
    return badArgument({"error.field-is-word", {{"field", "--table"}, {"value", name}}},
                       {"accepted.list-claims-failures-ranking-swaps-composites"});
}

/// The page of the view that shows what a table says; --state may name another.
std::string stateOf(const Arguments& arguments, const std::vector<double>& weights) {
    const std::string table = arguments.value("--table").value_or("list");
    const bool ranking = table == "ranking" || table == "swaps" || table == "composites" || table == "rubrics";
    return Json{{"page", ranking ? "ranking" : table == "list" ? "table" : table}, {"weights", weights}}.dump();
}

int run(const Arguments& arguments, Streams& streams) {
    const auto protocol = protocolFrom(arguments);
    if (!protocol) return fail(protocol.error(), streams);
    const auto weights = weightsFrom(arguments, *protocol);
    if (!weights) return fail(weights.error(), streams);
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const auto own = ownResults(arguments);
    if (!own) return fail(own.error(), streams);
    if (arguments.has("--figure")) {
        const std::string state = arguments.value("--state").value_or(stateOf(arguments, *weights));
        return drawCoverage(*own, *arguments.value("--figure"), {"--view", "tools", "--state", state}, arguments,
                            streams);
    }
    const Coverage coverage = makeCoverage(**library, streams.registry, *own, protocol->worstError());
    const auto table = tableFrom(arguments.value("--table").value_or("list"), *protocol, *weights, coverage);
    if (!table) return fail(table.error(), streams);
    if (arguments.has("--json"))
        streams.out << canonicalText(tableJson(*table)) << '\n';
    else
        streams.out << (arguments.has("--csv") ? toCsv(*table) : tableText(*table));
    return kAnswered;
}

} // namespace

Command toolsCommand() {
    return {
        "tools",
        "[--table list|claims|failures|disagreements|ranking|swaps|composites|rubrics] [--weight D1=0.4 ...] [--json]",
        "Lists the tools of the field and Strata's methods: claims beside verifications, failures, grades and ranking.",
        kOptions,
        0,
        0,
        run};
}

} // namespace strata::cli
