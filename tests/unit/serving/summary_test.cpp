// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/simulation/summary.h"

#include <QTest>

#include <cmath>

using namespace strata::serving;

class SummaryTest : public QObject {
    Q_OBJECT

private slots:
    void exactQuantiles();
    void manyValuesStayWithinTheStatedError();
    void lifeAddsUp();
    void goodputNeedsEveryPromise();
    void percentilesOfLimits();
};

namespace {

RequestRecord record() {
    RequestRecord request_record;
    request_record.prompt_tokens = 10;
    request_record.output_tokens = 5;
    request_record.arrival_s = 1;
    request_record.scheduled_s = 3;
    request_record.first_token_s = 6;
    request_record.completed_s = 16;
    request_record.paused_s = 4;
    request_record.paused_before_first_token_s = 1;
    return request_record;
}

} // namespace

void SummaryTest::exactQuantiles() {
    Quantiles values;
    QCOMPARE(values.at(0.5), 0.0);
    for (int i = 100; i >= 0; --i)
        values.add(i);
    QCOMPARE(values.at(0.5), 50.0);
    QCOMPARE(values.at(0.99), 99.0);
    QCOMPARE(values.at(0.995), 99.5);
    QCOMPARE(values.mean(), 50.0);
    QCOMPARE(values.maximum(), 100.0);
}

void SummaryTest::manyValuesStayWithinTheStatedError() {
    Quantiles values;
    constexpr int kCount = 300000;
    for (int i = 1; i <= kCount; ++i)
        values.add(1e-3 * std::exp(10.0 * i / kCount));
    for (const double q : {0.01, 0.5, 0.9, 0.99, 0.999}) {
        QVERIFY(std::abs(values.at(q) / (1e-3 * std::exp(10.0 * q)) - 1) < 2e-3);
    }
    QCOMPARE(values.count(), static_cast<std::uint64_t>(kCount));
    for (int i = 0; i < kCount; ++i) {
        values.add(0);
        values.add(-1e-18); // what rounding leaves of a difference of equal times
    }
    QCOMPARE(values.at(0.6), 0.0);
    QVERIFY(std::abs(values.at(1) / values.maximum() - 1) < 1e-3);
}

void SummaryTest::lifeAddsUp() {
    Summary summary;
    summary.finished(record());
    const MeanLife life = summary.meanLife();
    QCOMPARE(life.queueing_s, 2.0);
    QCOMPARE(life.prefill_s, 2.0);
    QCOMPARE(life.decode_s, 7.0);
    QCOMPARE(life.paused_s, 4.0);
    QCOMPARE(life.total_s(), summary.e2e.mean());
}

void SummaryTest::goodputNeedsEveryPromise() {
    const auto kept = [](const ServiceLevel& level) {
        Summary summary(level);
        summary.finished(record());
        return summary.kept;
    };
    QCOMPARE(kept({}).all, 1u);
    QCOMPARE(kept({{5}, {2.5}, {15}}).all, 1u);
    QCOMPARE(kept({{4.9}, {2.5}, {15}}).all, 0u);
    QCOMPARE(kept({{5}, {2.4}, {15}}).all, 0u);
    QCOMPARE(kept({{5}, {2.5}, {14}}).all, 0u);
    QCOMPARE(kept({{}, {}, {14}}).all, 0u);
}

/// A limit with a percentile of its own neither breaks the others nor is held by their share.
void SummaryTest::percentilesOfLimits() {
    const auto kept = [](const ServiceLevel& level) {
        Summary summary(level);
        summary.finished(record());
        return summary.kept;
    };
    const Kept late = kept({{4.9, 0.5}, {2.5}, {15}}); // a first token too late, by itself
    QCOMPARE(late.together, 1u);
    QCOMPARE(late.all, 0u);
    QCOMPARE(late.ttft, 0u);
    QCOMPARE(late.tpot, 1u);
    const ServiceLevel level{{1, 0.99}, {1, 0.9}, {1}};
    const Kept enough{0, 80, 99, 90, 80};
    QVERIFY(holds(level, enough, 100, 0.8));
    QVERIFY(!holds(level, enough, 100, 0.81));
    QVERIFY(!holds(level, {0, 80, 98, 90, 80}, 100, 0.8));
    QVERIFY(!holds(level, {0, 80, 99, 89, 80}, 100, 0.8));
    QVERIFY(holds({{1, 0.99}, {}, {}}, {0, 100, 99, 100, 100}, 100, 0.9));
}

QTEST_APPLESS_MAIN(SummaryTest)
#include "summary_test.moc"
