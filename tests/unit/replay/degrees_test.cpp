// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/hardware/cluster/cluster_json.h"
#include "core/hardware/gpu/gpu_json.h"
#include "core/replay/degrees.h"
#include "core/replay/plan_trace.h"
#include "core/replay/replay.h"
#include "core/replay/what_if.h"
#include "core/system/cluster_links.h"

#include <cmath>
#include <QTest>

using namespace strata;
using namespace strata::exchange;
using namespace strata::replay;

namespace {

TraceNode kernel(const char* name, double seconds) {
    TraceNode node;
    node.name = name;
    node.duration_s = seconds;
    node.flop = 100.0;
    return node;
}

TraceNode collective(TraceCollective kind, const char* group, std::uint32_t ranks) {
    TraceNode node;
    node.work = TraceWork::Collective;
    node.collective = kind;
    node.group = group;
    node.ranks = ranks;
    node.bytes = 1024.0;
    node.duration_s = 1.0;
    return node;
}

ExecutionTrace smallTrace() {
    ExecutionTrace trace;
    trace.nodes = {kernel("gemm", 8.0), kernel("fused_adam", 8.0), collective(TraceCollective::AllReduce, "tp", 4),
                   collective(TraceCollective::AllReduce, "dp", 8), collective(TraceCollective::AllGather, "dp", 8)};
    return trace;
}

void near(double found, double wanted, double tolerance) {
    QVERIFY2(std::abs(found / wanted - 1.0) <= tolerance, qPrintable(QString("%1 is not %2").arg(found).arg(wanted)));
}

} // namespace

class DegreesTest : public QObject {
    Q_OBJECT

private slots:
    void sameDegreesChangeNothing();
    void shardsAndBytes();
    void groupsAreToldByTheirRanks();
    void refusals();
    void plansWithOtherDegrees_data();
    void plansWithOtherDegrees();
    void plansOnAnotherDevice();
};

void DegreesTest::sameDegreesChangeNothing() {
    const std::vector<ExecutionTrace> traces{smallTrace()};
    const auto same = withDegrees(traces, {});
    QVERIFY(same);
    const auto kept = withDegrees(traces, {{4, 4}, {8, 8}});
    QVERIFY(kept);
    for (std::size_t i = 0; i < traces[0].nodes.size(); ++i) {
        QCOMPARE((*kept)[0].nodes[i].duration_s, traces[0].nodes[i].duration_s);
        QCOMPARE((*kept)[0].nodes[i].bytes, traces[0].nodes[i].bytes);
        QCOMPARE((*kept)[0].nodes[i].ranks, traces[0].nodes[i].ranks);
        QCOMPARE((*same)[0].nodes[i].duration_s, traces[0].nodes[i].duration_s);
    }
}

void DegreesTest::shardsAndBytes() {
    const std::vector<ExecutionTrace> traces{smallTrace()};
    const auto changed = withDegrees(traces, {{4, 8}, {8, 4}});
    QVERIFY(changed);
    const auto& nodes = (*changed)[0].nodes;
    QCOMPARE(nodes[0].duration_s, 8.0); // half the shard, twice the tokens
    QCOMPARE(nodes[1].duration_s, 4.0); // the update knows no tokens
    QCOMPARE(nodes[2].ranks, 8u);
    QCOMPARE(nodes[2].bytes, 2048.0);
    near(nodes[2].duration_s, 2.0 * (2.0 * 7 / 8) / (2.0 * 3 / 4), 1e-12);
    QCOMPARE(nodes[3].ranks, 4u);
    QCOMPARE(nodes[3].bytes, 512.0);
    near(nodes[3].duration_s, 0.5 * (2.0 * 3 / 4) / (2.0 * 7 / 8), 1e-12);
    QCOMPARE(nodes[4].bytes, 1024.0); // half the gradients, in half as many parts
    near(nodes[4].duration_s, 3.0 / 7.0, 1e-12);
    const auto alone = withDegrees(traces, {{4, 1}, {8, 8}});
    QCOMPARE((*alone)[0].nodes[2].duration_s, 0.0);
    QCOMPARE((*alone)[0].nodes[0].duration_s, 32.0);
}

void DegreesTest::groupsAreToldByTheirRanks() {
    ExecutionTrace trace;
    trace.nodes = {collective(TraceCollective::AllReduce, "0", 4), collective(TraceCollective::AllReduce, "1", 8),
                   collective(TraceCollective::AllReduce, "2", 32)};
    const auto changed = withDegrees(std::vector{trace}, {{4, 8}, {8, 8}});
    QVERIFY(changed);
    QCOMPARE((*changed)[0].nodes[0].ranks, 8u);
    QCOMPARE((*changed)[0].nodes[1].bytes, 512.0);
    QCOMPARE((*changed)[0].nodes[2].bytes, 1024.0);
}

