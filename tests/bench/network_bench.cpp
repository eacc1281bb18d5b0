// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/link_events.h"

#include <benchmark/benchmark.h>

#include <sys/resource.h>

using namespace strata;
using namespace strata::network;

namespace {

/// Nodes of eight behind a switch, joined by a fat tree.
Fabric fabric(std::uint32_t ranks) {
    hardware::Cluster cluster;
    cluster.devices_per_node = 8;
    cluster.nodes = ranks / 8;
    cluster.scale_up = {{"NVLink", "nvlink4", hardware::Topology::Switch, 8, 8, 4.5e11, 3e-7, true}};
    cluster.scale_out = {"infiniband", hardware::Topology::FatTree, 8, 5e10, 2.7e-6, 1.0};
    return *fabricOf(cluster, {ranks, 0});
}

/// All-reduce of 1 GiB at link level; prints the most memory that the program took.
void allReduce(benchmark::State& state, Algorithm algorithm) {
    const Fabric ranks = fabric(static_cast<std::uint32_t>(state.range(0)));
    const auto phases = alphaBetaTime(ranks, Collective::AllReduce, 1073741824.0, {algorithm, {}, 1}).phases;
    for (auto _ : state) {
        const auto time = linkTime(ranks, phases);
        if (!time) state.SkipWithError("not followed");
        benchmark::DoNotOptimize(time);
    }
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    state.counters["peak_MB"] = static_cast<double>(used.ru_maxrss) / 1024.0;
}

void halvingDoubling(benchmark::State& state) { allReduce(state, Algorithm::HalvingDoubling); }
void ring(benchmark::State& state) { allReduce(state, Algorithm::Ring); }
BENCHMARK(halvingDoubling)->Arg(1024)->Arg(4096)->Unit(benchmark::kMillisecond);
BENCHMARK(ring)->Arg(4096)->Arg(100000)->Unit(benchmark::kMillisecond);

} // namespace
