// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/npu/fixtures.h"

#include <QTest>

#include <array>
#include <random>
#include <set>

using namespace strata;
using namespace strata::test;

namespace {

using Point = std::vector<std::uint64_t>;
using Points = std::set<Point>;

struct Step {
    npu::Loop loop;
    std::uint64_t stride = 1;
    bool spatial = false;
};

/// The nest as a plain list of loops, outermost first, and where each level begins.
struct Nest {
    std::vector<Step> steps;
    std::vector<std::size_t> begin;
};

Nest listNest(const npu::Mapping& mapping) {
    Nest nest;
    for (const npu::LevelMapping& level : mapping.levels) {
        nest.begin.push_back(nest.steps.size());
        for (const npu::Loop& loop : level.temporal)
            nest.steps.push_back({loop, 1, false});
        for (const npu::Loop& loop : level.spatial_y)
            nest.steps.push_back({loop, 1, true});
        for (const npu::Loop& loop : level.spatial_x)
            nest.steps.push_back({loop, 1, true});
    }
    for (std::size_t i = 0; i < nest.steps.size(); ++i) {
        for (std::size_t j = i + 1; j < nest.steps.size(); ++j) {
            nest.steps[i].stride *=
                nest.steps[j].loop.dimension == nest.steps[i].loop.dimension ? nest.steps[j].loop.bound : 1;
        }
    }
    return nest;
}

Point project(const workload::Tensor& tensor, const std::vector<std::uint64_t>& at) {
    Point point;
    for (const workload::ProjectionAxis& axis : tensor.axes) {
        std::uint64_t sum = 0;
        for (const workload::ProjectionTerm& term : axis)
            sum += term.coefficient * at[term.dimension];
        point.push_back(sum);
    }
    return point;
}

/// Calls `visit` with the operator's coordinates for all iterations of steps [i, end).
template <class Visit>
void walk(const Nest& nest, std::size_t i, std::size_t end, bool first_copy, std::vector<std::uint64_t>& at,
          const Visit& visit) {
    if (i == end) {
        visit();
        return;
    }
    const Step& step = nest.steps[i];
    const std::uint64_t count = first_copy && step.spatial ? 1 : step.loop.bound;
    for (std::uint64_t n = 0; n < count; ++n) {
        at[step.loop.dimension] += n * step.stride;
        walk(nest, i + 1, end, first_copy, at, visit);
        at[step.loop.dimension] -= n * step.stride;
    }
}

struct Counted {
    double loads = 0.0;   ///< words that a level receives because it does not hold them
    double reloads = 0.0; ///< those that it had held before
};

/// What the first instance of a level loads, by holding every point of every tile in a set.
Counted simulate(const workload::Problem& problem, const workload::Tensor& tensor, const Nest& nest,
                 std::size_t level) {
    Counted counted;
    Points held;
    Points seen;
    std::vector<std::uint64_t> at(problem.dimensions.size(), 0);
    walk(nest, 0, nest.begin[level], true, at, [&] {
        Points tile;
        walk(nest, nest.begin[level], nest.steps.size(), false, at, [&] { tile.insert(project(tensor, at)); });
        for (const Point& point : tile) {
            if (held.count(point) == 0) {
                counted.loads += 1.0;
                counted.reloads += seen.insert(point).second ? 0.0 : 1.0;
            }
        }
        held = std::move(tile);
    });
    return counted;
}

class Random {
public:
    explicit Random(unsigned seed) : engine_(seed) {}
    std::size_t below(std::size_t end) { return engine_() % end; }
    bool chance(std::size_t percent) { return below(100) < percent; }

private:
    std::mt19937 engine_;
};

npu::Mapping randomMapping(Random& random, const workload::Problem& problem, std::size_t levels, bool spatial) {
    npu::Mapping mapping;
    mapping.levels.resize(levels);
    for (std::uint32_t d = 0; d < problem.dimensions.size(); ++d) {
        std::uint64_t rest = problem.dimensions[d].bound;
        while (rest > 1) {
            const std::uint64_t factor = rest % 2 == 0 ? 2 : rest % 3 == 0 ? 3 : rest;
            rest /= factor;
            npu::LevelMapping& level = mapping.levels[random.below(levels)];
            const std::size_t kind = spatial ? random.below(4) : 0;
            auto& loops = kind == 2 ? level.spatial_x : kind == 3 ? level.spatial_y : level.temporal;
            loops.insert(loops.begin() + static_cast<std::ptrdiff_t>(random.below(loops.size() + 1)), loop(d, factor));
        }
    }
    for (std::size_t l = 0; l < levels; ++l) {
        for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
            mapping.levels[l].keep.push_back(l == 0 || random.chance(70));
        }
    }
    return mapping;
}

