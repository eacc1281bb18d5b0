// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/exchange/astra/astra_network.h"
#include "core/exchange/timeloop/yaml.h"
#include "core/hardware/cluster/cluster_json.h"

#include <nlohmann/json.hpp>
#include <optional>
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
    void partsOfEarlyMessages();
    void linksThatCarryNothing();
    void memoryIsComparedWithLinks();
    void system();
    void algorithmsInOneText();
    void membersWithoutPartAreNamed();
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
        // Today's simulator takes 2^30 bytes for a gigabyte, the one of 2021 a byte a nanosecond for one a second.
        QCOMPARE(named->dimensions[1].bandwidth_gib_per_s * 1.073741824, 50.0);
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
    const auto once = withLogicalTopology(*flat, R"({"physical-dims": ["4", "4"]})");
    QVERIFY2(once, once ? "" : describe(once.error()).c_str());
    QCOMPARE(once->dimensions.size(), 2u);
    const auto named = withLogicalTopology(*flat, R"({"physical-dims": ["4", "8"]})");
    QVERIFY(!named);
    QCOMPARE(named.error().pointer, std::string("/physical-dims"));
}

void AstraNetworkTest::partsOfEarlyMessages() {
    const auto read = parseAstraNetwork(R"({"topologies-per-dim": ["Ring", "FullyConnected", "Switch"],
        "units-count": [2, 8, 4], "links-count": [5, 15, 3], "link-bandwidth": [200, 100, 50],
        "link-latency": [50, 500, 2000], "nic-latency": [10, 20, 30], "router-latency": [9, 9, 8]})");
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    const auto bytesPerNanosecond = [&](std::size_t d) {
        return read->dimensions[d].bandwidth_gib_per_s * 1.073741824;
    };
    QCOMPARE(bytesPerNanosecond(0), 200.0 * 4); // links of a ring go in pairs
    QCOMPARE(bytesPerNanosecond(1), 100.0 * 2); // 15 links, 7 neighbours
    QCOMPARE(bytesPerNanosecond(2), 50.0 * 3);
    // Two cards a message: over one link, or over the two links of a switch with its router.
    QCOMPARE(read->dimensions[0].latency_ns, 50.0 + 2 * 10);
    QCOMPARE(read->dimensions[1].latency_ns, 500.0 + 2 * 20);
    QCOMPARE(2 * read->dimensions[2].latency_ns, 2 * 2000.0 + 2 * 30 + 8);
    QVERIFY(read->notes.empty());
}

void AstraNetworkTest::linksThatCarryNothing() {
    for (const auto& [topology, links] :
         {std::pair{"Ring", "1"}, {"FullyConnected", "1"}, {"Ring", "4.5"}, {"Switch", "1.5"}}) {
        const auto read = parseAstraNetwork(std::string(R"({"topologies-per-dim": [")") + topology +
                                            R"("], "units-count": [4], "links-count": [)" + links +
                                            R"(], "link-bandwidth": [25], "link-latency": [500]})");
        QVERIFY(!read);
        QCOMPARE(read.error().pointer, std::string("/links-count/0"));
    }
}

void AstraNetworkTest::memoryIsComparedWithLinks() {
    const auto noted = [](const char* memory) -> std::optional<bool> {
        const auto read = parseAstraNetwork(std::string(R"({"topologies-per-dim": ["Ring"], "units-count": [4],
            "link-bandwidth": [25], "link-latency": [500], )") +
                                            memory + "}");
        if (!read) return std::nullopt;
        return read->notes.size() == 1 && messageText(read->notes.front()).find("memory") != std::string::npos;
    };
    QVERIFY(noted(R"("hbm-latency": [500], "hbm-bandwidth": [370], "hbm-scale": [1])") == false);
    QVERIFY(noted(R"("hbm-latency": [500], "hbm-bandwidth": [1], "hbm-scale": [0])") == false);
    QVERIFY(noted(R"("hbm-latency": [500], "hbm-bandwidth": [20], "hbm-scale": [1])") == true);
    QVERIFY(noted(R"("hbm-latency": [500], "hbm-bandwidth": [370], "hbm-scale": [1.5])") == true);
}

void AstraNetworkTest::algorithmsInOneText() {
    const auto read = parseAstraSystem("all-reduce-implementation: direct_ring_halvingDoubling\n"
                                       "all-gather-implementation: oneDirect\nall-to-all-implementation: direct16\n");
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    using network::Algorithm;
    const std::vector<Algorithm> three{Algorithm::Direct, Algorithm::Ring, Algorithm::HalvingDoubling};
    QVERIFY(read->algorithms.at(network::Collective::AllReduce) == three);
    QVERIFY(read->algorithms.at(network::Collective::AllGather) == std::vector{Algorithm::Direct});
    QVERIFY(read->algorithms.at(network::Collective::AllToAll) == std::vector{Algorithm::Direct});
}

void AstraNetworkTest::membersWithoutPartAreNamed() {
    const auto said = [](const std::vector<Message>& notes) {
        return notes.empty() ? QString() : QString::fromStdString(messageText(notes.front()));
    };
    const auto plain = parseAstraSystem(R"({"scheduling-policy": "LIFO", "boost-mode": 1,
        "intra-dimension-scheduling": "FIFO", "inter-dimension-scheduling": "baseline"})");
    QVERIFY(plain && plain->notes.empty());
    const auto themis = parseAstraSystem(R"({"inter-dimension-scheduling": "themis", "peak-perf": 120})", "s.json");
    QVERIFY(themis);
    for (const char* word : {"s.json", "inter-dimension-scheduling = \"themis\"", "peak-perf = 120"})
        QVERIFY2(said(themis->notes).contains(word), qPrintable(said(themis->notes)));
    const auto network = parseAstraNetwork(std::string(kNetwork) + "price: 5\n", "n.yml");
    QVERIFY(network);
    QVERIFY2(said(network->notes).contains("price = 5"), qPrintable(said(network->notes)));
    std::string many = kNetwork;
    for (int i = 0; i < 20; ++i)
        many += "price-" + std::to_string(i) + ": 5\n";
    const auto listed = parseAstraNetwork(many, "n.yml");
    QVERIFY(listed);
    QCOMPARE(said(listed->notes).count("price-"), 12);
    QVERIFY2(said(listed->notes).contains("and 8 more members"), qPrintable(said(listed->notes)));
    const auto memory = remoteMemoryNotes(R"({"memory-type": "NO_MEMORY_EXPANSION"})", "m.json");
    QVERIFY(memory);
    QVERIFY2(said(*memory).contains("memory-type"), qPrintable(said(*memory)));
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
    QVERIFY(*astraFileOf(R"({"physical-dims": ["8"]})") == AstraFile::LogicalTopology);
    QVERIFY(*astraFileOf(R"({"memory-type": "NO_MEMORY_EXPANSION"})") == AstraFile::RemoteMemory);
    const auto strange = astraFileOf(R"({"price": 10})", "a.json");
    QVERIFY(!strange);
    QVERIFY(messageText(strange.error().text).find("price") != std::string::npos);
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
    QTest::newRow("algorithm in one text") << false << R"({"all-reduce-implementation": "direct_magic"})"
                                           << "/all-reduce-implementation/1"
                                           << "magic";
    QTest::newRow("stated dimensions") << true << R"({"topologies-per-dim": ["Ring"], "dimensions-count": 2,
        "units-count": [4], "link-bandwidth": [25], "link-latency": [500]})"
                                       << "/dimensions-count"
                                       << "is 2";
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
