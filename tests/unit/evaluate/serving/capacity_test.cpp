// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/executor.h"
#include "core/base/message_text.h"
#include "core/evaluate/kinds/serving/load_curve.h"
#include "core/evaluate/methods/serving/serving.h"
#include "core/evaluate/registry.h"
#include "tests/unit/evaluate/sample.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

class CapacityTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        sample_ = test::sampleRequest("llama2-7b-serving-a100.json");
        QVERIFY(!sample_.is_null());
        sample_["method"] = "serving.capacity";
        sample_["plan"]["slo"] = {{"ttft_s", 0.3}, {"tpot_s", 0.04}};
    }

    /// At the rate that it names, the simulation keeps the service level; 15 % above, it does not.
    void isWhereTheServiceLevelEnds() {
        const auto capacity = answer(sample_);
        const Metric* found = capacity.findMetric("capacity_per_s");
        QVERIFY(found != nullptr);
        QVERIFY(found->low < found->value && found->value < found->high);
        const auto kept = [&](double rate) {
            Json request = sample_;
            request["method"] = "serving.simulation";
            double sum = 0;
            for (int seed = 42; seed < 47; ++seed) {
                request["seed"] = seed;
                request["workload"]["traffic"]["arrivals"]["rate_per_s"] = rate;
                sum += answer(request).findMetric("goodput")->value / 5;
            }
            return sum;
        };
        QVERIFY(kept(0.9 * found->value) >= 0.9);
        QVERIFY(kept(1.15 * found->value) < 0.9);
    }

    /// A metric that a row says its method alone tells stands in the answer of that method and of no other of the kind.
    void rowsSayWhoTellsARate() {
        Json request = sample_;
        request["plan"]["capacity"] = {{"replications", 3}};
        for (const std::string_view metric : {kCapacityMetric, kSaturationMetric}) {
            const Method* telling = methodThatTells(request, metric, builtinRegistry());
            QVERIFY(telling != nullptr);
            for (const Method* method : builtinRegistry().methodsOf("serving")) {
                request["method"] = method->id;
                QCOMPARE(answer(request).findMetric(metric) != nullptr, method == telling);
            }
        }
        QVERIFY(methodThatTells(request, "energy_j", builtinRegistry()) == nullptr);
    }

    /// A limit that 99 of 100 requests must keep is reached at a lower rate than one that half of them must keep, and
    /// the note says which percentile it was.
    void limitsHavePercentiles() {
        const auto of = [&](double percentile) {
            Json request = sample_;
            request["plan"]["slo"] = {{"ttft_s", 0.3}, {"ttft_percentile", percentile}};
            request["plan"]["capacity"] = {{"replications", 3}};
            return answer(request);
        };
        const Estimate strict = of(99), loose = of(50);
        const double rate = strict.findMetric("capacity_per_s")->value;
        QVERIFY(rate < 0.97 * loose.findMetric("capacity_per_s")->value);
        // With a percentile of its own the share of the other limits says nothing of this one.
        Json request = sample_;
        request["plan"]["slo"] = {{"ttft_s", 0.3}, {"ttft_percentile", 99}};
        request["plan"]["capacity"] = {{"replications", 3}, {"kept", 0.5}};
        QCOMPARE(answer(request).findMetric("capacity_per_s")->value, rate);
        const auto note = std::ranges::find(strict.notes, "capacity", &Note::code);
        QVERIFY(note != strict.notes.end());
        QVERIFY(messageText(note->text).find("99 % of the requests have their first token within 300 ms") !=
                std::string::npos);
    }

    /// A percentile of a limit that nobody states is refused where the limit is missing.
    void percentilesNeedTheirLimit() {
        Json request = sample_;
        request["plan"]["slo"] = {{"ttft_s", 0.3}, {"tpot_percentile", 99}};
        const auto refused = evaluate(request, Context{*library_, {}});
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/plan/slo/tpot_s"));
    }

    /// A short run ends before its queue has grown. The answer to one of 100 requests is that to one of 2,000.
    void runsAreAsLongAsTheyNeed() {
        const auto rate = [&](int requests, int longest) {
            Json request = sample_;
            request["workload"]["traffic"]["requests"] = requests;
            request["plan"]["slo"] = {{"ttft_s", 2.0}}; // which only a queue can break
            request["plan"]["capacity"] = {{"replications", 3}, {"longest_run", longest}};
            return answer(request).findMetric("capacity_per_s")->value;
        };
        const double alone = rate(100, 100), grown = rate(100, 16384), large = rate(2000, 16384);
        QVERIFY2(std::abs(grown / large - 1) < 0.08, qPrintable(QStringLiteral("%1, %2").arg(grown).arg(large)));
        QVERIFY2(alone > 1.1 * large, qPrintable(QStringLiteral("%1, %2").arg(alone).arg(large)));
        Json stopped = sample_;
        stopped["workload"]["traffic"]["requests"] = 100;
        stopped["plan"]["capacity"] = {{"replications", 3}, {"longest_run", 100}};
        const auto estimate = answer(stopped);
        QVERIFY(std::ranges::any_of(estimate.notes, [](const Note& note) { return note.code == "run-too-short"; }));
        QCOMPARE(estimate.findTable("run_lengths")->rows.size(), std::size_t{1});
    }

    /// Where the search starts makes no difference beyond its steps; the same request, none at all.
    void doesNotDependOnTheStart() {
        const double here = answer(sample_).findMetric("capacity_per_s")->value;
        QCOMPARE(answer(sample_).findMetric("capacity_per_s")->value, here);
        Json other = sample_;
        other["workload"]["traffic"]["arrivals"]["rate_per_s"] = 20;
        QVERIFY(std::abs(answer(other).findMetric("capacity_per_s")->value / here - 1) < 0.05);
    }

    void growsWithReplicasAndPatience() {
        const double one = answer(sample_).findMetric("capacity_per_s")->value;
        Json two = sample_;
        two["plan"]["replicas"] = 2;
        QVERIFY(answer(two).findMetric("capacity_per_s")->value > 1.6 * one);
        Json patient = sample_;
        patient["plan"]["slo"]["tpot_s"] = 0.1;
        QVERIFY(answer(patient).findMetric("capacity_per_s")->value > one);
    }

    /// Replications side by side: the same bits on one thread and on many, and more of them tell more surely.
    void threadsChangeNothing() {
        Json many = sample_;
        many["plan"]["capacity"] = {{"replications", 7}};
        const auto request = parseRequest(many);
        QVERIFY(request);
        std::string first;
        for (const unsigned threads : {1U, 2U, 9U}) {
            ThreadExecutor executor(threads);
            const auto estimate =
                methods::estimateCapacity(*request, Context{*library_, {}, nullptr, &builtinRegistry(), &executor});
            QVERIFY(estimate);
            QCOMPARE(estimate->findTable("replications")->rows.size(), std::size_t{7});
            const std::string text = toJson(*estimate).dump();
            if (first.empty()) first = text;
            QCOMPARE(text, first);
        }
        many["plan"]["capacity"]["kept"] = 0.6;
        QVERIFY(answer(many).findMetric("capacity_per_s")->value > answer(sample_).findMetric("capacity_per_s")->value);
    }

    void saysWhatItCannot() {
        Json strict = sample_;
        strict["plan"]["slo"] = {{"tpot_s", 0.001}};
        const auto never = answer(strict);
        QVERIFY(!never.valid);
        QCOMPARE(never.notes.front().code, std::string("never-kept"));
        Json without = sample_;
        without["plan"].erase("slo");
        QCOMPARE(evaluate(without, Context{*library_, {}}).error().pointer, std::string("/plan/slo"));
        Json closed = sample_;
        closed["workload"]["traffic"]["arrivals"] = {{"process", "closed-loop"}, {"concurrency", 4}};
        QCOMPARE(evaluate(closed, Context{*library_, {}}).error().code, std::string("not-supported"));
    }

private:
    Estimate answer(const Json& request) {
        const auto estimate = evaluate(request, Context{*library_, {}});
        if (!estimate) qWarning("%s", describe(estimate.error()).c_str());
        return estimate ? *estimate : Estimate{};
    }

    std::shared_ptr<const Library> library_;
    Json sample_;
};

QTEST_APPLESS_MAIN(CapacityTest)
#include "capacity_test.moc"
