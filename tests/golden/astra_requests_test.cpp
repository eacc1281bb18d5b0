// SPDX-License-Identifier: GPL-3.0-or-later
// What `import astra-network --out` writes answers what the import prints: on pairs of files of our own, and on each
// configuration of ASTRA-sim's runs (518bd51 with its analytical backends) as a pair of files, against its cycles.
#include "core/catalog/library.h"
#include "core/evaluate/method.h"
#include "core/exchange/astra/astra_network.h"
#include "core/exchange/csv.h"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

namespace {

constexpr std::uint64_t kSizes[]{1ULL << 20, 1ULL << 26, 1ULL << 30}; // that the import prints

/// "8x2" with a quote around each part, as YAML lists them.
std::string listOf(std::string_view cells, const char* quote = "") {
    std::string list = "[";
    for (std::string_view rest = cells; !rest.empty();) {
        const std::size_t end = std::min(rest.find('x'), rest.size());
        list += (list.size() > 1 ? ", " : "") + std::string(quote) + std::string(rest.substr(0, end)) + quote;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return list + "]";
}

} // namespace

class AstraRequestsTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<const Library> library_;

    double answered(Json request) const {
        const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        if (!estimate) qWarning("%s", describe(estimate.error()).c_str());
        return estimate ? estimate->findMetric("latency_s")->value : -1.0;
    }

private slots:
    void initTestCase() {
        const auto library = Library::load(qgetenv("STRATA_ROOT").toStdString());
        QVERIFY(library);
        library_ = *library;
    }

    void pairsOfOurOwn_data() {
        QTest::addColumn<QString>("network");
        QTest::addColumn<QString>("system");
        QTest::newRow("one ring, defaults")
            << "topology: [ Ring ]\nnpus_count: [ 8 ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n"
            << "{}";
        QTest::newRow("slow sums")
            << "topology: [ Switch ]\nnpus_count: [ 16 ]\nbandwidth: [ 400.0 ]\nlatency: [ 936.25 ]\n"
            << R"({"endpoint-delay": 50000, "local-mem-bw": 30, "preferred-dataset-splits": 16, "active-chunks-per-dimension": 4})";
        QTest::newRow("three levels")
            << "topology: [ Ring, FullyConnected, Switch ]\nnpus_count: [ 2, 8, 4 ]\nbandwidth: [ 200.0, 100.0, 50.0 "
               "]\nlatency: [ 50.0, 500.0, 2000.0 ]\n"
            << R"({"all-reduce-implementation": ["ring", "direct", "halvingDoubling"], "preferred-dataset-splits": 4})";
        QTest::newRow("baseline")
            << "topology: [ Switch, Ring ]\nnpus_count: [ 4, 4 ]\nbandwidth: [ 80.0, 80.0 ]\nlatency: [ 700.0, 700.0 "
               "]\n"
            << R"({"collective-optimization": "baseline", "all-reduce-implementation": ["ring", "ring"]})";
        QTest::newRow("trees")
            << "topology: [ Switch ]\nnpus_count: [ 8 ]\nbandwidth: [ 25.0 ]\nlatency: [ 1000.0 ]\n"
            << R"({"all-reduce-implementation": ["doubleBinaryTree"], "preferred-dataset-splits": 2})";
        QTest::newRow("a level of one") << "topology: [ Ring, Switch ]\nnpus_count: [ 1, 8 ]\nbandwidth: [ 100.0, 50.0 "
                                           "]\nlatency: [ 500.0, 500.0 ]\n"
                                        << R"({"all-reduce-implementation": ["ring", "halvingDoubling"]})";
        QTest::newRow("keys of 2021")
            << R"({"topology-name": "Hierarchical", "topologies-per-dim": ["Ring", "Switch"], "units-count": [4, 2], "link-bandwidth": [25, 12.5], "link-latency": [500, 700], "dimensions-count": 2})"
            << R"({"endpoint-delay": 1})";
    }

