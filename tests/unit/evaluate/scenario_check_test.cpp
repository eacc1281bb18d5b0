// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/scenario_check.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace strata;

namespace {

/// A small scenario that passes: tokens of a lonely request follow the bytes of a weight.
Json sound() {
    return *parseJson(R"({
        "id": "X1.1", "kind": "scenario", "name": "Small", "group": "X1", "category": "test", "era": 2023,
        "question": "How fast are tokens?", "target": "tpot_s", "stress": "A batch of one.",
        "source": "a test",
        "request": {"kind": "inference", "hardware": "a100-sxm4-80gb",
                    "workload": {"model": "llama2-7b", "prompt_tokens": 512, "output_tokens": 16, "batch": 1}},
        "knob": {"name": "bytes of a weight", "direction": "falls", "least_change": 0.2,
                 "settings": [{"/workload/weights": "bf16"}, {"/workload/weights": "int8"}]},
        "expected": {"of": "value", "low": 0.0066, "high": 0.02, "basis": "closed form",
                     "source": "13.5 GB over 2.04 TB/s at best, at a third of it at worst"}})");
}

/// Traffic that one device serves with ease.
Json idleTraffic() {
    return *parseJson(R"({"kind": "serving", "hardware": "h100-sxm5-80gb", "seed": 42,
        "workload": {"model": "llama3.1-8b", "traffic": {"requests": 60,
            "arrivals": {"process": "poisson", "rate_per_s": 1.0},
            "lengths": {"prompt": {"distribution": "fixed", "tokens": 128},
                        "output": {"distribution": "fixed", "tokens": 32}}}},
        "plan": {"slo": {"ttft_s": 5.0, "tpot_s": 0.5}}})");
}

} // namespace

class ScenarioCheckTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void aSoundOnePasses();
    void aKnobThatMovesNothingFails_data();
    void aKnobThatMovesNothingFails();
    void aSaturatedAnswerFails();
    void theOfferedLoadFails();
    void aNumberOfTheRequestFails();
    void anAnswerOutOfItsRangeFails();
    void aRatioOutOfItsRangeFails();
    void aKnownMissIsTheRangeAlone();
    void whatIsNotAnsweredFails_data();
    void whatIsNotAnsweredFails();

private:
    ScenarioCheck check(const Json& document) const {
        const auto scenario = workload::readScenario(document, {});
        if (!scenario) qFatal("%s", describe(scenario.error()).c_str());
        return checkScenario(*scenario, *scenario->request, Context{*library_, {}, nullptr});
    }

    std::shared_ptr<const Library> library_;
};

void ScenarioCheckTest::initTestCase() {
    const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    QVERIFY2(library, library ? "" : describe(library.error()).c_str());
    library_ = *library;
}

void ScenarioCheckTest::aSoundOnePasses() {
    const ScenarioCheck found = check(sound());
    QVERIFY2(found.passes(), found.lacks.empty() ? "" : found.lacks.front().c_str());
    QVERIFY(found.lacks.empty());
    QCOMPARE(found.turned.size(), std::size_t{2});
    QCOMPARE(found.change(), found.turned[1] / found.turned[0] - 1.0);
    QVERIFY(found.change() < -0.2);
}

void ScenarioCheckTest::aKnobThatMovesNothingFails_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::newRow("nothing moves") << "/settings"
                                   << R"([{"/label": "a"}, {"/label": "b"}])";
    QTest::newRow("the wrong way") << "/direction"
                                   << R"("rises")";
    QTest::newRow("not far enough") << "/least_change"
                                    << "0.9";
    QTest::newRow("back again in between")
        << "/settings"
        << R"([{"/workload/weights": "bf16"}, {"/workload/weights": "int4"}, {"/workload/weights": "int8"}])";
    QTest::newRow("a setting that cannot be")
        << "/settings"
        << R"([{"/workload/model": "llama2-7b"}, {"/workload/model": "llama3.1-405b"}])";
}

void ScenarioCheckTest::aKnobThatMovesNothingFails() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    Json document = sound();
    QVERIFY(setPointer(document, "/knob" + pointer.toStdString(), *parseJson(value.toStdString())));
    const ScenarioCheck found = check(document);
    QVERIFY(!found.moves && !found.passes());
    QVERIFY(found.in_range && found.informs);
    QCOMPARE(found.lacks.size(), std::size_t{1});
    QVERIFY2(found.lacks.front().starts_with("bytes of a weight"), found.lacks.front().c_str());
}

