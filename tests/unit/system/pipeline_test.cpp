// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/pipeline.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace strata::system;

class PipelineTest : public QObject {
    Q_OBJECT

private slots:
    void totalEqualsClosedForm_data();
    void totalEqualsClosedForm();
    void randomPlansAgree();
    void unevenStagesAgree_data();
    void unevenStagesAgree();
    void moreIsNeverFaster();
    void refusesUnevenInterleaving();
};

void PipelineTest::totalEqualsClosedForm_data() {
    QTest::addColumn<unsigned>("stages");
    QTest::addColumn<unsigned>("micro_batches");
    QTest::addColumn<unsigned>("chunks");
    QTest::addColumn<int>("schedule");
    QTest::newRow("one stage") << 1u << 4u << 1u << 0;
    QTest::newRow("1f1b") << 4u << 8u << 1u << 0;
    QTest::newRow("1f1b, few micro-batches") << 8u << 3u << 1u << 0;
    QTest::newRow("interleaved") << 4u << 8u << 2u << 1;
    QTest::newRow("interleaved, four chunks") << 4u << 16u << 4u << 1;
    QTest::newRow("zero-bubble") << 4u << 8u << 1u << 2;
    QTest::newRow("zero-bubble, many micro-batches") << 8u << 64u << 1u << 2;
    QTest::newRow("gpipe") << 4u << 8u << 1u << 3;
}

void PipelineTest::totalEqualsClosedForm() {
    QFETCH(unsigned, stages);
    QFETCH(unsigned, micro_batches);
    QFETCH(unsigned, chunks);
    QFETCH(int, schedule);
    // Equal stages, no messages: what the closed form assumes.
    StepTerms terms;
    terms.layers.forward_s = 1.0 * stages;
    terms.layers.backward_s = 1.5 * stages;
    terms.layers.weight_s = 1.0 * stages;
    terms.stages = stages;
    terms.micro_batches = micro_batches;
    terms.chunks = chunks;
    terms.stage_share = terms.last_share = 1.0 / stages;
    terms.schedule = static_cast<Schedule>(schedule);
    const StepCoefficients none;
    const auto timeline = followPipeline(pipelineOf(terms, none));
    QVERIFY(timeline);
    const StepTime closed = stepTime(terms, none);
    QVERIFY2(std::abs(timeline->seconds / closed.seconds() - 1.0) < 1e-12,
             qPrintable(QString("%1 s, closed form %2 s").arg(timeline->seconds).arg(closed.seconds())));
    QVERIFY(std::abs(timeline->bubbleShare(stages) - closed.bubble_s / closed.seconds()) < 1e-12);
    const std::size_t kinds = terms.schedule == Schedule::ZeroBubble ? 3 : 2;
    QCOMPARE(timeline->tasks.size(), kinds * stages * micro_batches * chunks);
}

void PipelineTest::randomPlansAgree() {
    std::mt19937 random(5);
    const auto draw = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    const auto whole = [&](unsigned low, unsigned high) {
        return std::uniform_int_distribution<unsigned>(low, high)(random);
    };
    for (int i = 0; i < 400; ++i) {
        // Equal stages without head, sync and host.
        StepTerms terms;
        terms.schedule = schedules()[static_cast<std::size_t>(i) % 4];
        const bool interleaved = terms.schedule == Schedule::Interleaved;
        const bool zero_bubble = terms.schedule == Schedule::ZeroBubble;
        const unsigned stages = whole(interleaved ? 2 : 1, 12);
        terms.stages = stages;
        terms.micro_batches = interleaved ? stages * whole(1, 5) : whole(1, 40); // whole rounds
        terms.chunks = interleaved ? whole(2, 5) : 1;
        const double forward_s = draw(0.1, 1.0);
        terms.layers.forward_s = forward_s;
        // Zero-bubble's table takes the three passes for equally long.
        terms.layers.backward_s = zero_bubble ? forward_s : draw(0.1, 2.0);
        terms.layers.weight_s = zero_bubble ? forward_s : draw(0.0, 1.0);
        if (!zero_bubble) {
            terms.layers.streamed_s = draw(0.0, 0.1);
            terms.recompute_s = i % 3 == 0 ? forward_s : 0.0;
            terms.tensor_s = draw(0.0, 0.5);
            terms.expert_s = draw(0.0, 0.5);
            terms.overlaps_experts = i % 2 == 0;
        }
        terms.stage_share = terms.last_share = 1.0 / stages;
        StepCoefficients c;
        c.compute = draw(0.8, 1.6);
        c.link = draw(0.5, 2.0);
        c.experts_streamed = draw(1.0, 5.0);
        // Messages of any length; between chunks, those no longer than a forward pass through one.
        if (!zero_bubble) c.message_s = draw(0.0, 1.0) * c.compute * forward_s / (stages * terms.chunks);
        const auto timeline = followPipeline(pipelineOf(terms, c));
        QVERIFY(timeline);
        const StepTime closed = stepTime(terms, c);
        QVERIFY2(std::abs(timeline->seconds / closed.seconds() - 1.0) < 1e-9,
                 qPrintable(QString("%1, %2 stages, %3 micro-batches, %4 chunks: %5 s, closed form %6 s")
                                .arg(QString::fromUtf8(name(terms.schedule)))
                                .arg(stages)
                                .arg(terms.micro_batches)
                                .arg(terms.chunks)
                                .arg(timeline->seconds)
                                .arg(closed.seconds())));
    }
}

