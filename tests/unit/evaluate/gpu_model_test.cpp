// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/evaluate/method.h"
#include "core/gpu/predictor.h"
#include "sample.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <QtTest>

using namespace strata;

class GpuModelTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        const auto read = [](const char* name) {
            const auto document = readJsonFile(test::root() / "resources" / "samples" / name);
            return document ? *document : Json();
        };
        gpt2_ = read("gpt2-large-a100.json");
        llama_ = read("llama3.1-8b-decode-h100.json");
        QVERIFY(gpt2_.is_object() && llama_.is_object());
    }

    void samplesAddUp() {
        for (const Json& request : {gpt2_, llama_}) {
            const auto estimate = answer(request);
            QVERIFY(estimate.valid);
            check(estimate);
            const Part* latency = estimate.findParts("latency_s");
            const std::vector<std::string> order{"kernels",         "launch",          "movement",
                                                 "sustained-clock", "synchronisation", "allocation"};
            for (std::size_t i = 0; i < order.size(); ++i)
                QCOMPARE(latency->children[i].id, order[i]);
            QCOMPARE(latency->children[0].value, estimate.findMetric("kernels_s")->value);
            const double gamma = estimate.findMetric("latency_s")->value / estimate.findMetric("kernels_s")->value - 1;
            QVERIFY(std::abs(gamma - estimate.findMetric("gamma")->value) < 1e-9);
        }
    }

    void everyMethodComposes() {
        for (const gpu::KernelMethod& row : gpu::kernelMethods()) {
            const std::string_view method = row.id;
            Json request = gpt2_;
            request["method"] = method;
            request["plan"] = {{"source", {{"device", "v100-pcie-32gb"}}}};
            const auto estimate = evaluate(request, context());
            if (!estimate) {
                QVERIFY2(estimate.error().code == "missing", describe(estimate.error()).c_str());
                continue;
            }
            check(*estimate);
        }
    }

    /// A model runs as PyTorch runs it today: no scores in memory, unless the request says so.
    void attentionIsOneKernelUnlessStated() {
        Json request = {{"kind", "model"}, {"hardware", "h100-sxm5-80gb"}, {"method", "gpu.tile"}};
        request["workload"] = {
            {"model", "llama3.1-8b"}, {"phase", "inference"}, {"batch", 1}, {"sequence", 16384}, {"dtype", "bf16"}};
        const double seconds = answer(request).findMetric("latency_s")->value;
        request["workload"]["flash_attention"] = true;
        QCOMPARE(answer(request).findMetric("latency_s")->value, seconds);
        request["workload"]["flash_attention"] = false;
        const double unfused = answer(request).findMetric("latency_s")->value;
        QVERIFY2(unfused > 1.3 * seconds, qPrintable(QString("%1 s, unfused %2 s").arg(seconds).arg(unfused)));
    }

    void operatorsSumToTheKernels() {
        const auto estimate = answer(gpt2_);
        const Table* operators = estimate.findTable("operators");
        double seconds = 0;
        double flop = 0;
        for (const auto& row : operators->rows) {
            QCOMPARE(row.size(), operators->columns.size());
            seconds += std::get<double>(row[4]);
            flop += std::get<double>(row[7]);
        }
        QVERIFY(std::abs(seconds / estimate.findMetric("kernels_s")->value - 1) < 1e-9);
        QVERIFY(std::abs(flop / estimate.findMetric("flop")->value - 1) < 1e-9);
    }

    /// Of what lies outside of the measurements, the warning names what matters: the lookup of tokens takes next to no
    /// time.
    void extrapolationNamesTheLongestOperator() {
        Json request = gpt2_;
        request["workload"]["dtype"] = "bf16";
        const auto estimate = answer(request);
        const auto note = std::ranges::find(estimate.notes, "extrapolated", &Note::code);
        QVERIFY(note != estimate.notes.end());
        const std::string text = messageText(note->text);
        QVERIFY2(text.find("embedding") == std::string::npos, text.c_str());
    }

    void errorSharesSumToOne() {
        const auto estimate = answer(gpt2_);
        const Table* error = estimate.findTable("error");
        double sum = 0;
        for (std::size_t i = 0; i < 3; ++i)
            sum += std::get<double>(error->rows[i][1]);
        QVERIFY2(std::abs(sum - 1) < 1e-9, std::to_string(sum).c_str());
        QCOMPARE(std::get<std::string>(error->rows[3][0]), std::string("sigma"));
    }

    /// (batch - 1) / output tokens of a prefill falls on each decode step.
    void otherRequestsPrefillIsAPart() {
        const auto served = answer(llama_);
        const auto& parts = served.findParts("latency_s")->children;
        QCOMPARE(parts.back().id, std::string("prefill-of-other-requests"));
        QVERIFY(parts.back().category == Category::Queueing && parts.back().value > 0);
        Json alone = llama_;
        alone.erase("plan");
        const auto step = answer(alone);
        // An engine's own work for each sequence is the only other difference; it stands under launch.
        const auto launch = [](const Estimate& estimate) { return estimate.findParts("latency_s")->children[1].value; };
        const double difference = served.findMetric("latency_s")->value - launch(served) -
                                  (step.findMetric("latency_s")->value - launch(step));
        QVERIFY2(std::abs(difference / parts.back().value - 1) < 1e-6, std::to_string(difference).c_str());
        Json longer = llama_;
        longer["plan"]["serving"]["output_tokens"] = 1024;
        const double half = answer(longer).findParts("latency_s")->children.back().value;
        QVERIFY(std::abs(half / parts.back().value - 0.5) < 1e-6);
        Json prompt = llama_;
        prompt["workload"]["phase"] = "prefill";
        const auto refused = evaluate(prompt, context());
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/plan/serving"));
    }

    /// Of a training step only what runs forward is interpreted; the waterfall says so.
    void theWayBackHasItsOwnHostTime() {
        Json request = gpt2_;
        const auto launch = [&] { return messageText(answer(request).findParts("latency_s")->children[1].formula); };
        QVERIFY(launch().find("on the way back") == std::string::npos);
        request["workload"] = {{"model", "bert-base"}, {"phase", "training"}, {"batch", 1}, {"sequence", 128}};
        QVERIFY2(launch().find(" of the host for each kernel, 7.00 µs on the way back; ") != std::string::npos,
                 launch().c_str());
        request["workload"]["fused"] = true;
        QVERIFY2(launch().starts_with("7.00 µs of the host for each kernel; "), launch().c_str());
    }

    void whatDoesNotFitSaysByHowMuchAndWhatWould() {
        Json request = gpt2_;
        request["workload"]["phase"] = "training";
        request["workload"]["batch"] = 64;
        const auto estimate = answer(request);
        QVERIFY(!estimate.valid);
        QVERIFY(estimate.metrics.empty());
        const Note& note = estimate.notes.front();
        QCOMPARE(note.code, std::string("over-memory"));
        QVERIFY(std::get<Amount>(*note.text.find("over")).value > 0);
        const auto smaller = std::ranges::find(note.fixes, "fix.batch", &Message::id);
        QVERIFY(smaller != note.fixes.end());
        // The batch that it names fits, one more does not.
        const auto batch = static_cast<std::int64_t>(std::get<double>(*smaller->find("batch")));
        request["workload"]["batch"] = batch;
        QVERIFY(answer(request).valid);
        request["workload"]["batch"] = batch + 1;
        QVERIFY(!answer(request).valid);
    }

    void aModelTooLargeNamesTypeRanksAndDevice() {
        Json request{
            {"kind", "model"},
            {"hardware", "t4"},
            {"workload",
             {{"model", "llama3.1-8b"}, {"phase", "decode"}, {"batch", 1}, {"sequence", 1024}, {"dtype", "fp32"}}}};
        const auto estimate = answer(request);
        QVERIFY(!estimate.valid);
        const std::vector<Message>& fixes = estimate.notes.front().fixes;
        const std::string told = alternativesText(fixes);
        QVERIFY2(told.find("weights as") != std::string::npos && told.find("tensor_parallel 2") != std::string::npos,
                 told.c_str());
        const auto other = std::ranges::find(fixes, "fix.hardware", &Message::id);
        QVERIFY2(other != fixes.end(), told.c_str());
        const auto device = std::get<std::string>(*other->find("id"));
        request["hardware"] = device;
        QVERIFY2(answer(request).valid, device.c_str());
    }

    void largerBatchesTakeLongerAndFasterMemoryLess() {
        const double base = answer(gpt2_).findMetric("latency_s")->value;
        for (const auto& [pointer, value, longer] :
             std::vector<std::tuple<std::string, Json, bool>>{{"/workload/batch", 8, true},
                                                              {"/workload/sequence", 512, false},
                                                              {"/hardware/sms", 54, true},
                                                              {"/hardware/memory_bytes_per_s", 4e12, false},
                                                              {"/workload/dtype", "bf16", false}}) {
            const auto changed = setParameter(gpt2_, pointer, value, *library_);
            QVERIFY2(changed, changed ? "" : describe(changed.error()).c_str());
            const double seconds = answer(*changed).findMetric("latency_s")->value;
            QVERIFY2((seconds > base) == longer,
                     (pointer + " " + std::to_string(seconds) + " " + std::to_string(base)).c_str());
        }
    }

private:
    Context context() const { return {*library_, {}, nullptr}; }

    Estimate answer(const Json& request) const {
        const auto estimate = evaluate(request, context());
        if (!estimate) qWarning("%s", describe(estimate.error()).c_str());
        return estimate ? *estimate : Estimate{};
    }

    static void check(const Estimate& estimate) {
        for (const Metric& metric : estimate.metrics) {
            QVERIFY2(std::isfinite(metric.value) && metric.low <= metric.value && metric.value <= metric.high,
                     metric.name.c_str());
        }
        for (const auto& [metric, root] : estimate.parts) {
            QVERIFY2(worstImbalance(root) < 1e-9, metric.c_str());
            QCOMPARE(root.value, estimate.findMetric(metric)->value);
        }
    }

    std::shared_ptr<const Library> library_;
    Json gpt2_;
    Json llama_;
};

QTEST_APPLESS_MAIN(GpuModelTest)
#include "gpu_model_test.moc"
