// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/traffic/session_traffic.h"
#include "tests/unit/serving/fixture.h"

#include <cmath>
#include <QTest>

using namespace strata;
using namespace strata::serving;

class SessionsTest : public QObject {
    Q_OBJECT

private slots:
    void usersWaitForTheirAnswer();
    void thinkingLowersTheLoad();
    void turnsContinueTheText();
    void lengthsDoNotDependOnTheLoad();
    void toolsKeepTheCache();
    void tenantsHaveTheirShare();
    void priorityServesTheImportantFirst();
    void shortestFirstShortensTheMean();
    void deadlineServesTheUrgentFirst();
    void ordersWithoutDifferencesArePlain();
};

TrafficOptions fixedLengths(std::uint64_t requests) {
    TrafficOptions options;
    options.prompt.tokens = 20;
    options.output.tokens = 5;
    options.requests = requests;
    return options;
}

void SessionsTest::usersWaitForTheirAnswer() {
    SessionTraffic traffic(fixedLengths(100), {.users = 4});
    Records records;
    const auto totals = simulate(plainOptions("chunked-prefill"), traffic, PlainTime(), records);
    QCOMPARE(totals->requests, 100u);
    QCOMPARE(totals->most_in_flight, std::size_t{4});
    QCOMPARE(totals->unfinished, 0u);
}

void SessionsTest::thinkingLowersTheLoad() {
    SessionTraffic busy(fixedLengths(100), {.users = 4}), thinking(fixedLengths(100), {.users = 4, .think_s = 500});
    Records first, second;
    const auto a = simulate(plainOptions("chunked-prefill"), busy, PlainTime(), first);
    const auto b = simulate(plainOptions("chunked-prefill"), thinking, PlainTime(), second);
    QVERIFY(b->end_s > 2 * a->end_s);
    QVERIFY(b->busy_s / b->end_s < 0.7 * a->busy_s / a->end_s);
}

/// Turn i + 1 finds the blocks of turn i, its answer included.
void SessionsTest::turnsContinueTheText() {
    auto options = plainOptions("chunked-prefill");
    options.scheduler.prefix_cache = true;
    TrafficOptions lengths = fixedLengths(4);
    lengths.prompt.tokens = 100;
    lengths.output.tokens = 30;
    SessionTraffic traffic(lengths, {.users = 1, .turns = 4});
    Records records;
    QVERIFY(simulate(options, traffic, PlainTime(), records));
    QCOMPARE(records.by_id.size(), std::size_t{4});
    QCOMPARE(records.by_id.at(0).cached_tokens, 0);
    for (std::uint64_t turn = 1; turn < 4; ++turn) {
        const RequestRecord& record = records.by_id.at(turn);
        QCOMPARE(record.prompt_tokens, static_cast<std::int32_t>(130 * turn + 100));
        const std::int32_t before = 130 * static_cast<std::int32_t>(turn);
        // All but what the last block holds, and the newest token, which is not stored.
        QVERIFY(record.cached_tokens <= before && record.cached_tokens > before - 2 * 16);
    }
}

void SessionsTest::lengthsDoNotDependOnTheLoad() {
    TrafficOptions lengths = fixedLengths(60);
    lengths.prompt = {.kind = LengthDistribution::Kind::Uniform, .minimum = 5, .maximum = 50};
    const SessionOptions sessions{.users = 5, .turns = 3, .turn_s = 10};
    SessionTraffic slow(lengths, sessions), fast(lengths, sessions);
    auto options = plainOptions("chunked-prefill");
    Records one, many;
    QVERIFY(simulate(options, slow, PlainTime(), one));
    options.replicas = 5;
    QVERIFY(simulate(options, fast, PlainTime(), many));
    std::map<std::uint64_t, std::vector<std::int32_t>> a, b; // of each user, in order
    for (const auto& [id, record] : one.by_id)
        a[record.session].push_back(record.prompt_tokens);
    for (const auto& [id, record] : many.by_id)
        b[record.session].push_back(record.prompt_tokens);
    for (const auto& [user, prompts] : a) {
        for (std::size_t i = 0; i < std::min(prompts.size(), b[user].size()); ++i)
            QCOMPARE(b[user][i], prompts[i]);
    }
}

