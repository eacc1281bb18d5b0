// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/npu/fit.h"
#include "core/npu/mapper.h"
#include "core/npu/search/factor_lists.h"
#include "core/npu/search/known_mappings.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

using namespace strata;
using namespace strata::npu;

namespace {

hardware::NpuLevel level(const char* name, std::uint64_t entries, std::uint32_t width, double pj) {
    hardware::NpuLevel level;
    level.name = name;
    level.entries = entries;
    level.word_bits = level.entry_bits = 16;
    level.fanout_x = width;
    level.energy = {pj, pj, pj, 0.0};
    return level;
}

hardware::NpuArchitecture twoLevels(std::uint64_t entries = 24) {
    hardware::NpuArchitecture npu;
    npu.levels = {level("dram", 0, 1, 100), level("buffer", entries, 4, 2)};
    npu.levels[0].read_words_per_cycle = 2;
    npu.compute = {"mac", 16, 1.0, 0.0, 0.0};
    npu.recipe.allow_imperfect = false;
    return npu;
}

workload::Problem matmul(std::uint64_t m, std::uint64_t n, std::uint64_t k) {
    const auto one = [](std::uint32_t d) { return workload::ProjectionAxis{{d, 1}}; };
    return {"matmul",
            {{"m", m}, {"n", n}, {"k", k}},
            {{"weights", {one(2), one(1)}, false, 0},
             {"inputs", {one(0), one(2)}, false, 0},
             {"outputs", {one(0), one(1)}, true, 0}}};
}

double goalOf(LoopNestEvaluator& evaluator, const Mapping& mapping, MappingGoal goal) {
    LoopNestResult result;
    evaluator.evaluate(mapping, result);
    if (!result.violations.empty()) return std::numeric_limits<double>::infinity();
    return goal == MappingGoal::Edp      ? result.energy_pj * result.cycles
           : goal == MappingGoal::Energy ? result.energy_pj
                                         : result.cycles;
}

/// Every split of every dimension over DRAM, buffer and columns, in every order.
double bestOfAll(LoopNestEvaluator& evaluator, MappingGoal goal, int& tried) {
    const auto& problem = evaluator.problem();
    double best = std::numeric_limits<double>::infinity();
    Mapping mapping = outermostMapping(evaluator.architecture(), problem);
    std::vector<std::uint64_t> outer(3), inner(3);
    const auto orders = [&] {
        std::vector<std::uint32_t> first{0, 1, 2};
        do {
            std::vector<std::uint32_t> second{0, 1, 2};
            do {
                for (auto& here : mapping.levels)
                    here.temporal.clear(), here.spatial_x.clear();
                for (const std::uint32_t d : first)
                    if (outer[d] > 1) mapping.levels[0].temporal.push_back({d, outer[d], outer[d]});
                for (const std::uint32_t d : second)
                    if (inner[d] > 1) mapping.levels[1].temporal.push_back({d, inner[d], inner[d]});
                for (std::uint32_t d = 0; d < 3; ++d) {
                    const std::uint64_t spread = problem.dimensions[d].bound / outer[d] / inner[d];
                    if (spread > 1) mapping.levels[1].spatial_x.push_back({d, spread, spread});
                }
                best = std::min(best, goalOf(evaluator, mapping, goal));
                ++tried;
            } while (std::next_permutation(second.begin(), second.end()));
        } while (std::next_permutation(first.begin(), first.end()));
    };
    const auto split = [&](const auto& self, std::size_t d) -> void {
        if (d == 3) return orders();
        const std::uint64_t bound = problem.dimensions[d].bound;
        for (outer[d] = 1; outer[d] <= bound; ++outer[d]) {
            if (bound % outer[d] != 0) continue;
            for (inner[d] = 1; inner[d] <= bound / outer[d]; ++inner[d]) {
                if ((bound / outer[d]) % inner[d] == 0) self(self, d + 1);
            }
        }
    };
    split(split, 0);
    return best;
}

FoundMapping found(LoopNestEvaluator& evaluator, const MapperSettings& settings, std::string_view id = "pruned") {
    const Mapping start = outermostMapping(evaluator.architecture(), evaluator.problem());
    const auto mapper = std::ranges::find(builtinMappers(), id, &Mapper::id);
    auto answer = mapper->search(evaluator, start, "matmul", settings, {});
    if (!answer) qFatal("%s", describe(answer.error()).c_str());
    return *std::move(answer);
}

} // namespace

