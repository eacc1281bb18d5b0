// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/link_events.h"
#include "network_fixture.h"

#include <array>
#include <cmath>
#include <QTest>

using namespace strata;
using namespace strata::network;
using hardware::Topology;
using test::dimension;

namespace {

/// Two ranks, a switch, and two ranks behind another one.
Graph dumbbell() {
    std::vector<GraphLink> links;
    for (const auto& [a, b] : {std::pair{0u, 4u}, {1u, 4u}, {2u, 5u}, {3u, 5u}, {4u, 5u}}) {
        links.push_back({a, b, 1e9, 1e-6});
        links.push_back({b, a, 1e9, 1e-6});
    }
    return *Graph::make(4, 6, std::move(links));
}

LinkResult follow(const Graph& graph, std::span<const LinkJob> jobs, LinkOptions options = {}) {
    const Router route = [&graph](std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) {
        graph.route(from, to, links);
    };
    const auto result = followLinks(graph.links(), graph.ranks(), route, jobs, options);
    return result ? *result : LinkResult{};
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); }

} // namespace

class LinkTest : public QObject {
    Q_OBJECT
private slots:
    /// A megabyte over three links: cut through once, stored and forwarded three times.
    void oneMessage() {
        const Graph graph = dumbbell();
        const std::array jobs{LinkJob{{{0, 2, 0, 1e6}}, 0.0}};
        QVERIFY(near(follow(graph, jobs).end_s(), 1e-3 + 3e-6));
        QVERIFY(near(follow(graph, jobs, {.stores_and_forwards = true}).end_s(), 3e-3 + 3e-6));
    }

    /// Two collectives share the link in the middle: who comes first is served first, and all bytes pass it.
    void twoJobsShareALink() {
        const Graph graph = dumbbell();
        const std::array jobs{LinkJob{{{0, 2, 0, 1e6}}, 0.0}, LinkJob{{{1, 3, 0, 1e6}}, 0.0}};
        const LinkResult result = follow(graph, jobs);
        QVERIFY(near(result.ends_s[0], 1e-3 + 3e-6));
        QVERIFY(near(result.ends_s[1], 2e-3 + 3e-6));
        QVERIFY(near(result.queued_s, 1e-3));
    }

    /// A rank sends its second step when everything of the first has reached it.
    void stepsWait() {
        const Graph graph = dumbbell();
        const std::array jobs{LinkJob{{{0, 1, 0, 1e6}, {2, 1, 0, 2e6}, {1, 3, 1, 1e6}}, 5e-3}};
        // Both come over the one link to rank 1; the second message's bytes are all there after 3 ms.
        const double arrives = 5e-3 + 3e-3 + 2e-6;
        QVERIFY(follow(graph, jobs).end_s() > arrives + 1e-3);
        QVERIFY(follow(graph, jobs).end_s() < arrives + 1e-3 + 6e-6);
    }

    /// Where nothing queues, the followed messages take what the latency-bandwidth model says.
    void agreesWithTheModelWithoutCongestion_data() {
        QTest::addColumn<int>("algorithm");
        QTest::addColumn<int>("topology");
        QTest::addRow("ring on a ring") << int(Algorithm::Ring) << int(Topology::Ring);
        QTest::addRow("both ways on a ring") << int(Algorithm::BidirectionalRing) << int(Topology::Ring);
        QTest::addRow("ring on a switch") << int(Algorithm::Ring) << int(Topology::Switch);
        QTest::addRow("halving on a switch") << int(Algorithm::HalvingDoubling) << int(Topology::Switch);
        QTest::addRow("direct, fully connected") << int(Algorithm::Direct) << int(Topology::FullyConnected);
        QTest::addRow("direct on a switch") << int(Algorithm::Direct) << int(Topology::Switch);
    }

    void agreesWithTheModelWithoutCongestion() {
        QFETCH(int, algorithm);
        QFETCH(int, topology);
        const Fabric fabric{{dimension(static_cast<Topology>(topology), 8)}};
        for (const Collective collective : {Collective::AllReduce, Collective::AllGather}) {
            const auto planned = alphaBetaTime(fabric, collective, 8e6, {static_cast<Algorithm>(algorithm), {}, 1});
            const auto followed = linkTime(fabric, planned.phases);
            QVERIFY(followed);
            QVERIFY2(std::abs(followed->seconds / planned.seconds - 1.0) < 0.02,
                     qPrintable(QStringLiteral("%1 against %2").arg(followed->seconds).arg(planned.seconds)));
        }
    }

