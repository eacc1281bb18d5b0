// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/npu/event/cores.h"
#include "core/npu/event/event.h"
#include "tests/unit/npu/fixtures.h"

#include <QTest>

#include <cmath>
#include <numeric>

using namespace strata;
using namespace strata::npu;
using namespace strata::test;

namespace {

hardware::NpuArchitecture twoLevels(double dram) {
    auto levels = std::vector{npuLevel("dram", 0), npuLevel("buffer", 0, 4, 2)};
    levels[0].read_words_per_cycle = levels[0].write_words_per_cycle = dram;
    return accelerator(std::move(levels));
}

/// A product whose tiles cross the port in some order.
struct Case {
    workload::Problem problem;
    Mapping mapping;
    LoopNestResult counted;
};

Case randomCase(CounterRandom& random, const hardware::NpuArchitecture& architecture) {
    const auto bound = [&] { return 1 + random.nextBelow(6); };
    const std::uint64_t m = bound(), n = bound(), k = bound(), inner = bound();
    Case made{gemm(m * inner, n, k), {}, {}};
    auto loops = std::vector{loop(0, m), loop(1, n), loop(2, k)};
    for (std::size_t i = loops.size(); i > 1; --i)
        std::swap(loops[i - 1], loops[random.nextBelow(i)]);
    made.mapping.levels = {{loops, {}, {}, {true, true, true}}, {{loop(0, inner)}, {}, {}, {true, true, true}}};
    made.counted = evaluate(architecture, made.problem, made.mapping);
    return made;
}

detail::TileProgram wholeOf(const hardware::NpuArchitecture& architecture, const Case& one) {
    std::vector<detail::Projection> projections;
    for (const workload::Tensor& tensor : one.problem.tensors)
        projections.push_back(detail::makeProjection(tensor));
    detail::TileProgram whole;
    if (!detail::makeTileProgram(architecture, one.problem, projections, one.mapping, one.counted, whole))
        qFatal("program");
    return whole;
}

CoresResult simulated(const CorePlan& plan, const CoreLimits& limits = {}) {
    auto result = simulateCores(plan, limits, {});
    if (!result) qFatal("%s", result.error().text.id.c_str());
    return *std::move(result);
}

/// One job of each program on a core of its own, none of which reads another's result.
CorePlan beside(std::vector<detail::TileProgram> programs, std::uint64_t copies = 1) {
    CorePlan plan;
    plan.programs = std::move(programs);
    for (std::size_t i = 0; i < plan.programs.size(); ++i) {
        plan.items.push_back({i, 0, {}});
        plan.cores.push_back({{i, i, copies}});
    }
    return plan;
}

double usedReads(const CoresResult& result) {
    return std::accumulate(result.memory.begin(), result.memory.end(), 0.0,
                           [](double sum, const MemoryUse& use) { return sum + (use.to - use.from) * use.read_share; });
}

} // namespace

class CoresTest : public QObject {
    Q_OBJECT
private slots:
    void equalsTheClosedFormWhereNothingContends();
    void aloneIsAsOneSimulatedNest();
    void coresThatAreAlikeShareEvenly();
    void neverMovesMoreThanThePortCan();
    void whoAsksForLittleGetsIt();
    void mergedTilesKeepWordsAndTime();
    void waitsForResultsOfOthers();
    void everyItemThatIsWaitedForHasItsSpan();
    void roomIsNoResult();
    void tilesAreCounted();
    void refusesWhatIsBeyondTheBudget();
    void jobsThatWaitForEachOtherAreAnError();
};

/// A port without a limit: every core takes what the closed form says, however many there are beside it.
void CoresTest::equalsTheClosedFormWhereNothingContends() {
    CounterRandom random(3);
    const auto architecture = twoLevels(hardware::NpuLevel::kUnlimited);
    for (int i = 0; i < 300; ++i) {
        std::vector<detail::TileProgram> programs;
        std::vector<double> closed;
        const std::uint64_t copies = 1 + random.nextBelow(3);
        for (std::size_t c = 0; c < 1 + random.nextBelow(5); ++c) {
            const Case one = randomCase(random, architecture);
            programs.push_back(outerProgram(wholeOf(architecture, one), one.counted.cycles, 1 + random.nextBelow(64)));
            closed.push_back(static_cast<double>(copies) * one.counted.cycles);
        }
        const CoresResult result = simulated(beside(programs, copies));
        for (std::size_t c = 0; c < closed.size(); ++c) {
            QVERIFY2(std::abs(result.cores[c].end - closed[c]) <= 1e-6 * closed[c], qPrintable(QString::number(i)));
            QVERIFY(std::abs(result.cores[c].compute - closed[c]) <= 1e-6 * closed[c]);
        }
    }
}

