// SPDX-License-Identifier: GPL-3.0-or-later
// The simulation tile by tile against the closed form, against itself without the short cut for periods, and against
// runs that were followed by hand.
#include "core/base/random.h"
#include "core/npu/event/event.h"
#include "tests/unit/npu/fixtures.h"

#include <QTest>

#include <cmath>
#include <cstdlib>
#include <new>

namespace {
std::size_t allocations = 0;
}

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace strata;
using namespace strata::npu;
using namespace strata::test;

namespace {

struct Random {
    CounterRandom bits;
    std::uint64_t below(std::uint64_t bound) { return bits.nextBelow(bound); }
    bool chance(double share) { return bits.nextUniform() < share; }
};

EventResult simulate(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                     const Mapping& mapping, const LoopNestResult& counted, bool repeat = true) {
    EventSimulator simulator(architecture, problem);
    EventResult result;
    EventLimits limits;
    limits.repeat_periods = repeat;
    const auto done = simulator.simulate(mapping, counted, limits, {}, result);
    if (!done) qFatal("%s", done.error().text.id.c_str());
    return result;
}

double sumOfParts(const EventResult& result) {
    double sum = result.fill_cycles + result.compute_cycles + result.drain_cycles;
    for (const EventWait& wait : result.waits)
        sum += wait.cycles;
    return sum;
}

hardware::NpuArchitecture threeLevels(double dram, double buffer, double registers) {
    auto levels = std::vector{npuLevel("dram", 0), npuLevel("buffer", 0, 4, 2), npuLevel("registers", 0)};
    const double rates[] = {dram, buffer, registers};
    for (std::size_t l = 0; l < levels.size(); ++l)
        levels[l].read_words_per_cycle = levels[l].write_words_per_cycle = rates[l];
    return accelerator(std::move(levels));
}

/// Whole factors spread at random over three levels, loops in any order, tensors that levels pass on now and then.
Mapping randomMapping(Random& random, const workload::Problem& problem) {
    Mapping mapping;
    mapping.levels.resize(3);
    for (LevelMapping& level : mapping.levels) {
        for (std::size_t t = 0; t < problem.tensors.size(); ++t)
            level.keep.push_back(random.chance(0.8));
    }
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
        mapping.levels[0].keep[t] = true;
        mapping.levels[2].keep[t] = random.chance(0.7);
    }
    for (std::uint32_t d = 0; d < problem.dimensions.size(); ++d) {
        std::uint64_t rest = problem.dimensions[d].bound;
        for (std::size_t l = 3; l-- > 1;) {
            std::uint64_t factor = 1 + random.below(rest);
            while (rest % factor != 0)
                --factor;
            rest /= factor;
            if (factor == 1) continue;
            if (l == 2 && factor <= 2 && mapping.levels[1].spatial_x.empty()) {
                mapping.levels[1].spatial_x.push_back(loop(d, factor));
                continue;
            }
            auto& loops = mapping.levels[l].temporal;
            loops.insert(loops.begin() + static_cast<std::ptrdiff_t>(random.below(loops.size() + 1)), loop(d, factor));
        }
        auto& loops = mapping.levels[0].temporal;
        if (rest > 1)
            loops.insert(loops.begin() + static_cast<std::ptrdiff_t>(random.below(loops.size() + 1)), loop(d, rest));
    }
    return mapping;
}

workload::Problem randomProblem(Random& random) {
    const auto bound = [&] { return 1 + random.below(8); };
    return random.chance(0.5) ? gemm(bound(), bound(), bound()) : slidingWindow(bound(), bound(), 1 + random.below(4));
}

double anyRate(Random& random) {
    const double rates[] = {0.13, 0.5, 1.0, 3.0, 16.0, hardware::NpuLevel::kUnlimited};
    return rates[random.below(6)];
}

} // namespace

class EventTest : public QObject {
    Q_OBJECT
private slots:
    void agreesWithTheClosedFormWherePortsNeverWait();
    void isNeverFasterThanTheClosedForm();
    void nearsTheClosedFormInLongRuns();
    void repeatsPeriodsWithoutChangingAnything();
    void followsOneTensorByHand();
    void showsFillAndDrain();
    void waitsForABurst();
    void refusesTooManyEvents();
    void allocatesNothingInItsLoop();
    void stopsWhenAsked();
};

