// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/factors.h"
#include "core/npu/recipe.h"
#include "tests/unit/npu/fixtures.h"

#include <QTest>

using namespace strata;
using namespace strata::test;

namespace {

hardware::NpuArchitecture architecture() {
    hardware::NpuArchitecture npu =
        accelerator({npuLevel("dram", 0), npuLevel("buffer", 512, 8, 4), npuLevel("registers", 8)});
    npu.recipe.operators = {
        {"matmul",
         {{"buffer", {"n", "m"}, {"k"}, {"m", "n", "k"}, {}, {}}, {"registers", {}, {}, {"m"}, {}, {"weights"}}}}};
    return npu;
}

} // namespace

class RecipeTest : public QObject {
    Q_OBJECT
private slots:
    void alwaysFits();
    void usesTheArray();
    void otherFamilies();
    void doesNotFit();
};

void RecipeTest::alwaysFits() {
    for (const std::uint64_t m : {1u, 3u, 8u, 100u, 4096u}) {
        for (const std::uint64_t n : {1u, 7u, 64u, 999u}) {
            for (const std::uint64_t k : {1u, 5u, 4u, 131u}) {
                for (const bool imperfect : {false, true}) {
                    hardware::NpuArchitecture npu = architecture();
                    npu.recipe.allow_imperfect = imperfect;
                    const workload::Problem problem = gemm(m, n, k);
                    const auto mapping = npu::mapByRecipe(npu, problem, "matmul");
                    QVERIFY2(mapping, mapping ? "" : describe(mapping.error()).c_str());
                    for (std::uint32_t d = 0; d < 3; ++d) {
                        QCOMPARE(npu::coveredIterations(*mapping, d), problem.dimensions[d].bound);
                        QVERIFY(imperfect || npu::productOfBounds(*mapping, d) == problem.dimensions[d].bound);
                    }
                    QVERIFY(evaluate(npu, problem, *mapping).violations.empty());
                }
            }
        }
    }
}

void RecipeTest::usesTheArray() {
    const auto mapping = npu::mapByRecipe(architecture(), gemm(64, 64, 64), "matmul");
    QVERIFY(mapping);
    QVERIFY(mapping->levels[1].spatial_x == std::vector<npu::Loop>{loop(1, 8)});
    QVERIFY(mapping->levels[1].spatial_y == std::vector<npu::Loop>{loop(2, 4)});
    QVERIFY(mapping->levels[2].keep == std::vector<bool>({true, false, false}));
}

void RecipeTest::otherFamilies() {
    const auto mapping = npu::mapByRecipe(architecture(), slidingWindow(6, 20, 3), "conv2d");
    QVERIFY(mapping);
    QVERIFY(evaluate(architecture(), slidingWindow(6, 20, 3), *mapping).violations.empty());
}

void RecipeTest::doesNotFit() {
    hardware::NpuArchitecture npu = architecture();
    npu.levels[1].entries = 2;
    const auto mapping = npu::mapByRecipe(npu, gemm(4, 4, 4), "matmul");
    QVERIFY(!mapping);
    QCOMPARE(mapping.error().code, std::string("does-not-fit"));
}

QTEST_APPLESS_MAIN(RecipeTest)
#include "recipe_test.moc"
