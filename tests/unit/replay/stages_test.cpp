// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/hardware/cluster/cluster_json.h"
#include "core/hardware/gpu/gpu_json.h"
#include "core/replay/passes.h"
#include "core/replay/plan_trace.h"
#include "core/replay/stages.h"
#include "core/replay/what_if.h"
#include "core/system/step_collectives.h"

#include <cmath>
#include <QTest>

using namespace strata;
using namespace strata::exchange;
using namespace strata::replay;

namespace {

TraceNode kernel(const char* name, double seconds, TracePhase phase) {
    TraceNode node;
    node.name = name;
    node.duration_s = seconds;
    node.phase = phase;
    return node;
}

/// Four layers of 2 s forward and 4 s backward, an update of 4 s; one product a layer writes 1000 bytes.
ExecutionTrace fourLayers() {
    ExecutionTrace trace;
    for (int layer = 0; layer < 4; ++layer) {
        TraceNode product = kernel("gemm", 1.5, TracePhase::Forward);
        product.product = {1.0, 10.0, 50.0, 10.0}; // writes 500 of 1100 values
        product.bytes = 2200.0;
        trace.nodes.push_back(product);
        trace.nodes.push_back(kernel("norm", 0.5, TracePhase::Forward));
    }
    for (int layer = 0; layer < 4; ++layer)
        trace.nodes.push_back(kernel("gemm", 4.0, TracePhase::Backward));
    trace.nodes.push_back(kernel("fused_adam", 4.0, TracePhase::Update));
    for (std::uint32_t i = 1; i < trace.nodes.size(); ++i)
        trace.nodes[i].dependencies = {i - 1};
    return trace;
}

Replay replayed(const std::vector<ExecutionTrace>& traces) { return *replay::replay(traces, *nodeTime({})); }

MessageTime perByte(double seconds) {
    return [seconds](double bytes) -> Result<double> { return bytes * seconds; };
}

StagePlan stagesOf(std::uint32_t recorded, std::uint32_t wanted, std::uint32_t micro_batches) {
    StagePlan plan;
    plan.pp = {recorded, wanted};
    plan.micro_batches = micro_batches;
    return plan;
}

Result<std::vector<ExecutionTrace>> cut(const std::vector<ExecutionTrace>& traces, const StagePlan& plan,
                                        const MessageTime& time = perByte(0.0)) {
    return withStages(traces, replayed(traces), plan, time);
}

double secondsOf(const std::vector<ExecutionTrace>& traces) { return replayed(traces).slowest().total_s; }

} // namespace

class StagesTest : public QObject {
    Q_OBJECT

private slots:
    void fillsAndEmpties();
    void messagesCount();
    void cutsAreBehindKernels();
    void waitsForTheHostStay();
    void phasesByName();
    void refusals();
    void plansWithOtherStages_data();
    void plansWithOtherStages();
};

/// (m + p - 1) (F + B) / (m p), and the update in p parts (D. Narayanan et al., SC 2021, section 2.2).
void StagesTest::fillsAndEmpties() {
    const std::vector<ExecutionTrace> one{fourLayers()};
    for (const auto schedule : {system::Schedule::OneForwardOneBackward, system::Schedule::GPipe}) {
        for (const unsigned stages : {1u, 2u, 4u}) {
            for (const unsigned micro : {2u, 4u, 32u}) {
                StagePlan plan = stagesOf(1, stages, micro);
                plan.schedule = schedule;
                const auto found = cut(one, plan);
                QVERIFY2(found, found ? "" : describe(found.error()).c_str());
                QCOMPARE(found->size(), std::size_t{stages});
                const double wanted_s = 24.0 * (micro + stages - 1.0) / (micro * stages) + 4.0 / stages;
                QVERIFY(std::abs(secondsOf(*found) - wanted_s) < 1e-9);
            }
        }
    }
}

/// Forward and back once through all stages; a message of half the batch has 500 bytes.
void StagesTest::messagesCount() {
    const std::vector<ExecutionTrace> one{fourLayers()};
    const auto silent = cut(one, stagesOf(1, 2, 2)), found = cut(one, stagesOf(1, 2, 2), perByte(1e-3));
    QVERIFY(silent && found);
    QVERIFY(secondsOf(*found) >= secondsOf(*silent) + 2.0 * 0.5 - 1e-9);
    double sent_bytes = 0.0;
    for (const TraceNode& node : (*found)[0].nodes)
        sent_bytes += node.work == TraceWork::Send ? node.bytes : 0.0;
    QCOMPARE(sent_bytes, 1000.0);
    StagePlan stated = stagesOf(1, 2, 2);
    stated.batch_bytes = 4000.0;
    QVERIFY(secondsOf(*cut(one, stated, perByte(1e-3))) > secondsOf(*found) + 2.0 * 1.5 - 1e-9);
}

/// Three stages of four layers, cut behind 2 and 5.5 of 8 seconds: the slowest has 3.5 of 8 parts.
void StagesTest::cutsAreBehindKernels() {
    const std::vector<ExecutionTrace> one{fourLayers()};
    const auto found = cut(one, stagesOf(1, 3, 64));
    QVERIFY(found);
    const double others_s = 24.0 / 64.0 * (1.0 - 3.5 / 8.0);
    const double wanted_s = 24.0 * 3.5 / 8.0 + others_s + 4.0 / 3.0;
    QVERIFY(std::abs(secondsOf(*found) / wanted_s - 1.0) < 0.02);
}

