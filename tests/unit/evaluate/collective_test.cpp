// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/evaluate/registry.h"
#include "sample.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

namespace {

Json request(const std::string& hardware, const std::string& collective, double bytes, int ranks) {
    return {{"kind", "collective"},
            {"hardware", hardware},
            {"workload", {{"collective", collective}, {"bytes", bytes}, {"ranks", ranks}}}};
}

} // namespace

class CollectiveTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void theSampleAnswersByEveryMethod() {
        const auto sample = readJsonFile(test::root() / "resources" / "samples" / "all-reduce-dgx-h100.json");
        QVERIFY(sample);
        int methods = 0;
        for (const Method& method : builtinRegistry().methods) {
            if (method.kind != "collective") continue;
            ++methods;
            Json asked = *sample;
            asked["method"] = method.id;
            const auto estimate = evaluate(asked, Context{*library_, {}, nullptr});
            QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
            QCOMPARE(estimate->method, std::string(method.id));
            const Metric* latency = estimate->findMetric("latency_s");
            const Metric* bus = estimate->findMetric("bus_bandwidth_bytes_per_s");
            QVERIFY(latency != nullptr && bus != nullptr);
            QVERIFY(latency->value > 1e-4 && latency->value < 2e-3);
            QVERIFY(std::abs(bus->value * latency->value / (67108864.0 * 30.0 / 16.0) - 1.0) < 1e-9);
            QVERIFY(worstImbalance(*estimate->findParts("latency_s")) < 1e-9);
            QVERIFY(!estimate->tables.empty());
        }
        QCOMPARE(methods, 4);
    }

    /// People call several machines alike: the answer says which one it took.
    void aFurtherNameIsTold() {
        const auto answer = [this](const Json& hardware) {
            const Json request{{"kind", "collective"},
                               {"hardware", hardware},
                               {"workload", {{"collective", "all_reduce"}, {"bytes", 1 << 20}, {"ranks", 8}}}};
            return evaluate(request, Context{*library_, {}, nullptr});
        };
        const auto told = [](const Estimate& estimate) {
            return std::ranges::count(estimate.notes, "alias", &Note::code);
        };
        const auto own = answer("aws-p5"), alias = answer("p5.48xlarge");
        QVERIFY(own && alias);
        QCOMPARE(alias->metrics.front().value, own->metrics.front().value);
        QCOMPARE(told(*own), 0);
        QCOMPARE(told(*alias), 1);
        QVERIFY(messageText(alias->notes.back().text).find("aws-p5") != std::string::npos);
        const auto changed = answer({{"base", "p5.48xlarge"}, {"set", {{"/nodes", 2}}}});
        QVERIFY(changed);
        QCOMPARE(told(*changed), 1);
    }

    void everyCollectiveOnEveryCluster() {
        for (const Entry& entry : library_->entries()) {
            if (entry.kind != EntryKind::Cluster) continue;
            const int ranks = entry.id == "azure-nc-a100-v4" || entry.id == "server-arc-pro-b60" ? 4 : 8;
            for (const char* collective :
                 {"all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast", "send_recv"}) {
                double last = 0.0;
                for (const double bytes : {1e3, 1e6, 1e9}) {
                    const auto estimate =
                        evaluate(request(entry.id, collective, bytes, ranks), Context{*library_, {}, nullptr});
                    QVERIFY2(estimate, (entry.id + ": " + (estimate ? "" : describe(estimate.error()))).c_str());
                    QVERIFY(estimate->findMetric("latency_s")->value > last);
                    last = estimate->findMetric("latency_s")->value;
                }
            }
        }
    }

    void errorsPointIntoTheRequest_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("expected");
        QTest::addRow("ranks") << "/workload/ranks"
                               << "12"
                               << "/workload/ranks";
        QTest::addRow("too many ranks") << "/workload/ranks"
                                        << "1000000"
                                        << "/workload/ranks";
        QTest::addRow("collective") << "/workload/collective"
                                    << "\"reduce\""
                                    << "/workload/collective";
        QTest::addRow("algorithm") << "/plan/algorithm"
                                   << "\"bruck\""
                                   << "/plan/algorithm";
        QTest::addRow("a GPU") << "/hardware"
                               << "\"h100-sxm5-80gb\""
                               << "/hardware";
        QTest::addRow("imbalance") << "/workload/imbalance"
                                   << "2"
                                   << "/workload/imbalance";
        QTest::addRow("bytes") << "/workload/bytes"
                               << "0"
                               << "/workload/bytes";
    }

    void errorsPointIntoTheRequest() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, expected);
        Json asked = request("dgx-h100", "all_reduce", 1e6, 16);
        asked[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
        const auto estimate = evaluate(asked, Context{*library_, {}, nullptr});
        QVERIFY(!estimate);
        QCOMPARE(estimate.error().pointer, expected.toStdString());
        QVERIFY(!estimate.error().expected.empty());
    }

    void whatAnArchitectDragsIsThere() {
        const auto parameters = parametersOf(request("dgx-h100", "all_reduce", 1e6, 16), *library_);
        QVERIFY(parameters);
        for (const char* wanted : {"/hardware/scale_up/0/bandwidth_bytes_per_s", "/hardware/scale_out/nics_per_node",
                                   "/workload/bytes", "/workload/ranks", "/workload/collective"}) {
            const bool found = std::any_of(parameters->begin(), parameters->end(),
                                           [&](const Parameter& parameter) { return parameter.pointer == wanted; });
            QVERIFY2(found, wanted);
        }
        const auto faster = setParameter(request("dgx-h100", "all_reduce", 1e9, 8),
                                         "/hardware/scale_up/0/bandwidth_bytes_per_s", 9e11, *library_);
        QVERIFY(faster);
        const Context context{*library_, {}, nullptr};
        QVERIFY(evaluate(*faster, context)->findMetric("latency_s")->value <
                evaluate(request("dgx-h100", "all_reduce", 1e9, 8), context)->findMetric("latency_s")->value);
    }

