// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/simulation/life_parts.h"
#include "core/serving/simulation/summary.h"
#include "core/serving/simulation/timeline.h"
#include "tests/unit/serving/fixture.h"

#include <algorithm>
#include <cmath>
#include <QTest>
#include <random>

using namespace strata;
using namespace strata::serving;

namespace {

class Logs final : public Observer {
public:
    explicit Logs(std::size_t rows = 1000) : timeline(rows) {}
    void finished(const RequestRecord& record) override {
        lives.finished(record);
        records.push_back(record);
    }
    void stage(const StageRecord& record) override { timeline.add(record); }
    void batch(const IterationRecord& iteration, std::span<const BatchEntry> entries,
               const RequestPool& requests) override {
        lives.batch(iteration, entries, requests);
    }
    TimelineLog timeline;
    LifeLog lives{1000};
    std::vector<RequestRecord> records;
};

StageRecord decode(std::int32_t stage, double start_s, double end_s) {
    return {0, stage, start_s, end_s, 2, 0, 2, 5, 1};
}

/// Tables of a model whose iteration is 1 s a token and 2 s of host work, with attention in proportion to the context.
AnalyticTables tables() {
    AnalyticTables result;
    result.tables.layer = {{1, 64}, {1, 64}};
    result.kernels = {{1, 64}, {0.6, 38.4}};
    result.communication = {{1, 64}, {0.1, 6.4}};
    result.tables.per_sequence = {{1, 8}, {2, 9}};
    result.head_kernels_s = 0.5;
    result.tables.axes = {{{0, 64}, {0, 64}, {0, 1, 8}, {0, 16, 64}}};
    result.tables.attention_s.assign(2 * 2 * 3 * 3, -1);
    const auto at = [&](std::size_t c, std::size_t k, std::size_t n, std::size_t d) -> double& {
        return result.tables.attention_s[((c * 2 + k) * 3 + n) * 3 + d];
    };
    at(0, 0, 0, 0) = 0;
    at(1, 0, 0, 0) = at(1, 1, 0, 0) = 3;
    for (std::size_t n = 1; n < 3; ++n) {
        at(0, 0, n, 0) = at(0, 0, n, 1) = n == 1 ? 0.16 : 1.28;
        at(0, 0, n, 2) = n == 1 ? 0.64 : 5.12;
    }
    fillAttentionGaps(result.tables);
    return result;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b)); }

} // namespace

class ServingLivesTest : public QObject {
    Q_OBJECT

private slots:
    /// vllm-v0: 0-10 prompt of 0; 10-20 its decode; 20-40 prompt of 1, for which 0 pauses; 40-50 both decode.
    void livesByHand() {
        ReplayTraffic traffic({request(0, 10, 3), request(12, 20, 2)});
        Logs logs;
        QVERIFY(simulate(plainOptions("prefill-first"), traffic, PlainTime(), logs));
        std::vector<std::string> told;
        constexpr std::array kNames{"queueing", "prefill", "decode", "paused", "evicted", "recompute"};
        for (const LifeSegment& segment : logs.lives.segments()) {
            const auto whole = [](double value) { return std::to_string(std::lround(value)); };
            told.push_back(std::to_string(segment.request) + " " + kNames[static_cast<std::size_t>(segment.phase)] +
                           " " + whole(segment.start_s) + "-" + whole(segment.end_s));
        }
        std::ranges::sort(told);
        QCOMPARE(told, (std::vector<std::string>{"0 decode 10-20", "0 decode 40-50", "0 paused 20-40", "0 prefill 0-10",
                                                 "1 decode 40-50", "1 prefill 20-40", "1 queueing 12-20"}));
    }

