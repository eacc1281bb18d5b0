// SPDX-License-Identifier: GPL-3.0-or-later
// The search with a proof against the enumeration of small random spaces.
#include "core/base/executor.h"
#include "tests/unit/npu/mapping_enumeration.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace strata;
using namespace strata::npu;

namespace {

const Mapper& exact() { return *std::ranges::find(builtinMappers(), "branch-and-bound", &Mapper::id); }

double goalOf(const LoopNestResult& result, MappingGoal goal) {
    return goal == MappingGoal::Edp      ? result.energy_pj * result.cycles
           : goal == MappingGoal::Energy ? result.energy_pj
                                         : result.cycles;
}

/// The search finds what the enumeration finds, and proves it.
void compareWith(const Enumeration& all, LoopNestEvaluator& evaluator, const MapperSettings& settings,
                 const QByteArray& where) {
    const Mapping start = outermostMapping(evaluator.architecture(), evaluator.problem());
    const auto found = exact().search(evaluator, start, "", settings, {});
    const double best = all.best[static_cast<std::size_t>(settings.goal)];
    if (best == kNone) {
        QVERIFY2(!found && found.error().code == "does-not-fit", where.constData());
        return;
    }
    QVERIFY2(found, where.constData());
    const QByteArray figures = where + QByteArrayLiteral(": ") + QByteArray::number(found->goal, 'g', 12) +
                               QByteArrayLiteral(" instead of ") + QByteArray::number(best, 'g', 12);
    QVERIFY2(std::abs(found->goal / best - 1.0) <= 1e-9, figures.constData());
    QVERIFY2(found->complete && found->bound <= best * (1 + 1e-9), where.constData());
    LoopNestResult result;
    evaluator.evaluate(found->mapping, result);
    QVERIFY2(result.violations.empty() && goalOf(result, settings.goal) == found->goal, where.constData());
    QVERIFY2(hasFixed(found->mapping, settings.fix), where.constData());
}

hardware::NpuArchitecture smallArray() {
    hardware::NpuArchitecture npu;
    const auto level = [](const char* name, std::uint64_t entries, std::uint32_t width, double pj) {
        hardware::NpuLevel npu_level;
        npu_level.name = name;
        npu_level.entries = entries;
        npu_level.word_bits = npu_level.entry_bits = 16;
        npu_level.fanout_x = width;
        npu_level.energy = {pj, pj, pj, 0.0};
        return npu_level;
    };
    npu.levels = {level("dram", 0, 1, 100), level("buffer", 600, 8, 6), level("file", 24, 1, 1)};
    npu.compute = {"mac", 16, 1.0, 0.0, 0.0};
    npu.recipe.allow_imperfect = false;
    return npu;
}

} // namespace

class BranchAndBoundTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithEnumeration();
    void agreesWithEnumerationUnderConstraints();
    void agreesWithEnumerationWhereNeighboursHandOver();
    void agreesWithEnumerationWhereOrdersHandOverDifferently();
    void loadsNothingWhereTwoLoopsComeBack();
    void runsInSpaceWhatFixedFactorsLeave();
    void keepsToTheLeastUtilization();
    void answersAlikeOnAnyNumberOfThreads();
    void endsWithABound();
    void saysWhatDoesNotFit();
    void provesTheFirstLayerOfResNet50();
    void provesLayersWithManyTiles();
};

void BranchAndBoundTest::agreesWithEnumeration() {
    const char* const wanted = std::getenv("STRATA_SPACES");
    const int spaces = wanted == nullptr ? 400 : std::atoi(wanted);
    constexpr std::uint64_t kMost = 6'000;
    int compared = 0, bypassed = 0, nothing = 0;
    for (std::uint64_t seed = 1; compared < spaces; ++seed) {
        Random random{CounterRandom(seed)};
        const workload::Problem problem = randomProblem(random);
        const hardware::NpuArchitecture npu = randomArchitecture(random);
        const bool choose_keep = random.chance(0.3);
        LoopNestEvaluator evaluator(npu, problem);
        const Enumeration all(evaluator, choose_keep, kMost);
        if (!all.complete) continue;
        ++compared;
        bypassed += choose_keep ? 1 : 0;
        for (const MappingGoal goal : {MappingGoal::Edp, MappingGoal::Energy, MappingGoal::Latency}) {
            const MapperSettings settings{
                .goal = goal, .budget = 10'000'000, .keep_dataflow = false, .choose_keep = choose_keep};
            const QByteArray where = QByteArrayLiteral("seed ") + QByteArray::number(static_cast<qulonglong>(seed)) +
                                     ", " + QByteArray(name(goal).data()) + ", " +
                                     QByteArray::fromStdString(problem.name);
            nothing += all.best[0] == kNone ? 1 : 0;
            compareWith(all, evaluator, settings, where);
            if (QTest::currentTestFailed()) return;
        }
    }
    QVERIFY(bypassed > spaces / 20 && nothing > 0);
    qInfo("%d spaces, %d with a choice of kept tensors, %d times nothing fits", compared, bypassed, nothing);
}

