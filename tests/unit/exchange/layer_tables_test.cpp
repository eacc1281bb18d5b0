// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/exchange/models/layer_tables.h"
#include "core/workload/graph.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;
using namespace strata::exchange;

/// Lists of layers of systolic and data-centric tools.
class LayerTablesTest : public QObject {
    Q_OBJECT

private slots:
    void topologyOfConvolutions() {
        const auto imported = parseScaleSimTopology(
            "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides,\n"
            "Conv1, 229, 229, 7, 7, 3, 64, 2,\r\nConv2,58,58,3,3,64,64,1,\n\nFC,1,1,1,1,512,1000,1,\n",
            "nets/tiny.csv");
        QVERIFY2(imported, imported ? "" : describe(imported.error()).c_str());
        const Json& first = imported->document->at("operators").at(0);
        QVERIFY(first.at("out_height") == 112 && first.at("in_channels") == 3 && first.at("stride") == 2);
        QVERIFY(imported->document->at("operators").size() == 3 && imported->document->at("id") == "tiny");
        const auto graph = workload::buildGraph(*imported->document, {}, {});
        QVERIFY2(graph, graph ? "" : describe(graph.error()).c_str());
        const double macs = 112.0 * 112 * 64 * 147 + 56.0 * 56 * 64 * 576 + 512000;
        QCOMPARE(graph->flop(), 2 * macs);
    }

    void topologyOfProducts() {
        const auto imported = parseScaleSimTopology("Layer, M, N, K,\nQKV, 128, 3072, 1024,\n", "t.csv");
        QVERIFY2(imported, imported ? "" : describe(imported.error()).c_str());
        QVERIFY(imported->document->at("operators").at(0).at("n") == 3072);
        const auto wrong = parseScaleSimTopology("Layer, M, N, K,\nQKV, 128, many, 1024,\n", "t.csv");
        QVERIFY(!wrong);
        QVERIFY2(messageText(wrong.error().text).find("line 2") != std::string::npos,
                 messageText(wrong.error().text).c_str());
        // A column of ratios of values that are kept: sparse layers are read as dense ones, and this is said.
        for (const auto& [ratio, notes] : {std::pair{"1", 1}, {"4:4", 1}, {"1:2", 2}}) {
            const auto sparse = parseScaleSimTopology(
                "Layer Name, M, N, K, Sparsity,\nA, 8, 8, 8, " + std::string(ratio) + ",\n", "t.csv");
            QVERIFY2(sparse, sparse ? "" : describe(sparse.error()).c_str());
            QCOMPARE(static_cast<int>(sparse->notes.size()), notes);
        }
        QVERIFY(!parseScaleSimTopology("Layer, M, N, K,\n", "t.csv"));
        QVERIFY(!parseScaleSimTopology("a, b\n1, 2\n", "t.csv"));
    }

    /// What published topologies have beside the eight columns: a batch, a stride of the width, empty lines, tabs of a
    /// spreadsheet, and channels that the tool runs one by one.
    void furtherColumns() {
        const std::string sizes =
            "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, ";
        const auto batch = parseScaleSimTopology(
            sizes + "Strides, Batch Size, Owner,\n,,,,,,,,\nA, 8, 8, 3, 3, 4, 16, 1, 5, me,\n", "b.csv");
        QVERIFY2(batch, batch ? "" : describe(batch.error()).c_str());
        QCOMPARE(batch->document->at("operators").size(), std::size_t(1));
        QVERIFY(batch->document->at("operators").at(0).at("batch") == 5);
        QVERIFY2(messageText(batch->notes.back()).find("Owner") != std::string::npos,
                 messageText(batch->notes.back()).c_str());
        const auto strides =
            parseScaleSimTopology(sizes + "Stride height, Stride width,\nA, 9, 9, 3, 3, 4, 16, 2, 3,\n", "s.csv");
        QVERIFY2(strides, strides ? "" : describe(strides.error()).c_str());
        const Json& uneven = strides->document->at("operators").at(0);
        QVERIFY(uneven.at("out_height") == 4 && uneven.at("out_width") == 3);
        QVERIFY(messageText(strides->notes.back()).find("line 2: stride width") != std::string::npos);
        const auto depthwise = parseScaleSimTopology(sizes + "Strides,\nDP1, 10, 10, 3, 3, 32, 1, 1,\n", "d.csv");
        QVERIFY2(depthwise, depthwise ? "" : describe(depthwise.error()).c_str());
        QCOMPARE(workload::buildGraph(*depthwise->document, {}, {})->flop(), 2.0 * 64 * 9 * 32);
        std::string tabs = sizes + "Strides\nB, 8, 8, 3, 3, 4, 16, 1\n";
        std::ranges::replace(tabs, ',', '\t');
        QVERIFY(parseScaleSimTopology(tabs, "t.csv"));
        const auto layout = "Layer name, IFMAP Height Intraline Factor, IFMAP Width Intraline Factor, Filter Height "
                            "Intraline Factor, Filter Width Intraline Factor,\nA, 4, 8, 1, 1, 1, 9, 1\n";
        QVERIFY(!isScaleSimTopology(layout) && !parseScaleSimTopology(layout, "layout.csv"));
    }

