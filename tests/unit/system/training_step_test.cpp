// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/rollout.h"
#include "core/system/step_time.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

using namespace strata::system;

namespace {

StepTerms terms() {
    StepTerms terms;
    terms.layers = {4.0, 5.0, 3.0, 0.25, 1.0, 0.0};
    terms.head = {0.1, 0.1, 0.1, 0.01, 0.0, 0.0};
    terms.tensor_s = 1.0;
    terms.micro_batches = 16;
    terms.stages = 4;
    terms.stage_share = terms.last_share = 0.25;
    terms.sync_s = 0.5;
    terms.optimizer_s = 0.2;
    terms.send_s = 0.01;
    return terms;
}

} // namespace

class TrainingStepTest : public QObject {
    Q_OBJECT

private slots:
    void bubbleShrinksWithChunks();
    void zeroBubbleFillsWithWeightGradients();
    void overlappedSyncSlowsKernels();
    void backwardAttentionHasItsOwnRate();
    void moreDevicesWaitLonger();
    void responsesAreAsLongAsStated();
    void theBatchShrinksWithItsAnswers();
};

void TrainingStepTest::bubbleShrinksWithChunks() {
    StepTerms step_terms = terms();
    const double plain = stepTime(step_terms, {}).bubble_s;
    step_terms.chunks = 4;
    step_terms.schedule = Schedule::Interleaved;
    QVERIFY(std::abs(stepTime(step_terms, {}).bubble_s - plain / 4.0) < 1e-12);
}

void TrainingStepTest::zeroBubbleFillsWithWeightGradients() {
    StepTerms step_terms = terms(); // even stages
    step_terms.head = {};
    const double plain = stepTime(step_terms, {}).bubble_s;
    step_terms.schedule = Schedule::ZeroBubble;
    // (p - 1) (F + B - W) with B the gradient of activations: two weight passes less than (p - 1) (F + B +
    // W).
    QVERIFY(std::abs(stepTime(step_terms, {}).bubble_s - (plain - 3.0 * 2.0 * 3.0 / 4.0)) < 1e-12);
}

void TrainingStepTest::overlappedSyncSlowsKernels() {
    StepCoefficients all;
    all.overlap = 1.0;
    all.slowdown = 0.2;
    const StepTime hidden = stepTime(terms(), all);
    QCOMPARE(hidden.data_s, 0.0);
    QVERIFY(std::abs(hidden.slowdown_s - 0.1) < 1e-12);
    StepCoefficients nothing = all;
    nothing.overlap = 0.0;
    QCOMPARE(stepTime(terms(), nothing).data_s, 0.5);
    QCOMPARE(stepTime(terms(), nothing).slowdown_s, 0.0);
}

void TrainingStepTest::backwardAttentionHasItsOwnRate() {
    StepTerms step_terms = terms();
    step_terms.layers.forward.attention_s = 1.0;
    step_terms.layers.backward.attention_s = 2.5;
    StepCoefficients slower;
    slower.attention = 1.2;
    slower.attention_backward = 1.5;
    // Of 16 micro-batches a stage has a quarter of the layers.
    const double added = 16.0 * 0.25 * (0.2 * 1.0 + (1.2 * 1.5 - 1.0) * 2.5);
    QVERIFY(std::abs(stepTime(step_terms, slower).compute_s - stepTime(step_terms, {}).compute_s - added) < 1e-9);
    // Kernels written for synchronous tensor cores take longer on asynchronous ones.
    step_terms.ported_attention = true;
    slower.ported = 1.5;
    const double ported = 16.0 * 0.25 * ((1.2 * 1.5 - 1.0) * 1.0 + (1.2 * 1.5 * 1.5 - 1.0) * 2.5);
    StepCoefficients native;
    native.ported = 1.0;
    QVERIFY(std::abs(stepTime(step_terms, slower).compute_s - stepTime(step_terms, native).compute_s - ported) < 1e-9);
    step_terms.fused_attention = false;
    QVERIFY(std::abs(stepTime(step_terms, slower).compute_s - stepTime(step_terms, {}).compute_s) < 1e-9);
}

