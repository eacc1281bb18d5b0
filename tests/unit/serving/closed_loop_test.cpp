// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/traffic/closed_loop.h"
#include "tests/unit/serving/fixture.h"

#include <QTest>

#include <set>

using namespace strata;
using namespace strata::serving;

namespace {

TrafficOptions lengths(double prompt, double output, std::uint64_t requests) {
    TrafficOptions options;
    options.prompt.tokens = prompt;
    options.output.tokens = output;
    options.requests = requests;
    return options;
}

} // namespace

class ClosedLoopTest : public QObject {
    Q_OBJECT

private slots:
    /// Two prompts of 10 in 20 s, one decode iteration of 10 s; then both ask again.
    void byHand_data() {
        QTest::addColumn<double>("think_s");
        QTest::newRow("at once") << 0.0;
        QTest::newRow("after thought") << 5.0;
    }
    void byHand() {
        QFETCH(double, think_s);
        ClosedLoopTraffic traffic(lengths(10, 2, 4), 2, think_s);
        Records records;
        const auto totals = simulate(plainOptions("chunked-prefill"), traffic, PlainTime(), records);
        QVERIFY(totals);
        QCOMPARE(totals->requests, 4u);
        QCOMPARE(totals->most_in_flight, std::size_t{2});
        QCOMPARE(records.by_id.at(0).completed_s, 30.0);
        QCOMPARE(records.by_id.at(2).arrival_s, 30.0 + think_s);
        QCOMPARE(records.by_id.at(3).ttft_s(), 20.0);
        QCOMPARE(totals->end_s, 60.0 + think_s);
    }

    /// Every request but the first of each user starts where another one ended, and no user asks twice.
    void usersWaitForTheirAnswers() {
        TrafficOptions options = lengths(8, 1, 200);
        options.output = {.kind = LengthDistribution::Kind::Uniform, .minimum = 1, .maximum = 30};
        ClosedLoopTraffic traffic(options, 7, 2.5);
        Records records;
        const auto totals = simulate(plainOptions("chunked-prefill"), traffic, PlainTime(), records);
        QVERIFY(totals);
        QCOMPARE(totals->requests, 200u);
        QCOMPARE(totals->most_in_flight, std::size_t{7});
        std::multiset<double> ends;
        for (const auto& [id, record] : records.by_id)
            ends.insert(record.completed_s + 2.5);
        for (const auto& [id, record] : records.by_id) {
            if (id < 7) {
                QCOMPARE(record.arrival_s, 0.0);
                continue;
            }
            const auto cause = ends.find(record.arrival_s);
            QVERIFY(cause != ends.end());
            ends.erase(cause);
        }
    }

    void durationEndsIt() {
        TrafficOptions options = lengths(10, 2, 0);
        options.duration_s = 100;
        ClosedLoopTraffic traffic(options, 1, 0);
        Records records;
        const auto totals = simulate(plainOptions("chunked-prefill"), traffic, PlainTime(), records);
        QVERIFY(totals);
        // 20 s each: asked at 0, 20, 40, 60, 80 and 100.
        QCOMPARE(totals->requests, 6u);
    }
};

QTEST_APPLESS_MAIN(ClosedLoopTest)
#include "closed_loop_test.moc"
