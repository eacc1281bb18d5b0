// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evaluate/commands.h"
#include "app/cli/input/input.h"
#include "app/cli/output/answer_lines.h"
#include "app/cli/output/pretty.h"
#include "core/base/executor.h"
#include "core/base/message_text.h"
#include "core/base/quantity.h"
#include "core/evaluate/kinds/scenario.h"
#include "core/evaluate/kinds/scenario_check.h"
#include "core/evaluate/method.h"

#include <array>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

namespace strata::cli {
namespace {

constexpr std::array kOptions{kMethodOption, kSetOption,
                              Option{"--pretty", "", "Print a table for people instead of one line of JSON."},
                              kDataRootOption, kCatalogOption};

Json requestFor(const std::string& id) { return {{"kind", kScenarioKind}, {"id", id}}; }

int printScenario(const std::string& id, const Library& library, const Arguments& arguments, Streams& streams) {
    const auto tell = [&](const Error& error) {
        if (arguments.has("--pretty")) return fail(error, streams, kFailed);
        streams.out << errorLine(error) << '\n';
        return kFailed;
    };
    auto expanded = expandScenario(requestFor(id), library);
    if (!expanded) return fail(expanded.error(), streams);
    const auto request = applyChanges(*std::move(expanded), arguments, library);
    if (!request) return tell(request.error());
    ThreadExecutor executor(std::thread::hardware_concurrency());
    const auto estimate = evaluate(*request, Context{library, {}, nullptr, &streams.registry, &executor});
    if (!estimate) return tell(estimate.error());
    streams.out << (arguments.has("--pretty") ? prettyText(*request, *estimate) : AnswerForm{}.line(*estimate) + "\n");
    return kAnswered;
}

/// "1.23 s [1.1 s, 1.5 s]", or a dash where nothing answers.
std::string answerText(const ScenarioCheck& check) { return check.answer ? metricText(*check.answer) : "-"; }

std::string rangeText(const workload::Scenario& scenario, const ScenarioCheck& check) {
    const workload::ScenarioRange& range = scenario.expected;
    const Quantity* quantity = findQuantity(scenario.target);
    const std::string unit = range.of_ratio ? "1" : quantity ? std::string(quantity->unit) : "";
    return std::string(check.in_range ? "in " : "NOT IN ") + (range.of_ratio ? "ratio " : "") +
           asciiText(formatQuantity(range.low, unit) + " to " + formatQuantity(range.high, unit));
}

std::string knobText(const ScenarioCheck& check) {
    if (check.turned.empty()) return "NOT TURNED";
    const double change = check.change();
    return std::string(check.moves ? "" : "NOT AS ASKED: ") + (change < 0 ? "" : "+") + formatQuantity(change, "1");
}

/// A row for each scenario: what answers it, whether the answer is in its range, and by how much the knob moves it;
/// below, what fails and why.
int all(const Library& library, const Arguments& arguments, Streams& streams) {
    std::vector<std::vector<std::string>> rows{
        {"id", "method", "metric", "answer", "range", "knob moves", "verdict", "scenario"}};
    std::size_t answered = 0, in_range = 0, moved = 0, known = 0, failed = 0;
    std::string lacks;
    const auto scenarios = scenariosOf(library);
    ThreadExecutor executor(std::thread::hardware_concurrency());
    const Context context{library, {}, nullptr, &streams.registry, &executor};
    std::vector<Json> requests;
    for (const workload::Scenario& scenario : scenarios) {
        auto request = applyChanges(*scenario.request, arguments, library);
        if (!request) return fail(request.error(), streams);
        requests.push_back(*std::move(request));
    }
    // Scenarios share nothing: most of them have one thread's work to do, so that they run beside each other.
    std::vector<ScenarioCheck> checks(scenarios.size());
    executor.run(scenarios.size(),
                 [&](std::size_t i) { checks[i] = checkScenario(scenarios[i], requests[i], context); });
    for (std::size_t i = 0; i < scenarios.size(); ++i) {
        const workload::Scenario& scenario = scenarios[i];
        const ScenarioCheck& check = checks[i];
        const bool misses_as_known = check.missesAsKnown(scenario);
        answered += check.answer ? 1 : 0;
        in_range += check.in_range ? 1 : 0;
        moved += check.moves ? 1 : 0;
        known += misses_as_known ? 1 : 0;
        failed += check.passes() || misses_as_known ? 0 : 1;
        for (const std::string& lack : check.lacks)
            lacks += scenario.id + ": " + asciiText(lack) + "\n";
        if (misses_as_known) lacks += scenario.id + ": known miss: " + scenario.known_miss + "\n";
        rows.push_back({scenario.id, check.method.empty() ? "-" : check.method, scenario.target, answerText(check),
                        rangeText(scenario, check), knobText(check),
                        check.passes()    ? "passes"
                        : misses_as_known ? "KNOWN MISS"
                                          : "FAILS",
                        scenario.name});
    }
    streams.out << alignedText(rows, std::vector<bool>(rows.front().size(), false)) << lacks << scenarios.size()
                << " scenarios: " << answered << " answered, " << in_range << " in range, " << moved
                << " moved by their knobs, " << known << " known misses, " << failed << " failed\n";
    return failed + known == 0 ? kAnswered : kFailed;
}

int run(const Arguments& arguments, Streams& streams) {
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const std::string& id = arguments.positional().front();
    return id == "all" ? all(**library, arguments, streams) : printScenario(id, **library, arguments, streams);
}

} // namespace

Command scenarioCommand() {
    return {"scenario",
            "ID|all [--method ID] [--set /json/pointer=VALUE ...] [--pretty]",
            "Evaluates one of the catalogued scenarios, or judges all of them: in range, moved by their knobs.",
            kOptions,
            1,
            1,
            run};
}

} // namespace strata::cli
