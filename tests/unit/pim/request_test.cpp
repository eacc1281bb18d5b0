// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kind.h"
#include "core/evaluate/method.h"
#include "core/evaluate/registry.h"
#include "tests/unit/evaluate/sample.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

class PimRequestTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void partsAddUp() {
        const auto estimate = ask(decode("attacc-hbm3-bank"));
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        QVERIFY(estimate->valid);
        QCOMPARE(estimate->method, std::string("pim.banks"));
        for (const char* metric : {"latency_s", "energy_j"}) {
            QVERIFY(estimate->findParts(metric) != nullptr);
            QVERIFY(worstImbalance(*estimate->findParts(metric)) < 1e-9);
        }
        const Metric& latency = *estimate->findMetric("latency_s");
        QVERIFY(latency.low < latency.value && latency.value < latency.high);
    }

    /// The nearer the units are to the cells, the more of them read at once, and the less energy a bit takes.
    void nearerUnitsAreFaster() {
        const char* places[] = {"attacc-hbm3-bank", "attacc-hbm3-group", "attacc-hbm3-buffer"};
        double latency_s = 0, energy_j = 0;
        for (const char* place : places) {
            const auto estimate = ask(decode(place));
            QVERIFY(estimate);
            QVERIFY(estimate->findMetric("latency_s")->value > 1.5 * latency_s);
            QVERIFY(estimate->findMetric("energy_j")->value > energy_j);
            latency_s = estimate->findMetric("latency_s")->value;
            energy_j = estimate->findMetric("energy_j")->value;
        }
    }

    /// 8 bits halve the columns; a longer context, a slower clock and longer intervals never help.
    void latencyFollowsTheWork() {
        const double before = latencyOf(decode("attacc-hbm3-bank"));
        Json narrow = decode("attacc-hbm3-bank");
        narrow["workload"]["dtype"] = "int8";
        QVERIFY(latencyOf(narrow) < 0.6 * before);
        for (const auto& [pointer, value] : std::vector<std::pair<const char*, Json>>{
                 {"/workload/kv_len", 8192}, {"/workload/batch", 64}, {"/workload/heads", 128}}) {
            Json changed = decode("attacc-hbm3-bank");
            QVERIFY(setPointer(changed, pointer, value));
            QVERIFY2(latencyOf(changed) > 1.5 * before, pointer);
        }
        for (const auto& [pointer, value] : std::vector<std::pair<const char*, Json>>{{"/timing/clock_hz", 1e9},
                                                                                      {"/timing/column_clocks", 7},
                                                                                      {"/timing/row_open_clocks", 40},
                                                                                      {"/timing/refresh_s", 5e-7}}) {
            Json changed = decode("attacc-hbm3-bank");
            changed["hardware"] = {{"base", "attacc-hbm3-bank"}, {"set", {{pointer, value}}}};
            QVERIFY2(latencyOf(changed) > 1.02 * before, pointer);
        }
    }

    void refusesWhatDoesNotFit() {
        Json request = decode("hbm-pim");
        request["workload"]["kv_len"] = 1000000;
        const auto over = ask(request);
        QVERIFY(over && !over->valid);
        QCOMPARE(over->notes.front().code, std::string("over-memory"));
        request = decode("hbm-pim");
        request["workload"]["dtype"] = "fp8";
        const auto format = ask(request);
        QVERIFY(!format);
        QCOMPARE(format.error().code, std::string("not-modelled"));
    }

    /// The same kernel on a GPU and in a memory: dropping one's entry on the other's design asks the same question.
    void moveBetweenGpuAndMemory() {
        const Json memory = decode("attacc-hbm3-bank");
        const RequestKind& kind = *kindOf(memory);
        const auto on_gpu = kind.with_hardware(memory, *library_->find("h100-sxm5-80gb"), *library_);
        QVERIFY2(on_gpu, on_gpu ? "" : describe(on_gpu.error()).c_str());
        const auto gpu = ask(*on_gpu);
        QVERIFY2(gpu, gpu ? "" : describe(gpu.error()).c_str());
        QCOMPARE(gpu->method, std::string("gpu.tile"));
        const auto back = kind.with_hardware(*on_gpu, *library_->find("attacc-hbm3-bank"), *library_);
        QVERIFY(back);
        QCOMPARE(latencyOf(*back), latencyOf(memory));
        const auto of_model = kind.with_model(memory, *library_->find("llama3.1-70b"), *library_);
        QVERIFY2(of_model, of_model ? "" : describe(of_model.error()).c_str());
        QVERIFY((*of_model)["workload"]["kv_heads"] == 8);
        QVERIFY(ask(*of_model));
    }

    /// A memory beside the device takes attention and caches: a long context then hardly lengthens the step, and what
    /// did not fit on the device fits.
    void attentionBesideADevice() {
        Json alone{{"kind", "model"},
                   {"hardware", {{"base", "a100-sxm4-80gb"}, {"set", {{"/engine", "vllm"}}}}},
                   {"workload",
                    {{"model", "gpt2-xl"}, {"phase", "decode"}, {"batch", 32}, {"sequence", 1024}, {"dtype", "fp16"}}}};
        Json beside = alone;
        beside["plan"]["attention_memory"] = {{"device", "attacc-hbm3-bank"}, {"stacks", 5}};
        const auto with = ask(beside), without = ask(alone);
        QVERIFY2(with, with ? "" : describe(with.error()).c_str());
        QVERIFY(without);
        QVERIFY(worstImbalance(*with->findParts("latency_s")) < 1e-9);
        QVERIFY(with->findMetric("latency_s")->value < without->findMetric("latency_s")->value);
        beside["plan"]["attention_memory"]["stacks"] = 10;
        QVERIFY(latencyOf(beside) < with->findMetric("latency_s")->value);
        beside["workload"]["phase"] = "prefill";
        QVERIFY(!ask(beside));
        beside["workload"]["phase"] = "decode";
        beside["workload"]["batch"] = 4096;
        const auto over = ask(beside);
        QVERIFY(over && !over->valid);
        QCOMPARE(over->notes.front().code, std::string("over-memory"));
    }

    /// Where attention in the memory is most of a step, its interval is that of the memory's residual and of whole
    /// steps: a kernel that nobody measured would make it twice as wide. The answer and the method's version name the
    /// calibration.
    void attentionBesideADeviceCarriesItsResidual() {
        Json beside{
            {"kind", "model"},
            {"hardware", {{"base", "a100-sxm4-80gb"}, {"set", {{"/engine", "vllm"}}}}},
            {"workload",
             {{"model", "gpt2-xl"}, {"phase", "decode"}, {"batch", 256}, {"sequence", 1024}, {"dtype", "fp16"}}},
            {"plan", {{"attention_memory", {{"device", "attacc-hbm3-buffer"}, {"stacks", 5}}}}}};
        const auto estimate = ask(beside);
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        QVERIFY2(estimate->valid, "caches over memory");
        const auto uses = [&](const char* id) {
            return std::ranges::count(estimate->calibrations, id, &CalibrationUse::id);
        };
        QCOMPARE(uses("pim-banks"), 1);
        QCOMPARE(uses("gpu-attention"), 0); // the device computes none
        const Metric& latency = *estimate->findMetric("latency_s");
        QVERIFY2(latency.high / latency.low < 1.6, qPrintable(QString::number(latency.high / latency.low)));
        QVERIFY(latency.low < latency.value && latency.value < latency.high);
        const auto request = parseRequest(beside);
        QVERIFY(request);
        const auto method = methodFor(*request);
        QVERIFY(method);
        QCOMPARE(std::ranges::count((*method)->calibrations, std::string_view("pim-banks")), 1);
        beside["plan"].erase("attention_memory");
        beside["workload"]["batch"] = 32;
        const auto alone = ask(beside);
        QVERIFY(alone && std::ranges::count(alone->calibrations, "pim-banks", &CalibrationUse::id) == 0);
    }

private:
    static Json decode(const char* hardware) {
        return {{"kind", "kernel"},
                {"hardware", hardware},
                {"workload",
                 {{"operator", "attention"},
                  {"batch", 16},
                  {"heads", 32},
                  {"kv_heads", 32},
                  {"head_dim", 128},
                  {"q_len", 1},
                  {"kv_len", 1024},
                  {"dtype", "fp16"}}}};
    }
    Result<Estimate> ask(const Json& request) const { return evaluate(request, Context{*library_, {}, nullptr}); }
    double latencyOf(const Json& request) const {
        const auto estimate = ask(request);
        return estimate && estimate->findMetric("latency_s") ? estimate->findMetric("latency_s")->value : 0.0;
    }

    std::shared_ptr<const Library> library_;
};

QTEST_APPLESS_MAIN(PimRequestTest)
#include "request_test.moc"
