// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/chakra/chakra_trace.h"
#include "core/replay/plan_trace.h"
#include "core/replay/what_if.h"

#include <QTest>

using namespace strata;
using namespace strata::exchange;
using namespace strata::replay;

namespace {

/// Eight layers on four stages, eight micro-batches, nothing but kernels.
PlannedStep plainStep() {
    PlannedStep step;
    step.job.model.layers = 8;
    step.job.model.hidden = 1024;
    step.job.model.heads = step.job.model.kv_heads = 8;
    step.job.model.head_dim = 128;
    step.job.model.ffn = 4096;
    step.job.model.vocab = 1000;
    step.job.global_batch = 8;
    step.plan.pp = 4;
    step.terms.layers.forward_s = 1.0;
    step.terms.layers.backward_s = 1.0;
    step.terms.layers.weight_s = 1.0;
    step.terms.micro_batches = 8;
    step.terms.stages = 4;
    step.terms.stage_share = step.terms.last_share = 0.25;
    step.coefficients.slowdown = 0.0;
    return step;
}

double totalOf(const std::vector<ExecutionTrace>& traces) {
    const auto result = replay::replay(traces, *nodeTime({}));
    if (!result) qFatal("%s", describe(result.error()).c_str());
    return result->slowest().total_s;
}

std::vector<ExecutionTrace> made(const PlannedStep& step) {
    auto traces = tracesOf(step);
    if (!traces) qFatal("%s", describe(traces.error()).c_str());
    return *std::move(traces);
}

std::size_t count(const ExecutionTrace& trace, TraceWork work) {
    return static_cast<std::size_t>(std::count_if(trace.nodes.begin(), trace.nodes.end(),
                                                  [&](const TraceNode& node) { return node.work == work; }));
}

void compare(double found, double wanted) {
    QVERIFY2(std::abs(found - wanted) <= 1e-9 * wanted,
             qPrintable(QString::number(found, 'g', 12) + " is not " + QString::number(wanted, 'g', 12)));
}

} // namespace

class PlanTraceTest : public QObject {
    Q_OBJECT

private slots:
    void pipelinesTakeTheirClosedForm();
    void interleavedChunksHaveShorterBubbles();
    void tensorExchangesStandBetweenKernels();
    void gradientsHideBehindTheLastBackwardPass();
    void shardedWeightsAreGathered();
    void slowestDeviceIsWaitedFor();
    void filesTellTheSame();
    void whatCannotRunIsRefused();
};

/// (m + p - 1) x (forward + backward) of 1F1B (D. Narayanan et al., SC 2021, section 2.2).
void PlanTraceTest::pipelinesTakeTheirClosedForm() {
    auto step = plainStep();
    const auto traces = made(step);
    QCOMPARE(traces.size(), 4u);
    compare(totalOf(traces), (8 + 3) * 0.75);
    compare(totalOf(traces), system::stepTime(step.terms, step.coefficients).seconds());
    QCOMPARE(count(traces[0], TraceWork::Send), 8u);
    QCOMPARE(count(traces[1], TraceWork::Send), 16u);
    QCOMPARE(count(traces[1], TraceWork::Receive), 16u);
    step.terms.schedule = step.plan.schedule = system::Schedule::GPipe;
    compare(totalOf(made(step)), (8 + 3) * 0.75);
}

void PlanTraceTest::interleavedChunksHaveShorterBubbles() {
    auto step = plainStep();
    step.terms.schedule = step.plan.schedule = system::Schedule::Interleaved;
    step.terms.chunks = step.plan.interleave = 2;
    compare(totalOf(made(step)), 8 * 0.75 + 3 * 0.75 / 2);
}

void PlanTraceTest::tensorExchangesStandBetweenKernels() {
    auto step = plainStep();
    step.plan.tp = 2;
    step.terms.tensor_s = 0.34; // 8 layers x 2 x 2 passes and 2: 10 ms each
    const auto traces = made(step);
    // Two layers of each of 8 micro-batches, twice forward and twice backward.
    QCOMPARE(count(traces[0], TraceWork::Collective), 2u * 8 * 4);
    compare(totalOf(traces), system::stepTime(step.terms, step.coefficients).seconds());
    step.plan.sequence_parallel = true;
    QCOMPARE(count(made(step)[0], TraceWork::Collective), 2u * 2 * 8 * 4);
}

void PlanTraceTest::gradientsHideBehindTheLastBackwardPass() {
    auto step = plainStep();
    step.plan.pp = 1;
    step.terms.stages = step.terms.stage_share = step.terms.last_share = 1;
    step.plan.dp = 2;
    const double alone_s = totalOf(made(step));
    step.terms.sync_s = 0.8; // 0.1 s a layer, whose backward pass takes 0.25 s
    const auto traces = made(step);
    QCOMPARE(count(traces[0], TraceWork::Collective), 8u);
    compare(totalOf(traces), alone_s + 0.1);
    step.plan.zero = 1;
    const auto sharded = made(step);
    QCOMPARE(count(sharded[0], TraceWork::Collective), 9u);
    QVERIFY(totalOf(sharded) < alone_s + 0.8 && totalOf(sharded) > alone_s + 0.2); // weights come back at the end
}

void PlanTraceTest::shardedWeightsAreGathered() {
    auto step = plainStep();
    step.plan.pp = 1;
    step.terms.stages = step.terms.stage_share = step.terms.last_share = 1;
    step.plan.dp = 4;
    step.plan.zero = 3;
    const double alone_s = totalOf(made(step));
    step.terms.gather_s = 0.08;
    const auto traces = made(step);
    QCOMPARE(count(traces[0], TraceWork::Collective),
             8u * 8 * 3); // a micro-batch and layer: twice gathered, reduced
    QVERIFY(totalOf(traces) > alone_s);
    QVERIFY(totalOf(traces) < alone_s + 8 * 0.08);
}

/// The graphs end with the estimate, also where it grows with the number of devices.
void PlanTraceTest::slowestDeviceIsWaitedFor() {
    auto step = plainStep();
    step.terms.devices = 512;
    const double alone_s = totalOf(made(step));
    step.coefficients.growth = 0.01;
    compare(totalOf(made(step)), system::stepTime(step.terms, step.coefficients).seconds());
    compare(totalOf(made(step)), 1.06 * alone_s);
}

void PlanTraceTest::filesTellTheSame() {
    auto step = plainStep();
    step.plan.tp = 2;
    step.terms.tensor_s = 0.34;
    step.terms.send_s = 0.01;
    const auto traces = made(step);
    std::vector<ExecutionTrace> read;
    for (const ExecutionTrace& trace : traces) {
        const auto again = parseChakra(writeChakra(trace));
        QVERIFY2(again, again ? "" : describe(again.error()).c_str());
        QVERIFY(again->notes.empty());
        read.push_back(*again);
    }
    QVERIFY(std::abs(totalOf(read) - totalOf(traces)) < 1e-6);
}

void PlanTraceTest::whatCannotRunIsRefused() {
    auto step = plainStep();
    step.terms.schedule = step.plan.schedule = system::Schedule::Interleaved;
    step.terms.chunks = step.plan.interleave = 2;
    step.terms.micro_batches = 7;
    QCOMPARE(tracesOf(step).error().pointer, std::string("/plan/micro_batch"));
    step = plainStep();
    step.plan.tp = 2;
    step.job.model.layers = 4e6;
    QCOMPARE(tracesOf(step).error().code, std::string("too-large"));
}

QTEST_APPLESS_MAIN(PlanTraceTest)
#include "plan_trace_test.moc"