class MapperTest : public QObject {
    Q_OBJECT

private slots:
    void findsWhatEveryMappingTogetherHolds_data();
    void exhaustiveHoldsAll();
    void leavesWhatIsFixed();
    void refusesWhatCannotBeFixed();
    void fixesBesideAFullStart();
    void choosesWhatLevelsHold();
    void findsWhatEveryMappingTogetherHolds();
    void moreBudgetIsNeverWorse();
    void sameSeedSameMapping();
    void keepsToTheRecipe();
    void stopsAndRefuses();
    void listsFactorsOnce();
    void remembersMappings();
};

void MapperTest::findsWhatEveryMappingTogetherHolds_data() {
    QTest::addColumn<int>("goal");
    QTest::addColumn<QByteArray>("mapper");
    for (const MappingGoal goal : {MappingGoal::Edp, MappingGoal::Energy, MappingGoal::Latency}) {
        for (const char* mapper : {"pruned", "annealing", "genetic"})
            QTest::addRow("%s by %s", std::string(name(goal)).c_str(), mapper)
                << static_cast<int>(goal) << QByteArray(mapper);
    }
}

void MapperTest::findsWhatEveryMappingTogetherHolds() {
    QFETCH(int, goal);
    QFETCH(QByteArray, mapper);
    const auto wanted = static_cast<MappingGoal>(goal);
    LoopNestEvaluator evaluator(twoLevels(), matmul(8, 8, 16));
    int tried = 0;
    const double best = bestOfAll(evaluator, wanted, tried);
    QVERIFY(tried > 10'000);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const FoundMapping mapping =
            found(evaluator, {.goal = wanted, .budget = 3000, .seed = seed}, mapper.constData());
        QCOMPARE(mapping.goal, goalOf(evaluator, mapping.mapping, wanted));
        QVERIFY2(mapping.goal <= best * (1 + 1e-12), qPrintable(QString::number(mapping.goal / best)));
        QVERIFY(mapping.evaluated <= 3000);
    }
}

void MapperTest::exhaustiveHoldsAll() {
    LoopNestEvaluator evaluator(twoLevels(), matmul(8, 8, 16));
    for (const MappingGoal goal : {MappingGoal::Edp, MappingGoal::Energy, MappingGoal::Latency}) {
        int tried = 0;
        const double best = bestOfAll(evaluator, goal, tried);
        const FoundMapping all = found(evaluator, {.goal = goal, .budget = 1'000'000}, "exhaustive");
        QVERIFY(all.complete);
        QCOMPARE(all.goal, best);
        // Splits over three places: 10 ways for 2^3, 15 for 2^4; six orders at each of two levels.
        QCOMPARE(all.space, 10.0 * 10.0 * 15.0 * 36.0);
        QVERIFY(static_cast<double>(all.evaluated) < all.space);
        const FoundMapping some = found(evaluator, {.goal = goal, .budget = 100}, "exhaustive");
        QVERIFY(!some.complete);
        QCOMPARE(some.evaluated, std::uint64_t{100});
        QVERIFY(some.goal >= best);
    }
}

void MapperTest::leavesWhatIsFixed() {
    LoopNestEvaluator evaluator(twoLevels(500), matmul(60, 84, 96));
    const auto fix =
        readMappingFix(Json::parse(R"({"levels":[{"level":"buffer","temporal":[["k",16]],"spatial_x":[["n",2]],
                        "keep":["weights","outputs"]}]})"),
                       evaluator.architecture(), evaluator.problem(), "/plan/search/fix");
    if (!fix) QFAIL(describe(fix.error()).c_str());
    for (const Mapper& mapper : builtinMappers()) {
        const FoundMapping best =
            found(evaluator, {.budget = 800, .keep_dataflow = false, .choose_keep = true, .fix = *fix}, mapper.id);
        QCOMPARE(boundAt(best.mapping, {1, LoopKind::Temporal}, 2), std::uint64_t{16});
        QCOMPARE(boundAt(best.mapping, {1, LoopKind::SpatialX}, 1), std::uint64_t{2});
        QVERIFY(best.mapping.levels[1].keep == (std::vector<bool>{true, false, true}));
        LoopNestResult result;
        evaluator.evaluate(best.mapping, result);
        QVERIFY(result.violations.empty());
    }
}

