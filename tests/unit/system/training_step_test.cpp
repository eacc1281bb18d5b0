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
    void laterReleasesAreFaster();
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

void TrainingStepTest::laterReleasesAreFaster() {
    StepCoefficients values;
    values.era = 0.2;
    QVERIFY(atRelease(values, 2025.5).compute > atRelease(values, 2026.5).compute);
    QCOMPARE(atRelease(values, 0.0).compute, values.compute);
}

QTEST_GUILESS_MAIN(TrainingStepTest)
#include "training_step_test.moc"