void ScenarioCheckTest::aSaturatedAnswerFails() {
    Json document = sound();
    document["request"] = idleTraffic();
    document["target"] = "goodput";
    document["knob"]["settings"] = {{{"/plan/slo/ttft_s", 5.0}}, {{"/plan/slo/ttft_s", 0.001}}};
    document["expected"]["low"] = 0.5;
    document["expected"]["high"] = 1.0;
    const ScenarioCheck found = check(document);
    QCOMPARE(found.answer->value, 1.0);
    QVERIFY(found.in_range && found.moves); // what fails is the saturation alone
    QVERIFY(!found.informs && !found.passes());
    QVERIFY2(found.lacks.front().find("end of its scale") != std::string::npos, found.lacks.front().c_str());
}

void ScenarioCheckTest::theOfferedLoadFails() {
    for (const char* metric : {"requests_per_s", "tokens_per_s"}) {
        Json document = sound();
        document["request"] = idleTraffic();
        document["request"]["workload"]["traffic"]["requests"] = 400; // the last ones end soon after the last arrival
        document["target"] = metric;
        const ScenarioCheck found = check(document);
        QVERIFY2(!found.informs, metric);
        QVERIFY2(found.lacks.front().find("offered load") != std::string::npos, found.lacks.front().c_str());
    }
}

void ScenarioCheckTest::aNumberOfTheRequestFails() {
    Json document = sound();
    document["request"]["plan"]["tp"] = 2;
    document["target"] = "devices";
    const ScenarioCheck found = check(document);
    QVERIFY(!found.informs && !found.passes());
    QVERIFY2(found.lacks.front().find("number of the request") != std::string::npos, found.lacks.front().c_str());
}

void ScenarioCheckTest::anAnswerOutOfItsRangeFails() {
    Json document = sound();
    document["expected"]["high"] = 0.0067;
    const ScenarioCheck found = check(document);
    QVERIFY(!found.in_range && !found.passes());
    QVERIFY(found.moves && found.informs);
    QCOMPARE(found.lacks.size(), std::size_t{1});
}

void ScenarioCheckTest::aRatioOutOfItsRangeFails() {
    Json document = sound();
    document["expected"]["of"] = "ratio";
    document["expected"]["low"] = 0.4;
    document["expected"]["high"] = 0.9;
    QVERIFY(check(document).passes());
    document["expected"]["low"] = 0.9;
    document["expected"]["high"] = 1.1;
    const ScenarioCheck found = check(document);
    QVERIFY(!found.in_range && found.moves && found.informs);
}

void ScenarioCheckTest::aKnownMissIsTheRangeAlone() {
    Json document = sound();
    document["known_miss"] = "Because.";
    const auto missesAsKnown = [&] {
        const auto scenario = workload::readScenario(document, {});
        return check(document).missesAsKnown(*scenario);
    };
    QVERIFY(!missesAsKnown()); // it is in its range
    document["expected"]["high"] = 0.0067;
    QVERIFY(missesAsKnown());
    document["knob"]["direction"] = "rises";
    QVERIFY(!missesAsKnown()); // a cause excuses no knob
}

void ScenarioCheckTest::whatIsNotAnsweredFails_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("says");
    QTest::newRow("no such metric") << "/target"
                                    << R"("mfu")"
                                    << "does not give mfu";
    QTest::newRow("does not fit") << "/request/workload/model"
                                  << R"("llama3.1-405b")"
                                  << "cannot exist";
    QTest::newRow("wrong value") << "/request/workload/batch"
                                 << "0"
                                 << "/workload/batch";
}

void ScenarioCheckTest::whatIsNotAnsweredFails() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, says);
    Json document = sound();
    QVERIFY(setPointer(document, pointer.toStdString(), *parseJson(value.toStdString())));
    const ScenarioCheck found = check(document);
    QVERIFY(!found.answer && !found.passes() && !found.in_range && !found.moves);
    QVERIFY2(found.lacks.front().find(says.toStdString()) != std::string::npos, found.lacks.front().c_str());
}

QTEST_GUILESS_MAIN(ScenarioCheckTest)
#include "scenario_check_test.moc"
