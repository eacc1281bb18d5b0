// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/nccl.h"
#include "network_fixture.h"

#include <cmath>
#include <QTest>

using namespace strata;
using namespace strata::network;

namespace {

NcclGroup group(std::uint32_t ranks, std::uint32_t per_domain = 0) {
    const auto fabric = fabricOf(test::nodesOfEight(64), {ranks, per_domain});
    return *ncclGroupOf(*fabric, "nodes-of-eight");
}

hardware::Calibration calibration() {
    hardware::Calibration one;
    one.id = std::string(kNcclCalibration);
    one.values = {{"ll_base", 2.0}};
    one.groups = {{{{"technology", "nvlink4"}}, {{"ll_base", 3.0}}, 1},
                  {{{"system", "mine"}, {"technology", "nvlink4"}}, {{"ll_base", 4.0}}, 1}};
    one.residuals = {{{{"seen", "yes"}}, -0.1, 0.0, 0.1, 0.1, 0.0, 9},
                     {{{"seen", "no"}}, -0.4, 0.0, 0.4, 0.3, 0.0, 9}};
    return one;
}

} // namespace

class NcclTest : public QObject {
    Q_OBJECT
private slots:
    /// The published constants, nothing fitted: base + 14 steps of LL, and half of 20.6 GB/s on each of 18
    /// links.
    void constantsByHand() {
        const NcclTime small = ncclTime(group(8), uncalibratedNccl(), Collective::AllReduce, 1024.0);
        QVERIFY(small.algorithm == NcclAlgorithm::Ring && small.protocol == NcclProtocol::Ll);
        QCOMPARE(small.steps, 14.0);
        QVERIFY(std::abs(small.base_s - 6.6e-6) < 1e-12);
        QVERIFY(std::abs(small.steps_s - 14.0 * 0.6e-6) < 1e-12);
        QVERIFY(std::abs(small.bandwidth_bytes_per_s / (18.0 * 20.6e9 / 2.0) - 1.0) < 1e-9);
    }

    void theFastestProtocolWins() {
        const auto values = uncalibratedNccl();
        double last = 0.0;
        int protocols = 0;
        NcclProtocol before = NcclProtocol::Simple;
        for (double bytes = 512.0; bytes < 4e9; bytes *= 2.0) {
            const NcclTime time = ncclTime(group(8), values, Collective::AllGather, bytes);
            QVERIFY(time.seconds() > last);
            last = time.seconds();
            protocols += protocols == 0 || time.protocol != before ? 1 : 0;
            before = time.protocol;
            for (const NcclTime& other : ncclChoices(group(8), values, Collective::AllGather, bytes)) {
                QVERIFY(other.seconds() >= time.seconds());
            }
        }
        QVERIFY(protocols >= 2);
        QVERIFY(before == NcclProtocol::Simple);
    }

    /// As many rings as a node has ranks: each rank's share of the adapters counts, and all ranks of a node
    /// together.
    void adaptersOfANodeAddUp() {
        const auto values = uncalibratedNccl();
        const NcclTime full = ncclTime(group(16), values, Collective::AllReduce, 1e9);
        const NcclTime one = ncclTime(group(16, 1), values, Collective::AllReduce, 1e9);
        QVERIFY(full.bandwidth_bytes_per_s > 5.0 * one.bandwidth_bytes_per_s);
        QVERIFY(one.network_bound);
        QCOMPARE(one.steps, 0.0);
        QVERIFY(std::isfinite(one.seconds()));
    }

    void treesWinOverManyNodes() {
        const NcclTime time = ncclTime(group(512), uncalibratedNccl(), Collective::AllReduce, 4096.0);
        QVERIFY(time.algorithm == NcclAlgorithm::Tree);
        QCOMPARE(time.network_steps, 12.0);
    }

    void theSwitchReducesWhenAsked() {
        const auto values = uncalibratedNccl();
        const NcclTime rings = ncclTime(group(8), values, Collective::AllReduce, 1e9);
        const NcclTime in_switch = ncclTime(group(8), values, Collective::AllReduce, 1e9, {0, true});
        QVERIFY(rings.algorithm == NcclAlgorithm::Ring);
        QVERIFY(in_switch.algorithm == NcclAlgorithm::Nvls);
        QVERIFY(in_switch.seconds() < rings.seconds());
    }

    void channelsLimitBandwidth() {
        const auto values = uncalibratedNccl();
        const NcclTime two = ncclTime(group(8), values, Collective::AllGather, 1e9, {2, false});
        QCOMPARE(two.bandwidth_bytes_per_s, 40e9);
    }

    void ownThenFamilyThenAll() {
        const auto fitted = calibration();
        const std::span all(&fitted, 1);
        NcclGroup mine = group(8);
        mine.system = "mine";
        QCOMPARE(resolveNccl(mine, all).values[0], 4.0);
        QVERIFY(resolveNccl(mine, all).own);
        QCOMPARE(resolveNccl(mine, all).log_p90, 0.1);
        mine.system = "another";
        QCOMPARE(resolveNccl(mine, all).values[0], 3.0);
        QCOMPARE(resolveNccl(mine, all).log_p90, 0.4);
        mine.technology = "unknown";
        QCOMPARE(resolveNccl(mine, all).values[0], 2.0);
        QVERIFY(!resolveNccl(mine, all).family);
        QCOMPARE(resolveNccl(mine, {}).values, uncalibratedNccl());
    }

    void toriAreRefused() {
        Fabric fabric{{test::dimension(hardware::Topology::Ring, 4)}};
        fabric.dimensions[0].technology = "ici";
        QVERIFY(!ncclGroupOf(fabric, "pod"));
    }
};

QTEST_GUILESS_MAIN(NcclTest)
#include "nccl_test.moc"
