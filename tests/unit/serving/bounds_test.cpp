// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/simulation/timeline.h"
#include "tests/unit/serving/fixture.h"

#include <algorithm>
#include <cmath>
#include <QElapsedTimer>
#include <QTest>

using namespace strata;
using namespace strata::serving;

/// Runs end, whatever is asked: nothing waits for what cannot come.
class ServingBoundsTest : public QObject {
    Q_OBJECT

private slots:
    void idleReplicasDoNotProlongARun();
    void startsAreCalledOffBeforeServingReplicas();
    void decisionsThatChangeNothingCostNothing();
    void hopelessRunsAreGivenUp();
    void idleReplicasMayFail();
    void whatFailsEndsInTheTimeline();
    void batchesUseNoMoreAdaptersThanHavePlaces();
    void shortRequestsFitWhereMemoryIsReserved_data();
    void shortRequestsFitWhereMemoryIsReserved();
};

/// A replica that is still starting, or restarting, when the last request ends is not waited for.
void ServingBoundsTest::idleReplicasDoNotProlongARun() {
    auto options = plainOptions("chunked-prefill");
    options.replicas = 8;
    options.autoscaling = {.minimum = 1, .target = 0.1, .interval_s = 1, .start_s = 1e6};
    ReplayTraffic traffic({request(0, 10, 3), request(0, 10, 3)});
    Records records;
    const auto totals = simulate(options, traffic, PlainTime(), records);
    QVERIFY(totals);
    QCOMPARE(totals->requests, 2u);
    QCOMPARE(totals->unfinished, 0u);
    QCOMPARE(totals->end_s, records.by_id.at(1).completed_s);
}

/// After a burst the replica that serves stays, those that it asked for are not needed any more.
void ServingBoundsTest::startsAreCalledOffBeforeServingReplicas() {
    auto options = plainOptions("chunked-prefill");
    options.replicas = 4;
    options.autoscaling = {.minimum = 1, .target = 1, .interval_s = 1, .start_s = 2000};
    std::vector<Arrival> arrivals(8, request(0, 10, 3));
    arrivals.push_back(request(1000, 10, 3));
    arrivals.push_back(request(3000, 10, 3));
    ReplayTraffic traffic(arrivals);
    Records records;
    const auto totals = simulate(options, traffic, PlainTime(), records);
    QCOMPARE(totals->requests, 10u);
    for (const std::uint64_t id : {8, 9}) {
        QCOMPARE(records.by_id.at(id).ttft_s(), 10.0);
        QCOMPARE(records.by_id.at(id).replica, 0);
    }
    QVERIFY(totals->replica_s < totals->end_s + 3 * 200); // asked for until the burst was served
}

/// A second between decisions and a year between requests.
void ServingBoundsTest::decisionsThatChangeNothingCostNothing() {
    auto options = plainOptions("chunked-prefill");
    options.replicas = 64;
    options.autoscaling = {.minimum = 1, .target = 1, .interval_s = 1, .start_s = 3};
    std::vector<Arrival> arrivals;
    for (int year = 0; year < 20; ++year)
        for (int i = 0; i < 8; ++i)
            arrivals.push_back(request(3e7 * year, 10, 5));
    ReplayTraffic traffic(arrivals);
    Records records;
    QElapsedTimer since;
    since.start();
    const auto totals = simulate(options, traffic, PlainTime(), records);
    QVERIFY2(since.elapsed() < 2000, "each of 6e8 seconds was looked at");
    QCOMPARE(totals->requests, 160u);
    bool second = false;
    for (const auto& iteration : records.iterations)
        second |= iteration.replica == 0 && std::fmod(iteration.start_s, 3e7) > 3;
    QVERIFY(second);
    // Surplus replicas stop soon after their work.
    QVERIFY(totals->replica_s < totals->end_s + 20 * 64 * 100);
}

void ServingBoundsTest::hopelessRunsAreGivenUp() {
    auto options = plainOptions("chunked-prefill");
    options.failures = {.mtbf_s = 1, .restart_s = 1e6};
    ReplayTraffic traffic({request(0, 1000, 2), request(1, 10, 2)});
    Records records;
    const auto totals = simulate(options, traffic, PlainTime(), records);
    QVERIFY(totals);
    QVERIFY(totals->hopeless);
    QCOMPARE(totals->requests + totals->unfinished, 2u);
    // Long enough to end at times.
    options.failures.mtbf_s = 400;
    ReplayTraffic again({request(0, 1000, 2), request(1, 10, 2)});
    const auto ended = simulate(options, again, PlainTime(), records);
    QVERIFY(!ended->hopeless);
    QCOMPARE(ended->requests, 2u);
}

