// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/evaluate/method.h"
#include "sample.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

class GpuParameterTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        for (const char* name : {"gemm-bf16-h100.json", "gpt2-large-a100.json", "llama3.1-8b-decode-h100.json"}) {
            const auto request = readJsonFile(test::root() / "resources" / "samples" / name);
            QVERIFY2(request, name);
            requests_.push_back(*request);
        }
    }

    void whatAnArchitectDragsIsThere() {
        for (const Json& request : requests_) {
            const auto parameters = parametersOf(request, *library_);
            QVERIFY2(parameters, parameters ? "" : describe(parameters.error()).c_str());
            for (const char* wanted : {"/hardware/sms", "/hardware/clock_hz", "/hardware/memory_bytes_per_s",
                                       "/hardware/l2_bytes", "/hardware/board_power_w", "/workload/dtype"}) {
                QVERIFY2(find(*parameters, wanted) != nullptr, wanted);
            }
            for (const Parameter& parameter : *parameters) {
                if (!parameter.pointer.starts_with("/hardware")) continue;
                QVERIFY2(!parameter.source.empty(), parameter.pointer.c_str());
            }
        }
        const auto model = parametersOf(requests_[2], *library_);
        for (const char* wanted : {"/workload/batch", "/workload/sequence", "/plan/serving/output_tokens"}) {
            QVERIFY2(find(*model, wanted) != nullptr, wanted);
        }
        const auto kernel = parametersOf(requests_[0], *library_);
        for (const char* wanted : {"/workload/m", "/workload/n", "/workload/k"})
            QVERIFY2(find(*kernel, wanted) != nullptr, wanted);
        QVERIFY(find(*kernel, "/workload/a") == nullptr); // dtype stands for all of them
    }

    void typesAreChoices() {
        const auto parameters = parametersOf(requests_[0], *library_);
        const Parameter* type = find(*parameters, "/workload/dtype");
        QCOMPARE(type->chosen, std::string("bf16"));
        QVERIFY(std::count(type->choices.begin(), type->choices.end(), "fp8") == 1);
        const auto changed = setParameter(requests_[0], type->pointer, "fp8", *library_);
        QVERIFY(changed);
        QCOMPARE((*changed)["workload"]["dtype"], "fp8");
        const auto refused = setParameter(requests_[0], type->pointer, "fp7", *library_);
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, type->pointer);
    }

    void phasesRuntimesAndFlagsAreChoices() {
        const auto parameters = parametersOf(requests_[2], *library_);
        const Parameter* runtime = find(*parameters, "/hardware/engine");
        QVERIFY(runtime);
        QCOMPARE(runtime->chosen, std::string("vllm"));
        QCOMPARE(runtime->catalog_choice, std::string("pytorch"));
        const Parameter* phase = find(*parameters, "/workload/phase");
        QVERIFY(phase);
        QCOMPARE(phase->chosen, std::string("decode"));
        const Parameter* fused = find(*parameters, "/workload/fused");
        QVERIFY(fused && fused->flag);
        QCOMPARE(fused->choices, (std::vector<std::string>{"no", "yes"}));
        QCOMPARE(fused->chosen, std::string("yes")); // as the serving engine does
        const auto changed = setParameter(requests_[2], fused->pointer, false, *library_);
        QVERIFY(changed);
        const auto after = parametersOf(*changed, *library_);
        QCOMPARE(find(*after, fused->pointer)->chosen, std::string("no"));
    }

    /// Devices without a runtime of their own are served by one that serves.
    void servedDevicesShowTheRuntimeThatServes() {
        for (const char* name : {"llama3.1-8b-serving-h100.json", "llama2-7b-serving-a100.json"}) {
            const auto read = readJsonFile(test::root() / "resources" / "samples" / name);
            QVERIFY2(read, name);
            const auto parameters = parametersOf(*read, *library_);
            const Parameter* runtime = find(*parameters, "/hardware/engine");
            QVERIFY2(runtime, name);
            QCOMPARE(runtime->chosen, std::string("vllm"));
            QCOMPARE(runtime->catalog_choice, std::string("vllm"));
        }
    }

    /// Whatever a slider can reach is answered, or refused with a pointer.
    void bothEndsOfEveryRangeAreAccepted() {
        for (const Json& request : requests_) {
            const auto parameters = parametersOf(request, *library_);
            for (const Parameter& parameter : *parameters) {
                if (!parameter.choices.empty()) continue;
                QVERIFY2(parameter.minimum <= parameter.value && parameter.value <= parameter.maximum,
                         parameter.pointer.c_str());
                for (const double end : {parameter.minimum, parameter.maximum}) {
                    const Json value = parameter.integer ? Json(static_cast<std::int64_t>(end)) : Json(end);
                    const std::string what = parameter.pointer + " = " + value.dump();
                    const auto changed = setParameter(request, parameter.pointer, value, *library_);
                    if (!changed) {
                        QVERIFY2(!changed.error().pointer.empty(), (what + " " + describe(changed.error())).c_str());
                        continue;
                    }
                    const auto estimate = evaluate(*changed, Context{*library_, {}, nullptr});
                    QVERIFY2(estimate, (what + (estimate ? "" : describe(estimate.error()))).c_str());
                    if (!estimate->valid) QVERIFY2(!estimate->notes.front().fixes.empty(), what.c_str());
                }
            }
        }
    }

    void changesGoAndComeBack() {
        const Json& request = requests_[1];
        const auto changed = setParameter(request, "/hardware/sms", 64, *library_);
        QVERIFY(changed);
        QCOMPARE((*changed)["hardware"]["set"]["/sms"], 64);
        const auto back = setParameter(*changed, "/hardware/sms", 108, *library_);
        QVERIFY(back && *back == request);
        const auto parameters = parametersOf(*changed, *library_);
        QCOMPARE(find(*parameters, "/hardware/sms")->value, 64.0);
        QCOMPARE(find(*parameters, "/hardware/sms")->catalog_value, 108.0);
    }

    /// Whatever runs a transformer lets its hyper-parameters be dragged, and an estimate follows them.
    void hyperParametersOfTheModelAreDragged_data() {
        QTest::addColumn<QString>("sample");
        for (const char* name : {"llama3.1-8b-decode-h100", "llama3.1-70b-inference-dgx-h100",
                                 "llama3.1-8b-serving-h100", "train-mixtral-8x7b-h100"})
            QTest::newRow(name) << name;
    }

    void hyperParametersOfTheModelAreDragged() {
        QFETCH(QString, sample);
        const auto request = readJsonFile(test::root() / "resources" / "samples" / (sample.toStdString() + ".json"));
        QVERIFY(request);
        const auto parameters = parametersOf(*request, *library_);
        QVERIFY(parameters);
        const Parameter* layers = find(*parameters, "/workload/model/layers");
        QVERIFY(layers);
        QVERIFY(!layers->source.empty());
        QVERIFY(layers->group.starts_with("Llama") || layers->group.starts_with("Mixtral"));
        for (const char* wanted : {"hidden", "heads", "kv_heads", "head_dim", "ffn", "vocab"})
            QVERIFY2(find(*parameters, std::string("/workload/model/") + wanted) != nullptr, wanted);
        QCOMPARE(find(*parameters, "/workload/model/moe/experts") != nullptr, sample.contains("mixtral"));

        const auto changed = setParameter(*request, layers->pointer, 2 * layers->value, *library_);
        QVERIFY2(changed, changed ? "" : describe(changed.error()).c_str());
        QCOMPARE((*changed)["workload"]["model"]["set"]["/layers"], 2 * layers->value);
        const auto now = parametersOf(*changed, *library_);
        QVERIFY(now);
        QCOMPARE(find(*now, layers->pointer)->catalog_value, layers->value);
        const auto back = setParameter(*changed, layers->pointer, layers->value, *library_);
        QVERIFY(back);
        QCOMPARE(*back, *request);

        const Context context{*library_, {}, nullptr};
        const auto before = evaluate(*request, context);
        const auto after = evaluate(*changed, context);
        QVERIFY(before && after);
        QVERIFY(before->valid);
        // Twice the layers take longer, or no longer fit.
        if (after->valid)
            QVERIFY(after->metrics.front().value > 1.3 * before->metrics.front().value);
        else
            QVERIFY(!after->notes.empty());
    }

    void hyperParametersThatDoNotDivideAreRefusedWhereTheyStand() {
        const auto refused = setParameter(requests_[2], "/workload/model/kv_heads", 5, *library_);
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/workload/model/kv_heads"));
        QVERIFY(messageText(refused.error().expected).find("32") != std::string::npos);

        Json stated = requests_[2];
        stated["workload"]["model"] = {{"base", "llama3.1-8b"}, {"set", {{"/kv_heads", 5}}}};
        const auto answer = evaluate(stated, Context{*library_, {}, nullptr});
        QVERIFY(!answer);
        QCOMPARE(answer.error().pointer, std::string("/workload/model/set/~1kv_heads"));

        stated["workload"]["model"] = "llama3.1-8b";
        stated["workload"]["sequence"] = 1e6;
        const auto too_long = evaluate(stated, Context{*library_, {}, nullptr});
        QVERIFY(!too_long);
        QCOMPARE(too_long.error().pointer, std::string("/workload/sequence"));
    }

private:
    static const Parameter* find(const std::vector<Parameter>& parameters, std::string_view pointer) {
        const auto found = std::find_if(parameters.begin(), parameters.end(),
                                        [&](const Parameter& p) { return p.pointer == pointer; });
        return found == parameters.end() ? nullptr : &*found;
    }

    std::shared_ptr<const Library> library_;
    std::vector<Json> requests_;
};

QTEST_APPLESS_MAIN(GpuParameterTest)
#include "gpu_parameter_test.moc"