void DegreesTest::refusals() {
    ExecutionTrace trace;
    trace.nodes = {collective(TraceCollective::AllReduce, "0", 4)};
    const std::vector<ExecutionTrace> traces{trace};
    QCOMPARE(withDegrees(traces, {{4, 8}, {4, 4}}).error().pointer, std::string("/tp"));
    QCOMPARE(withDegrees(traces, {{0, 8}, {4, 4}}).error().pointer, std::string("/tp"));
    QCOMPARE(withDegrees(traces, {{2, 4}, {4, 4}}).error().pointer, std::string("/tp"));
    QCOMPARE(withDegrees(traces, {{4, 4}, {1, 2}}).error().pointer, std::string("/dp"));
}

void DegreesTest::plansWithOtherDegrees_data() {
    QTest::addColumn<unsigned>("tp");
    QTest::addColumn<unsigned>("dp");
    QTest::addColumn<double>("tolerance");
    QTest::newRow("the same") << 4u << 4u << 1e-12;
    QTest::newRow("twice the data-parallel ranks") << 4u << 8u << 0.05;
    QTest::newRow("half the data-parallel ranks") << 4u << 2u << 0.05;
    // Shards twice as large reach more of the peak than twice the time of smaller ones says.
    QTest::newRow("half the tensor-parallel ranks") << 2u << 4u << 0.17;
    // Smaller shards: shorter kernels reach less, norms are not cut.
    QTest::newRow("twice the tensor-parallel ranks") << 8u << 4u << 0.20;
}

/// A plan's trace with other degrees, against the plan with these degrees.
void DegreesTest::plansWithOtherDegrees() {
    QFETCH(unsigned, tp);
    QFETCH(unsigned, dp);
    QFETCH(double, tolerance);
    const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    QVERIFY(library);
    const auto gpu = hardware::readGpu(*(*library)->find("h100-sxm5-80gb")->document, {});
    const auto cluster = hardware::readCluster(*(*library)->find("azure-nd-h100-v5")->document, {});
    QVERIFY(gpu && cluster);
    system::ShardTimer timer(*gpu, (*library)->calibrations());
    const system::ClusterLinks links(*cluster, (*library)->calibrations());
    const auto traceWith = [&](unsigned tensor, unsigned data) {
        PlannedStep step;
        auto& m = step.job.model;
        m.layers = 16, m.hidden = 4096, m.heads = m.kv_heads = 32, m.head_dim = 128, m.ffn = 16384, m.vocab = 51200;
        step.job.sequence = 4096;
        step.job.global_batch = 64;
        step.plan.tp = tensor, step.plan.dp = data;
        step.terms = system::stepTerms(step.job, step.plan, timer, links);
        step.coefficients.slowdown = 0.0;
        return *tracesOf(step);
    };
    const auto secondsOf = [](const std::vector<ExecutionTrace>& traces) {
        return replay::replay(traces, *nodeTime({}))->slowest().total_s;
    };
    const auto changed = withDegrees(traceWith(4, 4), {{4, tp}, {4, dp}});
    QVERIFY2(changed, changed ? "" : describe(changed.error()).c_str());
    const double found_s = secondsOf(*changed), wanted_s = secondsOf(traceWith(tp, dp));
    qInfo("%.4f s, the plan itself %.4f s", found_s, wanted_s);
    near(found_s, wanted_s, tolerance);
}

/// A plan's trace on another GPU, against the plan on that GPU: within 15 %. On its own it stays as it is.
void DegreesTest::plansOnAnotherDevice() {
    const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    QVERIFY(library);
    const auto cluster = hardware::readCluster(*(*library)->find("azure-nd-h100-v5")->document, {});
    const system::ClusterLinks links(*cluster, (*library)->calibrations());
    struct Run {
        hardware::Gpu gpu;
        std::vector<ExecutionTrace> traces;
    };
    std::vector<Run> runs;
    for (const char* id : {"a100-sxm4-80gb", "h100-sxm5-80gb"}) {
        const auto gpu = hardware::readGpu(*(*library)->find(id)->document, {});
        QVERIFY(gpu);
        system::ShardTimer timer(*gpu, (*library)->calibrations());
        PlannedStep step;
        auto& m = step.job.model;
        m.layers = 16, m.hidden = 4096, m.heads = m.kv_heads = 32, m.head_dim = 128, m.ffn = 16384, m.vocab = 51200;
        step.job.sequence = 4096;
        step.job.global_batch = 32;
        step.plan.tp = step.plan.dp = 2;
        step.terms = system::stepTerms(step.job, step.plan, timer, links);
        runs.push_back({*gpu, *tracesOf(step)});
    }
    const auto secondsOf = [&](const Run& run, const WhatIf& what) {
        return replay::replay(run.traces, *nodeTime(what))->slowest().total_s;
    };
    for (const Run& from : runs) {
        for (const Run& to : runs) {
            WhatIf what;
            what.measured_on = from.gpu;
            what.device = to.gpu;
            what.calibrations = (*library)->calibrations();
            const double found_s = secondsOf(from, what), wanted_s = secondsOf(to, {});
            qInfo("%s to %s: %.4f s, the plan itself %.4f s", from.gpu.id.c_str(), to.gpu.id.c_str(), found_s,
                  wanted_s);
            near(std::min(found_s, wanted_s), std::max(found_s, wanted_s), &from == &to ? 1e-12 : 0.15);
        }
    }
}

QTEST_GUILESS_MAIN(DegreesTest)
#include "degrees_test.moc"
