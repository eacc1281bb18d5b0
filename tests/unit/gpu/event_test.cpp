// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/event.h"
#include "core/gpu/sharing/sharing.h"

#include <QTest>

#include <cmath>

using namespace strata::gpu;

namespace {

constexpr double kDramBytesPerS = 1e12;
constexpr double kL2BytesPerS = 4e12;
constexpr std::uint32_t kSms = 100;

EventDevice device() { return {{{kSms, 0}}, {{kDramBytesPerS, kL2BytesPerS}}, 1e11}; }

BlockKernel computeKernel(double blocks, double block_s, std::uint32_t per_sm = 1) {
    BlockKernel kernel;
    kernel.blocks = blocks;
    kernel.blocks_per_sm = per_sm;
    kernel.compute_s = block_s;
    return kernel;
}

BlockKernel streamKernel(double blocks, double block_bytes) {
    BlockKernel kernel;
    kernel.blocks = blocks;
    kernel.blocks_per_sm = 8;
    kernel.l2_bytes = block_bytes;
    kernel.dram_bytes = block_bytes;
    return kernel;
}

double endOf(const EventDevice& device, std::vector<BlockKernel> kernels, std::size_t which) {
    const auto result = simulateBlocks(device, kernels);
    return result ? result->kernels[which].end_s : std::nan("");
}

bool near(double found, double expected, double tolerance = 1e-6) {
    return std::abs(found / expected - 1.0) < tolerance;
}

} // namespace

class EventTest : public QObject {
    Q_OBJECT

private slots:
    void computeBlocksRunInWaves_data();
    void computeBlocksRunInWaves();
    void blocksOnOneSmShareIt();
    void streamsAreBoundByDram();
    void kernelsOfOneStreamFollowEachOther();
    void aMemoryAndAComputeKernelOverlap();
    void twoStreamingKernelsSlowEachOtherDown();
    void migKeepsClientsApart();
    void costGrowsWithWavesNotBlocks();
    void longRunsEnd();
    void refusesWhatCannotRun();
    void sharingIsFairInSlowdown();
};

void EventTest::computeBlocksRunInWaves_data() {
    QTest::addColumn<double>("blocks");
    QTest::addColumn<double>("waves");
    QTest::newRow("one block") << 1.0 << 1.0;
    QTest::newRow("full wave") << 100.0 << 1.0;
    QTest::newRow("one over") << 101.0 << 2.0;
    QTest::newRow("seven and a bit") << 730.0 << 8.0;
}

void EventTest::computeBlocksRunInWaves() {
    QFETCH(double, blocks);
    QFETCH(double, waves);
    QVERIFY(near(endOf(device(), {computeKernel(blocks, 1e-5)}, 0), waves * 1e-5));
}

void EventTest::blocksOnOneSmShareIt() {
    // Two places an SM: 150 blocks take 50 SMs twice, which then need twice as long as the others.
    QVERIFY(near(endOf(device(), {computeKernel(150, 1e-5, 2)}, 0), 2e-5));
    QVERIFY(near(endOf(device(), {computeKernel(100, 1e-5, 2)}, 0), 1e-5));
}

void EventTest::streamsAreBoundByDram() {
    QVERIFY(near(endOf(device(), {streamKernel(8000, 1e5)}, 0), 8000 * 1e5 / kDramBytesPerS));
    // One block alone cannot take more than the port of its SM.
    QVERIFY(near(endOf(device(), {streamKernel(1, 1e5)}, 0), 1e5 / device().port_bytes_per_s));
}

void EventTest::kernelsOfOneStreamFollowEachOther() {
    BlockKernel second = computeKernel(100, 1e-5);
    second.start_s = 2e-6;
    const auto result = simulateBlocks(device(), std::vector{computeKernel(100, 1e-5), second});
    QVERIFY(result);
    QVERIFY(near(result->kernels[1].start_s, 1.2e-5));
    QVERIFY(near(result->seconds, 2.2e-5));
}

