// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "network_fixture.h"

#include <QTest>

using namespace strata;
using namespace strata::network;
using hardware::Topology;

namespace {

hardware::Cluster torus() {
    hardware::Cluster cluster;
    cluster.name = "torus";
    cluster.devices_per_node = 4;
    cluster.nodes = 1024;
    for (const char* name : {"x", "y", "z"}) {
        cluster.scale_up.push_back({name, "ici", Topology::Ring, 16, 4, 1e11, 1e-6, false});
    }
    return cluster;
}

} // namespace

class FabricTest : public QObject {
    Q_OBJECT
private slots:
    void nodesAreFilledFirst() {
        const auto cluster = test::nodesOfEight(64);
        const auto inside = fabricOf(cluster, {4, 0});
        QVERIFY(inside);
        QCOMPARE(inside->dimensions.size(), std::size_t{1});
        QCOMPARE(inside->ranks(), std::uint64_t{4});
        const auto over = fabricOf(cluster, {32, 0});
        QVERIFY(over);
        QCOMPARE(over->dimensions.size(), std::size_t{2});
        QCOMPARE(over->dimensions[1].ranks, 4u);
        QCOMPARE(over->dimensions[1].bandwidth_bytes_per_s, 5e10);
        QVERIFY(over->dimensions[1].between_nodes);
        const auto one_each = fabricOf(cluster, {32, 1});
        QVERIFY(one_each);
        QCOMPARE(one_each->dimensions.size(), std::size_t{1});
        QCOMPARE(one_each->dimensions[0].ranks, 32u);
    }

    void portsAreShared() {
        auto cluster = test::nodesOfEight(1);
        cluster.scale_up[0].shared_bytes_per_s = 6e11;
        QCOMPARE(fabricOf(cluster, {2, 0})->dimensions[0].bandwidth_bytes_per_s, 4.5e11);
        QCOMPARE(fabricOf(cluster, {4, 0})->dimensions[0].bandwidth_bytes_per_s, 1.5e11);
        QCOMPARE(fabricOf(cluster, {8, 0})->dimensions[0].bandwidth_bytes_per_s, 0.75e11);
        QCOMPARE(fabricOf(cluster, {8, 0})->dimensions[0].port_bytes_per_s, 4.5e11);
    }

    void partsOfATorusAreCubes() {
        const auto slice = fabricOf(torus(), {64, 0});
        QVERIFY(slice);
        QCOMPARE(slice->dimensions.size(), std::size_t{3});
        for (const Dimension& side : slice->dimensions) {
            QCOMPARE(side.ranks, 4u);
            QVERIFY(side.topology == Topology::Ring);
        }
        // Two along a ring that closes at four are a line.
        const auto line = fabricOf(torus(), {2, 0});
        QVERIFY(line);
        QVERIFY(line->dimensions[0].topology == Topology::Mesh);
    }

    void refuses_data() {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("per_domain");
        QTest::addColumn<QString>("pointer");
        QTest::addRow("too many") << 513 << 0 << "/ranks";
        QTest::addRow("a node half filled") << 12 << 0 << "/ranks";
        QTest::addRow("more than a node has") << 16 << 9 << "/ranks_per_domain";
        QTest::addRow("more nodes than there are") << 128 << 1 << "/ranks";
    }

    void refuses() {
        QFETCH(int, ranks);
        QFETCH(int, per_domain);
        QFETCH(QString, pointer);
        const auto fabric = fabricOf(test::nodesOfEight(64),
                                     {static_cast<std::uint32_t>(ranks), static_cast<std::uint32_t>(per_domain)});
        QVERIFY(!fabric);
        QCOMPARE(fabric.error().pointer, pointer.toStdString());
        QVERIFY(!fabric.error().expected.empty());
    }

    void nodesWithoutANetworkStayAlone() {
        auto cluster = test::nodesOfEight(2);
        cluster.scale_out = {};
        const auto fabric = fabricOf(cluster, {16, 0});
        QVERIFY(!fabric);
        QCOMPARE(messageText(fabric.error().expected), std::string("at most 8"));
    }
};

QTEST_GUILESS_MAIN(FabricTest)
#include "fabric_test.moc"