/// Failures between requests are no reason to give up.
void ServingBoundsTest::idleReplicasMayFail() {
    auto options = plainOptions("chunked-prefill");
    options.scheduler.prefix_cache = true;
    options.failures = {.mtbf_s = 100, .restart_s = 0};
    ReplayTraffic traffic({request(0, 5, 2), request(1e7, 5, 2)});
    Records records;
    const auto totals = simulate(options, traffic, PlainTime(), records);
    QCOMPARE(totals->requests, 2u);
    QVERIFY(totals->failures > 90000 && !totals->hopeless);
}

/// With a replica that is back at once, its next iteration does not begin before its last has ended.
void ServingBoundsTest::whatFailsEndsInTheTimeline() {
    class Log final : public Observer {
    public:
        explicit Log(std::size_t most) : timeline(most) {}
        void stage(const StageRecord& record) override { timeline.add(record); }
        void failed(std::int32_t replica, double time_s) override { timeline.cut(replica, time_s); }
        TimelineLog timeline;
    };
    for (const std::size_t most : {10000, 20}) {
        auto options = plainOptions("chunked-prefill");
        options.replicas = 2;
        options.scheduler.stages = 2;
        options.failures = {.mtbf_s = 200, .restart_s = 0};
        std::vector<Arrival> arrivals;
        for (int i = 0; i < 60; ++i)
            arrivals.push_back(request(20.0 * i, 8, 10));
        ReplayTraffic traffic(arrivals);
        Log log(most);
        QVERIFY(simulate(options, traffic, PlainTime(), log)->failures > 3);
        const TimelineRow* before = nullptr;
        const auto rows = log.timeline.rows();
        for (const TimelineRow& row : rows) {
            if (before && before->replica == row.replica && before->stage == row.stage)
                QVERIFY(row.start_s >= before->end_s - 1e-9);
            QVERIFY(row.prefill_s + row.mixed_s + row.decode_s <= row.end_s - row.start_s + 1e-9);
            before = &row;
        }
    }
}

/// Requests whose adapter has no place wait, and are overtaken; each load is paid once while it is in use.
void ServingBoundsTest::batchesUseNoMoreAdaptersThanHavePlaces() {
    class Widest final : public StepTime {
    public:
        double seconds(const BatchShape& batch, int) const override {
            most = std::max(most, batch.adapters);
            loads += batch.adapter_loads;
            return 1;
        }
        mutable std::int32_t most = 0, loads = 0;
    };
    for (const std::string_view policy : {"chunked-prefill", "priority"}) {
        auto options = plainOptions(policy);
        options.adapters = {.count = 20, .resident = 2, .skew = 0};
        std::vector<Arrival> arrivals;
        for (int i = 0; i < 200; ++i)
            arrivals.push_back(request(0.1 * i, 4, 20));
        ReplayTraffic traffic(arrivals);
        Records records;
        const Widest time;
        const auto totals = simulate(options, traffic, time, records);
        QCOMPARE(totals->requests, 200u);
        QCOMPARE(time.most, 2);
        QVERIFY2(time.loads >= 20 && time.loads < 100, qPrintable(QString::number(time.loads)));
    }
}

void ServingBoundsTest::shortRequestsFitWhereMemoryIsReserved_data() {
    QTest::addColumn<QString>("policy");
    QTest::newRow("iteration-level") << "iteration-level";
    QTest::newRow("static") << "static";
}

/// The longest request is shorter than a block: each of them takes one.
void ServingBoundsTest::shortRequestsFitWhereMemoryIsReserved() {
    QFETCH(QString, policy);
    const std::string name = policy.toStdString();
    auto options = plainOptions(name, 2);
    options.scheduler.max_tokens = 11;
    ReplayTraffic traffic({request(0, 1, 10), request(0, 1, 10), request(0, 1, 10)});
    Records records;
    const auto totals = simulate(options, traffic, PlainTime(), records);
    QCOMPARE(totals->requests, 3u);
    QCOMPARE(totals->unfinished, 0u);
    for (const auto& iteration : records.iterations)
        QVERIFY(iteration.requests <= 2 && iteration.blocks_used <= 2);
}

QTEST_APPLESS_MAIN(ServingBoundsTest)
#include "bounds_test.moc"
