// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/layer_graph.h"
#include "core/system/model_counts.h"
#include "core/system/pipeline.h"
#include "core/system/stage_memory.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace strata;
using namespace strata::system;

namespace {

TrainingJob job() {
    TrainingJob job;
    job.model.layers = 32;
    job.model.hidden = 4096;
    job.model.heads = job.model.kv_heads = 32;
    job.model.head_dim = 128;
    job.model.ffn = 16384;
    job.model.vocab = 51200;
    job.global_batch = 64;
    return job;
}

StepTerms terms() {
    StepTerms terms;
    terms.layers = {4.0, 5.0, 3.0, 0.25, 1.0, 0.0};
    terms.micro_batches = 16;
    terms.stages = 4;
    terms.stage_share = terms.last_share = 0.25;
    return terms;
}

} // namespace

class PlanFeaturesTest : public QObject {
    Q_OBJECT

private slots:
    void optimizersHoldTheirMoments_data();
    void optimizersHoldTheirMoments();
    void narrowBaseTakesFourBits();
    void hostTakesStatesAndActivations();
    void statedLayersCount();
    void refusesStagesThatDoNotAddUp();
    void slowerStageSetsThePace();
    void switchesEndOverlap();
    void expertsOverlapWithKernels();
    void pipelinesHideExpertsWhereNothingIsStated();
    void expertsBetweenNodesTakeLonger();
    void adaptersTrainNoExperts();
    void tensorCollectivesHideBesideProducts();
    void messagesWaitForHostsUnlessTheyOverlap();
};

void PlanFeaturesTest::optimizersHoldTheirMoments_data() {
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<double>("bytes");
    QTest::newRow("adam") << "adam" << 12.0;
    QTest::newRow("8 bit") << "adamw8bit" << 6.0;
    QTest::newRow("sgd") << "sgd" << 8.0;
    QTest::newRow("adafactor") << "adafactor" << 4.0;
    QTest::newRow("muon") << "muon" << 8.0;
}

void PlanFeaturesTest::optimizersHoldTheirMoments() {
    QFETCH(QString, optimizer);
    QFETCH(double, bytes);
    Plan plan;
    plan.optimizer = *optimizerNamed(optimizer.toStdString());
    const StageMemory memory = stageMemory(job(), plan, 0);
    QCOMPARE(memory.optimizer_bytes, bytes * trainedParameters(job(), plan, 0).total());
}

void PlanFeaturesTest::narrowBaseTakesFourBits() {
    Plan plan;
    plan.lora = 16;
    const double wide = stageMemory(job(), plan, 0).weights_bytes;
    plan.quantized_base = true;
    const double narrow = stageMemory(job(), plan, 0).weights_bytes;
    const double base = rankParameters(job(), plan, 0).total();
    QVERIFY(std::abs((wide - narrow) / base - (2.0 - 0.5 - 0.127 / 8.0)) < 1e-9);
    plan.lora = 0;
    QVERIFY(!checkPlan(job(), plan, 1));
}

void PlanFeaturesTest::hostTakesStatesAndActivations() {
    Plan plan;
    const StageMemory here = stageMemory(job(), plan, 0);
    plan.offload_optimizer = plan.offload_activations = true;
    const StageMemory there = stageMemory(job(), plan, 0);
    QCOMPARE(there.optimizer_bytes, 0.0);
    QVERIFY(std::abs(there.activations_bytes / here.activations_bytes - 2.0 / 32.0) < 1e-12);
    StepTerms copies = terms();
    copies.offload_s = 100.0; // of all layers: 25 s a stage and micro-batch, 3.0625 s of them hidden
    QVERIFY(std::abs(stepTime(copies, {}).offload_s - 16.0 * (25.0 - 12.25 / 4.0)) < 1e-9);
}

void PlanFeaturesTest::statedLayersCount() {
    Plan plan;
    plan.pp = 4;
    plan.stage_layers = {7, 9, 9, 7};
    QVERIFY(checkPlan(job(), plan, 4));
    double all = 0.0;
    for (std::uint32_t stage = 0; stage < 4; ++stage)
        all += rankParameters(job(), plan, stage).total();
    const ParameterCounts counts = countParameters(job().model, false);
    // The head's copy of the words stands on the last stage.
    QCOMPARE(all, 32.0 * (counts.attention + counts.dense) + 2.0 * counts.embedding);
    QVERIFY(stageMemory(job(), plan, 1).activations_bytes > stageMemory(job(), plan, 0).activations_bytes * 0.9);
}

