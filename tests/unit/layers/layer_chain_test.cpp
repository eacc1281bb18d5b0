// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/registry.h"
#include "core/evaluate/resolve.h"
#include "core/layers/layer_chain.h"
#include "core/layers/layer_tables.h"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::layers;

namespace {

Json sample(const char* name) {
    return *readJsonFile(std::filesystem::path(qEnvironmentVariable("STRATA_ROOT").toStdString()) / "resources" /
                         "samples" / name);
}

Part part(const char* id, Category category, double value, std::vector<Part> children = {}) {
    Part made = makePart(id, category, value);
    made.children = std::move(children);
    return made;
}

} // namespace

class LayerChainTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(library);
        library_ = *library;
    }

    /// Parts of several layers are divided; what belongs to a layer that is not passed goes to the next one.
    void secondsGoToTheirLayers() {
        const Part root = part("request", Category::Total, 21.0,
                               {part("prefill", Category::Compute, 10.0,
                                     {part("kernels", Category::Compute, 6.0), part("launch", Category::Launch, 3.0),
                                      part("all-reduce", Category::Communication, 1.0)}),
                                part("decode", Category::Memory, 4.0), part("waits", Category::Bubble, 2.0),
                                part("queue", Category::Queueing, 5.0)});
        const std::vector<Layer> all{Layer::Kernel, Layer::Model, Layer::Network, Layer::System, Layer::Serving};
        QCOMPARE(ownSeconds(root, all), (std::vector<double>{10.0, 3.0, 1.0, 2.0, 5.0}));
        const std::vector<Layer> served{Layer::Kernel, Layer::Model, Layer::Network, Layer::Serving};
        QCOMPARE(ownSeconds(root, served), (std::vector<double>{10.0, 3.0, 1.0, 7.0}));
        const std::vector<Layer> model{Layer::Kernel, Layer::Model};
        QCOMPARE(ownSeconds(root, model), (std::vector<double>{10.0, 11.0}));
    }

    /// Errors of 0.3 s and 0.4 s make 0.5 s of the end's interval: after the first, three fifths of it.
    void intervalsGrowByVariance() {
        const std::vector<double> own{3.0, 4.0, 1.0}, sigmas{0.1, 0.1, 0.0};
        const auto handed = handedOn(own, sigmas, Metric{"latency_s", 8.0, 7.0, 10.0, 0.8});
        QCOMPARE(handed[0].value, 3.0);
        QVERIFY(std::abs(handed[0].low - (3.0 - 0.6)) < 1e-12);
        QVERIFY(std::abs(handed[0].high - (3.0 + 1.2)) < 1e-12);
        QCOMPARE(handed[1].low, 6.0);
        QCOMPARE(handed[2].low, 7.0);
        QCOMPARE(handed[2].high, 10.0);
        QVERIFY(std::abs(handed[0].variance_share - 0.36) < 1e-12);
    }

    void everyLayerHandsOnMoreUpToTheEnd_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("layers");
        QTest::newRow("training") << "train-llama3-70b-h100.json"
                                  << QStringList{"device", "composition", "network", "system"};
        QTest::newRow("request") << "llama3.1-70b-inference-dgx-h100.json"
                                 << QStringList{"device", "composition", "network", "serving"};
    }
    void everyLayerHandsOnMoreUpToTheEnd() {
        QFETCH(QString, name);
        QFETCH(QStringList, layers);
        const auto [request, estimate] = answered(sample(name.toUtf8().constData()));
        const LayerChain chain = layerChain(request, estimate, *library_, builtinRegistry());
        QStringList passed;
        double sum = 0.0, reach = 0.0;
        for (const LayerStep& step : chain.steps) {
            passed << QString::fromStdString(std::string(strata::layers::name(step.layer)));
            QVERIFY(step.handed);
            sum += step.handed->own;
            QVERIFY(std::abs(step.handed->value - sum) < 1e-9 * chain.end.value);
            // An interval never shrinks on its way.
            QVERIFY(step.handed->high - step.handed->low >= reach - 1e-12);
            reach = step.handed->high - step.handed->low;
        }
        QCOMPARE(passed, layers);
        QVERIFY(std::abs(sum / chain.end.value - 1.0) < 1e-9);
        QCOMPARE(chain.steps.back().handed->low, chain.end.low);
        QCOMPARE(chain.steps.back().handed->high, chain.end.high);
        // Whose error is known, and from which calibrations.
        QVERIFY(chain.find(Layer::Kernel)->sigma);
        QVERIFY(chain.find(Layer::Kernel)->method == "gpu.tile");
        QVERIFY(calibratedError(*chain.find(Layer::Kernel)).points > 1000);
    }

    /// Kept results stand where they were kept for the method of a layer.
    void keptResultsTellTheError() {
        const auto [request, estimate] = answered(sample("train-llama3-70b-h100.json"));
        assess::ResultRecord record{"2026-11-01", "c", "training", "system.analytic", "iteration_s", "", 250, 0.12};
        // A larger validation of another quantity says nothing of the times.
        assess::ResultRecord memory{"2026-11-01", "c", "training", "system.analytic", "memory_bytes", "", 900, 0.03};
        const std::vector<coverage::Accuracy> kept{{"system.analytic", memory}, {"system.analytic", record}};
        const LayerChain chain = layerChain(request, estimate, *library_, builtinRegistry(), kept);
        QVERIFY(keptResult(*chain.find(Layer::System)) != nullptr);
        QCOMPARE(keptResult(*chain.find(Layer::System))->n, std::size_t{250});
        QVERIFY(keptResult(*chain.find(Layer::Kernel)) == nullptr);
        const Table table = chainTable(chain);
        QCOMPARE(table.rows.size(), chain.steps.size());
        QCOMPARE(std::get<double>(table.rows.back()[13]), 0.12);
    }

    void aMethodIsPutAndTakenBack() {
        const Json request = sample("train-llama3-70b-h100.json");
        LayerStep step;
        step.pointer = "/plan/methods/device";
        step.usual = "gpu.tile";
        const Json put = withMethod(request, step, "gpu.roofline");
        QCOMPARE(put.at("plan").at("methods").at("device").get<std::string>(), std::string("gpu.roofline"));
        QVERIFY(withMethod(put, step, "gpu.tile") == request);
        step.pointer = "/method";
        step.usual = "system.analytic";
        const Json other = withMethod(request, step, "system.pipeline");
        QCOMPARE(other.at("method").get<std::string>(), std::string("system.pipeline"));
        QVERIFY(!withMethod(other, step, "system.analytic").contains("method"));
    }

private:
    std::pair<Request, Estimate> answered(const Json& document) {
        auto request = resolveRequest(document, *library_);
        if (!request) qFatal("%s", describe(request.error()).c_str());
        auto estimate = evaluate(*request, Context{*library_, {}, nullptr});
        if (!estimate) qFatal("%s", describe(estimate.error()).c_str());
        return {*std::move(request), *std::move(estimate)};
    }

    std::shared_ptr<const Library> library_;
};

QTEST_GUILESS_MAIN(LayerChainTest)
#include "layer_chain_test.moc"