    void anEvictedRequestIsComputedAgain() {
        // Three blocks: both prompts of 16 fit, the first token more of one evicts the other.
        ReplayTraffic traffic({request(0, 16, 8), request(0, 16, 8)});
        Logs logs;
        QVERIFY(simulate(plainOptions("chunked-prefill", 3), traffic, PlainTime(), logs));
        const auto is = [&](LifePhase phase) {
            return std::ranges::count(logs.lives.segments(), phase, &LifeSegment::phase);
        };
        QVERIFY(std::ranges::any_of(logs.records,
                                    [](const RequestRecord& request_record) { return request_record.restarts > 0; }));
        QCOMPARE(is(LifePhase::Evicted), 1);
        QCOMPARE(is(LifePhase::Recompute), 1);
    }

    void livesHaveNoGaps() {
        TrafficOptions options;
        options.requests = 200;
        options.prompt = {.kind = LengthDistribution::Kind::Uniform, .minimum = 1, .maximum = 40};
        options.output = {.kind = LengthDistribution::Kind::Uniform, .minimum = 1, .maximum = 20};
        options.arrivals.rate_per_s = 0.05;
        GeneratedTraffic traffic(options);
        Logs logs;
        QVERIFY(simulate(plainOptions("chunked-prefill", 12), traffic, PlainTime(), logs));
        std::map<std::uint64_t, std::vector<LifeSegment>> lives;
        for (const LifeSegment& segment : logs.lives.segments())
            lives[segment.request].push_back(segment);
        QVERIFY(lives.size() > 100);
        for (const RequestRecord& record : logs.records) {
            const auto found = lives.find(record.id);
            if (found == lives.end()) continue;
            double at = record.arrival_s, paused = 0;
            for (const LifeSegment& life_segment : found->second) {
                QCOMPARE(life_segment.start_s, at);
                at = life_segment.end_s;
                if (life_segment.phase == LifePhase::Paused || life_segment.phase == LifePhase::Evicted)
                    paused += at - life_segment.start_s;
            }
            QCOMPARE(at, record.completed_s);
            QVERIFY(near(paused, record.paused_s));
        }
    }

    void longRunsAreMergedWithoutLoss() {
        TimelineLog whole(1000), merged(8);
        for (int i = 0; i < 100; ++i) {
            for (TimelineLog* log : {&whole, &merged}) {
                log->add(decode(0, 10.0 * i, 10.0 * i + 6));
                log->add(decode(1, 10.0 * i + 6, 10.0 * i + 9));
            }
        }
        QCOMPARE(whole.rows().size(), std::size_t{200});
        QVERIFY(merged.rows().size() <= 8);
        for (const std::int32_t stage : {0, 1}) {
            double busy = 0, at = -1;
            std::int64_t iterations = 0;
            for (const TimelineRow& row : merged.rows()) {
                if (row.stage != stage) continue;
                QVERIFY(row.start_s >= at);
                at = row.end_s;
                busy += row.decode_s;
                iterations += row.iterations;
                QCOMPARE(row.blocks_used, 5);
            }
            QCOMPARE(iterations, 100);
            QVERIFY(near(busy, stage == 0 ? 600 : 300));
            QVERIFY(near(at, stage == 0 ? 996 : 999));
        }
    }

    /// Alone: prompt of 32 takes 32 + 1.5 (half of the attention of 64) + 2; each decode 1 + 2 + 0.01 of its context.
    void partsOfALonelyRequestByHand() {
        const AnalyticTables given = tables();
        EngineTableOptions options;
        const AloneTime alone(given, options, 64);
        const LifeParts parts = alone.of(32, 0, 5);
        double seconds = 32 + 3 + 2;
        BatchShape shape;
        shape.tokens = shape.decodes = 1;
        double decodes = 0;
        const EngineTableTime time(given.tables, options);
        for (int i = 1; i < 5; ++i) {
            shape.decode_context_sum = 32 + i;
            decodes += time.seconds(shape, 0);
        }
        QVERIFY(near(decodes, 4 * 3 + 0.01 * (33 + 34 + 35 + 36)));
        seconds += decodes;
        QVERIFY2(near(parts.total_s(), seconds), qPrintable(QString::number(parts.total_s(), 'g', 17)));
        QVERIFY(near(parts.communication_s, 3.2 + 4 * 0.1));
        QVERIFY(near(parts.runtime_s, 0.3 * 32 + 4 * 0.3));
        QVERIFY(near(parts.host_s, 5 * 1.5));
        QVERIFY(near(parts.decode_kernels_s, 4 * (0.6 + 0.5) + 1.38));
    }

