// SPDX-License-Identifier: GPL-3.0-or-later
// The search with a proof against the enumeration of small random spaces. The enumeration shares nothing with the
// search but the evaluator: every whole factor at every place, every order, every choice of kept tensors.
#include "core/base/executor.h"
#include "core/base/random.h"
#include "core/npu/mapper.h"

#include <QTest>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>

using namespace strata;
using namespace strata::npu;

namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

struct Random {
    CounterRandom bits;
    std::uint64_t below(std::uint64_t bound) { return bits.nextBelow(bound); }
    bool chance(double share) { return bits.nextUniform() < share; }
    template <class T>
    T any(std::initializer_list<T> list) {
        return *(list.begin() + below(list.size()));
    }
};

workload::ProjectionAxis axis(std::initializer_list<workload::ProjectionTerm> terms) { return terms; }

/// A convolution with strides and dilation, a matrix product, one with a batch, or channels each by itself.
workload::Problem randomProblem(Random& random) {
    const auto bound = [&] { return random.any<std::uint64_t>({1, 1, 1, 2, 2, 3, 4}); };
    const auto stride = [&] { return static_cast<std::uint32_t>(1 + random.below(3)); };
    switch (random.below(5)) {
    case 0:
        return {"matmul",
                {{"m", bound()}, {"n", bound()}, {"k", bound()}},
                {{"a", {axis({{0, 1}}), axis({{2, 1}})}},
                 {"b", {axis({{2, 1}}), axis({{1, 1}})}},
                 {"c", {axis({{0, 1}}), axis({{1, 1}})}, true}}};
    case 1: // the batch moves all three tensors, or leaves the second alone
        return {"batched",
                {{"b", bound()}, {"m", bound()}, {"n", bound()}, {"k", bound()}},
                {{"a", {axis({{0, 1}}), axis({{1, 1}}), axis({{3, 1}})}},
                 {"b", random.chance(0.5)
                           ? std::vector<workload::ProjectionAxis>{axis({{3, 1}}), axis({{2, 1}})}
                           : std::vector<workload::ProjectionAxis>{axis({{0, 1}}), axis({{3, 1}}), axis({{2, 1}})}},
                 {"c", {axis({{0, 1}}), axis({{1, 1}}), axis({{2, 1}})}, true}}};
    case 2: // each channel by itself: rows and columns of the filter move two tensors
        return {"depthwise",
                {{"c", bound()}, {"p", bound()}, {"q", bound()}, {"r", bound()}},
                {{"w", {axis({{0, 1}}), axis({{3, 1}})}},
                 {"i", {axis({{0, 1}}), axis({{1, stride()}, {3, stride()}}), axis({{2, 1}})}},
                 {"o", {axis({{0, 1}}), axis({{1, 1}}), axis({{2, 1}})}, true}}};
    case 3: { // square: rows and columns may change places
        const std::uint64_t rows = bound(), filter = bound();
        const std::uint32_t step = stride();
        return {"square",
                {{"m", bound()}, {"p", rows}, {"q", rows}, {"r", filter}, {"s", filter}},
                {{"w", {axis({{0, 1}}), axis({{3, 1}}), axis({{4, 1}})}},
                 {"i", {axis({{1, step}, {3, 1}}), axis({{2, step}, {4, 1}})}},
                 {"o", {axis({{0, 1}}), axis({{1, 1}}), axis({{2, 1}})}, true}}};
    }
    default:
        return {"conv",
                {{"m", bound()}, {"c", bound()}, {"p", bound()}, {"q", bound()}, {"r", bound()}, {"s", bound()}},
                {{"w", {axis({{0, 1}}), axis({{1, 1}}), axis({{4, 1}}), axis({{5, 1}})}},
                 {"i", {axis({{1, 1}}), axis({{2, stride()}, {4, stride()}}), axis({{3, stride()}, {5, 1}})}},
                 {"o", {axis({{0, 1}}), axis({{2, 1}}), axis({{3, 1}})}, true}}};
    }
}

