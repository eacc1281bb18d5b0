// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/resolve.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace strata;

namespace {

std::filesystem::path root() {
    const char* stated = std::getenv("STRATA_ROOT");
    return stated != nullptr ? stated : ".";
}

std::shared_ptr<const Library> library() {
    const auto partial = Library::loadWhatIsSound(root());
    return partial ? partial->library : nullptr;
}

/// A slider moves one value of a sample request; the window waits for the whole answer.
void drag(benchmark::State& state, const char* sample, const char* pointer, int first) {
    const auto entries = library();
    const auto request = readJsonFile(root() / "resources" / "samples" / sample);
    if (!entries || !request) {
        state.SkipWithError("run it in the folder with hwlib and resources, or state STRATA_ROOT");
        return;
    }
    int step = 0;
    for (auto _ : state) {
        const auto changed = setParameter(*request, pointer, first + (step++ % 64), *entries);
        const auto estimate = changed ? evaluate(*changed, Context{*entries, {}, nullptr}) : changed.error();
        if (!estimate) state.SkipWithError(describe(estimate.error()).c_str());
        benchmark::DoNotOptimize(estimate);
    }
}

/// The same where the edit hands its query on to the evaluation.
void dragResolved(benchmark::State& state, const char* sample, const char* pointer, int first) {
    const auto entries = library();
    const auto request = readJsonFile(root() / "resources" / "samples" / sample);
    if (!entries || !request) {
        state.SkipWithError("run it in the folder with hwlib and resources, or state STRATA_ROOT");
        return;
    }
    int step = 0;
    for (auto _ : state) {
        const auto changed = changeRequest(*request, pointer, first + (step++ % 64), *entries);
        const auto estimate =
            changed ? evaluate(*changed, Context{*entries, {}, nullptr}) : Result<Estimate>(changed.error());
        if (!estimate) state.SkipWithError(describe(estimate.error()).c_str());
        benchmark::DoNotOptimize(estimate);
    }
}

void kernelRequest(benchmark::State& state) { drag(state, "gemm-bf16-h100.json", "/workload/m", 4096); }
void modelRequest(benchmark::State& state) { drag(state, "gpt2-large-a100.json", "/workload/sequence", 960); }
void servingRequest(benchmark::State& state) {
    drag(state, "llama3.1-8b-decode-h100.json", "/workload/sequence", 2048);
}
BENCHMARK(kernelRequest);
BENCHMARK(modelRequest);
BENCHMARK(servingRequest);

void kernelResolvedOnce(benchmark::State& state) { dragResolved(state, "gemm-bf16-h100.json", "/workload/m", 4096); }
void modelResolvedOnce(benchmark::State& state) {
    dragResolved(state, "gpt2-large-a100.json", "/workload/sequence", 960);
}
BENCHMARK(kernelResolvedOnce);
BENCHMARK(modelResolvedOnce);

} // namespace