    /// Guesses of which none is kept cost what they take; those that are always kept spare two iterations of three.
    void guessesOfALonelyRequestByHand() {
        const AnalyticTables given = tables();
        EngineTableOptions options;
        const EngineTableTime time(given.tables, options);
        RequestRecord record;
        record.prompt_tokens = 32;
        record.output_tokens = 7;
        for (const double acceptance : {0.0, 1.0}) {
            const Speculation speculation = chainOf(std::vector{acceptance, acceptance});
            const SpeculativeTime guessing(time, nullptr, speculation, {});
            AloneTime alone(given, options, 64), decoding(given, options, 64);
            decoding.guessBy(guessing, speculation, 1);
            alone.decodeBy(decoding);
            BatchShape shape;
            shape.decodes = 1;
            shape.tokens = 3;
            shape.guessed = 2;
            double checked_s = 0;
            for (int done = 33; done<39; done += acceptance> 0 ? 3 : 1) {
                shape.decode_context_sum = shape.decode_context_max = done;
                checked_s += time.seconds(shape, 0);
            }
            const LifeParts plain = AloneTime(given, options, 64).of(32, 0, 7);
            const double plain_s = plain.total_s() - AloneTime(given, options, 64).of(32, 0, 1).total_s();
            record.completed_s = plain.total_s() - plain_s + checked_s; // nobody else is there
            const LifeParts parts = alone.of(record);
            QVERIFY2(near(parts.guessing_s, checked_s - plain_s),
                     qPrintable(QString("%1 %2").arg(parts.guessing_s).arg(checked_s - plain_s)));
            QVERIFY(near(parts.total_s(), record.completed_s));
            QVERIFY(std::abs(parts.batching_s) < 1e-9);
        }
    }

    void partsAddUpToTheLifeAndThePercentile() {
        const AnalyticTables given = tables();
        const AloneTime alone(given, {}, 64);
        LifeSums sums;
        Quantiles e2e;
        double mean = 0;
        std::mt19937 random(7);
        for (int i = 0; i < 2000; ++i) {
            RequestRecord record;
            record.prompt_tokens = 1 + static_cast<std::int32_t>(random() % 60);
            record.output_tokens = 1 + static_cast<std::int32_t>(random() % 90);
            record.arrival_s = 3.0 * i;
            record.scheduled_s = record.arrival_s + static_cast<double>(random() % 1000) / 7;
            record.paused_s = static_cast<double>(random() % 100) / 9;
            record.completed_s = record.scheduled_s + record.paused_s + 400 + static_cast<double>(random() % 300);
            const LifeParts parts = alone.of(record);
            QVERIFY(near(parts.total_s(), record.e2e_s()));
            sums.add(parts);
            e2e.add(record.e2e_s());
            mean += record.e2e_s() / 2000;
        }
        QVERIFY(near(sums.mean().total_s(), mean));
        std::uint64_t used = 0;
        QVERIFY(near(sums.around(0.99, e2e.at(0.99), used).total_s(), e2e.at(0.99)));
        QVERIFY2(used >= 18 && used <= 60, qPrintable(QString::number(used)));
        // Those who wait longest are late.
        QVERIFY(sums.around(0.99, e2e.at(0.99), used).queueing_s > 1.2 * sums.mean().queueing_s);
    }

    void distributionsReachTheirShares() {
        Quantiles values;
        for (const int value : {5, 1, 4, 2, 3})
            values.add(value);
        for (int i = 1; i <= 5; ++i)
            QVERIFY(near(values.reachedBy(0.2 * i), i));
        QVERIFY(near(values.reachedBy(0.21), 2));
    }
};

QTEST_MAIN(ServingLivesTest)
#include "lives_test.moc"
