// SPDX-License-Identifier: GPL-3.0-or-later
// Published throughput of TensorRT-LLM (NVIDIA's performance tables, Apache-2.0) and measured serving points
// (AIConfigurator, Apache-2.0), nothing fitted to the first.
#include "app/lab/fit/compose_calibration.h"
#include "app/lab/serving/engine_case.h"
#include "app/lab/tensor/gpu_modern_points.h"
#include "core/catalog/library.h"

#include <cmath>
#include <map>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;

class ServingPointsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        const auto loaded = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(loaded);
        library_ = *loaded;
    }

    /// Offline queues that engines with in-flight batching work off: 20 % on average (a roofline is off by 107 %).
    void publishedThroughput() {
        const auto data = reference("serving_published");
        if (!std::filesystem::exists(data)) QSKIP("the reference data is not here");
        assess::SuiteReport report;
        QVERIFY(assess::addPublishedRows({data, *library_, "serving.simulation", {}}, report));
        double error = 0;
        for (const auto& row : report.rows) {
            QVERIFY(row.low <= row.predicted && row.predicted <= row.high);
            error += std::abs(row.predicted / row.measured - 1);
        }
        QCOMPARE(report.rows.size(), std::size_t{130});
        QVERIFY2(error / 130 < 0.2, QByteArray::number(error / 130));
    }

    /// Mixtures of experts are answered beside the dense models, which stay as they are.
    void expertsAreAnswered() {
        const auto data = reference("gpu_modern");
        if (!std::filesystem::exists(data)) QSKIP("the reference data is not here");
        const auto dense = assess::readServingCases(data, *library_);
        const auto all = assess::readServingCases(data, *library_, assess::ServingModels::All);
        QVERIFY(dense && all);
        QVERIFY(all->cases.size() > dense->cases.size() + 400);
        std::size_t same = 0;
        for (const auto& one : all->cases)
            same += one.experts ? 0 : 1;
        QCOMPARE(same, dense->cases.size());
    }

    /// What is labelled fp8 of a checkpoint that the library knows in blocks, or whose experts are in blocks,
    /// has scales for each block; what an engine narrowed itself has not.
    void checkpointsInBlocks() {
        QTemporaryDir folder;
        QFile file(folder.filePath("e2e_points.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("model,device,backend,gemm_quant,moe_quant,mode,isl,osl,concurrency,batch_per_worker,tp,moe_tp,"
                   "moe_ep,tpot_ms,ttft_ms\n"
                   "MiniMaxAI/MiniMax-M2.5,h200-sxm-141gb,vllm,fp8,fp8,agg,1024,1024,4,4,4,4,1,8,90\n"
                   "nvidia/DeepSeek-V3.1-NVFP4,b200-sxm-180gb,trtllm,nvfp4,nvfp4,agg,1024,1024,4,4,8,8,1,8,190\n"
                   "Qwen/Qwen3-235B-A22B,h200-sxm-141gb,sglang,fp8,fp8_block,agg,1024,1024,4,4,4,4,1,10,150\n"
                   "Qwen/Qwen3-235B-A22B,h200-sxm-141gb,vllm,fp8,fp8,agg,1024,1024,4,4,4,4,1,10,150\n"
                   "Qwen/Qwen3-32B,h200-sxm-141gb,trtllm,fp8,fp8,agg,1024,1024,4,4,4,4,1,8,90\n");
        file.close();
        const auto read = assess::readServingCases(folder.path().toStdString(), *library_, assess::ServingModels::All);
        QVERIFY(read);
        std::map<std::string, std::string> precisions;
        for (const auto& one : read->cases)
            precisions[one.model + " " + one.gpu.engine] = one.precision + (one.options.block_scaled ? " blocks" : "");
        QCOMPARE(read->cases.size(), std::size_t{5});
        QCOMPARE(precisions["MiniMaxAI/MiniMax-M2.5 vllm"], std::string("fp8_block blocks"));
        QCOMPARE(precisions["nvidia/DeepSeek-V3.1-NVFP4 trtllm"], std::string("nvfp4 blocks"));
        QCOMPARE(precisions["Qwen/Qwen3-235B-A22B sglang"], std::string("fp8_block blocks"));
        QCOMPARE(precisions["Qwen/Qwen3-235B-A22B vllm"], std::string("fp8"));
        QCOMPARE(precisions["Qwen/Qwen3-32B trtllm"], std::string("fp8"));
    }

    /// Time per output token of mixtures: 20 % on average. Labels that name the experts' ranks twice mean what the same
    /// runs say elsewhere.
    void tokensOfExperts() {
        const auto data = reference("gpu_modern");
        if (!std::filesystem::exists(data)) QSKIP("the reference data is not here");
        const auto all = assess::readServingCases(data, *library_, assess::ServingModels::All);
        QVERIFY(all);
        const auto& known = library_->calibrations();
        double error = 0, count = 0;
        for (const auto& one : all->cases) {
            QVERIFY2(one.load.ranks <= 32, one.id.c_str());
            if (!one.experts) continue;
            const auto time = assess::composeServingCase(one, assess::costsOf(one, known), known);
            error += std::abs(time.seconds / one.measured_s - 1);
            ++count;
        }
        QVERIFY(count > 600);
        QVERIFY2(error / count < 0.2, QByteArray::number(error / count));
    }

    /// Time per output token from measured kernels of a device whose engines the fit has not seen: 8 % on average.
    void tablesOfASystemLeftOut() {
        const auto data = reference("gpu_modern");
        if (!std::filesystem::exists(data)) QSKIP("the reference data is not here");
        const auto dense = assess::readServingCases(data, *library_);
        const auto fitted = assess::fitComposeServingWithout(data, *library_, {"h100-sxm5-80gb", {}});
        QVERIFY(dense && fitted);
        double error = 0, count = 0;
        for (std::size_t i = 0; i < dense->cases.size(); ++i) {
            if (!dense->measured[i] || dense->cases[i].gpu.id != "h100-sxm5-80gb") continue;
            const auto costs = assess::costsOf(dense->cases[i], {&*fitted, 1});
            const double seconds = assess::measuredTablesSeconds(dense->cases[i], *dense->measured[i], costs);
            error += std::abs(seconds / dense->cases[i].measured_s - 1);
            ++count;
        }
        QVERIFY(count > 300);
        QVERIFY2(error / count < 0.08, QByteArray::number(error / count));
    }

    /// Users in step wait for the prompts of all where prompts go first: 25 % on average.
    void firstTokensOfUsersInStep() {
        const auto data = reference("gpu_modern");
        if (!std::filesystem::exists(data)) QSKIP("the reference data is not here");
        const auto dense = assess::readServingCases(data, *library_);
        QVERIFY(dense);
        double error = 0, count = 0;
        for (const auto& one : dense->cases) {
            if (one.gpu.engine != "sglang" || !one.in_step) continue;
            const auto found = assess::firstTokens(one, library_->calibrations());
            QVERIFY2(found, one.id.c_str());
            error += std::abs(found->ttft_s / one.measured_ttft_s - 1);
            ++count;
        }
        QVERIFY(count > 30);
        QVERIFY2(error / count < 0.25, QByteArray::number(error / count));
    }

    /// What a token of a prompt costs on its way is the same before every engine.
    void tokensOnTheirWay() {
        hardware::Gpu gpu;
        std::vector<compose::RuntimeCosts> costs;
        for (const char* engine : {"vllm", "sglang", "trtllm"}) {
            gpu.engine = engine;
            costs.push_back(compose::runtimeCosts(gpu, library_->calibrations()));
        }
        QVERIFY(costs[0].request_per_token_s > 0);
        for (const auto& cost : costs)
            QCOMPARE(cost.request_per_token_s, costs[0].request_per_token_s);
        QVERIFY(costs[1].request_s != costs[2].request_s);
    }

    /// vLLM hides its host from 0.14 on, the others in all versions whose points there are.
    void versionsOfEngines() {
        const auto hides = [this](const char* engine, const char* version) {
            const hardware::Engine* found = library_->findEngine(engine);
            return found != nullptr && hardware::chooseEngine(*found, version).profile.hides_host;
        };
        QVERIFY(hides("vllm", "0.14.1") && hides("vllm", "1.0") && hides("vllm", ""));
        QVERIFY(!hides("vllm", "0.12.0"));
        QVERIFY(hides("trtllm", "1.2.0rc6") && hides("sglang", "0.5.5"));
    }

private:
    static std::filesystem::path reference(const char* folder) {
        return std::filesystem::path(qEnvironmentVariable("STRATA_REFERENCE").toStdString()) / folder;
    }
    std::shared_ptr<const Library> library_;
};

QTEST_APPLESS_MAIN(ServingPointsTest)
#include "serving_points_test.moc"