void BranchAndBoundTest::agreesWithEnumerationUnderConstraints() {
    const char* const wanted = std::getenv("STRATA_SPACES");
    const int spaces = wanted == nullptr ? 400 : std::atoi(wanted);
    constexpr std::uint64_t kMost = 6'000;
    int compared = 0, binding = 0, nothing = 0;
    for (std::uint64_t seed = 1; compared < spaces; ++seed) {
        Random random{CounterRandom(seed + 1'000'000)};
        const workload::Problem problem = randomProblem(random);
        hardware::NpuArchitecture npu = randomArchitecture(random);
        limitKeeps(random, problem, npu);
        const bool choose_keep = random.chance(0.2);
        const MappingFix fix = randomFix(random, problem, npu);
        LoopNestEvaluator evaluator(npu, problem);
        const Enumeration all(evaluator, choose_keep, kMost, fix);
        if (!all.complete) continue;
        ++compared;
        const Enumeration free(evaluator, choose_keep, kMost);
        binding += all.best != free.best ? 1 : 0;
        nothing += all.best[0] == kNone ? 1 : 0;
        for (const MappingGoal goal : {MappingGoal::Edp, MappingGoal::Energy, MappingGoal::Latency}) {
            const QByteArray where = QByteArrayLiteral("seed ") + QByteArray::number(static_cast<qulonglong>(seed)) +
                                     ", " + QByteArray(name(goal).data());
            compareWith(
                all, evaluator,
                {.goal = goal, .budget = 10'000'000, .keep_dataflow = false, .choose_keep = choose_keep, .fix = fix},
                where);
            if (QTest::currentTestFailed()) return;
        }
    }
    qInfo("%d spaces, the constraints bind in %d; %d without such a mapping", compared, binding, nothing);
    QVERIFY2(binding > spaces / 10 && nothing > 0, "the constraints must bind somewhere");
}

void BranchAndBoundTest::agreesWithEnumerationWhereNeighboursHandOver() {
    const char* const wanted = std::getenv("STRATA_SPACES");
    const int spaces = wanted == nullptr ? 200 : std::atoi(wanted);
    constexpr std::uint64_t kMost = 20'000;
    int compared = 0;
    for (std::uint64_t seed = 1; compared < spaces; ++seed) {
        Random random{CounterRandom(seed + 2'000'000)};
        const workload::Problem problem = randomRows(random);
        const hardware::NpuArchitecture npu = randomRowArray(random);
        LoopNestEvaluator evaluator(npu, problem);
        const Enumeration all(evaluator, false, kMost);
        if (!all.complete) continue;
        ++compared;
        for (const MappingGoal goal : {MappingGoal::Edp, MappingGoal::Energy, MappingGoal::Latency}) {
            const QByteArray where = QByteArrayLiteral("seed ") + QByteArray::number(static_cast<qulonglong>(seed)) +
                                     ", " + QByteArray(name(goal).data());
            compareWith(all, evaluator, {.goal = goal, .budget = 10'000'000, .keep_dataflow = false}, where);
            if (QTest::currentTestFailed()) return;
        }
    }
    qInfo("%d spaces", compared);
}

