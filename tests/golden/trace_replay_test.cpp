// SPDX-License-Identifier: GPL-3.0-or-later
// ASTRA-sim 518bd51 with its analytical backends: runs of one collective (astra_sim_runs.csv), described by
// text as the simulator was, and ResNet-50 in data parallel (astra_sim_resnet50_dp.csv). TrioSim 3fb3c06: a
// profile of VGG-13 on an H100.
#include "core/exchange/csv.h"
#include "core/exchange/kineto/kineto_timeline.h"
#include "core/replay/what_if.h"

#include <cmath>
#include <filesystem>
#include <QTest>

using namespace strata;
using namespace strata::exchange;

namespace {

std::filesystem::path data() {
    return std::filesystem::path(qgetenv("STRATA_REFERENCE").toStdString()) / "collectives";
}

std::string listOf(std::string_view cell, bool quoted) {
    std::string text = "[";
    for (std::size_t at = 0; at <= cell.size();) {
        const std::size_t end = std::min(cell.find('x', at), cell.size());
        const std::string part(cell.substr(at, end - at));
        text += (at > 0 ? ", " : "") + (quoted ? '"' + part + '"' : part);
        at = end + 1;
    }
    return text + "]";
}

ExecutionTrace oneCollective(TraceCollective kind, double bytes) {
    TraceNode node;
    node.work = TraceWork::Collective;
    node.collective = kind;
    node.bytes = bytes;
    ExecutionTrace trace;
    trace.nodes = {node};
    return trace;
}

std::optional<TraceCollective> kindNamed(std::string_view wanted) {
    for (const auto kind : {TraceCollective::AllReduce, TraceCollective::AllGather, TraceCollective::ReduceScatter,
                            TraceCollective::AllToAll}) {
        if (name(kind) == wanted) return kind;
    }
    return std::nullopt;
}

/// Weights of the convolutions and of the last layer of ResNet-50 (K. He et al., CVPR 2016, table 1).
std::vector<double> resnet50Weights() {
    std::vector<double> weights{7.0 * 7 * 3 * 64};
    double in = 64;
    constexpr std::array<int, 4> kBlocks{3, 4, 6, 3};
    for (std::size_t stage = 0; stage < kBlocks.size(); ++stage) {
        const double inner = 64.0 * std::pow(2.0, static_cast<double>(stage)), out = 4 * inner;
        for (int block = 0; block < kBlocks[stage]; ++block) {
            weights.insert(weights.end(), {in * inner, 9 * inner * inner, inner * out});
            if (block == 0) weights.push_back(in * out);
            in = out;
        }
    }
    weights.push_back(2048.0 * 1000);
    return weights;
}

} // namespace

class TraceReplayTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!std::filesystem::exists(data())) QSKIP("no reference data");
    }
    void collectivesToTheCycle();
    void dataParallelToTheCycle();
    void measuredIterationAsItWas();
};

void TraceReplayTest::collectivesToTheCycle() {
    const auto table = CsvTable::read(data() / "astra_sim_runs.csv");
    QVERIFY(table);
    int equal = 0, rows = 0;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const std::string network = "topology: " + listOf(table->text(i, "topology"), false) +
                                    "\nnpus_count: " + listOf(table->text(i, "npus_per_dim"), false) +
                                    "\nbandwidth: " + listOf(table->text(i, "bandwidth_GBps_per_dim"), false) +
                                    "\nlatency: " + listOf(table->text(i, "latency_ns_per_dim"), false) + "\n";
        const std::string algorithms = listOf(table->text(i, "algorithm_per_dim"), true);
        std::string system = "{";
        for (const char* one : {"all-reduce", "all-gather", "reduce-scatter", "all-to-all"})
            system += '"' + std::string(one) + "-implementation\": " + algorithms + ", ";
        const auto number = [&](const char* key, const char* column) {
            return '"' + std::string(key) + "\": " + std::string(table->text(i, column)) + ", ";
        };
        system += number("preferred-dataset-splits", "splits") +
                  number("active-chunks-per-dimension", "active_chunks") + number("endpoint-delay", "endpoint_delay") +
                  number("local-mem-bw", "local_mem_bw") + "\"collective-optimization\": \"" +
                  std::string(table->text(i, "optimization")) + "\"}";
        replay::WhatIf what;
        const auto read = parseAstraNetwork(network);
        const auto read_system = parseAstraSystem(system);
        QVERIFY2(read && read_system, (network + system).c_str());
        what.network = *read;
        what.system = *read_system;
        // One dimension without contention is the other backend, which descriptions do not tell.
        if (read->dimensions.size() == 1 && table->text(i, "backend") != "aware") continue;
        const auto kind = kindNamed(table->text(i, "collective"));
        QVERIFY(kind);
        const auto time = replay::nodeTime(what);
        QVERIFY(time);
        const std::vector<ExecutionTrace> traces{oneCollective(*kind, table->numberOr(i, "bytes", 0))};
        const auto result = replay::replay(traces, *time);
        QVERIFY2(result, result ? "" : describe(result.error()).c_str());
        ++rows;
        equal += std::abs(result->slowest().total_s * 1e9 - table->numberOr(i, "cycles", -1)) < 0.01;
    }
    QVERIFY(rows > 400);
    QCOMPARE(equal, rows);
}

