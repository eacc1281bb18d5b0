// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/evaluate/kinds/npu/npu_model_query.h"
#include "core/evaluate/registry.h"
#include "core/evaluate/resolve.h"
#include "core/evaluate/table_reader.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

class NpuModelTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        auto library = Library::load(qgetenv("STRATA_ROOT").toStdString());
        QVERIFY2(library, library ? "" : describe(library.error()).c_str());
        library_ = *library;
    }

    /// The hardware decides which method answers where the request names none.
    void theHardwareChoosesTheMethod() {
        const Json npu = request("eyeriss-like", "resnet-18");
        const auto on_npu = evaluate(npu, context());
        QVERIFY2(on_npu, on_npu ? "" : describe(on_npu.error()).c_str());
        QCOMPARE(on_npu->method, std::string("npu.network"));
        Json gpu = request("a100-sxm4-40gb", "resnet-18");
        gpu.erase("plan");
        const auto on_gpu = evaluate(gpu, context());
        QVERIFY2(on_gpu, on_gpu ? "" : describe(on_gpu.error()).c_str());
        QCOMPARE(on_gpu->method, std::string("gpu.tile"));
        // Both tell of one question in the same words, so that they can stand side by side.
        for (const char* metric : {"latency_s", "energy_j", "memory_bytes", "gamma", "tokens_per_s", "kernels_s"})
            QVERIFY2(on_npu->findMetric(metric) && on_gpu->findMetric(metric), metric);
        Json wrong = npu;
        wrong["method"] = "gpu.tile";
        const auto refused = evaluate(wrong, context());
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/method"));
        QCOMPARE(messageText(refused.error().expected), std::string("npu.network, npu.event"));
    }

    void partsAddUp_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("phase");
        for (const char* model : {"resnet-50", "mobilenet-v2", "bert-base", "vit-b16"})
            QTest::newRow(model) << model << QString();
        QTest::newRow("prefill") << "llama3.2-1b"
                                 << "prefill";
        QTest::newRow("decode") << "llama3.2-1b"
                                << "decode";
    }
    void partsAddUp() {
        QFETCH(QString, model);
        QFETCH(QString, phase);
        Json asked = request("simba-like", model.toStdString());
        if (!phase.isEmpty()) asked["workload"]["phase"] = phase.toStdString();
        if (!phase.isEmpty()) asked["workload"]["sequence"] = 128;
        asked["plan"]["network"]["fusion"] = "best";
        const auto estimate = evaluate(asked, context());
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        for (const auto& [metric, part] : estimate->parts) {
            QVERIFY2(worstImbalance(part) < 1e-9, metric.c_str());
            const double value = estimate->findMetric(metric)->value;
            QVERIFY2(std::abs(part.value - value) <= 1e-9 * std::abs(value), metric.c_str());
        }
        const double gamma = estimate->findMetric("latency_s")->value / estimate->findMetric("kernels_s")->value - 1;
        QVERIFY(std::abs(estimate->findMetric("gamma")->value - gamma) < 1e-12);
    }

    /// The network does the arithmetic of its operators, no more and no less.
    void everyMultiplicationIsDone() {
        const auto estimate = evaluate(request("simba-like", "resnet-50"), context());
        QVERIFY(estimate);
        // K. He et al., CVPR 2016: ResNet-50; with projections of the shortcuts, 4.09e9 multiply-accumulates.
        QVERIFY(std::abs(estimate->findMetric("macs")->value / 4.09e9 - 1) < 0.01);
    }

    void aLayerOfTheNetworkOpensAsARequest() {
        const Json asked = request("simba-like", "resnet-18");
        const auto query = resolveNpuModel(asked, *library_);
        QVERIFY(query);
        const auto layer = layerOfNetwork(asked, query->network.layers.front().name, *library_);
        QVERIFY2(layer, layer ? "" : describe(layer.error()).c_str());
        const auto estimate = evaluate(*layer, context());
        QVERIFY2(estimate && estimate->valid, estimate ? "" : describe(estimate.error()).c_str());
        QCOMPARE(estimate->method, std::string("npu.loopnest"));
        QVERIFY(!layerOfNetwork(asked, "no such layer", *library_));
    }

    void whatNoNpuDoesIsRefusedWhereItStands_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::newRow("training") << "/workload/phase"
                                  << "\"training\"";
        QTest::newRow("ranks") << "/workload/tensor_parallel"
                               << "2";
        QTest::newRow("table") << "/plan/table"
                               << "\"kernels.csv\"";
    }
    void whatNoNpuDoesIsRefusedWhereItStands() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        Json asked = request("simba-like", "resnet-18");
        asked[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
        const auto refused = evaluate(asked, context());
        QVERIFY(!refused);
        QCOMPARE(QString::fromStdString(refused.error().pointer), pointer);
        QVERIFY(!messageText(refused.error().expected).empty());
    }

    /// Cores tile by tile: where the memory has no limit, what the closed form says; never faster than the units and
    /// the ports of the memory can be; and all that a core does adds up.
    void coresFollowedTileByTile() {
        for (const char* device : {"eyeriss-like", "gemmini"})
            for (const char* split : {"layers", "pipeline"}) {
                Json closed = request(device, "resnet-18"), events = closed;
                closed["plan"]["network"].update({{"cores", 3}, {"split", split}});
                events = closed;
                events["method"] = "npu.event";
                const auto counted = evaluate(closed, context()), followed = evaluate(events, context());
                QVERIFY2(followed, followed ? "" : describe(followed.error()).c_str());
                const double latency = counted->findMetric("latency_s")->value;
                const double seen = followed->findMetric("latency_s")->value;
                const auto query = resolveNpuModel(events, *library_);
                QVERIFY(query);
                const hardware::NpuLevel& outside = query->architecture.levels.front();
                const double bytes_per_s = (outside.read_words_per_cycle + outside.write_words_per_cycle) *
                                           outside.word_bits / 8.0 * query->architecture.clock_hz;
                QVERIFY(seen >= followed->findMetric("dram_bytes")->value / bytes_per_s);
                QVERIFY(followed->findMetric("utilization")->value <= 1.0);
                if (std::string(device) == "eyeriss-like")
                    QVERIFY(std::abs(seen - latency) < 1e-6 * latency);
                else
                    QVERIFY(std::isfinite(bytes_per_s));
                checkChain(*followed, *counted);
                QCOMPARE(followed->findMetric("energy_j")->value, counted->findMetric("energy_j")->value);
                const TableReader times(followed->findTable("core_times")), memory(followed->findTable("core_memory"));
                QCOMPARE(times.rows(), std::size_t{3});
                for (std::size_t c = 0; c < times.rows(); ++c) {
                    double sum = 0;
                    for (const char* column : {"compute_s", "reads_s", "writes_s", "results_s", "room_s", "idle_s"})
                        sum += *times.number(c, column);
                    const double end = *memory.number(memory.rows() - 1, "end_s");
                    QVERIFY2(std::abs(sum - end) < 1e-6 * end, qPrintable(QString::number(sum / end)));
                }
                QVERIFY(followed->findTable("core_spans")->rows.size() > 40);
            }
    }

    /// A design of a GPU that moves to an NPU keeps its model, and comes back.
    void designsMoveBetweenGpuAndNpu() {
        const RequestKind* kind = builtinRegistry().kind("model");
        Json gpu = request("l4", "resnet-18");
        gpu.erase("plan");
        gpu["workload"]["dtype"] = "fp16";
        const auto npu = kind->with_hardware(gpu, *library_->find("simba-like"), *library_);
        QVERIFY(npu);
        QCOMPARE((*npu)["kind"].get<std::string>(), std::string("model"));
        QVERIFY(resolveRequest(*npu, *library_));
        const auto back = kind->with_hardware(*npu, *library_->find("l4"), *library_);
        QVERIFY(back);
        const auto resolved = resolveRequest(*back, *library_);
        QVERIFY2(resolved, resolved ? "" : describe(resolved.error()).c_str());
    }