/// The host launches all kernels of a pass for every micro-batch.
void StagesTest::waitsForTheHostStay() {
    ExecutionTrace trace = fourLayers();
    trace.nodes[4].lag_s = 1.0;
    const std::vector<ExecutionTrace> one{trace};
    QCOMPARE(secondsOf(one), 29.0);
    QVERIFY(std::abs(secondsOf(*cut(one, stagesOf(1, 1, 4))) - 32.0) < 1e-9);
}

void StagesTest::phasesByName() {
    TraceNode node;
    const auto named = [&](const char* name) {
        node.name = name;
        return phaseOf(node);
    };
    QCOMPARE(named("forward 3 bf16"), TracePhase::Forward);
    QCOMPARE(named("aten::convolution_backward"), TracePhase::Backward);
    QCOMPARE(named("weight 3"), TracePhase::Backward);
    QCOMPARE(named("multi_tensor_apply_kernel"), TracePhase::Update);
    QCOMPARE(named("ampere_sgemm_128x64"), TracePhase::Unknown);
    node.phase = TracePhase::Forward;
    QCOMPARE(named("optimizer"), TracePhase::Forward);
}

void StagesTest::refusals() {
    const std::vector<ExecutionTrace> one{fourLayers()};
    QCOMPARE(cut(one, stagesOf(0, 2, 2)).error().pointer, std::string("/pp"));
    QCOMPARE(cut(one, stagesOf(2, 4, 2)).error().pointer, std::string("/pp"));
    QCOMPARE(cut(one, stagesOf(1, 9, 2)).error().pointer, std::string("/pp"));
    QCOMPARE(cut(one, stagesOf(1, 2, 0)).error().pointer, std::string("/micro_batches"));
    QCOMPARE(cut(one, stagesOf(1, 2, 1u << 20)).error().pointer, std::string("/micro_batches"));
    StagePlan zero_bubble = stagesOf(1, 2, 2);
    zero_bubble.schedule = system::Schedule::ZeroBubble;
    QCOMPARE(cut(one, zero_bubble).error().pointer, std::string("/schedule"));
    QCOMPARE(cut(one, stagesOf(1, 2, 2), messageTime({}, 2, 1)).error().pointer, std::string("/cluster"));
    std::vector<ExecutionTrace> untold = one;
    for (TraceNode& node : untold[0].nodes)
        node.phase = TracePhase::Unknown;
    QCOMPARE(cut(untold, stagesOf(1, 2, 2)).error().pointer, std::string("/pp"));
    std::vector<ExecutionTrace> shapeless = one;
    for (TraceNode& node : shapeless[0].nodes)
        node.product = {};
    QCOMPARE(cut(shapeless, stagesOf(1, 2, 2)).error().pointer, std::string("/message_bytes"));
}

void StagesTest::plansWithOtherStages_data() {
    QTest::addColumn<unsigned>("recorded");
    QTest::addColumn<unsigned>("wanted");
    QTest::addColumn<double>("tolerance");
    QTest::newRow("one stage into two") << 1u << 2u << 0.06;
    QTest::newRow("one stage into eight") << 1u << 8u << 0.10;
    QTest::newRow("four stages as they are") << 4u << 4u << 0.06;
    QTest::newRow("four stages into two") << 4u << 2u << 0.06;
    QTest::newRow("four stages into eight") << 4u << 8u << 0.10;
    QTest::newRow("eight stages into one") << 8u << 1u << 0.06;
}

/// A plan's traces with other stages, against the plan with these stages.
void StagesTest::plansWithOtherStages() {
    QFETCH(unsigned, recorded);
    QFETCH(unsigned, wanted);
    QFETCH(double, tolerance);
    const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    QVERIFY(library);
    const auto gpu = hardware::readGpu(*(*library)->find("h100-sxm5-80gb")->document, {});
    const auto cluster = hardware::readCluster(*(*library)->find("azure-nd-h100-v5")->document, {});
    QVERIFY(gpu && cluster);
    system::ShardTimer timer(*gpu, (*library)->calibrations());
    const system::ClusterLinks links(*cluster, (*library)->calibrations());
    double batch_bytes = 0.0;
    const auto traceWith = [&](unsigned stages) {
        PlannedStep step;
        auto& m = step.job.model;
        m.layers = 32, m.hidden = 4096, m.heads = m.kv_heads = 32, m.head_dim = 128, m.ffn = 16384, m.vocab = 32000;
        step.job.sequence = 4096;
        step.job.global_batch = 32;
        step.plan.tp = 4, step.plan.pp = stages;
        step.terms = system::stepTerms(step.job, step.plan, timer, links);
        step.coefficients.slowdown = 0.0;
        batch_bytes = 32.0 * system::stageBytes(step.job, step.plan);
        return *tracesOf(step);
    };
    const double wanted_s = secondsOf(traceWith(wanted));
    const auto traces = traceWith(recorded);
    WhatIf what;
    what.cluster = *cluster;
    what.calibrations = (*library)->calibrations();
    StagePlan plan = stagesOf(recorded, wanted, 32);
    if (recorded == 1) plan.batch_bytes = batch_bytes;
    const auto found = withStages(traces, replayed(traces), plan, messageTime(what, wanted, 4));
    QVERIFY2(found, found ? "" : describe(found.error()).c_str());
    const double found_s = secondsOf(*found);
    qInfo("%.4f s, the plan itself %.4f s", found_s, wanted_s);
    QVERIFY(std::abs(found_s / wanted_s - 1.0) <= tolerance);
}

QTEST_GUILESS_MAIN(StagesTest)
#include "stages_test.moc"
