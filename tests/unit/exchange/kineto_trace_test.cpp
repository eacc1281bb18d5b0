// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/exchange/kineto/kineto_ops.h"
#include "core/exchange/kineto/kineto_timeline.h"

#include <algorithm>
#include <filesystem>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <zlib.h>

using namespace strata;
using namespace strata::exchange;

namespace {

std::string textOf(const char* name) {
    QFile file(qEnvironmentVariable("STRATA_ROOT") + "/tests/fuzz/seeds/" + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string seed() { return textOf("kineto.json"); }

const char* const kKernel = R"({"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,"args":{"correlation":3}})";

const TraceNode* named(const ExecutionTrace& trace, std::string_view name) {
    for (const TraceNode& node : trace.nodes) {
        if (node.name.find(name) != std::string::npos) return &node;
    }
    return nullptr;
}

} // namespace

class KinetoTraceTest : public QObject {
    Q_OBJECT

private slots:
    void readsEvents();
    void anArrayOfEventsIsATrace();
    void oldTracesQuoteIdentifiers();
    void iterationIsAGraph();
    void phasesByThread();
    void packedFilesAreRead();
    void lastStepThatWorksIsTaken();
    void largeTracesAreReadEventByEvent();
    void costsOfOperators_data();
    void costsOfOperators();
    void collectivesByName_data();
    void collectivesByName();
    void refusals_data();
    void refusals();
};

void KinetoTraceTest::readsEvents() {
    const auto trace = parseKineto(seed());
    QVERIFY2(trace, trace ? "" : describe(trace.error()).c_str());
    QCOMPARE(trace->device, std::string("GPU"));
    QCOMPARE(trace->rank, 1u);
    QCOMPARE(trace->ranks, 8u);
    QCOMPARE(trace->work.size(), 2u);
    QCOMPARE(trace->calls.size(), 4u);
    QCOMPARE(trace->steps.size(), 1u);
    const DeviceWork& first = trace->work.front();
    QCOMPARE(trace->text(first.name), std::string_view("sgemm_128x64"));
    QVERIFY(std::abs(first.start_s - 8e-6) < 1e-12); // after the step, which is the first event kept
    QCOMPARE(first.grid, (std::array<std::uint32_t, 3>{4, 2, 1}));
    QCOMPARE(first.block[0], 128u);
    QCOMPARE(first.registers, 64u);
    QCOMPARE(first.shared_bytes, 4096u);
    QCOMPARE(trace->text(trace->ops[first.op].shapes), std::string_view("[[64,128],[128,256]]"));
}

/// Profilers of AMD GPUs record the host as HIP, and their last step may launch nothing.
void KinetoTraceTest::lastStepThatWorksIsTaken() {
    const auto trace = parseKineto(textOf("kineto_hip.json"));
    QVERIFY2(trace, trace ? "" : describe(trace.error()).c_str());
    QCOMPARE(trace->steps.size(), 3u);
    const auto last = iterationOf(*trace);
    QVERIFY2(last, last ? "" : describe(last.error()).c_str());
    QCOMPARE(last->name, std::string("ProfilerStep#2"));
    QCOMPARE(last->kernels.size(), 2u);
    QCOMPARE(last->kernels.front().name, std::string("Cijk_Ailk_Bljk_HHS_BH_MT128x128x32"));
    QVERIFY(std::ranges::any_of(last->trace.notes,
                                [](const std::string& note) { return note.find("step 2 of 3") != std::string::npos; }));
    QVERIFY(std::ranges::any_of(last->trace.nodes,
                                [](const TraceNode& node) { return node.collective == TraceCollective::AllReduce; }));
    const auto first = iterationOf(*trace, 1);
    QVERIFY(first);
    QCOMPARE(first->kernels.size(), 1u);
    QVERIFY(std::ranges::none_of(
        first->trace.notes, [](const std::string& note) { return note.find("passed over") != std::string::npos; }));
    const auto empty = iterationOf(*trace, 3);
    QVERIFY(!empty);
    QVERIFY(!describe(empty.error()).empty());
}

void KinetoTraceTest::anArrayOfEventsIsATrace() {
    const auto trace = parseKineto(std::string("[") + kKernel + "]");
    QVERIFY(trace);
    QCOMPARE(trace->work.size(), 1u);
}

void KinetoTraceTest::oldTracesQuoteIdentifiers() {
    const auto trace = parseKineto(
        R"([{"ph":"X","cat":"Kernel","name":"k","ts":1,"dur":2,"args":{"device":"1","stream":"7","correlation":"3"}}])");
    QVERIFY(trace);
    QCOMPARE(trace->work.size(), 1u);
    QCOMPARE(trace->work.front().device, 1u);
    QCOMPARE(trace->work.front().stream, 7u);
    QCOMPARE(trace->work.front().correlation, std::uint64_t{3});
}