private:
    static Json request(const std::string& hardware, const std::string& model) {
        return {{"kind", "model"},
                {"hardware", hardware},
                {"workload", {{"model", model}}},
                {"plan", {{"network", {{"budget", 20}}}}}};
    }
    /// From the sum of the layers to the network: parts add up, and beside the closed form's own stand the differences
    /// of the chain, whose table adds up to the time as well.
    static void checkChain(const Estimate& estimate, const Estimate& counted) {
        const Part& root = *estimate.findParts("latency_s");
        const Part& closed = *counted.findParts("latency_s");
        QVERIFY(worstImbalance(root) < 1e-9);
        QVERIFY(std::abs(root.value - estimate.findMetric("latency_s")->value) <= 1e-9 * root.value);
        QCOMPARE(root.children.front().id, std::string("kernels"));
        for (std::size_t i = 0; i < closed.children.size(); ++i)
            QCOMPARE(root.children[i].value, closed.children[i].value);
        double chain = 0;
        const TableReader table(estimate.findTable("core_chain"));
        for (std::size_t row = 0; row < table.rows(); ++row)
            for (const char* column : {"compute_s", "reads_s", "writes_s"}) {
                QVERIFY(*table.number(row, column) >= 0);
                chain += *table.number(row, column);
            }
        QVERIFY(std::abs(chain - root.value) < 1e-9 * root.value);
        // Whatever a core waits for, another one computes or moves meanwhile.
        for (const Part& part : root.children)
            QVERIFY(part.id != "cores-results" || part.value < 1e-9 * root.value);
    }

    Context context() const { return Context{*library_, {}, nullptr}; }

    std::shared_ptr<const Library> library_;
};

QTEST_APPLESS_MAIN(NpuModelTest)
#include "npu_model_test.moc"
