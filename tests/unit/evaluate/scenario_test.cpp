// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/scenario.h"
#include "core/evaluate/kinds/scenario_check.h"
#include "core/evaluate/method.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace strata;

class ScenarioTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everyScenarioHolds_data();
    void everyScenarioHolds();
    void everyScenarioGivesWhatItNames_data() { everyScenarioHolds_data(); }
    void everyScenarioGivesWhatItNames();
    void thereAreEnoughOfEachSort();
    void ownMethodAndLabelWin();
    void errorsNameTheField_data();
    void errorsNameTheField();

private:
    std::shared_ptr<const Library> library_;
};

void ScenarioTest::initTestCase() {
    const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    QVERIFY2(library, library ? "" : describe(library.error()).c_str());
    library_ = *library;
}

void ScenarioTest::everyScenarioHolds_data() {
    QTest::addColumn<QString>("id");
    for (const workload::Scenario& scenario : scenariosOf(*library_)) {
        QTest::addRow("%s", scenario.id.c_str()) << QString::fromStdString(scenario.id);
    }
}

void ScenarioTest::everyScenarioHolds() {
    QFETCH(QString, id);
    for (const workload::Scenario& scenario : scenariosOf(*library_)) {
        if (scenario.id != id.toStdString()) continue;
        const Context context{*library_, {}, nullptr};
        const ScenarioCheck check = checkScenario(scenario, *scenario.request, context);
        std::string lacks;
        for (const std::string& lack : check.lacks)
            lacks += lack + "\n";
        QVERIFY2(check.answer, lacks.c_str());
        QVERIFY2(check.moves, lacks.c_str());
        QVERIFY2(check.informs, lacks.c_str());
        // A miss is named in the file with its cause, and the name goes as soon as the range is met.
        QVERIFY2(check.in_range == scenario.known_miss.empty(), (lacks + scenario.known_miss).c_str());
        QVERIFY(check.answer->low <= check.answer->value && check.answer->value <= check.answer->high);
    }
}

void ScenarioTest::everyScenarioGivesWhatItNames() {
    QFETCH(QString, id);
    const Json asked{{"kind", "scenario"}, {"id", id.toStdString()}};
    const auto estimate = evaluate(asked, Context{*library_, {}, nullptr});
    QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
    for (const auto& [metric, parts] : estimate->parts)
        QVERIFY2(worstImbalance(parts) < 1e-6, metric.c_str());
    for (const workload::Scenario& scenario : scenariosOf(*library_)) {
        if (scenario.id != id.toStdString()) continue;
        for (const std::string& metric : scenario.also)
            QVERIFY2(estimate->findMetric(metric), metric.c_str());
    }
}

void ScenarioTest::thereAreEnoughOfEachSort() {
    const auto scenarios = scenariosOf(*library_);
    QVERIFY(scenarios.size() >= 40);
    std::size_t known = 0;
    for (const workload::Scenario& scenario : scenarios)
        known += scenario.known_miss.empty() ? 0 : 1;
    QVERIFY2(known * 5 <= scenarios.size(), "more than a fifth of the scenarios miss");
}

void ScenarioTest::ownMethodAndLabelWin() {
    const auto scenario = scenariosOf(*library_).front();
    const auto plain = expandScenario({{"kind", "scenario"}, {"id", scenario.id}}, *library_);
    QVERIFY(plain);
    QVERIFY(plain->at("label").get<std::string>().starts_with(scenario.id));
    const Json asked{{"kind", "scenario"}, {"id", scenario.id}, {"label", "mine"}, {"method", "no.such"}};
    QCOMPARE(expandScenario(asked, *library_)->at("label").get<std::string>(), std::string("mine"));
    const auto estimate = evaluate(asked, Context{*library_, {}, nullptr});
    QVERIFY(!estimate);
    QCOMPARE(estimate.error().pointer, std::string("/method"));
}

void ScenarioTest::errorsNameTheField_data() {
    QTest::addColumn<QString>("request");
    QTest::addColumn<QString>("pointer");
    QTest::newRow("unknown id") << R"({"kind": "scenario", "id": "T9.9"})"
                                << "/id";
    QTest::newRow("no id") << R"({"kind": "scenario"})"
                           << "";
    QTest::newRow("more than a name") << R"({"kind": "scenario", "id": "T3.2", "plan": {}})"
                                      << "/plan";
}

void ScenarioTest::errorsNameTheField() {
    QFETCH(QString, request);
    QFETCH(QString, pointer);
    const auto estimate = evaluate(*parseJson(request.toStdString(), ""), Context{*library_, {}, nullptr});
    QVERIFY(!estimate);
    QCOMPARE(QString::fromStdString(estimate.error().pointer), pointer);
}

QTEST_GUILESS_MAIN(ScenarioTest)
#include "scenario_test.moc"