void KinetoTraceTest::iterationIsAGraph() {
    const auto trace = parseKineto(seed());
    QVERIFY(trace);
    const auto iteration = iterationOf(*trace);
    QVERIFY2(iteration, iteration ? "" : describe(iteration.error()).c_str());
    QCOMPARE(iteration->name, std::string("ProfilerStep#3"));
    QVERIFY(std::abs(iteration->measured_s - 60.5e-6) < 1e-12);
    const TraceNode* product = named(iteration->trace, "sgemm");
    const TraceNode* reduce = named(iteration->trace, "AllReduce");
    const TraceNode* wait = named(iteration->trace, "Synchronize");
    QVERIFY(product != nullptr && reduce != nullptr && wait != nullptr);
    QCOMPARE(product->flop, 2.0 * 64 * 128 * 256);
    QCOMPARE(product->bytes, 4.0 * (64 * 128 + 128 * 256 + 64 * 256));
    QVERIFY(reduce->collective == TraceCollective::AllReduce);
    QCOMPARE(reduce->bytes, 4000.0);
    QCOMPARE(reduce->ranks, 8u);
    QCOMPARE(reduce->group, std::string("0"));
    // It started a microsecond after the product's end, long after its launch: it waited for the product.
    const auto product_place = static_cast<std::uint32_t>(product - iteration->trace.nodes.data());
    const auto reduce_place = static_cast<std::uint32_t>(reduce - iteration->trace.nodes.data());
    QVERIFY(std::find(reduce->dependencies.begin(), reduce->dependencies.end(), product_place) !=
            reduce->dependencies.end());
    QVERIFY(std::abs(reduce->lag_s - 1e-6) < 1e-12);
    // The call that waited for both ends 4 us after them.
    QVERIFY(std::find(wait->dependencies.begin(), wait->dependencies.end(), reduce_place) != wait->dependencies.end());
    QVERIFY(std::abs(wait->duration_s - 4e-6) < 1e-12);
    QCOMPARE(iteration->kernels.size(), 2u);
    const auto products = std::count_if(iteration->trace.nodes.begin(), iteration->trace.nodes.end(),
                                        [](const TraceNode& node) { return node.flop > 0.0; });
    QCOMPARE(products, 1); // though two calls tell its correlation
    QCOMPARE(iteration->kernels[1].op, std::string("aten::mm"));
    QVERIFY(!iterationOf(*trace, 2));
    QCOMPARE(messageText(iterationOf(*trace, 2).error().expected), std::string("1 to 1"));
}

/// Launches of thread 2, the autograd engine's, are backward; those of thread 1 before it forward, behind it
/// the update.
void KinetoTraceTest::phasesByThread() {
    std::string events;
    int place = 0;
    for (const int thread : {1, 2, 1, 2, 1}) {
        const std::string at = std::to_string(10 * ++place), id = std::to_string(place);
        events += R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","tid":)" + std::to_string(thread) +
                  R"(,"ts":)" + at + R"(,"dur":1,"args":{"correlation":)" + id + "}}," +
                  R"({"ph":"X","cat":"kernel","name":"k","ts":)" + at + R"(.5,"dur":5,"args":{"correlation":)" + id +
                  "}},";
    }
    events.pop_back();
    const auto trace = parseKineto("[" + events + "]");
    QVERIFY(trace);
    const auto iteration = iterationOf(*trace);
    QVERIFY(iteration);
    std::vector<TracePhase> phases;
    for (const TraceNode& node : iteration->trace.nodes) {
        if (!node.on_host) phases.push_back(node.phase);
    }
    const std::vector<TracePhase> wanted{TracePhase::Forward, TracePhase::Backward, TracePhase::Forward,
                                         TracePhase::Backward, TracePhase::Update};
    QCOMPARE(phases, wanted);
}

void KinetoTraceTest::packedFilesAreRead() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("trace.json.gz").toStdString(), text = seed();
    gzFile file = gzopen(path.c_str(), "wb");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
    const auto trace = readKineto(path);
    QVERIFY2(trace, trace ? "" : describe(trace.error()).c_str());
    QCOMPARE(trace->work.size(), 2u);
    QFile whole(QString::fromStdString(path));
    QVERIFY(whole.open(QIODevice::ReadWrite) && whole.resize(whole.size() / 2));
    whole.close();
    const auto damaged = readKineto(path);
    QVERIFY(!damaged);
    QCOMPARE(damaged.error().code, std::string("malformed-trace"));
    QCOMPARE(readKineto(folder.filePath("absent").toStdString()).error().code, std::string("unreadable-file"));
}

void KinetoTraceTest::largeTracesAreReadEventByEvent() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("trace.json").toStdString();
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"traceEvents\": [\n");
    const QByteArray python(4000, 'x');
    constexpr int kEvents = 5000; // 20 MB, of which nothing is kept
    for (int i = 0; i < kEvents; ++i)
        file.write("{\"ph\":\"X\",\"cat\":\"python_function\",\"ts\":1,\"dur\":1,\"name\":\"" + python + "\"},\n");
    file.write(kKernel);
    file.write("]}");
    file.close();
    const auto trace = readKineto(path);
    QVERIFY2(trace, trace ? "" : describe(trace.error()).c_str());
    QCOMPARE(trace->work.size(), 1u);
    QCOMPARE(trace->texts.size(), 2u);
}