private:
    std::shared_ptr<const Library> library_;

    void unevenExchangesTakeWhatTheBusiestRankTakes() {
        Json asked = request("dgx-h100", "all_to_all", 1e6, 4);
        asked["workload"].erase("bytes");
        asked["workload"]["sends"] = Json::parse("[[0,1e6,1e6,4e6],[0,0,0,1e6],[1e6,0,0,1e6],[0,0,0,0]]");
        for (const char* method : {"network.link", "network.alpha-beta"}) {
            asked["method"] = method;
            const auto estimate = evaluate(asked, Context{*library_, {}, nullptr});
            QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
            const double seconds = estimate->findMetric("latency_s")->value;
            // Rank 0 sends and rank 3 receives 6 MB at 450 GB/s.
            QVERIFY2(seconds > 6e6 / 450e9 && seconds < 6e6 / 450e9 + 2e-6, method);
        }
    }

    void collectivesShareLinks() {
        Json asked = request("dgx-h100", "all_reduce", 1 << 26, 16);
        asked["method"] = "network.link";
        const double alone = evaluate(asked, Context{*library_, {}, nullptr})->findMetric("latency_s")->value;
        asked["workload"]["jobs"] = Json::array({{{"collective", "all_to_all"}, {"bytes", 1 << 26}}});
        const auto beside = evaluate(asked, Context{*library_, {}, nullptr});
        QVERIFY2(beside, beside ? "" : describe(beside.error()).c_str());
        QVERIFY(beside->findMetric("latency_s")->value > 1.5 * alone);
        QVERIFY(worstImbalance(*beside->findParts("latency_s")) < 1e-9);
        QCOMPARE(beside->findTable("jobs")->rows.size(), std::size_t{2});
        // What starts after the end disturbs nothing.
        asked["workload"]["jobs"] =
            Json::array({{{"collective", "send_recv"}, {"bytes", 1e3}, {"ranks", 2}, {"starts_s", 1.0}}});
        const double after = evaluate(asked, Context{*library_, {}, nullptr})->findMetric("latency_s")->value;
        QVERIFY(std::abs(after / alone - 1.0) < 1e-9);
    }

    /// A ring of four whose last link is half as fast: all bytes of a ring all-reduce pass that link in 6 steps.
    void wiredClustersAreFollowedLinkByLink() {
        Json links = Json::array();
        for (int i = 0; i < 4; ++i) {
            links.push_back({{"from", i},
                             {"to", (i + 1) % 4},
                             {"bandwidth_bytes_per_s", i == 3 ? 5e10 : 1e11},
                             {"latency_s", 1e-6}});
        }
        Json asked = request("dgx-h100", "all_reduce", 1 << 26, 4);
        asked["method"] = "network.link";
        asked["plan"]["algorithm"] = "ring";
        const Json level{{"name", "links"},  {"technology", "nvlink4"},       {"topology", "ring"}, {"devices", 4},
                         {"source", "test"}, {"bandwidth_bytes_per_s", 2e11}, {"latency_s", 1e-6}};
        asked["hardware"] = {{"base", "dgx-h100"},
                             {"set",
                              {{"/devices_per_node", 4},
                               {"/nodes", 1},
                               {"/scale_up", Json::array({level})},
                               {"/wiring", {{"links", links}, {"source", "test"}}}}}};
        const auto estimate = evaluate(asked, Context{*library_, {}, nullptr});
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        const double expected_s = 6.0 * ((1 << 24) / 5e10 + 1e-6);
        QVERIFY(std::abs(estimate->findMetric("latency_s")->value / expected_s - 1.0) < 0.02);
        asked["hardware"]["set"]["/wiring"]["links"][3]["to"] = 9;
        const auto refused = evaluate(asked, Context{*library_, {}, nullptr});
        QVERIFY(!refused);
        QVERIFY2(refused.error().pointer.ends_with("/links/3"), refused.error().pointer.c_str());
    }

    void badJobsAndSendsAreNamed_data() {
        QTest::addColumn<QString>("workload");
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("pointer");
        const QString link = QStringLiteral("network.link");
        QTest::newRow("neither") << R"({"collective": "all_to_all", "ranks": 2})" << link << "/workload";
        QTest::newRow("both") << R"({"collective": "all_to_all", "ranks": 2, "bytes": 8, "sends": [[1, 2], [3, 4]]})"
                              << link << "/workload/bytes";
        QTest::newRow("rows") << R"({"collective": "all_to_all", "ranks": 2, "sends": [[1, 2]]})" << link
                              << "/workload/sends";
        QTest::newRow("columns") << R"({"collective": "all_to_all", "ranks": 2, "sends": [[1, 2], [3]]})" << link
                                 << "/workload/sends/1";
        QTest::newRow("negative") << R"({"collective": "all_to_all", "ranks": 2, "sends": [[1, 2], [3, -1]]})" << link
                                  << "/workload/sends/1/1";
        QTest::newRow("other collective")
            << R"({"collective": "all_gather", "ranks": 2, "sends": [[1, 2], [3, 4]]})" << link << "/workload/sends";
        const char* beyond = R"({"collective": "all_reduce", "ranks": 2, "bytes": 8,
                                 "jobs": [{"collective": "all_reduce", "bytes": 8, "first_rank": 1}]})";
        QTest::newRow("beyond") << beyond << link << "/workload/jobs/0";
        const char* job = R"({"collective": "all_reduce", "ranks": 2, "bytes": 8,
                              "jobs": [{"collective": "all_reduce", "bytes": 8}]})";
        QTest::newRow("not by this method") << job << QStringLiteral("network.nccl") << "/workload/jobs";
    }

    void badJobsAndSendsAreNamed() {
        QFETCH(QString, workload);
        QFETCH(QString, method);
        QFETCH(QString, pointer);
        const Json asked{{"kind", "collective"},
                         {"hardware", "dgx-h100"},
                         {"method", method.toStdString()},
                         {"workload", Json::parse(workload.toStdString())}};
        const auto estimate = evaluate(asked, Context{*library_, {}, nullptr});
        QVERIFY(!estimate);
        QCOMPARE(QString::fromStdString(estimate.error().pointer), pointer);
    }
};

QTEST_GUILESS_MAIN(CollectiveTest)
#include "collective_test.moc"