void EventTest::aMemoryAndAComputeKernelOverlap() {
    BlockKernel compute = computeKernel(400, 1e-5, 2);
    BlockKernel stream = streamKernel(4000, 1e4);
    stream.stream = 1;
    stream.blocks_per_sm = 2;
    const double alone = endOf(device(), {compute}, 0) + endOf(device(), {stream}, 0);
    const auto both = simulateBlocks(device(), std::vector{compute, stream});
    QVERIFY(both);
    QVERIFY2(both->seconds < alone, "different bottlenecks must overlap");
    QVERIFY(both->seconds >= endOf(device(), {compute}, 0));
}

void EventTest::twoStreamingKernelsSlowEachOtherDown() {
    // 50 SMs each, both hungry for DRAM: together they need the time of all their bytes.
    EventDevice halves{{{50, 0}, {50, 0}}, {{kDramBytesPerS, kL2BytesPerS}}, 1e11};
    BlockKernel first = streamKernel(4000, 1e5);
    BlockKernel second = first;
    second.stream = 1;
    second.partitions = 2;
    const double alone = endOf(halves, {first}, 0);
    QVERIFY(near(endOf(halves, {first, second}, 0), 2.0 * alone));
}

void EventTest::migKeepsClientsApart() {
    EventDevice mig{
        {{50, 0}, {50, 1}}, {{kDramBytesPerS / 2, kL2BytesPerS / 2}, {kDramBytesPerS / 2, kL2BytesPerS / 2}}, 1e11};
    BlockKernel first = streamKernel(4000, 1e5);
    BlockKernel second = first;
    second.stream = 1;
    second.partitions = 2;
    const double alone = endOf(mig, {first}, 0);
    QVERIFY(near(endOf(mig, {first, second}, 0), alone));
    QVERIFY(near(alone, 4000 * 1e5 / (kDramBytesPerS / 2)));
}

void EventTest::costGrowsWithWavesNotBlocks() {
    const auto result = simulateBlocks(device(), std::vector{computeKernel(1000, 1e-5), computeKernel(1e6, 1e-8)});
    QVERIFY(result);
    QVERIFY2(result->events <= 10 + 10000, qPrintable(QString::number(result->events)));
}

/// A kernel of hours ends when its work is done, also beside one whose blocks are shorter than the clock then resolves.
void EventTest::longRunsEnd() {
    constexpr double kBlocks = 1e10, kBlock_s = 1e-4;
    const double alone_s = kBlocks / kSms * kBlock_s;
    QVERIFY(near(endOf(device(), {computeKernel(kBlocks, kBlock_s)}, 0), alone_s, 1e-3));
    BlockKernel beside = computeKernel(640, 1e-7);
    beside.stream = 1;
    beside.ready_s = alone_s - 1.0;
    const double end_s = endOf(device(), {computeKernel(kBlocks, kBlock_s), beside}, 0);
    QVERIFY2(near(end_s, alone_s, 1e-3), qPrintable(QString::number(end_s)));
}

void EventTest::refusesWhatCannotRun() {
    BlockKernel nowhere = computeKernel(10, 1e-5);
    nowhere.partitions = 8;
    QCOMPARE(QString::fromStdString(simulateBlocks(device(), std::vector{nowhere}).error().code), QString("bad-value"));
    EventDevice starved = device();
    starved.memory[0].dram_bytes_per_s = 0.0;
    QVERIFY(!simulateBlocks(starved, std::vector{computeKernel(10, 1e-5)}));
}

void EventTest::sharingIsFairInSlowdown() {
    // A needs 0.9 of the capacity alone, B 0.3: both run at 1/1.2 of their speed; C does not touch it.
    std::vector<Flow> flows(3);
    flows[0].most = 0.9;
    flows[0].add(0, 1.0);
    flows[1].most = 0.3;
    flows[1].add(0, 1.0);
    flows[2].most = 5.0;
    flows[2].add(1, 0.1);
    std::vector<double> capacities{1.0, 1.0};
    shareFairly(flows, capacities);
    QVERIFY(near(flows[0].rate, 0.75));
    QVERIFY(near(flows[1].rate, 0.25));
    QVERIFY(near(flows[2].rate, 5.0));
}

QTEST_APPLESS_MAIN(EventTest)
#include "event_test.moc"
