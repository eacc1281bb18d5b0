// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/hardware/npu/npu_json.h"
#include "core/npu/loopnest.h"
#include "core/npu/recipe.h"
#include "core/workload/kernel/operators.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

namespace {

const Library& library() {
    static const std::shared_ptr<const Library> loaded = [] {
        auto result = Library::load(qgetenv("STRATA_ROOT").toStdString());
        if (!result) qFatal("%s", describe(result.error()).c_str());
        return *result;
    }();
    return *loaded;
}

workload::Problem problemOf(const char* model, const char* layer, const workload::LayerListOptions& options) {
    const auto document = workload::findLayer(*library().find(model)->document, layer, options);
    if (!document) qFatal("%s", describe(document.error()).c_str());
    const auto problem = workload::buildProblem(*document, "");
    if (!problem) qFatal("%s", describe(problem.error()).c_str());
    return *problem;
}

struct Case {
    const char* family;
    const char* model;
    const char* layer;
    workload::LayerListOptions options;
};

const std::vector<Case> kCases{{"conv2d", "resnet-50", "conv1", {1, 0, false}},
                               {"conv2d", "resnet-50", "layer4.2.conv3", {4, 0, false}},
                               {"conv2d", "mobilenet-v2", "block5.depthwise", {1, 0, false}},
                               {"conv2d", "efficientnet-b0", "block3.se_expand", {1, 0, false}},
                               {"matmul", "resnet-50", "fc", {1, 0, false}},
                               {"matmul", "llama3-70b", "mlp.up", {2, 1024, false}},
                               {"attention", "gpt2-xl", "attention.scores", {1, 777, false}},
                               {"attention", "llama3-8b", "attention.context", {3, 4096, true}}};

} // namespace

class NpuRecipesTest : public QObject {
    Q_OBJECT
private slots:
    void everyDeviceMapsEveryFamily_data();
    void everyDeviceMapsEveryFamily();
    void dataflowsUseTheirArrays_data();
    void dataflowsUseTheirArrays();
    void depthwiseLayersUseTheirKernels();
    void primeSizesUseTheArray_data();
    void primeSizesUseTheArray();
};

void NpuRecipesTest::everyDeviceMapsEveryFamily_data() {
    QTest::addColumn<QString>("id");
    for (const Entry& entry : library().entries()) {
        if (entry.kind == EntryKind::Npu) QTest::newRow(entry.id.c_str()) << QString::fromStdString(entry.id);
    }
}

void NpuRecipesTest::everyDeviceMapsEveryFamily() {
    QFETCH(QString, id);
    const auto npu = hardware::readNpu(*library().find(id.toStdString())->document, "");
    QVERIFY(npu);
    for (const Case& one : kCases) {
        const workload::Problem problem = problemOf(one.model, one.layer, one.options);
        const auto mapping = npu::mapByRecipe(*npu, problem, one.family);
        QVERIFY2(mapping, mapping ? "" : (std::string(one.layer) + ": " + describe(mapping.error())).c_str());
        npu::LoopNestResult result;
        npu::LoopNestEvaluator(*npu, problem).evaluate(*mapping, result);
        QVERIFY2(result.violations.empty(), one.layer);
        // A remainder is counted for the first of several copies and taken for all, as the reference tool
        // does. Where that is off by more than a hundredth, remainders save more time than counts are off.
        const double off = std::abs(result.macs / problem.macs() - 1.0);
        QVERIFY2(off <= (npu->recipe.allow_imperfect ? 0.1 : 0.0), one.layer);
        if (off > 0.01) {
            hardware::NpuArchitecture whole = *npu;
            whole.recipe.allow_imperfect = false;
            npu::LoopNestResult slower;
            npu::LoopNestEvaluator(whole, problem).evaluate(*npu::mapByRecipe(whole, problem, one.family), slower);
            QVERIFY2(slower.energy_pj * slower.cycles > (1.0 + off) * result.energy_pj * result.cycles, one.layer);
        }
        QVERIFY2(result.energy_pj > problem.macs() * npu->compute.mac_pj, one.layer);
    }
}

