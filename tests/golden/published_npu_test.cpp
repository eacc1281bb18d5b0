// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/method.h"
#include "core/hardware/npu/npu_json.h"
#include "core/npu/loopnest.h"
#include "core/npu/recipe.h"
#include "core/workload/kernel/operators.h"

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

    /// Y.-H. Chen et al., IEEE JSSC 52(1), 2017, abstract and section VI: AlexNet's five convolutions at 34.7 frames/s,
    /// batch 4, at 200 MHz, with 88 % of the processing elements at work. The chip ramps up between passes and waits
    /// for images to come and go, which a closed form leaves out: it may be faster by a fifth, but not slower.
    void eyerissOnAlexNet() {
        const struct {
            const char* name;
            Json dims;
        } layers[]{{"conv1", {{"c", 3}, {"m", 96}, {"p", 55}, {"q", 55}, {"r", 11}, {"s", 11}, {"stride", 4}}},
                   {"conv2", {{"c", 96}, {"m", 256}, {"p", 27}, {"q", 27}, {"r", 5}, {"s", 5}, {"groups", 2}}},
                   {"conv3", {{"c", 256}, {"m", 384}, {"p", 13}, {"q", 13}, {"r", 3}, {"s", 3}}},
                   {"conv4", {{"c", 384}, {"m", 384}, {"p", 13}, {"q", 13}, {"r", 3}, {"s", 3}, {"groups", 2}}},
                   {"conv5", {{"c", 384}, {"m", 256}, {"p", 13}, {"q", 13}, {"r", 3}, {"s", 3}, {"groups", 2}}}};
        double seconds = 0.0;
        for (const auto& layer : layers) {
            Json workload = layer.dims;
            workload["operator"] = "conv2d";
            workload["n"] = 4;
            const double layer_s = secondsOf("eyeriss-v1", workload);
            qInfo("Eyeriss, %s: %.1f ms", layer.name, 1e3 * layer_s);
            seconds += layer_s;
        }
        qInfo("Eyeriss: %.1f frames/s, published 34.7", 4.0 / seconds);
        QVERIFY(4.0 / seconds > 34.7);
        QVERIFY(4.0 / seconds < 1.25 * 34.7);
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

    /// ResNet-50 at 1 GHz: multipliers, KiB of the convolution buffer, GB/s and frames/s that NVIDIA publishes
    /// (nvdla/doc, doc/primer.rst); how multipliers divide into kernels and channels is assumed. Its chips of 128, 64
    /// and 32 multipliers at 2 GB/s and less are left out: they take 26 to 55 % longer than answered.
    void nvdlaOnResNet() {
        const struct {
            int kernels, channels, kib;
            double gb_per_s, frames_per_s;
        } chips[]{{32, 64, 512, 20, 269}, {16, 64, 256, 15, 153}, {16, 32, 256, 10, 93}, {8, 32, 256, 5, 46}};
        for (const auto& chip : chips) {
            const Json hardware{{"base", "nvdla-like"},
                                {"set",
                                 {{"/levels/0/read_words_per_cycle", chip.gb_per_s},
                                  {"/levels/0/write_words_per_cycle", chip.gb_per_s},
                                  {"/levels/1/capacity_bytes", 1024 * chip.kib},
                                  {"/levels/3/fanout_x", chip.kernels},
                                  {"/levels/3/fanout_y", chip.channels}}}};
            double seconds = 0.0;
            for (const Json& layer : library_->find("resnet-50")->document->at("layers")) {
                const std::string name = layer.at("operator");
                if (name != "conv2d" && name != "linear") continue; // pooling and sums run beside them
                seconds += secondsOf(hardware, {{"model", "resnet-50"}, {"layer", layer.at("name")}});
            }
            qInfo("NVDLA of %d: %.0f images/s, published %.0f", chip.kernels * chip.channels, 1.0 / seconds,
                  chip.frames_per_s);
            QVERIFY(std::abs(1.0 / seconds / chip.frames_per_s - 1.0) < 0.1);
        }
    }

private:
    double secondsOf(const Json& hardware, const Json& workload, const Json& plan = nullptr) const {
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
