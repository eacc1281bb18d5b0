// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/analysis/analysis.h"
#include "app/lab/gpu/gpu_gaps.h"
#include "app/lab/lab_commands.h"
#include "core/catalog/library.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <QTemporaryDir>
#include <QTest>
#include <sstream>

using namespace strata;
using namespace strata::assess;

/// Analyses of measured rows: which rows count, and what happens where there are none.
class AnalysisTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(library);
        library_ = *library;
    }

    /// Nodes of the layer count as often as the catalog's model has layers (24), views never, dropout in training
    /// alone; an addition starts nothing on its way back; runs that contradict their whole model stay out.
    void sumsAreOfKernels() {
        const QTemporaryDir folder;
        writeNodes(folder);
        const auto sums = readKernelSums(folder.path().toStdString(), *library_);
        QVERIFY(sums);
        QCOMPARE(sums->size(), std::size_t{2});
        const auto inference = sums->find(kernelSumKey("v100-pcie-32gb", "bert_large", "inf", 512, 8));
        QVERIFY(inference != sums->end());
        QVERIFY(std::abs(inference->second - 1e-3 * (24 * (4.0 + 1.0) + 0.5)) < 1e-12);
        const auto training = sums->find(kernelSumKey("v100-pcie-32gb", "bert_large", "train", 512, 8));
        QVERIFY(training != sums->end());
        QVERIFY(std::abs(training->second - 1e-3 * (24 * (12.0 + 3.0 + 1.0) + 0.5)) < 1e-12);
    }

    /// Nodes that write a tensor count although the data list them among views; the catalog's OPT has 24 layers.
    void kernelsAmongViewsCount() {
        const QTemporaryDir folder;
        std::string text = kNodesHeader;
        for (const char* rest :
             {"embedding,misc,0.25,0,0", "sub,misc,7,0,0", "model_decoder_layers_0_self_attn_layer_norm,VECln,1,0,0",
              "max_1,misc,2,0,0", "transpose_4,misc,7,0,0", "reshape,misc,0.5,0,0", "reshape_1,misc,7,0,0",
              "view_11,misc,7,0,0"})
            text += std::string("V100-PCIe-32GB,opt_13,inf,2048,2,") + rest + '\n';
        write(folder, "e2e_node_latencies.csv", text);
        const auto sums = readKernelSums(folder.path().toStdString(), *library_);
        QVERIFY(sums);
        QCOMPARE(sums->size(), std::size_t{1});
        QVERIFY(std::abs(sums->begin()->second - 1e-3 * (24 * (1.0 + 2.0 + 0.5) + 0.25)) < 1e-12);
    }

    /// The gap is taken from the same sums, and what it is attributed to makes the prediction; waits are never
    /// negative.
    void gapsOfModelsStandOnThoseSums() {
        const QTemporaryDir folder;
        writeNodes(folder);
        write(folder, "e2e_labels.csv",
              "device,model,mode,seqlen,batch,fused,parallel,measured_ms\n"
              "V100-PCIe-32GB,bert_large,inf,512,8,0,none,241\n"
              "V100-PCIe-32GB,bert_large,train,512,8,0,none,769\n"
              "A100-PCIe-40GB,bert_large,inf,512,8,0,none,100\n");
        const auto gaps = gapsOfModels(folder.path().toStdString(), *library_);
        QVERIFY2(gaps, gaps ? "" : describe(gaps.error()).c_str());
        QCOMPARE(gaps->size(), std::size_t{2});
        for (const MeasuredGap& gap : *gaps) {
            QVERIFY(std::abs(gap.measured - 1.0) < 1e-9);
            checkParts(gap);
        }
    }

    /// Replayed graphs hide starts behind the kernels before: a term of its own beside the launch.
    void hiddenStartsAreNoNegativeLaunch() {
        const std::filesystem::path folder = qEnvironmentVariable("STRATA_REFERENCE").toStdString() + "/gpu_modern";
        if (!std::filesystem::exists(folder)) QSKIP("the reference data is not there");
        const auto gaps = gapsOfSteps(folder, *library_);
        QVERIFY(gaps);
        bool hides = false;
        for (const MeasuredGap& gap : *gaps) {
            checkParts(gap);
            hides = hides || gap.parts.at("hidden_starts") < 0.0;
        }
        QVERIFY(hides);
    }

    void groupsOfFewPointsAreLeftOut() {
        Grouped grouped;
        for (int i = 0; i < 5; ++i)
            grouped.add({{"of", "five"}}, {{"error", i}});
        for (int i = 0; i < 4; ++i)
            grouped.add({{"of", "four"}}, {{"error", i}});
        constexpr std::array<std::string_view, 1> kSpread{"error"};
        const auto groups = grouped.groups(kSpread);
        QCOMPARE(groups.size(), std::size_t{1});
        QCOMPARE(groups[0].key.at("of"), std::string("five"));
        QCOMPARE(groups[0].values.at("error_p50"), 2.0);
    }

    /// Without the nodes, without any row: refused by name, and what was there before stays.
    void whatIsMissingLeavesTheOldAnalysis() {
        const QTemporaryDir data;
        write(data, "kept.json", "kept");
        const auto refused = [&](const char* id, const char* says) {
            std::istringstream in;
            std::ostringstream out, err;
            cli::Streams streams{in, out, err, "strata-lab"};
            const std::vector<std::string> words{"analyze",     id,
                                                 "--data",      data.path().toStdString(),
                                                 "--commit",    "abc",
                                                 "--data-root", qEnvironmentVariable("STRATA_ROOT").toStdString(),
                                                 "--out",       data.filePath("kept.json").toStdString()};
            const int status = cli::runProgram(lab::commands(), words, streams);
            std::ifstream kept(data.filePath("kept.json").toStdString());
            std::string text;
            std::getline(kept, text);
            return status != 0 && text == "kept" && err.str().find(says) != std::string::npos;
        };
        QVERIFY(refused("analysis-gamma", "e2e_node_latencies.csv, which is not there"));
        write(data, "e2e_node_latencies.csv", kNodesHeader);
        QVERIFY(refused("analysis-gamma", "no row of"));
        write(data, "e2e_points.csv",
              "measured,model,device,backend,version,precision,gemm_quant,moe_quant,mode,isl,osl,concurrency,"
              "batch_per_worker,tp,pp,attn_dp,moe_tp,moe_ep,tpot_ms\n");
        QVERIFY(refused("analysis-ageing", "no row of"));
    }