/// One core with a narrow port is what the simulation of one nest makes of it.
void CoresTest::aloneIsAsOneSimulatedNest() {
    CounterRandom random(4);
    int waited = 0;
    for (int i = 0; i < 1000; ++i) {
        const double rates[] = {0.1, 0.5, 1.0, 4.0};
        const auto architecture = twoLevels(rates[random.nextBelow(4)]);
        const Case one = randomCase(random, architecture);
        if (!one.counted.violations.empty()) continue;
        EventSimulator simulator(architecture, one.problem);
        EventResult nest;
        QVERIFY(simulator.simulate(one.mapping, one.counted, {}, {}, nest));
        const CoresResult result =
            simulated(beside({outerProgram(wholeOf(architecture, one), one.counted.compute_cycles, 1'000'000)}));
        QVERIFY2(std::abs(result.cycles - nest.cycles) <= 1e-6 * nest.cycles,
                 qPrintable(QStringLiteral("%1: %2, %3").arg(i).arg(result.cycles).arg(nest.cycles)));
        const CoreTime& time = result.cores[0];
        QVERIFY(std::abs(time.compute + time.reads + time.writes - result.cycles) <= 1e-6 * result.cycles);
        waited += time.reads + time.writes > 0.01 * result.cycles ? 1 : 0;
    }
    QVERIFY(waited > 200);
}

void CoresTest::coresThatAreAlikeShareEvenly() {
    const auto stream = streamProgram(400.0, 0.0, 100.0, 100); // 4 cycles of the port for each of work
    const CoresResult cores_result = simulated(beside({stream}));
    const CoresResult four = simulated(beside({stream, stream, stream, stream}));
    QVERIFY(std::abs(cores_result.cycles - 401.0) < 1e-6); // the last tile is worked on after all have come
    for (const CoreTime& time : four.cores)
        QVERIFY(std::abs(time.end - 1601.0) < 1e-6);
    QVERIFY(std::abs(four.read_cycles - 1600.0) < 1e-6);
}

void CoresTest::neverMovesMoreThanThePortCan() {
    CounterRandom random(5);
    for (int i = 0; i < 200; ++i) {
        std::vector<detail::TileProgram> programs;
        double reads = 0, writes = 0;
        for (std::size_t c = 0; c < 2 + random.nextBelow(4); ++c) {
            const double read = 1 + random.nextBelow(300), write = 1 + random.nextBelow(300);
            programs.push_back(streamProgram(read, write, 1 + random.nextBelow(200), 1 + random.nextBelow(40)));
            reads += read;
            writes += write;
        }
        const CoresResult result = simulated(beside(programs));
        QVERIFY(result.cycles >= std::max(reads, writes) - 1e-6);
        QVERIFY(std::abs(result.read_cycles - reads) < 1e-6 * reads);
        QVERIFY(std::abs(result.write_cycles - writes) < 1e-6 * writes);
        QVERIFY(std::abs(usedReads(result) - reads) < 1e-6 * reads);
        for (const MemoryUse& use : result.memory)
            QVERIFY(use.read_share <= 1.0 + 1e-9 && use.write_share <= 1.0 + 1e-9);
    }
}

/// One core needs a quarter of the port all the time, the other as much as it gets: together they fill it.
void CoresTest::whoAsksForLittleGetsIt() {
    const auto little = streamProgram(50.0, 0.0, 200.0, 200), much = streamProgram(150.0, 0.0, 1.0, 200);
    const CoresResult result = simulated(beside({little, much}));
    QVERIFY2(std::abs(result.cores[0].end - 200.0) < 3.0, qPrintable(QString::number(result.cores[0].end)));
    QVERIFY2(std::abs(result.cores[1].end - 200.0) < 3.0, qPrintable(QString::number(result.cores[1].end)));
    QVERIFY(result.cores[1].reads > 190.0);
}

/// Inner loops as one step: the same words, the same work, and never a shorter run.
void CoresTest::mergedTilesKeepWordsAndTime() {
    CounterRandom random(6);
    for (int i = 0; i < 500; ++i) {
        const auto architecture = twoLevels(0.7);
        const Case one = randomCase(random, architecture);
        const auto whole = wholeOf(architecture, one);
        const CoresResult fine = simulated(beside({outerProgram(whole, one.counted.compute_cycles, 1'000'000)}));
        const CoresResult coarse = simulated(beside({outerProgram(whole, one.counted.compute_cycles, 8)}));
        QVERIFY(std::abs(coarse.read_cycles - fine.read_cycles) <= 1e-6 * fine.read_cycles + 1e-9);
        QVERIFY(std::abs(coarse.write_cycles - fine.write_cycles) <= 1e-6 * fine.write_cycles + 1e-9);
        QVERIFY(std::abs(coarse.cores[0].compute - fine.cores[0].compute) <= 1e-6 * fine.cycles);
        QVERIFY2(coarse.cycles >= fine.cycles * (1.0 - 1e-6),
                 qPrintable(QStringLiteral("%1: %2 < %3").arg(i).arg(coarse.cycles).arg(fine.cycles)));
    }
}

