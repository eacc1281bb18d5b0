// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evaluate/commands.h"
#include "app/cli/input/input.h"
#include "app/cli/output/answer_lines.h"
#include "app/cli/output/pretty.h"
#include "core/base/executor.h"
#include "core/evaluate/kinds/scenario.h"
#include "core/evaluate/method.h"

#include <array>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

namespace strata::cli {
namespace {

constexpr std::array kOptions{kMethodOption,
                              kSetOption,
                              Option{"--pretty", "", "Print a table for people instead of one line of JSON."},
                              kMetricsOnlyOption,
                              kRequireValidOption,
                              kDataRootOption,
                              kCatalogOption};

/// People read a sentence, programs the document of REQUESTS.
int tell(const Error& error, bool pretty, Streams& streams) {
    if (error.code == "bad-argument") return fail(error, streams);
    if (pretty) return fail(error, streams, kFailed);
    streams.out << errorLine(error) << '\n';
    return kFailed;
}

int run(const Arguments& arguments, Streams& streams) {
    const bool pretty = arguments.has("--pretty");
    auto document = readDocument(arguments.positional().front(), streams.in);
    if (!document) return fail(document.error(), streams);
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    auto expanded = expandScenario(*document, **library);
    if (!expanded) return tell(expanded.error(), pretty, streams);
    const auto request = applyChanges(*std::move(expanded), arguments, **library, streams.registry);
    if (!request) return tell(request.error(), pretty, streams);
    ThreadExecutor executor(std::thread::hardware_concurrency());
    const auto estimate = evaluate(*request, Context{**library, {}, nullptr, &streams.registry, &executor});
    if (!estimate) return tell(estimate.error(), pretty, streams);
    const AnswerForm form = AnswerForm::of(arguments);
    streams.out << (pretty ? prettyText(*request, *estimate) : form.line(*estimate) + "\n");
    return form.accepts(*estimate) ? kAnswered : kFailed;
}

} // namespace

Command evaluateCommand() {
    return {
        "evaluate",
        "REQUEST.json|- [--method ID] [--set /json/pointer=VALUE ...] [--pretty | --metrics-only] [--require-valid]",
        "Evaluates one request and prints its estimate.",
        kOptions,
        1,
        1,
        run};
}

} // namespace strata::cli