/// Orders of one class load the same words without hand-over; with it, one may hand over through loops at which another
/// one stops. A bound has to hold for all of them.
void BranchAndBoundTest::agreesWithEnumerationWhereOrdersHandOverDifferently() {
    const char* const wanted = std::getenv("STRATA_SPACES");
    const int spaces = wanted == nullptr ? 300 : std::atoi(wanted);
    constexpr std::uint64_t kMost = 30'000;
    int compared = 0;
    for (std::uint64_t seed = 1; compared < spaces; ++seed) {
        Random random{CounterRandom(seed + 3'000'000)};
        const workload::Problem problem = randomFilters(random);
        const hardware::NpuArchitecture npu = randomFilterArray(random);
        LoopNestEvaluator evaluator(npu, problem);
        const Enumeration all(evaluator, false, kMost);
        if (!all.complete) continue;
        ++compared;
        for (const MappingGoal goal : {MappingGoal::Edp, MappingGoal::Energy, MappingGoal::Latency}) {
            const QByteArray where = QByteArrayLiteral("seed ") + QByteArray::number(static_cast<qulonglong>(seed)) +
                                     ", " + QByteArray(name(goal).data());
            compareWith(all, evaluator, {.goal = goal, .budget = 10'000'000, .keep_dataflow = false}, where);
            if (QTest::currentTestFailed()) return;
        }
    }
    qInfo("%d spaces", compared);
}

/// Two dimensions move one axis by steps as long as the tile: one loop may bring back what the other one took away.
void BranchAndBoundTest::loadsNothingWhereTwoLoopsComeBack() {
    const workload::Problem problem{"square",
                                    {{"p", 4}, {"q", 4}, {"r", 3}, {"s", 3}},
                                    {{"w", {axis({{2, 1}}), axis({{3, 1}})}},
                                     {"i", {axis({{0, 1}, {2, 1}}), axis({{1, 1}, {3, 1}})}},
                                     {"o", {axis({{0, 1}}), axis({{1, 1}})}, true}}};
    hardware::NpuArchitecture npu = smallArray();
    npu.levels[0].read_words_per_cycle = 0.5;
    npu.levels[0].energy = {500, 500, 500, 0};
    npu.levels[1].energy = {2, 2, 2, 0};
    npu.levels[2].energy = {10, 15, 10, 0};
    npu.levels[1].entries = 20;
    npu.levels[1].fanout_x = 3;
    npu.levels[2].entries = 8;
    npu.levels[0].multicast = npu.levels[1].multicast = npu.levels[1].spatial_reduction = false;
    LoopNestEvaluator evaluator(npu, problem);
    MappingFix fix;
    fix.pointer = "/plan/constraints";
    fix.bounds = {
        {{0, LoopKind::Temporal}, 0, 1, 2}, {{1, LoopKind::SpatialX}, 2, 1, 1}, {{2, LoopKind::Temporal}, 1, 1, 2}};
    const Enumeration all(evaluator, false, 20'000'000, fix);
    QVERIFY(all.complete && all.best[0] < kNone);
    for (const MappingGoal goal : {MappingGoal::Edp, MappingGoal::Energy, MappingGoal::Latency})
        compareWith(all, evaluator, {.goal = goal, .budget = 10'000'000, .keep_dataflow = false, .fix = fix},
                    QByteArray(name(goal).data()));
    qInfo("%llu mappings", static_cast<unsigned long long>(all.tried));
}

