// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/power/power_compile.h"
#include "app/lab/power/power_products.h"

#include <QTest>

#include <array>

using namespace strata;
using namespace strata::assess;

namespace {

constexpr int kSms = 132;

constexpr std::array kRows{8192.0, 64.0, 49.0, 33.0, 32.0, 17.0, 16.0, 15.0};
constexpr std::array kWide{16384.0, 7168.0, 64.0};
constexpr std::array kDeep{7168.0, 2048.0, 64.0};

/// Of the problems of these rows and columns, how many compile their kernel.
int compiledAt(const std::vector<ProductProblem>& problems, double m, double n) {
    int count = 0;
    for (const ProductProblem& problem : problems)
        count += problem.m == m && problem.n == n && problem.compiles ? 1 : 0;
    return count;
}

PowerRow rowOf(const auto& shape) {
    PowerRow row;
    row.kernel = {shape, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16};
    return row;
}

} // namespace

class PowerProductsTest : public QObject {
    Q_OBJECT

private slots:
    void tilesFollowTheWaves() {
        // From 33 to 64 rows one tile holds them all.
        QVERIFY(blockScaledKernel(33, 7168, 2048, kSms) == blockScaledKernel(64, 7168, 2048, kSms));
        QCOMPARE(blockScaledKernel(64, 7168, 2048, kSms).rows, 64);
        QVERIFY(blockScaledKernel(128, 7168, 2048, kSms) != blockScaledKernel(64, 7168, 2048, kSms));
        const BlockScaledKernel large = blockScaledKernel(8192, 16384, 7168, kSms);
        QVERIFY(large.rows * large.columns >= 128 * 128);
        QVERIFY(large.cluster_rows * large.cluster_columns == 2);
    }

    void fewRowsTakeTheNarrowestTileOfTheFewestWaves() {
        // 17 rows take two tiles of 16 where 56 of 132 SMs have work, one of 24 where 128 have.
        QCOMPARE(blockScaledKernel(17, 7168, 2048, kSms).columns, 16);
        QCOMPARE(blockScaledKernel(17, 16384, 2048, kSms).columns, 24);
        QCOMPARE(blockScaledKernel(16, 16384, 2048, kSms).columns, 16);
    }

    void everyTileFitsAndHoldsRegisters() {
        for (const int m : {32, 48, 96, 160, 257, 768, 1536, 4097, 32768}) {
            for (const int n : {128, 1536, 7168, 65536}) {
                const BlockScaledKernel scaled_kernel = blockScaledKernel(m, n, 4096, kSms);
                QVERIFY(scaled_kernel.rows <= 128 || scaled_kernel.columns <= 128);
                QVERIFY(scaled_kernel.stages >= 3 &&
                        (scaled_kernel.rows + scaled_kernel.columns) * 128 * scaled_kernel.stages < 232448);
            }
        }
    }

    void sweepsGoFromLargeToSmall() {
        const auto problems = productProblems(kRows, kWide, kDeep, kSms);
        QCOMPARE(problems.front().m, 8192.0);
        QVERIFY(!problems[0].block_scaled && problems[1].block_scaled);
        QCOMPARE(problems[1].n, problems[0].n);
        for (const ProductProblem& problem : problems)
            QVERIFY(!problem.block_scaled || (problem.n >= 128 && problem.k >= 128));
        constexpr std::array kLargest{65536.0};
        QVERIFY(productProblems(kRows, kLargest, kLargest, kSms).empty());
    }

    void kernelsAreCompiledOnce() {
        const auto problems = productProblems(kRows, kWide, kDeep, kSms);
        QCOMPARE(compiledAt(problems, 8192, 7168), 2);
        QCOMPARE(compiledAt(problems, 64, 7168), 2);
        QCOMPARE(compiledAt(problems, 49, 7168), 0);
        QCOMPARE(compiledAt(problems, 17, 7168), 2);
        QCOMPARE(compiledAt(problems, 16, 7168), 0);
        QCOMPARE(compiledAt(problems, 16, 16384), 2);
        QCOMPARE(compiledAt(problems, 15, 16384), 0);
    }

    void aCollectionThatWentOnCompilesAnew() {
        constexpr std::array kFew{5.0, 4.0, 3.0};
        constexpr std::array kNarrow{2048.0, 1024.0, 512.0};
        const auto problems = productProblems(kFew, kNarrow, kDeep, kSms);
        QCOMPARE(compiledAt(problems, 4, 2048), 0);
        QCOMPARE(compiledAt(problems, 4, 1024), 2);
        QCOMPARE(compiledAt(problems, 3, 2048), 2);
        QCOMPARE(compiledAt(problems, 3, 1024), 0);
    }

    void productsFindTheirPlaces() {
        PowerRows data;
        data.devices.resize(1);
        data.devices[0].sms = kSms;
        workload::Matmul shape;
        for (const double m : {16.0, 64.0}) {
            for (const bool block_scaled : {false, true}) {
                shape.m = m;
                shape.n = shape.k = 2048;
                shape.block_scaled = block_scaled;
                data.rows.push_back(rowOf(shape));
            }
        }
        const auto sweeps = productSweeps(data);
        QCOMPARE(sweeps.size(), std::size_t{1});
        QCOMPARE(sweeps[0].boards, std::size_t{1});
        QCOMPARE(sweeps[0].rows.size(), data.rows.size());
        for (const auto& [place, row] : sweeps[0].rows) {
            const auto& placed = std::get<workload::Matmul>(sweeps[0].kernels[place].shape);
            const auto& own = std::get<workload::Matmul>(data.rows[row].kernel.shape);
            QVERIFY(placed.m == own.m && placed.block_scaled == own.block_scaled);
        }
    }
};

QTEST_GUILESS_MAIN(PowerProductsTest)
#include "power_products_test.moc"
