// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/gpu/products/tile_model.h"
#include "core/replay/what_if.h"

#include <QTest>

using namespace strata;
using namespace strata::exchange;
using namespace strata::replay;

namespace {

TraceNode compute(double seconds, std::vector<std::uint32_t> after = {}) {
    TraceNode node;
    node.name = "kernel";
    node.duration_s = seconds;
    node.dependencies = std::move(after);
    return node;
}

TraceNode host(double seconds, std::vector<std::uint32_t> after = {}) {
    TraceNode node = compute(seconds, std::move(after));
    node.on_host = true;
    return node;
}

TraceNode reduce(double seconds, std::vector<std::uint32_t> after = {}, double bytes = 0.0) {
    TraceNode node = compute(seconds, std::move(after));
    node.work = TraceWork::Collective;
    node.collective = TraceCollective::AllReduce;
    node.bytes = bytes;
    return node;
}

TraceNode message(TraceWork work, std::uint32_t from, std::uint32_t to, double seconds,
                  std::vector<std::uint32_t> after = {}) {
    TraceNode node = compute(seconds, std::move(after));
    node.work = work;
    node.source = from;
    node.destination = to;
    return node;
}

ExecutionTrace traceOf(std::vector<TraceNode> nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i)
        nodes[i].id = i;
    ExecutionTrace trace;
    trace.nodes = std::move(nodes);
    return trace;
}

Replay run(const std::vector<ExecutionTrace>& ranks, const WhatIf& what = {}) {
    const auto time = nodeTime(what);
    const auto result = time ? replay::replay(ranks, *time) : Result<Replay>(time.error());
    if (!result) qFatal("%s", describe(result.error()).c_str());
    return *result;
}

void checkSum(const ReplayTimes& times) {
    const double sum = times.compute_s + times.exposed_communication_s + times.host_s + times.idle_s;
    QVERIFY2(std::abs(sum - times.total_s) <= 1e-12 * times.total_s, qPrintable(QString::number(sum)));
}

hardware::Gpu device(double bandwidth, double half_flop_per_clock) {
    hardware::Gpu made;
    made.name = "test";
    made.sms = 100;
    made.clock_hz = 1e9;
    made.vector_flop_per_clock[index(NumberType::Fp32)] = 100;
    made.matrix_flop_per_clock[index(NumberType::Fp16)] = half_flop_per_clock;
    made.memory_bytes_per_s = bandwidth;
    return made;
}

} // namespace

class ReplayTest : public QObject {
    Q_OBJECT

private slots:
    void collectivesHideBehindComputation();
    void hostAndLags();
    void oneStreamAtATimeInTheOrderOfTheFile();
    void collectivesWaitForTheSlowestRank();
    void messagesArriveAfterTheyWereSent();
    void ranksThatWaitForEachOtherAreRefused();
    void otherDevices();
    void otherFabrics();
    void graphsOfAMillionNodes();
};

/// Gradients of the first layer are exchanged while the second one computes: of 3 s, 2 s are hidden.
void ReplayTest::collectivesHideBehindComputation() {
    const Replay result = run({traceOf({compute(1), reduce(3, {0}), compute(2, {0}), compute(1, {1, 2})})});
    const ReplayTimes& times = result.slowest();
    QCOMPARE(times.total_s, 5.0);
    QCOMPARE(times.compute_s, 4.0);
    QCOMPARE(times.exposed_communication_s, 1.0);
    QCOMPARE(times.communication_s, 3.0);
    QCOMPARE(times.idle_s, 0.0);
    checkSum(times);
}

void ReplayTest::hostAndLags() {
    auto trace = traceOf({host(1), compute(2, {0}), host(0.5, {0}), compute(1, {1, 2})});
    trace.nodes[3].lag_s = 0.25;
    const ReplayTimes times = run({trace}).slowest();
    QCOMPARE(times.total_s, 4.25);
    QCOMPARE(times.host_s, 1.0); // the other half second is beside the device
    QCOMPARE(times.idle_s, 0.25);
    checkSum(times);
}

void ReplayTest::oneStreamAtATimeInTheOrderOfTheFile() {
    const Replay result = run({traceOf({compute(1), compute(2), compute(3)})});
    QCOMPARE(result.slowest().total_s, 6.0);
    QCOMPARE(result.rows[1].node, 1u);
    QCOMPARE(result.rows[1].start_s, 1.0);
    auto apart = traceOf({compute(1), compute(2)});
    apart.nodes[0].stream = 7;
    apart.nodes[1].stream = 8;
    QCOMPARE(run({apart}).slowest().total_s, 2.0);
}

void ReplayTest::collectivesWaitForTheSlowestRank() {
    const auto rank = [](double seconds) { return traceOf({compute(seconds), reduce(1, {0})}); };
    const Replay result = run({rank(1), rank(4), rank(2)});
    for (const ReplayTimes& times : result.ranks) {
        QCOMPARE(times.total_s, 5.0);
        checkSum(times);
    }
    QCOMPARE(result.ranks[0].idle_s, 3.0);
}

