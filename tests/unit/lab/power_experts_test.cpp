// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/power/power_experts.h"

#include <QTest>

#include <cmath>

using namespace strata;
using namespace strata::assess;

namespace {

workload::Moe mixture(double tokens, double experts, double top_k, double skew) {
    workload::Moe shape;
    shape.tokens = tokens;
    shape.experts = shape.all_experts = experts;
    shape.top_k = top_k;
    shape.skew = skew;
    return shape;
}

workload::Kernel kernelOf(const workload::Moe& shape, NumberType type = NumberType::Bf16) {
    return {shape, type, type, NumberType::Bf16, type};
}

bool isNew(double tokens, double experts, double ffn, NumberType type = NumberType::Bf16) {
    workload::Moe shape = mixture(tokens, experts, 2, 0);
    shape.ffn = ffn;
    return needsNewKernel(kernelOf(shape, type));
}

PowerRow rowOf(const workload::Moe& shape) {
    PowerRow row;
    row.kernel = kernelOf(shape);
    return row;
}

} // namespace

class PowerExpertsTest : public QObject {
    Q_OBJECT

private slots:
    void nothingMovesWhereTheLoadIsEven() { QCOMPARE(movedTokens(mixture(16384, 8, 2, 0)), 0.0); }

    void fewExpertsOverflow() {
        // Two of eight experts for each token: the favourite would often take more than all of them.
        QVERIFY(movedTokens(mixture(16384, 8, 2, 1.2)) > 3000);
        QVERIFY(movedTokens(mixture(16384, 8, 2, 1.2)) > movedTokens(mixture(16384, 8, 2, 1.01)));
        QVERIFY(movedTokens(mixture(16384, 8, 2, 1.01)) > 3 * movedTokens(mixture(4096, 8, 2, 1.01)));
        // With one expert a token none can: what is left is what rounding makes.
        QVERIFY(movedTokens(mixture(16384, 128, 1, 1.2)) < 20);
    }

    void anExponentOfOneIsTheLimit() {
        const double at_one = movedTokens(mixture(1024, 8, 2, 1.0)), near = movedTokens(mixture(1024, 8, 2, 1.0001));
        QVERIFY(at_one > 0 && std::abs(at_one - near) < 0.01 * at_one);
    }

    void tunedShapesTakeAKernelForEachCount() {
        QVERIFY(isNew(16, 8, 7168) && isNew(64, 8, 7168));
        QVERIFY(!isNew(96, 8, 7168) && !isNew(4096, 8, 7168));
        QVERIFY(!isNew(16, 8, 6144)); // no table
        QVERIFY(isNew(16, 8, 8192, NumberType::Fp8) && !isNew(16, 8, 8192));
        workload::Moe blocks = mixture(16, 8, 2, 0);
        blocks.ffn = 7168;
        blocks.block_scaled = true;
        QVERIFY(!needsNewKernel(kernelOf(blocks, NumberType::Fp8)));
    }

    void widthsThat16DoesNotDivideTakeTheirOwn() {
        QVERIFY(isNew(16, 128, 232) && !isNew(16, 128, 240));
        QVERIFY(!isNew(8192, 128, 232));
    }

    void mixturesFollowTheLargest() {
        PowerRows data;
        data.devices.resize(1);
        workload::Moe shape;
        for (const double tokens : {64.0, 1.0, 512.0}) {
            shape.tokens = tokens;
            data.rows.push_back(rowOf(shape));
        }
        const auto sweeps = expertSweeps(data);
        QCOMPARE(sweeps.size(), std::size_t{1});
        QCOMPARE(sweeps[0].kernels.size(), std::size_t{4});
        QCOMPARE(std::get<workload::Moe>(sweeps[0].kernels[0].shape).tokens, 512.0);
        QCOMPARE(std::get<workload::Moe>(sweeps[0].kernels[1].shape).tokens, 1.0);
        QCOMPARE(sweeps[0].rows.front().first, std::size_t{1}); // one token
        QCOMPARE(sweeps[0].rows.front().second, std::size_t{1});
    }

    void weightsAreCastIntoBlocksOnce() {
        PowerRows data;
        data.devices.resize(1);
        for (const bool block_scaled : {false, true}) {
            for (const double tokens : {64.0, 1.0}) {
                workload::Moe shape = mixture(tokens, 8, 2, 0);
                shape.hidden = 1024;
                shape.ffn = block_scaled ? 256 : 512;
                shape.block_scaled = block_scaled;
                data.rows.push_back(rowOf(shape));
            }
        }
        double cast = 0;
        for (const PowerSweep& sweep : expertSweeps(data)) {
            for (const HostWork& host : sweep.host)
                cast += host.cast_weights;
            QCOMPARE(sweep.host.front().cast_weights, 0.0); // of another choice, which was there before
        }
        QCOMPARE(cast, 3.0 * 8 * 1024 * 256);
    }

    void sweepsKnowWhatTheHostDoes() {
        PowerRows data;
        data.devices.resize(1);
        for (const double tokens : {64.0, 8192.0})
            data.rows.push_back(rowOf(mixture(tokens, 8, 2, 1.2)));
        const auto sweeps = expertSweeps(data);
        QCOMPARE(sweeps.size(), std::size_t{1});
        QCOMPARE(sweeps[0].host.size(), sweeps[0].kernels.size());
        QVERIFY(sweeps[0].host[2].moved_tokens > sweeps[0].host[1].moved_tokens);
        QCOMPARE(sweeps[0].host[0].moved_tokens, sweeps[0].host[2].moved_tokens);
    }
};

QTEST_GUILESS_MAIN(PowerExpertsTest)
#include "power_experts_test.moc"
