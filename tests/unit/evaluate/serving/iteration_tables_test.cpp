// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compose/runtime_costs.h"
#include "core/gpu/predictor.h"
#include "core/hardware/gpu/gpu_json.h"
#include "core/serving/tables/analytic_tables.h"
#include "tests/unit/evaluate/sample.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

/// Iterations between the places at which kernels were predicted, against the same kernels predicted there.
class IterationTablesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void betweenThePlaces_data() {
        QTest::addColumn<QByteArray>("model");
        QTest::newRow("dense") << QByteArray("llama3.1-8b");
        QTest::newRow("windows") << QByteArray("gemma2-9b");
        QTest::newRow("hybrid") << QByteArray("nemotron-h-8b");
    }
    void betweenThePlaces() {
        QFETCH(QByteArray, model);
        auto gpu = hardware::readGpu(*library_->find("h100-sxm5-80gb")->document, {});
        gpu->engine = "vllm";
        const Json& document = *library_->find(model.constData())->document;
        const auto calibrations = std::span(library_->calibrations());
        const auto costs = compose::runtimeCosts(*gpu, calibrations);
        const auto predict = gpu::kernelPredictor("gpu.tile", *gpu, calibrations);
        QVERIFY(bool(predict));
        workload::GraphOptions options;
        options.weights = options.activations = options.kv_cache = options.math = NumberType::Bf16;
        options.fusion = "engine";
        options.flash_attention = true;
        const serving::AnalyticInput input{*gpu, document, options, costs, calibrations, *predict, 256, 8000, 8192};
        auto tables = serving::analyticTables(input);
        QVERIFY(bool(tables));
        const serving::EngineTableTime time(std::move(tables->tables), {});

        const auto direct = [&](workload::Phase phase, double batch, double sequence, double cached) {
            options.phase = phase;
            options.batch = batch;
            options.sequence = sequence;
            options.cached = cached;
            const auto graph = workload::buildGraph(document, options, "/workload");
            return compose::compose(*gpu, *graph, costs, calibrations, *predict).seconds + costs.besideKernels(batch) -
                   costs.besideKernels(0);
        };
        std::vector<double> errors;
        for (const int batch : {1, 3, 11, 23, 45, 90, 180}) {
            for (const int context : {190, 380, 760, 1500, 3000, 6000}) {
                serving::BatchShape shape;
                shape.tokens = shape.decodes = batch;
                shape.decode_context_sum = std::int64_t{batch} * context;
                shape.decode_context_max = context;
                errors.push_back(time.seconds(shape, 0) / direct(workload::Phase::Decode, batch, context, 0) - 1);
            }
        }
        for (const int tokens : {50, 100, 190, 380, 760, 1500, 3000, 6000}) {
            for (const int cached : {0, 190, 760, 1500}) {
                serving::BatchShape shape;
                shape.tokens = tokens;
                shape.prefills = {{cached, tokens}};
                errors.push_back(time.seconds(shape, 0) / direct(workload::Phase::Prefill, 1, tokens, cached) - 1);
            }
        }
        double mean = 0, worst = 0;
        for (const double error : errors) {
            mean += std::abs(error) / static_cast<double>(errors.size());
            worst = std::max(worst, std::abs(error));
        }
        qInfo("mean %.2f %%, at most %.2f %%", 100 * mean, 100 * worst);
        QVERIFY(mean < 0.01);
        QVERIFY(worst < 0.03);
    }

private:
    std::shared_ptr<const Library> library_;
};

QTEST_APPLESS_MAIN(IterationTablesTest)
#include "iteration_tables_test.moc"