void EventTest::agreesWithTheClosedFormWherePortsNeverWait() {
    Random random{CounterRandom(11)};
    for (int i = 0; i < 2000; ++i) {
        const auto problem = randomProblem(random);
        const auto architecture =
            threeLevels(hardware::NpuLevel::kUnlimited, hardware::NpuLevel::kUnlimited, hardware::NpuLevel::kUnlimited);
        const Mapping mapping = randomMapping(random, problem);
        const LoopNestResult counted = evaluate(architecture, problem, mapping);
        if (!counted.violations.empty()) continue;
        const EventResult result = simulate(architecture, problem, mapping, counted);
        QVERIFY2(std::abs(result.cycles - counted.cycles) <= 1e-6 * counted.cycles, qPrintable(QString::number(i)));
        QCOMPARE(result.fill_cycles, 0.0);
        QVERIFY(result.waits.empty());
    }
}

void EventTest::isNeverFasterThanTheClosedForm() {
    Random random{CounterRandom(12)};
    int waited = 0;
    for (int i = 0; i < 3000; ++i) {
        const auto problem = randomProblem(random);
        const auto architecture = threeLevels(anyRate(random), anyRate(random), anyRate(random));
        const Mapping mapping = randomMapping(random, problem);
        const LoopNestResult counted = evaluate(architecture, problem, mapping);
        if (!counted.violations.empty()) continue;
        const EventResult result = simulate(architecture, problem, mapping, counted);
        // The closed form rounds up to a whole cycle.
        QVERIFY2(result.cycles >= counted.cycles - 1.0 - 1e-6,
                 qPrintable(QStringLiteral("%1: %2 < %3").arg(i).arg(result.cycles).arg(counted.cycles)));
        QVERIFY(std::abs(sumOfParts(result) - result.cycles) <= 1e-6 * result.cycles);
        QVERIFY(std::abs(result.compute_cycles - counted.compute_cycles) <= 1e-6 * counted.compute_cycles);
        waited += result.waits.empty() ? 0 : 1;
    }
    QVERIFY(waited > 500);
}

/// One port decides, tiles are all alike and many: what remains beside the closed form is a tile at either end.
void EventTest::nearsTheClosedFormInLongRuns() {
    for (const double rate : {0.05, 0.4, 0.9, 5.0}) {
        const auto problem = gemm(4096, 8, 8);
        const auto architecture = threeLevels(rate, hardware::NpuLevel::kUnlimited, hardware::NpuLevel::kUnlimited);
        Mapping mapping;
        mapping.levels = {{{loop(0, 1024)}, {}, {}, {true, true, true}},
                          {{loop(0, 4)}, {}, {}, {true, true, true}},
                          {{loop(1, 8), loop(2, 8)}, {}, {}, {true, true, true}}};
        const LoopNestResult counted = evaluate(architecture, problem, mapping);
        const EventResult result = simulate(architecture, problem, mapping, counted);
        const double tile = static_cast<double>(counted.levels[1].used_words) / rate;
        QVERIFY(result.cycles >= counted.cycles - 1.0);
        QVERIFY2(result.cycles <= counted.cycles + 4 * tile + 512,
                 qPrintable(QStringLiteral("%1: %2, %3").arg(rate).arg(result.cycles).arg(counted.cycles)));
        QVERIFY(result.cycles < 1.01 * counted.cycles);
        QVERIFY(result.events < 2000); // of 4,096 steps and their loads
    }
}

