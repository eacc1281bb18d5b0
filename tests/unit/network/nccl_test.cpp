// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/nccl.h"
#include "core/network/nccl_constants.h"
#include "network_fixture.h"

#include <array>
#include <cmath>
#include <QTest>

using namespace strata;
using namespace strata::network;

namespace {

NcclGroup group(std::uint32_t ranks, std::uint32_t per_domain = 0) {
    const auto fabric = fabricOf(test::nodesOfEight(64), {ranks, per_domain});
    NcclGroup made = *ncclGroupOf(*fabric, "nodes-of-eight");
    made.link_message_s = ncclConstants().link_message_s[0]; // not the fixture's
    return made;
}

hardware::Calibration calibration() {
    hardware::Calibration one;
    one.id = std::string(kNcclCalibration);
    one.values = {{"ll_base", 2.0}};
    one.groups = {{{{"technology", "nvlink4"}}, {{"ll_base", 3.0}}, 1},
                  {{{"system", "mine"}, {"technology", "nvlink4"}}, {{"ll_base", 4.0}}, 1}};
    one.residuals = {{{{"seen", "yes"}}, -0.1, 0.0, 0.1, 0.1, 0.0, 9}, {{{"seen", "no"}}, -0.4, 0.0, 0.4, 0.3, 0.0, 9}};
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

    /// Of eight devices with a link between each two, a pair has one link; a ring uses all.
    void aPairHasOneLink() {
        auto cluster = test::nodesOfEight(64);
        cluster.scale_up.front().topology = hardware::Topology::FullyConnected;
        const auto joined = ncclGroupOf(*fabricOf(cluster, {8, 0}), "nodes-of-eight");
        const auto values = uncalibratedNccl();
        constexpr double kBytes = 1e9;
        const double ratio = ncclTime(*joined, values, Collective::SendRecv, kBytes).transfer_s /
                             ncclTime(group(8), values, Collective::SendRecv, kBytes).transfer_s;
        QVERIFY(std::abs(ratio - 7.0) < 1e-9);
        QCOMPARE(ncclTime(*joined, values, Collective::AllGather, kBytes).transfer_s,
                 ncclTime(group(8), values, Collective::AllGather, kBytes).transfer_s);
    }

    /// NCCL's table has a share of the bandwidth for each doubling: between them trees neither jump nor get faster.
    void treesMoveWithTheSize() {
        const auto values = uncalibratedNccl();
        const NcclGroup wide = group(512);
        std::array<double, kNcclProtocols> last{};
        for (double bytes = 1024.0; bytes < 1e9; bytes *= 1.01) {
            for (const NcclTime& time : ncclChoices(wide, values, Collective::AllReduce, bytes)) {
                if (time.algorithm != NcclAlgorithm::Tree) continue;
                double& before_s = last[static_cast<std::size_t>(time.protocol)];
                QVERIFY2(time.transfer_s > before_s, qPrintable(QString::number(bytes)));
                QVERIFY2(before_s == 0.0 || time.transfer_s < 1.03 * before_s, qPrintable(QString::number(bytes)));
                before_s = time.transfer_s;
            }
        }
        QVERIFY(last.back() > 0.0);
    }

    /// Sends and receives know two of the three protocols.
    void pairsKnowTwoProtocols() {
        for (const Collective collective : {Collective::AllToAll, Collective::SendRecv}) {
            const auto choices = ncclChoices(group(2), uncalibratedNccl(), collective, 1e6);
            QCOMPARE(choices.size(), std::size_t{2});
            for (const NcclTime& time : choices)
                QVERIFY(time.protocol != NcclProtocol::Ll128);
        }
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
        const NcclTime nccl_time = ncclTime(group(16, 1), values, Collective::AllReduce, 1e9);
        QVERIFY(full.bandwidth_bytes_per_s > 5.0 * nccl_time.bandwidth_bytes_per_s);
        QVERIFY(nccl_time.network_bound);
        QCOMPARE(nccl_time.steps, 0.0);
        QVERIFY(std::isfinite(nccl_time.seconds()));
    }

    void treesWinOverManyNodes() {
        const NcclTime time = ncclTime(group(512), uncalibratedNccl(), Collective::AllReduce, 4096.0);
        QVERIFY(time.algorithm == NcclAlgorithm::Tree);
        QCOMPARE(time.network_steps, 12.0);
    }

    /// Where the switch adds up, it does so unless it is told not to, and of floating-point numbers alone.
    void theSwitchAddsUpFloats() {
        const auto values = uncalibratedNccl();
        const NcclTime in_switch = ncclTime(group(8), values, Collective::AllReduce, 1e9);
        QVERIFY(in_switch.algorithm == NcclAlgorithm::Nvls);
        for (const NcclOptions& options : {NcclOptions{0, false, true}, NcclOptions{0, true, false}}) {
            const NcclTime rings = ncclTime(group(8), values, Collective::AllReduce, 1e9, options);
            QVERIFY(rings.algorithm == NcclAlgorithm::Ring);
            QVERIFY(in_switch.seconds() < rings.seconds());
        }
        // Of 1e9 bytes each rank sends all for the sum and its eighth of the result.
        const double share = values[static_cast<std::size_t>(NcclCoefficient::NvlsShare)];
        QVERIFY(std::abs(in_switch.transfer_s / (1e9 * 9.0 / 8.0 / (share * 4.5e11)) - 1.0) < 1e-9);
        // A part of the work is never slower than the whole, also over so many ranks that rings take long.
        NcclGroup rack = group(8);
        rack.ranks = 72;
        for (const double bytes : {256.0, 1e6, 1e9}) {
            const double whole_s = ncclTime(rack, values, Collective::AllReduce, bytes).seconds();
            QVERIFY(ncclTime(rack, values, Collective::ReduceScatter, bytes).seconds() <= whole_s);
            QVERIFY(ncclTime(rack, values, Collective::AllGather, bytes).seconds() <= whole_s);
        }
        NcclGroup plain = group(8);
        plain.reduces = false;
        QVERIFY(ncclTime(plain, values, Collective::AllReduce, 1e9).algorithm == NcclAlgorithm::Ring);
    }

    /// NCCL's constants contain InfiniBand's message; what another network takes longer comes on top of each step.
    void messagesOfAnotherNetworkTakeLonger() {
        const auto values = uncalibratedNccl();
        NcclGroup far = group(16, 1);
        const auto small = [&] { return ncclTime(far, values, Collective::AllGather, 512.0); };
        const NcclTime near = small();
        QCOMPARE(near.network_steps, 15.0);
        far.message_s = 2e-5;
        QVERIFY(std::abs(small().seconds() - near.seconds() - 15.0 * (2e-5 - 2.7e-6)) < 1e-12);
        // Of a ring through nodes of eight, the slowest part passes the edge between them twice.
        QCOMPARE(ncclTime(group(16), values, Collective::AllGather, 512.0).network_steps, 2.0);
    }

    /// A ring of eight passes 14 steps of two messages each.
    void slowerLinksLengthenSteps() {
        const auto values = uncalibratedNccl();
        NcclGroup usual = group(8), slower = usual;
        slower.link_message_s = usual.link_message_s + 0.5e-6;
        const NcclTime before = ncclTime(usual, values, Collective::AllReduce, 1024.0);
        const NcclTime after = ncclTime(slower, values, Collective::AllReduce, 1024.0);
        QVERIFY(std::abs(before.steps_s - 14.0 * 0.6e-6) < 1e-12);
        QVERIFY(std::abs(after.steps_s - before.steps_s - 14.0 * 2.0 * 0.5e-6) < 1e-12);
        double last_s = 0;
        for (double message_s = 1e-8; message_s < 1e-5; message_s *= 1.02) {
            slower.link_message_s = message_s;
            const double seconds = ncclTime(slower, values, Collective::AllToAll, 1024.0).seconds();
            QVERIFY(seconds >= last_s);
            last_s = seconds;
        }
    }

    void nothingStartsBelowTheLaunch() {
        NcclGroup nccl_group = group(8);
        nccl_group.launch_s = 5e-5;
        for (const NcclTime& time : ncclChoices(nccl_group, uncalibratedNccl(), Collective::AllReduce, 1024.0))
            QCOMPARE(time.base_s, 5e-5);
    }

    /// One rank a node passes no link inside: what was measured on its system holds all the same.
    void oneRankANodeUsesItsSystem() {
        const auto fitted = calibration();
        NcclGroup mine = group(4, 1);
        mine.system = "mine";
        QVERIFY(mine.technology.empty());
        QCOMPARE(resolveNccl(mine, std::span(&fitted, 1)).values[0], 4.0);
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

    /// Within a node the links' technology tells the distance, between nodes the way to the adapters; where nothing
    /// shows a distance the next farther one holds, then the next nearer, and never nothing.
    void intervalsFollowPathAndDistance() {
        hardware::Calibration fitted = calibration();
        fitted.groups.push_back({{{"network", std::string(kDirectNetwork)}}, {{"network_share", 0.5}}, 1});
        const auto residual = [](const char* path, const char* key, const char* value, double p90) {
            return hardware::Residual{{{"path", path}, {key, value}}, -p90, 0.0, p90, p90, 0.0, 9};
        };
        fitted.residuals = {residual("inside", "seen", "yes", 0.1), residual("inside", "distance", "sibling", 0.2),
                            residual("inside", "distance", "generation", 0.3), residual("between", "seen", "yes", 0.5),
                            residual("between", "distance", "sibling", 0.6)};
        const auto high = [&](const NcclGroup& on) { return resolveNccl(on, std::span(&fitted, 1)).log_p90; };
        NcclGroup mine = group(8);
        mine.system = "mine";
        QCOMPARE(high(mine), 0.1);
        mine.nodes = 2;
        QCOMPARE(high(mine), 0.6); // nothing was measured between its nodes
        fitted.groups[1].values["network_share"] = 0.4;
        QCOMPARE(high(mine), 0.5);
        mine.direct = false;
        mine.system = "another";
        QCOMPARE(resolveNccl(mine, std::span(&fitted, 1)).distance, std::string_view("generation"));
        QCOMPARE(high(mine), 0.6); // nearer: nothing farther is known
        mine.nodes = 1;
        QCOMPARE(high(mine), 0.2);
        mine.technology = "unknown";
        QCOMPARE(high(mine), 0.3);
    }

    /// A pair on PCIe has its links; more reach each other through the host, whatever their links.
    void hostsLimitMoreThanAPair() {
        hardware::Cluster server = test::nodesOfEight(1);
        server.scale_up[0].technology = "pcie";
        server.scale_up[0].bandwidth_bytes_per_s = 64e9;
        NcclValues values = uncalibratedNccl();
        values[static_cast<std::size_t>(NcclCoefficient::HostBandwidth)] = 20e9;
        const auto bandwidth = [&](std::uint32_t ranks, Collective collective) {
            const auto on = ncclGroupOf(*fabricOf(server, {ranks, 0}), "server");
            return ncclTime(*on, values, collective, 1e9).bandwidth_bytes_per_s;
        };
        const double pair = uncalibratedNccl()[static_cast<std::size_t>(NcclCoefficient::SimpleShare)] * 64e9;
        QVERIFY(std::abs(bandwidth(2, Collective::AllReduce) / pair - 1.0) < 1e-9);
        QCOMPARE(bandwidth(4, Collective::AllReduce), 20e9);
        QCOMPARE(bandwidth(8, Collective::AllToAll), 20e9);
        server.scale_up[0].shared_bytes_per_s = 64e9;
        QVERIFY(std::abs(bandwidth(8, Collective::AllGather) / (pair / 8.0) - 1.0) < 1e-9);
        QVERIFY(std::abs(bandwidth(2, Collective::AllGather) / pair - 1.0) < 1e-9);
    }

    /// Adapters that reach device memory have another share of their bandwidth than those that do not.
    void adaptersBehindHostMemory() {
        hardware::Calibration fitted = calibration();
        fitted.groups.push_back({{{"network", "direct"}}, {{"network_share", 0.8}}, 1});
        fitted.groups.push_back({{{"network", "staged"}}, {{"network_share", 0.25}}, 1});
        hardware::Cluster nodes = test::nodesOfEight(4);
        const auto seconds = [&] {
            const auto on = ncclGroupOf(*fabricOf(nodes, {32, 0}), "nodes-of-eight");
            const auto values = resolveNccl(*on, std::span(&fitted, 1)).values;
            return ncclTime(*on, values, Collective::AllReduce, 1e10).transfer_s;
        };
        const double direct_s = seconds();
        nodes.scale_out.direct = false;
        QVERIFY(std::abs(seconds() / direct_s / (0.8 / 0.25) - 1.0) < 1e-9);
    }

    void pairsHaveABaseOfTheirOwn() {
        NcclValues values = uncalibratedNccl();
        const double before_s = ncclTime(group(2), values, Collective::SendRecv, 1024.0).base_s;
        const double exchange_s = ncclTime(group(2), values, Collective::AllToAll, 1024.0).base_s;
        values[static_cast<std::size_t>(NcclCoefficient::PairBase)] = 0.5;
        QCOMPARE(ncclTime(group(2), values, Collective::SendRecv, 1024.0).base_s, 0.5 * before_s);
        QCOMPARE(ncclTime(group(2), values, Collective::AllToAll, 1024.0).base_s, exchange_s);
    }

    void toriAreRefused() {
        Fabric fabric{{test::dimension(hardware::Topology::Ring, 4)}};
        fabric.dimensions[0].gpu_library = false;
        QVERIFY(!ncclGroupOf(fabric, "pod"));
    }
};

QTEST_GUILESS_MAIN(NcclTest)
#include "nccl_test.moc"