void MapperTest::refusesWhatCannotBeFixed() {
    LoopNestEvaluator evaluator(twoLevels(500), matmul(60, 84, 96));
    const auto read = [&](const char* text) {
        return readMappingFix(Json::parse(text), evaluator.architecture(), evaluator.problem(), "/plan/search/fix");
    };
    QCOMPARE(read(R"({"levels":[{"level":"cache"}]})").error().code, std::string("unknown-level"));
    QCOMPARE(read(R"({"levels":[{"level":"buffer","temporal":[["k",2],["k",4]]}]})").error().code,
             std::string("bad-value"));
    const auto beyond = read(R"({"levels":[{"level":"buffer","spatial_x":[["k",3],["n",2]]}]})");
    QVERIFY(!beyond);
    QCOMPARE(beyond.error().pointer, std::string("/plan/search/fix/levels"));
    const auto large = read(R"({"levels":[{"level":"buffer","temporal":[["k",200]]}]})");
    QVERIFY(large);
    const Mapping start = outermostMapping(evaluator.architecture(), evaluator.problem());
    const auto refused = builtinMappers()[0].search(evaluator, start, "matmul", {.fix = *large}, {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("does-not-fit"));
    QCOMPARE(refused.error().pointer, std::string("/plan/search/fix"));
    QVERIFY(QString::fromStdString(messageText(refused.error().text))
                .contains(QStringLiteral("multiply to 200, but it is 96")));
}

/// A start that fills the buffer has no room for a fixed tile; without the start there is.
void MapperTest::fixesBesideAFullStart() {
    LoopNestEvaluator evaluator(twoLevels(24), matmul(8, 8, 16));
    Mapping start = outermostMapping(evaluator.architecture(), evaluator.problem());
    start.levels[0].temporal = {{0, 8, 8}, {1, 4, 4}, {2, 4, 4}};
    start.levels[1].temporal = {{1, 2, 2}, {2, 4, 4}};
    const auto fix = readMappingFix(Json::parse(R"({"levels":[{"level":"buffer","temporal":[["m",4]]}]})"),
                                    evaluator.architecture(), evaluator.problem(), "/plan/search/fix");
    QVERIFY(fix);
    for (const Mapper& mapper : builtinMappers()) {
        const auto best = mapper.search(evaluator, start, "matmul", {.budget = 500, .fix = *fix}, {});
        QVERIFY2(best, std::string(mapper.id).c_str());
        QCOMPARE(boundAt(best->mapping, {1, LoopKind::Temporal}, 0), std::uint64_t{4});
    }
}

/// Where a buffer is too small for three tensors at once, to pass one by is better.
void MapperTest::choosesWhatLevelsHold() {
    LoopNestEvaluator evaluator(twoLevels(6), matmul(8, 8, 16));
    for (const char* mapper : {"pruned", "annealing", "genetic", "exhaustive"}) {
        const std::uint64_t budget = mapper == std::string_view("exhaustive") ? 200'000 : 5'000;
        const FoundMapping all = found(evaluator, {.goal = MappingGoal::Energy, .budget = budget}, mapper);
        const FoundMapping chosen =
            found(evaluator, {.goal = MappingGoal::Energy, .budget = budget, .choose_keep = true}, mapper);
        QVERIFY2(chosen.goal < all.goal, mapper);
        const auto& keep = chosen.mapping.levels[1].keep;
        QVERIFY(std::ranges::find(keep, false) != keep.end());
    }
}

void MapperTest::moreBudgetIsNeverWorse() {
    LoopNestEvaluator evaluator(twoLevels(500), matmul(60, 84, 96));
    for (const char* mapper : {"pruned", "random", "annealing", "genetic", "exhaustive"}) {
        double before = std::numeric_limits<double>::infinity();
        for (const std::uint64_t budget : {1, 10, 100, 1000, 4000}) {
            const FoundMapping mapping = found(evaluator, {.budget = budget}, mapper);
            QVERIFY(mapping.goal <= before);
            QVERIFY(mapping.evaluated <= budget);
            before = mapping.goal;
        }
    }
    const MapperSettings settings{.budget = 1000};
    QVERIFY(found(evaluator, settings, "pruned").goal <= found(evaluator, settings, "random").goal);
}

void MapperTest::sameSeedSameMapping() {
    LoopNestEvaluator evaluator(twoLevels(500), matmul(60, 84, 96));
    LoopNestEvaluator other(twoLevels(500), matmul(60, 84, 96));
    for (const Mapper& mapper : builtinMappers()) {
        const auto first = found(evaluator, {.budget = 300, .seed = 5}, mapper.id);
        QVERIFY2(first.mapping == found(other, {.budget = 300, .seed = 5}, mapper.id).mapping,
                 std::string(mapper.id).c_str());
        QVERIFY(first.evaluated <= 300);
    }
}

void MapperTest::keepsToTheRecipe() {
    hardware::NpuArchitecture npu = twoLevels(500);
    npu.recipe.operators = {{"matmul", {{"buffer", {"n"}, {}, {"k"}, {"k"}, {}}}}};
    LoopNestEvaluator evaluator(npu, matmul(60, 84, 96));
    const FoundMapping kept = found(evaluator, {.budget = 1000});
    for (const Loop& loop : kept.mapping.levels[1].temporal)
        QCOMPARE(loop.dimension, 2u);
    for (const Loop& loop : kept.mapping.levels[1].spatial_x)
        QCOMPARE(loop.dimension, 1u);
    const FoundMapping free = found(evaluator, {.budget = 1000, .keep_dataflow = false});
    QVERIFY(free.goal < kept.goal);
}

void MapperTest::stopsAndRefuses() {
    LoopNestEvaluator evaluator(twoLevels(500), matmul(60, 84, 96));
    std::stop_source stopped;
    stopped.request_stop();
    const Mapping start = outermostMapping(evaluator.architecture(), evaluator.problem());
    const auto cancelled =
        builtinMappers()[0].search(evaluator, start, "", {.budget = 1'000'000'000}, stopped.get_token());
    QVERIFY(!cancelled);
    QCOMPARE(QString::fromStdString(cancelled.error().code), QStringLiteral("cancelled"));
    LoopNestEvaluator tiny(twoLevels(1), matmul(4, 4, 4));
    const auto refused =
        builtinMappers()[0].search(tiny, outermostMapping(tiny.architecture(), tiny.problem()), "", {}, {});
    QVERIFY(!refused);
    QCOMPARE(QString::fromStdString(refused.error().code), QStringLiteral("does-not-fit"));
}

/// What searches list beforehand are the factors that an architect may choose from.
void MapperTest::listsFactorsOnce() {
    const workload::Problem problem{"line", {{"n", 96}}, {}};
    for (const bool allow_imperfect : {false, true}) {
        const FactorLists lists(problem, allow_imperfect);
        for (const std::uint64_t bound : {2u, 3u, 5u, 12u, 96u, 100u, 4096u, 5000u}) {
            Mapping mapping;
            mapping.levels.push_back({{{0, bound, bound}}, {}, {}, {}});
            std::vector<std::uint64_t> listed;
            const FactorLists::Choice choice = lists.of(0, bound, listed);
            const auto factors = legalFactors(mapping, {0, LoopKind::Temporal}, 0, allow_imperfect);
            QCOMPARE(choice.size(), factors.size());
            for (std::size_t i = 0; i < factors.size(); ++i)
                QCOMPARE(choice[i], factors[i]);
        }
    }
}

void MapperTest::remembersMappings() {
    detail::KnownMappings known(1);
    const auto hashOf = [](std::uint64_t i) { return i << 40; }; // all begin their search at one place
    for (std::uint64_t i = 0; i < 300; ++i) {
        const auto [worth, is_new] = known.place(hashOf(i));
        QVERIFY(is_new);
        *worth = {static_cast<double>(i), 0.0};
    }
    QCOMPARE(known.size(), std::size_t{300});
    for (std::uint64_t i = 0; i < 300; ++i) {
        QVERIFY(!known.place(hashOf(i)).second);
        QCOMPARE(known.find(hashOf(i))->goal, static_cast<double>(i));
    }
    QVERIFY(known.find(hashOf(300)) == nullptr);
}

QTEST_APPLESS_MAIN(MapperTest)
#include "mapper_test.moc"
