// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/npu/network/core_plan.h"
#include "core/npu/network/network_run.h"
#include "core/workload/kernel/operators.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::npu;

namespace {

/// Memory outside, one shared buffer, an array of 8 x 8 units with a register each.
hardware::NpuArchitecture architecture(std::uint64_t buffer_words) {
    hardware::NpuArchitecture npu;
    npu.id = npu.name = "test";
    npu.clock_hz = 1e9;
    npu.levels.resize(4);
    const auto level = [&](std::size_t i, const char* name, std::uint64_t entries, double words, double pj) {
        npu.levels[i].name = npu.levels[i].title = name;
        npu.levels[i].entries = entries;
        npu.levels[i].entry_bits = npu.levels[i].word_bits = 16;
        npu.levels[i].read_words_per_cycle = npu.levels[i].write_words_per_cycle = words;
        npu.levels[i].energy = {pj, pj, pj, 0};
    };
    level(0, "dram", 0, 4, 200);
    level(1, "buffer", buffer_words, 64, 6);
    npu.levels[2].name = npu.levels[2].title = "array";
    npu.levels[2].stores = false;
    npu.levels[2].fanout_x = npu.levels[2].fanout_y = 8;
    level(3, "register", 4, hardware::NpuLevel::kUnlimited, 0.1);
    npu.compute = {"mac", 16, 1, 0, 0};
    npu.vector = {16, 0.5};
    return npu;
}

/// Three products in a row, with activations of 4,096 words between them.
workload::ModelGraph chain(double tokens = 64) {
    workload::ModelGraph graph;
    graph.model = "chain";
    graph.tokens = 64;
    for (const char* name : {"first", "second", "third"}) {
        workload::Operator op;
        op.name = name;
        op.kernel.shape = workload::Matmul{1, tokens, 4096 / tokens, 4096 / tokens, true};
        graph.operators.push_back(op);
    }
    graph.activations = {{4096, -1, {0}}, {4096, 0, {1}}, {4096, 1, {2}}, {4096, 2, {}}};
    return graph;
}

NetworkRun ran(const hardware::NpuArchitecture& npu, const workload::ModelGraph& graph, NetworkSettings settings,
               Executor* executor = nullptr) {
    const auto network = networkOf(graph, "");
    if (!network) qFatal("%s", messageText(network.error().text).c_str());
    const auto run = runNetwork(npu, *network, settings, executor, {});
    if (!run) qFatal("%s", messageText(run.error().text).c_str());
    return *run;
}

} // namespace

class NetworkRunTest : public QObject {
    Q_OBJECT

private slots:
    /// Every word that an activation leaves and comes back with crosses the memory outside unless it stays.
    void activationsThatStayCrossNoMemory() {
        NetworkSettings settings;
        const NetworkRun stays = ran(architecture(65536), chain(), settings);
        QCOMPARE(stays.stays, (std::vector<bool>{false, true, true, false}));
        settings.keep_activations = false;
        const NetworkRun spills = ran(architecture(65536), chain(), settings);
        // Two activations, written once and read at least once.
        QVERIFY(spills.placed.outsideWords() - stays.placed.outsideWords() >= 4 * 4096.0);
        QVERIFY(stays.placed.energy_pj < spills.placed.energy_pj);
        QCOMPARE(spills.placed.cycles, spills.alone.cycles);
        QVERIFY(stays.placed.cycles <= stays.alone.cycles);
    }

    /// What stays never takes more room than there is.
    void theBufferIsNeverOverfull() {
        for (const std::uint64_t words : {2048u, 6000u, 9000u, 12000u, 20000u}) {
            const NetworkRun run = ran(architecture(words), chain(), {});
            QVERIFY2(run.placed.buffer_words <= static_cast<double>(words),
                     qPrintable(QString::number(run.placed.buffer_words)));
        }
    }

    /// In a buffer too small for a whole activation, tiles of it still fit.
    void tilesHandOnWhatDoesNotFitWhole() {
        NetworkSettings settings;
        const NetworkRun separate = ran(architecture(3000), chain(256), settings);
        QVERIFY(separate.groups.empty());
        QCOMPARE(std::count(separate.stays.begin(), separate.stays.end(), true), 0);
        settings.fusion = LayerFusion::Best;
        const NetworkRun fused = ran(architecture(3000), chain(256), settings);
        QVERIFY(!fused.groups.empty());
        QVERIFY(fused.groups.front().tiles > 1);
        QVERIFY(fused.placed.energy_pj * fused.placed.cycles < separate.placed.energy_pj * separate.placed.cycles);
        QVERIFY(fused.placed.buffer_words <= 3000.0);
        QCOMPARE(fused.placed.macs, separate.placed.macs);
    }

    /// Of two rows of a 3 x 3 convolution that tiles share, recomputation pays with arithmetic.
    void halosAreKeptOrComputedAgain() {
        workload::ModelGraph graph;
        graph.model = "images";
        for (const char* name : {"first", "second"}) {
            workload::Operator op;
            op.name = name;
            op.kernel.shape = workload::Conv2d{1, 8, 8, 32, 32, 3, 3, 1, 1, 1};
            graph.operators.push_back(op);
        }
        graph.activations = {{8 * 34 * 34, -1, {0}}, {8 * 34 * 34, 0, {1}}, {8 * 32 * 32, 1, {}}};
        NetworkSettings settings;
        settings.search.goal = MappingGoal::Energy;
        settings.fusion = LayerFusion::Kept;
        const NetworkRun kept = ran(architecture(8000), graph, settings);
        settings.fusion = LayerFusion::Recomputed;
        const NetworkRun again = ran(architecture(8000), graph, settings);
        const double macs = 2.0 * 8 * 8 * 32 * 32 * 9;
        QCOMPARE(kept.groups.size(), std::size_t{1});
        QCOMPARE(kept.placed.macs, macs);
        QCOMPARE(again.groups.size(), std::size_t{1});
        QVERIFY(again.placed.macs > macs);
    }

