// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated iterations and requests a second, on tables of the size of the reference's.
#include "core/serving/simulation/summary.h"
#include "core/serving/tables/vidur_tables.h"

#include <benchmark/benchmark.h>

using namespace strata::serving;

namespace {

/// Times of the order of a 7B model on an A100.
OperatorTables sampleTables() {
    OperatorTables tables;
    tables.contexts = 65;
    tables.decode_batches = 128;
    tables.prefill_chunks = 4096;
    for (int tokens = 1; tokens <= 4096; ++tokens) {
        tables.linear_s.push_back(2.8e-4 + 5e-7 * tokens);
        tables.kv_save_s.push_back(0);
    }
    for (int batch = 1; batch <= 128; ++batch) {
        for (int context = 0; context < 65; ++context)
            tables.decode_s.push_back(1e-5 + 1e-6 * batch + 2e-8 * batch * context);
    }
    for (int context = 0; context < 65; ++context) {
        for (int chunk = 1; chunk <= 4096; ++chunk) {
            tables.prefill_s.push_back(1e-5 + 1e-11 * chunk * (chunk + 64.0 * context));
        }
    }
    return tables;
}

void run(benchmark::State& state, const char* policy, double rate_per_s, double longest, bool cache) {
    const OperatorTableTime time(sampleTables(), {.layers = 32});
    SimulationOptions options;
    options.scheduler.policy = policy;
    options.scheduler.blocks = 7648;
    options.scheduler.prefix_cache = cache;
    TrafficOptions traffic_options;
    traffic_options.arrivals.rate_per_s = rate_per_s;
    traffic_options.prompt = {.kind = LengthDistribution::Kind::Uniform, .minimum = 122, .maximum = 487};
    traffic_options.output = {.kind = LengthDistribution::Kind::Uniform, .minimum = 6, .maximum = longest};
    traffic_options.requests = 100000;
    double iterations = 0, requests = 0;
    for (auto _ : state) {
        GeneratedTraffic traffic(traffic_options);
        Summary summary;
        const auto totals = simulate(options, traffic, time, summary);
        if (!totals) return state.SkipWithError("the simulation failed");
        iterations += static_cast<double>(totals->iterations);
        requests += static_cast<double>(totals->requests);
    }
    state.counters["iterations/s"] = benchmark::Counter(iterations, benchmark::Counter::kIsRate);
    state.counters["requests/s"] = benchmark::Counter(requests, benchmark::Counter::kIsRate);
}

} // namespace

// The published example's lengths at its rate, then at one that keeps some 25 requests decoding.
BENCHMARK_CAPTURE(run, prefill_first_2_per_s, "prefill-first", 2.0, 25.0, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, stall_free_2_per_s, "stall-free", 2.0, 25.0, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, chunked_2_per_s, "chunked-prefill", 2.0, 25.0, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, chunked_cache_2_per_s, "chunked-prefill", 2.0, 25.0, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, prefill_first_long_outputs, "prefill-first", 10.0, 400.0, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, chunked_long_outputs, "chunked-prefill", 10.0, 400.0, false)->Unit(benchmark::kMillisecond);
