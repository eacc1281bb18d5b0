// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/exchange/astra/astra_network.h"
#include "core/exchange/timeloop/yaml.h"
#include "core/hardware/cluster/cluster_json.h"

#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::exchange;

namespace {
const char* const kNetwork = "topology: [ Ring, FullyConnected, Switch ] # three\n"
                             "npus_count: [ 2, 8, 4 ]\nbandwidth: [ 200.0, 100, 50 ]\nlatency: [ 50, 500.0, 2e3 ]\n";
} // namespace

class AstraNetworkTest : public QObject {
    Q_OBJECT

private slots:
    void scalarsOfYaml();
    void badYaml_data();
    void badYaml();
    void networkOfBothAges();
    void networksBecomeClusters();
    void logicalTopology();
    void system();
    void filesAreToldApart();
    void refusals_data();
    void refusals();
};

void AstraNetworkTest::scalarsOfYaml() {
    const auto read = parseYaml("a: 1\nb: [1.5, -2e3, true, null, 'x', \"3\"]\nc: {d: text}\n");
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QVERIFY((*read == Json{{"a", 1}, {"b", {1.5, -2000.0, true, nullptr, "x", "3"}}, {"c", {{"d", "text"}}}}));
}

void AstraNetworkTest::badYaml_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("said");
    QTest::newRow("empty") << ""
                           << "malformed-yaml"
                           << "line 1";
    QTest::newRow("bracket") << "a: 1\nb: [1\n"
                             << "malformed-yaml"
                             << "line 3";
    QTest::newRow("twice") << "a: 1\na: 2\n"
                           << "duplicate-key"
                           << "line 2: key \"a\"";
    QTest::newRow("alias") << "a: &x 1\nb: *x\n"
                           << "not-supported"
                           << "line 2";
    QTest::newRow("two documents") << "a: 1\n---\nb: 1\n"
                                   << "malformed-yaml"
                                   << "second document";
    QTest::newRow("deep") << QString(100, '[') << "malformed-yaml"
                          << "too deep";
}

void AstraNetworkTest::badYaml() {
    QFETCH(QString, text);
    QFETCH(QString, code);
    QFETCH(QString, said);
    const auto read = parseYaml(text.toStdString());
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(read.error().code), code);
    QVERIFY2(QString::fromStdString(messageText(read.error().text)).contains(said),
             messageText(read.error().text).c_str());
}

void AstraNetworkTest::networkOfBothAges() {
    const auto today = parseAstraNetwork(kNetwork);
    QVERIFY2(today, today ? "" : describe(today.error()).c_str());
    QCOMPARE(today->npus(), std::uint64_t{64});
    QCOMPARE(today->dimensions[1].bandwidth_gib_per_s, 100.0);
    QCOMPARE(today->dimensions[2].latency_ns, 2000.0);
    const auto before = parseAstraNetwork(R"({"topologies-per-dim": ["Ring", "AllToAll", "Switch"],
        "units-count": [2, 8, 4], "link-bandwidth": [200, 100, 50], "link-latency": [50, 500, 2000]})");
    QVERIFY2(before, before ? "" : describe(before.error()).c_str());
    for (std::size_t d = 0; d < 3; ++d) {
        QVERIFY(before->dimensions[d].topology == today->dimensions[d].topology);
        QCOMPARE(before->dimensions[d].latency_ns, today->dimensions[d].latency_ns);
    }
    // The earliest have one name for all dimensions.
    for (const auto& [name, first, last] :
         {std::tuple{"Ring_AllToAll", network::StepTopology::Ring, network::StepTopology::FullyConnected},
          {"Torus2D", network::StepTopology::Ring, network::StepTopology::Ring}}) {
        const auto named =
            parseAstraNetwork(std::string(R"({"topology-name": ")") + name +
                              R"(", "units-count": [2, 8], "link-bandwidth": [25, 50], "link-latency": [500, 1]})");
        QVERIFY2(named, named ? "" : describe(named.error()).c_str());
        QVERIFY(named->dimensions[0].topology == first && named->dimensions[1].topology == last);
        QCOMPARE(named->dimensions[1].bandwidth_gib_per_s, 50.0);
    }
}

void AstraNetworkTest::networksBecomeClusters() {
    const auto network = parseAstraNetwork(kNetwork);
    QVERIFY(network);
    const auto cluster = hardware::readCluster(clusterOf(*network, "imported"), {});
    QVERIFY2(cluster, cluster ? "" : describe(cluster.error()).c_str());
    QCOMPARE(cluster->devices(), std::uint64_t{64});
    // All links of one rank: two of a ring, one to each other of a full mesh.
    QCOMPARE(cluster->scale_up[0].bandwidth_bytes_per_s, 2 * 200.0 * 1073741824.0);
    QCOMPARE(cluster->scale_up[1].bandwidth_bytes_per_s, 7 * 100.0 * 1073741824.0);
    QCOMPARE(cluster->scale_up[2].bandwidth_bytes_per_s, 50.0 * 1073741824.0);
    QCOMPARE(cluster->scale_up[2].latency_s, 2e-6);
}

