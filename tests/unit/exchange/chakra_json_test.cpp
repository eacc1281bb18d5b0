// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/exchange/chakra/chakra_trace.h"

#include <filesystem>
#include <QTest>

using namespace strata;
using namespace strata::exchange;

namespace {

Result<ExecutionTrace> read(const std::string& text) { return parseChakra(text, "rank.0.json"); }

Error errorOf(const std::string& text) {
    const auto trace = read(text);
    return trace ? Error{} : trace.error();
}

} // namespace

/// The JSON form of Chakra execution traces.
class ChakraJsonTest : public QObject {
    Q_OBJECT

private slots:
    void bothFormsAreTheSameGraph();
    void algorithmsAreNoTraces();
    void refusals_data();
    void refusals();
};

void ChakraJsonTest::bothFormsAreTheSameGraph() {
    const char* text = R"({"workload_graph": [
        {"Id": 7, "Name": "gemm", "NodeType": 4, "is_cpu_op": false, "runtime": 318, "num_ops": 1000,
         "tensor_size": 64, "data_deps": [], "ctrlDeps": [3], "inputs": {"values": "[]"}},
        {"Id": 9, "Name": "reduce", "NodeType": 7, "is_cpu_op": false, "comm_type": 0, "comm_size": 4096,
         "pg_name": "dp", "pg_size": 8, "data_deps": [7], "ctrl_deps": []}], "ngpus": 8})";
    const auto parsed = read(text);
    QVERIFY2(parsed, parsed ? "" : describe(parsed.error()).c_str());
    const ExecutionTrace& trace = *parsed;
    QCOMPARE(trace.nodes.size(), std::size_t{2});
    QCOMPARE(trace.nodes[0].name, std::string("gemm"));
    QVERIFY(!trace.nodes[0].on_host);
    QCOMPARE(trace.nodes[0].duration_s, 318e-6);
    QCOMPARE(trace.nodes[0].flop, 1000.0);
    QCOMPARE(trace.nodes[0].bytes, 64.0);
    QVERIFY(trace.nodes[1].collective == TraceCollective::AllReduce);
    QCOMPARE(trace.nodes[1].group, std::string("dp"));
    QCOMPARE(trace.nodes[1].ranks, 8u);
    QCOMPARE(trace.nodes[1].dependencies, std::vector<std::uint32_t>{0});
    QCOMPARE(trace.notes.size(), std::size_t{1}); // a control dependency on no node
    // Both forms are the same graph.
    const auto packed = read(writeChakra(trace));
    QVERIFY2(packed, packed ? "" : describe(packed.error()).c_str());
    const ExecutionTrace& again = *packed;
    QCOMPARE(again.nodes.size(), trace.nodes.size());
    for (std::size_t i = 0; i < again.nodes.size(); ++i) {
        QCOMPARE(again.nodes[i].name, trace.nodes[i].name);
        QCOMPARE(again.nodes[i].duration_s, trace.nodes[i].duration_s);
        QCOMPARE(again.nodes[i].dependencies, trace.nodes[i].dependencies);
    }
    const std::filesystem::path sample = std::filesystem::path(qEnvironmentVariable("STRATA_REFERENCE").toStdString()) /
                                         "collectives/samples/small_chakra.0.json";
    if (!std::filesystem::exists(sample)) return;
    const auto small = readChakra(sample);
    QVERIFY2(small, small ? "" : describe(small.error()).c_str());
    QCOMPARE(small->nodes.size(), std::size_t{7});
    QCOMPARE(small->nodes[0].duration_s, 318e-6);
    QVERIFY(small->nodes[0].on_host && !small->nodes[2].on_host);
}

/// MSCCL writes XML, MSCCL++ JSON; neither states what is replayed.
void ChakraJsonTest::algorithmsAreNoTraces() {
    for (const char* text : {"<algo name=\"ring\" coll=\"allreduce\" ngpus=\"2\"><gpu id=\"0\"></gpu></algo>",
                             "\n<?xml version=\"1.0\"?>\n<algo name=\"ring\"/>",
                             R"({"name": "allreduce", "collective": "allreduce", "protocol": "Simple", "gpus": []})"}) {
        const auto refused = read(text);
        QVERIFY2(!refused, text);
        QCOMPARE(refused.error().code, std::string("not-supported"));
        QVERIFY(messageText(refused.error().text).find("MSCCL") != std::string::npos);
        QVERIFY(messageText(refused.error().expected).find("mscclang2chakra") != std::string::npos);
    }
}

void ChakraJsonTest::refusals_data() {
    QTest::addColumn<QString>("node");
    QTest::addColumn<QString>("pointer");
    QTest::newRow("no id") << R"({"NodeType": 4})"
                           << "/workload_graph/0/Id";
    QTest::newRow("negative") << R"({"Id": 1, "NodeType": 4, "runtime": -1})"
                              << "/workload_graph/0/runtime";
    QTest::newRow("type") << R"({"Id": 1, "NodeType": 40})"
                          << "/workload_graph/0/NodeType";
    QTest::newRow("fraction") << R"({"Id": 1.5, "NodeType": 4})"
                              << "/workload_graph/0/Id";
    QTest::newRow("list") << R"({"Id": 1, "NodeType": 4, "data_deps": 3})"
                          << "/workload_graph/0/data_deps";
    QTest::newRow("name") << R"({"Id": 1, "NodeType": 4, "Name": 3})"
                          << "/workload_graph/0/Name";
    QTest::newRow("far") << R"({"Id": 1, "NodeType": 5, "comm_src": 99999999999})"
                         << "/workload_graph/0/comm_src";
    QTest::newRow("no node") << "7"
                             << "/workload_graph/0";
}

void ChakraJsonTest::refusals() {
    QFETCH(QString, node);
    QFETCH(QString, pointer);
    const Error error = errorOf("{\"workload_graph\": [" + node.toStdString() + "]}");
    QCOMPARE(QString::fromStdString(error.pointer), pointer);
    QVERIFY(!error.text.empty() && !error.expected.empty());
    QCOMPARE(errorOf("{\"graph\": []}").code, std::string("malformed-trace"));
    QCOMPARE(errorOf("{\"workload_graph\": []}").code, std::string("malformed-trace"));
}

QTEST_APPLESS_MAIN(ChakraJsonTest)
#include "chakra_json_test.moc"
