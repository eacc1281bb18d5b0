// SPDX-License-Identifier: GPL-3.0-or-later
// Clusters that do not exist: every fact of their links and of their devices moves what is asked of them, the right
// way.
#include "core/evaluate/request.h"
#include "tests/unit/evaluate/serving/serving_sample.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

namespace {

const char* const kInference = R"({"kind": "inference", "hardware": "dgx-h100",
    "workload": {"model": "llama3.1-70b", "dtype": "bf16", "prompt_tokens": 1024, "output_tokens": 64, "batch": 4},
    "plan": {"tp": 4}})";
const char* const kOverPcie = R"({"kind": "inference", "hardware": "server-l40s",
    "workload": {"model": "llama3.1-8b", "dtype": "bf16", "prompt_tokens": 1024, "output_tokens": 64, "batch": 4},
    "plan": {"tp": 4}})";
const char* const kServing = R"({"kind": "serving", "hardware": "dgx-h100",
    "workload": {"model": "llama3.1-70b", "dtype": "bf16",
                 "traffic": {"arrivals": {"process": "static"}, "requests": 4,
                             "lengths": {"prompt": {"tokens": 512}, "output": {"tokens": 32}}}},
    "plan": {"tp": 4}})";
const char* const kTraining = R"({"kind": "training", "hardware": {"cluster": "dgx-h100", "devices": 8},
    "workload": {"model": "llama3.1-8b", "sequence": 4096, "global_batch": 16, "attention": "flash"},
    "plan": {"tp": 8, "zero": 1, "recompute": "selective", "sequence_parallel": true}})";

const char* const kOffload = R"({"kind": "training", "hardware": {"cluster": "dgx-a100", "devices": 8},
    "workload": {"model": "llama2-7b", "sequence": 4096, "global_batch": 16, "attention": "flash"},
    "plan": {"zero": 2, "offload_optimizer": true, "offload_activations": true}})";
const char* const kPools = R"({"kind": "serving", "hardware": "server-l40s",
    "workload": {"model": "llama3.1-8b", "dtype": "bf16",
                 "traffic": {"arrivals": {"process": "static"}, "requests": 4,
                             "lengths": {"prompt": {"tokens": 4096}, "output": {"tokens": 8}}}},
    "plan": {"disaggregated": {"prefill": {"replicas": 2}, "decode": {"replicas": 2}, "layerwise": false}}})";

/// The request with one parameter changed; null where it is refused.
Json changed(const Json& request, const std::string& pointer, const Json& value, const Library& library) {
    const auto next = setParameter(request, pointer, value, library);
    if (!next) qWarning("%s", describe(next.error()).c_str());
    return next ? *next : Json();
}

} // namespace

class ClusterWhatIfTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<const Library> library_;

    double ask(const Json& request, const char* metric) const {
        return test::value(test::answer(*library_, request), metric);
    }

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void factsMoveWhatDependsOnThem_data() {
        QTest::addColumn<QString>("request");
        QTest::addColumn<QString>("fact");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("metric");
        QTest::addColumn<bool>("slower");
        const auto row = [](const char* title, const char* request, const char* fact, double value, const char* metric,
                            bool slower) { QTest::newRow(title) << request << fact << value << metric << slower; };
        row("links, inference", kInference, "/hardware/scale_up/0/latency_s", 3e-6, "tpot_s", true);
        row("links, training", kTraining, "/hardware/cluster/scale_up/0/latency_s", 3e-5, "iteration_s", true);
        row("shorter links, inference", kInference, "/hardware/scale_up/0/latency_s", 1e-7, "tpot_s", false);
        row("one port for all cards", kOverPcie, "/hardware/scale_up/0/shared_bytes_per_s", 1.5e10, "ttft_s", true);
        row("a port for each card", kOverPcie, "/hardware/scale_up/0/shared_bytes_per_s", 1.26e11, "ttft_s", false);
        row("one port for all caches", kPools, "/hardware/scale_up/0/shared_bytes_per_s", 1.5e10, "e2e_s", true);
        row("host link of the device", kOffload, "/hardware/cluster/device/host_link_bytes_per_s", 1.5e10,
            "iteration_s", true);
        row("memory, inference", kInference, "/hardware/device/memory_bytes_per_s", 6e12, "tpot_s", false);
        row("memory, serving", kServing, "/hardware/device/memory_bytes_per_s", 6e12, "tpot_s", false);
        row("memory, training", kTraining, "/hardware/cluster/device/memory_bytes_per_s", 1.5e12, "iteration_s", true);
        row("tensor cores, training", kTraining, "/hardware/cluster/device/matrix_flop_per_clock/bf16", 2048,
            "iteration_s", true);
    }

    void factsMoveWhatDependsOnThem() {
        QFETCH(QString, request);
        QFETCH(QString, fact);
        QFETCH(double, value);
        QFETCH(QString, metric);
        QFETCH(bool, slower);
        const Json usual = *parseJson(request.toStdString(), "request");
        const std::string name = metric.toStdString();
        const Json other = changed(usual, fact.toStdString(), value, *library_);
        QVERIFY(!other.is_null());
        const double before = ask(usual, name.c_str()), after = ask(other, name.c_str());
        // Of the metric: the least change takes 0.4 us from each of 128 collectives of 16 ms.
        constexpr double kLeast = 0.002;
        QVERIFY2(slower ? after > (1 + kLeast) * before : before > (1 + kLeast) * after,
                 qPrintable(QString("%1 s, then %2 s").arg(before).arg(after)));
    }

    /// Two of eight devices that are joined by pairs have one link of seven; a switch gives a pair all of them.
    void pairsOfAMeshHaveOneLink() {
        const auto seconds = [&](const char* topology, double bandwidth) {
            Json request = *parseJson(kTraining, "request");
            request["hardware"]["cluster"] = {
                {"base", "mi300x-platform"},
                {"set", {{"/scale_up/0/topology", topology}, {"/scale_up/0/bandwidth_bytes_per_s", bandwidth}}}};
            request["plan"]["tp"] = 2;
            return ask(request, "communication_s");
        };
        const double link = 6.4e10;
        QVERIFY(seconds("fully_connected", 7 * link) > 1.5 * seconds("switch", 7 * link));
        // The gradients of four copies still pass three links.
        QVERIFY(seconds("fully_connected", 7 * link) < seconds("switch", link));
    }

    void aDeviceIsChangedWhereItStands() {
        for (const char* request : {kInference, kServing, kTraining}) {
            const Json usual = *parseJson(request, "request");
            const bool part = usual.at("kind") == "training";
            const std::string place = part ? "/hardware/cluster" : "/hardware";
            const std::string fact = place + "/device/clock_hz";
            const Json slow = changed(usual, fact, 1.2e9, *library_);
            const Json* hardware = findPointer(slow, place);
            QVERIFY(hardware != nullptr);
            QCOMPARE(hardware->at("set").at("/device/clock_hz").get<double>(), 1.2e9);
            const double stated = library_->find("h100-sxm5-80gb")->document->at("clock_hz").get<double>();
            QVERIFY(changed(slow, fact, stated, *library_) == usual);
            const auto parameters = parametersOf(slow, *library_);
            QVERIFY(parameters);
            const auto shown = std::ranges::find(*parameters, fact, &Parameter::pointer);
            QVERIFY(shown != parameters->end());
            QCOMPARE(shown->value, 1.2e9);
            QCOMPARE(shown->catalog_value, stated);
        }
    }

    /// A reference to a changed device is the same as changes below it.
    void aDeviceMayBeAReference() {
        const Json usual = *parseJson(kInference, "request");
        const Json below = changed(usual, "/hardware/device/memory_bytes_per_s", 6e12, *library_);
        Json reference = usual;
        reference["hardware"] = {
            {"base", "dgx-h100"},
            {"set", {{"/device", {{"base", "h100-sxm5-80gb"}, {"set", {{"/memory_bytes_per_s", 6e12}}}}}}}};
        QCOMPARE(ask(reference, "tpot_s"), ask(below, "tpot_s"));
        Json other = usual;
        other["hardware"] = {{"base", "dgx-h100"}, {"set", {{"/device", "h200-sxm-141gb"}}}};
        QVERIFY(ask(other, "tpot_s") < ask(usual, "tpot_s"));
        const Json slower = changed(other, "/hardware/device/memory_bytes_per_s", 3e12, *library_);
        QVERIFY(ask(slower, "tpot_s") > ask(other, "tpot_s"));
    }

    /// The bandwidth of the device that the cluster has in the catalog is a change where the request names another one.
    void valuesOfTheCatalogAreThoseOfTheNamedDevice() {
        const std::string fact = "/hardware/device/memory_bytes_per_s";
        const auto bandwidth = [&](const char* device) {
            return library_->find(device)->document->at("memory_bytes_per_s").get<double>();
        };
        const double usual = bandwidth("h100-sxm5-80gb"), larger = bandwidth("h200-sxm-141gb");
        for (const Json& device : {Json("h200-sxm-141gb"), Json{{"base", "h200-sxm-141gb"}}}) {
            Json request = *parseJson(kInference, "request");
            request["hardware"] = {{"base", "dgx-h100"}, {"set", {{"/device", device}}}};
            const Json slower = changed(request, fact, usual, *library_);
            QVERIFY(!slower.is_null());
            QCOMPARE(slower["hardware"]["set"]["/device/memory_bytes_per_s"].get<double>(), usual);
            QVERIFY(ask(slower, "tpot_s") > ask(request, "tpot_s"));
            const auto parameters = parametersOf(slower, *library_);
            QVERIFY(parameters);
            const auto shown = std::ranges::find(*parameters, fact, &Parameter::pointer);
            QVERIFY(shown != parameters->end());
            QCOMPARE(shown->value, usual);
            QCOMPARE(shown->catalog_value, larger);
            QVERIFY(changed(slower, fact, larger, *library_) == request);
        }
    }

    /// A whole cluster that stands in the request takes changes of the device that it names.
    void wholeClustersTakeChangesOfTheirDevice() {
        Json request = *parseJson(kInference, "request");
        request["hardware"] = *library_->find("dgx-h100")->document;
        const Json slower = changed(request, "/hardware/device/memory_bytes_per_s", 1.5e12, *library_);
        QVERIFY(!slower.is_null());
        QCOMPARE(slower["hardware"]["device"]["set"]["/memory_bytes_per_s"].get<double>(), 1.5e12);
        QVERIFY(ask(slower, "tpot_s") > ask(request, "tpot_s"));
    }

    void badFactsOfADeviceAreRefusedWhereTheyStand_data() {
        QTest::addColumn<QString>("request");
        for (const char* request : {kInference, kServing, kTraining})
            QTest::newRow(parseJson(request, "")->at("kind").get<std::string>().c_str()) << request;
    }

    void badFactsOfADeviceAreRefusedWhereTheyStand() {
        QFETCH(QString, request);
        Json usual = *parseJson(request.toStdString(), "request");
        const bool part = usual.at("kind") == "training";
        const std::string place = part ? "/hardware/cluster" : "/hardware";
        for (const auto& [fact, value] : {std::pair{"/device/clock_hz", Json(-1)}, {"/device/clocks", Json(1e9)}}) {
            Json bad = usual;
            (part ? bad["hardware"]["cluster"] : bad["hardware"]) = {{"base", "dgx-h100"}, {"set", {{fact, value}}}};
            const auto estimate = evaluate(bad, Context{*library_, {}, nullptr});
            QVERIFY(!estimate);
            QCOMPARE(estimate.error().pointer, place + "/set/" + pointerStep(fact));
            QVERIFY(!estimate.error().expected.id.empty());
        }
    }

    /// Replicas stand on devices that the cluster has.
    void plansTakeNoMoreDevicesThanThereAre() {
        Json request = *parseJson(kServing, "request");
        request["hardware"] = "server-l40s";
        request["workload"]["model"] = "llama3.1-8b";
        request["plan"]["replicas"] = 2;
        QVERIFY(ask(request, "tpot_s") > 0);
        request["plan"]["replicas"] = 3;
        const auto refused = evaluate(request, Context{*library_, {}, nullptr});
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/plan/replicas"));
        QCOMPARE(refused.error().expected.id, std::string("accepted.at-most-replicas-of-devices"));
        Json pools = *parseJson(kPools, "request");
        pools["plan"]["disaggregated"]["decode"]["replicas"] = 7;
        QVERIFY(!evaluate(pools, Context{*library_, {}, nullptr}));
    }

    /// What is kept on the host needs room there.
    void hostsHoldWhatIsKeptThere() {
        Json request = *parseJson(kOffload, "request");
        QVERIFY(test::answer(*library_, request).valid);
        // The states of Adam for 6.7e9 weights take 12 bytes each, in eight shards on one host.
        for (const auto& [bytes, fits] : {std::pair{7e10, false}, {2e12, true}}) {
            request["hardware"]["cluster"] = {{"base", "dgx-a100"}, {"set", {{"/host_memory_bytes", bytes}}}};
            const Estimate estimate = test::answer(*library_, request);
            QCOMPARE(estimate.valid, fits);
            if (fits) continue;
            const Note* note = test::noteOf(estimate, "over-memory");
            QVERIFY(note != nullptr && !note->fixes.empty());
            QCOMPARE(note->text.id, std::string("note.host-over-memory"));
        }
    }

    /// Passes of unlike length leave a pipeline after their own sum and, at every further stage, the longest of them.
    void unlikePassesWaitForTheLongest() {
        Json request = *parseJson(kInference, "request");
        request["workload"]["model"] = "llama3.1-8b";
        request["workload"]["prompt_tokens"] = 1100; // seven prompts in a pass of 8,192 tokens
        request["workload"]["batch"] = 16;
        const auto first = [&](int stages, int batch) {
            request["plan"] = {{"pp", stages}};
            request["workload"]["batch"] = batch;
            return ask(request, "ttft_s");
        };
        const double all = first(1, 16), longest = first(1, 7), staged = first(2, 16);
        QVERIFY2(staged > (all + longest) / 2,
                 qPrintable(QString("%1 of %2 and %3").arg(staged).arg(all).arg(longest)));
        QVERIFY(staged < 1.05 * (all + longest) / 2);
    }
};

QTEST_APPLESS_MAIN(ClusterWhatIfTest)
#include "cluster_what_if_test.moc"
