// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/step_time.h"

#include <QTest>

#include <cmath>

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
};

void TrainingStepTest::bubbleShrinksWithChunks() {
    StepTerms one = terms();
    const double plain = stepTime(one, {}).bubble_s;
    one.chunks = 4;
    one.schedule = Schedule::Interleaved;
    QVERIFY(std::abs(stepTime(one, {}).bubble_s - plain / 4.0) < 1e-12);
}

void TrainingStepTest::zeroBubbleFillsWithWeightGradients() {
    StepTerms one = terms(); // even stages
    one.head = {};
    const double plain = stepTime(one, {}).bubble_s;
    one.schedule = Schedule::ZeroBubble;
    // (p - 1) (F + B - W) with B the gradient of activations: two weight passes less than (p - 1) (F + B +
    // W).
    QVERIFY(std::abs(stepTime(one, {}).bubble_s - (plain - 3.0 * 2.0 * 3.0 / 4.0)) < 1e-12);
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
    StepTerms one = terms();
    one.layers.forward.attention_s = 1.0;
    one.layers.backward.attention_s = 2.5;
    StepCoefficients slower;
    slower.attention = 1.2;
    slower.attention_backward = 1.5;
    // Of 16 micro-batches a stage has a quarter of the layers.
    const double added = 16.0 * 0.25 * (0.2 * 1.0 + (1.2 * 1.5 - 1.0) * 2.5);
    QVERIFY(std::abs(stepTime(one, slower).compute_s - stepTime(one, {}).compute_s - added) < 1e-9);
    // Kernels written for synchronous tensor cores take longer on asynchronous ones.
    one.ported_attention = true;
    slower.ported = 1.5;
    const double ported = 16.0 * 0.25 * ((1.2 * 1.5 - 1.0) * 1.0 + (1.2 * 1.5 * 1.5 - 1.0) * 2.5);
    StepCoefficients native;
    native.ported = 1.0;
    QVERIFY(std::abs(stepTime(one, slower).compute_s - stepTime(one, native).compute_s - ported) < 1e-9);
    one.fused_attention = false;
    QVERIFY(std::abs(stepTime(one, slower).compute_s - stepTime(one, {}).compute_s) < 1e-9);
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

QTEST_GUILESS_MAIN(TrainingStepTest)
#include "training_step_test.moc"
