// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/evaluate/method.h"
#include "core/serving/single.h"
#include "tests/unit/evaluate/sample.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

class InferenceRequestTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        sample_ = test::sampleRequest("llama3.1-70b-inference-dgx-h100.json");
        QVERIFY(!sample_.is_null());
    }

    void sampleIsAnswered() {
        const auto estimate = answer(sample_);
        QVERIFY(estimate.valid);
        for (const Metric& metric : estimate.metrics)
            QVERIFY2(metric.low <= metric.value && metric.value <= metric.high, metric.name.c_str());
        const double ttft = value(estimate, "ttft_s"), tpot = value(estimate, "tpot_s");
        QVERIFY(std::abs(value(estimate, "e2e_s") / (ttft + 511 * tpot) - 1) < 1e-9);
        QVERIFY(std::abs(value(estimate, "tokens_per_s") * value(estimate, "e2e_s") / (16 * 512) - 1) < 1e-9);
        QCOMPARE(value(estimate, "devices"), 4.0);
        for (const auto& [metric, part] : estimate.parts) {
            QVERIFY2(worstImbalance(part) < 1e-9, metric.c_str());
            QVERIFY2(std::abs(part.value / value(estimate, metric.c_str()) - 1) < 1e-9, metric.c_str());
        }
    }

    /// One sequence of a dense model reads every weight once a token: no token is faster than its bytes.
    void decodingIsNoFasterThanItsBytes() {
        Json request = sample_;
        request["workload"]["batch"] = 1;
        const double weight_bytes = 70.6e9 / 4, peak = 3.35e12;
        QVERIFY(value(answer(request), "tpot_s") > weight_bytes / peak);
    }

    void decodeSumMatchesEveryStep() {
        // The three points against all 40 steps, whose contexts grow from 9 to 48.
        std::vector<double> terms;
        for (int i = 0; i < 40; ++i)
            terms.push_back(1 + 0.01 * i + 0.0003 * i * i);
        double all = 0, few = 0;
        for (const double term : terms)
            all += term;
        for (const auto& node : serving::sumNodes(40))
            few += node.weight * (1 + 0.01 * node.at + 0.0003 * node.at * node.at);
        QVERIFY(std::abs(few / all - 1) < 0.01);
        QCOMPARE(serving::sumNodes(2).size(), std::size_t{2});
        QVERIFY(serving::sumNodes(0).empty());
    }

    void parallelismChangesWhatItShould() {
        const auto with = [&](const char* key, int ranks) {
            Json request = sample_;
            request["plan"][key] = ranks;
            return answer(request);
        };
        QVERIFY(value(with("tp", 8), "tpot_s") < value(with("tp", 4), "tpot_s"));
        // Stages shorten nothing for a token, but halve what a device holds.
        const auto staged = with("pp", 2);
        QVERIFY(value(staged, "memory_bytes") < 0.6 * value(answer(sample_), "memory_bytes"));
        QVERIFY(staged.findParts("ttft_s") != nullptr);
        const auto& children = staged.findParts("ttft_s")->children;
        QVERIFY(std::any_of(children.begin(), children.end(),
                            [](const Part& part) { return part.category == Category::Bubble; }));
        // 16 ranks do not fit into one node: the network costs.
        QVERIFY(value(with("tp", 16), "tpot_s") > value(with("tp", 8), "tpot_s"));
    }

    /// A card without links of its own sends activations over the host's.
    void stagesReachEachOtherThroughTheHost() {
        Json request = sample_;
        request["hardware"] = "l40s";
        request["workload"]["model"] = "llama2-7b";
        request["workload"]["prompt_tokens"] = 512;
        request["plan"] = {{"pp", 2}};
        const auto staged = answer(request);
        QVERIFY(staged.valid);
        request["hardware"] = {{"base", "l40s"}, {"set", {{"/host_link_bytes_per_s", 3.2e9}}}};
        QVERIFY(value(answer(request), "ttft_s") > value(staged, "ttft_s"));
    }

    void expertsAndLatentsAreAnswered() {
        Json request = sample_;
        request["workload"] = {{"model", "deepseek-v3"},
                               {"weights", "fp8"},
                               {"prompt_tokens", 1024},
                               {"output_tokens", 128},
                               {"batch", 32}};
        request["hardware"] = "dgx-h200";
        request["plan"] = {{"tp", 8}};
        const auto tensor = answer(request);
        QVERIFY(tensor.valid);
        request["plan"] = {{"tp", 8}, {"ep", 8}};
        const auto inside = answer(request);
        QVERIFY(inside.valid);
        // The same weights, cut by expert instead of by column.
        QVERIFY(std::abs(value(inside, "memory_bytes") / value(tensor, "memory_bytes") - 1) < 0.01);
        request["plan"] = {{"tp", 1}, {"ep", 8}};
        const auto groups = answer(request);
        QVERIFY(groups.valid);
        QCOMPARE(value(groups, "devices"), 8.0);
        // Each rank holds the cache of its own requests instead of everybody's latents.
        QVERIFY(value(groups, "largest_batch") > value(inside, "largest_batch"));
    }

    void whatDoesNotFitSaysWhatWould() {
        Json request = sample_;
        request["plan"]["tp"] = 1;
        const auto estimate = answer(request);
        QVERIFY(!estimate.valid);
        QVERIFY(estimate.metrics.empty());
        QCOMPARE(estimate.notes.front().code, std::string("over-memory"));
        QVERIFY(alternativesText(estimate.notes.front().fixes).find("tp 2") != std::string::npos);
        // A batch that is suggested does fit, and one more does not.
        request["plan"]["tp"] = 2;
        request["workload"]["batch"] = 1;
        const double largest = value(answer(request), "largest_batch");
        request["workload"]["batch"] = largest;
        QVERIFY(answer(request).valid);
        request["workload"]["batch"] = largest + 1;
        QVERIFY(!answer(request).valid);
    }

    void errorsPointToTheirCause_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("where");
        QTest::newRow("heads") << "/plan/tp"
                               << "3"
                               << "/plan/tp";
        QTest::newRow("no experts") << "/plan/ep"
                                    << "2"
                                    << "/plan/ep";
        QTest::newRow("stages") << "/plan/pp"
                                << "81"
                                << "/plan/pp";
        QTest::newRow("encoder") << "/workload/model"
                                 << "\"bert-base\""
                                 << "/workload/model";
        QTest::newRow("long") << "/workload/output_tokens"
                              << "200000"
                              << "/workload/output_tokens";
        QTest::newRow("hardware") << "/hardware"
                                  << "\"eyeriss\""
                                  << "/hardware";
        QTest::newRow("unknown") << "/plan/replicas"
                                 << "2"
                                 << "/plan/replicas";
    }
    void errorsPointToTheirCause() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, where);
        Json request = sample_;
        const auto parsed = parseJson(value.toStdString());
        QVERIFY(parsed);
        QVERIFY(setPointer(request, pointer.toStdString(), *parsed));
        const auto estimate = evaluate(request, Context{*library_, {}});
        QVERIFY(!estimate);
        QVERIFY2(estimate.error().pointer.starts_with(where.toStdString()), describe(estimate.error()).c_str());
        QVERIFY2(messageText(estimate.error().text).find("_parallel") == std::string::npos,
                 describe(estimate.error()).c_str());
    }

    void parametersCanBeDragged() {
        const auto parameters = parametersOf(sample_, *library_);
        QVERIFY(parameters);
        for (const char* pointer : {"/workload/batch", "/workload/prompt_tokens", "/plan/tp"}) {
            QVERIFY2(std::any_of(parameters->begin(), parameters->end(),
                                 [&](const Parameter& parameter) { return parameter.pointer == pointer; }),
                     pointer);
        }
        QVERIFY(setParameter(sample_, "/workload/batch", 32, *library_));
    }

private:
    Estimate answer(const Json& request) {
        auto estimate = evaluate(request, Context{*library_, {}});
        if (!estimate) {
            qWarning("%s", describe(estimate.error()).c_str());
            return {};
        }
        return *std::move(estimate);
    }
    static double value(const Estimate& estimate, const char* metric) {
        const Metric* found = estimate.findMetric(metric);
        return found == nullptr ? std::nan("") : found->value;
    }

    std::shared_ptr<const Library> library_;
    Json sample_;
};

QTEST_APPLESS_MAIN(InferenceRequestTest)
#include "inference_test.moc"
