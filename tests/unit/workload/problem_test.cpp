// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/operators.h"

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <QTest>
#include <set>

using namespace strata;
using namespace strata::workload;

namespace {

using Index = std::map<std::string, std::uint64_t>; ///< a point of the loop nest
using Coordinates = std::vector<std::uint64_t>;     ///< an element of a tensor

Problem build(const Json& layer) {
    auto problem = buildProblem(layer, "");
    if (!problem) qFatal("%s", describe(problem.error()).c_str());
    return *std::move(problem);
}

/// Element of a tensor that a point of the nest touches, by the projection.
Coordinates project(const Problem& problem, const char* tensor, const Index& at) {
    Coordinates element;
    for (const ProjectionAxis& axis : problem.tensors[static_cast<std::size_t>(problem.findTensor(tensor))].axes) {
        std::uint64_t coordinate = 0;
        for (const ProjectionTerm& term : axis) {
            coordinate += term.coefficient * at.at(problem.dimensions[term.dimension].name);
        }
        element.push_back(coordinate);
    }
    return element;
}

void forEachPoint(const Problem& problem, const std::function<void(const Index&)>& visit) {
    Index at;
    const std::function<void(std::size_t)> descend = [&](std::size_t d) {
        if (d == problem.dimensions.size()) return visit(at);
        for (std::uint64_t i = 0; i < problem.dimensions[d].bound; ++i) {
            at[problem.dimensions[d].name] = i;
            descend(d + 1);
        }
    };
    descend(0);
}

/// A value that differs from element to element.
std::int64_t sample(const Coordinates& element, std::int64_t salt) {
    std::int64_t value = salt;
    for (const std::uint64_t c : element)
        value = (value * 31 + static_cast<std::int64_t>(c) + 7) % 1009;
    return value;
}

using Sums = std::map<Coordinates, std::int64_t>;

/// Runs the loop nest through its projections.
Sums run(const Problem& problem) {
    Sums sums;
    forEachPoint(problem, [&](const Index& at) {
        sums[project(problem, "outputs", at)] +=
            sample(project(problem, "weights", at), 1) * sample(project(problem, "inputs", at), 2);
    });
    return sums;
}

} // namespace

class ProblemTest : public QObject {
    Q_OBJECT
private slots:
    void convolution();
    void groupedConvolution();
    void depthwiseConvolution();
    void batchedMatmul();
    void groupedAttention();
    void customAxes();
    void bits();
    void find();
};

/// Every sum against a convolution written out as in a textbook.
void ProblemTest::convolution() {
    const Problem problem = build({{"operator", "conv2d"},
                                   {"n", 2},
                                   {"c", 3},
                                   {"m", 2},
                                   {"p", 3},
                                   {"q", 2},
                                   {"r", 2},
                                   {"s", 3},
                                   {"stride_h", 2},
                                   {"stride_w", 1},
                                   {"dilation_h", 1},
                                   {"dilation_w", 2}});
    QCOMPARE(problem.macs(), 2.0 * 3 * 2 * 3 * 2 * 2 * 3);
    Sums expected;
    for (std::uint64_t n = 0; n < 2; ++n)
        for (std::uint64_t m = 0; m < 2; ++m)
            for (std::uint64_t p = 0; p < 3; ++p)
                for (std::uint64_t q = 0; q < 2; ++q)
                    for (std::uint64_t c = 0; c < 3; ++c)
                        for (std::uint64_t r = 0; r < 2; ++r)
                            for (std::uint64_t s = 0; s < 3; ++s)
                                expected[{n, m, p, q}] +=
                                    sample({m, c, r, s}, 1) * sample({n, c, 2 * p + r, q + 2 * s}, 2);
    QVERIFY(run(problem) == expected);
}

/// Output channels only see the input channels of their own group.
void ProblemTest::groupedConvolution() {
    const Problem problem =
        build({{"operator", "conv2d"}, {"c", 4}, {"m", 6}, {"p", 2}, {"q", 2}, {"r", 1}, {"s", 1}, {"groups", 2}});
    QCOMPARE(problem.macs(), 4.0 / 2 * 6 * 4);
    QCOMPARE(problem.dimensions[static_cast<std::size_t>(problem.findDimension("c"))].bound, 2u);
    QCOMPARE(problem.dimensions[static_cast<std::size_t>(problem.findDimension("m"))].bound, 3u);
    QCOMPARE(problem.dimensions[static_cast<std::size_t>(problem.findDimension("g"))].bound, 2u);
    std::map<Coordinates, std::set<std::uint64_t>> groups_of_outputs;
    forEachPoint(problem, [&](const Index& at) {
        groups_of_outputs[project(problem, "outputs", at)].insert(project(problem, "inputs", at).back());
    });
    QCOMPARE(groups_of_outputs.size(), 24u);
    for (const auto& [output, groups] : groups_of_outputs)
        QCOMPARE(groups, std::set<std::uint64_t>{output.back()});
}