/// Axes of one term each: tiles meet or do not, so that there is only one way to count.
workload::Problem randomProblem(Random& random) {
    constexpr std::array<std::uint64_t, 7> kBounds{1, 2, 3, 4, 6, 8, 12};
    workload::Problem problem;
    problem.name = "random";
    const std::size_t dimensions = 2 + random.below(3);
    for (std::size_t d = 0; d < dimensions; ++d) {
        problem.dimensions.push_back(
            {std::string(1, static_cast<char>('a' + d)), kBounds[random.below(d < 2 ? 7 : 4)]});
    }
    for (std::size_t t = 0; t < 3; ++t) {
        workload::Tensor tensor;
        tensor.name = "t" + std::to_string(t);
        tensor.output = t == 2;
        for (std::uint32_t d = 0; d < dimensions; ++d) {
            if (random.chance(60)) tensor.axes.push_back({{d, 1}});
        }
        if (tensor.axes.empty()) tensor.axes.push_back({{0, 1}});
        problem.tensors.push_back(std::move(tensor));
    }
    return problem;
}

hardware::NpuArchitecture roomy(std::size_t levels) {
    std::vector<hardware::NpuLevel> list;
    for (std::size_t l = 0; l < levels; ++l)
        list.push_back(npuLevel(("l" + std::to_string(l)).c_str(), 0, 4096, 4096));
    return accelerator(std::move(list));
}

} // namespace

class LoopNestCountingTest : public QObject {
    Q_OBJECT
private slots:
    void loadsOfEveryLevel();
    void readsWithoutCopies();
    void slidingWindowLoadsOnlyNewWords();
    void whatIsSentArrives();
};

void LoopNestCountingTest::loadsOfEveryLevel() {
    Random random(1);
    for (int i = 0; i < 2000; ++i) {
        const workload::Problem problem = randomProblem(random);
        const std::size_t levels = 2 + random.below(3);
        const npu::Mapping mapping = randomMapping(random, problem, levels, true);
        const auto result = evaluate(roomy(levels), problem, mapping);
        QVERIFY(result.violations.empty());
        const Nest nest = listNest(mapping);
        for (std::size_t l = 1; l < levels; ++l) {
            for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
                const npu::TensorAccess& access = result.levels[l].tensors[t];
                if (!access.kept) continue;
                const Counted counted = simulate(problem, problem.tensors[t], nest, l);
                QCOMPARE(access.fills, problem.tensors[t].output ? counted.reloads : counted.loads);
            }
        }
    }
}

void LoopNestCountingTest::readsWithoutCopies() {
    Random random(2);
    for (int i = 0; i < 2000; ++i) {
        const workload::Problem problem = randomProblem(random);
        const std::size_t levels = 2 + random.below(3);
        const npu::Mapping mapping = randomMapping(random, problem, levels, false);
        const auto result = evaluate(roomy(levels), problem, mapping);
        const Nest nest = listNest(mapping);
        for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
            double asked = problem.macs();
            for (std::size_t l = levels; l-- > 0;) {
                const npu::TensorAccess& access = result.levels[l].tensors[t];
                if (!access.kept) continue;
                QCOMPARE(problem.tensors[t].output ? access.updates : access.reads, asked);
                asked = l == 0 ? 0.0 : simulate(problem, problem.tensors[t], nest, l).loads;
            }
        }
    }
}

void LoopNestCountingTest::slidingWindowLoadsOnlyNewWords() {
    for (std::uint64_t p = 2; p < 20; ++p) {
        for (std::uint64_t r = 1; r < 6; ++r) {
            for (std::uint64_t inner = 1; inner <= 3; ++inner) {
                const workload::Problem problem = slidingWindow(2, p * inner, r);
                npu::Mapping mapping;
                mapping.levels = {{{loop(1, p)}, {}, {}, {true, true, true}},
                                  {{loop(0, 2), loop(1, inner), loop(2, r)}, {}, {}, {true, true, true}}};
                const auto result = evaluate(roomy(2), problem, mapping);
                QCOMPARE(result.levels[1].tensors[1].fills,
                         simulate(problem, problem.tensors[1], listNest(mapping), 1).loads);
                QCOMPARE(result.levels[1].tensors[1].fills, static_cast<double>(p * inner + r - 1));
            }
        }
    }
}

void LoopNestCountingTest::whatIsSentArrives() {
    Random random(3);
    for (int i = 0; i < 500; ++i) {
        const workload::Problem problem = randomProblem(random);
        npu::Mapping mapping = randomMapping(random, problem, 3, true);
        for (npu::LevelMapping& level : mapping.levels)
            level.keep.assign(3, true);
        hardware::NpuArchitecture architecture = roomy(3);
        const auto merged = evaluate(architecture, problem, mapping);
        for (hardware::NpuLevel& level : architecture.levels) {
            level.multicast = false;
            level.spatial_reduction = false;
        }
        const auto separate = evaluate(architecture, problem, mapping);
        for (std::size_t l = 0; l < 3; ++l) {
            for (std::size_t t = 0; t < 3; ++t) {
                const npu::TensorAccess& access = merged.levels[l].tensors[t];
                QCOMPARE(separate.levels[l].tensors[t].fills, access.fills);
                QVERIFY(access.reads <= separate.levels[l].tensors[t].reads);
                QVERIFY(access.updates <= separate.levels[l].tensors[t].updates);
                QVERIFY(access.tile_words <= access.partition_words);
            }
        }
        QCOMPARE(merged.macs, problem.macs());
        QVERIFY(merged.utilization <= 1.0);
        QCOMPARE(merged.compute_cycles * merged.utilized_macs_units, problem.macs());
    }
}

QTEST_APPLESS_MAIN(LoopNestCountingTest)
#include "loopnest_counting_test.moc"
