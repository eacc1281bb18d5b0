// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/method.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QTest>
#include <span>

using namespace strata;

/// Whole models that others timed under PyTorch on devices and models that are in no fit, milliseconds a pass.
class PublishedModelsTest : public QObject {
    Q_OBJECT

    struct Row {
        const char* device;
        const char* model;
        double batch;
        double measured_ms;
    };

    /// Every row within `each` of what was published, all together within `mean`.
    void check(std::span<const Row> rows, const Json& options, double each, double mean) const;

    std::shared_ptr<const Library> library_;

private slots:
    void initTestCase();
    void imagesInChannelsLast();
    void imagesAsTorchKeepsThem();
    void imagesInFp32();
    void trainingOfImages();
    void fewSequences();
};

void PublishedModelsTest::initTestCase() {
    const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    QVERIFY(library);
    library_ = *library;
}

void PublishedModelsTest::check(std::span<const Row> rows, const Json& options, double each, double mean) const {
    double sum = 0;
    for (const Row& row : rows) {
        Json request{{"kind", "model"}, {"hardware", row.device}, {"workload", options}};
        request["workload"]["model"] = row.model;
        request["workload"]["batch"] = row.batch;
        const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        QVERIFY2(estimate && estimate->valid, row.model);
        const double predicted_ms = 1e3 * estimate->findMetric("latency_s")->value;
        const double error = predicted_ms / row.measured_ms - 1;
        const QString text = QString("%1 %2 x %3: %4 ms, published %5, %6 %")
                                 .arg(row.device, row.model)
                                 .arg(row.batch)
                                 .arg(predicted_ms, 0, 'f', 2)
                                 .arg(row.measured_ms, 0, 'f', 2)
                                 .arg(100 * error, 0, 'f', 1);
        qInfo() << qPrintable(text);
        QVERIFY2(std::abs(error) < each, qPrintable(text));
        sum += std::abs(error);
    }
    sum /= static_cast<double>(rows.size());
    qInfo() << "mean" << sum;
    QVERIFY2(sum < mean, qPrintable(QString::number(sum)));
}

/// PyTorch 2.4, autocast to fp16, channels last (huggingface/pytorch-image-models,
/// results/benchmark-infer-amp-nhwc-pt240-cu124-rtx3090.csv and -rtx4090.csv, Apache-2.0).
void PublishedModelsTest::imagesInChannelsLast() {
    constexpr std::array kRows{
        Row{"rtx-3090", "resnet-18", 1024, 91.51},        Row{"rtx-3090", "mobilenet-v1", 1024, 84.80},
        Row{"rtx-3090", "mobilenet-v2", 1024, 103.55},    Row{"rtx-3090", "mobilenet-v3-large", 1024, 75.52},
        Row{"rtx-3090", "efficientnet-b0", 1024, 124.24}, Row{"rtx-3090", "vit-b16", 1024, 651.95},
        Row{"rtx-4090", "resnet-18", 512, 28.05},         Row{"rtx-4090", "mobilenet-v1", 512, 34.84},
        Row{"rtx-4090", "mobilenet-v2", 512, 43.50},      Row{"rtx-4090", "mobilenet-v3-large", 512, 30.30},
        Row{"rtx-4090", "efficientnet-b0", 512, 52.06}};
    check(kRows, {{"phase", "inference"}, {"dtype", "fp16"}, {"flash_attention", true}, {"channels_last", true}}, 0.25,
          0.13);
}

