// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/serving/fixture.h"

#include <QTest>

using namespace strata;
using namespace strata::serving;

class SimulateTest : public QObject {
    Q_OBJECT

private slots:
    void oneRequestByHand_data();
    void oneRequestByHand();
    void queueingAndPausesByHand();
    void stagesOfAPipelineOverlap();
    void replicasShareTheLoad();
    void sameSeedSameBits();
    void placesAreUsedAgain();
    void stopsWhenAsked();
    void refusesLimitsThatNothingFitsIn();
    void tellsWhatNeverFits();
};

void SimulateTest::oneRequestByHand_data() {
    QTest::addColumn<QString>("policy");
    for (const auto policy : schedulerPolicies()) {
        QTest::newRow(std::string(policy).c_str()) << QString::fromStdString(std::string(policy));
    }
}

/// The prompt's iteration emits the first token, N tokens take N - 1 decode iterations more.
void SimulateTest::oneRequestByHand() {
    QFETCH(QString, policy);
    const std::string name = policy.toStdString();
    auto options = plainOptions(name);
    if (name == "peak-memory") options.scheduler.block_tokens = 1;
    ReplayTraffic traffic({request(5, 32, 4)});
    Records records;
    const auto totals = simulate(options, traffic, PlainTime(), records);
    QVERIFY(totals);
    QCOMPARE(totals->requests, 1u);
    QCOMPARE(totals->iterations, 4u);
    const RequestRecord& record = records.by_id.at(0);
    QCOMPARE(record.ttft_s(), 32.0);
    QCOMPARE(record.e2e_s(), 62.0);
    QCOMPARE(record.tpot_s(), 10.0);
    QCOMPARE(record.tpotCompatible_s(), 7.5);
    QCOMPARE(record.restarts, 0);
    QCOMPARE(totals->end_s, 67.0);
    QCOMPARE(totals->busy_s, 62.0);
}

/// vllm-v0: a prompt that arrives while another request decodes runs alone, and the decode waits.
void SimulateTest::queueingAndPausesByHand() {
    ReplayTraffic traffic({request(0, 10, 3), request(12, 20, 2)});
    Records records;
    QVERIFY(simulate(plainOptions("prefill-first"), traffic, PlainTime(), records));
    // 0-10 prompt 0; 10-20 decode 0; 20-40 prompt 1; 40-50 decode both.
    QCOMPARE(records.by_id.at(0).completed_s, 50.0);
    QCOMPARE(records.by_id.at(0).paused_s, 20.0);
    QCOMPARE(records.by_id.at(1).scheduled_s, 20.0);
    QCOMPARE(records.by_id.at(1).ttft_s(), 28.0);
    QCOMPARE(records.by_id.at(1).completed_s, 50.0);
    QCOMPARE(records.iterations.size(), 4u);
    QCOMPARE(records.iterations[3].requests, 2);
}

void SimulateTest::stagesOfAPipelineOverlap() {
    auto options = plainOptions("prefill-first");
    options.scheduler.stages = 2;
    options.scheduler.max_batch = 2; // one request a batch
    ReplayTraffic traffic({request(0, 10, 1), request(0, 10, 1)});
    Records records;
    QVERIFY(simulate(options, traffic, PlainTime(), records));
    QCOMPARE(records.by_id.at(0).completed_s, 20.0); // two stages of 10
    QCOMPARE(records.by_id.at(1).completed_s, 30.0); // a stage behind
}

void SimulateTest::replicasShareTheLoad() {
    for (const char* router : {"round-robin", "least-queued", "least-outstanding", "power-of-two", "prefix-affine"}) {
        auto options = plainOptions("chunked-prefill");
        options.replicas = 2;
        options.router = router;
        options.scheduler.max_batch = 1;
        ReplayTraffic traffic({request(0, 10, 2), request(0, 10, 2)});
        Records records;
        const auto totals = simulate(options, traffic, PlainTime(), records);
        QVERIFY2(totals, router);
        QVERIFY2(records.by_id.at(0).replica != records.by_id.at(1).replica, router);
        QCOMPARE(totals->end_s, 20.0);
    }
    auto options = plainOptions("chunked-prefill");
    options.router = "alphabetical";
    ReplayTraffic traffic({request(0, 1, 1)});
    Records records;
    QCOMPARE(simulate(options, traffic, PlainTime(), records).error().code, std::string("bad-value"));
}

void SimulateTest::sameSeedSameBits() {
    TrafficOptions traffic_options;
    traffic_options.requests = 300;
    traffic_options.prompt = {.kind = LengthDistribution::Kind::Uniform, .minimum = 1, .maximum = 40};
    traffic_options.output = {.kind = LengthDistribution::Kind::LogNormal, .tokens = 6, .minimum = 1, .maximum = 20};
    traffic_options.arrivals.rate_per_s = 0.05;
    auto options = plainOptions("chunked-prefill", 12);
    options.replicas = 3;
    options.router = "random";
    Records first, second, other;
    GeneratedTraffic a(traffic_options), b(traffic_options);
    QVERIFY(simulate(options, a, PlainTime(), first));
    QVERIFY(simulate(options, b, PlainTime(), second));
    QCOMPARE(first.by_id.size(), 300u);
    for (const auto& [id, record] : first.by_id)
        QCOMPARE(second.by_id.at(id).completed_s, record.completed_s);
    traffic_options.seed = 43;
    GeneratedTraffic c(traffic_options);
    QVERIFY(simulate(options, c, PlainTime(), other));
    QVERIFY(other.by_id.at(0).arrival_s != first.by_id.at(0).arrival_s);
}

void SimulateTest::placesAreUsedAgain() {
    std::vector<Arrival> arrivals;
    for (int i = 0; i < 1000; ++i)
        arrivals.push_back(request(100.0 * i, 10, 2));
    ReplayTraffic traffic(std::move(arrivals));
    Records records;
    const auto totals = simulate(plainOptions("chunked-prefill"), traffic, PlainTime(), records);
    QVERIFY(totals);
    QCOMPARE(totals->requests, 1000u);
    QCOMPARE(totals->most_in_flight, std::size_t{1});
}

void SimulateTest::stopsWhenAsked() {
    std::stop_source source;
    source.request_stop();
    ReplayTraffic traffic({request(0, 1, 1)});
    Records records;
    const auto totals = simulate(plainOptions("chunked-prefill"), traffic, PlainTime(), records, source.get_token());
    QVERIFY(!totals);
    QCOMPARE(totals.error().code, std::string("cancelled"));
}

void SimulateTest::refusesLimitsThatNothingFitsIn() {
    auto options = plainOptions("chunked-prefill");
    options.scheduler.block_tokens = 0;
    ReplayTraffic traffic({request(0, 1, 1)});
    Records records;
    const auto totals = simulate(options, traffic, PlainTime(), records);
    QVERIFY(!totals);
    QCOMPARE(totals.error().pointer, std::string("/block_tokens"));
    options = plainOptions("fastest");
    QCOMPARE(simulate(options, traffic, PlainTime(), records).error().pointer, std::string("/policy"));
}

void SimulateTest::tellsWhatNeverFits() {
    ReplayTraffic traffic({request(0, 16, 1), request(1, 1000, 1)});
    Records records;
    const auto totals = simulate(plainOptions("chunked-prefill", 4), traffic, PlainTime(), records);
    QVERIFY(totals);
    QCOMPARE(totals->requests, 1u);
    QCOMPARE(totals->unfinished, 1u);
}

QTEST_APPLESS_MAIN(SimulateTest)
#include "simulate_test.moc"
