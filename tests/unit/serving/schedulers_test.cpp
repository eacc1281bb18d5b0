// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/serving/fixture.h"

#include <QTest>

using namespace strata;
using namespace strata::serving;

class SchedulersTest : public QObject {
    Q_OBJECT

private slots:
    void sarathiMixesDecodesWithChunks();
    void vllmSpendsOneBudget();
    void vllmEvictsTheLastAndRecomputes();
    void vllmFindsEvictedBlocksAgain();
    void vllmSharesPrefixes();
    void staticBatchesWaitForTheirSlowest();
    void staticCompatibleFormLosesMemory();
    void orcaJoinsAtEveryIteration();
    void lightLlmAdmitsByFutureMemory();
    void vllmV0CountsPaddedPrompts();
    void sgLangTakesPromptsFirst();
    void tensorRtLlmTakesPromptsWhole();
    void tensorRtLlmEvictsNobody();
    void aheadSeesLate();
    void looksInIntervals();
    void everyRequestEndsUnderPressure_data();
    void everyRequestEndsUnderPressure();
};

namespace {

Records run(const SimulationOptions& options, std::vector<Arrival> arrivals) {
    ReplayTraffic traffic(std::move(arrivals));
    Records records;
    if (!simulate(options, traffic, PlainTime(), records)) records.by_id.clear();
    return records;
}

} // namespace

void SchedulersTest::sarathiMixesDecodesWithChunks() {
    auto options = plainOptions("stall-free");
    options.scheduler.chunk_tokens = 8;
    const Records found = run(options, {request(0, 8, 3), request(1, 14, 1)});
    // 0-8 prompt 0; then decode 0 beside 7 tokens of prompt 1, twice: 10 + 7 each.
    QCOMPARE(found.iterations.size(), 3u);
    QCOMPARE(found.iterations[1].prefill_tokens, 7);
    QCOMPARE(found.iterations[1].tokens, 8);
    QCOMPARE(found.by_id.at(0).completed_s, 42.0);
    QCOMPARE(found.by_id.at(1).first_token_s, 42.0);
    QCOMPARE(found.by_id.at(0).paused_s, 0.0);
}

void SchedulersTest::vllmSpendsOneBudget() {
    auto options = plainOptions("chunked-prefill");
    options.scheduler.token_budget = 10;
    const Records found = run(options, {request(0, 6, 2), request(0, 8, 1)});
    // 6 + 4 of the second prompt; then one decode and the other 4.
    QCOMPARE(found.iterations.size(), 2u);
    QCOMPARE(found.iterations[0].tokens, 10);
    QCOMPARE(found.iterations[1].tokens, 5);
    QCOMPARE(found.by_id.at(1).first_token_s, 24.0);
}

void SchedulersTest::vllmEvictsTheLastAndRecomputes() {
    auto options = plainOptions("chunked-prefill", 4); // 64 tokens
    const Records found = run(options, {request(0, 30, 4), request(0, 30, 4)});
    // Both reach 32 tokens with two blocks each; the third block of the first evicts the second, which has 3
    // tokens.
    QCOMPARE(found.by_id.at(0).restarts, 0);
    QCOMPARE(found.by_id.at(1).restarts, 1);
    QCOMPARE(found.by_id.at(0).completed_s, 60.0 + 30.0);
    // It computes 30 + 3 tokens again at once, which emits its last.
    QCOMPARE(found.by_id.at(1).completed_s, 90.0 + 33.0);
    QCOMPARE(found.by_id.at(1).first_token_s, 60.0);
}

void SchedulersTest::vllmFindsEvictedBlocksAgain() {
    auto options = plainOptions("chunked-prefill", 4);
    options.scheduler.prefix_cache = true;
    const Records found = run(options, {request(0, 30, 4), request(0, 30, 4)});
    // The first request takes the block that was given back first, the second's last one; the other 16 tokens
    // are there.
    QCOMPARE(found.by_id.at(1).restarts, 1);
    QCOMPARE(found.by_id.at(1).completed_s, 90.0 + 33.0 - 16.0);
}

void SchedulersTest::vllmSharesPrefixes() {
    auto options = plainOptions("chunked-prefill");
    options.scheduler.prefix_cache = true;
    Arrival first = request(0, 40, 1), second = request(100, 40, 1), other = request(200, 40, 1);
    first.prefix_tokens = second.prefix_tokens = other.prefix_tokens = 32;
    first.prefix = {7, 8};
    second.prefix = {7, 9};
    other.prefix = {6, 8};
    const Records found = run(options, {first, second, other});
    QCOMPARE(found.by_id.at(0).ttft_s(), 40.0);
    QCOMPARE(found.by_id.at(1).ttft_s(), 8.0);
    QCOMPARE(found.by_id.at(1).cached_tokens, 32);
    QCOMPARE(found.by_id.at(2).cached_tokens, 0);
}

