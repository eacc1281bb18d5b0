// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/assess/commands.h"
#include "app/cli/input/input.h"
#include "app/cli/output/table_output.h"
#include "core/base/executor.h"
#include "core/composition/communication.h"
#include "core/composition/gamma.h"
#include "core/composition/kept_analysis.h"
#include "core/composition/propagation.h"
#include "core/evaluate/resolve.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

namespace strata::cli {
namespace {

constexpr std::array kOptions{
    Option{"--table", "gap|propagation|communication|gamma|roots|capture|transfer|ageing",
           "What is printed: the first three are about a request, the others about measured rows.", false, "gamma"},
    Option{"--tolerance", "NUMBER", "Relative error from which a fidelity of communication counts as broken.", false,
           "0.1"},
    kMethodOption,
    kSetOption,
    Option{"--csv", "", "Print CSV instead of a table for people."},
    Option{"--json", "", "Print one JSON document instead of a table for people."},
    kDataRootOption,
    kCatalogOption,
};

constexpr std::array kKept{std::pair{"gamma", composition::kGamma}, std::pair{"roots", composition::kRoots},
                           std::pair{"capture", composition::kCapture}, std::pair{"transfer", composition::kTransfer},
                           std::pair{"ageing", composition::kAgeing}};

Table gapTable(const composition::Gap& gap) {
    Table table{"gap", {"what", "of", "share"}, {}};
    table.rows.push_back({std::string("gamma"), std::string("all"), gap.gamma});
    for (const auto& [layer, share] : gap.by_layer)
        table.rows.push_back({std::string("layer"), std::string(layers::name(layer)), share});
    for (const auto& [category, share] : gap.by_category)
        table.rows.push_back({std::string("category"), category, share});
    return table;
}

Error nothingToTell(const std::string& table) {
    return {"not-supported",
            "",
            {"error.request-has-no-table", {{"table", table}}},
            {table == "communication" ? "accepted.request-with-collectives-on-cluster" : "accepted.request-model-gpu"},
            {}};
}

Result<Table> tableOfRequest(const std::string& name, const Arguments& arguments, const Library& library,
                             Streams& streams) {
    if (arguments.positional().empty())
        return badArgument({"error.field-missing", {{"field", "REQUEST.json"}}}, {"accepted.request-file"});
    auto document = readDocument(arguments.positional().front(), streams.in);
    if (!document) return document.error();
    const auto changed = applyChanges(*std::move(document), arguments, library, streams.registry);
    if (!changed) return changed.error();
    const auto request = resolveRequest(*changed, library, streams.registry);
    if (!request) return request.error();
    double tolerance = 0.1;
    if (const auto text = arguments.value("--tolerance")) {
        const char* end = text->data() + text->size();
        const auto read = std::from_chars(text->data(), end, tolerance);
        if (read.ec != std::errc() || read.ptr != end || !(tolerance > 0.0))
            return badArgument({"error.field-is-word", {{"field", "--tolerance"}, {"value", *text}}},
                               {"accepted.number-above-0"});
    }
    ThreadExecutor executor(std::thread::hardware_concurrency());
    const Context context{library, {}, nullptr, &streams.registry, &executor};
    const auto estimate = evaluate(*request, context);
    if (!estimate) return estimate.error();
    if (name == "gap") {
        const auto gap = composition::gapOf(*estimate);
        return gap ? Result<Table>(gapTable(*gap)) : nothingToTell(name);
    }
    if (name == "propagation") {
        const auto levels = composition::propagation(*request, *estimate, context);
        return levels.empty() ? Result<Table>(nothingToTell(name)) : composition::tableOf(levels);
    }
    const auto fidelity = composition::communicationFidelity(*request, *estimate, context);
    return fidelity ? Result<Table>(composition::tableOf(*fidelity, tolerance)) : nothingToTell(name);
}

Result<Table> tableNamed(const std::string& name, const Arguments& arguments, const Library& library,
                         Streams& streams) {
    for (const auto& [id, analysis] : kKept) {
        if (name != id) continue;
        if (!arguments.positional().empty())
            return badArgument({"error.table-takes-no-request", {{"name", name}}}, {"accepted.tables-about-request"});
        const auto kept = composition::keptAnalysis(library.calibrations(), analysis);
        if (kept) return composition::tableOf(kept);
        return Error{
            "not-found", "", {"error.catalog-has-no-analysis", {{"id", analysis}}}, {"accepted.lab-analyze"}, {}};
    }
    if (name == "gap" || name == "propagation" || name == "communication")
        return tableOfRequest(name, arguments, library, streams);
    return badArgument({"error.field-is-word", {{"field", "--table"}, {"value", name}}},
                       verbatim("gap, propagation, communication, gamma, roots, capture, transfer, ageing"));
}

int run(const Arguments& arguments, Streams& streams) {
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const auto table = tableNamed(arguments.value("--table").value_or("gamma"), arguments, **library, streams);
    if (!table) {
        constexpr std::array kUnread{"bad-argument", "unreadable-file", "malformed-json", "too-large"};
        const bool unread = std::ranges::find(kUnread, table.error().code) != kUnread.end();
        return fail(table.error(), streams, unread ? kUnusable : kFailed);
    }
    if (arguments.has("--json"))
        streams.out << canonicalText(tableJson(*table)) << '\n';
    else
        streams.out << (arguments.has("--csv") ? toCsv(*table) : tableText(*table));
    return kAnswered;
}

} // namespace

Command compositionCommand() {
    return {"composition",
            "[REQUEST.json|-] [--table gap|propagation|communication|gamma|roots|capture|transfer|ageing] [--json]",
            "Prints what is known of composition: of one request, or of measured rows.",
            kOptions,
            0,
            1,
            run};
}

} // namespace strata::cli