void ReplayTest::messagesArriveAfterTheyWereSent() {
    const auto first = traceOf({compute(2), message(TraceWork::Send, 0, 1, 1, {0})});
    const auto second = traceOf({message(TraceWork::Receive, 0, 1, 9), compute(1, {0})});
    const Replay result = run({first, second});
    QCOMPARE(result.ranks[1].total_s, 4.0);
    QCOMPARE(result.ranks[1].idle_s, 2.0); // waiting is no communication
    QCOMPARE(result.ranks[1].exposed_communication_s, 1.0);
    // Alone, a rank knows only how long receiving took.
    QCOMPARE(run({second}).slowest().total_s, 10.0);
}

void ReplayTest::ranksThatWaitForEachOtherAreRefused() {
    const auto rank = [](std::uint32_t me, std::uint32_t other) {
        return traceOf({message(TraceWork::Receive, other, me, 1), message(TraceWork::Send, me, other, 1, {0})});
    };
    const std::vector<ExecutionTrace> ranks{rank(0, 1), rank(1, 0)};
    const auto stuck = replay::replay(ranks, *nodeTime({}));
    QVERIFY(!stuck);
    QCOMPARE(stuck.error().pointer, std::string("/nodes/0"));
    QVERIFY(messageText(stuck.error().text).find("waits for ever") != std::string::npos);
}

void ReplayTest::otherDevices() {
    WhatIf what;
    what.measured_on = device(1e12, 1000);
    what.device = device(2e12, 4000);
    TraceNode product = compute(1);
    product.name = "ampere_fp16_s16816gemm_fp16_128x64";
    TraceNode single = compute(1);
    single.name = "volta_sgemm_128x64";
    TraceNode known = compute(1); // limited by memory here, by arithmetic nowhere
    known.flop = 1e9;
    known.bytes = 1e9;
    TraceNode untimed = compute(0);
    untimed.bytes = 2e12;
    const auto time = nodeTime(what);
    QVERIFY(time);
    QCOMPARE(*(*time)(product), 0.25);
    QCOMPARE(*(*time)(single), 1.0); // the same scalar lanes
    QCOMPARE(*(*time)(compute(1)), 0.5);
    QCOMPARE(*(*time)(known), 0.5);
    QCOMPARE(*(*time)(untimed), 1.0);
    QCOMPARE(*(*time)(host(1)), 1.0);
    TraceNode shaped = product; // of known shape: gpu.tile there over gpu.tile here
    shaped.product = {1, 4096, 4096, 4096};
    const auto tile_s = [&](const hardware::Gpu& on) {
        const workload::Kernel kernel{workload::Matmul{1, 4096, 4096, 4096}, NumberType::Fp16, NumberType::Fp16,
                                      NumberType::Fp16, NumberType::Fp16};
        return gpu::predict(gpu::makeTileModel(on, {}), kernel).seconds;
    };
    QCOMPARE(*(*time)(shaped), tile_s(*what.device) / tile_s(*what.measured_on));
    WhatIf same; // the same hardware changes nothing
    same.measured_on = same.device = what.measured_on;
    const auto unchanged = nodeTime(same);
    for (const TraceNode& trace_node : {product, single, known, shaped, compute(1)})
        QCOMPARE(*(*unchanged)(trace_node), trace_node.duration_s);
    what.device->memory_bytes_per_s = 0.0;
    QCOMPARE(nodeTime(what).error().pointer, std::string("/device"));
}

void ReplayTest::otherFabrics() {
    WhatIf what;
    hardware::Cluster cluster;
    cluster.id = cluster.name = "test";
    cluster.devices_per_node = 8;
    hardware::ScaleUpLevel level;
    level.name = "links";
    level.technology = "ici";
    level.gpu_library = false;
    level.topology = hardware::Topology::Ring;
    level.devices = 8;
    level.wraps_at = 8;
    level.bandwidth_bytes_per_s = 1e9;
    level.latency_s = 0.0;
    cluster.scale_up = {level};
    what.cluster = cluster;
    const auto needs_ranks = replay::replay(std::vector{traceOf({reduce(1, {}, 8e9)})}, *nodeTime(what));
    QVERIFY(!needs_ranks);
    QCOMPARE(needs_ranks.error().pointer, std::string("/ranks"));
    what.ranks = 8;
    // Twice seven eighths of the bytes over all links of a rank.
    const double seconds = run({traceOf({reduce(1, {}, 8e9)})}, what).slowest().total_s;
    QVERIFY2(std::abs(seconds - 14.0) < 0.5, qPrintable(QString::number(seconds)));
    QCOMPARE(run({traceOf({reduce(1)})}, what).slowest().total_s, 1.0); // without bytes as it was
    what.ranks = 16;
    QVERIFY(!replay::replay(std::vector{traceOf({reduce(1, {}, 8e9)})}, *nodeTime(what)));
}

void ReplayTest::graphsOfAMillionNodes() {
    constexpr std::uint32_t kNodes = 1000000;
    std::vector<TraceNode> nodes;
    for (std::uint32_t i = 0; i < kNodes; ++i)
        nodes.push_back(i == 0 ? compute(1e-6) : compute(1e-6, {i - 1}));
    const double total_s = run({traceOf(std::move(nodes))}).slowest().total_s;
    QVERIFY(std::abs(total_s - 1.0) < 1e-6);
}

QTEST_APPLESS_MAIN(ReplayTest)
#include "replay_test.moc"