void ProblemTest::depthwiseConvolution() {
    const Problem problem =
        build({{"operator", "conv2d"}, {"c", 32}, {"m", 32}, {"p", 4}, {"q", 4}, {"r", 3}, {"s", 3}, {"groups", 32}});
    QCOMPARE(problem.macs(), 32.0 * 16 * 9);
    QCOMPARE(problem.dimensions[static_cast<std::size_t>(problem.findDimension("c"))].bound, 1u);
    QCOMPARE(problem.dimensions[static_cast<std::size_t>(problem.findDimension("m"))].bound, 1u);
}

void ProblemTest::batchedMatmul() {
    const Problem problem = build({{"operator", "matmul"}, {"batch", 2}, {"m", 3}, {"n", 4}, {"k", 5}});
    Sums expected;
    for (std::uint64_t b = 0; b < 2; ++b)
        for (std::uint64_t m = 0; m < 3; ++m)
            for (std::uint64_t n = 0; n < 4; ++n)
                for (std::uint64_t k = 0; k < 5; ++k)
                    expected[{b, m, n}] += sample({b, k, n}, 1) * sample({b, m, k}, 2);
    QVERIFY(run(problem) == expected);
}

/// Query head h = kv * group + g reads the keys of head kv, whatever its place in the group.
void ProblemTest::groupedAttention() {
    const Json shape{{"batch", 2}, {"heads", 6}, {"kv_heads", 2}, {"head_dim", 3}, {"q_len", 2}, {"kv_len", 4}};
    Json layer = shape;
    layer["operator"] = "attention_scores";
    Sums scores;
    Sums context;
    for (std::uint64_t b = 0; b < 2; ++b)
        for (std::uint64_t h = 0; h < 6; ++h)
            for (std::uint64_t q = 0; q < 2; ++q)
                for (std::uint64_t j = 0; j < 4; ++j)
                    for (std::uint64_t d = 0; d < 3; ++d) {
                        const std::uint64_t kv = h / 3;
                        const std::uint64_t g = h % 3;
                        const std::int64_t key_or_value = sample({b, kv, j, d}, 1);
                        scores[{b, kv, g, q, j}] += key_or_value * sample({b, kv, g, q, d}, 2);
                        context[{b, kv, g, q, d}] += key_or_value * sample({b, kv, g, q, j}, 2);
                    }
    QVERIFY(run(build(layer)) == scores);
    layer["operator"] = "attention_context";
    QVERIFY(run(build(layer)) == context);
}

void ProblemTest::customAxes() {
    const Problem problem = build(Json::parse(R"({"operator": "custom", "problem": {
        "dimensions": {"p": 4, "r": 3, "m": 2},
        "tensors": [{"name": "weights", "axes": [["m"], ["r"]]},
                    {"name": "inputs", "axes": [[{"p": 2}, "r"]]},
                    {"name": "outputs", "axes": [["m"], ["p"]], "output": true}]}})"));
    QCOMPARE(problem.macs(), 24.0);
    const ProjectionAxis& axis = problem.tensors[1].axes[0];
    QCOMPARE(axis.size(), 2u);
    QCOMPARE(axis[0].coefficient, 2u);
    QCOMPARE(problem.dimensions[axis[0].dimension].name, std::string("p"));
    QVERIFY(problem.tensors[2].output);
    QVERIFY(!problem.tensors[0].output);
}

void ProblemTest::bits() {
    Json layer{{"operator", "matmul"}, {"m", 3}, {"n", 4}, {"k", 5}};
    QCOMPARE(build(layer).tensors[0].bits, 0u);
    layer["bits"] = 8;
    for (const Tensor& tensor : build(layer).tensors)
        QCOMPARE(tensor.bits, 8u);
    layer["bits"] = {{"weights", 4}, {"outputs", 24}};
    const Problem problem = build(layer);
    QCOMPARE(problem.tensors[static_cast<std::size_t>(problem.findTensor("weights"))].bits, 4u);
    QCOMPARE(problem.tensors[static_cast<std::size_t>(problem.findTensor("inputs"))].bits, 0u);
    QCOMPARE(problem.tensors[static_cast<std::size_t>(problem.findTensor("outputs"))].bits, 24u);
}

void ProblemTest::find() {
    const Problem problem = build({{"operator", "matmul"}, {"m", 3}, {"n", 4}, {"k", 5}, {"name", "fc"}});
    QCOMPARE(problem.name, std::string("fc"));
    QCOMPARE(problem.findDimension("k"), 3);
    QCOMPARE(problem.findDimension("K"), -1);
    QCOMPARE(problem.findTensor("psums"), -1);
    for (const char* name : {"batch", "m", "n", "k"})
        QVERIFY(problem.findDimension(name) >= 0);
}

QTEST_APPLESS_MAIN(ProblemTest)
#include "problem_test.moc"
