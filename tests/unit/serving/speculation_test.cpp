// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/serving/fixture.h"

#include <cmath>
#include <QTest>

using namespace strata;
using namespace strata::serving;

class SpeculationTest : public QObject {
    Q_OBJECT

private slots:
    void expectedTokensOfAChain();
    void tokensThatPassesGive();
    void treeByHand();
    void certainGuessesByHand_data();
    void certainGuessesByHand();
    void impossibleGuessesAreThePlainSimulation();
    void sameRequestSamePassesWhateverElseRuns();
    void guessesTakeBudgetAndMemory();
    void draftingCostsItsPasses();
    void lightllmIsRefused();
};

/// (1 - a^(k+1)) / (1 - a): Leviathan et al., ICML 2023, Equation 1.
void SpeculationTest::expectedTokensOfAChain() {
    for (const double a : {0.1, 0.5, 0.8, 0.95}) {
        for (const std::size_t k : {1, 4, 8}) {
            const auto chain = chainOf(std::vector<double>(k, a));
            const double expected = (1 - std::pow(a, static_cast<double>(k) + 1)) / (1 - a);
            QVERIFY(std::abs(chain.expectedTokens() / expected - 1) < 1e-12);
            QCOMPARE(chain.checked, static_cast<std::int32_t>(k) + 1);
        }
    }
}

void SpeculationTest::tokensThatPassesGive() {
    const auto chain = chainOf(std::vector<double>{0.8, 0.8, 0.8, 0.8});
    std::array<double, 6> seen{};
    constexpr int kPasses = 100000;
    double sum = 0;
    for (int i = 0; i < kPasses; ++i) {
        const std::int32_t tokens = chain.tokens(7, static_cast<std::uint64_t>(i % 50), 100 + i);
        QVERIFY(tokens >= 1 && tokens <= 5);
        ++seen[static_cast<std::size_t>(tokens)];
        sum += tokens;
    }
    QVERIFY(std::abs(sum / kPasses / chain.expectedTokens() - 1) < 0.01);
    QVERIFY(std::abs(seen[1] / kPasses - 0.2) < 0.01);              // the first guess is wrong
    QVERIFY(std::abs(seen[5] / kPasses - std::pow(0.8, 4)) < 0.01); // all are right
    QVERIFY(chain.tokens(7, 3, 100) == chain.tokens(7, 3, 100));
}

void SpeculationTest::treeByHand() {
    const auto tree = treeOf(std::vector<std::int32_t>{3, 2}, std::vector<double>{0.5, 0.4});
    QCOMPARE(tree.checked, 1 + 3 + 6);
    QVERIFY(std::abs(tree.accepted[0] - (1 - 0.125)) < 1e-12);
    QVERIFY(std::abs(tree.accepted[1] - (1 - 0.125) * (1 - 0.36)) < 1e-12);
    QCOMPARE(tree.guesses, (std::vector<std::int32_t>{3, 6}));
}

void SpeculationTest::certainGuessesByHand_data() {
    QTest::addColumn<QString>("policy");
    for (const char* policy : {"chunked-prefill", "prefill-first", "stall-free", "iteration-level", "static"})
        QTest::newRow(policy) << policy;
}

/// Three guesses that always hold: 9 tokens are the prompt's one and two passes of four.
void SpeculationTest::certainGuessesByHand() {
    QFETCH(QString, policy);
    const std::string name = policy.toStdString();
    auto options = plainOptions(name);
    options.speculation = chainOf(std::vector<double>{1, 1, 1});
    options.scheduler.decode_tokens = 4;
    ReplayTraffic traffic({request(0, 32, 9)});
    Records records;
    const auto totals = simulate(options, traffic, PlainTime(), records);
    QVERIFY(totals);
    QCOMPARE(totals->iterations, 3u);
    QCOMPARE(records.by_id.at(0).e2e_s(), 52.0);
    QCOMPARE(totals->guesses.passes, 2u);
    QCOMPARE(totals->guesses.tokens, 8u);
    QCOMPARE(records.iterations[1].tokens, 4);
    QCOMPARE(records.iterations[1].prefill_tokens, 0);
    QCOMPARE(records.stages[0].prefill_tokens, 32);
    QCOMPARE(records.stages[1].prefill_tokens, 0);  // guesses are no prompts
    QCOMPARE(records.iterations[2].blocks_used, 0); // all is given back
}