void SchedulersTest::staticBatchesWaitForTheirSlowest() {
    const Records found = run(plainOptions("static"), {request(0, 10, 3), request(1, 10, 1), request(1, 10, 1)});
    // The two others wait until the first has ended, then run together.
    QCOMPARE(found.by_id.at(0).completed_s, 30.0);
    QCOMPARE(found.by_id.at(1).scheduled_s, 30.0);
    QCOMPARE(found.by_id.at(2).completed_s, 50.0);
}

void SchedulersTest::staticCompatibleFormLosesMemory() {
    auto options = plainOptions("static", 8); // two requests of 64 tokens
    const std::vector<Arrival> arrivals{request(0, 10, 1), request(0, 10, 2), request(100, 10, 1), request(100, 10, 1)};
    Records found = run(options, arrivals);
    QCOMPARE(found.by_id.at(2).scheduled_s, found.by_id.at(3).scheduled_s);
    options.scheduler.vidur_compatible = true;
    found = run(options, arrivals);
    QCOMPARE(found.by_id.at(2).scheduled_s, 100.0);
    QCOMPARE(found.by_id.at(3).scheduled_s, 110.0); // the place of the first request never came back
}

void SchedulersTest::orcaJoinsAtEveryIteration() {
    const Records found = run(plainOptions("iteration-level"), {request(0, 10, 3), request(1, 10, 1)});
    QCOMPARE(found.by_id.at(1).scheduled_s, 10.0);
    QCOMPARE(found.by_id.at(1).completed_s, 30.0);
    QCOMPARE(found.by_id.at(0).completed_s, 40.0);
}

void SchedulersTest::lightLlmAdmitsByFutureMemory() {
    auto options = plainOptions("peak-memory", 40);
    options.scheduler.block_tokens = 1;
    // Together they would need (10 + 1) + (10 + 1) + 2 x 10 = 42 tokens at the end: the second waits.
    Records found = run(options, {request(0, 10, 12), request(0, 10, 12)});
    QVERIFY(found.by_id.at(1).scheduled_s > 0);
    options.scheduler.blocks = 43;
    found = run(options, {request(0, 10, 12), request(0, 10, 12)});
    QCOMPARE(found.by_id.at(1).scheduled_s, 0.0);
    // Answers of one token need no more than what they hold, 11 each: 33 are no less than 33 blocks.
    options.scheduler.blocks = 33;
    found = run(options, {request(0, 10, 1), request(0, 10, 1), request(0, 10, 1)});
    QVERIFY(found.by_id.at(2).scheduled_s > 0);
}

void SchedulersTest::vllmV0CountsPaddedPrompts() {
    auto options = plainOptions("prefill-first");
    options.scheduler.token_budget = 40;
    const std::vector<Arrival> arrivals{request(0, 30, 1), request(0, 8, 1)};
    QCOMPARE(run(options, arrivals).iterations.size(), 1u);
    options.scheduler.vidur_compatible = true; // 2 x 30 > 40
    QCOMPARE(run(options, arrivals).iterations.size(), 2u);
}

void SchedulersTest::sgLangTakesPromptsFirst() {
    auto options = plainOptions("prefill-first-chunked");
    Records found = run(options, {request(0, 10, 3), request(5, 20, 2)});
    // 0-10 prompt 0; 10-30 prompt 1, and the decode waits; 30-40 both; 40-50 decode 0.
    QCOMPARE(found.iterations.size(), 4u);
    QCOMPARE(found.by_id.at(1).first_token_s, 30.0);
    QCOMPARE(found.by_id.at(0).completed_s, 50.0);
    options.scheduler.token_budget = 8;
    found = run(options, {request(0, 6, 2), request(0, 10, 1)});
    // 6 + 2 of the second prompt; its other 8; then the decode.
    QCOMPARE(found.iterations.size(), 3u);
    QCOMPARE(found.by_id.at(1).first_token_s, 16.0);
    QCOMPARE(found.by_id.at(0).completed_s, 26.0);
}

void SchedulersTest::tensorRtLlmTakesPromptsWhole() {
    auto options = plainOptions("no-eviction");
    options.scheduler.token_budget = 10;
    const Records found = run(options, {request(0, 6, 2), request(0, 8, 1)});
    // 6, as 8 are more than what is left; then one decode beside the second prompt.
    QCOMPARE(found.iterations.size(), 2u);
    QCOMPARE(found.iterations[0].tokens, 6);
    QCOMPARE(found.iterations[1].tokens, 9);
    QCOMPARE(found.by_id.at(1).first_token_s, 24.0);
}