/// Two cores in a row, 10 and 20 cycles, three inputs: 10 + 3 x 20, and the second waits once.
void CoresTest::waitsForResultsOfOthers() {
    CorePlan plan;
    plan.programs = {streamProgram(0, 0, 10, 2), streamProgram(0, 0, 20, 2)};
    plan.cores.resize(2);
    for (std::size_t input = 0; input < 3; ++input) {
        plan.items.push_back({0, input, {}});
        plan.items.push_back({1, input, {2 * input}});
        plan.cores[0].push_back({2 * input, 0, 1});
        plan.cores[1].push_back({2 * input + 1, 1, 1});
    }
    const CoresResult result = simulated(plan);
    QCOMPARE(result.cycles, 70.0);
    QCOMPARE(result.cores[1].results, 10.0);
    const auto waits =
        std::ranges::find_if(result.spans, [](const CoreSpan& span) { return span.waits() == CoreWait::Results; });
    QVERIFY(waits != result.spans.end());
    QCOMPARE(waits->core, std::size_t{1});
    QCOMPARE(waits->item, std::size_t{0}); // that of the first core
    QCOMPARE(result.item_ends[5], 70.0);
}

/// A job that reads the results of two others, ready after 10 and after 25 cycles.
void CoresTest::everyItemThatIsWaitedForHasItsSpan() {
    CorePlan plan;
    plan.programs = {streamProgram(0, 0, 10, 2), streamProgram(0, 0, 25, 2)};
    plan.items = {{0, 0, {}, {}}, {1, 0, {}, {}}, {2, 0, {0, 1}, {}}};
    plan.cores = {{{0, 0, 1}}, {{1, 1, 1}}, {{2, 0, 1}}};
    const CoresResult result = simulated(plan);
    std::vector<CoreSpan> waits;
    std::ranges::copy_if(result.spans, std::back_inserter(waits), [](const CoreSpan& span) { return span.tiles == 0; });
    QCOMPARE(waits.size(), std::size_t{2});
    QCOMPARE(waits[0].item, std::size_t{0});
    QCOMPARE(waits[0].to, 10.0);
    QCOMPARE(waits[1].item, std::size_t{1});
    QCOMPARE(waits[1].from, 10.0);
    QCOMPARE(waits[1].to, 25.0);
    QCOMPARE(result.cores[2].results, 25.0);
}

/// The second result of a fast core has no room before the slow one has taken the first.
void CoresTest::roomIsNoResult() {
    CorePlan plan;
    plan.programs = {streamProgram(0, 0, 10, 2), streamProgram(0, 0, 20, 2)};
    plan.items = {{0, 0, {}, {}}, {1, 0, {0}, {}}, {0, 1, {}, {1}}, {1, 1, {2}, {}}};
    plan.cores = {{{0, 0, 1}, {2, 0, 1}}, {{1, 1, 1}, {3, 1, 1}}};
    const CoresResult result = simulated(plan);
    QCOMPARE(result.cores[0].room, 20.0);
    QCOMPARE(result.cores[0].results, 0.0);
    QCOMPARE(result.cores[1].results, 20.0);
    const auto waits =
        std::ranges::find_if(result.spans, [](const CoreSpan& span) { return span.waits() == CoreWait::Room; });
    QVERIFY(waits != result.spans.end());
    QCOMPARE(waits->core, std::size_t{0});
    QCOMPARE(waits->item, std::size_t{1});
}

/// The ranges of a job follow each other without a gap and end with its last tile.
void CoresTest::tilesAreCounted() {
    CoreLimits limits;
    limits.ranges = 4;
    const CoresResult result = simulated(beside({streamProgram(30, 10, 50, 10)}, 3), limits);
    QCOMPARE(result.spans.size(), std::size_t{4});
    std::uint64_t next = 0;
    double end = 0;
    for (const CoreSpan& span : result.spans) {
        QCOMPARE(span.first_tile, next);
        QCOMPARE(span.from, end);
        QVERIFY(span.last_tile >= span.first_tile);
        QVERIFY(std::abs(span.compute + span.reads + span.writes - span.length()) < 1e-9);
        next = span.last_tile + 1;
        end = span.to;
    }
    QCOMPARE(next, std::uint64_t{30});
    QCOMPARE(end, result.cycles);
}

void CoresTest::refusesWhatIsBeyondTheBudget() {
    const CorePlan plan = beside({streamProgram(100, 100, 100, 1000), streamProgram(100, 100, 100, 1000)}, 4);
    CoreLimits limits;
    limits.most_events = 500;
    const auto events = simulateCores(plan, limits, {});
    QVERIFY(!events);
    QCOMPARE(events.error().code, std::string("too-many-events"));
    limits = {};
    limits.most_spans = 3;
    const auto spans = simulateCores(plan, limits, {});
    QVERIFY(!spans);
    QCOMPARE(spans.error().code, std::string("too-many-spans"));
    std::stop_source source;
    source.request_stop();
    const auto stopped = simulateCores(plan, {}, source.get_token());
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, std::string("cancelled"));
}

void CoresTest::jobsThatWaitForEachOtherAreAnError() {
    CorePlan plan;
    plan.programs = {streamProgram(0, 0, 10, 2)};
    plan.items = {{0, 0, {1}}, {1, 0, {0}}};
    plan.cores = {{{0, 0, 1}}, {{1, 0, 1}}};
    const auto result = simulateCores(plan, {}, {});
    QVERIFY(!result);
    QCOMPARE(result.error().code, std::string("internal"));
}

QTEST_APPLESS_MAIN(CoresTest)
#include "cores_test.moc"