void PipelineTest::unevenStagesAgree_data() {
    QTest::addColumn<int>("schedule");
    QTest::addColumn<QString>("cut");
    QTest::addColumn<double>("worst");
    QTest::addColumn<double>("mean");
    QTest::newRow("1f1b, head on the last stage") << 0 << "head" << 1e-9 << 1e-9;
    QTest::newRow("1f1b, layers left over") << 0 << "left" << 0.01 << 1e-3;
    QTest::newRow("1f1b, any layers") << 0 << "any" << 0.02 << 2e-3;
    QTest::newRow("zero-bubble, head on the last stage") << 2 << "head" << 0.10 << 0.02;
    QTest::newRow("zero-bubble, layers left over") << 2 << "left" << 0.20 << 0.05;
    QTest::newRow("gpipe, any layers") << 3 << "any" << 1e-9 << 1e-9;
}

/// Up to 64 stages, 512 micro-batches, messages as long as half a forward pass.
void PipelineTest::unevenStagesAgree() {
    QFETCH(int, schedule);
    QFETCH(QString, cut);
    QFETCH(double, worst);
    QFETCH(double, mean);
    std::mt19937 random(7);
    double sum = 0.0, most = 0.0;
    int count = 0;
    for (const unsigned stages : {2u, 3u, 8u, 16u, 64u}) {
        for (const unsigned micro_batches : {1u, 2u, 7u, 32u, 128u, 512u}) {
            for (const double message_s : {0.0, 0.01, 0.5}) {
                StepTerms terms;
                terms.schedule = static_cast<Schedule>(schedule);
                terms.stages = stages, terms.micro_batches = micro_batches;
                unsigned layers = 3 * stages;
                if (cut == "left") layers += std::uniform_int_distribution<unsigned>(1, stages - 1)(random);
                terms.layers.forward_s = layers, terms.layers.backward_s = layers, terms.layers.weight_s = layers;
                terms.stage_share = (layers + stages - 1) / stages / static_cast<double>(layers);
                terms.last_share = layers / stages / static_cast<double>(layers);
                if (cut == "head") terms.head = {1.1, 1.1, 1.1};
                if (cut == "any") {
                    terms.all_share = terms.stage_share = 0.0;
                    for (unsigned stage = 0; stage < stages; ++stage) {
                        const double own = std::uniform_int_distribution<int>(2, 4)(random) / (3.0 * stages);
                        terms.shares.push_back(own);
                        terms.all_share += own;
                        if (stage + 1 < stages) terms.stage_share = std::max(terms.stage_share, own);
                    }
                    terms.last_share = terms.shares.back();
                }
                StepCoefficients c;
                c.message_s = 3.0 * message_s;
                const double found_s = followPipeline(pipelineOf(terms, c))->seconds;
                const double error = std::abs(stepTime(terms, c).seconds() / found_s - 1.0);
                most = std::max(most, error);
                sum += error;
                ++count;
            }
        }
    }
    qInfo("%.3g at most, %.3g in the mean", most, sum / count);
    QVERIFY(most <= worst);
    QVERIFY(sum / count <= mean);
}

/// Longer messages, more micro-batches and slower stages take no less time, by events as in closed form.
void PipelineTest::moreIsNeverFaster() {
    for (const Schedule schedule : {Schedule::OneForwardOneBackward, Schedule::GPipe, Schedule::ZeroBubble}) {
        double last_s = 0.0;
        for (const double message_s : {0.0, 0.1, 0.3, 1.0, 3.0}) {
            StepTerms terms;
            terms.schedule = schedule;
            terms.stages = 6, terms.micro_batches = 20;
            terms.layers = {12.0, 12.0, 12.0};
            terms.head = {0.5, 0.5, 0.5};
            terms.stage_share = terms.last_share = 1.0 / 6;
            StepCoefficients c;
            c.message_s = message_s;
            const double now_s = stepTime(terms, c).seconds();
            QVERIFY(now_s >= last_s);
            terms.micro_batches = 21;
            QVERIFY(stepTime(terms, c).seconds() > now_s);
            terms.micro_batches = 20, terms.layers.forward_s = 12.5;
            QVERIFY(stepTime(terms, c).seconds() > now_s);
            last_s = now_s;
        }
    }
}

void PipelineTest::refusesUnevenInterleaving() {
    PipelineShape shape;
    shape.forward_s = shape.backward_s = {1, 1, 1, 1};
    shape.micro_batches = 6;
    shape.chunks = 2;
    shape.schedule = Schedule::Interleaved;
    const auto timeline = followPipeline(shape);
    QVERIFY(!timeline);
    QCOMPARE(timeline.error().pointer, std::string("/plan/micro_batch"));
}

QTEST_GUILESS_MAIN(PipelineTest)
#include "pipeline_test.moc"
