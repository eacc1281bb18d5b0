// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/compose/runtime_costs.h"
#include "core/compose/serving_step.h"
#include "core/evaluate/method.h"
#include "core/hardware/gpu/gpu_json.h"
#include "tests/unit/evaluate/sample.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

/// What a request holds or spends beside its tokens, as users ask for it.
class ServingStatesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        sample_ = test::sampleRequest("llama3.1-8b-serving-h100.json");
        QVERIFY(!sample_.is_null());
        sample_["workload"]["traffic"]["requests"] = 60;
    }

    /// Prefixes are not cached unless asked for; then each block holds a state and is as large as one.
    void recurrentModelsKeepStates() {
        Json request = sample_;
        request["workload"]["model"] = "nemotron-h-8b";
        const auto plain = answer(request);
        QVERIFY(plain.valid && tells(plain, "state"));
        request["plan"]["prefix_cache"] = true;
        const auto cached = answer(request);
        QVERIFY(cached.valid);
        QVERIFY(messageText(note(cached, "state")->text).find("prefix cache") != std::string::npos);
        QVERIFY(messageText(note(plain, "kv-cache")->text).find(" blocks of 16 tokens") != std::string::npos);
        QVERIFY(messageText(note(cached, "kv-cache")->text).find(" blocks of 16 tokens") == std::string::npos);
        QVERIFY(!tells(answer(sample_), "state"));
    }

    /// An engine that counts its blocks itself has those, whatever the memory leaves; fewer hold fewer requests.
    void statedBlocksAreThose() {
        Json request = sample_;
        request["workload"]["traffic"]["arrivals"] = {{"process", "static"}};
        const double free = mostRunning(answer(request));
        request["plan"]["scheduler"]["blocks"] = 500;
        const auto few = answer(request);
        QVERIFY(few.valid);
        const std::string told = messageText(note(few, "kv-cache")->text);
        QVERIFY2(told.find("500 blocks of 16 tokens") != std::string::npos, told.c_str());
        QVERIFY2(mostRunning(few) < free / 2, std::to_string(mostRunning(few)).c_str());
    }

    /// States of 1.6 GB: fewer than fifty run at a time on 80 GB, of sixty that could.
    void statesLimitTheBatch() {
        Json request = sample_;
        request["workload"]["traffic"]["arrivals"] = {{"process", "static"}};
        request["workload"]["model"] = {{"base", "nemotron-h-8b"}, {"set", Json::object()}};
        QCOMPARE(mostRunning(answer(request)), 60.0);
        request["workload"]["model"]["set"] = {{"/recurrent/key_dim", 2048}};
        const auto large = answer(request);
        QVERIFY(large.valid);
        const double running = mostRunning(large);
        QVERIFY2(running > 10 && running < 50, std::to_string(running).c_str());
    }

    /// The runtime that the hardware names has a calibrated way; it adds to first tokens and answers alone.
    void theWayOfANamedRuntime() {
        Json request = sample_;
        request["hardware"] = {{"base", "h100-sxm5-80gb"}, {"set", {{"/engine", "sglang"}}}};
        request["workload"]["traffic"]["lengths"]["prompt"] = {{"distribution", "fixed"}, {"tokens", 1000}};
        const auto named = answer(request);
        QVERIFY(tells(named, "request-way"));
        request["plan"]["request_s"] = 0.0;
        const auto none = answer(request);
        QVERIFY(!tells(none, "request-way"));
        auto gpu = hardware::readGpu(*library_->find("h100-sxm5-80gb")->document, {});
        gpu->engine = "sglang";
        const auto costs = compose::runtimeCosts(*gpu, library_->calibrations());
        const double way_s = costs.request_s + 1000 * costs.request_per_token_s;
        QVERIFY(way_s > 1e-3);
        for (const char* metric : {"ttft_s", "e2e_s"})
            QVERIFY2(std::abs(value(named, metric) - value(none, metric) - way_s) < 1e-9, metric);
        QCOMPARE(value(named, "tpot_s"), value(none, "tpot_s"));
        for (const char* metric : {"ttft_s", "e2e_s", "e2e_p99_s"})
            QVERIFY2(worstImbalance(*named.findParts(metric)) < 1e-9, metric);
        request["plan"]["request_s"] = 0.5;
        QVERIFY(std::abs(value(answer(request), "ttft_s") - value(none, "ttft_s") - 0.5) < 1e-9);
    }

    void closedFormsHaveItToo() {
        Json request = sample_;
        request["method"] = "serving.steady-state";
        const double plain = value(answer(request), "ttft_s");
        request["plan"]["request_s"] = 0.25;
        const auto farther = answer(request);
        QVERIFY(std::abs(value(farther, "ttft_s") - plain - 0.25) < 1e-9);
        QVERIFY(worstImbalance(*farther.findParts("e2e_s")) < 1e-9);
    }

    /// Nobody named a runtime, or somebody else's rules hold.
    void noWayWhereNoneIsKnown() {
        QVERIFY(!tells(answer(sample_), "request-way"));
        const auto document = readJsonFile(test::root() / "resources" / "samples" / "llama2-7b-serving-a100.json");
        QVERIFY(document);
        Json vidur = *document;
        vidur["plan"]["scheduler"] = {{"policy", "vllm"}, {"vidur_compatible", true}};
        vidur["hardware"] = {{"base", vidur["hardware"]}, {"set", {{"/engine", "vllm"}}}};
        QVERIFY(!tells(answer(vidur), "request-way"));
    }

    void pyTorchServesNobody() {
        for (const char* runtime : {"pytorch", "pytorch-compiled"}) {
            Json request = sample_;
            request["hardware"] = {{"base", "h100-sxm5-80gb"}, {"set", {{"/engine", runtime}}}};
            const auto refused = evaluate(request, Context{*library_, {}});
            QVERIFY(!refused);
            QCOMPARE(refused.error().pointer, std::string("/hardware/set/~1engine"));
            QVERIFY(messageText(refused.error().expected).find("sglang") != std::string::npos);
            Json single{{"kind", "inference"},
                        {"hardware", request["hardware"]},
                        {"workload", {{"model", "llama3.1-8b"}, {"prompt_tokens", 128}, {"output_tokens", 16}}}};
            const auto also = evaluate(single, Context{*library_, {}});
            QVERIFY(!also);
            QCOMPARE(also.error().pointer, std::string("/hardware/set/~1engine"));
        }
    }

    /// FP8 weights are scaled as the named checkpoint has them, unless the request says otherwise.
    void checkpointsInBlocks() {
        Json single{{"kind", "inference"},
                    {"hardware", {{"base", "h200-sxm-141gb"}, {"set", {{"/engine", "vllm"}}}}},
                    {"workload",
                     {{"model", "qwen3-235b-a22b"}, {"dtype", "fp8"}, {"prompt_tokens", 512}, {"output_tokens", 16}}},
                    {"plan", {{"tp", 4}}}};
        const auto seconds = [&](const char* name) { return value(answer(single), name); };
        const double published = seconds("ttft_s");
        single["workload"]["model"] = "Qwen/Qwen3-235B-A22B-FP8";
        QCOMPARE(seconds("ttft_s"), published);
        single["workload"]["block_scaled"] = true;
        QCOMPARE(seconds("ttft_s"), published);
        single["workload"]["block_scaled"] = false;
        const double per_tensor = seconds("ttft_s");
        QVERIFY(per_tensor > 0 && per_tensor != published);
        single["workload"].erase("block_scaled");
        single["workload"]["model"] = "Qwen/Qwen3-235B-A22B"; // somebody's own FP8 of the 16-bit checkpoint
        QCOMPARE(seconds("ttft_s"), per_tensor);

        Json request = sample_;
        request["hardware"] = single["hardware"];
        request["plan"]["tp"] = 4;
        request["workload"]["dtype"] = "fp8";
        const auto served = [&](const char* model) {
            request["workload"]["model"] = model;
            return value(answer(request), "tpot_s");
        };
        QCOMPARE(served("Qwen/Qwen3-235B-A22B-FP8"), served("qwen3-235b-a22b"));
        QVERIFY(served("Qwen/Qwen3-235B-A22B") != served("qwen3-235b-a22b"));
    }

    /// A mixture's experts are loaded as its trained router loads them, unless the request states the routing.
    void routingIsThatOfTheModel() {
        Json request = sample_;
        request["hardware"] = "h100-sxm5-80gb";
        request["plan"]["tp"] = 2;
        request["workload"]["model"] = "qwen3-30b-a3b";
        const double own = value(answer(request), "tpot_s");
        QVERIFY(own > 0);
        request["workload"]["skew"] = 1.2;
        QCOMPARE(value(answer(request), "tpot_s"), own);
        request["workload"].erase("skew");
        request["workload"]["routing"] = "independent";
        QVERIFY(value(answer(request), "tpot_s") > own); // more experts are read
    }

    /// Measured first tokens were farther off than iterations: their interval holds where the latter is narrower.
    void firstTokensAreLessCertain() {
        Json request = sample_;
        request["hardware"] = {{"base", "h100-sxm5-80gb"}, {"set", {{"/engine", "vllm"}}}};
        const auto found = answer(request);
        const Metric* ttft = found.findMetric("ttft_s");
        hardware::Gpu gpu;
        gpu.id = "h100-sxm5-80gb";
        gpu.engine = "vllm";
        const auto ratios = compose::firstTokenRatios(library_->calibrations(), false, gpu);
        QVERIFY(ratios.high > 1.2);
        QVERIFY(ttft->high >= ttft->value * ratios.high && ttft->low <= ttft->value * ratios.low);
        const Metric* tpot = found.findMetric("tpot_s");
        QVERIFY(tpot->high < tpot->value * ratios.high);
    }

    void narrowWeightsAreExplained() {
        Json request = sample_;
        request["workload"]["weights"] = "fp8";
        request["workload"]["activations"] = "bf16";
        QVERIFY(tells(answer(request), "weight-only"));
        QVERIFY(!tells(answer(sample_), "weight-only"));
    }