/// The gradients of each layer are exchanged while the layers before it compute; only the first layer's
/// remain.
void TraceReplayTest::dataParallelToTheCycle() {
    const auto table = CsvTable::read(data() / "astra_sim_resnet50_dp.csv");
    QVERIFY(table);
    const auto weights = resnet50Weights();
    QCOMPARE(weights.size(), 54u);
    double all = 0.0;
    for (const double weight : weights)
        all += 4 * weight;
    QCOMPARE(all, 102011648.0);
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const std::string network = "topology: [Switch]\nnpus_count: [" + std::string(table->text(i, "npus")) +
                                    "]\nbandwidth: [" + std::string(table->text(i, "bandwidth_GBps")) +
                                    "]\nlatency: [" + std::string(table->text(i, "latency_ns")) + "]\n";
        replay::WhatIf what;
        what.network = *parseAstraNetwork(network);
        what.system = *parseAstraSystem(R"({"all-reduce-implementation": ["ring"], "preferred-dataset-splits": 4,
            "active-chunks-per-dimension": 2, "endpoint-delay": 10, "local-mem-bw": 3350})");
        // How the computation is spread over layers does not matter, as long as each is longer than an
        // exchange.
        const double layer_s =
            table->numberOr(i, "compute_cycles", 0) * 1e-9 / (2.0 * static_cast<double>(weights.size()));
        ExecutionTrace trace;
        const auto add = [&](TraceNode node) {
            node.id = trace.nodes.size();
            trace.nodes.push_back(std::move(node));
            return static_cast<std::uint32_t>(trace.nodes.size() - 1);
        };
        std::uint32_t last = 0;
        for (std::size_t k = 0; k < 2 * weights.size(); ++k) {
            TraceNode compute;
            compute.duration_s = layer_s;
            if (k > 0) compute.dependencies = {last};
            last = add(compute);
            if (k < weights.size()) continue;
            TraceNode reduce =
                oneCollective(TraceCollective::AllReduce, 4 * weights[2 * weights.size() - 1 - k]).nodes[0];
            reduce.dependencies = {last};
            add(reduce);
        }
        const auto result = replay::replay(std::vector{trace}, *replay::nodeTime(what));
        QVERIFY2(result, result ? "" : describe(result.error()).c_str());
        const auto cycles = [](double seconds) { return std::round(seconds * 1e9); };
        QCOMPARE(cycles(result->slowest().exposed_communication_s), table->numberOr(i, "exposed_comm_cycles", -1));
        QCOMPARE(cycles(result->slowest().communication_s), table->numberOr(i, "comm_busy_cycles", -1));
        QCOMPARE(cycles(result->slowest().total_s), table->numberOr(i, "total_cycles", -1));
    }
}

void TraceReplayTest::measuredIterationAsItWas() {
    const auto trace = readKineto(data() / "samples" / "kineto_profiler_vgg13_iter41.json.gz");
    QVERIFY2(trace, trace ? "" : describe(trace.error()).c_str());
    QCOMPARE(trace->device, std::string("NVIDIA H100 80GB HBM3"));
    QCOMPARE(trace->work.size(), 325u);
    const auto iteration = iterationOf(*trace);
    QVERIFY(iteration);
    const auto result = replay::replay(std::vector{iteration->trace}, *replay::nodeTime({}));
    QVERIFY2(result, result ? "" : describe(result.error()).c_str());
    QVERIFY(std::abs(result->slowest().total_s / iteration->measured_s - 1.0) < 1e-3);
    QVERIFY(std::abs(result->slowest().compute_s - 346.370e-3) < 1e-5); // sum of the events
    double together = 0.0;
    for (const KernelMeasurement& kernel : iteration->kernels)
        together += kernel.total_s;
    QVERIFY(std::abs(together - 346.344e-3) < 1e-5);
}

QTEST_APPLESS_MAIN(TraceReplayTest)
#include "trace_replay_test.moc"
