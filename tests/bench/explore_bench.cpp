// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/compose/compose.h"
#include "core/evaluate/kinds/gpu/model_query.h"
#include "core/evaluate/kinds/npu/layer_query.h"
#include "core/explore/result_store.h"
#include "core/explore/run.h"
#include "core/gpu/power/power.h"
#include "core/gpu/predictor.h"
#include "core/npu/loopnest.h"
#include "tests/bench/explore_fixture.h"

#include <benchmark/benchmark.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>
#include <unistd.h>

using namespace strata;
using namespace strata::explore;
using fixture::layerSweep;
using fixture::library;
using fixture::modelSweep;

namespace {

std::shared_ptr<const ExploreRequest> parsed(const Json& document, benchmark::State& state) {
    auto request = fixture::parsed(document);
    if (request) return std::make_shared<const ExploreRequest>(*std::move(request));
    state.SkipWithError("run it in the folder with hwlib and resources, or state STRATA_ROOT");
    return nullptr;
}

void countPoints(benchmark::State& state, std::int64_t points) {
    state.counters["points/s"] = benchmark::Counter(static_cast<double>(points), benchmark::Counter::kIsRate);
    state.counters["s/point"] =
        benchmark::Counter(static_cast<double>(points), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// The method by itself: numbers are written into the architecture, nothing else is done.
void layerBare(benchmark::State& state) {
    const auto request = parsed(layerSweep(), state);
    if (!request) return;
    const auto query = resolveLayer(*request->base, *library());
    npu::LoopNestEvaluator evaluator(query->architecture, query->problem);
    npu::LoopNestResult result;
    hardware::NpuArchitecture changed = query->architecture;
    CounterRandom random(1);
    std::vector<double> units(5 * 1024);
    for (double& unit : units)
        unit = random.nextUniform();
    std::size_t next = 0;
    double sum = 0;
    for (auto _ : state) {
        const double* u = &units[next];
        next = next + 5 == units.size() ? 0 : next + 5;
        changed.levels[1].entries = static_cast<std::uint64_t>((131072 + 131072 * u[0]) / 8);
        changed.levels[1].read_words_per_cycle = 4 + 60 * u[1];
        changed.levels[1].write_words_per_cycle = 4 + 60 * u[2];
        changed.levels[1].energy.read_pj = 5 + 45 * u[3];
        changed.clock_hz = 1e8 + 9e8 * u[4];
        evaluator.setNumbers(changed);
        evaluator.evaluate(query->mapping, result);
        sum += result.energy_pj + result.cycles / changed.clock_hz;
    }
    benchmark::DoNotOptimize(sum);
    countPoints(state, static_cast<std::int64_t>(state.iterations()));
}

/// Not even that: the same architecture again and again.
void layerUnchanged(benchmark::State& state) {
    const auto request = parsed(layerSweep(), state);
    if (!request) return;
    const auto query = resolveLayer(*request->base, *library());
    npu::LoopNestEvaluator evaluator(query->architecture, query->problem);
    npu::LoopNestResult result;
    for (auto _ : state) {
        evaluator.evaluate(query->mapping, result);
        benchmark::DoNotOptimize(result.energy_pj);
    }
    countPoints(state, static_cast<std::int64_t>(state.iterations()));
}

void changeModel(hardware::Gpu& gpu, CounterRandom& random) {
    gpu.sms = 40 + static_cast<std::uint32_t>(160 * random.nextUniform());
    gpu.clock_hz = 1e9 + 1e9 * random.nextUniform();
    gpu.memory_bytes_per_s = 1e12 + 3e12 * random.nextUniform();
    gpu.l2_bytes = 1e7 + 9e7 * random.nextUniform();
}

/// A device that follows its numbers, as a sweep has it.
void modelBare(benchmark::State& state) {
    const auto request = parsed(modelSweep(), state);
    if (!request) return;
    const auto query = resolveModel(*request->base, *library());
    hardware::Gpu gpu = query->device.gpu;
    const auto& calibrations = library()->calibrations();
    const auto costs = compose::runtimeCosts(gpu, calibrations);
    const auto correlation = compose::errorCorrelation(calibrations, compose::runtimeResidualOf(query->graph));
    gpu::RenewedTiles tiles(calibrations);
    CounterRandom random(1);
    double sum = 0;
    for (auto _ : state) {
        changeModel(gpu, random);
        const double idle_w = gpu::idlePower(gpu, calibrations);
        sum += compose::compose(gpu, query->graph, costs, correlation, idle_w, tiles.at(gpu)).seconds;
    }
    benchmark::DoNotOptimize(sum);
    countPoints(state, static_cast<std::int64_t>(state.iterations()));
}

/// Another device each time: all coefficients are looked up anew, as for a single request.
void modelAnew(benchmark::State& state) {
    const auto request = parsed(modelSweep(), state);
    if (!request) return;
    const auto query = resolveModel(*request->base, *library());
    hardware::Gpu gpu = query->device.gpu;
    CounterRandom random(1);
    double sum = 0;
    for (auto _ : state) {
        changeModel(gpu, random);
        const auto& calibrations = library()->calibrations();
        const auto predictor = gpu::kernelPredictor("gpu.tile", gpu, calibrations);
        const auto costs = compose::runtimeCosts(gpu, calibrations);
        sum += compose::compose(gpu, query->graph, costs, calibrations, *predictor).seconds;
    }
    benchmark::DoNotOptimize(sum);
    countPoints(state, static_cast<std::int64_t>(state.iterations()));
}

/// The whole engine: sampling, decoding, method, constraints, blocks in order, columns.
void sweep(benchmark::State& state, const Json& document, std::uint64_t points, unsigned threads) {
    const auto request = parsed(document, state);
    if (!request) return;
    ExploreRequest bounded = *request;
    bounded.budget = points;
    for (auto _ : state) {
        ResultTable table;
        RunOptions options;
        options.threads = threads;
        if (!runExploration(bounded, library(), options, table)) state.SkipWithError("the sweep failed");
        benchmark::DoNotOptimize(table.rows());
    }
    countPoints(state, static_cast<std::int64_t>(state.iterations() * points));
}

void layerSweepOneThread(benchmark::State& state) { sweep(state, layerSweep(), 200'000, 1); }
void layerSweepAllThreads(benchmark::State& state) {
    sweep(state, layerSweep(), 400'000, std::thread::hardware_concurrency());
}
void modelSweepOneThread(benchmark::State& state) { sweep(state, modelSweep(), 50'000, 1); }
void modelSweepAllThreads(benchmark::State& state) {
    sweep(state, modelSweep(), 100'000, std::thread::hardware_concurrency());
}

void paretoOfAMillion(benchmark::State& state) {
    CounterRandom random(5);
    std::vector<double> values(3'000'000);
    for (double& value : values)
        value = random.nextUniform();
    for (auto _ : state)
        benchmark::DoNotOptimize(paretoFront({values, 3}));
}

/// A file of 10^6 points with twelve columns, as a sweep leaves it behind; removed at the end.
struct StoreFile {
    explicit StoreFile(const ExploreRequest& request)
        : path(std::filesystem::temp_directory_path() / ("strata_bench_" + std::to_string(::getpid()) + ".sqlite")) {
        auto store = ResultStore::create(path, request);
        const std::size_t width = request.space.axes.size() + request.metrics.size();
        CounterRandom random(9);
        constexpr std::size_t kChunk = 20'000;
        for (std::uint64_t first = 0; store && first < 1'000'000; first += kChunk) {
            PointBlock block{first, kChunk, std::vector<double>(kChunk * width), std::vector<std::string>(kChunk)};
            for (double& value : block.rows)
                value = random.nextUniform();
            for (std::size_t i = 0; i < kChunk; i += 11)
                block.reasons[i] = "over-capacity: shared_glb";
            if (!store->append(block) || !store->flush()) return;
        }
        good = static_cast<bool>(store);
    }
    ~StoreFile() {
        for (const char* end : {"", "-wal", "-shm"})
            std::filesystem::remove(path.string() + end);
    }

    std::filesystem::path path;
    bool good = false;
};

/// What a reader waits for who opens a file of results: all columns.
void storeOfAMillionOpened(benchmark::State& state) {
    const auto request = parsed(layerSweep(), state);
    if (!request) return;
    const StoreFile file(*request);
    for (auto _ : state) {
        auto store = ResultStore::open(file.path, false);
        auto table = store ? store->table() : Result<ResultTable>(store.error());
        if (!file.good || !table || table->rows() != 1'000'000) state.SkipWithError("the file cannot be read");
    }
}

/// The same out of a session, which holds the file as bytes.
void storeOfAMillionFromBytes(benchmark::State& state) {
    const auto request = parsed(layerSweep(), state);
    if (!request) return;
    const StoreFile file(*request), copy(*request);
    auto whole = ResultStore::open(file.path, false);
    const auto bytes = whole ? whole->toBytes() : Result<std::string>(whole.error());
    for (auto _ : state) {
        if (!bytes || !ResultStore::writeFile(copy.path, *bytes))
            return state.SkipWithError("the bytes cannot be read");
        auto store = ResultStore::open(copy.path, false);
        if (!store || !store->table()) state.SkipWithError("the copy cannot be read");
    }
}

BENCHMARK(storeOfAMillionOpened)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(storeOfAMillionFromBytes)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(layerUnchanged)->UseRealTime();
BENCHMARK(layerBare)->UseRealTime();
BENCHMARK(layerSweepOneThread)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(layerSweepAllThreads)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(modelAnew)->UseRealTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(modelBare)->UseRealTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(modelSweepOneThread)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(modelSweepAllThreads)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(paretoOfAMillion)->Unit(benchmark::kMillisecond);

} // namespace