private:
    static constexpr const char* kNodesHeader =
        "device,model,mode,seqlen,batch,node,op_class,fw_ms,bw_incl_acc_ms,acc_ms\n";

    static void checkParts(const MeasuredGap& gap) {
        double sum = 0.0;
        for (const auto& [name, value] : gap.parts)
            sum += value;
        QVERIFY(std::abs(sum - gap.predicted) < 1e-9);
        QVERIFY(gap.parts.at("launch") >= -1e-12);
        QVERIFY(gap.parts.at("hidden_starts") <= 0.0);
    }

    static void write(const QTemporaryDir& folder, const char* name, const std::string& text) {
        std::ofstream(folder.filePath(name).toStdString()) << text;
    }

    static void writeNodes(const QTemporaryDir& folder) {
        std::string text = kNodesHeader;
        for (const char* run : {"V100-PCIe-32GB,bert_large,inf,512,8,", "V100-PCIe-32GB,bert_large,train,512,8,",
                                "A100-PCIe-40GB,bert_large,inf,512,8,"}) {
            const auto row = [&](const char* rest) { text += std::string(run) + rest + '\n'; };
            row("size,misc,7,9,0");
            row("bert_embeddings_word_embeddings,EMBEDDING,0.5,0,0");
            row("bert_encoder_layer_0_attention_self_query,Linear,4,8,0");
            row("view,misc,7,9,0");
            if (std::string(run).find("train") != std::string::npos) row("drop,dropout,1,2,0");
            row("add,VECadd,1,5,0");
            row("bert_encoder_layer_0_output_layer_norm,getitem,7,9,0");
        }
        write(folder, "e2e_node_latencies.csv", text);
    }

    std::shared_ptr<const Library> library_;
};

QTEST_GUILESS_MAIN(AnalysisTest)
#include "analysis_test.moc"