void NpuRecipesTest::dataflowsUseTheirArrays_data() {
    QTest::addColumn<double>("utilization");
    QTest::newRow("eyeriss-like") << 0.99;
    QTest::newRow("eyeriss-v1") << 0.99;
    QTest::newRow("nvdla-like") << 0.99;
    QTest::newRow("shidiannao") << 0.75;
    QTest::newRow("diannao") << 0.9;
    QTest::newRow("simba-like") << 0.99;
    QTest::newRow("gemmini-16x16") << 0.99;
    QTest::newRow("generic-weight-stationary") << 0.99;
    QTest::newRow("generic-output-stationary") << 0.85;
    QTest::newRow("generic-row-stationary") << 0.65;
}

/// A 3x3 convolution of 128 channels suits every dataflow: none leaves most of its units idle. The TPU is
/// left out: its 256 rows outnumber what the layer brings, as its paper says of small layers.
void NpuRecipesTest::dataflowsUseTheirArrays() {
    QFETCH(double, utilization);
    const auto npu = hardware::readNpu(*library().find(QTest::currentDataTag())->document, "");
    QVERIFY(npu);
    const workload::Problem problem = problemOf("resnet-50", "layer2.0.conv2", {1, 0, false});
    const auto mapping = npu::mapByRecipe(*npu, problem, "conv2d");
    QVERIFY(mapping);
    npu::LoopNestResult result;
    npu::LoopNestEvaluator(*npu, problem).evaluate(*mapping, result);
    QVERIFY2(result.utilization >= utilization, std::to_string(result.utilization).c_str());
}

/// Of arrays that sum over channels, a depthwise layer reaches one of the channels, but all kernels.
void NpuRecipesTest::depthwiseLayersUseTheirKernels() {
    for (const auto& [id, channels] : {std::pair{"nvdla-like", 64.0}, std::pair{"simba-like", 8.0}}) {
        const auto npu = hardware::readNpu(*library().find(id)->document, "");
        QVERIFY(npu);
        const workload::Problem problem = problemOf("mobilenet-v1", "block4.depthwise", {1, 0, false});
        npu::LoopNestResult result;
        npu::LoopNestEvaluator(*npu, problem).evaluate(*npu::mapByRecipe(*npu, problem, "conv2d"), result);
        QVERIFY2(result.utilization > 0.9 / channels, qPrintable(QString::number(result.utilization)));
    }
}

void NpuRecipesTest::primeSizesUseTheArray_data() {
    QTest::addColumn<QString>("id");
    for (const Entry& entry : library().entries()) {
        if (entry.kind != EntryKind::Npu || entry.id == "eyeriss-like") continue; // an exercise of whole factors
        QTest::newRow(entry.id.c_str()) << QString::fromStdString(entry.id);
    }
}

/// Arrays run a last, smaller round: 197 tokens take about as long as 208 do, not as long as one after the other.
void NpuRecipesTest::primeSizesUseTheArray() {
    QFETCH(QString, id);
    const auto npu = hardware::readNpu(*library().find(id.toStdString())->document, "");
    QVERIFY(npu);
    const auto cycles = [&](std::uint64_t tokens) {
        workload::Problem problem = problemOf("vit-b16", "attention.scores", {1, 0, false});
        for (workload::Dimension& dimension : problem.dimensions)
            if (dimension.name == "q_len" || dimension.name == "kv_len") dimension.bound = tokens;
        npu::LoopNestResult result;
        npu::LoopNestEvaluator(*npu, problem).evaluate(*npu::mapByRecipe(*npu, problem, "attention"), result);
        return result.cycles;
    };
    QVERIFY2(cycles(197) <= 1.4 * cycles(208), qPrintable(QString::number(cycles(197) / cycles(208))));
}

QTEST_APPLESS_MAIN(NpuRecipesTest)
#include "npu_recipes_test.moc"