void AstraNetworkTest::logicalTopology() {
    const auto flat = parseAstraNetwork("topology: [Switch]\nnpus_count: [16]\nbandwidth: [50]\nlatency: [500]\n");
    QVERIFY(flat);
    const auto logical = withLogicalTopology(*flat, R"({"logical-dims": ["8", "2"]})");
    QVERIFY2(logical, logical ? "" : describe(logical.error()).c_str());
    QCOMPARE(logical->dimensions.size(), 2u);
    QCOMPARE(logical->dimensions[0].npus, 8u);
    QCOMPARE(logical->dimensions[1].bandwidth_gib_per_s, 50.0);
    const auto wrong = withLogicalTopology(*flat, R"({"logical-dims": ["8", "4"]})");
    QVERIFY(!wrong);
    QCOMPARE(wrong.error().pointer, std::string("/logical-dims"));
}

void AstraNetworkTest::system() {
    const auto network = parseAstraNetwork(kNetwork);
    const auto read = parseAstraSystem(R"({"endpoint-delay": 5, "active-chunks-per-dimension": 2,
        "preferred-dataset-splits": 4, "all-reduce-implementation": ["ring", "direct", "halvingDoubling"],
        "collective-optimization": "baseline", "local-mem-bw": 3350, "boost-mode": 0})");
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    const auto config = stepConfigOf(*network, *read, network::Collective::AllReduce);
    QVERIFY(config);
    QCOMPARE(config->chunks, 4u);
    QCOMPARE(config->active_chunks, 2u);
    QCOMPARE(config->endpoint_cycles, 5.0);
    QCOMPARE(config->memory_bytes_per_cycle, 3350.0);
    QVERIFY(!config->scatters && !config->contention);
    QVERIFY(config->dimensions[2].algorithm == network::Algorithm::HalvingDoubling);
    QCOMPARE(config->dimensions[0].bytes_per_cycle, 200.0 * 1.073741824);
    const auto flat =
        parseAstraNetwork("topology: [Ring, Ring]\nnpus_count: [4, 4]\nbandwidth: [5, 5]\nlatency: [5, 5]");
    QVERIFY(flat);
    QVERIFY(!stepConfigOf(*flat, *read, network::Collective::AllReduce)); // three algorithms, two dimensions
    QVERIFY(stepConfigOf(*flat, *read, network::Collective::AllGather));
}

void AstraNetworkTest::filesAreToldApart() {
    QVERIFY(*astraFileOf(kNetwork) == AstraFile::Network);
    QVERIFY(*astraFileOf(R"({"logical-dims": ["8"]})") == AstraFile::LogicalTopology);
    QVERIFY(*astraFileOf(R"({"endpoint-delay": 10})") == AstraFile::System);
}

void AstraNetworkTest::refusals_data() {
    QTest::addColumn<bool>("network");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("said");
    QTest::newRow("list") << true << "[1, 2]"
                          << ""
                          << "not a table";
    QTest::newRow("missing") << true << "topology: [Ring]\nnpus_count: [4]\nlatency: [5]"
                             << "/bandwidth"
                             << "bandwidth is missing";
    QTest::newRow("topology") << true << "topology: [Mesh]\nnpus_count: [4]"
                              << "/topology/0"
                              << "\"Mesh\"";
    QTest::newRow("count") << true << "topology: [Ring]\nnpus_count: [4, 2]\nbandwidth: [5]\nlatency: [5]"
                           << "/npus_count"
                           << "2 dimensions";
    QTest::newRow("bandwidth") << true << "topology: [Ring]\nnpus_count: [4]\nbandwidth: [-5]\nlatency: [5]"
                               << "/bandwidth/0"
                               << "-5";
    QTest::newRow("one NPU") << true << "topology: [Ring]\nnpus_count: [1]\nbandwidth: [5]\nlatency: [5]"
                             << "/npus_count"
                             << "multiply to 1";
    QTest::newRow("algorithm") << false << R"({"all-reduce-implementation": ["magic"]})"
                               << "/all-reduce-implementation/0"
                               << "magic";
    QTest::newRow("earlier custom") << false << R"({"all-reduce-implementation-chakra-experimental": ["x"]})"
                                    << "/all-reduce-implementation-chakra-experimental"
                                    << "of its own";
    QTest::newRow("unknown name") << true << R"({"topology-name": "Ring_Mesh", "units-count": [2, 2]})"
                                  << "/topology-name"
                                  << "Ring_Mesh";
    QTest::newRow("custom") << false << R"({"all-reduce-implementation-custom": ["x"]})"
                            << "/all-reduce-implementation-custom"
                            << "of its own";
    QTest::newRow("chunks") << false << R"({"preferred-dataset-splits": 0})"
                            << "/preferred-dataset-splits/0"
                            << "is 0";
    QTest::newRow("optimization") << false << R"({"collective-optimization": "best"})"
                                  << "/collective-optimization"
                                  << "best";
}

void AstraNetworkTest::refusals() {
    QFETCH(bool, network);
    QFETCH(QString, text);
    QFETCH(QString, pointer);
    QFETCH(QString, said);
    const Error error = network ? parseAstraNetwork(text.toStdString(), "n.yml").error()
                                : parseAstraSystem(text.toStdString(), "n.yml").error();
    QCOMPARE(QString::fromStdString(error.pointer), pointer);
    QVERIFY2(QString::fromStdString(messageText(error.text)).contains(said), messageText(error.text).c_str());
    QCOMPARE(error.file, std::string("n.yml"));
}

QTEST_APPLESS_MAIN(AstraNetworkTest)
#include "astra_network_test.moc"
