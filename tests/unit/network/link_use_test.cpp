// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/link_events.h"
#include "core/network/link_use.h"
#include "core/network/step_model.h"
#include "network_fixture.h"

#include <array>
#include <cmath>
#include <numeric>
#include <QTest>

using namespace strata;
using namespace strata::network;
using hardware::Topology;

namespace {

double sum(std::span<const double> values) { return std::accumulate(values.begin(), values.end(), 0.0); }

bool near(double a, double b, double within = 1e-9) { return std::abs(a - b) <= within * std::abs(b); }

} // namespace

class LinkUseTest : public QObject {
    Q_OBJECT
private slots:
    /// However ranks are spread over levels, all of them together send ranks x bytes x bus factor.
    void levelsAddUpToTheRing_data() {
        QTest::addColumn<int>("inside");
        QTest::addColumn<int>("node");
        QTest::addColumn<int>("ranks");
        QTest::addRow("one node") << 8 << 8 << 8;
        QTest::addRow("two nodes") << 8 << 8 << 16;
        QTest::addRow("one rank a node") << 1 << 1 << 6;
        QTest::addRow("pairs, nodes of six") << 2 << 6 << 18;
        QTest::addRow("odd") << 3 << 3 << 21;
    }

    void levelsAddUpToTheRing() {
        QFETCH(int, inside);
        QFETCH(int, node);
        QFETCH(int, ranks);
        const std::array<double, 3> blocks{double(inside), double(node), double(ranks)};
        for (const Collective collective : collectives()) {
            const auto levels = linkBytes(collective, ranks, blocks, 1e6);
            QCOMPARE(levels.size(), std::size_t{3});
            for (const double bytes : levels)
                QVERIFY(bytes >= 0.0);
            QVERIFY2(near(sum(levels), sentBytes(collective, ranks, 1e6)), qPrintable(QString::number(sum(levels))));
        }
    }

    /// Two nodes of eight: a ring leaves each node once, an exchange sends half of its bytes out.
    void byHand() {
        const std::array<double, 2> blocks{8.0, 16.0};
        const auto ring = linkBytes(Collective::AllReduce, 16, blocks, 16e6);
        QVERIFY(near(ring[1], 30e6 * 2.0 / 16.0) && near(ring[0], 30e6 * 14.0 / 16.0));
        const auto exchange = linkBytes(Collective::AllToAll, 16, blocks, 16e6);
        QVERIFY(near(exchange[0], 7e6) && near(exchange[1], 8e6));
        QCOMPARE(linkBytes(Collective::AllReduce, 1, blocks, 16e6), (std::vector<double>{0.0, 0.0}));
    }

    /// The links of a followed ring carry what the closed form says, each as many bytes as every other.
    void followedLinksCarryTheSame_data() {
        QTest::addColumn<int>("ranks");
        for (const int ranks : {2, 3, 5, 7, 8, 12})
            QTest::addRow("%d", ranks) << ranks;
    }

    void followedLinksCarryTheSame() {
        QFETCH(int, ranks);
        const auto count = static_cast<std::uint32_t>(ranks);
        const Fabric fabric{{test::dimension(Topology::Switch, count)}};
        for (const Collective collective : {Collective::AllReduce, Collective::AllGather, Collective::AllToAll}) {
            const Algorithm algorithm = collective == Collective::AllToAll ? Algorithm::Direct : Algorithm::Ring;
            const auto phases = alphaBetaTime(fabric, collective, 7e6, {algorithm, {}, 1}).phases;
            const LinkJob job{fabricTransfers(fabric, phases), 0.0};
            const auto network = networkOf(fabric);
            QVERIFY(network);
            const auto followed = followLinks(network->links, count, network->route, std::span(&job, 1));
            QVERIFY(followed);
            double carried = 0.0;
            for (std::size_t i = 0; i < network->links.size(); ++i)
                carried += followed->link_busy_s[i] * network->links[i].bandwidth_bytes_per_s;
            const std::array<double, 1> blocks{double(ranks)};
            // Up to the switch and down from it.
            const double sent = ranks * linkBytes(collective, ranks, blocks, 7e6)[0];
            QVERIFY2(near(carried, 2.0 * sent, 1e-6),
                     qPrintable(QStringLiteral("%1 against %2").arg(carried).arg(2.0 * sent)));
        }
    }

    /// One chunk, no endpoint, no memory: the step model and the followed messages of a ring are the same.
    void stepsAndLinksAgree_data() { followedLinksCarryTheSame_data(); }

    void stepsAndLinksAgree() {
        QFETCH(int, ranks);
        const auto count = static_cast<std::uint32_t>(ranks);
        // Half of a rank's bandwidth lies in each direction; a cycle is a nanosecond.
        const Fabric fabric{{test::dimension(Topology::Ring, count, 2e9, 1e-6)}};
        StepConfig config;
        config.dimensions = {{StepTopology::Ring, count, 1.0, 1000.0, Algorithm::Ring}};
        config.endpoint_cycles = 0.0;
        config.contention = true;
        for (const Collective collective : {Collective::AllReduce, Collective::AllGather, Collective::ReduceScatter}) {
            const std::uint64_t bytes = 840 * 1000;
            const std::uint64_t own = collective == Collective::AllGather ? bytes / count : bytes;
            const auto cycles = stepCycles(config, collective, own);
            QVERIFY(cycles);
            const auto planned = alphaBetaTime(fabric, collective, double(bytes), {Algorithm::Ring, {}, 1});
            const auto followed = linkTime(fabric, planned.phases);
            QVERIFY(followed);
            QVERIFY2(near(followed->seconds, *cycles * 1e-9, 1e-3),
                     qPrintable(QStringLiteral("%1 against %2").arg(followed->seconds).arg(*cycles * 1e-9)));
        }
    }
};

QTEST_GUILESS_MAIN(LinkUseTest)
#include "link_use_test.moc"
