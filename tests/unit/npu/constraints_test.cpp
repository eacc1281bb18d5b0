// SPDX-License-Identifier: GPL-3.0-or-later
// Constraints of a search: every way to look for a mapping keeps to them, and the one with a proof finds what the
// enumeration of the constrained space finds.
#include "core/base/executor.h"
#include "core/base/random.h"
#include "core/npu/mapper.h"
#include "tests/unit/npu/fixtures.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace strata;
using namespace strata::npu;
using namespace strata::test;

namespace {

hardware::NpuArchitecture smallArray() {
    auto levels = std::vector{npuLevel("dram", 0), npuLevel("buffer", 40, 4, 2), npuLevel("registers", 12)};
    levels[0].energy = {100, 100, 100, 0};
    levels[1].energy = {6, 6, 6, 0};
    levels[0].read_words_per_cycle = levels[0].write_words_per_cycle = 2;
    auto architecture = accelerator(std::move(levels));
    architecture.recipe.allow_imperfect = false;
    return architecture;
}

const Mapper& mapperNamed(std::string_view id) {
    for (const Mapper& mapper : builtinMappers())
        if (mapper.id == id) return mapper;
    qFatal("no such mapper");
}

MappingFix read(const hardware::NpuArchitecture& architecture, const workload::Problem& problem, const char* text) {
    MappingFix fix;
    const auto done = readMappingConstraints(Json::parse(text), architecture, problem, "/plan/constraints", fix);
    if (!done) qFatal("%s", done.error().text.id.c_str());
    return fix;
}

bool keepsTo(const MappingFix& fix, const Mapping& mapping) {
    for (const MappingFix::FixedLoop& loop : fix.loops)
        if (boundAt(mapping, loop.place, loop.dimension) != loop.bound) return false;
    return fix.admits(mapping);
}

double usedShare(const hardware::NpuArchitecture& architecture, const Mapping& mapping) {
    double used = 1.0, units = 1.0;
    for (std::size_t l = 0; l < mapping.levels.size(); ++l) {
        units *= static_cast<double>(architecture.levels[l].fanout_x) * architecture.levels[l].fanout_y;
        for (const auto* loops : {&mapping.levels[l].spatial_x, &mapping.levels[l].spatial_y})
            for (const Loop& loop : *loops)
                used *= static_cast<double>(loop.bound);
    }
    return used / units;
}

constexpr const char* kSome = R"({"levels": [
    {"level": "dram", "temporal": ["m<=4"], "order": ["k"]},
    {"level": "buffer", "temporal": ["n>=2"], "spatial_dimensions": ["m", "n"], "bypass": ["weights"], "order": ["m", "n"]},
    {"level": "registers", "temporal": ["k=2"], "keep": ["weights", "inputs"]}]})";

} // namespace

class ConstraintsTest : public QObject {
    Q_OBJECT
private slots:
    void everyMapperKeepsToThem();
    void theProofHoldsInConstrainedSpaces();
    void leastUtilizationHoldsForAll();
    void errorsPointAtTheEntry();
    void sameWithAnyNumberOfThreads();
    void saysWhenNothingIsLeft();
    void whatIsFixedOutermostRunsFurtherInside();
};

/// Factors of 1 at the outermost level are what files of constraints state most: the rest runs further inside.
void ConstraintsTest::whatIsFixedOutermostRunsFurtherInside() {
    const auto architecture = smallArray();
    const auto problem = gemm(8, 8, 8);
    for (const Mapper& mapper : builtinMappers()) {
        LoopNestEvaluator evaluator(architecture, problem);
        MapperSettings settings;
        settings.keep_dataflow = false;
        settings.budget = mapper.proves ? 1'000'000'000 : 2000;
        settings.fix =
            read(architecture, problem,
                 R"({"levels":[{"level":"dram","temporal":["m=1"]},{"level":"buffer","temporal":["m<=2"]}]})");
        const auto found = mapper.search(evaluator, outermostMapping(architecture, problem), "", settings, {});
        QVERIFY2(found, mapper.id.data());
        QVERIFY(keepsTo(settings.fix, found->mapping));
    }
}

