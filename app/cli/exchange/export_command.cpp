// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exchange/commands.h"
#include "app/cli/input/input.h"
#include "core/base/quantity.h"
#include "core/evaluate/kind.h"
#include "core/evaluate/kinds/system/training_query.h"
#include "core/exchange/chakra/chakra_trace.h"
#include "core/replay/plan_trace.h"
#include "core/replay/what_if.h"
#include "core/system/coefficients.h"

#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

namespace strata::cli {
namespace {

constexpr std::array kOptions{Option{"--out", "PREFIX", "Write the trace of stage N to PREFIX.N.et."}, kSetOption,
                              kDataRootOption, kCatalogOption};

int run(const Arguments& arguments, Streams& streams) {
    const auto& words = arguments.positional();
    if (words.front() != "chakra") {
        return fail(
            {"bad-argument", {}, {"error.format-not-known", {{"format", words.front()}}}, verbatim("chakra"), {}},
            streams);
    }
    const auto prefix = arguments.value("--out");
    if (!prefix)
        return fail({"bad-argument", {}, {"error.field-missing", {{"field", "--out"}}}, verbatim("--out PREFIX"), {}},
                    streams);
    auto document = readDocument(words[1], streams.in);
    if (!document) return fail(document.error(), streams);
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const auto changed = applyChanges(*std::move(document), arguments, **library);
    if (!changed) return fail(changed.error(), streams);
    const auto request = parseRequest(*changed, streams.registry);
    if (!request) return fail(request.error(), streams, kFailed);
    const auto resolved = request->kind->resolve(*request->document, **library);
    if (!resolved) return fail(resolved.error(), streams, kFailed);
    const auto query = resolved->as<TrainingQuery>();
    if (!query) {
        return fail({"wrong-kind", "/kind", {"error.only-training-becomes-traces"}, {"accepted.kind-training"}, {}},
                    streams, kFailed);
    }
    if (query->search) {
        return fail(
            {"bad-value", "/plan/search", {"error.search-has-no-plan"}, {"accepted.plan-that-search-found"}, {}},
            streams, kFailed);
    }
    const auto& calibrations = (*library)->calibrations();
    system::ShardTimer timer(query->gpu, calibrations);
    const system::ClusterLinks links(query->cluster, calibrations);
    const replay::PlannedStep step{query->job, query->plan, system::stepTerms(query->job, query->plan, timer, links),
                                   system::resolveTraining(calibrations, query->gpu.architecture, query->job).values};
    const auto traces = replay::tracesOf(step);
    if (!traces) return fail(traces.error(), streams, kFailed);
    const auto replayed = replay::replay(*traces, *replay::nodeTime({}));
    if (!replayed) return fail(replayed.error(), streams, kFailed);
    for (std::size_t stage = 0; stage < traces->size(); ++stage) {
        const std::string file = *prefix + "." + std::to_string(stage) + ".et";
        if (auto written = writeFileWhole(file, exchange::writeChakra((*traces)[stage])); !written)
            return fail(written.error(), streams);
        streams.out << file << ": " << formatCount(static_cast<double>((*traces)[stage].nodes.size())) << " nodes\n";
    }
    streams.out << "the graphs take " << formatQuantity(replayed->slowest().total_s, "s", 5)
                << ", the estimate's closed form "
                << formatQuantity(system::stepTime(step.terms, step.coefficients).seconds(), "s", 5) << '\n';
    return kAnswered;
}

} // namespace

Command exportCommand() {
    return {"export",
            "chakra REQUEST.json --out PREFIX",
            "Writes a training plan as execution traces, one for each pipeline stage.",
            kOptions,
            2,
            2,
            run};
}

} // namespace strata::cli