private:
    Estimate answer(const Json& request) {
        const auto estimate = evaluate(request, Context{*library_, {}});
        if (!estimate) qWarning("%s", describe(estimate.error()).c_str());
        return estimate ? *estimate : Estimate{};
    }
    static const Note* note(const Estimate& estimate, std::string_view code) {
        const auto found = std::ranges::find_if(estimate.notes, [&](const Note& one) { return one.code == code; });
        return found == estimate.notes.end() ? nullptr : &*found;
    }
    static bool tells(const Estimate& estimate, std::string_view code) { return note(estimate, code) != nullptr; }
    static double mostRunning(const Estimate& estimate) {
        const Table* timeline = estimate.findTable("timeline");
        const auto column = std::ranges::find(timeline->columns, "running") - timeline->columns.begin();
        double most = 0;
        for (const auto& row : timeline->rows)
            most = std::max(most, static_cast<double>(std::get<std::int64_t>(row[static_cast<std::size_t>(column)])));
        return most;
    }
    static double value(const Estimate& estimate, const char* name) {
        const Metric* metric = estimate.findMetric(name);
        return metric == nullptr ? std::nan("") : metric->value;
    }

    std::shared_ptr<const Library> library_;
    Json sample_;
};

QTEST_APPLESS_MAIN(ServingStatesTest)
#include "serving_states_test.moc"