void SchedulersTest::tensorRtLlmEvictsNobody() {
    const std::vector<Arrival> arrivals{request(0, 16, 40), request(0, 16, 40)};
    QVERIFY(run(plainOptions("chunked-prefill", 5), arrivals).by_id.at(1).restarts > 0);
    const Records found = run(plainOptions("no-eviction", 5), arrivals);
    QCOMPARE(found.by_id.at(1).restarts, 0);
    QCOMPARE(found.by_id.at(1).scheduled_s, found.by_id.at(0).completed_s);
}

/// The iteration that starts when a request comes, and the next one, are chosen already; an engine at rest chooses at
/// once.
void SchedulersTest::aheadSeesLate() {
    auto options = plainOptions("chunked-prefill");
    const std::vector<Arrival> arrivals{request(0, 6, 4), request(7, 5, 1), request(100, 6, 1)};
    // 0-6 prompt; a decode until 16 sees the second at its end: 5 tokens and a decode until 31.
    QCOMPARE(run(options, arrivals).by_id.at(1).first_token_s, 31.0);
    options.scheduler.ahead = true;
    const Records found = run(options, arrivals);
    // At 16 the iteration until 26 is chosen already.
    QCOMPARE(found.by_id.at(1).first_token_s, 41.0);
    QCOMPARE(found.by_id.at(0).completed_s, 41.0);
    QCOMPARE(found.by_id.at(2).first_token_s, 106.0);
    for (const auto policy : {"prefill-first-chunked", "no-eviction"})
        QVERIFY(choosesAhead(policy));
    QVERIFY(!choosesAhead("chunked-prefill"));
}

/// Who comes while others decode waits for the next look; prompts are followed by one at once, and an engine at rest
/// looks always.
void SchedulersTest::looksInIntervals() {
    auto options = plainOptions("prefill-first-chunked");
    const std::vector<Arrival> arrivals{request(0, 6, 9), request(1, 5, 9), request(17, 5, 2), request(500, 6, 1)};
    const Records each = run(options, arrivals);
    options.scheduler.look_every = 4;
    const Records rarely = run(options, arrivals);
    // The second came with the first's prompt: seen right after it.
    QCOMPARE(rarely.by_id.at(1).scheduled_s, each.by_id.at(1).scheduled_s);
    // The third comes into the first of four iterations that decode.
    const double step_s = each.by_id.at(2).scheduled_s - each.by_id.at(1).first_token_s;
    QVERIFY(step_s > 0);
    QCOMPARE(rarely.by_id.at(2).scheduled_s, each.by_id.at(1).first_token_s + 4 * step_s);
    QCOMPARE(rarely.by_id.at(3).scheduled_s, 500.0);
    options.scheduler.look_every = 0;
    RequestPool pool;
    QVERIFY(!makeScheduler(options.scheduler, pool));
}

void SchedulersTest::everyRequestEndsUnderPressure_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<bool>("compatible");
    for (const auto policy : schedulerPolicies()) {
        const std::string name(policy);
        QTest::newRow(name.c_str()) << QString::fromStdString(name) << false;
        // The compatible static form runs dry by design.
        if (name != "static") QTest::newRow((name + " compatible").c_str()) << QString::fromStdString(name) << true;
    }
}

void SchedulersTest::everyRequestEndsUnderPressure() {
    QFETCH(QString, policy);
    QFETCH(bool, compatible);
    const std::string name = policy.toStdString();
    TrafficOptions traffic_options;
    traffic_options.requests = 500;
    traffic_options.arrivals.kind = ArrivalProcess::Kind::Gamma;
    traffic_options.arrivals.cv = 3;
    traffic_options.prompt = {.kind = LengthDistribution::Kind::Uniform, .minimum = 1, .maximum = 40};
    traffic_options.output = {.kind = LengthDistribution::Kind::Zipf, .minimum = 1, .maximum = 24};
    for (const bool cache : {false, true}) {
        auto options = plainOptions(name, name == "peak-memory" ? 200 : 14);
        options.scheduler.block_tokens = name == "peak-memory" ? 1 : 16;
        options.scheduler.vidur_compatible = compatible;
        options.scheduler.prefix_cache = cache;
        options.scheduler.token_budget = 64;
        options.scheduler.chunk_tokens = 16;
        GeneratedTraffic traffic(traffic_options);
        Records records;
        const auto totals = simulate(options, traffic, PlainTime(), records);
        QVERIFY(totals);
        QCOMPARE(totals->requests, 500u);
        QCOMPARE(totals->unfinished, 0u);
        for (const auto& [id, record] : records.by_id) {
            QVERIFY(record.arrival_s <= record.scheduled_s && record.scheduled_s < record.first_token_s);
            QVERIFY(record.first_token_s <= record.completed_s);
        }
        for (const auto& iteration : records.iterations)
            QVERIFY(iteration.blocks_used <= options.scheduler.blocks);
        QCOMPARE(records.iterations.back().blocks_used, 0);
    }
}

QTEST_APPLESS_MAIN(SchedulersTest)
#include "schedulers_test.moc"
