// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/workload/scenario.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;

namespace {

Json sound() {
    return *parseJson(R"({
        "id": "X1.1", "kind": "scenario", "name": "Small", "group": "X1", "category": "test", "era": 2023,
        "question": "How fast?", "target": "tpot_s", "also": ["ttft_s"], "stress": "One request.",
        "chosen": "All.", "source": "a test", "request": {"kind": "inference", "plan": {"tp": 2}},
        "knob": {"name": "devices", "direction": "falls", "least_change": 0.2,
                 "settings": [{"/plan/tp": 2, "/plan/pp": null}, {"/plan/tp": 4, "/plan/pp": 1}]},
        "expected": {"of": "ratio", "low": 0.4, "high": 0.9, "basis": "closed form", "source": "half"},
        "known_miss": "because"})");
}

} // namespace

class ScenarioReadingTest : public QObject {
    Q_OBJECT

private slots:
    void everythingIsRead();
    void settingsSetAndRemove();
    void errorsNameTheField_data();
    void errorsNameTheField();
    void errorsNameTheFile();
};

void ScenarioReadingTest::everythingIsRead() {
    const auto scenario = workload::readScenario(sound(), {});
    QVERIFY2(scenario, scenario ? "" : describe(scenario.error()).c_str());
    QCOMPARE(scenario->target, std::string("tpot_s"));
    QCOMPARE(scenario->era, 2023);
    QCOMPARE(scenario->category, std::string("test"));
    QCOMPARE(scenario->known_miss, std::string("because"));
    QCOMPARE(scenario->also.size(), std::size_t{1});
    QVERIFY(!scenario->knob.rises);
    QCOMPARE(scenario->knob.least_change, 0.2);
    QCOMPARE(scenario->knob.settings.size(), std::size_t{2});
    QVERIFY(scenario->expected.of_ratio);
    QCOMPARE(scenario->expected.high, 0.9);
    QCOMPARE(scenario->expected.basis, std::string("closed form"));
}

void ScenarioReadingTest::settingsSetAndRemove() {
    const Json request{{"plan", {{"tp", 1}, {"pp", 4}}}};
    const Json setting{{"/plan/tp", 8}, {"/plan/pp", nullptr}, {"/plan/slo/ttft_s", 0.5}};
    const auto changed = workload::withSetting(request, setting);
    QVERIFY(changed);
    QCOMPARE(changed->dump(), std::string(R"({"plan":{"slo":{"ttft_s":0.5},"tp":8}})"));
}

void ScenarioReadingTest::errorsNameTheField_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("named");
    const auto row = [](const char* name, const char* pointer, const char* value, const char* named = nullptr) {
        QTest::newRow(name) << pointer << value << (named ? named : pointer);
    };
    row("no kind", "/request", "{}");
    row("a scenario itself", "/request", R"({"kind": "scenario", "id": "T1.1"})");
    row("era long ago", "/era", "1066");
    row("one setting", "/knob/settings", R"([{"/plan/tp": 2}])");
    row("a setting of nothing", "/knob/settings/1", "{}");
    row("no pointer", "/knob/settings/0", R"({"plan.tp": 2, "/plan/pp": 1})", "/knob/settings/0/plan.tp");
    row("another kind", "/knob/settings/0", R"({"/kind": "serving", "/plan/pp": 1})", "/knob/settings/0/~1kind");
    row("other pointers", "/knob/settings/1", R"({"/plan/tp": 4, "/plan/dp": 1})", "/knob/settings/1/~1plan~1dp");
    row("fewer pointers", "/knob/settings/1", R"({"/plan/tp": 4})");
    row("the same twice", "/knob/settings/1", R"({"/plan/tp": 2, "/plan/pp": null})");
    row("no direction", "/knob/direction", R"("sideways")");
    row("a change of nothing", "/knob/least_change", "0");
    row("empty range", "/expected/high", "0.4");
    row("our own output", "/expected/basis", R"("Strata")");
    row("unknown key", "/expected/tolerance", "0.1");
}

void ScenarioReadingTest::errorsNameTheField() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, named);
    Json document = sound();
    QVERIFY(setPointer(document, pointer.toStdString(), *parseJson(value.toStdString())));
    const auto scenario = workload::readScenario(document, {});
    QVERIFY(!scenario);
    QCOMPARE(QString::fromStdString(scenario.error().pointer), named);
    QVERIFY(!scenario.error().text.empty() && !scenario.error().expected.empty());
}

void ScenarioReadingTest::errorsNameTheFile() {
    const QTemporaryDir root;
    for (const char* folder : {"/hwlib", "/workloads/scenario"})
        std::filesystem::create_directories(root.path().toStdString() + folder);
    Json document = sound();
    document["knob"]["settings"][1] = document["knob"]["settings"][0];
    std::ofstream(root.path().toStdString() + "/workloads/scenario/X1.1.json") << document.dump();
    const auto library = Library::load(root.path().toStdString());
    QVERIFY(!library);
    QVERIFY2(library.error().file.ends_with("workloads/scenario/X1.1.json"), library.error().file.c_str());
    QCOMPARE(library.error().pointer, std::string("/knob/settings/1"));
}

QTEST_GUILESS_MAIN(ScenarioReadingTest)
#include "scenario_reading_test.moc"
