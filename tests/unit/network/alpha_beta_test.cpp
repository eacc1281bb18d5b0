// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/alpha_beta.h"
#include "network_fixture.h"

#include <cmath>
#include <QTest>

using namespace strata;
using namespace strata::network;
using hardware::Topology;
using test::dimension;

namespace {

constexpr double kBytes = 8e6;

void compare(double actual, double expected) {
    QVERIFY2(std::abs(actual - expected) <= 1e-12 + 1e-9 * expected,
             qPrintable(QStringLiteral("%1 instead of %2").arg(actual, 0, 'g', 12).arg(expected, 0, 'g', 12)));
}

} // namespace

class AlphaBetaTest : public QObject {
    Q_OBJECT
private slots:
    /// 2 (n - 1) steps and 2 (n - 1) / n of the bytes; a fat tree's latency is end to end, one hop.
    void ring() {
        const auto time = phaseTime(Algorithm::Ring, Collective::AllReduce, dimension(Topology::FatTree, 8), kBytes);
        QCOMPARE(time.steps, 14.0);
        compare(time.latency_s, 14e-6);
        compare(time.bandwidth_s, 1.75 * kBytes / 1e9);
        const auto half = phaseTime(Algorithm::Ring, Collective::AllGather, dimension(Topology::FatTree, 8), kBytes);
        compare(half.seconds(), time.seconds() / 2.0);
    }

    void bothDirectionsHalveARing() {
        const auto links = dimension(Topology::Ring, 8);
        const auto one = phaseTime(Algorithm::Ring, Collective::AllReduce, links, kBytes);
        const auto both = phaseTime(Algorithm::BidirectionalRing, Collective::AllReduce, links, kBytes);
        compare(both.bandwidth_s, one.bandwidth_s / 2.0);
        compare(both.latency_s, one.latency_s);
        compare(both.bandwidth_s, 1.75 * kBytes / 1e9);
    }

    void halvingDoublingMovesAsMuchInFewerSteps() {
        const auto time =
            phaseTime(Algorithm::HalvingDoubling, Collective::AllReduce, dimension(Topology::FatTree, 8), kBytes);
        QCOMPARE(time.steps, 6.0);
        compare(time.latency_s, 6e-6);
        compare(time.bandwidth_s, 1.75 * kBytes / 1e9);
        QVERIFY(!isAble(Algorithm::HalvingDoubling, Collective::AllReduce, dimension(Topology::FatTree, 6)));
        QVERIFY(!isAble(Algorithm::HalvingDoubling, Collective::AllToAll, dimension(Topology::FatTree, 8)));
    }

    void directAndBruck() {
        const auto tree = dimension(Topology::FatTree, 8);
        const auto direct = phaseTime(Algorithm::Direct, Collective::AllToAll, tree, kBytes);
        compare(direct.seconds(), 1e-6 + 7.0 / 8.0 * kBytes / 1e9);
        const auto bruck = phaseTime(Algorithm::Bruck, Collective::AllToAll, tree, kBytes);
        compare(bruck.seconds(), 3.0 * (1e-6 + kBytes / 2.0 / 1e9));
        // Gathering by Bruck moves each part once, for any number of ranks.
        const auto gather = phaseTime(Algorithm::Bruck, Collective::AllGather, dimension(Topology::FatTree, 6), kBytes);
        compare(gather.bandwidth_s, 5.0 / 6.0 * kBytes / 1e9);
        QCOMPARE(gather.steps, 3.0);
    }

    /// Every link of a fully connected node carries one message: the same bytes as a switch, one hop less.
    void fullyConnected() {
        const auto links = dimension(Topology::FullyConnected, 8);
        const auto exchange = phaseTime(Algorithm::Direct, Collective::AllToAll, links, kBytes);
        compare(exchange.seconds(), 1e-6 + 7.0 / 8.0 * kBytes / 1e9);
        const auto pair = phaseTime(Algorithm::Direct, Collective::SendRecv, links, kBytes);
        compare(pair.bandwidth_s, 7.0 * kBytes / 1e9); // one of seven links
    }

    /// On a ring of n, an exchange loads each link with n^2 / 8 parts, at half of a rank's bandwidth.
    void exchangeOnARing() {
        const auto time = phaseTime(Algorithm::Direct, Collective::AllToAll, dimension(Topology::Ring, 8), kBytes);
        compare(time.bandwidth_s, 16.0 * (kBytes / 8.0) / 1e9);
        compare(time.latency_s, 4e-6);
    }

    /// A ring over an open line uses each direction of each link once, whichever way around it goes.
    void anOpenLine() {
        const auto line = dimension(Topology::Mesh, 8);
        const auto one = phaseTime(Algorithm::Ring, Collective::AllGather, line, kBytes);
        const auto both = phaseTime(Algorithm::BidirectionalRing, Collective::AllGather, line, kBytes);
        compare(one.bandwidth_s, 2.0 * 7.0 / 8.0 * kBytes / 1e9);
        compare(both.bandwidth_s, one.bandwidth_s);
        compare(one.latency_s, 14e-6);
        // Two ranks have one link of half the bandwidth between them, and are one hop apart.
        const auto pair = phaseTime(Algorithm::Direct, Collective::SendRecv, dimension(Topology::Mesh, 2), kBytes);
        compare(pair.seconds(), 1e-6 + 2.0 * kBytes / 1e9);
        compare(phaseTime(Algorithm::HalvingDoubling, Collective::AllGather, line, kBytes).bandwidth_s,
                2.0 * (1.0 / 2.0 + 2.0 / 4.0 + 4.0 / 8.0) * kBytes / 1e9);
    }

