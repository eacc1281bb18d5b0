// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/pipeline.h"

#include <QTest>

#include <cmath>

using namespace strata::system;

class PipelineTest : public QObject {
    Q_OBJECT

private slots:
    void totalEqualsClosedForm_data();
    void totalEqualsClosedForm();
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
