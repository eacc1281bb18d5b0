// SPDX-License-Identifier: GPL-3.0-or-later
// Plans a second by the closed form, kernel results shared between plans.
#include "core/system/coefficients.h"
#include "core/system/plan_search.h"
#include "core/system/stage_memory.h"

#include <benchmark/benchmark.h>

using namespace strata;
using namespace strata::system;

namespace {

TrainingJob job() {
    TrainingJob job;
    job.model.layers = 96;
    job.model.hidden = 12288;
    job.model.heads = job.model.kv_heads = 96;
    job.model.head_dim = 128;
    job.model.ffn = 49152;
    job.model.vocab = 51200;
    job.model.norm = "layernorm";
    job.global_batch = 1536;
    return job;
}

/// Figures of the order of an A100 node: what is timed does not depend on them.
hardware::Gpu gpu() {
    hardware::Gpu gpu;
    gpu.sms = 108;
    gpu.clock_hz = 1.41e9;
    gpu.vector_flop_per_clock.fill(128);
    gpu.matrix_flop_per_clock.fill(2048);
    gpu.registers_bytes = 262144;
    gpu.shared_bytes = gpu.shared_bytes_per_block = 166912;
    gpu.threads_per_sm = 2048;
    gpu.blocks_per_sm = 32;
    gpu.l2_bytes = 4e7;
    gpu.memory_bytes = 8e10;
    gpu.memory_bytes_per_s = 2e12;
    return gpu;
}

void closedForm(benchmark::State& state) {
    const TrainingJob training_job = job();
    ShardTimer timer(gpu(), {});
    hardware::Cluster cluster;
    cluster.devices_per_node = 8;
    cluster.nodes = 128;
    cluster.scale_up = {{"NVLink", "nvlink3", hardware::Topology::Switch, 8, 1, 3e11, 3e-7, false}};
    cluster.scale_out = {"infiniband", hardware::Topology::FatTree, 8, 2.5e10, 2.7e-6, 1.0};
    const ClusterLinks links(cluster, {});
    std::vector<Plan> plans;
    for (std::uint32_t tp = 1; tp <= 8; tp *= 2) {
        for (std::uint32_t pp = 1; pp <= 32; pp *= 2) {
            for (std::uint32_t zero = 0; zero <= 3; ++zero) {
                Plan plan;
                plan.tp = tp, plan.pp = pp, plan.dp = 1024 / tp / pp, plan.zero = zero;
                if (checkPlan(training_job, plan, 1024)) plans.push_back(plan);
            }
        }
    }
    double total_s = 0.0;
    for (auto _ : state) {
        for (const Plan& plan : plans) {
            if (fullestStage(training_job, plan).total() < 0.0) continue;
            total_s += stepTime(stepTerms(training_job, plan, timer, links), {}).seconds();
        }
    }
    benchmark::DoNotOptimize(total_s);
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * plans.size()));
}
BENCHMARK(closedForm);

/// All legal plans on 1,024 devices, kernels timed anew: plans a second as a search answers them.
void searchOf1024(benchmark::State& state) {
    hardware::Cluster cluster;
    cluster.devices_per_node = 8;
    cluster.nodes = 128;
    cluster.scale_up = {{"NVLink", "nvlink3", hardware::Topology::Switch, 8, 1, 3e11, 3e-7, false}};
    cluster.scale_out = {"infiniband", hardware::Topology::FatTree, 8, 2.5e10, 2.7e-6, 1.0};
    const ClusterLinks links(cluster, {});
    std::size_t legal = 0, fitting = 0;
    for (auto _ : state) {
        ShardTimer timer(gpu(), {});
        const PlanSearch search = searchPlans(job(), {}, {}, {1024}, 8e10, 100, timer, links, {});
        legal = search.legal, fitting = search.fitting;
        benchmark::DoNotOptimize(search.best.data());
    }
    state.counters["legal"] = static_cast<double>(legal);
    state.counters["fitting"] = static_cast<double>(fitting);
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * legal));
}
BENCHMARK(searchOf1024)->Unit(benchmark::kMillisecond);

} // namespace