hardware::NpuArchitecture randomArchitecture(Random& random) {
    hardware::NpuArchitecture npu;
    const std::size_t levels = 2 + random.below(3);
    const bool inner_levels = random.chance(0.4); // units with several levels of their own
    for (std::size_t l = 0; l < levels; ++l) {
        hardware::NpuLevel level;
        level.name = "level" + std::to_string(l);
        level.stores = l == 0 || random.chance(0.8);
        level.entries = l == 0 ? 0 : random.any<std::uint64_t>({0, 2, 3, 4, 6, 8, 12, 20, 40});
        level.word_bits = 16;
        level.entry_bits = random.any<std::uint32_t>({16, 16, 32});
        level.fanout_x = random.any<std::uint32_t>({1, 1, 1, 2, 3, 4});
        level.fanout_y = random.any<std::uint32_t>({1, 1, 1, 2});
        if (inner_levels && l > 0) level.fanout_x = level.fanout_y = 1;
        level.multicast = random.chance(0.8);
        level.spatial_reduction = random.chance(0.8);
        const double pj = random.any<double>({1.0, 2.0, 10.0}) * (l == 0 ? 50.0 : 1.0);
        level.energy = {pj, pj * random.any<double>({1.0, 1.5}), pj, random.any<double>({0.0, 0.0, 0.3})};
        if (random.chance(0.3)) level.read_words_per_cycle = random.any<double>({0.5, 1.0, 2.0});
        if (random.chance(0.3)) level.write_words_per_cycle = random.any<double>({0.5, 1.0, 2.0});
        npu.levels.push_back(level);
    }
    npu.compute = {"mac", 16, 1.0, random.any<double>({0.0, 0.1}), 0.0};
    npu.recipe.allow_imperfect = false;
    return npu;
}

/// Every mapping of a space.
class Enumeration {
public:
    Enumeration(LoopNestEvaluator& evaluator, bool choose_keep, std::uint64_t most)
        : evaluator_(evaluator), choose_keep_(choose_keep), most_(most) {
        const auto& architecture = evaluator.architecture();
        mapping_ = outermostMapping(architecture, evaluator.problem());
        mapping_.levels[0].temporal.clear();
        for (std::size_t l = 0; l < architecture.levels.size(); ++l) {
            const auto& level = architecture.levels[l];
            if (l == 0 || level.stores) places_.push_back({l, LoopKind::Temporal});
            if (level.fanout_x > 1) places_.push_back({l, LoopKind::SpatialX});
            if (level.fanout_y > 1) places_.push_back({l, LoopKind::SpatialY});
        }
        best.fill(kNone);
        complete = keeps(1, 0);
    }

    std::array<double, 3> best;                                   ///< by goal
    std::map<std::uint64_t, std::array<double, 3>> best_of_units; ///< the same of mappings that use so many units
    std::uint64_t tried = 0;
    bool complete = false;

private:
    bool keeps(std::size_t level, std::size_t tensor) {
        if (!choose_keep_ || level == mapping_.levels.size()) return split(0, 0, 0);
        if (tensor == evaluator_.problem().tensors.size()) return keeps(level + 1, 0);
        if (!keeps(level, tensor + 1)) return false;
        if (!mapping_.levels[level].keep[tensor]) return true;
        mapping_.levels[level].keep[tensor] = false;
        const bool on = keeps(level, tensor + 1);
        mapping_.levels[level].keep[tensor] = true;
        return on;
    }

    bool split(std::uint32_t d, std::size_t place, std::uint64_t rest) {
        const auto& dimensions = evaluator_.problem().dimensions;
        if (d == dimensions.size()) return orders(0);
        if (place == 0) rest = dimensions[d].bound;
        if (place == places_.size()) return rest != 1 || split(d + 1, 0, 0);
        auto& loops = loopsAt(mapping_.levels[places_[place].level], places_[place].kind);
        for (std::uint64_t factor = 1; factor <= rest; ++factor) {
            if (rest % factor != 0) continue;
            if (factor > 1) loops.push_back({d, factor, factor});
            const bool on = split(d, place + 1, rest / factor);
            if (factor > 1) loops.pop_back();
            if (!on) return false;
        }
        return true;
    }