void PlanFeaturesTest::refusesStagesThatDoNotAddUp() {
    Plan plan;
    plan.pp = 4;
    plan.stage_layers = {8, 8, 8, 9};
    const auto layers = checkPlan(job(), plan, 4);
    QVERIFY(!layers);
    QCOMPARE(layers.error().pointer, std::string("/plan/stage_layers"));
    plan.stage_layers.clear();
    plan.stage_speeds = {1.0, 0.5};
    const auto speeds = checkPlan(job(), plan, 4);
    QVERIFY(!speeds);
    QCOMPARE(speeds.error().pointer, std::string("/plan/stage_speeds"));
}

void PlanFeaturesTest::slowerStageSetsThePace() {
    StepTerms uneven = terms();
    uneven.shares = {0.25, 0.5, 0.25, 0.25}; // the second stage at half speed
    uneven.stage_share = 0.5;
    uneven.all_share = 1.25;
    const StepTime step = stepTime(uneven, {});
    QVERIFY(std::abs(step.compute_s - 16.0 * 0.5 * 12.0) < 1e-9);
    // The slow stage fills part of its waiting with forward passes of later micro-batches.
    const double ahead_s = 2.0 * pipelineOf(uneven, {}).forward_s[1];
    QVERIFY(std::abs(step.bubble_s - (0.75 * 12.25 - ahead_s)) < 1e-9);
    const auto timeline = followPipeline(pipelineOf(uneven, {}));
    QVERIFY(timeline);
    QVERIFY2(std::abs(timeline->seconds - step.seconds()) < 1e-9,
             qPrintable(QString("%1, closed form %2").arg(timeline->seconds).arg(step.seconds())));
    // The last stage has none to fill it with.
    uneven.shares = {0.25, 0.25, 0.25, 0.5};
    uneven.stage_share = 0.25;
    uneven.last_share = 0.5;
    const auto last = followPipeline(pipelineOf(uneven, {}));
    QVERIFY(std::abs(last->seconds - stepTime(uneven, {}).seconds()) < 1e-9);
}

void PlanFeaturesTest::switchesEndOverlap() {
    StepTerms step_terms = terms();
    step_terms.sync_s = 1.0;
    step_terms.gather_s = 0.5;
    StepCoefficients all;
    all.overlap = all.gather_overlap = 1.0;
    QCOMPARE(stepTime(step_terms, all).data_s, 0.0);
    step_terms.overlaps_gradients = false;
    QCOMPARE(stepTime(step_terms, all).data_s, 1.0);
    step_terms.overlaps_gather = false;
    QCOMPARE(stepTime(step_terms, all).data_s, 1.0 + 16.0 * 0.5);
}

void PlanFeaturesTest::expertsOverlapWithKernels() {
    StepTerms step_terms = terms();
    step_terms.expert_s = 20.0;
    const double plain = stepTime(step_terms, {}).expert_s;
    step_terms.overlaps_experts = true;
    QVERIFY(std::abs(plain - 16.0 * 0.25 * 20.0) < 1e-9);
    QVERIFY(std::abs(stepTime(step_terms, {}).expert_s - 16.0 * 0.25 * 8.0) < 1e-9);
}

void PlanFeaturesTest::pipelinesHideExpertsWhereNothingIsStated() {
    Plan plan;
    QVERIFY(!plan.overlapsExperts());
    plan.pp = 4;
    QVERIFY(plan.overlapsExperts());
    plan.overlap_experts = false;
    QVERIFY(!plan.overlapsExperts());
    plan.pp = 1;
    plan.overlap_experts = true;
    QVERIFY(plan.overlapsExperts());
}

