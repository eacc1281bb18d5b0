// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/executor.h"
#include "core/npu/edit.h"
#include "core/npu/factors.h"
#include "core/npu/loopnest.h"
#include "core/npu/mapper.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>

using namespace strata;

namespace {

hardware::NpuLevel level(const char* name, std::uint64_t entries, std::uint32_t x, std::uint32_t y) {
    hardware::NpuLevel level;
    level.name = name;
    level.entries = entries;
    level.word_bits = 16;
    level.entry_bits = 16;
    level.fanout_x = x;
    level.fanout_y = y;
    level.energy = {1.5, 1.25, 1.75, 0.0};
    return level;
}

workload::Tensor tensor(const char* name, std::vector<workload::ProjectionAxis> axes, bool output = false) {
    return {name, std::move(axes), output, 0};
}

workload::Problem gemm() {
    return {"gemm",
            {{"m", 256}, {"n", 512}, {"k", 768}},
            {tensor("weights", {{{2, 1}}, {{1, 1}}}), tensor("inputs", {{{0, 1}}, {{2, 1}}}),
             tensor("outputs", {{{0, 1}}, {{1, 1}}}, true)}};
}

hardware::NpuArchitecture threeLevels() {
    hardware::NpuArchitecture npu;
    npu.levels = {level("dram", 0, 1, 1), level("buffer", 1u << 18, 16, 16), level("registers", 64, 1, 1)};
    npu.compute = {"mac", 16, 1.0, 0.0, 0.0};
    return npu;
}

workload::Problem convolution() {
    const auto one = [](std::uint32_t d) { return workload::ProjectionAxis{{d, 1}}; };
    // n, k, c, p, q, r, s
    return {"conv",
            {{"n", 4}, {"k", 96}, {"c", 48}, {"p", 28}, {"q", 28}, {"r", 3}, {"s", 3}},
            {tensor("weights", {one(1), one(2), one(5), one(6)}),
             tensor("inputs", {one(0), one(2), {{3, 1}, {5, 1}}, {{4, 1}, {6, 1}}}),
             tensor("outputs", {one(0), one(1), one(3), one(4)}, true)}};
}

hardware::NpuArchitecture rowStationary() {
    hardware::NpuArchitecture npu;
    npu.levels = {level("dram", 0, 1, 1),       level("buffer", 1u << 16, 14, 1), level("column", 0, 1, 12),
                  level("input_row", 24, 1, 1), level("weight_row", 224, 1, 1),   level("sum_row", 32, 1, 1)};
    npu.levels[2].stores = false;
    npu.levels[3].keeps = {"inputs"};
    npu.levels[4].keeps = {"weights"};
    npu.levels[5].keeps = {"outputs"};
    npu.compute = {"mac", 16, 2.0, 0.0, 0.0};
    return npu;
}

/// Valid mappings, all different: factors wander from level to level, loops change places.
std::vector<npu::Mapping> mappings(npu::LoopNestEvaluator& evaluator, std::size_t wanted) {
    const hardware::NpuArchitecture& architecture = evaluator.architecture();
    const workload::Problem& problem = evaluator.problem();
    npu::Mapping mapping;
    for (std::size_t l = 0; l < architecture.levels.size(); ++l) {
        mapping.levels.push_back({{}, {}, {}, npu::defaultKeep(architecture, problem, l)});
    }
    for (std::uint32_t d = 0; d < problem.dimensions.size(); ++d) {
        mapping.levels[0].temporal.push_back({d, problem.dimensions[d].bound, problem.dimensions[d].bound});
    }
    std::mt19937 random(7);
    const auto below = [&](std::size_t end) { return static_cast<std::size_t>(random() % end); };
    npu::LoopNestResult result;
    std::vector<npu::Mapping> found;
    for (int attempt = 0; attempt < 2'000'000 && found.size() < wanted; ++attempt) {
        const auto kind = [&] { return static_cast<npu::LoopKind>(below(3)); };
        const npu::LoopPlace from{below(architecture.levels.size()), kind()};
        const npu::LoopPlace to{below(architecture.levels.size()), kind()};
        const auto d = static_cast<std::uint32_t>(below(problem.dimensions.size()));
        const auto factors = npu::legalFactors(mapping, from, d, false);
        if (factors.empty() || from == to) {
            continue;
        }
        auto moved =
            npu::moveFactor(mapping, problem, d, from, to, factors[below(std::min<std::size_t>(2, factors.size()))]);
        if (!moved) {
            continue;
        }
        auto& loops = npu::loopsAt(moved->levels[to.level], to.kind);
        std::swap(loops.front(), loops[below(loops.size())]);
        evaluator.evaluate(*moved, result);
        if (result.violations.empty()) {
            mapping = std::move(*moved);
            if (attempt > 500) {
                found.push_back(mapping);
            }
        }
    }
    return found;
}

void evaluateAll(benchmark::State& state, const hardware::NpuArchitecture& architecture,
                 const workload::Problem& problem) {
    npu::LoopNestEvaluator evaluator(architecture, problem);
    const std::vector<npu::Mapping> list = mappings(evaluator, 1000);
    if (list.empty()) {
        std::abort();
    }
    npu::LoopNestResult result;
    std::size_t next = 0;
    double sum = 0.0;
    for (auto _ : state) {
        evaluator.evaluate(list[next], result);
        sum += result.energy_pj;
        next = next + 1 == list.size() ? 0 : next + 1;
    }
    benchmark::DoNotOptimize(sum);
    state.counters["mappings"] = static_cast<double>(list.size());
    state.counters["evaluations/s"] =
        benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void gemmThreeLevels(benchmark::State& state) { evaluateAll(state, threeLevels(), gemm()); }
void convolutionRowStationary(benchmark::State& state) { evaluateAll(state, rowStationary(), convolution()); }

/// Four levels that hold words, seven loops.
hardware::NpuArchitecture fourLevels() {
    hardware::NpuArchitecture npu;
    npu.levels = {level("dram", 0, 1, 1), level("buffer", 1u << 18, 16, 1), level("line", 1u << 12, 1, 16),
                  level("registers", 64, 1, 1)};
    npu.compute = {"mac", 16, 1.0, 0.0, 0.0};
    return npu;
}

/// A search from the outermost mapping on one thread: mappings that it evaluates in a second of the processor, and
/// those that it passes over because it knows them already or because they cannot fit.
void searchAll(benchmark::State& state, const npu::Mapper& mapper, hardware::NpuArchitecture architecture,
               const workload::Problem& problem) {
    architecture.recipe.allow_imperfect = false; // tiles that remainders cut are walked one by one
    npu::LoopNestEvaluator evaluator(architecture, problem);
    npu::MapperSettings settings;
    settings.budget = 20'000;
    settings.keep_dataflow = false;
    double evaluated = 0.0, passed = 0.0;
    for (auto _ : state) {
        const auto found = mapper.search(evaluator, npu::outermostMapping(architecture, problem), "", settings, {});
        if (!found) std::abort();
        evaluated += static_cast<double>(found->evaluated);
        passed += static_cast<double>(found->pruned);
        ++settings.seed;
    }
    state.counters["mappings/s"] = benchmark::Counter(evaluated, benchmark::Counter::kIsRate);
    state.counters["passed over/s"] = benchmark::Counter(passed, benchmark::Counter::kIsRate);
}

/// One row for each search that a budget ends, on a product and on a convolution.
const bool kSearches = [] {
    for (const npu::Mapper& mapper : npu::builtinMappers()) {
        if (mapper.proves || mapper.id == "exhaustive") continue;
        const std::string id(mapper.id);
        benchmark::RegisterBenchmark(("search/" + id + "/gemm").c_str(), [&mapper](benchmark::State& state) {
            searchAll(state, mapper, threeLevels(), gemm());
        })->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark(("search/" + id + "/convolution").c_str(), [&mapper](benchmark::State& state) {
            searchAll(state, mapper, fourLevels(), convolution());
        })->Unit(benchmark::kMillisecond);
    }
    return true;
}();

/// The best mapping of a convolution on a row-stationary array with a proof, on two threads.
const bool kProofs = [] {
    for (const auto goal : {npu::MappingGoal::Edp, npu::MappingGoal::Energy, npu::MappingGoal::Latency}) {
        const auto prove = [goal](benchmark::State& state) {
            hardware::NpuArchitecture architecture = rowStationary();
            architecture.recipe.allow_imperfect = false;
            const workload::Problem problem = convolution();
            npu::LoopNestEvaluator evaluator(architecture, problem);
            ThreadExecutor executor(2);
            npu::MapperSettings settings{.goal = goal, .budget = 1'000'000'000, .keep_dataflow = false};
            settings.executor = &executor;
            const auto mapper = std::ranges::find(npu::builtinMappers(), true, &npu::Mapper::proves);
            for (auto _ : state) {
                const auto found =
                    mapper->search(evaluator, npu::outermostMapping(architecture, problem), "", settings, {});
                if (!found || !found->complete) std::abort();
            }
        };
        benchmark::RegisterBenchmark(("prove/" + std::string(npu::name(goal)) + "/convolution").c_str(), prove)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
    }
    return true;
}();

BENCHMARK(gemmThreeLevels);
BENCHMARK(convolutionRowStationary);

} // namespace
