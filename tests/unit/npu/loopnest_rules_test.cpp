// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/npu/fixtures.h"

#include <QTest>

using namespace strata;
using namespace strata::test;

namespace {

hardware::NpuArchitecture twoLevels() { return accelerator({npuLevel("dram", 0, 2, 2), npuLevel("buffer", 24)}); }

npu::Mapping spread() {
    npu::Mapping mapping;
    mapping.levels = {{{loop(0, 2), loop(2, 4)}, {loop(1, 2)}, {loop(0, 2)}, {true, true, true}},
                      {{loop(0, 2), loop(1, 4)}, {}, {}, {true, true, true}}};
    return mapping;
}

} // namespace

class LoopNestRulesTest : public QObject {
    Q_OBJECT
private slots:
    void violationsOfEveryLevel();
    void widthsCountInBits();
    void doubleBufferingHalvesTheRoom();
    void bandwidthLimits();
    void leakage();
    void hugeBounds();
    void remaindersRunExactly();
    void manyImperfectLoopsEnd();
    void malformed();
    void tooLarge();
};

void LoopNestRulesTest::violationsOfEveryLevel() {
    hardware::NpuArchitecture architecture =
        accelerator({npuLevel("dram", 0, 2, 2), npuLevel("buffer", 10), npuLevel("registers", 2)});
    npu::Mapping mapping;
    mapping.levels = {{{}, {loop(0, 4)}, {loop(1, 8)}, {true, true, true}},
                      {{loop(2, 4)}, {}, {}, {true, true, true}},
                      {{loop(0, 2)}, {}, {}, {true, true, true}}};
    const auto result = evaluate(architecture, gemm(8, 8, 4), mapping);
    QCOMPARE(result.violations.size(), std::size_t{4});
    QVERIFY(result.violations[0].kind == npu::Violation::Kind::FanoutX);
    QCOMPARE(result.violations[0].needed, std::uint64_t{4});
    QCOMPARE(result.violations[0].available, std::uint64_t{2});
    QVERIFY(result.violations[1].kind == npu::Violation::Kind::FanoutY);
    QCOMPARE(result.violations[1].needed, std::uint64_t{8});
    QVERIFY(result.violations[2].kind == npu::Violation::Kind::Capacity);
    QCOMPARE(result.violations[2].level, std::size_t{1});
    QCOMPARE(result.violations[2].needed, std::uint64_t{4 + 8 + 2});
    QCOMPARE(result.violations[3].needed, std::uint64_t{1 + 2 + 2});
    QCOMPARE(result.levels[1].used_words, std::uint64_t{14});
    QCOMPARE(result.levels[1].tensors[1].tile_words, std::uint64_t{8});
}

void LoopNestRulesTest::widthsCountInBits() {
    workload::Problem problem = gemm(8, 8, 4);
    const auto plain = evaluate(twoLevels(), problem, spread());
    QVERIFY(plain.violations.empty());
    QCOMPARE(plain.levels[1].used_words, std::uint64_t{4 + 2 + 8});
    for (workload::Tensor& tensor : problem.tensors)
        tensor.bits = 16;
    const auto same = evaluate(twoLevels(), problem, spread());
    QCOMPARE(same.levels[1].used_words, plain.levels[1].used_words);
    QCOMPARE(same.energy_pj, plain.energy_pj);
    problem.tensors[2].bits = 48;
    const auto wide = evaluate(twoLevels(), problem, spread());
    QCOMPARE(wide.levels[1].used_words, std::uint64_t{4 + 2 + 24});
    QCOMPARE(wide.violations.size(), std::size_t{1});
    QCOMPARE(wide.violations[0].available, std::uint64_t{24});
}

void LoopNestRulesTest::doubleBufferingHalvesTheRoom() {
    hardware::NpuArchitecture architecture = twoLevels();
    architecture.levels[1].buffering = 2;
    const auto result = evaluate(architecture, gemm(8, 8, 4), spread());
    QCOMPARE(result.violations.size(), std::size_t{1});
    QCOMPARE(result.violations[0].needed, std::uint64_t{14});
    QCOMPARE(result.violations[0].available, std::uint64_t{12});
}

void LoopNestRulesTest::bandwidthLimits() {
    hardware::NpuArchitecture architecture = twoLevels();
    const auto free = evaluate(architecture, gemm(8, 8, 4), spread());
    QCOMPARE(free.cycles, 64.0);
    QCOMPARE(free.limiting_level, -1);
    QCOMPARE(free.utilization, 1.0);
    architecture.levels[0].read_words_per_cycle = free.levels[0].read_words_per_cycle / 2.0;
    const auto reads = evaluate(architecture, gemm(8, 8, 4), spread());
    QCOMPARE(reads.cycles, 128.0);
    QCOMPARE(reads.limiting_level, 0);
    QVERIFY(reads.limited_by_reads);
    QCOMPARE(reads.utilization, 0.5);
    architecture.levels[1].write_words_per_cycle = free.levels[1].write_words_per_cycle / 4.0;
    const auto writes = evaluate(architecture, gemm(8, 8, 4), spread());
    QCOMPARE(writes.cycles, 256.0);
    QCOMPARE(writes.limiting_level, 1);
    QVERIFY(!writes.limited_by_reads);
}

