// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/tables/extra_time.h"
#include "tests/unit/serving/fixture.h"

#include <cmath>
#include <QTest>

using namespace strata;
using namespace strata::serving;

class FleetTest : public QObject {
    Q_OBJECT

private slots:
    void transferTakesSetupAndBytes();
    void layersOverlapWithThePrompt();
    void poolsByHand();
    void oneLinkSendsOneCacheAtATime();
    void poolsFinishWhateverIsEvicted();
    void failedReplicaHandsItsRequestsOn();
    void rareFailuresChangeNothing();
    void replicasFollowTheLoad();
    void swappedCacheIsNotComputedAgain();
    void storeGivesBackWhatMemoryLost();
    void computesAgainWhatComesLater();
    void promptCostsAreThoseOfIterations();
    void writesHideBehindThePass();
    void adaptersAreLoadedOnce();
};

void FleetTest::transferTakesSetupAndBytes() {
    const KvTransfer transfer{.bytes_per_token = 100, .setup_s = 2, .bytes_per_s = 1000, .layers = 1};
    QCOMPARE(transfer.seconds(50), 7.0);
    QCOMPARE(transfer.exposedSeconds(50, 1e9), 7.0); // nothing overlaps
    const KvTransfer layers{.bytes_per_token = 100, .setup_s = 2, .bytes_per_s = 1000, .layers = 5};
    QCOMPARE(layers.exposedSeconds(50, 1e9), 3.0); // the setup, and the last layer
}

void FleetTest::layersOverlapWithThePrompt() {
    const KvTransfer transfer{.bytes_per_token = 100, .setup_s = 0, .bytes_per_s = 1000, .layers = 10};
    QCOMPARE(transfer.exposedSeconds(100, 1e9), 1.0); // the last of ten layers
    QCOMPARE(transfer.exposedSeconds(100, 0), 10.0);
    QVERIFY(std::abs(transfer.exposedSeconds(100, 5) - (10 - 0.9 * 5)) < 1e-12);
}

SimulationOptions pools(const StepTime& time) {
    auto options = plainOptions("chunked-prefill");
    options.decode_pool = {.replicas = 1, .scheduler = options.scheduler, .time = &time};
    options.decode_pool.transfer = {.bytes_per_token = 1, .setup_s = 0, .bytes_per_s = 4, .layers = 1};
    return options;
}

/// 32 tokens take 32 s to compute and 8 s to send, each of three more tokens 10 s elsewhere.
void FleetTest::poolsByHand() {
    const PlainTime time;
    ReplayTraffic traffic({request(0, 32, 4), request(0, 16, 1)});
    Records records;
    const auto totals = simulate(pools(time), traffic, time, records);
    QVERIFY(totals);
    QCOMPARE(totals->requests, 2u);
    const RequestRecord& record = records.by_id.at(0);
    QCOMPARE(record.ttft_s(), 48.0); // both prompts in one iteration
    QCOMPARE(record.transfer_s, 8.0);
    QCOMPARE(record.completed_s, 48.0 + 8 + 30);
    QCOMPARE(record.paused_s, 0.0);
    QCOMPARE(record.replica, 1);
    QCOMPARE(records.by_id.at(1).completed_s, 48.0); // one token: ends where its prompt was computed
    QCOMPARE(records.by_id.at(1).replica, 0);
    QCOMPARE(totals->busy_s, 48.0);
    QCOMPARE(totals->decode_busy_s, 30.0);
}

void FleetTest::oneLinkSendsOneCacheAtATime() {
    const PlainTime time;
    ReplayTraffic traffic({request(0, 16, 2), request(0, 16, 2)});
    Records records;
    QVERIFY(simulate(pools(time), traffic, time, records));
    QCOMPARE(records.by_id.at(0).transfer_s, 4.0);
    QCOMPARE(records.by_id.at(1).transfer_s, 8.0); // behind the first
}

