// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/exchange/chakra/chakra_trace.h"

#include <bit>
#include <cstring>
#include <filesystem>
#include <QTest>

using namespace strata;
using namespace strata::exchange;

namespace {

std::string varint(std::uint64_t value) {
    std::string text;
    for (; value >= 128; value >>= 7)
        text += static_cast<char>((value & 127) | 128);
    return text + static_cast<char>(value);
}

std::string whole(std::uint32_t field, std::uint64_t value) { return varint(field << 3) + varint(value); }
std::string bytes(std::uint32_t field, const std::string& text) {
    return varint(field << 3 | 2) + varint(text.size()) + text;
}
std::string framed(const std::string& message) { return varint(message.size()) + message; }

std::string attribute(const char* name, const std::string& value) { return bytes(10, bytes(1, name) + value); }
std::string node(std::uint64_t id, std::uint64_t type, const std::string& rest = {}) {
    return framed(whole(1, id) + bytes(2, "n" + std::to_string(id)) + whole(3, type) + rest);
}
const std::string kHead = framed(bytes(1, "0.0.4"));
const std::string kOnDevice = attribute("is_cpu_op", whole(27, 0));

ExecutionTrace traceOf(const std::string& text) {
    const auto trace = parseChakra(text, "rank.0.et");
    if (!trace) qFatal("%s", describe(trace.error()).c_str());
    return *trace;
}

Error errorOf(const std::string& text) {
    const auto trace = parseChakra(text, "rank.0.et");
    return trace ? Error{} : trace.error();
}

} // namespace

class ChakraTraceTest : public QObject {
    Q_OBJECT

private slots:
    /// Each byte of a file of zeros would be an empty message.
    void zerosAreNoTrace() {
        const auto trace = exchange::parseChakra(std::string(1 << 20, '\0'), "zeros.et");
        QVERIFY(!trace);
        QCOMPARE(trace.error().code, std::string("malformed-trace"));
    }

    void readsFieldsOfANode();
    void metadataOfEveryVersion_data();
    void metadataOfEveryVersion();
    void controlDependenciesOnNothingAreNoted();
    void controlDependenciesThatCloseACycleNameCallers();
    void everyTypeOfAttribute_data();
    void everyTypeOfAttribute();
    void refusals_data();
    void refusals();
    void writesWhatItReads();
    void samples();
    void packedAndDamaged();
};

void ChakraTraceTest::readsFieldsOfANode() {
    const auto trace =
        traceOf(kHead +
                node(7, 4,
                     whole(7, 12) + kOnDevice + attribute("num_ops", whole(9, 1000)) +
                         attribute("tensor_size", whole(13, 64))) +
                node(9, 7,
                     bytes(5, varint(7)) + kOnDevice + attribute("comm_type", whole(9, 2)) +
                         attribute("comm_size", whole(9, 4096)) + attribute("pg_name", bytes(29, "dp"))) +
                node(10, 5,
                     whole(5, 9) + kOnDevice + attribute("comm_type", whole(9, 5)) +
                         attribute("comm_dst", whole(7, 3)) + attribute("comm_tag", whole(7, 5))));
    QCOMPARE(trace.schema, std::string("0.0.4"));
    QCOMPARE(trace.nodes.size(), 3u);
    QCOMPARE(trace.nodes[0].duration_s, 12e-6);
    QCOMPARE(trace.nodes[0].flop, 1000.0);
    QCOMPARE(trace.nodes[0].bytes, 64.0);
    QVERIFY(!trace.nodes[0].on_host);
    QVERIFY(trace.nodes[1].collective == TraceCollective::AllGather);
    QCOMPARE(trace.nodes[1].bytes, 4096.0);
    QCOMPARE(trace.nodes[1].group, std::string("dp"));
    QCOMPARE(trace.nodes[1].dependencies, std::vector<std::uint32_t>{0});
    QVERIFY(trace.nodes[2].work == TraceWork::Send);
    QVERIFY(!trace.nodes[2].collective); // a message, though the number of its type would be that of a broadcast
    QCOMPARE(trace.nodes[2].destination, 3u);
    QCOMPARE(trace.nodes[2].tag, std::uint64_t{5});
    QCOMPARE(trace.nodes[2].dependencies, std::vector<std::uint32_t>{1});
    QVERIFY(trace.notes.empty());
}

void ChakraTraceTest::metadataOfEveryVersion_data() {
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("schema");
    const auto row = [](const char* name, const std::string& head, const char* schema) {
        QTest::addRow("%s", name) << QByteArray::fromStdString(head) << QByteArray(schema);
    };
    const std::string schema = bytes(1, "schema") + bytes(29, "1.0.1");
    row("version", kHead, "0.0.4");
    row("attributes in field 2", framed(bytes(2, schema)), "1.0.1");
    row("attributes in field 1", framed(bytes(1, schema)), "1.0.1");
    row("empty", framed({}), "");
    row("none", {}, "");
}

