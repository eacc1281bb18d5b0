// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/simulation/summary.h"
#include "core/serving/traffic/closed_loop.h"
#include "tests/unit/serving/fixture.h"

#include <QByteArray>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace strata;
using namespace strata::serving;

namespace {

Records run(const SimulationOptions& options, std::vector<Arrival> arrivals) {
    ReplayTraffic traffic(std::move(arrivals));
    Records records;
    const auto totals = simulate(options, traffic, PlainTime(), records);
    if (!totals || totals->unfinished > 0) records.by_id.clear();
    return records;
}

std::int32_t mostBlocks(const Records& records) {
    std::int32_t most = 0;
    for (const StageRecord& stage : records.stages)
        most = std::max(most, stage.blocks_used);
    return most;
}

} // namespace

/// What a request holds or spends that its tokens do not tell.
class StatesTest : public QObject {
    Q_OBJECT

private slots:
    void statesTakeBlocks_data() {
        QTest::addColumn<QByteArray>("policy");
        for (const std::string_view policy : schedulerPolicies())
            QTest::newRow(std::string(policy).c_str()) << QByteArray(policy.data(), qsizetype(policy.size()));
    }
    void statesTakeBlocks() {
        QFETCH(QByteArray, policy);
        auto options = plainOptions(policy.constData());
        options.scheduler.max_tokens = 16;
        if (options.scheduler.policy == "peak-memory") options.scheduler.block_tokens = 1;
        const std::vector<Arrival> arrivals{request(0, 8, 4), request(0, 8, 4)};
        const Records plain = run(options, arrivals);
        options.scheduler.state_blocks = 5;
        const Records stateful = run(options, arrivals);
        QCOMPARE(stateful.by_id.size(), std::size_t{2});
        QCOMPARE(mostBlocks(stateful), mostBlocks(plain) + 2 * 5);
    }

    /// Room for one state and its tokens at a time, however short the requests are.
    void statesLimitTheBatch() {
        auto options = plainOptions("chunked-prefill", 11);
        options.scheduler.state_blocks = 5;
        const Records found = run(options, {request(0, 8, 4), request(0, 8, 4)});
        QCOMPARE(found.by_id.size(), std::size_t{2});
        QVERIFY(mostBlocks(found) <= 11);
        QVERIFY(found.by_id.at(1).scheduled_s >= found.by_id.at(0).completed_s);
        options.scheduler.blocks = 12;
        const Records both = run(options, {request(0, 8, 4), request(0, 8, 4)});
        QCOMPARE(both.by_id.at(1).scheduled_s, 0.0);
    }

    /// A state passes the link with every prompt, short ones too.
    void statesAreSent() {
        KvTransfer transfer;
        transfer.bytes_per_token = 10;
        transfer.bytes_per_s = 1000;
        const double without = transfer.exposedSeconds(50, 0);
        transfer.state_bytes = 3000;
        QCOMPARE(transfer.exposedSeconds(50, 0) - without, 3.0);
        QCOMPARE(transfer.seconds(1), 3.01);
    }

    void everyRequestEndsUnderPressure_data() {
        QTest::addColumn<QByteArray>("policy");
        for (const std::string_view policy : schedulerPolicies())
            QTest::newRow(std::string(policy).c_str()) << QByteArray(policy.data(), qsizetype(policy.size()));
        QTest::newRow("swap") << QByteArray("chunked-prefill");
    }
    void everyRequestEndsUnderPressure() {
        QFETCH(QByteArray, policy);
        auto options = plainOptions(policy.constData(), 16);
        options.scheduler.swap = std::string_view(QTest::currentDataTag()) == "swap";
        options.scheduler.state_blocks = 2;
        options.scheduler.block_tokens = 4;
        if (options.scheduler.policy == "peak-memory") {
            options.scheduler.block_tokens = 1;
            options.scheduler.blocks = 64;
        }
        options.scheduler.max_tokens = 40;
        std::vector<Arrival> arrivals;
        for (int i = 0; i < 20; ++i)
            arrivals.push_back(request(i, 3 + i % 7, 5 + i % 11));
        const Records found = run(options, arrivals);
        QCOMPARE(found.by_id.size(), std::size_t{20});
        QVERIFY(mostBlocks(found) <= options.scheduler.blocks);
    }

    /// Users wait longer by it, iterations do not.
    void theWayIsTheUsers() {
        auto options = plainOptions("chunked-prefill");
        const std::vector<Arrival> arrivals{request(0, 10, 3), request(5, 20, 2)};
        const Records plain = run(options, arrivals);
        options.request_s = 2;
        options.request_per_token_s = 0.1;
        const Records farther = run(options, arrivals);
        Summary summary;
        for (const auto& [id, record] : farther.by_id) {
            const RequestRecord& before = plain.by_id.at(id);
            const double way_s = 2 + 0.1 * record.prompt_tokens;
            QCOMPARE(record.way_s, way_s);
            QCOMPARE(record.ttft_s(), before.ttft_s() + way_s);
            QCOMPARE(record.e2e_s(), before.e2e_s() + way_s);
            QCOMPARE(record.tpot_s(), before.tpot_s());
            QCOMPARE(record.completed_s, before.completed_s);
            summary.finished(record);
        }
        QVERIFY(std::abs(summary.meanLife().total_s() - summary.e2e.mean()) < 1e-12);
        QVERIFY(std::abs(summary.firstTokenLife().total_s() - summary.ttft.mean()) < 1e-12);
        QCOMPARE(summary.meanLife().way_s, 2 + 0.1 * 15);
    }

    void usersOfAClosedLoopAskLater() {
        TrafficOptions lengths;
        lengths.prompt.tokens = 10;
        lengths.output.tokens = 2;
        lengths.requests = 2;
        ClosedLoopTraffic traffic(lengths, 1, 5);
        auto options = plainOptions("chunked-prefill");
        options.request_s = 3;
        Records records;
        QVERIFY(simulate(options, traffic, PlainTime(), records));
        QCOMPARE(records.by_id.at(0).completed_s, 20.0);
        QCOMPARE(records.by_id.at(1).arrival_s, 20.0 + 3 + 5);
    }

    /// Nobody ever waits in a queue: turns share the requests, the reference simulator's form gives all to the first
    /// replica.
    void emptyQueuesTakeTurns() {
        auto options = plainOptions("chunked-prefill");
        options.router = "least-queued";
        options.replicas = 3;
        std::vector<Arrival> arrivals;
        for (int i = 0; i < 9; ++i)
            arrivals.push_back(request(100.0 * i, 2, 4));
        const auto onFirst = [&](const Records& records) {
            return std::ranges::count_if(records.by_id, [](const auto& one) { return one.second.replica == 0; });
        };
        QCOMPARE(onFirst(run(options, arrivals)), 3);
        options.scheduler.vidur_compatible = true;
        QCOMPARE(onFirst(run(options, arrivals)), 9);
    }
};

QTEST_APPLESS_MAIN(StatesTest)
#include "states_test.moc"
