// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/evaluate/engine/partial_estimates.h"
#include "core/evaluate/method.h"
#include "tests/unit/evaluate/serving/serving_sample.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QtTest>

using namespace strata;

class ServingRequestTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        sample_ = test::sampleRequest("llama2-7b-serving-a100.json");
        QVERIFY(!sample_.is_null());
    }

    void wholePromptsNeedTheirBudget() {
        Json request = sample_;
        request["plan"].erase("vidur");
        request["plan"]["scheduler"] = {{"policy", "vllm"}, {"token_budget", 256}};
        const auto chunks = answer(request);
        for (const char* policy : {"vllm-v0", "lightllm"}) {
            request["plan"]["scheduler"]["policy"] = policy;
            const auto whole = answer(request);
            QVERIFY(whole.valid);
            const auto told = [&](const char* code) {
                return std::ranges::any_of(whole.notes, [&](const Note& note) { return note.code == code; });
            };
            QVERIFY2(told("token-budget") && !told("unfinished"), policy);
            QVERIFY2(value(whole, "requests_per_s") > 0.9 * value(chunks, "requests_per_s"), policy);
        }
    }

    void sampleIsAnswered() {
        const auto estimate = answer(sample_);
        QVERIFY(estimate.valid);
        for (const Metric& metric : estimate.metrics) {
            QVERIFY2(metric.low <= metric.value && metric.value <= metric.high, metric.name.c_str());
        }
        QVERIFY(value(estimate, "ttft_p50_s") <= value(estimate, "ttft_p90_s"));
        QVERIFY(value(estimate, "e2e_p90_s") <= value(estimate, "e2e_p99_s"));
        QVERIFY(value(estimate, "ttft_s") < value(estimate, "e2e_s"));
        QVERIFY(value(estimate, "goodput") > 0.9);
        QCOMPARE(value(estimate, "preemptions"), 0.0);
        const Part* life = estimate.findParts("e2e_s");
        QVERIFY(life != nullptr);
        QVERIFY(worstImbalance(*life) < 1e-9);
        QVERIFY(std::abs(life->value / value(estimate, "e2e_s") - 1) < 1e-9);
        for (const char* metric : {"e2e_p99_s", "ttft_s"}) {
            const Part* parts = estimate.findParts(metric);
            QVERIFY2(parts && worstImbalance(*parts) < 1e-9, metric);
            QVERIFY2(std::abs(parts->value / value(estimate, metric) - 1) < 1e-9, metric);
        }
        for (const Part& part : life->children)
            QVERIFY2(part.value > -1e-6, part.id.c_str());
        QCOMPARE(estimate.findTable("requests")->rows.size(), std::size_t{200});
        QVERIFY(!estimate.findTable("timeline")->rows.empty());
        QCOMPARE(estimate.findTable("distribution")->rows.size(), std::size_t{200});
        QVERIFY(estimate.findTable("lives")->rows.size() >= 400);
        QVERIFY(value(estimate, "device_h_per_mtoken") > 0);
        // The engine's share, 0.92 of 80 GiB, less 2 GiB of the engine, 12.6 GiB of weights and the workspace: about
        // 7.5 thousand blocks of 16 x 512 KiB.
        const Note& cache = estimate.notes.front();
        QCOMPARE(cache.code, std::string("kv-cache"));
        const double blocks = std::get<double>(*cache.text.find("blocks"));
        QVERIFY2(blocks >= 7400 && blocks < 7700, std::to_string(blocks).c_str());
    }

    void sameRequestSameBits() {
        QCOMPARE(canonicalText(toJson(answer(sample_))), canonicalText(toJson(answer(sample_))));
        Json other = sample_;
        other["seed"] = 43;
        QVERIFY(value(answer(other), "e2e_s") != value(answer(sample_), "e2e_s"));
    }

    void longRunsTellWhatHasFinished() {
        class Partials final : public PartialEstimates {
        public:
            void partial(std::shared_ptr<const Estimate> estimate) override { told.push_back(std::move(estimate)); }
            std::vector<std::shared_ptr<const Estimate>> told;
        } partials;
        Json busy = sample_;
        busy["workload"]["traffic"]["requests"] = 150000;
        busy["workload"]["traffic"]["arrivals"]["rate_per_s"] = 30;
        const auto whole = evaluate(busy, Context{*library_, {}, &partials});
        QVERIFY(whole);
        QVERIFY(!partials.told.empty());
        for (const auto& estimate : partials.told) {
            QVERIFY2(estimate->metrics.empty(), "what is not finished has no metrics");
            QVERIFY(!estimate->findTable("distribution")->rows.empty());
        }
        QCOMPARE(canonicalText(toJson(*whole)), canonicalText(toJson(answer(busy))));
        QVERIFY(whole->findTable("timeline")->rows.size() <= 8192);
        QCOMPARE(whole->findTable("distribution")->rows.size(), std::size_t{1000});
    }

    /// A prompt longer than the cache is never admitted: what is promised is not kept.
    void requestsThatNeverEndAreNotGood() {
        Json stuck = sample_;
        stuck["hardware"] = {{"base", "a100-sxm4-80gb"}, {"set", {{"/memory_bytes", 19327352832}}}}; // 18 GiB
        stuck["workload"]["traffic"]["lengths"]["prompt"]["maximum"] = 4000;
        const auto estimate = answer(stuck);
        const bool told =
            std::ranges::any_of(estimate.notes, [](const Note& note) { return note.code == "unfinished"; });
        QVERIFY(told);
        QVERIFY2(value(estimate, "goodput") < 0.5, qPrintable(QString::number(value(estimate, "goodput"))));
    }

    void loadLengthensTheQueue() {
        Json loaded = sample_;
        loaded["workload"]["traffic"]["arrivals"]["rate_per_s"] = 400;
        loaded["plan"]["scheduler"]["max_batch"] = 8;
        const Estimate busy = answer(loaded), usual = answer(sample_);
        const double one = value(busy, "queueing_s");
        QVERIFY(one > 10 * value(usual, "queueing_s"));
        // Requests that come faster than they are served wait for each other: whoever reads the times must know.
        QVERIFY(test::noteOf(busy, "saturated") && !test::noteOf(usual, "saturated"));
        loaded["plan"]["replicas"] = 4;
        loaded["plan"]["router"] = "least-outstanding";
        QVERIFY(value(answer(loaded), "queueing_s") < 0.5 * one);
    }

    /// Lengths are what was asked for: their tail ends far beyond the mean, unless the request says where.
    void longPromptsAreNotCut() {
        Json request = sample_;
        request["workload"]["traffic"]["lengths"]["prompt"] = {
            {"distribution", "lognormal"}, {"tokens", 8000}, {"cv", 0.5}};
        request["workload"]["traffic"]["requests"] = 60;
        const Estimate estimate = answer(request);
        const Table* rows = estimate.findTable("requests");
        QVERIFY(rows != nullptr);
        const auto column = std::ranges::find(rows->columns, "prompt_tokens") - rows->columns.begin();
        double sum = 0;
        for (const auto& row : rows->rows)
            sum += static_cast<double>(std::get<std::int64_t>(row[static_cast<std::size_t>(column)]));
        QVERIFY2(sum > 0.8 * 8000 * static_cast<double>(rows->rows.size()), qPrintable(QString::number(sum)));
        request["workload"]["traffic"]["lengths"]["prompt"]["maximum"] = 4096;
        const auto refused = evaluate(request, Context{*library_, {}, nullptr});
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/workload/traffic/lengths/prompt/maximum"));
    }

    void everyPolicyAnswers() {
        for (const char* policy : {"vllm", "vllm-v0", "sarathi", "orca", "static", "lightllm"}) {
            Json request = sample_;
            request["plan"]["scheduler"]["policy"] = policy;
            const auto estimate = answer(request);
            QVERIFY2(estimate.valid, policy);
            QCOMPARE(estimate.findTable("requests")->rows.size(), std::size_t{200});
        }
    }

    void pipelineAndTensorParallel() {
        Json request = sample_;
        request["plan"]["tp"] = 2;
        QVERIFY(value(answer(request), "e2e_s") < value(answer(sample_), "e2e_s"));
        request["plan"]["tp"] = 1;
        request["plan"]["pp"] = 2;
        QVERIFY(answer(request).valid);
    }

    void modelThatDoesNotFitSaysSo() {
        Json request = sample_;
        request["workload"]["model"] = "llama2-70b";
        const auto estimate = answer(request);
        QVERIFY(!estimate.valid);
        QVERIFY(estimate.metrics.empty());
        QCOMPARE(estimate.notes.front().code, std::string("over-memory"));
    }

    void tracesAreReplayed() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("trace.csv").toStdString();
        std::ofstream(path) << "arrival_s,prompt_tokens,output_tokens,block_hashes\n0,1024,5,1 2\n9,1100,5,1 2\n";
        Json request = sample_;
        request["workload"]["traffic"] = {{"trace", path}};
        const auto estimate = answer(request);
        QVERIFY(estimate.valid);
        QCOMPARE(estimate.findTable("requests")->rows.size(), std::size_t{2});
        QVERIFY(std::abs(value(estimate, "cached_share") - 1024.0 / 2124.0) < 1e-9);
        request["plan"]["prefix_cache"] = false;
        QCOMPARE(value(answer(request), "cached_share"), 0.0);
    }

    /// Conversations without a question and its answer are passed over, and counted.
    void conversationsThatArePassedOverAreNamed() {
        Json request = sample_;
        const std::string path = qEnvironmentVariable("STRATA_ROOT").toStdString() + "/tests/fuzz/seeds/sharegpt.json";
        request["workload"]["traffic"] = {
            {"trace", path}, {"requests", 8}, {"arrivals", {{"process", "poisson"}, {"rate_per_s", 4}}}};
        const auto told = [&] {
            const auto estimate = answer(request);
            const auto found = std::ranges::find(estimate.notes, "note.conversations-passed-over",
                                                 [](const Note& note) { return note.text.id; });
            return found == estimate.notes.end() ? std::string() : messageText(found->text);
        };
        QCOMPARE(told().substr(0, 16), std::string("2 conversations "));
        QTemporaryDir folder;
        const std::string whole = folder.filePath("whole.json").toStdString();
        std::ofstream(whole)
            << R"([{"conversations": [{"from": "human", "value": "Who?"}, {"from": "gpt", "value": "Kung."}]}])";
        request["workload"]["traffic"]["trace"] = whole;
        QVERIFY(told().empty());
    }

    void errorsPointToTheirCause_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("where");
        QTest::newRow("heads") << "/plan/tp"
                               << "3"
                               << "/plan/tp";
        QTest::newRow("policy") << "/plan/scheduler/policy"
                                << "\"fastest\""
                                << "/plan/scheduler/policy";
        QTest::newRow("range") << "/workload/traffic/lengths/prompt/maximum"
                               << "5"
                               << "/workload/traffic/lengths/prompt/maximum";
        QTest::newRow("key") << "/plan/speed"
                             << "1"
                             << "/plan/speed";
        QTest::newRow("rate") << "/workload/traffic/arrivals/rate_per_s"
                              << "0"
                              << "/workload/traffic/arrivals/rate_per_s";
        QTest::newRow("no trace") << "/workload/traffic/arrivals/process"
                                  << "\"trace\""
                                  << "/workload/traffic/arrivals/process";
        QTest::newRow("no file") << "/workload/traffic/trace"
                                 << "\"nowhere.csv\""
                                 << "/workload/traffic/trace";
        QTest::newRow("stages") << "/plan/pp"
                                << "64"
                                << "/plan/pp";
        QTest::newRow("encoder") << "/workload/model"
                                 << "\"bert-base\""
                                 << "/workload/model";
    }

    void errorsPointToTheirCause() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, where);
        Json request = sample_;
        QVERIFY(setPointer(request, pointer.toStdString(), *parseJson(value.toStdString())));
        const auto estimate = evaluate(request, Context{*library_, {}});
        QVERIFY(!estimate);
        QCOMPARE(QString::fromStdString(estimate.error().pointer), where);
        QVERIFY(!estimate.error().text.empty());
    }

    void parametersCanBeDragged() {
        const auto parameters = parametersOf(sample_, *library_);
        QVERIFY(parameters);
        const auto has = [&](const char* pointer) {
            return std::any_of(parameters->begin(), parameters->end(),
                               [&](const Parameter& parameter) { return parameter.pointer == pointer; });
        };
        QVERIFY(has("/workload/traffic/arrivals/rate_per_s"));
        QVERIFY(has("/plan/scheduler/max_batch"));
        QVERIFY(has("/plan/slo/ttft_s"));
        const auto changed = setParameter(sample_, "/workload/traffic/arrivals/rate_per_s", 4.0, *library_);
        QVERIFY(changed);
        QVERIFY(!setParameter(sample_, "/plan/tp", 3, *library_));
    }

private:
    Estimate answer(const Json& request) {
        const auto estimate = evaluate(request, Context{*library_, {}});
        if (!estimate) qWarning("%s", describe(estimate.error()).c_str());
        return estimate ? *estimate : Estimate{};
    }
    static double value(const Estimate& estimate, const char* name) {
        const Metric* metric = estimate.findMetric(name);
        return metric == nullptr ? std::nan("") : metric->value;
    }

    std::shared_ptr<const Library> library_;
    Json sample_;
};

QTEST_APPLESS_MAIN(ServingRequestTest)
#include "serving_test.moc"
