// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input/input.h"
#include "app/cli/output/pretty.h"
#include "app/lab/lab_commands.h"
#include "app/lab/npu/field_spaces.h"
#include "app/lab/npu/mapper_spaces.h"
#include "core/base/executor.h"
#include "core/base/message_text.h"
#include "core/hardware/npu/npu_json.h"
#include "core/npu/recipe.h"
#include "core/workload/kernel/operators.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <ostream>

namespace strata::lab {
namespace {

constexpr std::array kOptions{
    cli::Option{"--data", "DIR", "Folder of spaces that the reference mapper searched."},
    cli::Option{"--model", "ID", "Model whose layers are mapped."},
    cli::Option{"--hardware", "ID", "NPU that the layers are mapped to; repeat the option for more.", true},
    cli::Option{"--layer", "NAME", "Map only this layer."},
    cli::Option{"--objective", "GOAL", "edp, energy or latency.", false, "edp"},
    cli::Option{"--algorithm", "ID", "Search that is used.", false, "branch-and-bound"},
    cli::Option{"--budget", "N", "Mappings that a search may evaluate.", false, "no limit"},
    cli::Option{"--limit", "SECONDS", "Time after which branch-and-bound stops.", false, "10"},
    cli::Option{"--jobs", "N", "Threads.", false, "2"},
    cli::Option{"--dataflow", "WHERE", "recipe, or free: where loops may stand.", false, "free"},
    cli::Option{"--bypass", "", "Also choose which tensors a level holds."},
    cli::kDataRootOption,
    cli::kCatalogOption};

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Run {
    const npu::Mapper* mapper = nullptr;
    double limit_s = 10.0;
    unsigned jobs = 2;
};

struct Timed {
    Result<npu::FoundMapping> found;
    double seconds = 0.0;
};

Timed search(const Run& run, npu::LoopNestEvaluator& evaluator, const npu::Mapping& start, const std::string& family,
             npu::MapperSettings settings) {
    ThreadExecutor executor(run.jobs);
    settings.executor = &executor;
    const auto begin = Clock::now();
    settings.out_of_time = [&] { return secondsSince(begin) >= run.limit_s; };
    auto found = run.mapper->search(evaluator, start, family, settings, {});
    return {std::move(found), secondsSince(begin)};
}

std::string number(double value, const char* format) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string gapOf(const npu::FoundMapping& found) {
    if (found.complete) return "0";
    return found.bound > 0.0 ? number(100.0 * (found.whole_goal / found.bound - 1.0), "%.2f%%") : "none";
}

double edpOf(npu::LoopNestEvaluator& evaluator, const npu::Mapping& mapping) {
    npu::LoopNestResult result;
    evaluator.evaluate(mapping, result);
    return result.violations.empty() ? result.energy_pj * result.cycles : 0.0;
}

int runSpaces(const std::string& folder, const Run& run, const npu::MapperSettings& wanted, cli::Streams& streams) {
    const auto spaces = assess::readMapperSpaces(folder);
    if (!spaces) return fail(spaces.error(), streams);
    std::vector<std::vector<std::string>> rows{{"space", "best uJ cycles", "of the reference's", "gap", "evaluated",
                                                "seconds", "reference's seconds", "reference tried"}};
    int worse = 0;
    for (const assess::MapperSpace& space : *spaces) {
        npu::LoopNestEvaluator evaluator(space.architecture, space.problem);
        npu::MapperSettings settings = space.settings;
        settings.budget = wanted.budget;
        const double reference = edpOf(evaluator, space.best);
        const Timed timed =
            search(run, evaluator, npu::outermostMapping(space.architecture, space.problem), "", settings);
        if (!timed.found) {
            rows.push_back({space.id, messageText(timed.found.error().text)});
            ++worse;
            continue;
        }
        worse += timed.found->goal > reference * (1 + 1e-9) ? 1 : 0;
        rows.push_back({space.id, number(timed.found->goal * 1e-6, "%.6g"),
                        number(timed.found->goal / reference, "%.4f"), gapOf(*timed.found),
                        std::to_string(timed.found->evaluated), number(timed.seconds, "%.3f"),
                        number(space.reference_s, "%.2f"), std::to_string(space.reference_tried)});
    }
    streams.out << cli::alignedText(rows, {false, true, true, true, true, true, true, true});
    streams.out << worse << " of " << spaces->size() << " spaces worse than the reference\n";
    return worse == 0 ? cli::kAnswered : cli::kFailed;
}

/// Of what other mappers prove: best, gap, evaluated, seconds, and why the others do not compare.
int runFieldSpaces(const std::string& folder, const Run& run, cli::Streams& streams) {
    const auto spaces = assess::readFieldSpaces(folder);
    if (!spaces) return fail(spaces.error(), streams);
    std::vector<std::vector<std::string>> rows{
        {"space", "best pJ", "of the reference's", "latency of the reference's", "gap", "evaluated", "seconds"}};
    int worse = 0, compared = 0;
    for (const assess::FieldSpace& space : *spaces) {
        if (!space.reason.empty()) {
            rows.push_back({space.id, space.reason});
            continue;
        }
        ThreadExecutor executor(run.jobs);
        const auto begin = Clock::now();
        const auto answer = assess::mapFieldSpace(space, &executor);
        if (!answer) return fail(answer.error(), streams);
        ++compared;
        worse += answer->energy_pj > space.energy_pj * (1 + 1e-9) ? 1 : 0;
        rows.push_back({space.id, number(answer->energy_pj, "%.10g"),
                        number(answer->energy_pj / space.energy_pj, "%.9f"),
                        number(answer->latency_s / space.latency_s, "%.9f"), number(100.0 * answer->gap, "%.2g%%"),
                        std::to_string(answer->evaluated), number(secondsSince(begin), "%.3f")});
    }
    streams.out << cli::alignedText(rows, {false, true, true, true, true, true, true});
    streams.out << worse << " of " << compared << " spaces worse than the reference; "
                << spaces->size() - static_cast<std::size_t>(compared) << " are not compared\n";
    return worse == 0 ? cli::kAnswered : cli::kFailed;
}

struct Totals {
    std::size_t layers = 0, proven = 0, late = 0;
    double seconds = 0.0, slowest = 0.0, widest = 0.0;
};

Result<void> runLayer(const Json& layer, const hardware::NpuArchitecture& architecture, const Run& run,
                      const npu::MapperSettings& settings, std::vector<std::vector<std::string>>& rows,
                      Totals& totals) {
    auto problem = workload::buildProblem(layer, "");
    if (!problem) return problem.error();
    const std::string family = layer.value("operator", std::string());
    npu::LoopNestEvaluator evaluator(architecture, *problem);
    const auto made = npu::mapByRecipe(architecture, *problem, family);
    const npu::Mapping start = made ? *made : npu::outermostMapping(architecture, *problem);
    const Timed timed = search(run, evaluator, start, family, settings);
    const std::string name = layer.value("name", std::string());
    ++totals.layers;
    totals.seconds += timed.seconds;
    totals.slowest = std::max(totals.slowest, timed.seconds);
    totals.late += timed.seconds > 2.0 ? 1 : 0;
    if (!timed.found) {
        rows.push_back({name, messageText(timed.found.error().text)});
        return {};
    }
    npu::LoopNestResult result;
    evaluator.evaluate(timed.found->mapping, result);
    totals.proven += timed.found->complete ? 1 : 0;
    if (timed.found->bound > 0.0)
        totals.widest = std::max(totals.widest, timed.found->whole_goal / timed.found->bound - 1.0);
    const double evaluated = static_cast<double>(timed.found->evaluated);
    rows.push_back({name, number(result.energy_pj * 1e-6, "%.2f"), number(result.cycles, "%.0f"), gapOf(*timed.found),
                    number(100.0 * (timed.found->whole_goal / timed.found->goal - 1.0), "%.2f%%"),
                    number(evaluated, "%.0f"), number(timed.seconds, "%.3f"),
                    number(evaluated / timed.seconds, "%.0f")});
    return {};
}

int runModel(const cli::Arguments& arguments, const Run& run, const npu::MapperSettings& settings,
             cli::Streams& streams) {
    const auto library = openSuiteLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const auto model = (*library)->resolve(Json(*arguments.value("--model")), "/model", Role::Workload);
    if (!model) return fail(model.error(), streams);
    const auto layers = workload::listLayers(*model, {});
    if (!layers) return fail(layers.error(), streams);
    for (const std::string& id : arguments.values("--hardware")) {
        const auto document = (*library)->resolve(Json(id), "/hardware", Role::Hardware);
        if (!document) return fail(document.error(), streams);
        auto architecture = hardware::readNpu(*document, {});
        if (!architecture) return fail(architecture.error(), streams);
        std::vector<std::vector<std::string>> rows{
            {"layer", "uJ", "cycles", "gap", "by remainders", "evaluated", "seconds", "per second"}};
        Totals totals;
        for (const Json& layer : *layers) {
            if (arguments.has("--layer") && layer.value("name", std::string()) != *arguments.value("--layer")) continue;
            if (auto done = runLayer(layer, *architecture, run, settings, rows, totals); !done)
                return fail(done.error(), streams);
        }
        streams.out << *arguments.value("--model") << " on " << id << '\n'
                    << cli::alignedText(rows, {false, true, true, true, true, true, true, true}) << totals.proven
                    << " of " << totals.layers << " layers proven, widest gap " << number(100.0 * totals.widest, "%.2f")
                    << " %, slowest " << number(totals.slowest, "%.2f") << " s, all " << number(totals.seconds, "%.1f")
                    << " s, " << totals.late << " above 2 s\n\n";
        streams.out.flush();
    }
    return cli::kAnswered;
}

int run(const cli::Arguments& arguments, cli::Streams& streams) {
    Run run;
    const std::string algorithm = arguments.value("--algorithm").value_or("branch-and-bound");
    for (const npu::Mapper& mapper : npu::builtinMappers())
        if (mapper.id == algorithm) run.mapper = &mapper;
    const auto goal = npu::mappingGoalNamed(arguments.value("--objective").value_or("edp"));
    const auto jobs = arguments.count("--jobs", 2);
    const auto limit = arguments.count("--limit", 10);
    const auto budget = arguments.count("--budget", 1'000'000'000);
    if (!run.mapper || !goal)
        return fail(cli::badArgument({"error.objective-or-algorithm-unknown"}, {"accepted.edp-energy-latency-search"}),
                    streams);
    for (const auto* count : {&jobs, &limit, &budget})
        if (!*count) return fail(count->error(), streams);
    run.jobs = *jobs;
    run.limit_s = *limit;
    npu::MapperSettings settings;
    settings.goal = *goal;
    settings.budget = *budget;
    settings.keep_dataflow = arguments.value("--dataflow").value_or("free") == "recipe";
    settings.choose_keep = arguments.has("--bypass");
    if (const auto folder = arguments.value("--data"))
        return std::filesystem::exists(std::filesystem::path(*folder) / "accelforge_best_mappings.csv")
                   ? runFieldSpaces(*folder, run, streams)
                   : runSpaces(*folder, run, settings, streams);
    if (arguments.has("--model") && arguments.has("--hardware")) return runModel(arguments, run, settings, streams);
    return fail(cli::badArgument({"error.nothing-named-to-map"}, {"accepted.data-dir-or-model-id-hardware"}), streams);
}

} // namespace

cli::Command mapperCommand() {
    return {"mapper",
            "--data DIR | --model ID --hardware ID [--objective edp] [--limit 10]",
            "Searches for mappings: of the spaces of the reference mapper, or of every layer of a model.",
            kOptions,
            0,
            0,
            run};
}

} // namespace strata::lab
