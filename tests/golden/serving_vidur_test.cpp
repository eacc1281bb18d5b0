// SPDX-License-Identifier: GPL-3.0-or-later
// Schedulers against runs of the reference simulator (VIDUR: Agrawal et al., MLSys 2024) with its own
// operator tables.
#include "app/lab/serving/vidur_names.h"
#include "app/lab/serving/vidur_run.h"
#include "app/lab/serving/vidur_suite.h"
#include "core/catalog/library.h"
#include "core/exchange/serving/operator_tables.h"
#include "core/serving/simulation/summary.h"

#include <QTest>

#include <cmath>

using namespace strata;

class ServingVidurTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void namesTellArguments();
    void everyRunIsEqual();
    void publishedExample();

private:
    std::filesystem::path data_;
    std::shared_ptr<const Library> library_;
};

void ServingVidurTest::initTestCase() {
    data_ = std::filesystem::path(qEnvironmentVariable("STRATA_REFERENCE").toStdString()) / "serving";
    if (!std::filesystem::exists(data_ / "vidur_runs")) QSKIP("the reference data is not here");
    const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    QVERIFY(library);
    library_ = *library;
}

/// Runs that the summary leaves out say in their names how they were started, as their siblings in it do.
void ServingVidurTest::namesTellArguments() {
    const auto flags = [](const char* name) {
        const auto arguments = assess::vidurArguments(name);
        return arguments ? assess::vidurFlags(*arguments) : std::map<std::string, std::string>();
    };
    auto told = flags("a100_70b_tp2pp2_conv_vllm_blocks600_q1.5");
    QCOMPARE(told["replica_config_model_name"], std::string("meta-llama/Llama-2-70b-hf"));
    QCOMPARE(told["replica_config_num_pipeline_stages"], std::string("2"));
    QCOMPARE(told["poisson_request_interval_generator_config_qps"], std::string("1.5"));
    QCOMPARE(told["vllm_scheduler_config_num_blocks"], std::string("600"));
    told = flags("a100_7b_tp1_u128_512_faster_transformer_cap8long_q2");
    QCOMPARE(told["replica_scheduler_config_type"], std::string("faster_transformer"));
    QCOMPARE(told["faster_transformer_scheduler_config_batch_size_cap"], std::string("8"));
    QCOMPARE(told["uniform_request_length_generator_config_max_tokens"], std::string("512"));
    QVERIFY(!assess::vidurArguments("a100_7b_tp1_conv_wllm_q1"));
}

void ServingVidurTest::everyRunIsEqual() {
    const auto report = assess::runVidurSuite({data_, *library_, {}, {}});
    QVERIFY(report);
    // The reference keeps some runs apart to judge by: they stand in its summary without their requests.
    for (const assess::Refusal& refusal : report->refused)
        QVERIFY2(refusal.reason.find("cannot be read") != std::string::npos, refusal.reason.c_str());
    if (report->cases == 0) QSKIP("the reference holds no requests of the runs in its summary");
    QCOMPARE(report->cases_equal, report->cases);
}

/// Llama-2-7B on A100, Poisson at 2 per second, seed 42, totals uniform in [128, 512], 200 requests: mean
/// 0.1767 s, P99 0.3136 s. The reference's P99 comes from a sketch of 0.1 %.
void ServingVidurTest::publishedExample() {
    const auto tables = exchange::readOperatorTables(data_ / "vidur_op_tables", "a100_llama2-7b_tp1");
    QVERIFY(tables);
    const serving::OperatorTableTime time(*tables, {.layers = 32});
    serving::SimulationOptions options;
    options.scheduler.policy = "prefill-first";
    options.scheduler.vidur_compatible = true;
    options.scheduler.blocks = 7648;
    serving::ReplayTraffic traffic(
        serving::vidurTraffic({.rate_per_s = 2, .minimum = 128, .maximum = 512, .requests = 200}));
    serving::Summary summary;
    const auto totals = serving::simulate(options, traffic, time, summary);
    QVERIFY(totals);
    QCOMPARE(totals->iterations, 2635u);
    QCOMPARE(totals->restarts, 0u);
    QVERIFY(std::abs(summary.e2e.mean() - 0.1767) < 5e-5);
    QVERIFY2(std::abs(summary.e2e.at(0.99) / 0.3136 - 1) < 2e-3, std::to_string(summary.e2e.at(0.99)).c_str());
    QVERIFY(std::abs(summary.ttft.mean() - 0.0272) < 5e-5);
}

QTEST_APPLESS_MAIN(ServingVidurTest)
#include "serving_vidur_test.moc"
