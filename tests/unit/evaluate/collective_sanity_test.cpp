// SPDX-License-Identifier: GPL-3.0-or-later
// What holds of every collective on every fabric, whatever was measured.
#include "core/evaluate/method.h"
#include "core/hardware/cluster/cluster_json.h"
#include "sample.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

namespace {

constexpr double kSmallest = 256.0, kLargest = 4294967296.0;

/// Some numbers of ranks that a cluster can hold: pairs, odd ones, whole nodes, several nodes.
std::vector<std::uint64_t> ranksOf(const hardware::Cluster& cluster) {
    const std::uint64_t domain = cluster.scaleUpDevices();
    std::vector<std::uint64_t> ranks{2, 3, 6, domain, 2 * domain, 3 * domain};
    std::erase_if(ranks, [&](std::uint64_t one) { return one > cluster.devices() || one > 512; });
    return ranks;
}

} // namespace

class CollectiveSanityTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void holdsOnEveryCluster_data() {
        QTest::addColumn<QString>("method");
        for (const char* method : {"network.nccl", "network.alpha-beta", "network.step", "network.link"})
            QTest::addRow("%s", method) << method;
    }

    void holdsOnEveryCluster() {
        QFETCH(QString, method);
        method_ = method.toStdString();
        int answered = 0;
        for (const Entry& entry : library_->entries()) {
            if (entry.kind != EntryKind::Cluster) continue;
            const auto cluster = hardware::readCluster(*entry.document, {});
            QVERIFY(cluster);
            for (const std::uint64_t ranks : ranksOf(*cluster))
                answered += checked(*cluster, ranks);
        }
        QVERIFY2(answered > 60, qPrintable(QString::number(answered)));
    }

private:
    struct Answer {
        double seconds = 0.0, bus = 0.0;
    };

    std::optional<Answer> ask(const hardware::Cluster& cluster, std::uint64_t ranks, const char* collective,
                              double bytes) const {
        const Json request{{"kind", "collective"},
                           {"hardware", cluster.id},
                           {"method", method_},
                           {"workload", {{"collective", collective}, {"bytes", bytes}, {"ranks", ranks}}}};
        const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        if (!estimate) return {};
        return Answer{estimate->findMetric("latency_s")->value,
                      estimate->findMetric("bus_bandwidth_bytes_per_s")->value};
    }

    /// 1 where the cluster answers.
    int checked(const hardware::Cluster& cluster, std::uint64_t ranks) const {
        const std::string at = cluster.id + ", " + std::to_string(ranks) + " ranks: ";
        const auto fail = [&](const std::string& text) { QTest::qFail((at + text).c_str(), __FILE__, __LINE__); };
        if (!ask(cluster, ranks, "all_reduce", 1e6)) return 0;
        const double factor = method_ == "network.link" ? 256.0 : 4.0;
        for (const char* collective : {"all_reduce", "all_gather", "reduce_scatter", "all_to_all"}) {
            double last_s = 0.0;
            for (double bytes = kSmallest; bytes <= kLargest; bytes *= factor) {
                const auto answer = ask(cluster, ranks, collective, bytes);
                if (!answer) {
                    fail(std::string(collective) + " has no answer");
                    return 1;
                }
                if (answer->seconds < last_s * (1.0 - 1e-9))
                    fail(std::string(collective) + " of " + std::to_string(bytes) + " bytes is faster than less");
                last_s = answer->seconds;
                if (answer->bus > 1.001 * fastest(cluster))
                    fail(std::string(collective) + " runs beyond the links: " + std::to_string(answer->bus));
            }
        }
        checkExchange(cluster, ranks, at);
        // Between nodes NCCL has trees for all-reduce and only rings for its halves: there it is faster.
        if (method_ == "network.nccl" && ranks > cluster.scaleUpDevices()) return 1;
        for (const double bytes : {kSmallest, 1048576.0, kLargest}) {
            const auto both = ask(cluster, ranks, "all_reduce", bytes);
            const auto half = ask(cluster, ranks, "reduce_scatter", bytes);
            if (both->seconds < half->seconds * (1.0 - 1e-9))
                fail("all_reduce of " + std::to_string(bytes) + " bytes is faster than its reduce_scatter");
        }
        return 1;
    }

    /// What an all-to-all sends to other nodes passes the adapters.
    void checkExchange(const hardware::Cluster& cluster, std::uint64_t ranks, const std::string& at) const {
        const std::uint64_t domain = cluster.scaleUpDevices();
        if (ranks <= domain) return;
        const double outside = 1.0 - static_cast<double>(domain) / static_cast<double>(ranks);
        const auto inside = std::min<double>(static_cast<double>(domain), cluster.devices_per_node);
        const double least_s = outside * kLargest / cluster.nicBandwidth_bytes_per_s(inside);
        const double seconds = ask(cluster, ranks, "all_to_all", kLargest)->seconds;
        if (seconds < 0.999 * least_s) {
            QTest::qFail((at + "all_to_all takes " + std::to_string(seconds) + " s, its adapters " +
                          std::to_string(least_s) + " s")
                             .c_str(),
                         __FILE__, __LINE__);
        }
    }

    /// All links of one device: a fabric of several levels may use them together. A switch that adds up
    /// halves the bytes of an all-reduce.
    static double fastest(const hardware::Cluster& cluster) {
        double sum = 0.0;
        bool reduces = false;
        for (const hardware::ScaleUpLevel& level : cluster.scale_up) {
            sum += level.bandwidth_bytes_per_s;
            reduces = reduces || level.reduces;
        }
        return (reduces ? 2.0 : 1.0) * std::max(sum, cluster.nicBandwidth_bytes_per_s(1.0));
    }

    std::shared_ptr<const Library> library_;
    std::string method_;
};

QTEST_GUILESS_MAIN(CollectiveSanityTest)
#include "collective_sanity_test.moc"
