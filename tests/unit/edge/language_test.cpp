// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/evaluate/kind.h"
#include "core/evaluate/kinds/edge/language_query.h"
#include "core/evaluate/method.h"
#include "core/evaluate/registry.h"
#include "tests/unit/evaluate/sample.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

class EdgeLanguageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    /// Published sizes of files: lhl/strix-halo-testing @5ee14b5b (bytes), ggml-org/llama.cpp benches/dgx-spark.md and
    /// discussion 4167 (GiB, two decimals).
    void filesAreAsLargeAsPublished_data() {
        constexpr double kGib = 1024.0 * 1024 * 1024;
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("format");
        QTest::addColumn<double>("bytes");
        QTest::newRow("llama2-7b q4_k_m") << "llama2-7b"
                                          << "q4_k_m" << 4080263168.0;
        QTest::newRow("llama3.1-70b q4_k_m") << "llama3.1-70b"
                                             << "q4_k_m" << 42512531712.0;
        QTest::newRow("qwen3-32b q8_0") << "qwen3-32b"
                                        << "q8_0" << 34811744256.0;
        QTest::newRow("gpt-oss-120b f16") << "gpt-oss-120b"
                                          << "mxfp4-f16" << 65355994368.0;
        QTest::newRow("llama2-7b q4_0") << "llama2-7b"
                                        << "q4_0" << 3.56 * kGib;
        QTest::newRow("gpt-oss-20b mxfp4") << "gpt-oss-20b"
                                           << "mxfp4" << 11.27 * kGib;
        QTest::newRow("qwen2.5-7b q8_0") << "qwen2.5-7b"
                                         << "q8_0" << 7.54 * kGib;
    }

    void filesAreAsLargeAsPublished() {
        QFETCH(QString, model);
        QFETCH(QString, format);
        QFETCH(double, bytes);
        Json request = pi();
        request["workload"]["model"] = model.toStdString();
        request["workload"]["quantization"] = format.toStdString();
        const auto query = resolveLanguage(request, *library_);
        QVERIFY2(query, query ? "" : describe(query.error()).c_str());
        const double off = query->model.weightBytes() / bytes - 1;
        QVERIFY2(std::abs(off) < 0.01, qPrintable(QString::number(off)));
    }

    void partsAddUpAndIntervalsHoldTheValue() {
        const auto estimate = ask(pi());
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        QCOMPARE(estimate->method, std::string("edge.language"));
        for (const auto& [metric, root] : estimate->parts)
            QVERIFY2(worstImbalance(root) < 1e-9, metric.c_str());
        for (const Metric& metric : estimate->metrics)
            QVERIFY2(metric.low <= metric.value && metric.value <= metric.high, metric.name.c_str());
        QVERIFY(estimate->findMetric("ttft_s")->value < estimate->findMetric("e2e_s")->value);
        QVERIFY(!estimate->calibrations.empty());
    }

    /// A prompt that nobody measured on such a unit is told, and its interval is wider than that of the steps.
    void promptsWithoutMeasurementsAreWide() {
        const auto estimate = ask(pi());
        QVERIFY(estimate);
        const auto width = [&](const char* name) {
            const Metric& metric = *estimate->findMetric(name);
            return std::log(metric.high / metric.low);
        };
        QVERIFY(width("ttft_s") > 2 * width("tpot_s"));
        QVERIFY(
            std::ranges::any_of(estimate->notes, [](const Note& note) { return note.code == "prompts-not-measured"; }));
    }

    /// A runtime that compiles graphs for a context reads all of it in every step, and computes whole chunks of a
    /// prompt; a request that is longer is refused, and a runtime whose contexts grow takes none.
    void compiledContextsAreReadWhole() {
        Json request{{"kind", "inference"},
                     {"hardware", "snapdragon-x-elite"},
                     {"workload", {{"model", "llama3.1-8b"}, {"prompt_tokens", 100}, {"output_tokens", 64}}},
                     {"plan", {{"backend", "genie"}}}};
        const double step = metric(request, "tpot_s"), prompt = metric(request, "ttft_s");
        QVERIFY(step > 0 && prompt > 0);
        request["workload"]["prompt_tokens"] = 128;
        QCOMPARE(metric(request, "ttft_s"), prompt);
        QCOMPARE(metric(request, "tpot_s"), step);
        request["workload"]["prompt_tokens"] = 129;
        QVERIFY(std::abs(metric(request, "ttft_s") / (2 * prompt) - 1) < 1e-9);
        request["plan"]["context_tokens"] = 1024;
        QVERIFY(metric(request, "tpot_s") < step);
        request["workload"]["prompt_tokens"] = 2000;
        const auto longer = ask(request);
        QVERIFY(!longer);
        QCOMPARE(longer.error().pointer, std::string("/plan/context_tokens"));
        Json grows = pi();
        grows["plan"]["context_tokens"] = 4096;
        QVERIFY(!ask(grows));
    }

    /// What a part's own ports carry bounds what weights stream with, however fast the memory is.
    void portsBoundTheStream() {
        const auto at = [&](double memory, double port) {
            Json request{{"kind", "inference"},
                         {"hardware",
                          {{"base", "snapdragon-x-elite"},
                           {"set", {{"/memory_bytes_per_s", memory}, {"/units/2/memory_bytes_per_s", port}}}}},
                         {"workload", {{"model", "llama3.1-8b"}, {"prompt_tokens", 100}, {"output_tokens", 64}}},
                         {"plan", {{"backend", "genie"}}}};
            return metric(request, "tpot_s");
        };
        QCOMPARE(at(135e9, 45e9), at(270e9, 45e9));
        QVERIFY(at(135e9, 45e9) > 1.5 * at(135e9, 90e9));
        QCOMPARE(at(20e9, 45e9), at(20e9, 90e9));
    }

    /// More work takes longer, narrower weights and a faster memory do not.
    void timeFollowsTheWork() {
        const double before = metric(pi(), "e2e_s");
        for (const auto& [pointer, value] :
             std::vector<std::pair<const char*, Json>>{{"/workload/prompt_tokens", 512},
                                                       {"/workload/output_tokens", 256},
                                                       {"/workload/batch", 4},
                                                       {"/workload/cached_tokens", 8192},
                                                       {"/workload/quantization", "q8_0"},
                                                       {"/plan/fused_attention", false}})
            QVERIFY2(metric(with(pointer, value), "e2e_s") > before, pointer);
        for (const auto& [pointer, value] : std::vector<std::pair<const char*, Json>>{
                 {"/workload/quantization", "q2_k"},
                 {"/hardware", Json{{"base", "raspberry-pi-5"}, {"set", {{"/memory_bytes_per_s", 3e10}}}}}})
            QVERIFY2(metric(with(pointer, value), "e2e_s") < before, pointer);
    }

    /// A slider never jumps: neighbouring values differ by little.
    void slidersAreSmooth_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::newRow("batch") << "/workload/batch" << 1.0 << 256.0;
        QTest::newRow("prompt") << "/workload/prompt_tokens" << 2.0 << 4000.0;
        QTest::newRow("context") << "/workload/cached_tokens" << 0.0 << 60000.0;
        QTest::newRow("clock") << "/plan/clock_share" << 0.1 << 1.0;
        QTest::newRow("bits") << "/workload/weight_bits" << 2.0 << 16.0;
    }

    void slidersAreSmooth() {
        QFETCH(QString, pointer);
        QFETCH(double, from);
        QFETCH(double, to);
        const bool whole = !pointer.endsWith("clock_share") && !pointer.endsWith("weight_bits");
        constexpr int kSteps = 60;
        double last = 0, before = 0;
        const double offset = from > 0 ? 0 : 1000;
        for (int i = 0; i <= kSteps; ++i) {
            // Equal ratios; neighbours of small whole numbers are as near as they can be.
            double value = from > 0 ? from * std::pow(to / from, double(i) / kSteps) : from + (to - from) * i / kSteps;
            if (whole) value = std::round(value);
            const Json stated = whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
            Json request = with(pointer.toStdString().c_str(), stated);
            request["hardware"] = Json::object({{"base", "raspberry-pi-5"}});
            request["hardware"]["set"] = {{"/memory_bytes", 1e12}};
            const double seconds = metric(request, "e2e_s");
            QVERIFY(seconds > 0);
            if (i > 0) {
                const double grown = std::abs(std::log((value + offset) / (before + offset)));
                QVERIFY2(std::abs(std::log(seconds / last)) < 1.2 * grown + 0.02, qPrintable(QString::number(value)));
            }
            before = value;
            last = seconds;
        }
    }

    /// A mixture reads few experts for one token and nearly all for many.
    void experts() {
        Json request = with("/workload/model", "qwen3-30b-a3b");
        request["hardware"] = "gb10";
        request["method"] = "edge.language";
        request["plan"] = Json::object();
        const auto query = resolveLanguage(request, *library_);
        QVERIFY2(query, query ? "" : describe(query.error()).c_str());
        QCOMPARE(query->backend.id, std::string("llama-cpp-cuda"));
        for (const edge::LanguageTensor& tensor : query->model.tensors) {
            if (tensor.role != "experts") continue;
            QVERIFY(std::abs(tensor.touched(1) - tensor.per_token / tensor.experts) < 1e-12);
            QVERIFY(tensor.touched(512) > 0.99 && tensor.touched(512) <= 1.0);
        }
    }

    void saysWhatDoesNotFit() {
        const auto estimate = ask(with("/workload/model", "llama3.1-70b"));
        QVERIFY(estimate && !estimate->valid && estimate->metrics.empty() && !estimate->notes.empty());
    }

    void refusesWithWhatIsAccepted_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("at");
        QTest::newRow("format") << "/workload/quantization"
                                << "\"q9\""
                                << "/workload/quantization";
        QTest::newRow("runtime") << "/plan/backend"
                                 << "\"ncnn\""
                                 << "/plan/backend";
        QTest::newRow("ranks") << "/plan/tp"
                               << "2"
                               << "/plan/tp";
        QTest::newRow("part") << "/plan/part"
                              << "\"npu\""
                              << "/plan/part";
        QTest::newRow("a cluster's GPU by its own method") << "/hardware"
                                                           << "\"h100-sxm5-80gb\""
                                                           << "/workload/quantization";
    }

    void refusesWithWhatIsAccepted() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, at);
        const auto estimate = ask(with(pointer.toStdString().c_str(), Json::parse(value.toStdString())));
        QVERIFY(!estimate);
        QCOMPARE(estimate.error().pointer, at.toStdString());
        QVERIFY(!messageText(estimate.error().expected).empty());
    }

    /// From a GPU of a cluster to an SoC and back the question stays.
    void followsTheHardware() {
        const auto* kind = builtinRegistry().kind("inference");
        const Json before{
            {"kind", "inference"},
            {"hardware", "h100-sxm5-80gb"},
            {"workload", {{"model", "llama3.2-3b"}, {"prompt_tokens", 64}, {"output_tokens", 32}, {"weights", "fp8"}}},
            {"plan", {{"tp", 1}}}};
        const auto onto = kind->with_hardware(before, *library_->find("m4-mac-mini"), *library_);
        QVERIFY2(onto, onto ? "" : describe(onto.error()).c_str());
        QVERIFY(ask(*onto));
        const auto back = kind->with_hardware(*onto, *library_->find("h100-sxm5-80gb"), *library_);
        QVERIFY2(back, back ? "" : describe(back.error()).c_str());
        QVERIFY(ask(*back));
        QVERIFY((*back)["workload"]["prompt_tokens"] == 64);
    }

private:
    Json pi() const {
        Json request = test::sampleRequest("llama3.2-3b-raspberry-pi-5.json");
        return request;
    }
    Json with(const char* pointer, const Json& value) const {
        Json request = pi();
        static_cast<void>(setPointer(request, pointer, value));
        return request;
    }
    Result<Estimate> ask(const Json& request) const { return evaluate(request, Context{*library_, {}}); }
    double metric(const Json& request, const char* name) const {
        const auto estimate = ask(request);
        if (!estimate) qWarning("%s", describe(estimate.error()).c_str());
        const Metric* found = estimate ? estimate->findMetric(name) : nullptr;
        return found == nullptr ? 0.0 : found->value;
    }

    std::shared_ptr<const Library> library_;
};

QTEST_GUILESS_MAIN(EdgeLanguageTest)
#include "language_test.moc"
