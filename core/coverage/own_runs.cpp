// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/own_runs.h"

#include "core/base/executor.h"
#include "core/base/hash.h"
#include "core/base/progress.h"
#include "core/base/schema.h"
#include "core/evaluate/kinds/scenario.h"
#include "core/evaluate/registry.h"

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>

namespace strata::coverage {
namespace {

constexpr int kFormat = 1;

/// A scenario that is asked of a method.
struct Task {
    const workload::Scenario* scenario;
    const Method* method;
};

std::vector<Task> tasksOf(const std::vector<workload::Scenario>& scenarios, const Registry& registry) {
    std::vector<Task> tasks;
    for (const workload::Scenario& scenario : scenarios)
        for (const Method* method : registry.methodsOf(scenario.request->at("kind").get_ref<const std::string&>()))
            tasks.push_back({&scenario, method});
    return tasks;
}

std::string hashOf(const workload::Scenario& scenario) {
    Json document{{"request", *scenario.request}, {"settings", Json::array()}};
    for (const auto& setting : scenario.knob.settings)
        document["settings"].push_back(*setting);
    document["range"] = {scenario.expected.low, scenario.expected.high, scenario.expected.of_ratio};
    return sha256(canonicalText(document));
}

OwnRun ask(const Task& task, OwnRun run, const Context& context) {
    Json request = *task.scenario->request;
    request["method"] = run.method;
    const ScenarioCheck check = checkScenario(*task.scenario, request, context);
    run.metric = task.scenario->target;
    run.answered = check.answer.has_value();
    if (check.answer) {
        run.value = check.answer->value;
        run.low = check.answer->low;
        run.high = check.answer->high;
    }
    run.in_range = check.in_range;
    run.moves = check.moves;
    run.informs = check.informs;
    run.known_miss = check.missesAsKnown(*task.scenario);
    run.lacks = check.lacks;
    return run;
}

const OwnRun* sameRun(std::span<const OwnRun> known, const OwnRun& run) {
    const auto found = std::ranges::find_if(known, [&](const OwnRun& own_run) {
        return own_run.scenario == run.scenario && own_run.method == run.method && own_run.version == run.version &&
               own_run.request_sha256 == run.request_sha256;
    });
    return found == known.end() ? nullptr : &*found;
}

const ObjectSchema& runSchema() {
    using namespace field;
    static const ObjectSchema schema{
        "own_run",
        "Run of a scenario",
        {text("scenario", "Scenario", "Id of the scenario.").needed(),
         text("method", "Method", "Id of the method.").needed(),
         text("version", "Version", "Version of the method.").needed(),
         text("request_sha256", "Request", "Hash of the scenario's request with its knob.").needed(),
         text("metric", "Metric", "Metric that answers the question."), number("value", "Value"), number("low", "Low"),
         number("high", "High"), flag("answered", "Answered").needed(), flag("in_range", "In range").needed(),
         flag("moves", "Moves", "Whether the knob moves the answer as asked.").needed(),
         flag("informs", "Informs", "Whether the answer tells more than its request.").needed(),
         flag("known_miss", "Known miss", "Whether the scenario names the cause of the miss."),
         list("lacks", "Lacks", text("", "Sentence"), "A sentence for whatever is wrong.")}};
    return schema;
}

const ObjectSchema& runsSchema() {
    using namespace field;
    static const ObjectSchema schema{
        "own_runs",
        "Runs of scenarios",
        {integer("strata_coverage_runs", "Format").within(kFormat, kFormat).needed(),
         list("runs", "Runs", runSchema(), "One entry for each scenario and method.").needed()}};
    return schema;
}

} // namespace

std::size_t countRuns(const Library& library, const Registry& registry) {
    const auto scenarios = scenariosOf(library);
    return tasksOf(scenarios, registry).size();
}

std::vector<OwnRun> runScenarios(const Context& context, std::span<const OwnRun> known) {
    const auto scenarios = scenariosOf(context.library);
    const std::vector<Task> tasks = tasksOf(scenarios, *context.registry);
    std::vector<OwnRun> runs(tasks.size());
    std::vector<char> done(tasks.size(), 0);
    std::atomic<std::size_t> finished{0};
    runParts(context.executor, tasks.size(), [&](std::size_t i) {
        if (context.stop.stop_requested()) return;
        OwnRun run;
        run.scenario = tasks[i].scenario->id;
        run.method = tasks[i].method->id;
        run.version = versionOf(*tasks[i].method, context.library);
        run.request_sha256 = hashOf(*tasks[i].scenario);
        const OwnRun* same = sameRun(known, run);
        runs[i] = same != nullptr ? *same : ask(tasks[i], std::move(run), context);
        done[i] = context.stop.stop_requested() ? 0 : 1;
        const std::size_t count = ++finished;
        if (context.progress != nullptr) context.progress->report(count, tasks.size(), "scenarios");
    });
    std::vector<OwnRun> finished_runs;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (done[i] != 0) finished_runs.push_back(std::move(runs[i]));
    return finished_runs;
}

Json toJson(std::span<const OwnRun> runs) {
    Json document{{"strata_coverage_runs", kFormat}, {"runs", Json::array()}};
    for (const OwnRun& run : runs) {
        Json entry{{"scenario", run.scenario},     {"method", run.method},
                   {"version", run.version},       {"request_sha256", run.request_sha256},
                   {"answered", run.answered},     {"in_range", run.in_range},
                   {"moves", run.moves},           {"informs", run.informs},
                   {"known_miss", run.known_miss}, {"lacks", run.lacks},
                   {"metric", run.metric}};
        if (run.answered) {
            entry["value"] = run.value;
            entry["low"] = run.low;
            entry["high"] = run.high;
        }
        document["runs"].push_back(std::move(entry));
    }
    return document;
}

Result<std::vector<OwnRun>> readOwnRuns(const Json& document, std::string_view file) {
    if (auto valid = validate(document, runsSchema(), {}); !valid) {
        Error error = valid.error();
        error.file = file;
        return error;
    }
    std::vector<OwnRun> runs;
    for (const Json& entry : document.at("runs")) {
        OwnRun run;
        run.scenario = entry.at("scenario");
        run.method = entry.at("method");
        run.version = entry.at("version");
        run.request_sha256 = entry.at("request_sha256");
        run.metric = entry.value("metric", std::string());
        run.value = entry.value("value", 0.0);
        run.low = entry.value("low", run.value);
        run.high = entry.value("high", run.value);
        run.answered = entry.at("answered");
        run.in_range = entry.at("in_range");
        run.moves = entry.at("moves");
        run.informs = entry.at("informs");
        run.known_miss = entry.value("known_miss", false);
        run.lacks = entry.value("lacks", std::vector<std::string>());
        runs.push_back(std::move(run));
    }
    return runs;
}

} // namespace strata::coverage