    /// A quarter of the memory's bandwidth hides a slow shared buffer; with all of it the buffer decides.
    void aSlowBufferShowsWhereTheMemoryIsFree() {
        hardware::NpuArchitecture npu = architecture(65536), quarter = npu;
        Network network;
        NetworkLayer sum; // its operands stand in the buffer, its result goes outside
        sum.name = "sum";
        sum.vector = {64, 4096, 4096};
        sum.operands = {0};
        network.layers = {sum};
        network.activations = {{4096, 0, 0, {0}, true}};
        for (double* rate : {&npu.levels[1].read_words_per_cycle, &npu.levels[1].write_words_per_cycle})
            *rate = 2; // 2048 cycles: more than the 1024 of the memory, less than a quarter of it takes
        quarter.levels[1] = npu.levels[1];
        quarter.levels[0].read_words_per_cycle = quarter.levels[0].write_words_per_cycle = 1;
        const auto mapped = runLayer(quarter, sum, {}, {true}, {4096}, {}, {});
        QVERIFY(mapped);
        QCOMPARE(mapped->run.limiting_level, 0);
        QCOMPARE(mapped->run.inner_cycles, 2048.0);
        NetworkRun run;
        run.layers.resize(1);
        run.layers[0].alone = run.layers[0].placed = mapped->run;
        run.layers[0].cores = 1;
        const auto plan = corePlanOf(npu, network, run, 4);
        QVERIFY(plan);
        const auto cores = simulateCores(*plan, {}, {});
        QVERIFY(cores);
        QVERIFY2(cores->cycles >= 2048.0, qPrintable(QString::number(cores->cycles)));
        QVERIFY(cores->cycles < 4096.0);
    }

    /// Cores divide the work; the memory outside stays what it was.
    void coresShareTheMemory() {
        NetworkSettings settings;
        settings.keep_activations = false;
        const NetworkRun network_run = ran(architecture(65536), chain(), settings);
        settings.cores = 4;
        const NetworkRun four = ran(architecture(65536), chain(), settings);
        QVERIFY(four.placed.cycles < network_run.placed.cycles);
        QVERIFY(four.placed.cycles >= network_run.placed.cycles / 4);
        QCOMPARE(four.placed.macs, network_run.placed.macs);
        // No core gets a word for nothing: the shared port takes at least this long.
        QVERIFY(four.placed.cycles * 4.0 >= four.placed.outside_words[0] + four.placed.outside_words[1]);
        settings.split = CoreSplit::Pipeline;
        settings.cores = 3;
        const NetworkRun pipeline = ran(architecture(65536), chain(), settings);
        QCOMPARE(pipeline.pipeline.size(), std::size_t{3});
        double slowest = 0, sum = 0;
        for (const PipelineCore& core : pipeline.pipeline)
            slowest = std::max(slowest, core.cycles), sum += core.cycles;
        QCOMPARE(pipeline.interval_cycles, slowest);
        QVERIFY(std::abs(sum - pipeline.placed.cycles) <= 1e-9 * sum);
    }

    void anyNumberOfThreadsFindsTheSame() {
        ThreadExecutor threads(4);
        NetworkSettings settings;
        settings.fusion = LayerFusion::Best;
        const NetworkRun network_run = ran(architecture(3000), chain(256), settings);
        const NetworkRun many = ran(architecture(3000), chain(256), settings, &threads);
        QCOMPARE(many.placed.energy_pj, network_run.placed.energy_pj);
        QCOMPARE(many.placed.cycles, network_run.placed.cycles);
        QCOMPARE(many.groups.size(), network_run.groups.size());
    }

    void attentionBecomesTwoProducts() {
        workload::ModelGraph graph;
        graph.model = "attention";
        workload::Operator op;
        op.name = "attention";
        op.kernel.shape = workload::Attention{1, 4, 2, 16, 32, 32};
        graph.operators.push_back(op);
        graph.activations = {{2048, -1, {0}}, {1024, -1, {0}}, {1024, -1, {0}}, {2048, 0, {}}};
        graph.phase = workload::Phase::Prefill;
        const auto network = networkOf(graph, "");
        QVERIFY(network);
        QCOMPARE(network->layers.size(), std::size_t{3});
        QCOMPARE(network->layers[0].problem->macs(), 4.0 * 32 * 32 * 16);
        QVERIFY(!network->layers[1].problem);
        QCOMPARE(network->layers[1].vector.read_words, 4.0 * 32 * 32);
        QCOMPARE(network->layers[2].problem->macs(), network->layers[0].problem->macs());
        QVERIFY(network->activations[network->layers[0].output].may_stay);
        QCOMPARE(network->layers[0].stationary, kNoActivation); // keys stand in the cache
    }
};

QTEST_APPLESS_MAIN(NetworkRunTest)
#include "network_run_test.moc"