    /// A configuration of the systolic tool: array, buffers, bandwidth; what the entry does not have is named.
    void configurations() {
        const std::string text = "[general]\nrun_name = small\n\n[architecture_presets]\nArrayHeight:    8\n"
                                 "ArrayWidth : 16\nIfmapSramSzkB: 64\nFilterSramSzkB:   32\nOfmapSramSzkB: 16\n"
                                 "IfmapOffset:    0\nDataflow : os\nBandwidth : 10\n\n[run_presets]\n";
        const auto imported = parseScaleSimConfig(text + "InterfaceBandwidth: USER", "small.cfg");
        QVERIFY2(imported, imported ? "" : describe(imported.error()).c_str());
        QVERIFY(isScaleSimConfig(text) && !isScaleSimConfig("[a]\nArrayHeight: 3\n"));
        const Json& levels = imported->document->at("levels");
        QVERIFY(imported->document->at("id") == "small" && levels.size() == 5);
        QVERIFY(levels[0].at("read_words_per_cycle") == 10 && levels[1].at("capacity_bytes") == 65536);
        QVERIFY(levels[2].at("keeps") == Json({"weights"}) && levels[3].at("capacity_bytes") == 16384);
        QVERIFY(levels[4].at("fanout_x") == 16 && levels[4].at("fanout_y") == 8);
        std::string told;
        for (const Message& note : imported->notes)
            told += messageText(note) + "\n";
        for (const char* part : {"output-stationary", "line 10: ifmapoffset"})
            QVERIFY2(told.find(part) != std::string::npos, told.c_str());
        const auto free = parseScaleSimConfig(text + "InterfaceBandwidth: CALC", "small.cfg");
        QVERIFY(free && !free->document->at("levels")[0].contains("read_words_per_cycle"));
        const auto wrong = parseScaleSimConfig("ArrayHeight: tall\nArrayWidth: 2\nIfmapSramSzkB: 1\nFilterSramSzkB: 1\n"
                                               "OfmapSramSzkB: 1\n",
                                               "w.cfg");
        QVERIFY2(!wrong && messageText(wrong.error().text).find("line 1") != std::string::npos,
                 messageText(wrong.error().text).c_str());
        QVERIFY(!parseScaleSimConfig("ArrayHeight: 2\nArrayWidth: 2\n", "w.cfg"));
        QVERIFY(!parseScaleSimConfig(text + "ArrayHeight: 2.5\n", "w.cfg"));
    }

    /// Constants in front of the network, batched products and nested groups; what stands behind it is named.
    void maestroConstants() {
        const std::string text =
            "// sizes\nConstant SzM 100;\nConstant SzB 4;\nNetwork n {\n"
            "Layer A { Type: BMM Dimensions { B: SzB, M: SzM, N: 20, K: 30 } Dataflow { SpatialMap(1,1) M; } }\n"
            "Layer G { Type: NGCONV Dimensions { G: 8, K: 2, C: 4, R: 3, S: 3, Y: 10, X: 10 } }\n}\n"
            "Accelerator { PE { NumPEs: 128; } }\n";
        const auto imported = parseMaestroNetwork(text, "n.m");
        QVERIFY2(imported, imported ? "" : describe(imported.error()).c_str());
        QVERIFY(isMaestroNetwork(text));
        const double macs = 4.0 * 100 * 20 * 30 + 8.0 * 8 * (8 * 2) * 4 * 9;
        QCOMPARE(workload::buildGraph(*imported->document, {}, {})->flop(), 2 * macs);
        std::string told;
        for (const Message& note : imported->notes)
            told += messageText(note) + "\n";
        QVERIFY2(told.find("of 1 layer ") != std::string::npos && told.find("line 8: Accelerator") != std::string::npos,
                 told.c_str());
        const auto unknown = parseMaestroNetwork("Network n { Layer A { Type: GEMM Dimensions { M: SzQ } } }", "n.m");
        QVERIFY(!unknown && messageText(unknown.error().text).find("SzQ") != std::string::npos);
        QVERIFY(!parseMaestroNetwork("Constant A many;\nNetwork n { }", "n.m"));
    }

    void maestroNetwork() {
        const std::string text = "Network vgg { // a comment\n Layer CONV1 { Type: CONV\n Stride { X: 2, Y: 2 }\n"
                                 " Dimensions { K: 64, C: 3, R: 7, S: 7, Y: 230, X: 230 }\n"
                                 " Dataflow { SpatialMap(1,1) K; Cluster(64, P); } }\n"
                                 " Layer DW { Type: DSCONV Dimensions { K: 1, C: 32, R: 3, S: 3, Y: 58, X: 58 } }\n"
                                 " Layer ODD { Type: LSTM Dimensions { K: 8 } } }\n";
        const auto imported = parseMaestroNetwork(text, "vgg.m");
        QVERIFY2(imported, imported ? "" : describe(imported.error()).c_str());
        const Json& operators = imported->document->at("operators");
        QVERIFY(operators.size() == 2 && operators.at(0).at("out_width") == 112 && operators.at(1).at("groups") == 32);
        QCOMPARE(imported->notes.size(), std::size_t(3)); // the dataflow of a layer as well
        for (std::size_t cut = 0; cut + 3 < text.size(); cut += 7) {
            const auto part = parseMaestroNetwork(text.substr(0, cut), "vgg.m");
            QVERIFY(!part && messageText(part.error().text).starts_with("line "));
        }
    }
};

QTEST_APPLESS_MAIN(LayerTablesTest)
#include "layer_tables_test.moc"