void PlanFeaturesTest::tensorCollectivesHideBesideProducts() {
    StepTerms step_terms = terms();
    step_terms.tensor_s = 2.0;
    StepCoefficients c;
    c.tensor_overlap = 0.75;
    c.slowdown = 0.1;
    const StepTime plain = stepTime(step_terms, c);
    QCOMPARE(plain.tensor_s, 16.0 * 0.25 * 2.0);
    step_terms.overlaps_tensor = true;
    const StepTime beside = stepTime(step_terms, c);
    // Three quarters run beside the products and slow them by a tenth of that.
    QVERIFY(std::abs(beside.tensor_s - 16.0 * 0.25 * (0.5 + 0.1 * 1.5)) < 1e-9);
    QVERIFY(std::abs(beside.hidden_s - plain.hidden_s - 16.0 * 0.25 * 1.5) < 1e-9);
    QVERIFY(beside.seconds() < plain.seconds());
    // Products that are shorter hide no more than they take.
    step_terms.tensor_s = 1000.0;
    const double kernels_s = step_terms.layers.total() - step_terms.layers.launch_s;
    QVERIFY(std::abs(tensorSeconds(step_terms, c) - (1000.0 - 0.9 * kernels_s)) < 1e-6);
    // Without sequence parallelism there are no pieces.
    Plan plan;
    plan.tp = 2;
    plan.overlap_tensor = true;
    QVERIFY(!plan.overlapsTensor());
    plan.sequence_parallel = true;
    QVERIFY(plan.overlapsTensor());
}

void PlanFeaturesTest::messagesWaitForHostsUnlessTheyOverlap() {
    Plan plan;
    plan.pp = 4;
    QVERIFY(!plan.overlapsSends());
    plan.schedule = Schedule::Interleaved;
    QVERIFY(plan.overlapsSends());
    plan.overlap_sends = false;
    QVERIFY(!plan.overlapsSends());
    StepTerms step_terms = terms();
    step_terms.send_s = 0.02;
    StepCoefficients c;
    c.message_s = 0.3;
    QCOMPARE(messageSeconds(step_terms, c), 0.32);
    const double waits_s = stepTime(step_terms, c).seconds();
    step_terms.overlaps_sends = true;
    QCOMPARE(messageSeconds(step_terms, c), 0.02);
    QVERIFY(stepTime(step_terms, c).seconds() < waits_s);
}

void PlanFeaturesTest::expertsBetweenNodesTakeLonger() {
    StepTerms step_terms = terms();
    step_terms.expert_s = 2.0;
    step_terms.sync_s = 1.0;
    StepCoefficients far;
    far.experts_network = 3.0;
    far.overlap = 0.0;
    QCOMPARE(exchangeSeconds(step_terms, far), 2.0);
    QCOMPARE(stepTime(step_terms, far).data_s, 1.0);
    step_terms.experts_far = true;
    step_terms.far_experts_s = 0.5; // of the second, half is of experts
    QCOMPARE(exchangeSeconds(step_terms, far), 6.0);
    QCOMPARE(stepTime(step_terms, far).data_s, 2.0);
    // What streams through memory is part of the kernels, in the parts and in a stage's pace.
    step_terms.layers.streamed_s = 4.0;
    StepCoefficients streamed;
    streamed.experts_streamed = 2.0;
    const double plain_s = stepTime(step_terms, {}).compute_s;
    QCOMPARE(stepTime(step_terms, streamed).compute_s, plain_s + 16.0 * 0.25 * 4.0);
    QCOMPARE(stagePace(step_terms, streamed, 1.0, 0.0).device_s, stagePace(step_terms, {}, 1.0, 0.0).device_s + 4.0);
}

void PlanFeaturesTest::adaptersTrainNoExperts() {
    TrainingJob mixture = job();
    mixture.model.moe = {64.0, 4.0, 2048.0, 0.0, 0.0, 0.0};
    Plan plan;
    const auto count = [&](const char* part) {
        const auto graph = layerGraph(mixture, plan, {true, 0.0}, 1.0);
        return std::count_if(graph.operators.begin(), graph.operators.end(),
                             [&](const auto& op) { return op.name.starts_with(part); });
    };
    QCOMPARE(count("experts.weight"), std::ptrdiff_t{1});
    QCOMPARE(count("experts.stream.accumulate"), std::ptrdiff_t{1});
    QCOMPARE(count("experts.cast"), std::ptrdiff_t{0});
    plan.lora = 16;
    QCOMPARE(count("experts.weight"), std::ptrdiff_t{0});
    QCOMPARE(count("experts.stream.accumulate"), std::ptrdiff_t{0});
    mixture.precision = NumberType::Fp8;
    QCOMPARE(count("experts.cast"), std::ptrdiff_t{1});
}

QTEST_GUILESS_MAIN(PlanFeaturesTest)
#include "plan_features_test.moc"