    void pairsOfOurOwn() {
        QFETCH(QString, network);
        QFETCH(QString, system);
        const auto read = exchange::parseAstraNetwork(network.toStdString(), "network.yml");
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        const auto described = exchange::parseAstraSystem(system.toStdString(), "system.json");
        QVERIFY2(described, described ? "" : describe(described.error()).c_str());
        const auto config = exchange::stepConfigOf(*read, *described, network::Collective::AllReduce);
        QVERIFY2(config, config ? "" : describe(config.error()).c_str());
        Json request = exchange::collectiveRequestOf(*read, *described, "pair");
        for (const std::uint64_t bytes : kSizes) {
            const auto cycles = network::stepCycles(*config, network::Collective::AllReduce, bytes);
            QVERIFY(cycles);
            request["workload"]["bytes"] = static_cast<double>(bytes);
            const double asked_s = answered(request);
            QVERIFY2(
                std::abs(asked_s / (*cycles * 1e-9) - 1) < 1e-6,
                qPrintable(QString("%1 bytes: %2 s asked, %3 s printed").arg(bytes).arg(asked_s).arg(*cycles * 1e-9)));
        }
    }

    /// The import takes one dimension as the simulator's backend with contention, several as the other one.
    void runsOfTheSimulator() {
        const auto file =
            std::filesystem::path(qgetenv("STRATA_REFERENCE").toStdString()) / "collectives" / "astra_sim_runs.csv";
        if (!std::filesystem::exists(file)) QSKIP("the reference data (STRATA_REFERENCE) is not on this machine");
        const auto table = exchange::CsvTable::read(file);
        QVERIFY(table);
        std::size_t asked = 0, off = 0;
        for (std::size_t i = 0; i < table->rows(); ++i) {
            const auto cell = [&](const char* column) { return std::string(table->text(i, column)); };
            const bool several = cell("npus_per_dim").find('x') != std::string::npos;
            if (cell("collective") != "all_reduce" || several != (cell("backend") == "unaware")) continue;
            const std::string network = "topology: " + listOf(cell("topology")) +
                                        "\nnpus_count: " + listOf(cell("npus_per_dim")) +
                                        "\nbandwidth: " + listOf(cell("bandwidth_GBps_per_dim")) +
                                        "\nlatency: " + listOf(cell("latency_ns_per_dim")) + "\n";
            const std::string system =
                "{\"endpoint-delay\": " + cell("endpoint_delay") + ", \"local-mem-bw\": " + cell("local_mem_bw") +
                ", \"preferred-dataset-splits\": " + cell("splits") +
                ", \"active-chunks-per-dimension\": " + cell("active_chunks") + ", \"scheduling-policy\": \"" +
                cell("sched") + "\", \"collective-optimization\": \"" + cell("optimization") +
                "\", \"all-reduce-implementation\": " + listOf(cell("algorithm_per_dim"), "\"") + "}";
            const auto read = exchange::parseAstraNetwork(network, "network.yml");
            QVERIFY2(read, read ? "" : describe(read.error()).c_str());
            const auto described = exchange::parseAstraSystem(system, "system.json");
            QVERIFY2(described, described ? "" : describe(described.error()).c_str());
            Json request = exchange::collectiveRequestOf(*read, *described, "pair");
            request["workload"]["bytes"] = table->numberOr(i, "bytes", 0);
            const double cycles = table->numberOr(i, "cycles", 0), answer_s = answered(request);
            ++asked;
            if (std::abs(answer_s / (cycles * 1e-9) - 1) < 1e-6) continue;
            ++off;
            qWarning("%s: %g s, simulated %g s", cell("id").c_str(), answer_s, cycles * 1e-9);
        }
        QVERIFY(asked > 100);
        qInfo("%zu of %zu runs answered to the cycle", asked - off, asked);
        QCOMPARE(off, std::size_t{0});
    }
};

QTEST_GUILESS_MAIN(AstraRequestsTest)
#include "astra_requests_test.moc"