void KinetoTraceTest::costsOfOperators_data() {
    QTest::addColumn<QString>("op");
    QTest::addColumn<QString>("shapes");
    QTest::addColumn<QString>("types");
    QTest::addColumn<double>("flop");
    QTest::addColumn<double>("bytes");
    QTest::newRow("mm") << "aten::mm"
                        << "[[2,3],[3,5]]"
                        << "[c10::BFloat16]" << 60.0 << 2.0 * (6 + 15 + 10);
    QTest::newRow("addmm") << "aten::addmm"
                           << "[[5],[2,3],[3,5]]"
                           << "[float]" << 60.0 << 4.0 * (6 + 15 + 10);
    QTest::newRow("bmm") << "aten::bmm"
                         << "[[4,2,3],[4,3,5]]"
                         << "[double]" << 240.0 << 32.0 * (6 + 15 + 10);
    QTest::newRow("linear") << "aten::linear"
                            << "[[2,3],[5,3]]"
                            << "[c10::Half]" << 60.0 << 2.0 * (6 + 15 + 10);
    QTest::newRow("another") << "aten::relu"
                             << "[[2,3]]"
                             << "[float]" << 0.0 << 0.0;
    QTest::newRow("no shapes") << "aten::mm"
                               << ""
                               << "" << 0.0 << 0.0;
    // Neither has a tensor as many elements, nor less than none: nothing is known of such shapes.
    QTest::newRow("below zero") << "aten::mm"
                                << "[[-2,3],[3,5]]"
                                << "[float]" << 0.0 << 0.0;
    QTest::newRow("no number") << "aten::mm"
                               << "[[2,[3]],[3,5]]"
                               << "[float]" << 0.0 << 0.0;
    QTest::newRow("beyond all numbers") << "aten::mm"
                                        << "[[1e200,1e200],[1e200,5]]"
                                        << "[float]" << 0.0 << 0.0;
    QTest::newRow("a vector") << "aten::mm"
                              << "[[2],[3,5]]"
                              << "[float]" << 0.0 << 0.0;
}

void KinetoTraceTest::costsOfOperators() {
    QFETCH(QString, op);
    QFETCH(QString, shapes);
    QFETCH(QString, types);
    QFETCH(double, flop);
    QFETCH(double, bytes);
    const OpCost cost = costOf(op.toStdString(), shapes.toStdString(), types.toStdString());
    QCOMPARE(cost.flop, flop);
    QCOMPARE(cost.bytes, bytes);
}

void KinetoTraceTest::collectivesByName_data() {
    QTest::addColumn<QString>("written");
    QTest::addColumn<int>("kind");
    QTest::newRow("kernel") << "ncclDevKernel_AllReduce_Sum_bf16_RING_LL" << int(TraceCollective::AllReduce);
    QTest::newRow("old kernel") << "ncclKernel_ReduceScatter_RING_LL_Sum_half" << int(TraceCollective::ReduceScatter);
    QTest::newRow("reduce") << "ncclDevKernel_Reduce_Sum_f32_RING_LL" << int(TraceCollective::Reduce);
    QTest::newRow("record") << "_allgather_base" << int(TraceCollective::AllGather);
    QTest::newRow("exchange") << "all_to_allv" << int(TraceCollective::AllToAll);
    QTest::newRow("messages") << "ncclDevKernel_SendRecv" << -1;
}

void KinetoTraceTest::collectivesByName() {
    QFETCH(QString, written);
    QFETCH(int, kind);
    const auto found = collectiveIn(written.toStdString());
    QCOMPARE(found ? int(*found) : -1, kind);
}

void KinetoTraceTest::refusals_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("said");
    QTest::newRow("no JSON") << "{\"traceEvents\": ["
                             << "malformed-json"
                             << "byte 18";
    QTest::newRow("no events") << "{\"a\": 1}"
                               << "malformed-trace"
                               << "no list of events";
    QTest::newRow("no work") << "{\"traceEvents\": []}"
                             << "malformed-trace"
                             << "no work of a device";
    QTest::newRow("no time") << R"([{"ph":"X","cat":"kernel","name":"k","dur":1}])"
                             << "bad-value"
                             << "event 0 (k): ts";
    QTest::newRow("negative") << R"([{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":-1}])"
                              << "bad-value"
                              << "event 0 (k): dur is -1";
    QTest::newRow("deep") << QString(1000, '[') << "malformed-trace"
                          << "nested deeper";
}

void KinetoTraceTest::refusals() {
    QFETCH(QString, text);
    QFETCH(QString, code);
    QFETCH(QString, said);
    const auto trace = parseKineto(text.toStdString(), "trace.json");
    QVERIFY(!trace);
    QCOMPARE(QString::fromStdString(trace.error().code), code);
    QVERIFY2(QString::fromStdString(messageText(trace.error().text)).contains(said),
             messageText(trace.error().text).c_str());
    QCOMPARE(trace.error().file, std::string("trace.json"));
}

QTEST_APPLESS_MAIN(KinetoTraceTest)
#include "kineto_trace_test.moc"
