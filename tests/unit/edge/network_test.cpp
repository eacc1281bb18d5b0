// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/additive.h"
#include "core/edge/network.h"

#include <QTest>

using namespace strata;
using namespace strata::edge;

namespace {

hardware::Backend backend() {
    hardware::Backend backend;
    backend.fusion = {{"convolution with activation", {"conv3", "pointwise"}, {"norm", "activation"}, 3, "test"}};
    backend.free = {"move"};
    return backend;
}

EdgeNetwork network(std::initializer_list<OperatorClass> classes) {
    EdgeNetwork network;
    for (const OperatorClass operator_class : classes)
        network.operators.push_back({std::string(name(operator_class)), operator_class, 100, 10, 50});
    return network;
}

} // namespace

class NetworkTest : public QObject {
    Q_OBJECT

private slots:
    void operatorsThatARuleNamesShareAKernel() {
        const auto kernels =
            detectKernels(network({OperatorClass::Conv3, OperatorClass::Norm, OperatorClass::Activation,
                                   OperatorClass::Activation, OperatorClass::Pointwise, OperatorClass::Pool}),
                          backend());
        QCOMPARE(kernels.size(), std::size_t{4});
        QCOMPARE(kernels[0].places, (std::vector<std::size_t>{0, 1, 2})); // three operators at most
        QCOMPARE(kernels[0].rule, std::string("convolution with activation"));
        QVERIFY(kernels[1].rule.empty());
        QCOMPARE(kernels[3].places, (std::vector<std::size_t>{5}));
    }

    void freeOperatorsBelongToTheKernelBeforeThem() {
        const auto kernels =
            detectKernels(network({OperatorClass::Pool, OperatorClass::Move, OperatorClass::Pool}), backend());
        QCOMPARE(kernels.size(), std::size_t{2});
        QCOMPARE(kernels[0].places, (std::vector<std::size_t>{0, 1}));
    }

    void loweredListsStayAsTheyAre() {
        EdgeNetwork lowered = network({OperatorClass::Conv3, OperatorClass::Activation});
        lowered.lowered = true;
        QCOMPARE(detectKernels(lowered, backend()).size(), std::size_t{2});
    }

    /// Fused elementwise work is not charged again; every other operator is charged once.
    void fusedOperatorsCostNoKernel() {
        const EdgeNetwork fused = network({OperatorClass::Pointwise, OperatorClass::Activation});
        const auto kernels = detectKernels(fused, backend());
        QCOMPARE(kernels.size(), std::size_t{1});
        const AdditiveVector whole = featuresOf(fused), kernel = featuresOf(fused, kernels[0]);
        const auto names = additiveFeatureNames();
        for (std::size_t j = 0; j < names.size(); ++j) {
            if (names[j] == "elementwise_kernels") {
                QCOMPARE(whole[j], 1.0);
                QCOMPARE(kernel[j], 0.0);
            }
            if (names[j] == "pointwise_macs") QCOMPARE(kernel[j], 100.0);
        }
    }

    void rulesAreLearnedFromPairs() {
        const std::vector<MeasuredPair> pairs{{OperatorClass::Conv, OperatorClass::Activation, 10, 2, 10.1},
                                              {OperatorClass::Conv, OperatorClass::Activation, 20, 4, 20.5},
                                              {OperatorClass::Conv, OperatorClass::Pool, 10, 2, 11.9}};
        const auto rules = learnFusion(pairs);
        QCOMPARE(rules.size(), std::size_t{1});
        QCOMPARE(rules[0].head, (std::vector<std::string>{"conv"}));
        QCOMPARE(rules[0].then, (std::vector<std::string>{"activation"}));
    }

    void resolutionGrowsWithTheSquare() {
        const EdgeNetwork before = network({OperatorClass::Conv3, OperatorClass::Linear});
        const EdgeNetwork after = scaled(before, {2, 0.5, true});
        QCOMPARE(after.operators[0].macs, 50.0);  // two inputs of a quarter of the area
        QCOMPARE(after.operators[1].macs, 200.0); // fully connected layers do not see the area
        QVERIFY(after.operators[0].int8);
    }
};

QTEST_GUILESS_MAIN(NetworkTest)
#include "network_test.moc"