void SpeculationTest::impossibleGuessesAreThePlainSimulation() {
    auto options = plainOptions("chunked-prefill", 200);
    const std::vector<Arrival> arrivals{request(0, 10, 30), request(5, 20, 12), request(30, 40, 7)};
    Records plain, guessed;
    ReplayTraffic first(arrivals), second(arrivals);
    QVERIFY(simulate(options, first, PlainTime(), plain));
    options.speculation = chainOf(std::vector<double>{0, 0});
    options.scheduler.decode_tokens = 3;
    QVERIFY(simulate(options, second, PlainTime(), guessed));
    for (const auto& [id, record] : plain.by_id)
        QCOMPARE(guessed.by_id.at(id).completed_s, record.completed_s);
}

void SpeculationTest::sameRequestSamePassesWhateverElseRuns() {
    auto options = plainOptions("chunked-prefill");
    options.speculation = chainOf(std::vector<double>{0.7, 0.6, 0.5});
    options.scheduler.decode_tokens = 4;
    options.scheduler.max_batch = 1; // one after the other: as many passes as alone
    ReplayTraffic alone({request(0, 10, 200)}), beside({request(0, 10, 200), request(0, 10, 200)});
    Records one, two;
    QVERIFY(simulate(options, alone, PlainTime(), one));
    QVERIFY(simulate(options, beside, PlainTime(), two));
    QCOMPARE(two.by_id.at(0).completed_s, one.by_id.at(0).completed_s);
    QVERIFY(two.by_id.at(1).tpot_s() != two.by_id.at(0).tpot_s()); // another request, other luck
}

void SpeculationTest::guessesTakeBudgetAndMemory() {
    auto options = plainOptions("chunked-prefill");
    options.speculation = chainOf(std::vector<double>(7, 0));
    options.scheduler.decode_tokens = 8;
    options.scheduler.token_budget = 20; // two decoding requests, not three
    ReplayTraffic traffic({request(0, 4, 3), request(0, 4, 3), request(0, 4, 3)});
    Records records;
    QVERIFY(simulate(options, traffic, PlainTime(), records));
    for (const auto& iteration : records.iterations)
        QVERIFY(iteration.tokens <= 20);
    QCOMPARE(records.iterations[1].requests, 2);
    // 16 tokens a block: the prompt fills one, the guesses reach into a second.
    ReplayTraffic tight({request(0, 16, 2)});
    options.scheduler.blocks = 1;
    const auto totals = simulate(options, tight, PlainTime(), records);
    QVERIFY(totals);
    QCOMPARE(totals->requests, 0u);
}

void SpeculationTest::draftingCostsItsPasses() {
    EngineTables model, draft;
    model.axes = draft.axes = {std::vector<double>{0, 4096}, {0, 4096}, {0, 64}, {0, 4096}};
    model.attention_s.assign(16, 0);
    draft.attention_s.assign(16, 0);
    model.layer = {{1, 101}, {1.0, 2.0}}; // 1 + (tokens - 1) / 100
    draft.layer = {{1, 101}, {0.1, 0.2}};
    const EngineTableTime target(model, {}), small(draft, {});
    const auto chain = chainOf(std::vector<double>{0.8, 0.8, 0.8});
    const SpeculativeTime time(target, &small, chain, {});
    BatchShape shape;
    shape.decodes = 2;
    shape.tokens = 8;
    shape.guessed = 6;
    // The model sees 8 tokens; the draft 8, then twice 2.
    QVERIFY(std::abs(time.seconds(shape, 0) - (1.07 + 0.107 + 2 * 0.101)) < 1e-12);
    QVERIFY(std::abs(time.seconds(shape, 1) - 1.07) < 1e-12);
    const SpeculativeTime free(target, nullptr, chain, {});
    QVERIFY(std::abs(free.seconds(shape, 0) - 1.07) < 1e-12);
}

void SpeculationTest::lightllmIsRefused() {
    auto options = plainOptions("peak-memory");
    options.scheduler.decode_tokens = 2;
    ReplayTraffic traffic({request(0, 1, 1)});
    Records records;
    QCOMPARE(simulate(options, traffic, PlainTime(), records).error().pointer, std::string("/policy"));
}

QTEST_APPLESS_MAIN(SpeculationTest)
#include "speculation_test.moc"
