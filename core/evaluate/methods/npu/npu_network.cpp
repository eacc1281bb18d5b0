// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/npu/npu_network.h"

#include "core/evaluate/methods/npu/npu_components.h"
#include "core/evaluate/methods/npu/npu_loopnest.h"

#include "core/evaluate/resolve.h"

#include <algorithm>

namespace strata::methods {
namespace {

constexpr double kJoulePerPicojoule = 1e-12;

Metric bounded(std::string metric, double value, double low, double high) {
    return {std::move(metric), value, low, high, 1.0};
}
Metric exact(std::string metric, double value) { return bounded(std::move(metric), value, value, value); }

void addMetrics(const NetworkAnswer& answer, double memory_bytes, double traffic_bytes, Estimate& estimate) {
    const npu::NetworkRun& run = answer.run;
    const double seconds = answer.seconds(run.placed.cycles);
    const double longest = answer.seconds(run.placed.cycles + run.placed.fill_cycles);
    const double energy = run.placed.energy_pj * kJoulePerPicojoule;
    const double kernels = answer.seconds(run.alone.cycles);
    // Of a pipeline one input follows the other; else the next begins when this one has ended.
    const double interval = answer.seconds(run.interval_cycles);
    const double slack = longest / seconds;
    const double flop = answer.query.graph.flop();
    const double cores = answer.query.settings.cores;
    const double utilization = run.placed.macs / (answer.units() * cores * run.interval_cycles);
    estimate.metrics = {
        bounded("latency_s", seconds, seconds, longest),
        exact("energy_j", energy),
        exact("memory_bytes", memory_bytes),
        exact("gamma", (seconds - kernels) / kernels),
        bounded("tokens_per_s", answer.query.graph.tokens / interval, answer.query.graph.tokens / interval / slack,
                answer.query.graph.tokens / interval),
        exact("dram_bytes", traffic_bytes),
        bounded("utilization", utilization, utilization / slack, utilization),
        exact("kernels_s", kernels),
        exact("flop", flop),
        bounded("flop_per_s", flop / interval, flop / interval / slack, flop / interval),
        bounded("edp_js", energy * seconds, energy * seconds, energy * longest),
        exact("macs", run.placed.macs),
    };
    if (answer.bufferBytes() > 0)
        estimate.metrics.push_back(exact("buffer_bytes", run.placed.buffer_words * answer.bufferBytes()));
}

/// Bytes that the memory outside has; 0: it is unbounded.
double capacityBytes(const hardware::NpuLevel& level) {
    return static_cast<double>(level.entries) * level.entry_bits / 8.0;
}

Note memoryNote(const NetworkAnswer& answer, double needed, double available) {
    Note note{Note::Level::Warning, "over-memory", {"note.model-over-memory"}, "/workload"};
    note.text.arguments = {{"model", answer.query.graph.model},
                           {"needed", Amount{needed, "B"}},
                           {"device", answer.query.architecture.name},
                           {"available", Amount{available, "B"}},
                           {"over", Amount{needed - available, "B"}}};
    note.fixes = {{"fix.smaller-model-or-batch"}};
    return note;
}

} // namespace

double NetworkAnswer::units() const {
    double copies = 1.0;
    for (const hardware::NpuLevel& level : query.architecture.levels)
        copies *= static_cast<double>(level.fanout_x) * level.fanout_y;
    return copies;
}

double NetworkAnswer::outsideBytes() const { return npu::outsideWordBytes(query.architecture); }

double NetworkAnswer::bufferBytes() const {
    const auto shared = npu::sharedBuffer(query.architecture);
    return shared ? query.architecture.levels[*shared].word_bits / 8.0 : 0.0;
}

double NetworkAnswer::memoryScale() const { return outsideBytes() / bytesOf(query.options.weights); }

std::string NetworkAnswer::source(const std::string& pointer) const { return sourceOf(*query.hardware, pointer); }

Result<Estimate> answerNetwork(const Request& request, const Context& context,
                               const std::function<Result<Estimate>(const NetworkAnswer&)>& write) {
    const auto query = queryOf<NpuModelQuery>(request, context.library, resolveNpuModel);
    if (!query) return query.error();
    if (auto full = beyondMemory(*query)) return *std::move(full);
    const auto run =
        npu::runNetwork(query->architecture, query->network, query->settings, context.executor, context.stop);
    if (!run) return run.error();
    return write({*query, *run});
}

Result<Estimate> estimateNetwork(const Request& request, const Context& context) {
    return answerNetwork(request, context, [](const NetworkAnswer& answer) { return networkEstimate(answer); });
}

std::optional<Estimate> beyondMemory(const NpuModelQuery& query) {
    const npu::NetworkRun nothing;
    const NetworkAnswer asked{query, nothing};
    const double needed = networkMemoryParts(asked).value, available = capacityBytes(query.architecture.levels.front());
    if (available <= 0 || needed <= available) return std::nullopt;
    Estimate estimate;
    estimate.tables = {npuCeilings(query.architecture, *query.hardware, query.settings.cores)};
    estimate.valid = false;
    estimate.notes = {memoryNote(asked, needed, available)};
    return estimate;
}

Estimate networkEstimate(const NetworkAnswer& answer) {
    Estimate estimate;
    Part memory = networkMemoryParts(answer), traffic = networkTrafficParts(answer);
    estimate.tables = {npuCeilings(answer.query.architecture, *answer.query.hardware, answer.query.settings.cores)};
    addMetrics(answer, memory.value, traffic.value, estimate);
    estimate.parts.emplace_back("latency_s", networkLatencyParts(answer));
    estimate.parts.emplace_back("energy_j", networkEnergyParts(answer));
    estimate.parts.emplace_back("memory_bytes", std::move(memory));
    estimate.parts.emplace_back("dram_bytes", std::move(traffic));
    estimate.tables.push_back(networkOperators(answer));
    estimate.tables.push_back(componentTable(componentsOfNetwork(answer)));
    if (!answer.run.groups.empty()) estimate.tables.push_back(groupTable(answer));
    if (!answer.run.pipeline.empty()) estimate.tables.push_back(coreTable(answer));
    estimate.notes = networkNotes(answer);
    return estimate;
}

} // namespace strata::methods