void ConstraintsTest::everyMapperKeepsToThem() {
    const auto architecture = smallArray();
    const auto problem = gemm(8, 8, 8);
    for (const Mapper& mapper : builtinMappers()) {
        LoopNestEvaluator evaluator(architecture, problem);
        MapperSettings settings;
        settings.keep_dataflow = false;
        settings.choose_keep = true;
        settings.budget = mapper.proves ? 1'000'000'000 : 3000;
        const Mapping start = outermostMapping(architecture, problem);
        const auto free = mapper.search(evaluator, start, "", settings, {});
        settings.fix = read(architecture, problem, kSome);
        QVERIFY(free && !keepsTo(settings.fix, free->mapping)); // else this shows nothing
        const auto found = mapper.search(evaluator, start, "", settings, {});
        QVERIFY2(found, mapper.id.data());
        QVERIFY2(keepsTo(settings.fix, found->mapping), mapper.id.data());
        LoopNestResult result;
        evaluator.evaluate(found->mapping, result);
        QVERIFY(result.violations.empty());
        QVERIFY(found->goal >= free->goal * (1 - 1e-12) || !free->complete);
    }
}

/// Bounds, orders, holds and shares of the units at random, in spaces that are small enough to see all of.
void ConstraintsTest::theProofHoldsInConstrainedSpaces() {
    CounterRandom random(21);
    const auto below = [&](std::uint64_t bound) { return random.nextBelow(bound); };
    const std::uint64_t sizes[] = {1, 2, 3, 4, 6};
    int compared = 0, empty = 0;
    for (int i = 0; i < 100; ++i) {
        auto architecture = smallArray();
        architecture.levels[1].entries = 8 + below(40);
        const auto problem = gemm(sizes[below(5)], sizes[below(5)], sizes[below(5)]);
        Json constraints{{"levels", Json::array()}};
        for (const char* level : {"dram", "buffer", "registers"}) {
            Json entry{{"level", level}};
            for (const char* list : {"temporal", "spatial_x"}) {
                if (below(2) == 0) continue;
                const std::uint32_t d = static_cast<std::uint32_t>(below(3));
                const std::uint64_t bound = problem.dimensions[d].bound;
                const char* const relation = below(3) == 0 ? "=" : below(2) == 0 ? "<=" : ">=";
                const std::uint64_t most = std::string(list) == "temporal" ? bound : 1;
                std::uint64_t factor = 1 + below(most);
                while (*relation == '=' && bound % factor != 0)
                    --factor; // others leave remainders, without a proof
                entry[list] = {problem.dimensions[d].name + relation + std::to_string(factor)};
            }
            if (below(3) == 0) entry["order"] = below(2) == 0 ? Json{"m", "k"} : Json{"n"};
            if (below(3) == 0 && std::string(level) != "dram") entry[below(2) == 0 ? "keep" : "bypass"] = {"inputs"};
            if (below(4) == 0) entry["spatial_dimensions"] = {"m", "k"};
            constraints["levels"].push_back(std::move(entry));
        }
        MapperSettings settings;
        settings.keep_dataflow = false;
        settings.choose_keep = below(2) == 0;
        settings.least_utilization = below(3) == 0 ? 0.25 : 0.0;
        settings.goal = static_cast<MappingGoal>(below(3));
        settings.fix = read(architecture, problem, constraints.dump().c_str());
        LoopNestEvaluator evaluator(architecture, problem);
        const Mapping start = outermostMapping(architecture, problem);
        settings.budget = 1'000'000'000;
        const auto proven = mapperNamed("branch-and-bound").search(evaluator, start, "", settings, {});
        settings.budget = 400'000;
        const auto seen = mapperNamed("exhaustive").search(evaluator, start, "", settings, {});
        if (!seen || !proven) {
            QVERIFY2(!seen && !proven, qPrintable(QStringLiteral("%1 %2").arg(i).arg(constraints.dump().c_str())));
            ++empty;
            continue;
        }
        QVERIFY(keepsTo(settings.fix, proven->mapping));
        if (!seen->complete) continue;
        QVERIFY(proven->complete);
        QVERIFY2(std::abs(proven->goal / seen->goal - 1.0) < 1e-9, qPrintable(QStringLiteral("%1: %2, %3; %4")
                                                                                  .arg(i)
                                                                                  .arg(proven->goal)
                                                                                  .arg(seen->goal)
                                                                                  .arg(constraints.dump().c_str())));
        ++compared;
    }
    QVERIFY2(compared > 40, qPrintable(QStringLiteral("%1, %2 empty").arg(compared).arg(empty)));
}

void ConstraintsTest::leastUtilizationHoldsForAll() {
    const auto architecture = smallArray();
    const auto problem = gemm(8, 8, 8);
    for (const Mapper& mapper : builtinMappers()) {
        LoopNestEvaluator evaluator(architecture, problem);
        MapperSettings settings;
        settings.keep_dataflow = false;
        settings.goal = MappingGoal::Energy;
        settings.budget = mapper.proves ? 1'000'000'000 : 2000;
        settings.fix = read(architecture, problem, R"({"least_utilization": 1})");
        const auto found = mapper.search(evaluator, outermostMapping(architecture, problem), "", settings, {});
        QVERIFY2(found, mapper.id.data());
        QCOMPARE(usedShare(architecture, found->mapping), 1.0);
    }
}