/// The decoding pool has room for one long request at a time, so that it evicts and computes again.
void FleetTest::poolsFinishWhateverIsEvicted() {
    const PlainTime time;
    auto options = pools(time);
    options.decode_pool.scheduler.blocks = 5;
    std::vector<Arrival> arrivals;
    for (int i = 0; i < 20; ++i)
        arrivals.push_back(request(i, 20 + i, 30));
    ReplayTraffic traffic(std::move(arrivals));
    Records records;
    const auto totals = simulate(options, traffic, time, records);
    QVERIFY(totals);
    QCOMPARE(totals->requests, 20u);
    QVERIFY(totals->restarts > 0);
    for (const auto& [id, record] : records.by_id) {
        const double life = record.completed_s - record.first_token_s;
        QVERIFY(record.transfer_s + record.paused_s <= life + 1e-9);
    }
}

void FleetTest::failedReplicaHandsItsRequestsOn() {
    auto options = plainOptions("chunked-prefill");
    options.replicas = 2;
    options.failures = {.mtbf_s = 300, .restart_s = 50};
    std::vector<Arrival> arrivals;
    for (int i = 0; i < 60; ++i)
        arrivals.push_back(request(20.0 * i, 8, 10));
    ReplayTraffic traffic(arrivals), again(arrivals);
    Records records, twice;
    const auto totals = simulate(options, traffic, PlainTime(), records);
    QVERIFY(totals);
    QCOMPARE(totals->requests, 60u);
    QVERIFY(totals->failures > 0);
    QVERIFY(totals->restarts > 0);
    QCOMPARE(totals->unfinished, 0u);
    QVERIFY(totals->busy_s <= 2 * totals->end_s);
    QVERIFY(simulate(options, again, PlainTime(), twice));
    for (const auto& [id, record] : records.by_id)
        QCOMPARE(twice.by_id.at(id).completed_s, record.completed_s);
}

void FleetTest::rareFailuresChangeNothing() {
    auto options = plainOptions("chunked-prefill");
    const std::vector<Arrival> arrivals{request(0, 10, 30), request(5, 20, 12)};
    ReplayTraffic traffic(arrivals), other(arrivals);
    Records records, plain;
    QVERIFY(simulate(options, other, PlainTime(), plain));
    options.failures = {.mtbf_s = 1e12, .restart_s = 50};
    QVERIFY(simulate(options, traffic, PlainTime(), records));
    QCOMPARE(records.by_id.at(1).completed_s, plain.by_id.at(1).completed_s);
}

void FleetTest::replicasFollowTheLoad() {
    auto options = plainOptions("chunked-prefill");
    options.replicas = 4;
    options.scheduler.max_batch = 2;
    std::vector<Arrival> arrivals;
    for (int i = 0; i < 40; ++i)
        arrivals.push_back(request(5.0 * i, 8, 4)); // 38 s of work each
    arrivals.push_back(request(5000, 8, 4));
    ReplayTraffic traffic(arrivals), alone(arrivals), all(arrivals);
    Records records, one, four;
    options.autoscaling = {.minimum = 1, .target = 2, .interval_s = 10, .start_s = 20};
    const auto scaled = simulate(options, traffic, PlainTime(), records);
    QVERIFY(scaled);
    QCOMPARE(scaled->requests, 41u);
    bool used = false, late = true;
    for (const auto& iteration : records.iterations) {
        used |= iteration.replica == 3;
        late &= iteration.replica == 0 || iteration.start_s >= 30; // first decision, then the start
    }
    QVERIFY(used && late);
    QVERIFY(scaled->replica_s < 2 * scaled->end_s); // and back to one
    options.autoscaling = {};
    const auto fixed = simulate(options, all, PlainTime(), four);
    QCOMPARE(fixed->replica_s, 4 * fixed->end_s);
    options.replicas = 1;
    QVERIFY(simulate(options, alone, PlainTime(), one));
    const auto mean = [](const Records& all_of) {
        double sum = 0;
        for (const auto& [id, record] : all_of.by_id)
            sum += record.e2e_s() / static_cast<double>(all_of.by_id.size());
        return sum;
    };
    QVERIFY(mean(records) < mean(one));
    QVERIFY(mean(records) > mean(four));
}

