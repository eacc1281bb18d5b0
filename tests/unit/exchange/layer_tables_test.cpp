// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/exchange/models/layer_tables.h"
#include "core/workload/graph.h"

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
        QCOMPARE(imported->notes.size(), std::size_t(2));
        for (std::size_t cut = 0; cut + 3 < text.size(); cut += 7) {
            const auto part = parseMaestroNetwork(text.substr(0, cut), "vgg.m");
            QVERIFY(!part && messageText(part.error().text).starts_with("line "));
        }
    }
};

QTEST_APPLESS_MAIN(LayerTablesTest)
#include "layer_tables_test.moc"