void ConstraintsTest::errorsPointAtTheEntry() {
    const auto architecture = smallArray();
    const auto problem = gemm(8, 8, 8);
    const std::pair<const char*, std::pair<const char*, const char*>> wrong[] = {
        {R"({"levels":[{"level":"none"}]})", {"unknown-level", "/plan/constraints/levels/0/level"}},
        {R"({"levels":[{"level":"dram","temporal":["m=2","z=2"]}]})",
         {"unknown-dimension", "/plan/constraints/levels/0/temporal/1"}},
        {R"({"levels":[{"level":"dram","temporal":["m~2"]}]})", {"bad-value", "/plan/constraints/levels/0/temporal/0"}},
        {R"({"levels":[{"level":"dram","temporal":["m<2"]}]})", {"bad-value", "/plan/constraints/levels/0/temporal/0"}},
        {R"({"levels":[{"level":"dram","temporal":["m=0"]}]})", {"bad-value", "/plan/constraints/levels/0/temporal/0"}},
        {R"({"levels":[{"level":"dram","temporal":["m=9"]}]})",
         {"does-not-fit", "/plan/constraints/levels/0/temporal/0"}},
        {R"({"levels":[{"level":"buffer","spatial_x":["m>=8"]}]})",
         {"does-not-fit", "/plan/constraints/levels/0/spatial_x/0"}},
        {R"({"levels":[{"level":"buffer","order":["m","m"]}]})", {"bad-value", "/plan/constraints/levels/0/order/1"}},
        {R"({"levels":[{"level":"buffer","keep":["x"]}]})", {"unknown-tensor", "/plan/constraints/levels/0/keep/0"}},
        {R"({"levels":[{"level":"buffer","keep":["inputs"],"bypass":["inputs"]}]})",
         {"bad-value", "/plan/constraints/levels/0/bypass/0"}},
        {R"({"levels":[{"level":"dram","bypass":["inputs"]}]})",
         {"does-not-fit", "/plan/constraints/levels/0/bypass/0"}}};
    for (const auto& [text, expected] : wrong) {
        MappingFix fix;
        const auto done = readMappingConstraints(Json::parse(text), architecture, problem, "/plan/constraints", fix);
        QVERIFY2(!done, text);
        QCOMPARE(done.error().code, std::string(expected.first));
        QCOMPARE(done.error().pointer, std::string(expected.second));
    }
}

void ConstraintsTest::sameWithAnyNumberOfThreads() {
    const auto architecture = smallArray();
    const auto problem = gemm(16, 12, 8);
    std::vector<FoundMapping> answers;
    for (const unsigned threads : {1u, 2u, 5u}) {
        ThreadExecutor executor(threads);
        LoopNestEvaluator evaluator(architecture, problem);
        MapperSettings settings;
        settings.keep_dataflow = false;
        settings.choose_keep = true;
        settings.budget = 1'000'000'000;
        settings.executor = &executor;
        settings.fix = read(architecture, problem, kSome);
        auto found = mapperNamed("branch-and-bound")
                         .search(evaluator, outermostMapping(architecture, problem), "", settings, {});
        QVERIFY(found);
        QVERIFY(found->complete);
        answers.push_back(*std::move(found));
    }
    for (const FoundMapping& answer : answers) {
        QCOMPARE(answer.goal, answers.front().goal);
        QVERIFY(answer.mapping == answers.front().mapping);
        QCOMPARE(answer.evaluated, answers.front().evaluated);
    }
}

void ConstraintsTest::saysWhenNothingIsLeft() {
    const auto architecture = smallArray();
    const auto problem = gemm(8, 8, 8);
    for (const char* id : {"pruned", "branch-and-bound", "exhaustive"}) {
        LoopNestEvaluator evaluator(architecture, problem);
        MapperSettings settings;
        settings.keep_dataflow = false;
        settings.budget = 100'000;
        settings.fix = read(architecture, problem, R"({"levels":[{"level":"registers","temporal":["m>=8","n>=8"]}]})");
        const auto found = mapperNamed(id).search(evaluator, outermostMapping(architecture, problem), "", settings, {});
        QVERIFY(!found);
        QCOMPARE(found.error().code, std::string("does-not-fit"));
        QCOMPARE(found.error().pointer, std::string("/plan/constraints"));
    }
}

QTEST_APPLESS_MAIN(ConstraintsTest)
#include "constraints_test.moc"
