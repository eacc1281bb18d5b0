// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/hardware/cluster/cluster_json.h"

#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::hardware;

namespace {

Json cluster() {
    return Json::parse(R"({
        "id": "toy", "kind": "cluster", "name": "Toy", "source": "a test", "device": "some-gpu",
        "devices_per_node": 4, "nodes": 16, "node_power_w": 3000,
        "scale_up": [
            {"name": "x", "technology": "ici", "topology": "ring", "devices": 4, "bandwidth_bytes_per_s": 1e11,
             "latency_s": 1e-6, "wraps_at": 2, "source": "a test"},
            {"name": "y", "technology": "ici", "topology": "ring", "devices": 4, "bandwidth_bytes_per_s": 2e11,
             "latency_s": 1e-6, "source": "a test"}],
        "scale_out": {"technology": "infiniband", "topology": "fat_tree", "nics_per_node": 2,
                      "nic_bandwidth_bytes_per_s": 5e10, "latency_s": 2e-6, "source": "a test"}})");
}

Json with(const char* pointer, Json value) {
    Json changed = cluster();
    changed[Json::json_pointer(pointer)] = std::move(value);
    return changed;
}

} // namespace

class ClusterReadingTest : public QObject {
    Q_OBJECT
private slots:
    void reads();
    void aNetworkMayBeAbsent();
    void adaptersPerNodeOrPerDevice();
    void refuses_data();
    void refuses();
    void everyClusterOfTheLibraryReads();
};

void ClusterReadingTest::reads() {
    const auto read = readCluster(cluster(), "");
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QCOMPARE(read->devices(), std::uint64_t{64});
    QCOMPARE(read->scaleUpDevices(), std::uint64_t{16});
    QCOMPARE(read->nicBandwidth_bytes_per_s(4), 2.5e10);
    QCOMPARE(read->nicBandwidth_bytes_per_s(1), 5e10);
    QCOMPARE(read->scale_up[0].wraps_at, 2u);
    QCOMPARE(read->scale_up[1].wraps_at, 4u);
    QVERIFY(read->scale_up[0].topology == Topology::Ring);
    QVERIFY(!read->scale_up[0].reduces);
    QCOMPARE(read->scale_out.oversubscription, 1.0);
}

void ClusterReadingTest::aNetworkMayBeAbsent() {
    Json alone = cluster();
    alone.erase("scale_out");
    const auto read = readCluster(alone, "");
    QVERIFY(read);
    QCOMPARE(read->scale_out.nics_per_node, 0u);
    QCOMPARE(read->nicBandwidth_bytes_per_s(1), 0.0);
}

void ClusterReadingTest::adaptersPerNodeOrPerDevice() {
    Json by_device = with("/scale_out/nics_per_device", 2);
    const auto both = readCluster(by_device, "/c");
    QVERIFY(!both);
    QCOMPARE(both.error().pointer, std::string("/c/scale_out/nics_per_device"));
    by_device["scale_out"].erase("nics_per_node");
    by_device["launch_s"] = 6e-6;
    const auto read = readCluster(by_device, "/c");
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QCOMPARE(read->scale_out.nics_per_node, 8u);
    QCOMPARE(read->nicBandwidth_bytes_per_s(1), 1e11);
    QCOMPARE(read->launch_s, 6e-6);
    by_device["scale_out"].erase("nics_per_device");
    const auto none = readCluster(by_device, "/c");
    QVERIFY(!none);
    QCOMPARE(none.error().pointer, std::string("/c/scale_out/nics_per_node"));
}

void ClusterReadingTest::refuses_data() {
    QTest::addColumn<QString>("changed");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("pointer");
    QTest::addRow("a node that domains do not fill") << "/devices_per_node"
                                                     << "3"
                                                     << "/c/devices_per_node";
    QTest::addRow("fewer devices than a domain") << "/nodes"
                                                 << "3"
                                                 << "/c/nodes";
    QTest::addRow("too many devices") << "/nodes"
                                      << "1048576"
                                      << "";
    QTest::addRow("an unknown topology") << "/scale_up/0/topology"
                                         << "\"star\""
                                         << "/c/scale_up/0/topology";
    QTest::addRow("no latency") << "/scale_up/1/latency_s"
                                << "0"
                                << "/c/scale_up/1/latency_s";
    QTest::addRow("a cube of four") << "/scale_up/0/topology"
                                    << "\"cube_mesh\""
                                    << "/c/scale_up/0/devices";
}

void ClusterReadingTest::refuses() {
    QFETCH(QString, changed);
    QFETCH(QString, value);
    QFETCH(QString, pointer);
    if (pointer.isEmpty()) {
        Json large = with("/devices_per_node", 16);
        large["nodes"] = 1 << 20;
        QVERIFY(readCluster(large, "/c"));
        large["scale_up"][0]["devices"] = 64;
        large["devices_per_node"] = 256;
        const auto read = readCluster(large, "/c");
        QVERIFY(!read);
        QCOMPARE(read.error().pointer, std::string("/c/nodes"));
        return;
    }
    const auto read = readCluster(with(changed.toUtf8().constData(), Json::parse(value.toStdString())), "/c");
    QVERIFY(!read);
    QCOMPARE(read.error().pointer, pointer.toStdString());
    QVERIFY(!read.error().expected.empty());
}

void ClusterReadingTest::everyClusterOfTheLibraryReads() {
    const auto library = Library::load(qgetenv("STRATA_ROOT").toStdString());
    QVERIFY2(library, library ? "" : describe(library.error()).c_str());
    int clusters = 0;
    for (const Entry& entry : (*library)->entries()) {
        if (entry.kind != EntryKind::Cluster) continue;
        ++clusters;
        const auto read = readCluster(*entry.document, "");
        QVERIFY2(read, (entry.id + ": " + (read ? "" : describe(read.error()))).c_str());
        for (std::size_t i = 0; i < read->scale_up.size(); ++i) {
            const std::string level = "/scale_up/" + std::to_string(i);
            QVERIFY(!sourceOf(*entry.document, level + "/latency_s").empty());
            QVERIFY(!sourceOf(*entry.document, level + "/bandwidth_bytes_per_s").empty());
        }
    }
    QVERIFY(clusters >= 27);
}

QTEST_GUILESS_MAIN(ClusterReadingTest)
#include "cluster_reading_test.moc"
