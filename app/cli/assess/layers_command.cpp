// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/assess/commands.h"
#include "app/cli/input/input.h"
#include "app/cli/output/coverage_input.h"
#include "app/cli/output/table_output.h"
#include "core/base/executor.h"
#include "core/evaluate/resolve.h"
#include "core/layers/layer_tables.h"

#include <array>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

namespace strata::cli {
namespace {

constexpr std::array kOptions{
    Option{"--effects", "", "Answer the request with every other method of each layer as well."},
    kCoverageResultsOption,
    kMethodOption,
    kSetOption,
    Option{"--csv", "", "Print CSV instead of a table for people."},
    Option{"--json", "", "Print one JSON document instead of a table for people."},
    kDataRootOption,
    kCatalogOption,
};

int run(const Arguments& arguments, Streams& streams) {
    auto document = readDocument(arguments.positional().front(), streams.in);
    if (!document) return fail(document.error(), streams);
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const auto changed = applyChanges(*std::move(document), arguments, **library, streams.registry);
    if (!changed) return fail(changed.error(), streams, kFailed);
    const auto request = resolveRequest(*changed, **library, streams.registry);
    if (!request) return fail(request.error(), streams, kFailed);
    const auto own = ownResults(arguments);
    if (!own) return fail(own.error(), streams);
    ThreadExecutor executor(std::thread::hardware_concurrency());
    const Context context{**library, {}, nullptr, &streams.registry, &executor};
    const auto estimate = evaluate(*request, context);
    if (!estimate) return fail(estimate.error(), streams, kFailed);
    const layers::LayerChain chain =
        layers::layerChain(*request, *estimate, **library, streams.registry, own->accuracies);
    std::vector<Table> tables{layers::chainTable(chain)};
    if (arguments.has("--effects"))
        tables.push_back(layers::effectTable(chain, layers::layerEffects(*request, chain, context)));
    Json json = Json::object();
    for (const Table& table : tables) {
        if (arguments.has("--json"))
            json[table.name] = tableJson(table);
        else
            streams.out << (arguments.has("--csv") ? toCsv(table) : tableText(table))
                        << (tables.size() > 1 ? "\n" : "");
    }
    if (arguments.has("--json")) streams.out << canonicalText(json) << '\n';
    return chain.steps.empty() ? kFailed : kAnswered;
}

} // namespace

Command layersCommand() {
    return {"layers",
            "REQUEST.json|- [--effects] [--results FILE ...] [--json]",
            "Prints the layers of an answer: methods, their errors, what each hands on, and what other methods would "
            "change.",
            kOptions,
            1,
            1,
            run};
}

} // namespace strata::cli
