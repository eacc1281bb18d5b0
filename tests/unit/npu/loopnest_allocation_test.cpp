// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/npu/fixtures.h"

#include <QTest>

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
using namespace strata::test;

class LoopNestAllocationTest : public QObject {
    Q_OBJECT
private slots:
    void evaluatesWithoutAllocating();
};

void LoopNestAllocationTest::evaluatesWithoutAllocating() {
    const workload::Problem problem = slidingWindow(8, 30, 3);
    npu::LoopNestEvaluator evaluator(
        accelerator({npuLevel("dram", 0), npuLevel("buffer", 20, 4, 3), npuLevel("registers", 0, 2)}), problem);
    npu::Mapping perfect;
    perfect.levels = {{{loop(0, 2), loop(1, 5)}, {}, {}, {true, true, true}},
                      {{loop(1, 2)}, {loop(0, 4)}, {loop(2, 3)}, {true, true, true}},
                      {{loop(1, 3)}, {}, {}, {true, false, true}}};
    npu::Mapping imperfect = perfect;
    imperfect.levels[0].temporal[1] = loop(1, 4);
    imperfect.levels[1].temporal = {loop(1, 3, 2)};
    imperfect.levels[1].spatial_y = {loop(1, 3)};
    imperfect.levels[1].spatial_x = {loop(0, 4)};
    imperfect.levels[2].temporal = {loop(1, 1), loop(2, 3)};
    npu::LoopNestResult result;
    evaluator.evaluate(perfect, result);
    evaluator.evaluate(imperfect, result);
    const std::size_t before = allocations;
    for (int i = 0; i < 100; ++i) {
        evaluator.evaluate(i % 2 == 0 ? perfect : imperfect, result);
    }
    QCOMPARE(allocations, before);
    QVERIFY(!result.violations.empty());
}

QTEST_APPLESS_MAIN(LoopNestAllocationTest)
#include "loopnest_allocation_test.moc"
