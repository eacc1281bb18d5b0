// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/method.h"
#include "core/hardware/npu_json.h"
#include "core/npu/loopnest.h"
#include "core/npu/recipe.h"
#include "core/workload/operators.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

/// Chips as their makers measured or published them; nothing is fitted to them. Mappings are those of the recipes.
class PublishedNpuTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(library);
        library_ = *library;
    }

    /// Y.-H. Chen et al., IEEE JSSC 52(1), 2017, Table V: processing latency of AlexNet's five convolutions, batch 4,
    /// at 200 MHz. The chip waits for filters and ramps up between passes, which a closed form leaves out.
    void eyerissOnAlexNet() {
        const struct {
            const char* name;
            Json dims;
            double seconds;
        } layers[]{
            {"conv1", {{"c", 3}, {"m", 96}, {"p", 55}, {"q", 55}, {"r", 11}, {"s", 11}, {"stride", 4}}, 16.5e-3},
            {"conv2", {{"c", 96}, {"m", 256}, {"p", 27}, {"q", 27}, {"r", 5}, {"s", 5}, {"groups", 2}}, 39.2e-3},
            {"conv3", {{"c", 256}, {"m", 384}, {"p", 13}, {"q", 13}, {"r", 3}, {"s", 3}}, 21.8e-3},
            {"conv4", {{"c", 384}, {"m", 384}, {"p", 13}, {"q", 13}, {"r", 3}, {"s", 3}, {"groups", 2}}, 16.0e-3},
            {"conv5", {{"c", 384}, {"m", 256}, {"p", 13}, {"q", 13}, {"r", 3}, {"s", 3}, {"groups", 2}}, 10.0e-3}};
        double sum = 0.0;
        for (const auto& layer : layers) {
            Json workload = layer.dims;
            workload["operator"] = "conv2d";
            workload["n"] = 4;
            const double error = secondsOf("eyeriss-v1", workload) / layer.seconds - 1.0;
            qInfo("Eyeriss, %s: %+.1f %%", layer.name, 100.0 * error);
            QVERIFY(std::abs(error) < 0.15);
            sum += std::abs(error);
        }
        QVERIFY(sum / 5.0 < 0.1);
    }

    /// N. Jouppi et al., ISCA 2017, Table 3: 12.3 TOP/s of MLP0 (20e6 weights in five layers, batch 200) and 86.0 of
    /// CNN0 (8e6 weights in 16 layers, batch 8, 2,888 positions a weight: boards of 19 x 19). What layers hand on stays
    /// on the chip; layers of equal size are assumed.
    void tpuOnItsApplications() {
        const Json dense{{"operator", "matmul"}, {"m", 200}, {"n", 2000}, {"k", 2000}};
        const Json convolution{
            {"operator", "conv2d"}, {"n", 8}, {"c", 256}, {"m", 256}, {"p", 19}, {"q", 19}, {"r", 3}, {"s", 3}};
        const double dense_tops = 2.0 * 200 * 2000 * 2000 / onChipSeconds(dense) / 1e12;
        const double convolution_tops = 2.0 * 8 * 256 * 256 * 19 * 19 * 9 / onChipSeconds(convolution) / 1e12;
        qInfo("TPU v1: %.1f TOP/s, published 12.3; %.1f, published 86.0", dense_tops, convolution_tops);
        QVERIFY(std::abs(dense_tops / 12.3 - 1.0) < 0.15);
        QVERIFY(std::abs(convolution_tops / 86.0 - 1.0) < 0.15);
    }

    /// nvdla.org, table of performance of configurations: ResNet-50 at 269 images/s with 2,048 units, 512 KiB, 1 GHz.
    void nvdlaOnResNet() {
        double seconds = 0.0;
        for (const Json& layer : library_->find("resnet-50")->document->at("layers")) {
            const std::string name = layer.at("operator");
            if (name != "conv2d" && name != "linear") continue; // pooling and sums run beside them
            seconds += secondsOf("nvdla-like", {{"model", "resnet-50"}, {"layer", layer.at("name")}});
        }
        qInfo("NVDLA: %.0f images/s, published 269", 1.0 / seconds);
        QVERIFY(std::abs(1.0 / seconds / 269.0 - 1.0) < 0.15);
    }

private:
    double secondsOf(const char* hardware, const Json& workload, const Json& plan = nullptr) const {
        Json request{{"kind", "layer"}, {"hardware", hardware}, {"workload", workload}};
        if (!plan.is_null()) request["plan"] = plan;
        const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        if (!estimate || !estimate->valid) qFatal("%s", request.dump().c_str());
        return estimate->findMetric("latency_s")->value;
    }

    /// By the recipe, but that the memory outside of the chip holds weights alone.
    double onChipSeconds(const Json& workload) const {
        const auto npu = hardware::readNpu(*library_->find("tpu-v1")->document, "");
        const auto problem = workload::buildProblem(workload, "");
        if (!npu || !problem) qFatal("the TPU or its layer cannot be read");
        const std::string family = workload.at("operator");
        const auto mapping = npu::mapByRecipe(*npu, *problem, family);
        Json written = npu::writeMapping(*mapping, *npu, *problem);
        written["levels"][0]["keep"] = Json::array({"weights"});
        return secondsOf("tpu-v1", workload, {{"mapping", written}});
    }

    std::shared_ptr<const Library> library_;
};

QTEST_GUILESS_MAIN(PublishedNpuTest)
#include "published_npu_test.moc"
