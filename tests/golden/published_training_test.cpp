// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/method.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

namespace {

/// One run as its authors report it.
struct Run {
    const char* cluster;
    int devices, global_batch;
    double iteration_s;
};

} // namespace

/// Iterations that others published and that are in no fit.
class PublishedTrainingTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(library);
        library_ = *library;
    }

    /// Z. Jiang et al., "MegaScale", NSDI 2024 (arXiv:2402.15627), Table 2, Megatron-LM: a GPT of 175e9 parameters with
    /// a vocabulary of 64,000, sequences of 2,048, tensor and pipeline parallel over 8 each, six chunks a stage.
    void gptOnAmpere() {
        const Json model{{"base", "gpt3-175b"}, {"set", {{"/vocab", 64000}, {"/tied_embeddings", false}}}};
        const Json plan{{"tp", 8},
                        {"pp", 8},
                        {"interleave", 6},
                        {"schedule", "interleaved"},
                        {"micro_batch", 1},
                        {"sequence_parallel", true},
                        {"recompute", "selective"},
                        {"zero", 1}};
        compare({{"dgx-a100", 256, 768, 40.0},
                 {"dgx-a100", 512, 768, 21.2},
                 {"dgx-a100", 768, 768, 15.2},
                 {"dgx-a100", 1024, 768, 11.9},
                 {"dgx-a100", 3072, 6144, 29.02},
                 {"dgx-a100", 6144, 6144, 14.78},
                 {"dgx-a100", 8192, 6144, 12.24},
                 {"dgx-a100", 12288, 6144, 8.57}},
                model, 2048, plan, 0.07, 0.15);
    }

    /// NVIDIA, "Nemotron-4 340B Technical Report" (arXiv:2406.11704), Table 2: tensor parallel over 8, 12 stages;
    /// iterations of batches of 768, 1,536 and 2,304 sequences of 4,096. How far stages interleave is not told: one
    /// layer a chunk as in NVIDIA's recipe for the same model (NVIDIA/dgxc-benchmarking, nemotron4-340b), 8 of them
    /// here.
    void nemotronOnHopper() {
        const Json plan{{"tp", 8},
                        {"pp", 12},
                        {"interleave", 8},
                        {"schedule", "interleaved"},
                        {"micro_batch", 1},
                        {"sequence_parallel", true},
                        {"recompute", "selective"},
                        {"zero", 1}};
        compare({{"dgx-h100", 1536, 768, 10.3}, {"dgx-h100", 3072, 1536, 10.3}, {"dgx-h100", 6144, 2304, 8.0}},
                "nemotron-340b", 4096, plan, 0.1, 0.15);
    }

private:
    void compare(const std::vector<Run>& runs, const Json& model, int sequence, const Json& plan, double mean,
                 double most) const {
        double sum = 0.0;
        for (const Run& run : runs) {
            const Json cluster{{"base", run.cluster}, {"set", {{"/nodes", 2000}}}};
            const Json request{
                {"kind", "training"},
                {"hardware", {{"cluster", cluster}, {"devices", run.devices}}},
                {"workload",
                 {{"model", model}, {"sequence", sequence}, {"global_batch", run.global_batch}, {"precision", "bf16"}}},
                {"plan", plan}};
            const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
            QVERIFY2(estimate && estimate->valid, estimate ? "" : describe(estimate.error()).c_str());
            const Metric* iteration = estimate->findMetric("iteration_s");
            const double error = iteration->value / run.iteration_s - 1.0;
            qInfo("%s, %d devices, batch %d: %.2f s, published %.2f s (%+.1f %%)", run.cluster, run.devices,
                  run.global_batch, iteration->value, run.iteration_s, 100.0 * error);
            QVERIFY(std::abs(error) <= most);
            QVERIFY(iteration->low <= run.iteration_s && run.iteration_s <= iteration->high);
            sum += std::abs(error);
        }
        QVERIFY(sum <= mean * static_cast<double>(runs.size()));
    }

    std::shared_ptr<const Library> library_;
};

QTEST_GUILESS_MAIN(PublishedTrainingTest)
#include "published_training_test.moc"