/// The same in PyTorch's own layout: results/benchmark-infer-amp-nchw-pt240-cu124-rtx3090.csv, -rtx4090.csv and
/// -pt291-cu130-5090.csv; A100: The Framework Tax, as below, PyTorch 1.12.
void PublishedModelsTest::imagesAsTorchKeepsThem() {
    constexpr std::array kRows{
        Row{"rtx-3090", "resnet-18", 1024, 110.57},         Row{"rtx-3090", "resnet-50", 1024, 325.0},
        Row{"rtx-3090", "mobilenet-v1", 1024, 94.78},       Row{"rtx-3090", "mobilenet-v2", 1024, 118.65},
        Row{"rtx-3090", "mobilenet-v3-large", 1024, 91.95}, Row{"rtx-3090", "efficientnet-b0", 1024, 147.86},
        Row{"rtx-4090", "resnet-18", 1024, 75.62},          Row{"rtx-4090", "mobilenet-v1", 1024, 74.41},
        Row{"rtx-4090", "mobilenet-v2", 1024, 94.71},       Row{"rtx-4090", "mobilenet-v3-large", 1024, 72.13},
        Row{"rtx-4090", "efficientnet-b0", 1024, 114.70},   Row{"rtx-5090", "resnet-18", 1024, 51.50},
        Row{"rtx-5090", "resnet-50", 1024, 161.08},         Row{"rtx-5090", "mobilenet-v2", 1024, 61.17},
        Row{"rtx-5090", "efficientnet-b0", 1024, 77.07},    Row{"a100-sxm4-40gb", "resnet-18", 128, 8.69},
        Row{"a100-sxm4-40gb", "mobilenet-v2", 128, 13.03},  Row{"a100-sxm4-40gb", "vgg16", 128, 42.25}};
    check(kRows, {{"phase", "inference"}, {"dtype", "fp16"}}, 0.35, 0.15);
}

/// V100: J. Fernandez et al., The Framework Tax, EMNLP 2023 (JaredFern/Framework-Tax, experiments); ResNet-50: NVIDIA
/// DeepLearningExamples, PyTorch/Classification/ConvNets/resnet50v1.5, container 21.03, mean latencies.
void PublishedModelsTest::imagesInFp32() {
    constexpr std::array kRows{Row{"v100-sxm2-32gb", "resnet-18", 16, 4.86},
                               Row{"v100-sxm2-32gb", "resnet-18", 128, 31.42},
                               Row{"v100-sxm2-32gb", "vgg16", 8, 15.36},
                               Row{"v100-sxm2-32gb", "vgg16", 128, 177.8},
                               Row{"v100-sxm2-32gb", "alexnet", 128, 9.28},
                               Row{"v100-sxm2-16gb", "resnet-50", 64, 55.4},
                               Row{"v100-sxm2-16gb", "resnet-50", 256, 214.5},
                               Row{"t4", "resnet-50", 8, 22.41},
                               Row{"t4", "resnet-50", 32, 77.62},
                               Row{"t4", "resnet-50", 128, 309.3}};
    check(kRows, {{"phase", "inference"}, {"dtype", "fp32"}}, 0.3, 0.14);
}

/// Mixed precision in channels last (configs.yml), the same page of NVIDIA's; images a second of one GPU.
void PublishedModelsTest::trainingOfImages() {
    constexpr std::array kRows{Row{"v100-sxm2-16gb", "resnet-50", 256, 256e3 / 1200},
                               Row{"v100-sxm2-32gb", "resnet-50", 256, 256e3 / 1156},
                               Row{"a100-sxm4-80gb", "resnet-50", 256, 256e3 / 2470}};
    check(kRows, {{"phase", "training"}, {"dtype", "fp16"}, {"channels_last", true}}, 0.25, 0.13);
}

/// Eager passes that wait for the host (The Framework Tax, A100): how fast that host is, is not known.
void PublishedModelsTest::fewSequences() {
    constexpr std::array kRows{
        Row{"a100-sxm4-40gb", "resnet-18", 1, 3.05},     Row{"a100-sxm4-40gb", "vgg16", 1, 1.73},
        Row{"a100-sxm4-40gb", "alexnet", 1, 0.77},       Row{"a100-sxm4-40gb", "mobilenet-v2", 1, 5.82},
        Row{"a100-sxm4-40gb", "mobilenet-v2", 32, 6.46}, Row{"a100-sxm4-40gb", "bert-base", 1, 7.68},
        Row{"a100-sxm4-40gb", "bert-base", 16, 7.81}};
    check(kRows, {{"phase", "inference"}, {"dtype", "fp16"}, {"sequence", 128}}, 0.4, 0.22);
}

QTEST_GUILESS_MAIN(PublishedModelsTest)
#include "published_models_test.moc"
