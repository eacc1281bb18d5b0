// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/method.h"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

/// Tables that others published, chosen by a request alone.
class ServingRequestTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void publishedExample();
    void profileOfAnEngine();

private:
    Estimate answer(const Json& request) const;
    double value(const Estimate& estimate, const char* name) const {
        const Metric* metric = estimate.findMetric(name);
        return metric ? metric->value : std::nan("");
    }

    std::filesystem::path data_;
    std::shared_ptr<const Library> library_;
};

void ServingRequestTest::initTestCase() {
    data_ = std::filesystem::path(qEnvironmentVariable("STRATA_REFERENCE").toStdString()) / "serving";
    if (!std::filesystem::exists(data_ / "vidur_op_tables")) QSKIP("the reference data is not here");
    const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    QVERIFY(library);
    library_ = *library;
}

Estimate ServingRequestTest::answer(const Json& request) const {
    const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
    if (!estimate) qWarning("%s", describe(estimate.error()).c_str());
    return estimate ? *estimate : Estimate{};
}

/// Llama-2-7B on A100, Poisson at 2 per second, seed 42, totals uniform in [128, 512], 200 requests by VIDUR: mean
/// 0.1767 s, P99 0.3136 s (its sketch of quantiles is good to 0.1 %), first token 0.0272 s, 53 paused, none evicted.
void ServingRequestTest::publishedExample() {
    const Json request{
        {"kind", "serving"},
        {"hardware", "a100-sxm4-80gb"},
        {"workload",
         {{"model", "llama2-7b"},
          {"traffic",
           {{"arrivals", {{"rate_per_s", 2.0}}}, {"vidur", {{"minimum", 128}, {"maximum", 512}}}, {"requests", 200}}}}},
        {"plan",
         {{"scheduler",
           {{"policy", "vllm-v0"}, {"vidur_compatible", true}, {"max_batch", 128}, {"token_budget", 4096}}},
          {"operator_tables", {{"path", (data_ / "vidur_op_tables" / "a100_llama2-7b_tp1").string()}}}}},
        {"seed", 42}};
    const Estimate found = answer(request);
    QVERIFY2(std::abs(value(found, "e2e_s") / 0.176724 - 1) < 1e-4, QByteArray::number(value(found, "e2e_s")));
    QVERIFY2(std::abs(value(found, "e2e_p99_s") / 0.313551 - 1) < 2e-3, QByteArray::number(value(found, "e2e_p99_s")));
    QVERIFY(std::abs(value(found, "ttft_s") / 0.0272424 - 1) < 1e-4);
    QCOMPARE(value(found, "preemptions"), 0.0);
}

/// LLMServingSim's profile of an RTX 4090 times any traffic.
void ServingRequestTest::profileOfAnEngine() {
    const auto path = data_ / "operator_profiles" / "llmservingsim_v1" / "RTX4090_Llama-3.1-8B_tp1_dense.csv.gz";
    if (!std::filesystem::exists(path)) QSKIP("the profile is not here");
    const Json request{{"kind", "serving"},
                       {"hardware", "rtx-4090"},
                       {"workload",
                        {{"model", "llama3.1-8b"},
                         {"traffic",
                          {{"arrivals", {{"rate_per_s", 1.0}}},
                           {"lengths", {{"prompt", {{"tokens", 256}}}, {"output", {{"tokens", 64}}}}},
                           {"requests", 50}}}}},
                       {"plan", {{"operator_tables", {{"path", path.string()}}}}}};
    const Estimate found = answer(request);
    QVERIFY(found.valid);
    QCOMPARE(found.calibrations.front().id, std::string("operator tables (llmservingsim)"));
    // 16 GB of weights pass in 16 ms at the board's bandwidth; a decode takes that and little more.
    const double token_s = value(found, "tpot_s");
    QVERIFY2(token_s > 0.016 && token_s < 0.03, QByteArray::number(token_s));
}

QTEST_APPLESS_MAIN(ServingRequestTest)
#include "serving_request_test.moc"
