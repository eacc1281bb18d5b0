// SPDX-License-Identifier: GPL-3.0-or-later
// Whether tiles fit is asked without counting anything; the evaluator answers it beside everything else.
#include "core/npu/fit.h"
#include "tests/unit/npu/mapping_enumeration.h"

#include <QTest>

using namespace strata;
using namespace strata::npu;

namespace {

/// Whole factors at random places, and random tensors held.
Mapping randomMapping(Random& random, const hardware::NpuArchitecture& npu, const workload::Problem& problem) {
    Mapping mapping = outermostMapping(npu, problem);
    mapping.levels[0].temporal.clear();
    for (std::uint32_t d = 0; d < problem.dimensions.size(); ++d) {
        std::uint64_t rest = problem.dimensions[d].bound;
        for (std::size_t l = npu.levels.size(); l-- > 0;) {
            for (const LoopKind kind : {LoopKind::SpatialY, LoopKind::SpatialX, LoopKind::Temporal}) {
                if (!isPlace(npu, {l, kind})) continue;
                std::uint64_t factor = 1 + random.below(rest);
                while (rest % factor != 0)
                    --factor;
                if (l == 0 && kind == LoopKind::Temporal) factor = rest;
                if (factor > 1) loopsAt(mapping.levels[l], kind).push_back({d, factor, factor});
                rest /= factor;
            }
        }
    }
    for (std::size_t l = 1; l < npu.levels.size(); ++l)
        for (std::size_t t = 0; t < problem.tensors.size(); ++t)
            if (random.chance(0.3)) mapping.levels[l].keep[t] = false;
    return mapping;
}

} // namespace

class FitTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTheEvaluator();
};

void FitTest::agreesWithTheEvaluator() {
    int fitting = 0, overflowing = 0;
    LoopNestResult result;
    for (std::uint64_t seed = 1; seed <= 3'000; ++seed) {
        Random random{CounterRandom(seed)};
        workload::Problem problem = randomProblem(random);
        for (workload::Tensor& tensor : problem.tensors)
            tensor.bits = random.any<std::uint32_t>({0, 8, 12, 24, 32}); // weights that are no whole numbers
        const hardware::NpuArchitecture npu = randomArchitecture(random);
        LoopNestEvaluator evaluator(npu, problem);
        const Mapping mapping = randomMapping(random, npu, problem);
        evaluator.evaluate(mapping, result);
        const QByteArray where = QByteArrayLiteral("seed ") + QByteArray::number(static_cast<qulonglong>(seed));
        for (std::size_t l = 0; l < npu.levels.size(); ++l)
            QVERIFY2(occupancy(mapping, npu, problem, l).used == static_cast<double>(result.levels[l].used_words),
                     where.constData());
        const bool fits = std::ranges::none_of(
            result.violations, [](const Violation& violation) { return violation.kind == Violation::Kind::Capacity; });
        ++(fits ? fitting : overflowing);
        QVERIFY2(tilesFit(mapping, npu, problem) == fits, where.constData());
        QVERIFY2(TileFit(npu, problem).fits(mapping) == fits, where.constData());
    }
    QVERIFY(fitting > 300 && overflowing > 300);
}

QTEST_APPLESS_MAIN(FitTest)
#include "fit_test.moc"