    /// The edges of a tree lead over several links of a ring; no model takes them for neighbours.
    void treesOnARing() {
        for (const std::uint32_t ranks : {4u, 7u, 8u, 16u}) {
            const Fabric fabric{{dimension(Topology::Ring, ranks)}};
            const auto planned =
                alphaBetaTime(fabric, Collective::AllReduce, 64.0, {Algorithm::DoubleBinaryTree, {}, 1});
            const auto followed = linkTime(fabric, planned.phases);
            QVERIFY(followed);
            QVERIFY2(followed->seconds < 1.5 * planned.seconds && planned.seconds < 1.5 * followed->seconds,
                     qPrintable(QStringLiteral("%1 against %2").arg(followed->seconds).arg(planned.seconds)));
        }
    }

    /// Following alike steps once is the same as following all.
    void symmetryChangesNothing() {
        const Fabric fabric{{dimension(Topology::Switch, 8), dimension(Topology::FatTree, 16, 5e8, 4e-6)}};
        const auto phases = alphaBetaTime(fabric, Collective::AllReduce, 8e6, {Algorithm::Ring, {}, 1}).phases;
        const auto network = networkOf(fabric);
        QVERIFY(network);
        const LinkJob job{fabricTransfers(fabric, phases), 0.0};
        QCOMPARE(double(job.transfers.size()), transferCount(fabric, phases));
        const auto all = followLinks(network->links, 128, network->route, std::span(&job, 1));
        QVERIFY(all);
        const Fabric large{{dimension(Topology::Switch, 8), dimension(Topology::FatTree, 1024, 5e8, 4e-6)}};
        const auto once =
            linkTime(large, alphaBetaTime(large, Collective::AllReduce, 8e6, {Algorithm::Ring, {}, 1}).phases);
        QVERIFY(once);
        QVERIFY(once->symmetric);
        QVERIFY(once->seconds > all->end_s());
        QCOMPARE(once->phase_s.size(), std::size_t{3});
    }

    void unevenExchange() {
        std::vector<double> bytes(16, 1e6);
        for (int i = 0; i < 4; ++i)
            bytes[std::size_t(5 * i)] = 0.0;
        const Fabric fabric{{dimension(Topology::Switch, 4)}};
        const auto network = networkOf(fabric);
        const LinkJob even{exchangeTransfers(4, bytes), 0.0};
        QCOMPARE(even.transfers.size(), std::size_t{12});
        bytes[1] = 4e6; // rank 0 holds more for rank 1
        const LinkJob skewed{exchangeTransfers(4, bytes), 0.0};
        const auto a = followLinks(network->links, 4, network->route, std::span(&even, 1));
        const auto b = followLinks(network->links, 4, network->route, std::span(&skewed, 1));
        QVERIFY(near(a->end_s(), 3e-3 + 2e-6));
        QVERIFY(b->end_s() >= 6e-3);
    }

    void refusesWhatIsNotJoined() {
        QVERIFY(!Graph::make(2, 2, {{0, 2, 1e9, 0.0}}));
        QVERIFY(!Graph::make(2, 2, {{0, 0, 1e9, 0.0}}));
        QVERIFY(!Graph::make(2, 2, {{0, 1, 0.0, 0.0}}));
        const auto graph = Graph::make(3, 3, {{0, 1, 1e9, 0.0}, {1, 0, 1e9, 0.0}});
        QVERIFY(graph);
        const LinkJob job{{{0, 2, 0, 1.0}}, 0.0};
        const Router route = [&](std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) {
            graph->route(from, to, links);
        };
        const auto result = followLinks(graph->links(), 3, route, std::span(&job, 1));
        QVERIFY(!result);
        QCOMPARE(result.error().code, std::string("not-joined"));
    }

    void everyTopologyJoinsItsRanks() {
        for (const Topology topology : hardware::topologies()) {
            for (const std::uint32_t ranks : {2u, 8u, 27u}) {
                if (topology == Topology::CubeMesh && ranks != 8) continue;
                const auto graph = graphOf(dimension(topology, ranks));
                QVERIFY(graph);
                std::vector<std::uint32_t> links;
                for (std::uint32_t to = 1; to < ranks; ++to) {
                    links.clear();
                    graph->route(0, to, links);
                    QVERIFY2(!links.empty(), qPrintable(QString::number(int(topology)) + " " + QString::number(to)));
                    QCOMPARE(graph->links()[links.front()].from, 0u);
                    QCOMPARE(graph->links()[links.back()].to, to);
                }
            }
        }
    }

    void stopsWhenAsked() {
        const Fabric fabric{{dimension(Topology::Switch, 512)}};
        const auto phases = alphaBetaTime(fabric, Collective::AllToAll, 8e6, {Algorithm::Direct, {}, 1}).phases;
        std::stop_source stop;
        stop.request_stop();
        const auto time = linkTime(fabric, phases, stop.get_token());
        QVERIFY(!time);
        QCOMPARE(time.error().code, std::string("cancelled"));
    }
};

QTEST_GUILESS_MAIN(LinkTest)
#include "link_test.moc"
