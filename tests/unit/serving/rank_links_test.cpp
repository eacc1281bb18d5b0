// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks of an engine exchange within a node passes the links of their cluster, by whichever library.
#include "core/serving/tables/rank_links.h"

#include <QtTest>

using namespace strata;
using namespace strata::serving;

namespace {

hardware::Cluster node(const char* technology, hardware::Topology topology, double bytes_per_s, double latency_s) {
    hardware::Cluster cluster;
    cluster.id = "node";
    cluster.devices_per_node = 8;
    cluster.nodes = 1;
    cluster.scale_up = {{"links", technology, topology, 8, 8, bytes_per_s, latency_s}};
    return cluster;
}

/// Of an all-reduce of `bytes` over so many ranks.
double reduceSeconds(const hardware::Cluster& cluster, double ranks, double bytes) {
    hardware::Gpu gpu;
    gpu.id = "device";
    gpu.link_bytes_per_s = cluster.scale_up.front().bandwidth_bytes_per_s;
    compose::RuntimeCosts costs;
    costs.all_reduce_s = 3e-6;
    costs.all_reduce_two_shot_s = 5e-6;
    costs.all_reduce_share = 0.7;
    const RankPlan plan{ranks, 1, 1};
    const auto links = RankLinks::make(gpu, costs, &cluster, {}, plan);
    return links ? links->allReduceSeconds(bytes) : 0.0;
}

constexpr double kSmall = 16e3, kLarge = 64e6;

} // namespace

class RankLinksTest : public QObject {
    Q_OBJECT

private slots:
    /// A kernel of one shot passes the links once: a message into the switch and one out of it.
    void latencyOfLinksCounts() {
        using hardware::Topology;
        const auto seconds = [](double latency_s) {
            return reduceSeconds(node("nvlink4", Topology::Switch, 4.5e11, latency_s), 4, kSmall);
        };
        const double usual = seconds(0.3e-6), longer = seconds(0.8e-6), shorter = seconds(0.1e-6);
        QVERIFY(usual > 0);
        QVERIFY2(std::abs(longer - usual - 1e-6) < 1e-9, qPrintable(QString::number(longer - usual)));
        QVERIFY2(std::abs(usual - shorter - 0.4e-6) < 1e-9, qPrintable(QString::number(usual - shorter)));
    }

    /// Four cards behind one port have a quarter of it each, two need not leave their switch.
    void cardsShareAPort() {
        const auto seconds = [](double shared, double ranks) {
            hardware::Cluster cluster = node("pcie", hardware::Topology::Switch, 3e10, 0.5e-6);
            cluster.scale_up.front().shared_bytes_per_s = shared;
            return reduceSeconds(cluster, ranks, kLarge);
        };
        const double alone = seconds(0, 4), one_port = seconds(3e10, 4), half_a_port = seconds(1.5e10, 4);
        QVERIFY2(one_port > 3.5 * alone && one_port < 4.1 * alone, qPrintable(QString::number(one_port / alone)));
        QVERIFY(half_a_port > 1.9 * one_port);
        QCOMPARE(seconds(3e10, 2), seconds(0, 2));
    }

    /// Of seven links to seven others, two ranks of a mesh use one.
    void ranksOfAMeshUseTheLinksBetweenThem() {
        const auto seconds = [](hardware::Topology topology, double bytes_per_s) {
            return reduceSeconds(node("infinity-fabric", topology, bytes_per_s, 0.3e-6), 2, kLarge);
        };
        constexpr double kLink = 6.4e10;
        const double mesh = seconds(hardware::Topology::FullyConnected, 7 * kLink);
        const double one_link = seconds(hardware::Topology::Switch, kLink);
        QVERIFY2(std::abs(mesh / one_link - 1) < 1e-9, qPrintable(QString::number(mesh / one_link)));
    }
};

QTEST_APPLESS_MAIN(RankLinksTest)
#include "rank_links_test.moc"
