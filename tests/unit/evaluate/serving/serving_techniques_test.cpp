// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/evaluate/serving/serving_sample.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

class ServingTechniquesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        plain_ = test::sampleRequest("llama2-7b-serving-a100.json");
        apart_ = test::sampleRequest("llama3.1-8b-disaggregated-h100.json");
        QVERIFY(!plain_.is_null() && !apart_.is_null());
    }

    void samplesAreAnswered_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("pools") << "llama3.1-8b-disaggregated-h100.json";
        QTest::newRow("agents") << "qwen3-8b-agents-h100.json";
    }

    void samplesAreAnswered() {
        QFETCH(QString, name);
        const auto estimate = answer(test::sampleRequest(name.toStdString().c_str()));
        QVERIFY(estimate.valid);
        for (const Metric& metric : estimate.metrics)
            QVERIFY2(metric.low <= metric.value && metric.value <= metric.high, metric.name.c_str());
        QVERIFY(worstImbalance(*estimate.findParts("e2e_s")) < 1e-9);
    }

    /// Decoding is not interrupted by prompts: fewer late tokens, for the price of a transfer.
    void poolsKeepTokensEven() {
        Json together = apart_;
        together["plan"].erase("disaggregated");
        together["plan"]["replicas"] = 4;
        const auto split = answer(apart_), joined = answer(together);
        QVERIFY(value(split, "tpot_p99_s") < value(joined, "tpot_p99_s"));
        QVERIFY(value(split, "transfer_s") > 0);
        const Part* life = split.findParts("e2e_s");
        QCOMPARE(life->children.back().id, std::string("transfer"));
        QVERIFY(test::noteOf(split, "transfer") != nullptr);
        Json slow = apart_;
        slow["plan"]["disaggregated"]["link_bytes_per_s"] = 2e9;
        QVERIFY(value(answer(slow), "transfer_s") > 5 * value(split, "transfer_s"));
        slow["plan"]["disaggregated"]["layerwise"] = false;
        QVERIFY(value(answer(slow), "transfer_s") > value(split, "transfer_s"));
    }

    /// What a slow store has is computed again, unless the request fetches whatever it finds.
    void computesAgainWhatASlowStoreHas() {
        Json request = test::sampleRequest("qwen3-8b-agents-h100.json");
        // Little memory: prefixes leave it soon, so that many are looked for in the store.
        request["hardware"] = {{"base", request["hardware"]}, {"set", {{"/memory_bytes", 32e9}}}};
        request["plan"]["kv_offload"] = {{"bytes", 1e12}, {"bytes_per_s", 5e8}};
        const auto cheaper = answer(request);
        request["plan"]["kv_offload"]["recompute"] = "never";
        const auto never = answer(request);
        QVERIFY(value(cheaper, "ttft_s") < 0.5 * value(never, "ttft_s"));
        request["plan"]["kv_offload"]["bytes_per_s"] = 1e13;
        const auto fast = answer(request);
        request["plan"]["kv_offload"]["recompute"] = "cheaper";
        QCOMPARE(value(answer(request), "ttft_s"), value(fast, "ttft_s"));
    }

    /// A store behind a slow link holds iterations up; what they wait is a part, and in the timeline.
    void writesToAStoreTakeTheirTime() {
        Json request = test::sampleRequest("qwen3-8b-agents-h100.json");
        request["plan"]["kv_offload"] = {{"bytes", 1e12}, {"bytes_per_s", 5e10}};
        const auto waited = [&](const Estimate& estimate) {
            const Part* parts = estimate.findParts("e2e_s");
            if (!parts || worstImbalance(*parts) > 1e-9) return -1.0;
            for (const Part& part : parts->children)
                if (part.id == "offload") return part.value;
            return 0.0;
        };
        const auto fast = answer(request);
        request["plan"]["kv_offload"]["bytes_per_s"] = 1e9;
        const auto slow = answer(request);
        request["plan"].erase("kv_offload");
        QCOMPARE(waited(answer(request)), 0.0);
        QVERIFY(waited(fast) > 0);
        QVERIFY(waited(slow) > 20 * waited(fast)); // fifty times the time, and less of it hidden
        QVERIFY(value(slow, "e2e_s") > value(fast, "e2e_s"));
        QVERIFY(worstImbalance(*slow.findParts("ttft_s")) < 1e-9);
        double moving = 0, worked = 0;
        const Table* timeline = slow.findTable("timeline");
        QCOMPARE(timeline->columns.back(), std::string("moving_s"));
        for (const auto& row : timeline->rows) {
            moving += std::get<double>(row.back());
            worked += std::get<double>(row[4]) + std::get<double>(row[5]) + std::get<double>(row[6]);
        }
        QVERIFY(moving > 0 && worked > 0);
        QVERIFY(std::get<double>(*test::noteOf(slow, "offload")->text.find("stored")) > 0.0);
    }

    /// Lives tell when a cache is on its way, and where each piece of a life happens; devices of both pools are paid.
    void cachesOnTheWayAreTold() {
        const auto split = answer(apart_);
        const Table* lives = split.findTable("lives");
        QVERIFY(lives);
        QCOMPARE(lives->columns.back(), std::string("replica"));
        const std::int64_t prompts = apart_["plan"]["disaggregated"]["prefill"].value("replicas", 1);
        std::map<std::int64_t, double> sent;
        for (const auto& row : lives->rows) {
            const auto& phase = std::get<std::string>(row[1]);
            const auto replica = std::get<std::int64_t>(row[4]);
            const double seconds = std::get<double>(row[3]) - std::get<double>(row[2]);
            if (phase == "transfer") sent[std::get<std::int64_t>(row[0])] += seconds;
            if (phase == "prefill") QVERIFY(replica < prompts);
            if (phase == "decode" || phase == "transfer") QVERIFY(replica >= prompts);
        }
        QVERIFY(sent.size() > 50);
        double sum = 0;
        for (const auto& [request, seconds] : sent)
            sum += seconds / static_cast<double>(sent.size());
        QVERIFY2(std::abs(sum / value(split, "transfer_s") - 1) < 0.1, QByteArray::number(sum));
        Json more = apart_;
        more["plan"]["disaggregated"]["decode"]["replicas"] =
            1 + apart_["plan"]["disaggregated"]["decode"].value("replicas", 1);
        more["plan"]["device_price_per_h"] = 2.5;
        const auto paid = answer(more);
        QVERIFY(value(paid, "device_h_per_mtoken") > 1.1 * value(split, "device_h_per_mtoken"));
        QVERIFY(std::abs(value(paid, "cost_per_mtoken") / value(paid, "device_h_per_mtoken") - 2.5) < 1e-12);
    }

    void narrowTypesCostLess() {
        const double wide = value(answer(plain_), "tpot_s");
        for (const char* type : {"fp8", "int8", "int4"}) {
            Json request = plain_;
            request["workload"]["weights"] = type;
            request["hardware"] = "h100-sxm5-80gb";
            Json reference = plain_;
            reference["hardware"] = "h100-sxm5-80gb";
            const auto narrow = answer(request), base = answer(reference);
            QVERIFY2(value(narrow, "tpot_s") < 0.8 * value(base, "tpot_s"), type);
            QVERIFY2(blocks(narrow) > blocks(base), type);
        }
        Json cache = plain_;
        cache["workload"]["kv_cache"] = "fp8";
        QVERIFY(std::abs(blocks(answer(cache)) / blocks(answer(plain_)) - 2) < 0.01);
        // Contexts are short here: their bytes hardly count, and to widen them costs a little.
        QVERIFY(value(answer(cache), "tpot_s") <= 1.001 * wide);
    }

    void expertsSpreadOverRanks() {
        Json request = plain_;
        request["hardware"] = "dgx-h100";
        request["workload"]["model"] = "mixtral-8x7b";
        request["plan"]["tp"] = 4;
        const auto shards = answer(request);
        request["plan"]["ep"] = 4;
        const auto whole = answer(request);
        QVERIFY(whole.valid && shards.valid);
        QVERIFY(std::abs(blocks(whole) / blocks(shards) - 1) < 0.05); // the same weights in all
        QVERIFY(value(whole, "tpot_s") != value(shards, "tpot_s"));
        // The busiest rank decides, of experts that tokens draw and of popular ones.
        request["workload"]["routing"] = "balanced";
        const double dealt = value(answer(request), "e2e_s");
        QVERIFY(value(whole, "e2e_s") > dealt);
        request["workload"]["skew"] = 1.2;
        QVERIFY(value(answer(request), "e2e_s") > dealt);
    }

    void attentionCopiesShareExperts() {
        Json request = plain_;
        request["hardware"] = "dgx-h100";
        request["workload"]["model"] = "deepseek-v2-lite";
        request["workload"]["traffic"]["arrivals"] = {{"process", "static"}};
        request["plan"]["replicas"] = 1;
        request["plan"]["tp"] = request["plan"]["ep"] = 4;
        const auto shared = answer(request);
        request["plan"]["tp"] = 1;
        request["plan"]["dp"] = 4;
        const auto copies = answer(request);
        QVERIFY(copies.valid && shared.valid);
        // One latent is on each rank of tensor parallelism; copies hold different ones.
        QVERIFY(std::abs(blocks(copies) / blocks(shared) - 1) < 0.1);
        QVERIFY(test::noteOf(copies, "experts") != nullptr);
        Json unstated = request;
        unstated["plan"].erase("ep");
        QCOMPARE(value(answer(unstated), "e2e_s"), value(copies, "e2e_s")); // copies share the experts anyhow
        Json slow = request;
        slow["hardware"] = {{"base", "dgx-h100"}, {"set", {{"/scale_up/0/bandwidth_bytes_per_s", 1e9}}}};
        QVERIFY(value(answer(slow), "e2e_s") > 1.2 * value(copies, "e2e_s"));
        request["plan"]["ep"] = 2;
        const auto refused = evaluate(request, Context{*library_, {}, nullptr});
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/plan/ep"));
    }

    void latentAttentionHoldsMore() {
        Json request = plain_;
        request["hardware"] = "h100-sxm5-80gb";
        request["workload"]["model"] = "deepseek-v2-lite";
        const auto estimate = answer(request);
        QVERIFY(estimate.valid);
        QVERIFY(blocks(estimate) > 60000); // 27 layers x 576 elements of a token
    }

    void energyAndItsLimit() {
        const auto free = answer(plain_);
        const double joules = value(free, "energy_per_token_j");
        QVERIFY2(joules > 0.1 && joules < 100, QByteArray::number(joules).constData());
        QVERIFY(value(free, "power_w") < 400);
        Json limited = plain_;
        limited["workload"]["traffic"]["arrivals"]["process"] = "static";
        const auto fast = answer(limited);
        limited["plan"]["power_limit_w"] = 200;
        const auto slow = answer(limited);
        // Seconds and joules of iterations are interpolated each by itself.
        QVERIFY2(value(slow, "power_w") <= 200 * 1.005, QByteArray::number(value(slow, "power_w")).constData());
        QVERIFY(value(slow, "power_w") > 150); // the limit is used
        QVERIFY(value(slow, "e2e_s") > value(fast, "e2e_s"));
        limited["plan"]["power_limit_w"] = 400;
        QCOMPARE(value(answer(limited), "e2e_s"), value(fast, "e2e_s"));
    }

    void adaptersCostTimeAndMemory() {
        Json request = plain_;
        request["plan"]["lora"] = {{"adapters", 100}, {"rank", 64}, {"resident", 8}, {"skew", 0.5}};
        const auto many = answer(request);
        QVERIFY(value(many, "e2e_s") > value(answer(plain_), "e2e_s"));
        QVERIFY(blocks(many) < blocks(answer(plain_)));
        request["plan"]["lora"]["adapters"] = 1;
        QVERIFY(value(answer(request), "e2e_s") < value(many, "e2e_s")); // loaded once
    }

    void neighboursSlowDown() {
        Json request = plain_;
        request["plan"]["colocated"] = {{"mode", "streams"},
                                        {"neighbour", {{"model", "llama2-7b"}, {"batch", 8}, {"load", 1.0}}}};
        const auto beside = answer(request), alone = answer(plain_);
        const double slower = value(beside, "tpot_s") / value(alone, "tpot_s");
        QVERIFY2(slower > 1.3 && slower < 4, QByteArray::number(slower).constData());
        QVERIFY(blocks(beside) < 0.75 * blocks(alone));
        request["plan"]["colocated"]["neighbour"]["load"] = 0.2;
        QVERIFY(value(answer(request), "tpot_s") < value(beside, "tpot_s"));
        request["plan"]["colocated"]["neighbour"]["load"] = 0.0;
        QVERIFY(std::abs(value(answer(request), "tpot_s") / value(alone, "tpot_s") - 1) < 0.05);
        request["plan"]["colocated"] = {
            {"mode", "mps"}, {"sms", 54}, {"neighbour", {{"model", "llama2-7b"}, {"sms", 54}}}};
        QVERIFY(answer(request).valid);
        request["plan"]["colocated"]["sms"] = 1000;
        const auto refused = evaluate(request, Context{*library_, {}, nullptr});
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/plan/colocated/sms"));
    }

    void fleetAnswers() {
        Json request = plain_;
        request["plan"]["replicas"] = 3;
        request["plan"]["autoscaling"] = {{"minimum", 1}, {"target", 4}, {"interval_s", 5}, {"start_s", 10}};
        const auto scaled = answer(request);
        QVERIFY(value(scaled, "mean_replicas") >= 1 && value(scaled, "mean_replicas") <= 3);
        request["plan"].erase("autoscaling");
        request["plan"]["failures"] = {{"mtbf_s", 60}, {"restart_s", 20}};
        const auto failing = answer(request);
        QVERIFY(value(failing, "failures") > 0);
        QCOMPARE(failing.findTable("requests")->rows.size(), std::size_t{200});
    }

    void closedLoopKeepsItsUsers() {
        Json request = plain_;
        request["workload"]["traffic"]["arrivals"] = {{"process", "closed-loop"}, {"concurrency", 16}};
        const auto estimate = answer(request);
        QVERIFY(estimate.valid);
        // Little's law: users = rate x time of a request.
        const double inside = value(estimate, "requests_per_s") * value(estimate, "e2e_s");
        QVERIFY2(std::abs(inside / 16 - 1) < 0.1, QByteArray::number(inside).constData());
    }

    void tenantsHaveATable() {
        const auto estimate = answer(test::sampleRequest("qwen3-8b-agents-h100.json"));
        const Table* table = estimate.findTable("tenants");
        QVERIFY(table != nullptr);
        QCOMPARE(table->rows.size(), std::size_t{2});
        QVERIFY(value(estimate, "cached_share") > 0.5);
        QVERIFY(value(estimate, "goodput") > 0 && value(estimate, "goodput") <= 1);
    }

    void errorsPointToTheirCause_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("stated");
        QTest::addColumn<QString>("where");
        const auto row = [](const char* name, const char* pointer, const char* stated, const char* where) {
            QTest::newRow(name) << pointer << stated << where;
        };
        row("policy", "/plan", R"({"scheduler": {"policy": "orca"}, "disaggregated": {}})", "/plan/scheduler/policy");
        row("pool", "/plan", R"({"disaggregated": {"decode": {"tp": 3}}})", "/plan/disaggregated/decode/tp");
        row("swap", "/plan", R"({"scheduler": {"policy": "sarathi", "preemption": "swap"}})",
            "/plan/scheduler/preemption");
        row("no cache", "/plan", R"({"prefix_cache": false, "kv_offload": {"bytes": 1e9}})", "/plan/kv_offload");
        row("minimum", "/plan", R"({"replicas": 2, "autoscaling": {"target": 1, "minimum": 3}})",
            "/plan/autoscaling/minimum");
        row("power", "/plan", R"({"power_limit_w": 4000})", "/plan/power_limit_w");
        row("dense", "/plan", R"({"tp": 2, "ep": 2})", "/plan/ep");
        row("no failures", "/plan", R"({"failures": {}})", "/plan/failures");
        row("tenant", "/workload/traffic/tenants", R"([{"lengths": {"prompt": {"tokens": 5}}}])",
            "/workload/traffic/tenants/0/lengths/output");
        row("tool share", "/workload/traffic/sessions", R"({"tool_share": 2})",
            "/workload/traffic/sessions/tool_share");
        row("host", "/hardware", R"("v100-sxm2-16gb")", "/plan/host_bytes_per_s");
    }

    void errorsPointToTheirCause() {
        QFETCH(QString, pointer);
        QFETCH(QString, stated);
        QFETCH(QString, where);
        Json request = plain_;
        if (pointer == "/hardware") request["plan"]["lora"] = {{"adapters", 2}};
        request[Json::json_pointer(pointer.toStdString())] = *parseJson(stated.toStdString());
        const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        QVERIFY(!estimate);
        QCOMPARE(QString::fromStdString(estimate.error().pointer), where);
        QVERIFY(!estimate.error().expected.empty());
    }

private:
    Estimate answer(const Json& request) { return test::answer(*library_, request); }
    static double value(const Estimate& estimate, const char* name) { return test::value(estimate, name); }
    static double blocks(const Estimate& estimate) {
        const Note* note = test::noteOf(estimate, "kv-cache");
        return note ? std::get<double>(*note->text.find("blocks")) : 0.0;
    }

    std::shared_ptr<const Library> library_;
    Json plain_, apart_;
};

QTEST_APPLESS_MAIN(ServingTechniquesTest)
#include "serving_techniques_test.moc"
