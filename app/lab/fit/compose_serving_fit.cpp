// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/compose_calibration.h"
#include "app/lab/fit/compose_residuals.h"
#include "app/lab/fit/distances.h"
#include "app/lab/fit/fit.h"
#include "app/lab/run/data_table.h"
#include "app/lab/run/manifest.h"
#include "app/lab/serving/first_token_fit.h"
#include "app/lab/serving/prompt_start_fit.h"
#include "app/lab/tensor/gpu_modern_points.h"
#include "core/catalog/library.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/exchange/csv.h"
#include "core/gpu/products/tile_model.h"
#include "core/hardware/gpu/gpu_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

namespace strata::assess {
namespace {

using hardware::Calibration;
using hardware::CalibrationGroup;
namespace fs = std::filesystem;

/// Custom all-reduce kernels inside of captured graphs, as the engines use them while decoding.
const std::array kAllReduceFree{
    FreeCoefficient{"all_reduce_s", 3e-6, 1e-7, 1e-4}, FreeCoefficient{"all_reduce_rank_s", 2e-7, 1e-9, 1e-5},
    FreeCoefficient{"all_reduce_two_shot_s", 1e-5, 1e-7, 1e-4}, FreeCoefficient{"all_reduce_share", 0.6, 0.1, 1.0}};

/// What replayed graphs hide of short kernels: steps of predicted kernels against sums of measured ones.
const std::array kReplayFree{FreeCoefficient{"hidden_start_s", 1e-6, 1e-8, 4e-6}};

/// What a step adds to its kernels.
const std::array kStepFree{FreeCoefficient{"device_per_sequence_s", 1e-6, 1e-8, 1e-3},
                           FreeCoefficient{"all_reduce_skew_s", 1e-6, 1e-8, 3e-5}};

/// Of engines that were also measured where their host is not hidden: there alone its work shows.
const std::array kHostFree{FreeCoefficient{"step_s", 2e-4, 1e-6, 1e-2},
                           FreeCoefficient{"step_per_sequence_s", 2e-5, 1e-8, 1e-3}, kStepFree[0], kStepFree[1]};

/// Fused experts are measured as another engine's operator: with kernels for routing, permutation and narrowing that
/// an engine's own path lacks.
const std::array kExpertsFree{FreeCoefficient{"hidden_experts_share", 0.3, 0.01, 1.0}};

/// What lies between user and scheduler: over points whose protocol is published. A token of a prompt is sent
/// and looked up by the same client and the same tokenizers before every engine: it costs what it costs
/// before the first of them, which ran most models. Fitted before each, it would hold the errors of few
/// models' prompts. The rest is pooled over engines, see pooledWays().
constexpr const char* kRequestPerToken = "request_per_token_s";
const std::array kRequestFree{FreeCoefficient{"request_s", 2e-2, 1e-5, 1.0},
                              FreeCoefficient{kRequestPerToken, 5e-6, 1e-9, 1e-3}};

struct AllReduce {
    hardware::Gpu gpu;
    double bytes = 0, ranks = 0, seconds = 0;
};

/// Rows of graph replay, or of the engine's only implementation; none where the file is absent.
Result<std::vector<AllReduce>> readAllReduces(const fs::path& folder, const Library& library, const std::string& engine,
                                              const Without& without) {
    std::vector<AllReduce> rows;
    if (findTable(folder, "allreduce.csv").empty()) return rows;
    const auto table =
        readTable(folder, "allreduce.csv", {"device", "backend", "implementation", "gpus", "bytes", "latency_us"});
    if (!table) return table.error();
    for (std::size_t row = 0; row < table->rows(); ++row) {
        if (table->text(row, "backend") != engine || table->text(row, "implementation").ends_with("_eager")) continue;
        const Entry* entry = library.find(table->text(row, "device"));
        if (entry == nullptr || entry->kind != EntryKind::Gpu || without.has(entry->id)) continue;
        const auto gpu = hardware::readGpu(*entry->document, {});
        if (!gpu || gpu->link_bytes_per_s <= 0) continue;
        rows.push_back({*gpu, table->numberOr(row, "bytes", 0), table->numberOr(row, "gpus", 0),
                        table->numberOr(row, "latency_us", 0) * 1e-6});
        rows.back().gpu.engine = engine;
        chooseRuntime(rows.back().gpu, library);
    }
    return rows;
}

class EngineFit {
public:
    explicit EngineFit(const std::string& engine) { calibration_.groups.push_back({{{"engine", engine}}, {}, 0}); }