/// Moving a token's cache takes 0.01 s, computing it 1 s.
class MovingTime final : public StepTime {
public:
    double seconds(const BatchShape& batch, int stage) const override {
        return PlainTime().seconds(batch, stage) + 0.01 * static_cast<double>(batch.swapped + batch.loaded);
    }
};

void FleetTest::swappedCacheIsNotComputedAgain() {
    auto options = plainOptions("chunked-prefill", 6);
    const std::vector<Arrival> arrivals{request(0, 30, 40), request(0, 30, 40)};
    ReplayTraffic first(arrivals), second(arrivals);
    Records computed, swapped;
    const auto again = simulate(options, first, MovingTime(), computed);
    QVERIFY(again->restarts > 0);
    options.scheduler.swap = true;
    const auto moved = simulate(options, second, MovingTime(), swapped);
    QCOMPARE(moved->requests, 2u);
    QCOMPARE(moved->restarts, 0u);
    QVERIFY(moved->swaps > 0);
    QVERIFY(moved->end_s < again->end_s);
    double prefilled = 0;
    for (const auto& iteration : swapped.iterations)
        prefilled += iteration.prefill_tokens;
    QCOMPARE(prefilled, 60.0); // each prompt once
    options.scheduler.policy = "iteration-level";
    QCOMPARE(simulate(options, second, MovingTime(), swapped).error().pointer, std::string("/policy"));
}

/// A prompt's blocks are overwritten by another's before it comes again.
void FleetTest::storeGivesBackWhatMemoryLost() {
    auto options = plainOptions("chunked-prefill", 5);
    options.scheduler.prefix_cache = true;
    Arrival known = request(0, 64, 2);
    known.prefix = {1, 2, 3, 4};
    known.prefix_tokens = 16;
    Arrival again = known;
    again.time_s = 1000;
    const std::vector<Arrival> arrivals{known, request(500, 70, 2), again};
    ReplayTraffic without(arrivals), with(arrivals);
    Records lost, kept;
    QVERIFY(simulate(options, without, MovingTime(), lost));
    QCOMPARE(lost.by_id.at(2).cached_tokens, 0);
    options.store_blocks = 100;
    const auto totals = simulate(options, with, MovingTime(), kept);
    QCOMPARE(kept.by_id.at(2).cached_tokens, 48); // three blocks: the last token is always computed
    QCOMPARE(totals->loaded_tokens, 48);
    QVERIFY(std::abs(kept.by_id.at(2).ttft_s() - (16 + 0.48)) < 1e-9);
    // Four blocks of each text, the last of the second with it; those that come again are there already.
    QCOMPARE(totals->stored_tokens, 2 * 64);
}

/// Three known blocks behind a slow link are computed again, behind a fast one they are fetched.
void FleetTest::computesAgainWhatComesLater() {
    const auto cached = [](double s_per_token) {
        auto options = plainOptions("chunked-prefill", 5);
        options.scheduler.prefix_cache = true;
        options.store_blocks = 100;
        options.scheduler.fetch = {s_per_token, {0.01, 0.0001}}; // 48 tokens: 0.48 s and 0.115 s of pairs
        Arrival known = request(0, 64, 2);
        known.prefix = {1, 2, 3, 4};
        known.prefix_tokens = 16;
        Arrival again = known;
        again.time_s = 1000;
        ReplayTraffic traffic({known, request(500, 70, 2), again});
        Records records;
        const auto totals = simulate(options, traffic, MovingTime(), records);
        return std::pair(records.by_id.at(2).cached_tokens, totals->loaded_tokens);
    };
    QCOMPARE(cached(0.012), std::pair(48, std::int64_t{48}));
    QCOMPARE(cached(0.013), std::pair(0, std::int64_t{0}));
}

