// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/step_collectives.h"

#include <QTest>

#include <cmath>
#include <map>
#include <numeric>

using namespace strata;
using namespace strata::system;

namespace {

/// Nodes of eight behind a switch.
hardware::Cluster nodes() {
    hardware::Cluster cluster;
    cluster.id = "nodes";
    cluster.devices_per_node = 8;
    cluster.nodes = 64;
    cluster.scale_up = {{"NVLink", "nvlink4", hardware::Topology::Switch, 8, 8, 4.5e11, 3e-7, true}};
    cluster.scale_out = {"infiniband", hardware::Topology::FatTree, 8, 5e10, 2.7e-6, 1.0};
    return cluster;
}

TrainingJob job() {
    TrainingJob job;
    job.model.layers = 32;
    job.model.hidden = 4096;
    job.model.heads = 32;
    job.model.kv_heads = 8;
    job.model.head_dim = 128;
    job.model.ffn = 14336;
    job.model.vocab = 32000;
    job.sequence = 4096;
    job.global_batch = 64;
    return job;
}

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// Bytes that a device sends, by kind of group.
std::map<std::string_view, double> sentBy(const Plan& plan) {
    const ClusterLinks links(nodes(), {});
    std::map<std::string_view, double> sent;
    for (const GroupTraffic& group_traffic : stepTraffic(job(), plan, links))
        sent[group_traffic.group] += sum(group_traffic.level_bytes);
    return sent;
}

} // namespace

class StepCollectivesTest : public QObject {
    Q_OBJECT

private slots:
    void aloneNothingIsSent() { QVERIFY(sentBy({}).empty()); }

    /// Sixteen ranks on nodes of eight go around in as many rings as a node has devices: all its adapters together.
    void ringsAcrossNodesUseAllAdapters() {
        constexpr double kBytes = 1e10;
        const double sent = 2.0 * 15.0 / 16.0 * kBytes;
        const auto seconds = [&](const hardware::Cluster& cluster) {
            return ClusterLinks(cluster, {}).seconds(network::Collective::AllReduce, 16.0, 1.0, kBytes);
        };
        // Four adapters a node let less through than the links within nodes.
        hardware::Cluster four = nodes(), two = nodes();
        four.scale_out.nics_per_node = 4;
        two.scale_out.nics_per_node = 2;
        const double all = sent / seconds(four);
        QVERIFY2(all > 0.95 * 4 * 5e10 && all <= 4 * 5e10, qPrintable(QString::number(all)));
        QVERIFY(std::abs(seconds(two) / seconds(four) - 2.0) < 0.02);
    }

    /// Every step passes two messages over the links, and NCCL's own steps contain those of usual links. A gather takes
    /// one step through a switch that copies for its ranks, and the seven of a ring elsewhere.
    void stepsPassTheLinks() {
        const auto seconds = [](double latency_s, bool reduces = true) {
            hardware::Cluster cluster = nodes();
            cluster.scale_up.front().reduces = reduces;
            cluster.scale_up.front().latency_s = latency_s;
            return ClusterLinks(cluster, {}).seconds(network::Collective::AllGather, 8.0, 1.0, 1e8);
        };
        const double usual = seconds(3e-7), longer = seconds(3e-6);
        QVERIFY2(longer > usual + 2 * 2.6e-6, qPrintable(QString("%1 s, then %2 s").arg(usual).arg(longer)));
        QVERIFY(seconds(1e-7) < usual);
        QVERIFY(seconds(3e-6, false) > seconds(3e-7, false) + 7 * 2 * 2.6e-6);
    }

    /// Two devices of a mesh have one link of theirs, whatever the distance between them; all eight have them all.
    void groupsOfAMeshUseTheLinksBetweenThem() {
        const auto seconds = [](hardware::Topology topology, double links, double ranks, double stride) {
            hardware::Cluster cluster = nodes();
            cluster.scale_up.front().topology = topology;
            cluster.scale_up.front().reduces = false;
            cluster.scale_up.front().bandwidth_bytes_per_s = links * 6.4e10;
            return ClusterLinks(cluster, {}).seconds(network::Collective::AllReduce, ranks, stride, 1e9);
        };
        using enum hardware::Topology;
        QCOMPARE(seconds(FullyConnected, 7, 2, 1), seconds(Switch, 1, 2, 1));
        QCOMPARE(seconds(FullyConnected, 7, 2, 4), seconds(Switch, 1, 2, 4));
        QCOMPARE(seconds(FullyConnected, 7, 4, 2), seconds(Switch, 3, 4, 2));
        QCOMPARE(seconds(FullyConnected, 7, 8, 1), seconds(Switch, 7, 8, 1));
    }

    /// Two all-reduces a layer and pass, of 2 bytes x tokens x hidden, and one each for words and head; a ring
    /// sends 2 (n - 1) / n of them.
    void tensorGroupsSendTheRing() {
        Plan plan;
        plan.tp = 8;
        const double once = 2.0 * 4096.0 * 4096.0 * 2.0 * 7.0 / 8.0;
        const double expected = 64.0 * (32.0 * 4.0 + 2.0) * once;
        QVERIFY(std::abs(sentBy(plan).at("tensor") / expected - 1.0) < 1e-12);
        plan.sequence_parallel = true;
        QVERIFY(std::abs(sentBy(plan).at("tensor") / expected - 1.0) < 1e-12);
    }

    /// Gradients of 4 bytes go around once; a sharded optimizer scatters them and gathers 2 bytes; ZeRO-3
    /// gathers twice, in every micro-batch.
    void copiesSendTheirGradients() {
        Plan plan;
        plan.dp = 16;
        const double whole = sentBy(plan).at("data");
        plan.zero = 1;
        QVERIFY(std::abs(sentBy(plan).at("data") / whole - 6.0 / 8.0) < 1e-9);
        plan.zero = 3;
        const double micro = microBatches(job(), plan);
        QVERIFY(micro > 1.0);
        QVERIFY(std::abs(sentBy(plan).at("data") / whole - micro * 8.0 / 8.0) < 1e-9);
    }

    /// Two nodes: of sixteen hops two lead from node to node.
    void levelsShareTheHops() {
        Plan plan;
        plan.dp = 16;
        const ClusterLinks links(nodes(), {});
        const auto traffic = stepTraffic(job(), plan, links);
        QCOMPARE(traffic.size(), std::size_t{1});
        QCOMPARE(traffic[0].level_bytes.size(), std::size_t{2});
        QVERIFY(std::abs(traffic[0].level_bytes[0] / traffic[0].level_bytes[1] - 7.0) < 1e-9);
    }

    /// Stages between others send activations on and gradients back.
    void stagesSendBothWays() {
        Plan plan;
        plan.pp = 4;
        const double once = 2.0 * 4096.0 * 4096.0;
        QVERIFY(std::abs(sentBy(plan).at("pipeline") / (2.0 * 64.0 * once) - 1.0) < 1e-12);
        plan.pp = 2;
        QVERIFY(std::abs(sentBy(plan).at("pipeline") / (64.0 * once) - 1.0) < 1e-12);
    }
};

QTEST_GUILESS_MAIN(StepCollectivesTest)
#include "step_collectives_test.moc"