    /// A large message leaves a node through the adapters of all its ranks, a small one through the root's alone.
    void aBroadcastTakesAllAdapters() {
        const Fabric fabric{{dimension(Topology::Switch, 8, 4e11), dimension(Topology::FatTree, 4, 5e10)}};
        const double bytes = 1e10;
        const auto large = alphaBetaTime(fabric, Collective::Broadcast, bytes, {});
        QCOMPARE(large.phases.size(), std::size_t{3});
        QCOMPARE(large.phases[1].bytes, bytes / 8.0);
        const double outer_s = bytes / 8.0 / 5e10;
        QVERIFY(large.seconds >= outer_s);
        QVERIFY(large.seconds < 1.1 * (outer_s + 2.0 * bytes / 4e11));
        const auto small = alphaBetaTime(fabric, Collective::Broadcast, 256.0, {});
        QCOMPARE(small.phases.size(), std::size_t{2});
        QVERIFY(small.seconds <= 6e-6);
    }

    void treesTakeTheirBestSegment() {
        const auto tree = dimension(Topology::FatTree, 64);
        const double one = phaseTime(Algorithm::Tree, Collective::AllReduce, tree, kBytes).seconds();
        const double two = phaseTime(Algorithm::DoubleBinaryTree, Collective::AllReduce, tree, kBytes).seconds();
        QVERIFY(two < one);
        QVERIFY(two > 2.0 * kBytes / 1e9);       // up and down
        QVERIFY(two < 2.0 * kBytes / 1e9 * 1.2); // nearly pipelined
        QCOMPARE(phaseTime(Algorithm::Tree, Collective::AllReduce, tree, 1.0).steps, 12.0);
    }

    void theSwitchAddsUpWhereItCan() {
        auto level = dimension(Topology::Switch, 8);
        QVERIFY(!isAble(Algorithm::InNetwork, Collective::AllReduce, level));
        level.reduces = true;
        QVERIFY(isAble(Algorithm::InNetwork, Collective::AllReduce, level));
        compare(phaseTime(Algorithm::InNetwork, Collective::AllReduce, level, kBytes).seconds(), 2e-6 + kBytes / 1e9);
        QVERIFY(fastestAlgorithm(Collective::AllReduce, level, 1e9) == Algorithm::InNetwork);
    }

    void oneRankNeedsNoTime() {
        QCOMPARE(phaseTime(Algorithm::Ring, Collective::AllReduce, dimension(Topology::Ring, 1), kBytes).seconds(),
                 0.0);
    }

    /// Scatter inwards out, gather back: a level carries the bytes over the product of the sizes before it.
    void levels() {
        const Fabric fabric{{dimension(Topology::Switch, 8, 1e10), dimension(Topology::FatTree, 4, 1e9)}};
        const auto phases = phasesOf(fabric, Collective::AllReduce, kBytes);
        QCOMPARE(phases.size(), std::size_t{3});
        QVERIFY(phases[0].collective == Collective::ReduceScatter && phases[2].collective == Collective::AllGather);
        QCOMPARE(phases[1].bytes, kBytes / 8.0);
        QCOMPARE(phases[2].bytes, kBytes);
        const auto time = alphaBetaTime(fabric, Collective::AllReduce, kBytes, {});
        double sum = 0.0;
        for (const DimensionPhase& phase : time.phases)
            sum += phase.time.seconds();
        compare(time.seconds, sum);
        const auto gather = phasesOf(fabric, Collective::AllGather, kBytes);
        QCOMPARE(gather[0].dimension, std::size_t{1});
        QCOMPARE(gather[0].bytes, kBytes / 8.0);
        QCOMPARE(gather[1].bytes, kBytes);
    }

    void chunksOverlap() {
        const Fabric fabric{{dimension(Topology::FatTree, 8, 1e9), dimension(Topology::FatTree, 8, 1e9)}};
        const double bytes = 1e9;
        const auto serial = alphaBetaTime(fabric, Collective::AllReduce, bytes, {});
        const auto piped = alphaBetaTime(fabric, Collective::AllReduce, bytes, {{}, DimensionOrder::Pipelined, 16});
        const auto balanced = alphaBetaTime(fabric, Collective::AllReduce, bytes, {{}, DimensionOrder::Balanced, 16});
        QVERIFY(piped.seconds < serial.seconds);
        // Like levels: half of the chunks begin in each, so that both carry the same.
        QVERIFY(balanced.seconds < 0.75 * piped.seconds);
        QVERIFY(balanced.seconds >= balanced.busy[balanced.slowest].seconds() * (1.0 - 1e-12));
    }
};

QTEST_GUILESS_MAIN(AlphaBetaTest)
#include "alpha_beta_test.moc"