/// An iteration of known parts gives them back.
void FleetTest::promptCostsAreThoseOfIterations() {
    class Known final : public StepTime {
    public:
        double seconds(const BatchShape& batch, int) const override {
            const PrefillChunk& prompt = batch.prefills.front();
            return 3 + 0.02 * prompt.tokens + 1e-5 * prompt.tokens * (prompt.context + prompt.tokens / 2.0);
        }
    };
    const PromptCost cost = promptCost(Known(), 512);
    QVERIFY(std::abs(cost.token_s / 0.02 - 1) < 1e-9 && std::abs(cost.pair_s / 1e-5 - 1) < 1e-9);
}

/// A pass of 10 s and its writes, layer by layer: a fast link leaves the last layer's, a slow one what it cannot hide.
void FleetTest::writesHideBehindThePass() {
    class Pass final : public StepTime {
    public:
        double seconds(const BatchShape&, int) const override { return 10; }
    };
    const auto run = [](double store_s_per_token, double load_s_per_token) {
        const Pass pass;
        ExtraCosts costs;
        costs.store_s_per_token = store_s_per_token;
        costs.load_s_per_token = load_s_per_token;
        costs.layers = 5;
        const ExtraTime time(pass, costs);
        auto options = plainOptions("chunked-prefill", 5);
        options.scheduler.prefix_cache = true;
        options.store_blocks = 100;
        Arrival known = request(0, 64, 1);
        known.prefix = {1, 2, 3, 4};
        known.prefix_tokens = 16;
        Arrival again = known;
        again.time_s = 1000;
        ReplayTraffic traffic({known, request(500, 70, 1), again});
        Records records;
        const auto totals = simulate(options, traffic, time, records);
        return std::pair(*totals, records.by_id);
    };
    const auto [fast, fast_by_id] = run(0.05, 0); // 3.2 s of writing
    QVERIFY(std::abs(fast_by_id.at(0).e2e_s() - (10 + 0.64)) < 1e-9);
    QVERIFY(std::abs(fast_by_id.at(0).moving_s - 0.64) < 1e-9);
    QVERIFY(std::abs(fast_by_id.at(0).moving_before_first_token_s - 0.64) < 1e-9);
    const auto [slow, slow_by_id] = run(0.5, 0.25); // 32 s: the link is the limit
    QVERIFY(std::abs(slow_by_id.at(0).e2e_s() - (32 + 2)) < 1e-9);
    // Known text is read before the pass and not written again.
    QVERIFY(std::abs(slow_by_id.at(2).moving_s - 0.25 * 48) < 1e-9);
    QVERIFY(std::abs(slow.moving_s - (24 + 24 + 12)) < 1e-9);
    QVERIFY(slow.busy_s > fast.busy_s);
}

void FleetTest::adaptersAreLoadedOnce() {
    class Loads final : public StepTime {
    public:
        double seconds(const BatchShape& batch, int) const override {
            return 1 + 100.0 * batch.adapter_loads + 0.001 * batch.adapters;
        }
    };
    auto options = plainOptions("chunked-prefill");
    options.adapters = {.count = 1, .resident = 1, .skew = 0};
    ReplayTraffic traffic({request(0, 8, 3), request(0, 8, 3)});
    Records records;
    QVERIFY(simulate(options, traffic, Loads(), records));
    QVERIFY(std::abs(records.by_id.at(1).e2e_s() - (103 + 0.003)) < 1e-9);
    // Popular adapters are asked for more often.
    const Adapters many{.count = 100, .resident = 4, .skew = 0.9};
    int first = 0;
    for (std::uint64_t id = 0; id < 10000; ++id)
        first += many.of(1, id) == 0 ? 1 : 0;
    QVERIFY(first > 1000 && first < 2000);
}

QTEST_APPLESS_MAIN(FleetTest)
#include "fleet_test.moc"