void EventTest::repeatsPeriodsWithoutChangingAnything() {
    Random random{CounterRandom(13)};
    std::uint64_t spared = 0;
    for (int i = 0; i < 2000; ++i) {
        const auto problem = randomProblem(random);
        const auto architecture = threeLevels(anyRate(random), anyRate(random), anyRate(random));
        const Mapping mapping = randomMapping(random, problem);
        const LoopNestResult counted = evaluate(architecture, problem, mapping);
        if (!counted.violations.empty()) continue;
        const EventResult quick = simulate(architecture, problem, mapping, counted);
        const EventResult whole = simulate(architecture, problem, mapping, counted, false);
        QVERIFY2(std::abs(quick.cycles - whole.cycles) <= 1e-7 * whole.cycles,
                 qPrintable(
                     QStringLiteral("%1: %2, %3").arg(i).arg(quick.cycles, 0, 'g', 12).arg(whole.cycles, 0, 'g', 12)));
        QVERIFY(std::abs(quick.fill_cycles - whole.fill_cycles) <= 1e-7 * whole.cycles);
        QVERIFY(std::abs(quick.drain_cycles - whole.drain_cycles) <= 1e-7 * whole.cycles);
        QVERIFY(quick.events <= whole.events);
        spared += whole.events - quick.events;
    }
    QVERIFY(spared > 10'000);
}

/// Two levels; inputs of 4 words a tile cross at 1 word a cycle while the units take 2 cycles a tile: the port decides.
/// 8 tiles x 4 words = 32 cycles, the units work on the last tile for 2 more.
void EventTest::followsOneTensorByHand() {
    auto levels = std::vector{npuLevel("dram", 0), npuLevel("buffer", 0, 2, 1)};
    levels[0].read_words_per_cycle = 1.0;
    const auto architecture = accelerator(std::move(levels));
    const auto problem = gemm(8, 1, 4);
    Mapping mapping;
    mapping.levels = {{{loop(0, 8)}, {}, {}, {true, true, true}},
                      {{loop(2, 2)}, {loop(2, 2)}, {}, {false, true, false}}};
    const LoopNestResult counted = evaluate(architecture, problem, mapping);
    QVERIFY(counted.violations.empty());
    const EventResult result = simulate(architecture, problem, mapping, counted);
    // Weights and sums pass the port word by word with the units' own steps: 16 steps x (2 + 1) words beside 32.
    const double port = counted.levels[0].read_words_per_cycle * counted.compute_cycles;
    QVERIFY(port > 32.0);
    QVERIFY(result.cycles >= port);
    QVERIFY(result.cycles <= port + 4.0 + 6.0);
    QCOMPARE(result.fill_cycles, 4.0);
    QCOMPARE(result.waits.size(), std::size_t{1});
    QCOMPARE(result.waits[0].level, std::size_t{0});
    QVERIFY(result.waits[0].reads);
}

/// The first tiles of weights (6 words) and inputs (3) share a port of 1.5 words a cycle; the outputs leave through
/// one of 2.
void EventTest::showsFillAndDrain() {
    auto levels = std::vector{npuLevel("dram", 0), npuLevel("buffer", 0)};
    levels[0].read_words_per_cycle = 1.5;
    levels[0].write_words_per_cycle = 2.0;
    const auto architecture = accelerator(std::move(levels));
    const auto problem = gemm(1, 2, 3);
    Mapping mapping;
    mapping.levels = {{{}, {}, {}, {true, true, true}}, {{loop(1, 2), loop(2, 3)}, {}, {}, {true, true, true}}};
    const LoopNestResult counted = evaluate(architecture, problem, mapping);
    const EventResult result = simulate(architecture, problem, mapping, counted);
    QCOMPARE(result.fill_cycles, 6.0);    // 9 words
    QCOMPARE(result.compute_cycles, 6.0); // one unit, 6 products
    QCOMPARE(result.drain_cycles, 1.0);   // 2 words
    QCOMPARE(result.cycles, 13.0);
    QCOMPARE(counted.cycles, 6.0);
    QCOMPARE(result.spans.size(), std::size_t{4}); // two loads, one step, one store
}

/// Inputs are loaded anew only when the outer loop advances. They have the whole time of the tile before for it, so
/// that a port with just enough words a cycle never makes the units wait, though all of it is one burst.
void EventTest::waitsForABurst() {
    auto levels = std::vector{npuLevel("dram", 0), npuLevel("buffer", 0)};
    const auto problem = gemm(64, 16, 1); // inputs: 1 word for each m; weights: 1 for each n
    Mapping mapping;
    mapping.levels = {{{loop(0, 64), loop(1, 16)}, {}, {}, {true, true, true}}, {{}, {}, {}, {false, true, false}}};
    levels[0].read_words_per_cycle = 2.0; // weights of each step, and an input now and then
    const auto enough = accelerator(levels);
    const LoopNestResult counted = evaluate(enough, problem, mapping);
    const EventResult result = simulate(enough, problem, mapping, counted);
    QVERIFY(result.cycles <= counted.cycles + 2.0);
    levels[0].read_words_per_cycle = 0.5;
    const auto scarce = accelerator(levels);
    const LoopNestResult slow = evaluate(scarce, problem, mapping);
    const EventResult late = simulate(scarce, problem, mapping, slow);
    QVERIFY(slow.cycles > 2000.0);
    QVERIFY(late.cycles >= slow.cycles - 1.0);
    QVERIFY(late.cycles <= slow.cycles * 1.01 + 4.0);
    QVERIFY(!late.waits.empty());
}

void EventTest::refusesTooManyEvents() {
    const auto problem = gemm(64, 64, 64);
    const auto architecture = threeLevels(1.0, 1.0, 1.0);
    Mapping mapping;
    mapping.levels = {{{loop(0, 64), loop(1, 64)}, {}, {}, {true, true, true}},
                      {{loop(2, 64)}, {}, {}, {true, true, true}},
                      {{}, {}, {}, {true, true, true}}};
    const LoopNestResult counted = evaluate(architecture, problem, mapping);
    EventSimulator simulator(architecture, problem);
    EventLimits limits;
    limits.repeat_periods = false;
    limits.most_events = 1000;
    EventResult result;
    const auto done = simulator.simulate(mapping, counted, limits, {}, result);
    QVERIFY(!done);
    QCOMPARE(done.error().code, std::string("too-many-events"));
    limits.repeat_periods = true;
    limits.most_events = 20'000;
    QVERIFY(simulator.simulate(mapping, counted, limits, {}, result)); // 262,144 steps
}

void EventTest::allocatesNothingInItsLoop() {
    const auto problem = gemm(48, 40, 36);
    const auto architecture = threeLevels(0.7, 1.0, 2.0);
    Mapping mapping;
    mapping.levels = {{{loop(0, 6), loop(1, 5)}, {}, {}, {true, true, true}},
                      {{loop(2, 6), loop(1, 4)}, {loop(0, 4)}, {loop(1, 2)}, {true, true, true}},
                      {{loop(0, 2), loop(2, 6)}, {}, {}, {true, true, true}}};
    const LoopNestResult counted = evaluate(architecture, problem, mapping);
    EventSimulator simulator(architecture, problem);
    EventLimits limits;
    EventResult result;
    QVERIFY(simulator.simulate(mapping, counted, limits, {}, result));
    const std::size_t before = allocations;
    for (int i = 0; i < 10; ++i)
        QVERIFY(simulator.simulate(mapping, counted, limits, {}, result));
    QCOMPARE(allocations, before);
    QVERIFY(result.events > 100);
}

void EventTest::stopsWhenAsked() {
    const auto problem = gemm(8, 8, 8);
    const auto architecture = threeLevels(1.0, 1.0, 1.0);
    Mapping mapping;
    mapping.levels = {{{loop(0, 8), loop(1, 8), loop(2, 8)}, {}, {}, {true, true, true}},
                      {{}, {}, {}, {true, true, true}},
                      {{}, {}, {}, {true, true, true}}};
    const LoopNestResult counted = evaluate(architecture, problem, mapping);
    EventSimulator simulator(architecture, problem);
    std::stop_source source;
    source.request_stop();
    EventResult result;
    const auto done = simulator.simulate(mapping, counted, {}, source.get_token(), result);
    QVERIFY(!done);
    QCOMPARE(done.error().code, std::string("cancelled"));
}

QTEST_APPLESS_MAIN(EventTest)
#include "event_test.moc"
