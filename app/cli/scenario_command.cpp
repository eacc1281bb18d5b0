// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answer_lines.h"
#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/pretty.h"
#include "core/base/message_text.h"
#include "core/evaluate/kinds/scenario.h"
#include "core/evaluate/method.h"

#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

namespace strata::cli {
namespace {

constexpr std::array kOptions{kMethodOption, kSetOption,
                              Option{"--pretty", "", "A table for people instead of one line of JSON."},
                              kDataRootOption, kCatalogOption};

Json requestFor(const std::string& id) { return {{"kind", kScenarioKind}, {"id", id}}; }

int one(const std::string& id, const Library& library, const Arguments& arguments, Streams& streams) {
    const auto tell = [&](const Error& error) {
        if (arguments.has("--pretty")) return fail(error, streams, kFailed);
        streams.out << errorLine(error) << '\n';
        return kFailed;
    };
    auto expanded = expandScenario(requestFor(id), library);
    if (!expanded) return fail(expanded.error(), streams);
    const auto request = applyChanges(*std::move(expanded), arguments, library);
    if (!request) return tell(request.error());
    const auto estimate = evaluate(*request, Context{library, {}, nullptr});
    if (!estimate) return tell(estimate.error());
    streams.out << (arguments.has("--pretty") ? prettyText(*request, *estimate) : estimateLine(*estimate) + "\n");
    return kAnswered;
}

/// "1.23 s [1.1 s, 1.5 s]" of the foremost target that the estimate has, or why there is none.
std::string answerText(const workload::Scenario& scenario, const Result<Estimate>& estimate) {
    if (!estimate) return estimate.error().text;
    if (!estimate->valid) return estimate->notes.empty() ? "cannot exist" : messageText(estimate->notes.front().text);
    for (const std::string& target : scenario.targets) {
        if (const Metric* metric = estimate->findMetric(target)) return metricText(*metric);
    }
    return "none of its target metrics";
}

/// A row for each scenario: what answers it and how.
int all(const Library& library, const Arguments& arguments, Streams& streams) {
    std::vector<std::vector<std::string>> rows{{"id", "kind", "method", "answer", "scenario"}};
    std::size_t answered = 0;
    const auto scenarios = scenariosOf(library);
    for (const workload::Scenario& scenario : scenarios) {
        const auto request = applyChanges(*scenario.request, arguments, library);
        const auto estimate =
            request ? evaluate(*request, Context{library, {}, nullptr}) : Result<Estimate>(request.error());
        if (estimate && estimate->valid) ++answered;
        rows.push_back({scenario.id, scenario.request->value("kind", std::string()),
                        estimate ? estimate->method : std::string("-"), answerText(scenario, estimate), scenario.name});
    }
    streams.out << alignedText(rows, std::vector<bool>(rows.front().size(), false)) << answered << " of "
                << scenarios.size() << " scenarios answered\n";
    return answered == scenarios.size() ? kAnswered : kFailed;
}

int run(const Arguments& arguments, Streams& streams) {
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const std::string& id = arguments.positional().front();
    return id == "all" ? all(**library, arguments, streams) : one(id, **library, arguments, streams);
}

} // namespace

Command scenarioCommand() {
    return {"scenario",
            "ID|all [--method ID] [--set /json/pointer=VALUE ...] [--pretty]",
            "One of the catalogued scenarios, or all in a table.",
            kOptions,
            1,
            1,
            run};
}

} // namespace strata::cli