    template <std::size_t N, class Row, class Predict>
    Result<void> fit(const std::array<FreeCoefficient, N>& free, const std::vector<Row>& rows, const Predict& seconds) {
        if (rows.empty()) return {};
        const auto with = [&](std::span<const double> values) {
            for (std::size_t i = 0; i < N; ++i)
                calibration_.groups.front().values[free[i].name] = values[i];
        };
        FitOptions options;
        options.soft = 0.05; // repeats on other software differ by far more than the model is off
        const auto fit = fitCoefficients(
            free, rows.size(),
            [&](std::span<const double> values, std::span<double> out) {
                with(values);
                for (std::size_t i = 0; i < rows.size(); ++i) {
                    const auto [predicted, measured] = seconds(rows[i], std::span<const Calibration>(&calibration_, 1));
                    out[i] = std::log(predicted / measured);
                }
            },
            options);
        if (!fit) return fit.error();
        with(fit->values);
        return {};
    }

    void take(const std::string& name, double value) { calibration_.groups.front().values[name] = value; }
    const CalibrationGroup& group() const { return calibration_.groups.front(); }

private:
    Calibration calibration_;
};

struct Predicted {
    double predicted = 0, measured = 0;
};

Predicted allReduceTime(const AllReduce& row, std::span<const Calibration> calibrations) {
    return {compose::allReduceSeconds(compose::runtimeCosts(row.gpu, calibrations), row.gpu, row.bytes, row.ranks),
            row.seconds};
}

/// A step with its kernels predicted once: the fit changes only what lies between them.
struct PreparedStep {
    const ServingCase* one = nullptr;
    std::optional<MeasuredStep> measured;
    std::vector<gpu::KernelTime> kernels; ///< of the decode step and then of the prefill, in the order of composition
    std::vector<gpu::KernelTime> alone;   ///< those of the decode step as benchmarks time them
};

PreparedStep prepare(const ServingCase& serving_case, const std::optional<MeasuredStep>& measured,
                     std::span<const Calibration> calibrations) {
    const gpu::TileModel model = gpu::makeTileModel(serving_case.gpu, calibrations);
    PreparedStep prepared{&serving_case, measured, {}, {}};
    const workload::ModelGraph prompt =
        compose::promptBeside(serving_case.gpu, serving_case.decode, serving_case.prefill);
    for (const workload::ModelGraph* graph : {&serving_case.decode, &prompt}) {
        for (const workload::Operator& op : graph->operators) {
            if (op.launches >= 0.5) prepared.kernels.push_back(gpu::predict(model, op.kernel));
        }
    }
    for (const workload::Operator& op : measured ? serving_case.decode.operators : std::vector<workload::Operator>()) {
        workload::Kernel alone = op.kernel;
        alone.cold = false;
        if (op.launches >= 0.5) prepared.alone.push_back(gpu::predict(model, alone));
    }
    return prepared;
}

Predicted preparedTime(const PreparedStep& step, std::span<const Calibration> calibrations) {
    std::size_t next = 0;
    const ServingCase& serving_case = *step.one;
    const auto time = compose::composeServingStep(serving_case.gpu, serving_case.decode, serving_case.prefill,
                                                  serving_case.load, costsOf(serving_case, calibrations), calibrations,
                                                  [&](const workload::Kernel&) { return step.kernels[next++]; });
    return {time.seconds, serving_case.measured_s};
}

/// The kernels of a decode step, predicted and measured: no time of an engine in either.
Predicted kernelSums(const PreparedStep& step, std::span<const Calibration> calibrations) {
    const ServingCase& serving_case = *step.one;
    compose::RuntimeCosts costs = costsOf(serving_case, calibrations);
    costs.step_s = costs.all_reduce_skew_s = 0;
    std::size_t next = 0;
    const auto time = compose::compose(serving_case.gpu, serving_case.decode, costs, calibrations,
                                       [&](const workload::Kernel&) { return step.alone[next++]; });
    return {time.seconds +
                compose::allReduceSecondsOfPass(serving_case.gpu, costs, serving_case.load, serving_case.load.batch),
            measuredKernelSeconds(serving_case, *step.measured)};
}

/// Whose kernels were measured tells of what is between them alone, others of their kernels' errors too.
Predicted stepTime(const PreparedStep& step, std::span<const Calibration> calibrations) {
    if (!step.measured) return preparedTime(step, calibrations);
    const ServingCase& serving_case = *step.one;
    return {measuredTablesSeconds(serving_case, *step.measured, costsOf(serving_case, calibrations)),
            serving_case.measured_s};
}

Predicted requestTime(const TimedRequest& row, std::span<const Calibration> calibrations) {
    const compose::RuntimeCosts costs = compose::runtimeCosts(row.one->gpu, calibrations);
    const double way_s = costs.request_s + costs.request_per_token_s * row.found.prompt_tokens;
    return {row.found.engine_s + way_s, row.one->measured_ttft_s};
}

/// Of an engine's group: what it was fitted to, and where it stands.
struct EngineRequests {
    std::size_t group = 0;
    std::vector<const ServingCase*> cases;
    std::vector<TimedRequest> requests;
};

/// Seconds for each token of a prompt, from the first engine that was timed.
Result<double> perTokenSeconds(const std::vector<EngineRequests>& engines) {
    for (const EngineRequests& engine : engines) {
        std::vector<TimedRequest> alone;
        std::ranges::copy_if(engine.requests, std::back_inserter(alone), &TimedRequest::alone);
        if (alone.empty()) continue;
        EngineFit fit(alone.front().one->gpu.engine);
        if (auto done = fit.fit(kRequestFree, alone, requestTime); !done) return done.error();
        return fit.group().values.at(kRequestPerToken);
    }
    return 0.0;
}

/// Whether the engine starts the kernels of prompts one by one.
bool startsPrompts(const EngineRequests& engine) {
    return !engine.cases.empty() && compose::runtimeCosts(engine.cases.front()->gpu, {}).prompt_launch_s > 0;
}

/// Host times of passes with prompts into the groups of the engines that start them kernel by kernel. A request's way
/// is that before the engines that replay such passes, for of the others' first tokens both are parts.
Result<void> fitStarts(const std::vector<EngineRequests>& engines, const std::vector<Calibration>& known,
                       Calibration& calibration) {
    const auto per_token_s = perTokenSeconds(engines);
    if (!per_token_s) return per_token_s.error();
    std::vector<std::vector<double>> ways;
    std::vector<std::size_t> groups;
    std::vector<const ServingCase*> cases;
    for (const EngineRequests& engine : engines) {
        if (!startsPrompts(engine)) {
            ways.push_back(waysOfDevices(engine.requests, *per_token_s));
            continue;
        }
        groups.push_back(engine.group);
        cases.insert(cases.end(), engine.cases.begin(), engine.cases.end());
    }
    const std::vector<double> pooled = pooledWays(ways);
    if (pooled.empty() || !(pooled.front() > 0)) return {};
    const auto rows = timeStarts(cases, known, pooled.front(), *per_token_s);
    const auto fitted = fitPromptStarts(rows);
    if (!fitted) return fitted.error();
    for (const std::size_t group : groups) {
        hardware::Coefficients& values = calibration.groups[group].values;
        if (fitted->latent_s > 0) values["prompt_latent_s"] = fitted->latent_s;
        if (fitted->experts_s > 0) values["prompt_experts_s"] = fitted->experts_s;
    }
    return {};
}

/// What lies between user and scheduler into the groups of the engines.
Result<void> fitWays(const std::vector<EngineRequests>& engines, Calibration& calibration) {
    const auto per_token_s = perTokenSeconds(engines);
    if (!per_token_s) return per_token_s.error();
    std::vector<std::vector<double>> of_engines;
    for (const EngineRequests& engine : engines)
        of_engines.push_back(waysOfDevices(engine.requests, *per_token_s));
    const std::vector<double> ways = pooledWays(of_engines);
    for (std::size_t i = 0; i < engines.size(); ++i) {
        if (!(ways[i] > 0)) continue;
        CalibrationGroup& group = calibration.groups[engines[i].group];
        group.values["request_s"] = ways[i];
        group.values[kRequestPerToken] = *per_token_s;
        group.points += std::ranges::count_if(engines[i].requests, &TimedRequest::alone);
    }
    return {};
}

/// The library's calibrations with this one in place of the committed one.
std::vector<Calibration> knownWith(const Library& library, const Calibration& fitted) {
    std::vector<Calibration> known = library.calibrations();
    std::erase_if(known, [&](const Calibration& calibration) { return calibration.id == fitted.id; });
    known.push_back(fitted);
    return known;
}

/// Hybrid models always: their steps tell of scans and indexers that nobody measured more than of what lies between
/// kernels.
bool isHybrid(const ServingCase& serving_case) {
    return serving_case.document->contains("recurrent") || serving_case.document->contains("sparse_attention");
}

bool leftOut(const ServingCase& serving_case, const LeftOut& without) {
    if (without.devices.has(serving_case.gpu.id)) return true;
    if (!without.runs.empty() && compose::runtimeName(serving_case.gpu) == without.runs) return true;
    return !without.model.empty() && serving_case.document->value("id", serving_case.model) == without.model;
}

/// A term that no row shows, so that the fit leaves it at its least, is none.
void dropUnseen(std::span<const FreeCoefficient> free, hardware::Coefficients& values) {
    for (const FreeCoefficient& free_coefficient : free) {
        const auto found = values.find(free_coefficient.name);
        if (found != values.end() && found->second <= 1.001 * free_coefficient.low) values.erase(found);
    }
}

Calibration describe() {
    Calibration calibration;
    calibration.id = "compose-serving";
    calibration.suite = "gpu-modern";
    calibration.data =
        "Custom all-reduce kernels and serving points of ai-dynamo/aiconfigurator (NVIDIA, Apache License 2.0)";
    calibration.command = "strata-lab calibrate compose-serving --data DIR";
    noteRanges(kAllReduceFree, calibration);
    noteRanges(kReplayFree, calibration);
    noteRanges(kHostFree, calibration);
    noteRanges(kExpertsFree, calibration);
    noteRanges(kRequestFree, calibration);
    for (const char* name : {"prompt_latent_s", "prompt_experts_s"})
        calibration.origins[name] = rangeText(kLeastPromptStart_s, kMostPromptStart_s);
    return calibration;
}

/// What all fits share: the points, their kernels predicted once, all-reduces by engine.
struct FitData {
    ServingCases read;
    std::vector<PreparedStep> steps; ///< of each point
    std::map<std::string, std::vector<AllReduce>> reduces;
    std::vector<std::string> engines; ///< in the order of the manifest
};

Result<void> readFitData(const fs::path& data, const Library& library, FitData& out) {
    auto read = readServingCases(data, library, ServingModels::All);
    if (!read) return read.error();
    const auto set = manifestOf("serving-points");
    if (!set) return set.error();
    out.read = *std::move(read);
    out.engines = set->split.fit;
    for (const std::string& engine : out.engines) {
        auto reduces = readAllReduces(data, library, engine, {});
        if (!reduces) return reduces.error();
        out.reduces[engine] = *std::move(reduces);
    }
    for (std::size_t i = 0; i < out.read.cases.size(); ++i) {
        const ServingCase& serving_case = out.read.cases[i];
        out.steps.push_back(
            prepare(serving_case, serving_case.experts ? std::nullopt : out.read.measured[i], library.calibrations()));
    }
    return {};
}

/// Coefficients of the engines but for first tokens, and the points that they were fitted to.
struct EngineFits {
    Calibration calibration = describe();
    std::vector<EngineRequests> engines;
};

Result<EngineFits> fitEngines(const FitData& data, const LeftOut& without) {
    EngineFits fits;
    for (const std::string& engine : data.engines) {
        EngineFit fit(engine);
        std::vector<AllReduce> reduces = data.reduces.at(engine);
        std::erase_if(reduces, [&](const AllReduce& row) { return without.devices.has(row.gpu.id); });
        if (auto done = fit.fit(kAllReduceFree, reduces, allReduceTime); !done) return done.error();
        std::vector<PreparedStep> sums, dense, mixtures;
        std::vector<const ServingCase*> every;
        for (const PreparedStep& step : data.steps) {
            const ServingCase& serving_case = *step.one;
            if (serving_case.gpu.engine != engine) continue;
            // Kernels that are left out in no point: tables are what is known of a device before its engine runs.
            if (step.measured) sums.push_back(step);
            if (isHybrid(serving_case) || leftOut(serving_case, without)) continue;
            every.push_back(&serving_case);
            (serving_case.experts ? mixtures : dense).push_back(step);
        }
        const auto hidden =
            sums.empty() ? fit.fit(kReplayFree, dense, preparedTime) : fit.fit(kReplayFree, sums, kernelSums);
        if (!hidden) return hidden.error();
        const bool host_shows =
            std::ranges::any_of(dense, [](const PreparedStep& step) { return !step.one->hides_host_work; });
        const auto steps = host_shows ? fit.fit(kHostFree, dense, stepTime) : fit.fit(kStepFree, dense, stepTime);
        if (!steps) return steps.error();
        if (auto done = fit.fit(kExpertsFree, mixtures, preparedTime); !done) return done.error();
        CalibrationGroup group = fit.group();
        dropUnseen(host_shows ? std::span<const FreeCoefficient>(kHostFree) : kStepFree, group.values);
        if (group.values.empty()) continue;
        group.points = static_cast<std::int64_t>(reduces.size() + dense.size() + mixtures.size());
        fits.calibration.groups.push_back(std::move(group));
        fits.engines.push_back({fits.calibration.groups.size() - 1, std::move(every), {}});
    }
    return fits;
}

/// Errors of whole passes and of first tokens, by class.
using ClassErrors = std::map<std::string, std::vector<ModelError>, std::less<>>;

/// Those of the points that `counts`, under the calibrations `known`, which tell nothing yet of how far whole passes
/// err. What a request waits for inside the engine is as `requests` have it: of the fit to all points, for it follows
/// the engine's own times by less than first tokens err.
template <class Counts>
ClassErrors errorsOf(const FitData& data, std::span<const TimedRequest> requests, const std::vector<Calibration>& known,
                     Counts counts) {
    ClassErrors errors;
    for (const PreparedStep& step : data.steps) {
        const ServingCase& serving_case = *step.one;
        if (isHybrid(serving_case) || !counts(serving_case)) continue;
        std::size_t next = 0;
        const auto time = compose::composeServingStep(serving_case.gpu, serving_case.decode, serving_case.prefill,
                                                      serving_case.load, costsOf(serving_case, known), known,
                                                      [&](const workload::Kernel&) { return step.kernels[next++]; });
        errors[serving_case.experts ? "serving experts" : "serving"].push_back(
            {serving_case.gpu.id, std::log(serving_case.measured_s / time.seconds) - time.error.kernels_bias,
             time.error.sigma, time.error.kernels_bias});
        if (!step.measured) continue;
        const auto [predicted, measured] = stepTime(step, known);
        errors["serving tables"].push_back({serving_case.gpu.id, std::log(measured / predicted), 0.0});
    }
    for (const TimedRequest& row : requests) {
        if (!row.drawn || !counts(*row.one)) continue;
        const auto [predicted, measured] = requestTime(row, known);
        errors[row.one->experts ? "first tokens experts" : "first tokens"].push_back(
            {row.one->gpu.id, std::log(measured / predicted), 0.0});
    }
    return errors;
}

/// Fits to part of the points take from the whole fit what simulations tell: host times of prompts, and times inside
/// of the engines.
Result<Calibration> fitPart(const FitData& data, const EngineFits& whole, const LeftOut& without) {
    auto part = fitEngines(data, without);
    if (!part) return part.error();
    for (EngineRequests& engine : part->engines) {
        CalibrationGroup& group = part->calibration.groups[engine.group];
        for (const EngineRequests& all : whole.engines) {
            const CalibrationGroup& known = whole.calibration.groups[all.group];
            if (known.key != group.key) continue;
            for (const char* name : {"prompt_latent_s", "prompt_experts_s"}) {
                if (const auto found = known.values.find(name); found != known.values.end())
                    group.values[name] = found->second;
            }
            std::ranges::copy_if(all.requests, std::back_inserter(engine.requests),
                                 [&](const TimedRequest& row) { return !leftOut(*row.one, without); });
        }
    }
    if (auto done = fitWays(part->engines, part->calibration); !done) return done.error();
    return std::move(part->calibration);
}

/// What is left out of a fit for the errors at a distance.
struct Held {
    LeftOut out;
    gpu::Distance shows;
};

std::vector<Held> heldOut(const FitData& data, const LeftOut& without) {
    std::vector<hardware::Gpu> devices;
    std::map<std::string, std::set<std::string>> runs; // of each engine
    for (const PreparedStep& step : data.steps) {
        if (leftOut(*step.one, without)) continue;
        devices.push_back(step.one->gpu);
        runs[step.one->gpu.engine].insert(compose::runtimeName(step.one->gpu));
    }
    std::vector<Held> held;
    for (const LeftOutGroup& group : leftOutGroups(devices, without.devices)) {
        if (group.shows) held.push_back({{Without(group.devices), {}, {}}, *group.shows});
    }
    // Without its only range an engine would be unknown, not another version of a known one.
    for (const auto& [engine, names] : runs) {
        for (const std::string& name : names)
            if (names.size() > 1) held.push_back({{{}, {}, name}, gpu::Distance::Engine});
    }
    return held;
}

/// The facts that a new device and its runtime are compared with (compose::runtimeDistance()).
void appendMeasuredRuntimes(const FitData& data, const LeftOut& without, Calibration& calibration) {
    std::map<std::pair<std::string, std::string>, CalibrationGroup> groups;
    for (const PreparedStep& step : data.steps) {
        const hardware::Gpu& gpu = step.one->gpu;
        if (leftOut(*step.one, without)) continue;
        const std::string runs = compose::runtimeName(gpu);
        CalibrationGroup& group = groups[{gpu.id, runs}];
        group.key = {{"device", gpu.id}, {"architecture", gpu.architecture}, {"vendor", gpu.vendor}, {"runs", runs}};
        ++group.points;
    }
    for (auto& [name, group] : groups)
        calibration.groups.push_back(std::move(group));
}

constexpr std::size_t kFewest = 10; ///< errors that tell a residual

/// Errors by distance into the calibration.
Result<void> addDistances(const FitData& data, const Library& library, const EngineFits& whole, const LeftOut& without,
                          Calibration& calibration) {
    std::map<gpu::Distance, ClassErrors> errors;
    const auto add = [&](gpu::Distance distance, const Calibration& fitted, auto counts) {
        std::vector<TimedRequest> requests;
        for (const EngineRequests& engine : whole.engines)
            requests.insert(requests.end(), engine.requests.begin(), engine.requests.end());
        for (auto& [of, more] : errorsOf(data, requests, knownWith(library, fitted), counts))
            std::ranges::move(more, std::back_inserter(errors[distance][of]));
    };
    add(gpu::Distance::Same, whole.calibration,
        [&](const ServingCase& serving_case) { return !leftOut(serving_case, without); });
    for (const Held& held : heldOut(data, without)) {
        LeftOut both = held.out;
        both.devices = both.devices.with(without.devices);
        both.model = without.model;
        const auto fitted = fitPart(data, whole, both);
        if (!fitted) return fitted.error();
        add(held.shows, *fitted,
            [&](const ServingCase& one) { return leftOut(one, held.out) && !leftOut(one, without); });
    }
    for (const auto& [distance, by_class] : errors) {
        for (const auto& [of, found] : by_class) {
            if (found.size() >= kFewest) calibration.residuals.push_back(residualAtDistance(found, of, distance));
        }
    }
    appendMeasuredRuntimes(data, without, calibration);
    return {};
}

Result<Calibration> fitServing(const fs::path& data, const Library& library, const LeftOut& without, bool distances) {
    FitData input;
    if (auto read = readFitData(data, library, input); !read) return read.error();
    auto fits = fitEngines(input, without);
    if (!fits) return fits.error();
    Calibration& calibration = fits->calibration;
    if (calibration.groups.empty()) {
        return Error{"bad-value",
                     {},
                     {"error.nothing-serving-engine-measured-in", {{"data", data.string()}}},
                     {"accepted.folder-with-allreduce-csv-gz-and"},
                     {}};
    }
    for (EngineRequests& engine : fits->engines) {
        if (!startsPrompts(engine)) engine.requests = timeRequests(engine.cases, knownWith(library, calibration));
    }
    if (auto done = fitStarts(fits->engines, knownWith(library, calibration), calibration); !done) return done.error();
    for (EngineRequests& engine : fits->engines) {
        if (startsPrompts(engine)) engine.requests = timeRequests(engine.cases, knownWith(library, calibration));
    }
    if (auto done = fitWays(fits->engines, calibration); !done) return done.error();
    std::vector<TimedRequest> drawn;
    for (const EngineRequests& engine : fits->engines)
        drawn.insert(drawn.end(), engine.requests.begin(), engine.requests.end());
    ClassErrors errors = errorsOf(input, drawn, knownWith(library, calibration),
                                  [&](const ServingCase& serving_case) { return !leftOut(serving_case, without); });
    Calibration answer = calibration;
    answer.residuals.push_back(modelResidual(errors["serving tables"], "serving tables"));
    for (const char* of : {"serving", "serving experts", "first tokens", "first tokens experts"}) {
        if (!errors[of].empty()) answer.residuals.push_back(servingResidual(errors[of], of));
    }
    setSummary(answer, errors["serving"]);
    if (!distances) return answer;
    if (auto done = addDistances(input, library, *fits, without, answer); !done) return done.error();
    return answer;
}

} // namespace

Result<Calibration> fitComposeServing(const fs::path& data, const Library& library, const Without& without) {
    return fitServing(data, library, {without, {}, {}}, true);
}

Result<Calibration> fitComposeServingWithout(const fs::path& data, const Library& library, const LeftOut& without,
                                             bool by_distance) {
    return fitServing(data, library, without, by_distance);
}

} // namespace strata::assess