void LoopNestRulesTest::leakage() {
    hardware::NpuArchitecture architecture = twoLevels();
    const double before = evaluate(architecture, gemm(8, 8, 4), spread()).energy_pj;
    architecture.levels[1].energy.leak_pj_per_cycle = 0.5;
    QCOMPARE(evaluate(architecture, gemm(8, 8, 4), spread()).energy_pj, before + 0.5 * 4.0 * 64.0);
    architecture.compute.leak_pj_per_cycle = 0.25;
    QCOMPARE(evaluate(architecture, gemm(8, 8, 4), spread()).mac_leakage_pj, 0.25 * 4.0 * 64.0);
}

void LoopNestRulesTest::hugeBounds() {
    constexpr std::uint64_t kHuge = 1'000'000'000'000'000'000;
    npu::Mapping mapping;
    mapping.levels = {{{loop(0, kHuge), loop(1, kHuge), loop(2, kHuge)}, {}, {}, {true, true, true}},
                      {{}, {}, {}, {true, true, true}}};
    const auto result = evaluate(twoLevels(), gemm(kHuge, kHuge, kHuge), mapping);
    QVERIFY(result.violations.empty());
    QVERIFY(qAbs(result.cycles / 1e54 - 1.0) < 1e-9);
    QVERIFY(std::isfinite(result.energy_pj));
    mapping.levels[0].temporal[0] = loop(0, kHuge / 2, kHuge / 2 - 1);
    mapping.levels[1].temporal = {loop(0, 3, 1)};
    QVERIFY(std::isfinite(evaluate(twoLevels(), gemm(kHuge, kHuge, kHuge), mapping).energy_pj));
}

void LoopNestRulesTest::remaindersRunExactly() {
    npu::Mapping mapping; // m = 7 as 2 x 4 with 3 in the last round
    mapping.levels = {{{loop(0, 2)}, {}, {}, {true, true, true}},
                      {{loop(0, 4, 3), loop(1, 3), loop(2, 2)}, {}, {}, {true, true, true}}};
    const auto result = evaluate(twoLevels(), gemm(7, 3, 2), mapping);
    QCOMPARE(result.macs, 42.0);
    QCOMPARE(result.levels[1].tensors[1].tile_words, std::uint64_t{8});
    QCOMPARE(result.levels[1].tensors[1].fills, 14.0);
    QCOMPARE(result.levels[0].tensors[2].updates, 21.0);
    QCOMPARE(result.levels[0].tensors[2].reads, 0.0);
}

void LoopNestRulesTest::manyImperfectLoopsEnd() {
    workload::Problem problem = gemm(1, 1, 1);
    std::vector<hardware::NpuLevel> levels;
    npu::Mapping mapping;
    for (int l = 0; l < 12; ++l) {
        levels.push_back(npuLevel(("l" + std::to_string(l)).c_str(), 0));
        mapping.levels.push_back({{loop(0, 5, 3), loop(1, 5, 4), loop(2, 5, 2)}, {}, {}, {true, true, true}});
    }
    for (std::uint32_t d = 0; d < 3; ++d) {
        std::uint64_t bound = 1;
        for (const npu::LevelMapping& level : mapping.levels)
            bound = (bound - 1) * 5 + level.temporal[d].remainder;
        problem.dimensions[d].bound = bound;
    }
    const auto result = evaluate(accelerator(std::move(levels)), problem, mapping);
    QVERIFY(result.violations.empty());
    QVERIFY(std::isfinite(result.energy_pj) && result.energy_pj > 0.0);
}

void LoopNestRulesTest::malformed() {
    npu::Mapping mapping = spread();
    mapping.levels[0].temporal[0].dimension = 9;
    auto result = evaluate(twoLevels(), gemm(8, 8, 4), mapping);
    QCOMPARE(result.violations.size(), std::size_t{1});
    QVERIFY(result.violations[0].kind == npu::Violation::Kind::Malformed);
    mapping = spread();
    for (npu::LevelMapping& level : mapping.levels)
        level.keep[1] = false;
    result = evaluate(twoLevels(), gemm(8, 8, 4), mapping);
    QVERIFY(!result.violations.empty());
}

void LoopNestRulesTest::tooLarge() {
    workload::Problem problem = gemm(1, 1, 1);
    QVERIFY(npu::checkLimits(twoLevels(), problem));
    for (int i = 0; i < 20; ++i)
        problem.dimensions.push_back({"d" + std::to_string(i), 1});
    const auto limits = npu::checkLimits(twoLevels(), problem);
    QVERIFY(!limits);
    QCOMPARE(limits.error().code, std::string("too-large"));
}

QTEST_APPLESS_MAIN(LoopNestRulesTest)
#include "loopnest_rules_test.moc"