    bool orders(std::size_t place) {
        if (place == places_.size()) return evaluate();
        auto& loops = loopsAt(mapping_.levels[places_[place].level], places_[place].kind);
        const std::vector<Loop> before = loops;
        const auto by_dimension = [](const Loop& a, const Loop& b) { return a.dimension < b.dimension; };
        do {
            if (!orders(place + 1)) return false;
        } while (std::next_permutation(loops.begin(), loops.end(), by_dimension));
        loops = before;
        return true;
    }

    bool evaluate() {
        evaluator_.evaluate(mapping_, result_);
        if (!result_.violations.empty()) return ++tried < most_;
        const std::array<double, 3> goals{result_.energy_pj * result_.cycles, result_.energy_pj, result_.cycles};
        std::uint64_t units = 1;
        for (const LevelMapping& level : mapping_.levels)
            for (const auto* loops : {&level.spatial_x, &level.spatial_y})
                for (const Loop& loop : *loops)
                    units *= loop.bound;
        auto& of_units = best_of_units.try_emplace(units, std::array{kNone, kNone, kNone}).first->second;
        for (std::size_t g = 0; g < goals.size(); ++g) {
            best[g] = std::min(best[g], goals[g]);
            of_units[g] = std::min(of_units[g], goals[g]);
        }
        return ++tried < most_;
    }

    LoopNestEvaluator& evaluator_;
    bool choose_keep_;
    std::uint64_t most_;
    std::vector<LoopPlace> places_;
    Mapping mapping_;
    LoopNestResult result_;
};

const Mapper& exact() { return *std::ranges::find(builtinMappers(), "branch-and-bound", &Mapper::id); }

double goalOf(const LoopNestResult& result, MappingGoal goal) {
    return goal == MappingGoal::Edp      ? result.energy_pj * result.cycles
           : goal == MappingGoal::Energy ? result.energy_pj
                                         : result.cycles;
}

} // namespace

class BranchAndBoundTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithEnumeration();
    void keepsToTheLeastUtilization();
    void answersAlikeOnAnyNumberOfThreads();
    void endsWithABound();
    void saysWhatDoesNotFit();
    void provesTheFirstLayerOfResNet50();
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
        const Mapping start = outermostMapping(npu, problem);
        for (const MappingGoal goal : {MappingGoal::Edp, MappingGoal::Energy, MappingGoal::Latency}) {
            const MapperSettings settings{
                .goal = goal, .budget = 10'000'000, .keep_dataflow = false, .choose_keep = choose_keep};
            const auto found = exact().search(evaluator, start, "", settings, {});
            const double best = all.best[static_cast<std::size_t>(goal)];
            const QByteArray where = QByteArrayLiteral("seed ") + QByteArray::number(static_cast<qulonglong>(seed)) +
                                     ", " + QByteArray(name(goal).data()) + ", " +
                                     QByteArray::fromStdString(problem.name);
            if (best == kNone) {
                ++nothing;
                QVERIFY2(!found && found.error().code == "does-not-fit", where.constData());
                continue;
            }
            QVERIFY2(found, where.constData());
            QVERIFY2(found->goal <= best * (1 + 1e-9),
                     (where + QByteArrayLiteral(": ") + QByteArray::number(found->goal, 'g', 12) +
                      QByteArrayLiteral(" instead of ") + QByteArray::number(best, 'g', 12))
                         .constData());
            QVERIFY2(found->complete && found->bound <= best * (1 + 1e-9), where.constData());
            LoopNestResult result;
            evaluator.evaluate(found->mapping, result);
            QVERIFY2(result.violations.empty() && goalOf(result, goal) == found->goal, where.constData());
        }
    }
    QVERIFY(bypassed > spaces / 20 && nothing > 0);
    qInfo("%d spaces, %d with a choice of kept tensors, %d times nothing fits", compared, bypassed, nothing);
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

QTEST_APPLESS_MAIN(BranchAndBoundTest)
#include "branch_and_bound_test.moc"