void ChakraTraceTest::metadataOfEveryVersion() {
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, schema);
    const auto trace = traceOf(head.toStdString() + node(1, 4));
    QCOMPARE(QByteArray::fromStdString(trace.schema), schema);
    QCOMPARE(trace.nodes.size(), 1u);
}

void ChakraTraceTest::controlDependenciesOnNothingAreNoted() {
    const auto trace = traceOf(kHead + node(1, 4, whole(4, 1) + whole(4, 99)) + node(2, 4, whole(4, 1)));
    QVERIFY(trace.nodes[0].dependencies.empty());
    QCOMPARE(trace.nodes[1].dependencies, std::vector<std::uint32_t>{0});
    QCOMPARE(trace.notes.size(), 2u);
    QVERIFY(trace.notes[0].starts_with("1 control dependencies of nodes on themselves"));
    QVERIFY(trace.notes[1].starts_with("1 control dependencies on nodes"));
}

void ChakraTraceTest::controlDependenciesThatCloseACycleNameCallers() {
    const auto trace = traceOf(kHead + node(1, 4, whole(4, 2)) + node(2, 4, whole(5, 1)) + node(3, 4, whole(4, 2)));
    QVERIFY(trace.nodes[0].dependencies.empty());
    QCOMPARE(trace.nodes[1].dependencies, std::vector<std::uint32_t>{0});
    QVERIFY(trace.nodes[2].dependencies.empty());
    QCOMPARE(trace.notes.size(), 1u);
}

void ChakraTraceTest::everyTypeOfAttribute_data() {
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* name, const std::string& value) {
        QTest::addRow("%s", name) << QByteArray::fromStdString(value);
    };
    const auto fixed = [](std::uint32_t field, auto number) {
        std::string raw(sizeof number, '\0');
        std::memcpy(raw.data(), &number, sizeof number);
        return varint(field << 3 | (sizeof number == 8 ? 1 : 5)) + raw;
    };
    row("double", fixed(3, 42.0));
    row("float", fixed(5, 42.0F));
    for (const std::uint32_t field : {7U, 9U, 11U, 13U})
        row(std::to_string(field).c_str(), whole(field, 42));
    row("sint32", whole(15, 84));
    row("sint64", whole(17, 84));
    row("fixed32", fixed(19, std::uint32_t{42}));
    row("fixed64", fixed(21, std::uint64_t{42}));
    row("sfixed32", fixed(23, std::int32_t{42}));
    row("sfixed64", fixed(25, std::int64_t{42}));
}

void ChakraTraceTest::everyTypeOfAttribute() {
    QFETCH(QByteArray, value);
    const auto trace = traceOf(kHead + node(1, 4, attribute("tensor_size", value.toStdString())));
    QCOMPARE(trace.nodes[0].bytes, 42.0);
}

void ChakraTraceTest::refusals_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const std::string& text, const char* code, const char* pointer,
                        const char* said) {
        QTest::addRow("%s", name) << QByteArray::fromStdString(text) << code << pointer << said;
    };
    row("nothing", "", "malformed-trace", "", "no node");
    row("only metadata", kHead, "malformed-trace", "", "no node");
    row("cut off", kHead + node(1, 4).substr(0, 4), "malformed-trace", "", "message 1 is cut off");
    row("giant", varint(0xFFFFFFF0), "malformed-trace", "", "message 0 states 4294967280 bytes");
    row("groups", kHead + framed(std::string(1, 3)), "malformed-trace", "/nodes/0", "node 0");
    row("same id", kHead + node(5, 4) + node(5, 4), "bad-value", "/nodes/1/id", "id is 5");
    row("type", kHead + node(5, 42), "bad-value", "/nodes/0/type", "node 0 (id 5, \"n5\"): type is 42");
    row("wire type", kHead + framed(bytes(3, "x")), "bad-value", "/nodes/0/type", "another type");
    row("size", kHead + node(5, 7, attribute("comm_size", whole(9, ~std::uint64_t{0}))), "bad-value",
        "/nodes/0/comm_size", "comm_size is -1");
    row("kind", kHead + node(5, 7, attribute("comm_type", whole(9, 11))), "bad-value", "/nodes/0/comm_type",
        "comm_type is 11");
    row("neither kind nor time", kHead + node(5, 7), "bad-value", "/nodes/0/comm_type", "absent");
    row("missing", kHead + node(5, 4, whole(5, 6)), "bad-value", "/nodes/0/data_deps", "data_deps is 6");
    row("itself", kHead + node(5, 4, whole(5, 5)), "bad-value", "/nodes/0/data_deps", "the node itself");
    row("cycle", kHead + node(1, 4, whole(5, 2)) + node(2, 4, whole(5, 1)), "bad-value", "/nodes/0/data_deps",
        "part of a cycle");
    row("format of 2022", node(1, 4, whole(10, 3)), "not-supported", "/nodes/0", "field 10");
}