void SessionsTest::toolsKeepTheCache() {
    auto options = plainOptions("chunked-prefill");
    options.scheduler.prefix_cache = true;
    TrafficOptions lengths = fixedLengths(50);
    lengths.prompt.tokens = 64;
    lengths.arrivals.rate_per_s = 0.001;
    const SessionOptions agents{.turns = 5, .turn_s = 1000, .tool_share = 1, .tool_s = 3, .shared_tokens = 512};
    SessionTraffic traffic(lengths, agents);
    Records records;
    QVERIFY(simulate(options, traffic, PlainTime(), records));
    double prompts = 0, cached = 0;
    for (const auto& [id, record] : records.by_id) {
        prompts += record.prompt_tokens;
        cached += record.cached_tokens;
    }
    QVERIFY2(cached / prompts > 0.8, QByteArray::number(cached / prompts).constData());
    QVERIFY(records.by_id.at(1).prompt_tokens >= 512);
}

void SessionsTest::tenantsHaveTheirShare() {
    TrafficOptions options = fixedLengths(4000);
    options.tenants.resize(2);
    options.tenants[0].share = 3;
    options.tenants[0].prompt.tokens = 10;
    options.tenants[1].prompt.tokens = 1000;
    options.tenants[1].priority = 2;
    GeneratedTraffic traffic(options);
    Arrival arrival;
    int first = 0;
    for (int i = 0; i < 4000; ++i) {
        QVERIFY(traffic.next(arrival));
        first += arrival.tenant == 0 ? 1 : 0;
        QCOMPARE(arrival.prompt_tokens, arrival.tenant == 0 ? 10 : 1000);
        QCOMPARE(arrival.priority, arrival.tenant == 0 ? 0 : 2);
    }
    QVERIFY(first > 2850 && first < 3150);
}

void SessionsTest::priorityServesTheImportantFirst() {
    auto options = plainOptions("priority");
    options.scheduler.max_batch = 1;
    std::vector<Arrival> arrivals{request(0, 10, 2), request(1, 10, 2), request(2, 10, 2)};
    arrivals[2].priority = 1;
    ReplayTraffic traffic(arrivals);
    Records records;
    QVERIFY(simulate(options, traffic, PlainTime(), records));
    QVERIFY(records.by_id.at(2).completed_s < records.by_id.at(1).completed_s);
}

void SessionsTest::shortestFirstShortensTheMean() {
    auto options = plainOptions("shortest-first");
    options.scheduler.max_batch = 1;
    const std::vector<Arrival> arrivals{request(0, 10, 2), request(1, 500, 2), request(2, 10, 2), request(3, 20, 2)};
    ReplayTraffic first(arrivals), second(arrivals);
    Records shortest, plain;
    QVERIFY(simulate(options, first, PlainTime(), shortest));
    options.scheduler.policy = "chunked-prefill";
    QVERIFY(simulate(options, second, PlainTime(), plain));
    const auto mean = [](const Records& records) {
        double sum = 0;
        for (const auto& [id, record] : records.by_id)
            sum += record.e2e_s() / 4;
        return sum;
    };
    QVERIFY(mean(shortest) < 0.6 * mean(plain));
    QVERIFY(shortest.by_id.at(2).completed_s < shortest.by_id.at(3).completed_s);
    QVERIFY(shortest.by_id.at(3).completed_s < shortest.by_id.at(1).completed_s);
}

void SessionsTest::deadlineServesTheUrgentFirst() {
    auto options = plainOptions("deadline");
    options.scheduler.max_batch = 1;
    std::vector<Arrival> arrivals{request(0, 10, 2), request(1, 10, 2), request(2, 10, 2), request(3, 10, 2)};
    arrivals[2].ttft_promised_s = 100;
    arrivals[3].ttft_promised_s = 50;
    ReplayTraffic traffic(arrivals);
    Records records;
    QVERIFY(simulate(options, traffic, PlainTime(), records));
    QVERIFY(records.by_id.at(3).completed_s < records.by_id.at(2).completed_s);
    QVERIFY(records.by_id.at(2).completed_s < records.by_id.at(1).completed_s); // no promise: last
}

void SessionsTest::ordersWithoutDifferencesArePlain() {
    TrafficOptions lengths = fixedLengths(200);
    lengths.arrivals.rate_per_s = 0.05;
    lengths.output = {.kind = LengthDistribution::Kind::Uniform, .minimum = 1, .maximum = 40};
    Records plain, ordered;
    GeneratedTraffic first(lengths), second(lengths);
    QVERIFY(simulate(plainOptions("chunked-prefill", 40), first, PlainTime(), plain));
    QVERIFY(simulate(plainOptions("priority", 40), second, PlainTime(), ordered));
    for (const auto& [id, record] : plain.by_id)
        QCOMPARE(ordered.by_id.at(id).completed_s, record.completed_s);
}

QTEST_APPLESS_MAIN(SessionsTest)
#include "sessions_test.moc"