/// Every temporal factor of a dimension is fixed at one, so that all of it has to run in space.
void BranchAndBoundTest::runsInSpaceWhatFixedFactorsLeave() {
    const workload::Problem problem{"matmul",
                                    {{"m", 6}, {"n", 2}, {"k", 2}},
                                    {{"a", {axis({{0, 1}}), axis({{2, 1}})}},
                                     {"b", {axis({{2, 1}}), axis({{1, 1}})}},
                                     {"c", {axis({{0, 1}}), axis({{1, 1}})}, true}}};
    hardware::NpuArchitecture npu = smallArray();
    npu.levels.pop_back();
    npu.levels[0].fanout_x = 3;
    npu.levels[1].fanout_x = 2;
    MapperSettings settings{.budget = 10'000'000, .keep_dataflow = false};
    settings.fix.loops = {{{0, LoopKind::Temporal}, 0, 1}, {{1, LoopKind::Temporal}, 0, 1}};
    LoopNestEvaluator evaluator(npu, problem);
    const Enumeration all(evaluator, false, 1'000'000, settings.fix);
    QVERIFY(all.complete && all.best[0] < kNone);
    compareWith(all, evaluator, settings, "in space");
    const Mapping start = outermostMapping(npu, problem);
    for (const Mapper& mapper : builtinMappers()) { // the others have to begin there
        const auto found = mapper.search(evaluator, start, "", settings, {});
        QVERIFY2(found && hasFixed(found->mapping, settings.fix), mapper.id.data());
    }
    npu.levels[1].fanout_x = 1; // three units for six iterations
    LoopNestEvaluator smaller(npu, problem);
    const auto refused = exact().search(smaller, start, "", settings, {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("does-not-fit"));
}

/// Of the mappings that use a share of the units the best; where there is none, the largest share that there is.
void BranchAndBoundTest::keepsToTheLeastUtilization() {
    constexpr std::uint64_t kMost = 6'000;
    int compared = 0, worse = 0, refused = 0;
    for (std::uint64_t seed = 1; compared + refused < 200; ++seed) {
        Random random{CounterRandom(seed)};
        const workload::Problem problem = randomProblem(random);
        const hardware::NpuArchitecture npu = randomArchitecture(random);
        std::uint64_t units = 1;
        for (const hardware::NpuLevel& level : npu.levels)
            units *= std::uint64_t{level.fanout_x} * level.fanout_y;
        if (units == 1) continue;
        LoopNestEvaluator evaluator(npu, problem);
        const Enumeration all(evaluator, false, kMost);
        if (!all.complete || all.best_of_units.empty()) continue;
        const auto goal = static_cast<MappingGoal>(random.below(3));
        MapperSettings settings{.goal = goal, .budget = 10'000'000, .keep_dataflow = false};
        const double share = random.any<double>({0.25, 0.5, 0.75, 1.0});
        (random.chance(0.5) ? settings.least_utilization : settings.fix.least_utilization) = share;
        settings.fix.pointer = "/plan/constraints";
        double best = kNone;
        for (const auto& [used, goals] : all.best_of_units)
            if (static_cast<double>(used) >= share * static_cast<double>(units))
                best = std::min(best, goals[static_cast<std::size_t>(goal)]);
        const auto found = exact().search(evaluator, outermostMapping(npu, problem), "", settings, {});
        const QByteArray where = QByteArrayLiteral("seed ") + QByteArray::number(static_cast<qulonglong>(seed));
        if (best == kNone) {
            ++refused;
            QVERIFY2(!found && found.error().code == "does-not-fit", where.constData());
            QVERIFY2(found.error().pointer == (settings.least_utilization > 0.0
                                                   ? "/plan/search/least_utilization"
                                                   : "/plan/constraints/least_utilization"),
                     where.constData());
            const auto* const used = found.error().expected.find("used");
            QVERIFY2(used != nullptr && std::holds_alternative<double>(*used), where.constData());
            QCOMPARE(std::get<double>(*used), static_cast<double>(all.best_of_units.rbegin()->first));
            continue;
        }
        ++compared;
        worse += best > all.best[static_cast<std::size_t>(goal)] * (1 + 1e-9) ? 1 : 0;
        QVERIFY2(found && found->complete, where.constData());
        QVERIFY2(std::abs(found->goal / best - 1.0) < 1e-9, where.constData());
    }
    QVERIFY2(worse > 5 && refused > 20, "the constraint must bind somewhere");
    qInfo("%d spaces, the constraint binds in %d; %d without such a mapping", compared, worse, refused);
}

namespace {

workload::Problem smallConvolution() {
    return {"conv",
            {{"m", 16}, {"c", 8}, {"p", 12}, {"q", 12}, {"r", 3}, {"s", 3}},
            {{"w", {axis({{0, 1}}), axis({{1, 1}}), axis({{4, 1}}), axis({{5, 1}})}},
             {"i", {axis({{1, 1}}), axis({{2, 1}, {4, 1}}), axis({{3, 1}, {5, 1}})}},
             {"o", {axis({{0, 1}}), axis({{2, 1}}), axis({{3, 1}})}, true}}};
}

} // namespace

void BranchAndBoundTest::answersAlikeOnAnyNumberOfThreads() {
    LoopNestEvaluator evaluator(smallArray(), smallConvolution());
    const Mapping start = outermostMapping(evaluator.architecture(), evaluator.problem());
    for (const MappingGoal goal : {MappingGoal::Edp, MappingGoal::Energy}) {
        MapperSettings settings{.goal = goal, .budget = 10'000'000, .keep_dataflow = false};
        const auto alone = exact().search(evaluator, start, "", settings, {});
        QVERIFY(alone);
        for (const unsigned threads : {2u, 3u}) {
            ThreadExecutor executor(threads);
            settings.executor = &executor;
            const auto together = exact().search(evaluator, start, "", settings, {});
            QVERIFY(together);
            QCOMPARE(together->goal, alone->goal);
            QCOMPARE(together->evaluated, alone->evaluated);
            QVERIFY(together->mapping == alone->mapping);
        }
    }
}

/// What is stopped early says how far it may be from the best, and that was no lie.
void BranchAndBoundTest::endsWithABound() {
    LoopNestEvaluator evaluator(smallArray(), smallConvolution());
    const Mapping start = outermostMapping(evaluator.architecture(), evaluator.problem());
    MapperSettings settings{.budget = 10'000'000, .keep_dataflow = false};
    const auto proven = exact().search(evaluator, start, "", settings, {});
    QVERIFY(proven && proven->complete);
    QCOMPARE(proven->bound, proven->goal);
    int calls = 0;
    double before = 0.0;
    settings.watch = [&](const MappingProgress& progress) {
        if (progress.bound < before || progress.best < progress.bound) return false;
        before = progress.bound;
        return ++calls < 3;
    };
    const auto stopped = exact().search(evaluator, start, "", settings, {});
    QVERIFY(stopped);
    QVERIFY(calls > 0);
    QVERIFY(stopped->bound <= proven->goal && proven->goal <= stopped->goal);
    settings.watch = {};
    settings.gap = 0.5;
    const auto near = exact().search(evaluator, start, "", settings, {});
    QVERIFY(near);
    QVERIFY(near->goal <= 1.5 * near->bound && near->bound <= proven->goal);
}

void BranchAndBoundTest::saysWhatDoesNotFit() {
    hardware::NpuArchitecture npu = smallArray();
    npu.levels[2].entries = 2; // three tensors
    LoopNestEvaluator evaluator(npu, smallConvolution());
    const Mapping start = outermostMapping(npu, evaluator.problem());
    const auto refused = exact().search(evaluator, start, "", {.keep_dataflow = false}, {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("does-not-fit"));
    const auto all = QString::fromStdString(describe(refused.error()));
    QVERIFY2(all.contains(QStringLiteral("file")) && all.contains(QStringLiteral("at least 3 words")), qPrintable(all));
}

namespace {

/// The Eyeriss-like array of timeloop-accelergy-exercises @2d55108 (example_designs/eyeriss_like), with the energies
/// of its reference outputs.
hardware::NpuArchitecture eyerissLike() {
    constexpr double kUnlimited = hardware::NpuLevel::kUnlimited;
    hardware::NpuArchitecture npu;
    const auto level = [](const char* name, std::uint64_t entries, std::uint32_t entry_bits, std::uint32_t word_bits,
                          double words_per_cycle, hardware::StorageEnergy energy, std::vector<std::string> keeps) {
        hardware::NpuLevel one;
        one.name = name;
        one.entries = entries;
        one.entry_bits = entry_bits;
        one.word_bits = word_bits;
        one.read_words_per_cycle = one.write_words_per_cycle = words_per_cycle;
        one.energy = energy;
        one.keeps = std::move(keeps);
        return one;
    };
    npu.levels = {
        level("dram", 0, 64, 8, kUnlimited, {512, 512, 512, 0}, {}),
        level("buffer", 16384, 64, 8, 16, {18.183829, 14.137929, 14.137929, 0.005652}, {"i", "o"}),
        level("columns", 0, 8, 8, kUnlimited, {}, {}),
        level("rows", 0, 8, 8, kUnlimited, {}, {}),
        level("input row", 12, 16, 8, 2, {0.202442, 0.176713, 0.176713, 0.000101}, {"i"}),
        level("weights", 192, 16, 8, 2, {1.976602, 1.881657, 1.881657, 0.001592}, {"w"}),
        level("sums", 16, 16, 16, 2, {0.2513, 0.2191, 0.2191, 0.000134}, {"o"}),
    };
    npu.levels[2].stores = npu.levels[3].stores = false;
    npu.levels[2].fanout_x = 14;
    npu.levels[3].fanout_y = 12;
    npu.compute = {"mac", 8, 0.207692, 0.0, 0.0};
    npu.recipe.allow_imperfect = false;
    return npu;
}

} // namespace

/// Optima that another program proved, which bounds and branches in its own way: 269.33 uJ at 702,464 cycles, and
/// 265.56 uJ. No mapping can take fewer cycles, as all 168 units work in each.
void BranchAndBoundTest::provesTheFirstLayerOfResNet50() {
    const workload::Problem conv1{"conv",
                                  {{"m", 64}, {"c", 3}, {"p", 112}, {"q", 112}, {"r", 7}, {"s", 7}},
                                  {{"w", {axis({{0, 1}}), axis({{1, 1}}), axis({{4, 1}}), axis({{5, 1}})}},
                                   {"i", {axis({{1, 1}}), axis({{2, 2}, {4, 1}}), axis({{3, 2}, {5, 1}})}},
                                   {"o", {axis({{0, 1}}), axis({{2, 1}}), axis({{3, 1}})}, true}}};
    LoopNestEvaluator evaluator(eyerissLike(), conv1);
    const Mapping start = outermostMapping(evaluator.architecture(), conv1);
    for (const MappingGoal goal : {MappingGoal::Edp, MappingGoal::Energy, MappingGoal::Latency}) {
        const auto found =
            exact().search(evaluator, start, "", {.goal = goal, .budget = 10'000'000, .keep_dataflow = false}, {});
        QVERIFY2(found, found ? "" : describe(found.error()).c_str());
        QVERIFY2(found->complete, std::string(name(goal)).c_str());
        LoopNestResult result;
        evaluator.evaluate(found->mapping, result);
        if (goal != MappingGoal::Energy) QCOMPARE(result.cycles, 702'464.0);
        const double energy_uj = result.energy_pj * 1e-6;
        if (goal == MappingGoal::Edp) QVERIFY(std::abs(energy_uj - 269.33) < 0.005);
        if (goal == MappingGoal::Energy) QVERIFY(std::abs(energy_uj - 265.56) < 0.005);
    }
}

/// A convolution whose inner levels have very many tiles, and a depthwise one with a stride of 2: both are proven, and
/// no other search finds anything better.
void BranchAndBoundTest::provesLayersWithManyTiles() {
    const workload::Problem wide{"conv",
                                 {{"m", 512}, {"c", 512}, {"p", 28}, {"q", 28}, {"r", 3}, {"s", 3}},
                                 {{"w", {axis({{0, 1}}), axis({{1, 1}}), axis({{4, 1}}), axis({{5, 1}})}},
                                  {"i", {axis({{1, 1}}), axis({{2, 1}, {4, 1}}), axis({{3, 1}, {5, 1}})}},
                                  {"o", {axis({{0, 1}}), axis({{2, 1}}), axis({{3, 1}})}, true}}};
    const workload::Problem depthwise{"depthwise",
                                      {{"g", 144}, {"p", 28}, {"q", 28}, {"r", 3}, {"s", 3}},
                                      {{"w", {axis({{0, 1}}), axis({{3, 1}}), axis({{4, 1}})}},
                                       {"i", {axis({{0, 1}}), axis({{1, 2}, {3, 1}}), axis({{2, 2}, {4, 1}})}},
                                       {"o", {axis({{0, 1}}), axis({{1, 1}}), axis({{2, 1}})}, true}}};
    for (const workload::Problem& problem : {wide, depthwise}) {
        LoopNestEvaluator evaluator(eyerissLike(), problem);
        const Mapping start = outermostMapping(evaluator.architecture(), problem);
        const auto proven = exact().search(evaluator, start, "", {.budget = 10'000'000, .keep_dataflow = false}, {});
        QVERIFY2(proven && proven->complete, problem.name.c_str());
        for (const Mapper& mapper : builtinMappers()) {
            if (mapper.proves || mapper.id == "exhaustive") continue;
            const auto found = mapper.search(evaluator, start, "", {.budget = 10'000, .keep_dataflow = false}, {});
            QVERIFY2(found && found->goal >= proven->goal * (1.0 - 1e-9), mapper.id.data());
        }
    }
}

QTEST_APPLESS_MAIN(BranchAndBoundTest)
#include "branch_and_bound_test.moc"
