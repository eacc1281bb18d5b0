// SPDX-License-Identifier: GPL-3.0-or-later
// Engines and their versions in requests: what the host's work costs, how long a request waits, which limits hold.
#include "core/base/message_text.h"
#include "core/evaluate/kinds/serving/policy_names.h"
#include "core/evaluate/method.h"
#include "core/serving/scheduling/policy.h"
#include "tests/unit/evaluate/serving/serving_sample.h"

#include <nlohmann/json.hpp>
#include <QtTest>
#include <set>

using namespace strata;

class ServingVersionsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        request_ = Json::parse(R"({
            "kind": "serving", "hardware": "h100-sxm5-80gb",
            "workload": {"model": "llama3.1-8b", "traffic": {
                "arrivals": {"process": "poisson", "rate_per_s": 20}, "requests": 60,
                "lengths": {"prompt": {"tokens": 256}, "output": {"tokens": 128}}}},
            "plan": {"engine": {"id": "vllm", "version": "0.12.0"}}, "seed": 3})");
    }

    void laterVersionsHideTheirHost() {
        const Estimate before = answer(with("0.12.0")), after = answer(with("0.19.0"));
        QVERIFY(test::value(after, "tpot_s") < test::value(before, "tpot_s"));
        QVERIFY(!test::noteOf(before, "engine-version") && !test::noteOf(after, "engine-version"));
        // By hand in either version.
        Json flagged = with("0.12.0");
        flagged["plan"]["scheduler"]["ahead"] = true;
        QVERIFY(test::value(answer(flagged), "tpot_s") < test::value(before, "tpot_s"));
        Json unflagged = with("0.19.0");
        unflagged["plan"]["scheduler"]["ahead"] = false;
        QVERIFY(test::value(answer(unflagged), "tpot_s") > test::value(after, "tpot_s"));
    }

    /// Where no version is stated, the interval holds what the versions before would take; a stated one does not.
    void intervalsHoldOtherVersions() {
        const double before = test::value(answer(with("0.12.0")), "tpot_s");
        const auto open = answer(with("")), known = answer(with("0.21.0"));
        const Metric* widened = open.findMetric("tpot_s");
        const Metric* stated = known.findMetric("tpot_s");
        QVERIFY(widened && stated && before > widened->value);
        QCOMPARE(widened->value, stated->value);
        QVERIFY(widened->high >= before);
        QVERIFY(widened->high >= stated->high && widened->low <= stated->low);
        QVERIFY(messageText(test::noteOf(open, "engine-version")->text).find("0.8 up to 0.14") != std::string::npos);
    }

    void versionsThatNobodyKnowsAreTold() {
        const auto note = [this](const char* version) {
            const Estimate estimate = answer(with(version));
            const Note* found = test::noteOf(estimate, "engine-version");
            return found ? messageText(found->text) : std::string();
        };
        QVERIFY(note("").find("No version of vLLM is stated") == 0);
        QVERIFY(note("0.3").find("older") != std::string::npos);
        QVERIFY(note("7.0").find("newer") != std::string::npos);
    }

    /// A cluster has no member `engine`: the plan names what serves on it.
    void clustersNameTheirEngineInThePlan() {
        Json request = with("0.19.0");
        request["hardware"] = "dgx-h100";
        const Estimate named = answer(request);
        QVERIFY(named.valid && test::noteOf(named, "request-way"));
        request["plan"].erase("engine");
        QVERIFY(!test::noteOf(answer(request), "request-way"));
    }

    void refusals() {
        const auto pointer = [this](const Json& engine, const char* of_device) {
            Json request = request_;
            request["plan"]["engine"] = engine;
            if (*of_device != '\0')
                request["hardware"] = {{"base", "h100-sxm5-80gb"}, {"set", {{"/engine", of_device}}}};
            const auto estimate = evaluate(request, Context{*library_, {}});
            return estimate ? std::string("answered") : estimate.error().pointer;
        };
        QCOMPARE(pointer({{"id", "wllm"}}, ""), std::string("/plan/engine/id"));
        QCOMPARE(pointer({{"id", "pytorch"}}, ""), std::string("/plan/engine/id"));
        QCOMPARE(pointer({{"id", "sglang"}}, "vllm"), std::string("/plan/engine/id"));
        QCOMPARE(pointer({{"id", "vllm"}}, "vllm"), std::string("answered"));
        QCOMPARE(pointer({{"version", "0.12"}}, "vllm"), std::string("answered"));
        QCOMPARE(pointer(Json::object(), "pytorch"), std::string("/hardware/set/~1engine"));
    }

    /// What requests and sessions of before call a scheduler is a name of the catalog: the same bits.
    void engineNamesOfSchedulers() {
        const auto aliases = policyAliases(*library_);
        for (const char* name : {"vllm", "vllm-v0", "sarathi", "orca", "lightllm", "sglang", "tensorrt-llm"})
            QVERIFY2(aliases.contains(name), name);
        const auto scheduled = [this](const std::string& policy) {
            Json request = request_;
            request["plan"]["scheduler"]["policy"] = policy;
            return request;
        };
        std::set<double> seen;
        for (const auto& [name, policy] : aliases) {
            const auto policies = serving::schedulerPolicies();
            QVERIFY2(std::ranges::count(policies, policy) == 1, name.c_str());
            const Estimate asked = answer(scheduled(name)), own = answer(scheduled(policy));
            QCOMPARE(asked.metrics.size(), own.metrics.size());
            for (std::size_t i = 0; i < own.metrics.size(); ++i)
                QVERIFY2(asked.metrics[i].value == own.metrics[i].value, own.metrics[i].name.c_str());
            seen.insert(test::value(own, "ttft_p99_s"));
            const auto parameters = parametersOf(scheduled(name), *library_);
            QVERIFY(parameters);
            const auto shown = std::ranges::find(*parameters, "/plan/scheduler/policy", &Parameter::pointer);
            QVERIFY(shown != parameters->end());
            QCOMPARE(shown->chosen, policy);
        }
        QVERIFY(seen.size() > 2); // they are not all one
        const auto refused = evaluate(scheduled("wllm"), Context{*library_, {}});
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/plan/scheduler/policy"));
        QVERIFY(messageText(refused.error().expected).find("no-eviction") != std::string::npos);
        QVERIFY(messageText(refused.error().expected).find("vllm-v0") != std::string::npos);
    }

    /// Answers of models whose context ends before them are no answers.
    void requestsBeyondTheContext() {
        Json request = request_;
        request["workload"]["model"] = "gpt2-small";
        request["workload"]["traffic"]["lengths"]["prompt"]["tokens"] = 4000;
        const Estimate estimate = answer(request);
        QVERIFY(!estimate.valid && test::noteOf(estimate, "beyond-context"));
        QVERIFY(answer(request_).valid && !test::noteOf(answer(request_), "beyond-context"));
    }

private:
    Json with(const char* version) const {
        Json request = request_;
        request["plan"]["engine"]["version"] = version;
        return request;
    }
    Estimate answer(const Json& request) {
        const auto estimate = evaluate(request, Context{*library_, {}});
        if (!estimate) qWarning("%s", describe(estimate.error()).c_str());
        return estimate ? *estimate : Estimate{};
    }

    std::shared_ptr<const Library> library_;
    Json request_;
};

QTEST_APPLESS_MAIN(ServingVersionsTest)
#include "serving_versions_test.moc"