void ChakraTraceTest::refusals() {
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    QFETCH(QString, pointer);
    QFETCH(QString, said);
    const Error error = errorOf(text.toStdString());
    QCOMPARE(QString::fromStdString(error.code), code);
    QCOMPARE(QString::fromStdString(error.pointer), pointer);
    QVERIFY2(QString::fromStdString(messageText(error.text)).contains(said), messageText(error.text).c_str());
    QCOMPARE(error.file, std::string("rank.0.et"));
}

void ChakraTraceTest::writesWhatItReads() {
    ExecutionTrace trace;
    TraceNode compute;
    compute.id = 3;
    compute.name = "forward";
    compute.duration_s = 1.234567891e-3;
    compute.start_s = 2e-6;
    compute.flop = 1e12;
    compute.bytes = 1e9;
    compute.stream = 7;
    TraceNode reduce;
    reduce.id = 4;
    reduce.work = TraceWork::Collective;
    reduce.collective = TraceCollective::ReduceScatter;
    reduce.bytes = 12345;
    reduce.group = "tp";
    reduce.ranks = 8;
    reduce.dependencies = {0};
    TraceNode receive;
    receive.id = 5;
    receive.work = TraceWork::Receive;
    receive.source = 2;
    receive.destination = 1;
    receive.tag = 77;
    receive.dependencies = {0, 1};
    trace.nodes = {compute, reduce, receive};
    const auto read = traceOf(writeChakra(trace));
    QCOMPARE(read.nodes.size(), 3u);
    QCOMPARE(read.nodes[0].name, compute.name);
    QVERIFY(std::abs(read.nodes[0].duration_s - compute.duration_s) < 1e-9);
    QCOMPARE(read.nodes[0].flop, compute.flop);
    QCOMPARE(read.nodes[0].bytes, compute.bytes);
    QCOMPARE(read.nodes[0].stream, 7);
    QVERIFY(read.nodes[1].collective == TraceCollective::ReduceScatter);
    QCOMPARE(read.nodes[1].ranks, 8u);
    QCOMPARE(read.nodes[1].group, reduce.group);
    QCOMPARE(read.nodes[2].dependencies, receive.dependencies);
    QCOMPARE(read.nodes[2].source, 2u);
    QCOMPARE(read.nodes[2].tag, receive.tag);
}

namespace {
std::filesystem::path sample(const char* name) {
    return std::filesystem::path(qgetenv("STRATA_REFERENCE").toStdString()) / "collectives" / "samples" / name;
}
} // namespace

/// astra-sim 518bd51 examples/workload/microbenchmarks; mlcommons/chakra 21585d8 tests/data.
void ChakraTraceTest::samples() {
    if (!std::filesystem::exists(sample("."))) QSKIP("no reference data");
    const auto one = readChakra(sample("astrasim_all_reduce_8npus_1MB.0.et"));
    QVERIFY2(one, one ? "" : describe(one.error()).c_str());
    QCOMPARE(one->nodes.size(), 1u);
    QCOMPARE(one->nodes[0].id, std::uint64_t{0});
    QVERIFY(one->nodes[0].collective == TraceCollective::AllReduce);
    QCOMPARE(one->nodes[0].bytes, 1048576.0);
    const auto many = readChakra(sample("chakra_feeder_tests.0.et.gz"));
    QVERIFY2(many, many ? "" : describe(many.error()).c_str());
    QCOMPARE(many->nodes.size(), 3664u);
    std::size_t dependencies = 0, collectives = 0, host = 0;
    for (const TraceNode& node : many->nodes) {
        dependencies += node.dependencies.size();
        collectives += node.work == TraceWork::Collective;
        host += node.work == TraceWork::Collective && node.on_host && !node.collective;
    }
    QCOMPARE(dependencies, 181878u);
    QCOMPARE(collectives, 21u);
    QCOMPARE(host, 14u);
    QVERIFY(many->notes[0].starts_with("383 "));
}

void ChakraTraceTest::packedAndDamaged() {
    const auto path = sample("chakra_feeder_tests.0.et.gz");
    if (!std::filesystem::exists(path)) QSKIP("no reference data");
    QFile file(QString::fromStdString(path.string()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const std::string text = file.readAll().toStdString();
    QVERIFY(parseChakra(text));
    const auto cut = parseChakra(text.substr(0, text.size() / 2));
    QVERIFY(!cut);
    QCOMPARE(cut.error().code, std::string("malformed-trace"));
}

QTEST_APPLESS_MAIN(ChakraTraceTest)
#include "chakra_trace_test.moc"
