// SPDX-License-Identifier: GPL-3.0-or-later
// What scenarios ask for beside latencies: communication of a step, waste of the cache, the neighbour's tokens.
#include "core/evaluate/kinds/scenario.h"
#include "core/evaluate/method.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace strata;

class ScenarioMetricsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void exposedCommunicationIsInTheParts_data();
    void exposedCommunicationIsInTheParts();
    void aSingleDeviceDoesNotCommunicate();
    void wasteIsWhatTheLastBlockLeaves();
    void reservedMemoryIsWasted();
    void aLargerPartitionHelpsTheNeighbour();

private:
    Estimate answer(const Json& request) const {
        auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        if (!estimate) qFatal("%s", describe(estimate.error()).c_str());
        return *std::move(estimate);
    }
    static double value(const Estimate& estimate, const char* metric) { return estimate.findMetric(metric)->value; }

    std::shared_ptr<const Library> library_;
};

void ScenarioMetricsTest::initTestCase() {
    const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    QVERIFY2(library, library ? "" : describe(library.error()).c_str());
    library_ = *library;
}

void ScenarioMetricsTest::exposedCommunicationIsInTheParts_data() {
    QTest::addColumn<QString>("plan");
    QTest::newRow("data parallel") << R"({"dp": 16, "micro_batch": 1})";
    QTest::newRow("no overlap") << R"({"dp": 16, "micro_batch": 1, "overlap_gradients": false})";
    QTest::newRow("sharded weights") << R"({"dp": 16, "micro_batch": 1, "zero": 3})";
    QTest::newRow("all degrees") << R"({"tp": 2, "pp": 4, "dp": 2, "micro_batch": 1})";
}

void ScenarioMetricsTest::exposedCommunicationIsInTheParts() {
    QFETCH(QString, plan);
    Json request = *parseJson(R"({"kind": "training", "hardware": {"cluster": "dgx-a100", "devices": 16},
        "workload": {"model": "llama3.2-1b", "sequence": 2048, "global_batch": 32}})");
    request["plan"] = *parseJson(plan.toStdString());
    const Estimate estimate = answer(request);
    double exposed_s = 0, kernels_s = 0;
    for (const Part& part : estimate.findParts("iteration_s")->children) {
        // Kernels beside collectives are slower, but that is no message.
        if (part.category == Category::Communication && part.id != "slower-beside-collectives") exposed_s += part.value;
        if (part.id == "kernels" || part.id == "recomputation") kernels_s += part.value;
    }
    QVERIFY(std::abs(value(estimate, "exposed_communication_s") - exposed_s) < 1e-9);
    const double all_s = value(estimate, "communication_s");
    QVERIFY(all_s >= exposed_s && all_s > 0);
    QVERIFY(std::abs(value(estimate, "compute_to_communication") * all_s - kernels_s) < 1e-9);
    // With overlap off, nothing of the gradients hides.
    if (plan.contains("overlap_gradients")) QVERIFY(std::abs(all_s - exposed_s) < 1e-9);
    if (plan.contains("\"micro_batch\": 1}") && plan.contains("\"dp\": 16")) QVERIFY(all_s > 1.5 * exposed_s);
}

void ScenarioMetricsTest::aSingleDeviceDoesNotCommunicate() {
    const Estimate estimate = answer(*parseJson(R"({"kind": "training",
        "hardware": {"cluster": "dgx-a100", "devices": 1},
        "workload": {"model": "gpt2-medium", "sequence": 1024, "global_batch": 8}, "plan": {"micro_batch": 8}})"));
    QVERIFY(!estimate.findMetric("communication_s") && !estimate.findMetric("compute_to_communication"));
}

namespace {

Json oneAtATime(int block_tokens, const char* policy) {
    Json request = *parseJson(R"({"kind": "serving", "hardware": "a100-sxm4-80gb", "seed": 1,
        "workload": {"model": "llama2-7b", "traffic": {"requests": 5, "arrivals": {"process": "static"},
            "lengths": {"prompt": {"distribution": "fixed", "tokens": 100},
                        "output": {"distribution": "fixed", "tokens": 60}}}},
        "plan": {"prefix_cache": false, "scheduler": {"max_batch": 8}}})");
    request["plan"]["scheduler"]["block_tokens"] = block_tokens;
    request["plan"]["scheduler"]["policy"] = policy;
    return request;
}

} // namespace

void ScenarioMetricsTest::wasteIsWhatTheLastBlockLeaves() {
    double before = -1;
    for (const int block : {1, 16, 64, 128}) {
        const double waste = value(answer(oneAtATime(block, "vllm")), "cache_waste");
        // Each iteration but the last leaves a request with 101 to 159 tokens in whole blocks.
        double held = 0, places = 0;
        for (int tokens = 101; tokens < 160; ++tokens) {
            held += tokens;
            places += (tokens + block - 1) / block * block;
        }
        QVERIFY2(std::abs(waste - (1 - held / places)) < 0.02, std::to_string(waste).c_str());
        QVERIFY(waste > before);
        before = waste;
    }
}

void ScenarioMetricsTest::reservedMemoryIsWasted() {
    // The longest request has 160 tokens; 130 of them are there in the mean.
    double held = 0;
    for (int tokens = 101; tokens < 160; ++tokens)
        held += tokens;
    const double reserved = value(answer(oneAtATime(16, "orca")), "cache_waste");
    QVERIFY2(std::abs(reserved - (1 - held / 59 / 160)) < 0.02, std::to_string(reserved).c_str());
    QVERIFY(reserved > 3 * value(answer(oneAtATime(16, "vllm")), "cache_waste"));
}

void ScenarioMetricsTest::aLargerPartitionHelpsTheNeighbour() {
    Json request = oneAtATime(16, "vllm");
    QVERIFY(!answer(request).findMetric("neighbour_tpot_s"));
    const auto with = [&](int sms) {
        request["plan"]["colocated"] = {
            {"mode", "mig"}, {"sms", 28}, {"neighbour", {{"model", "llama3.2-1b"}, {"batch", 8}, {"sms", sms}}}};
        return answer(request);
    };
    const Estimate small = with(14), large = with(56);
    QCOMPARE(value(small, "neighbour_alone_tpot_s"), value(large, "neighbour_alone_tpot_s"));
    QVERIFY(value(small, "neighbour_tpot_s") > 1.5 * value(large, "neighbour_tpot_s"));
    QVERIFY(value(large, "neighbour_tpot_s") > value(large, "neighbour_alone_tpot_s"));
}

QTEST_GUILESS_MAIN(ScenarioMetricsTest)
#include "scenario_metrics_test.moc"
