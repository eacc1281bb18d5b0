// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/step_model.h"

#include <QTest>

using namespace strata;
using namespace strata::network;

namespace {

StepConfig ring(std::uint32_t ranks) {
    StepConfig config;
    config.dimensions = {{StepTopology::Ring, ranks, 50.0, 500.0, Algorithm::Ring}};
    config.memory_bytes_per_cycle = 1000.0;
    return config;
}

} // namespace

class StepTest : public QObject {
    Q_OBJECT
private slots:
    /// k (L + m / B) + (k + 1) endpoint + 3 (n - 1) floor(m / M), worked out by hand: m = 1000, 1 step of 520
    /// cycles.
    void byHand() {
        StepConfig config = ring(4);
        QCOMPARE(*stepCycles(config, Collective::AllReduce, 4000), 6.0 * 520.0 + 7.0 * 10.0 + 3.0 * 3.0);
        QCOMPARE(*stepCycles(config, Collective::AllGather, 1000), 3.0 * 520.0 + 4.0 * 10.0);
        QCOMPARE(*stepCycles(config, Collective::AllToAll, 4000), 6.0 * 520.0 + 7.0 * 10.0);
        config.chunks = 4;
        QCOMPARE(*stepCycles(config, Collective::AllGather, 4000), 4.0 * (3.0 * 520.0 + 40.0));
        config.active_chunks = 2;
        QCOMPARE(*stepCycles(config, Collective::AllGather, 4000), 2.0 * (3.0 * 520.0 + 40.0));
    }

    /// With contention, many chunks at once cannot be sooner than their bytes pass one link.
    void linksSaturate() {
        StepConfig config = ring(4);
        config.contention = true;
        config.chunks = config.active_chunks = 8;
        const std::uint64_t bytes = 8 * 4 * 500000;
        const double cycles = *stepCycles(config, Collective::AllReduce, bytes);
        QVERIFY(cycles >= 6.0 * 8.0 * 10000.0);
        QVERIFY(cycles <= 6.0 * 8.0 * 10000.0 + 3000.0);
    }

    void refuses() {
        StepConfig config = ring(6);
        config.dimensions[0].algorithm = Algorithm::HalvingDoubling;
        const auto odd = stepCycles(config, Collective::AllReduce, 1000);
        QVERIFY(!odd);
        QCOMPARE(odd.error().pointer, std::string("/dimensions/0"));
        QVERIFY(!stepCycles(ring(4), Collective::Broadcast, 1000));
        QVERIFY(!stepCycles(StepConfig{}, Collective::AllReduce, 1000));
    }

    /// The simulator's messages of an exchange pass each other on a rank's link; shared, they follow one another.
    void directExchangesShareLinks() {
        StepConfig config;
        config.dimensions = {{StepTopology::Switch, 8, 50.0, 500.0, Algorithm::Direct}};
        const double apart = *stepCycles(config, Collective::AllToAll, 8000);
        QCOMPARE(apart, 2.0 * 500.0 + 20.0 + 20.0);
        config.shares_links = true;
        QCOMPARE(*stepCycles(config, Collective::AllToAll, 8000), apart + 6.0 * 20.0);
    }

    /// One chunk: phases one after the other. Many: the slower dimension rules.
    void dimensionsOverlap() {
        StepConfig config = ring(4);
        config.dimensions.push_back({StepTopology::Ring, 4, 5.0, 500.0, Algorithm::Ring});
        const double one = *stepCycles(config, Collective::ReduceScatter, 16000);
        QCOMPARE(one, stepPhaseCycles(config, config.dimensions[0], Collective::ReduceScatter, 16000) +
                          stepPhaseCycles(config, config.dimensions[1], Collective::ReduceScatter, 4000));
        QCOMPARE(runChunks({{{0, 1.0}, {1, 3.0}}, {{0, 1.0}, {1, 3.0}}, {{0, 1.0}, {1, 3.0}}}, 1), 10.0);
        QCOMPARE(runChunks({{{0, 1.0}, {1, 3.0}}, {{0, 1.0}, {1, 3.0}}}, 2), 4.0);
        QCOMPARE(runChunks({}, 1), 0.0);
    }
};

QTEST_GUILESS_MAIN(StepTest)
#include "step_test.moc"
