// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/edit.h"
#include "core/npu/factors.h"
#include "tests/unit/npu/fixtures.h"

#include <QTest>

using namespace strata;
using namespace strata::test;
using npu::LoopKind;
using npu::LoopPlace;

namespace {

constexpr LoopPlace kOuter{0, LoopKind::Temporal};
constexpr LoopPlace kOuterX{0, LoopKind::SpatialX};
constexpr LoopPlace kOuterY{0, LoopKind::SpatialY};
constexpr LoopPlace kInner{1, LoopKind::Temporal};

hardware::NpuArchitecture architecture() { return accelerator({npuLevel("dram", 0, 4, 2), npuLevel("buffer", 16)}); }

npu::Mapping mapping() {
    npu::Mapping mapping;
    mapping.levels = {{{loop(0, 4), loop(1, 8)}, {}, {}, {true, true, true}},
                      {{loop(0, 2), loop(2, 4)}, {}, {}, {true, true, true}}};
    return mapping;
}

bool runsExactly(const npu::Mapping& edited, const workload::Problem& problem) {
    for (std::uint32_t d = 0; d < problem.dimensions.size(); ++d) {
        if (npu::coveredIterations(edited, d) != problem.dimensions[d].bound) return false;
    }
    return true;
}

} // namespace

class EditTest : public QObject {
    Q_OBJECT
private slots:
    void movesFactors();
    void imperfectFactorsLeaveRemainders();
    void refusesFactors();
    void listsFactors();
    void movesLoops();
    void togglesKeep();
    void changesAxis();
    void mendsCapacity();
    void mendsFanout();
};

void EditTest::movesFactors() {
    const workload::Problem problem = gemm(8, 8, 4);
    const auto moved = npu::moveFactor(mapping(), problem, 0, kOuter, kOuterX, 2);
    QVERIFY(moved);
    QCOMPARE(npu::boundAt(*moved, kOuter, 0), std::uint64_t{2});
    QCOMPARE(npu::boundAt(*moved, kOuterX, 0), std::uint64_t{2});
    QVERIFY(runsExactly(*moved, problem));
    const auto back = npu::moveFactor(*moved, problem, 0, kOuterX, kOuter, 2);
    QVERIFY(back);
    QVERIFY(*back == mapping());
}

void EditTest::imperfectFactorsLeaveRemainders() {
    const workload::Problem problem = gemm(8, 8, 4);
    const auto moved = npu::moveFactor(mapping(), problem, 1, kOuter, kOuterX, 3);
    QVERIFY(moved);
    QCOMPARE(npu::boundAt(*moved, kOuterX, 1), std::uint64_t{3});
    QVERIFY(runsExactly(*moved, problem));
}

void EditTest::refusesFactors() {
    const workload::Problem problem = gemm(8, 8, 4);
    for (const std::uint64_t factor : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{9}}) {
        const auto moved = npu::moveFactor(mapping(), problem, 1, kOuter, kInner, factor);
        if (!moved)
            QCOMPARE(moved.error().code, std::string("bad-edit"));
        else
            QVERIFY(*moved == mapping());
    }
    QVERIFY(!npu::moveFactor(mapping(), problem, 2, kOuter, kInner, 2));
    QVERIFY(!npu::moveFactor(mapping(), problem, 7, kOuter, kInner, 2));
    QVERIFY(!npu::moveFactor(mapping(), problem, 0, kOuter, {5, LoopKind::Temporal}, 2));
}

void EditTest::listsFactors() {
    QCOMPARE(npu::legalFactors(mapping(), kOuter, 1, false), (std::vector<std::uint64_t>{2, 4, 8}));
    QCOMPARE(npu::legalFactors(mapping(), kOuter, 0, true), (std::vector<std::uint64_t>{2, 3, 4}));
    QVERIFY(npu::legalFactors(mapping(), kOuter, 2, true).empty());
}

void EditTest::movesLoops() {
    const auto moved = npu::moveLoop(mapping(), kOuter, 1, 0);
    QVERIFY(moved);
    QCOMPARE(moved->levels[0].temporal[0].dimension, 1u);
    QVERIFY(!npu::moveLoop(mapping(), kOuter, 2, 0));
}

void EditTest::togglesKeep() {
    const workload::Problem problem = gemm(8, 8, 4);
    const auto bypassed = npu::toggleKeep(mapping(), architecture(), problem, 1, 0);
    QVERIFY(bypassed);
    QVERIFY(!bypassed->levels[1].keep[0]);
    const auto gone = npu::toggleKeep(*bypassed, architecture(), problem, 0, 0);
    QVERIFY(!gone);
    QCOMPARE(gone.error().code, std::string("bad-edit"));
}

void EditTest::changesAxis() {
    const workload::Problem problem = gemm(8, 8, 4);
    const auto x = npu::moveFactor(mapping(), problem, 0, kOuter, kOuterX, 2);
    QVERIFY(x);
    const auto y = npu::splitAxis(*x, problem, 0, LoopKind::SpatialX, 0);
    QVERIFY(y);
    QCOMPARE(npu::boundAt(*y, kOuterY, 0), std::uint64_t{2});
    QCOMPARE(npu::boundAt(*y, kOuterX, 0), std::uint64_t{1});
}

void EditTest::mendsCapacity() {
    const workload::Problem problem = gemm(8, 8, 4);
    const auto full = npu::moveFactor(mapping(), problem, 1, kOuter, kInner, 4);
    QVERIFY(full);
    const auto result = evaluate(architecture(), problem, *full);
    QCOMPARE(result.violations.size(), std::size_t{1});
    const auto fixes = npu::suggestFix(result.violations[0], architecture(), problem, *full);
    QVERIFY(!fixes.empty() && fixes.size() <= 2);
    for (const npu::Fix& fix : fixes) {
        QVERIFY(!fix.text.empty());
        QVERIFY(runsExactly(fix.mapping, problem));
        QVERIFY(evaluate(architecture(), problem, fix.mapping).violations.empty());
    }
}

void EditTest::mendsFanout() {
    const workload::Problem problem = gemm(8, 8, 4);
    const auto wide = npu::moveFactor(mapping(), problem, 1, kOuter, kOuterX, 8);
    QVERIFY(wide);
    const auto result = evaluate(architecture(), problem, *wide);
    QCOMPARE(result.violations.size(), std::size_t{1});
    const auto fixes = npu::suggestFix(result.violations[0], architecture(), problem, *wide);
    QVERIFY(!fixes.empty());
    for (const npu::Fix& fix : fixes)
        QVERIFY(evaluate(architecture(), problem, fix.mapping).violations.empty());
}

QTEST_APPLESS_MAIN(EditTest)
#include "edit_test.moc"