void TrainingStepTest::moreDevicesWaitLonger() {
    StepCoefficients growing;
    growing.growth = 0.01;
    StepTerms many = terms();
    many.devices = 512;
    const double alone = stepTime(many, {}).seconds();
    QVERIFY(std::abs(stepTime(many, growing).seconds() / alone - 1.06) < 1e-12);
    many.devices = 4;
    QCOMPARE(stepTime(many, growing).seconds(), alone);
}

void TrainingStepTest::responsesAreAsLongAsStated() {
    const auto mean = [](const std::vector<double>& lengths) {
        return std::accumulate(lengths.begin(), lengths.end(), 0.0) / lengths.size();
    };
    QCOMPARE(responseLengths({100.0, 0.0, 0.0}, 5, 5000), std::vector<double>(5, 100.0));
    for (const double limit : {0.0, 250.0, 4000.0}) {
        const auto lengths = responseLengths({100.0, 1.0, limit}, 1000, 1000);
        QVERIFY(std::abs(mean(lengths) - 100.0) < 1e-6);
        QVERIFY(limit == 0.0 || lengths.front() <= limit);
        QVERIFY(std::ranges::is_sorted(lengths, std::greater<>()));
    }
    // Log-normal with a spread of 1: sigma^2 = ln 2, and a thousandth lies above exp(3.0902 sigma - sigma^2 / 2).
    const double sigma = std::sqrt(std::log(2.0));
    const double exact = 100.0 * std::exp(3.0902 * sigma - sigma * sigma / 2.0);
    QVERIFY(std::abs(responseLengths({100.0, 1.0, 0.0}, 500, 500).front() / exact - 1.0) < 0.02);
    // The longest of a batch is longer than that of one copy, and nothing else of the copy changes.
    const auto alone = responseLengths({100.0, 1.0, 0.0}, 8, 8), of_many = responseLengths({100.0, 1.0, 0.0}, 8, 512);
    QVERIFY(of_many.front() > 2.0 * alone.front());
    QVERIFY(std::equal(alone.begin() + 1, alone.end(), of_many.begin() + 1));
    double before = 0.0; // however large the batch is
    for (const double batch : {1e3, 1e4, 1e5, 1e6}) {
        const double longest = responseLengths({100.0, 1.0, 0.0}, 8, batch).front();
        QVERIFY(longest > 1.2 * before);
        before = longest;
    }
    // Twice as many equal answers take twice as long.
    const auto steps = [](double sequences) {
        const auto lengths = responseLengths({100.0, 0.0, 0.0}, sequences, sequences);
        double sum = 0.0;
        for (const DecodeSteps& run : decodeSteps(lengths, 281))
            sum += run.steps;
        return sum;
    };
    QCOMPARE(steps(281 * 64), 32.0 * steps(281 * 2));
}

void TrainingStepTest::theBatchShrinksWithItsAnswers() {
    const std::vector<double> lengths{4.0, 2.0, 1.0};
    const auto together = decodeSteps(lengths, 3);
    QCOMPARE(together.size(), std::size_t{3});
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(together[i].sequences, 3.0 - i);
        QCOMPARE(together[i].steps, i < 2 ? 1.0 : 2.0);
    }
    for (const std::size_t places : {std::size_t{1}, std::size_t{2}, std::size_t{5}, std::size_t{64}}) {
        const auto many = responseLengths({100.0, 1.5, 900.0}, 64, 64);
        double tokens = 0.0, steps = 0.0;
        for (const DecodeSteps& run : decodeSteps(many, places)) {
            tokens += run.sequences * run.steps;
            steps += run.steps;
            QVERIFY(run.sequences <= places);
        }
        QVERIFY(std::abs(tokens - 6400.0) < 1e-6); // every token once
        QVERIFY(steps >= 6400.0 / places - 1e-6 && steps <= 6400.0 + 1e-6);
        if (places == 64) QVERIFY(std::abs(steps - many.front()) < 1e-6);
    }
}

QTEST_GUILESS_MAIN(TrainingStepTest)
#include "training_step_test.moc"
