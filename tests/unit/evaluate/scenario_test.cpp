// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/evaluate/kinds/scenario.h"
#include "core/evaluate/method.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace strata;

class ScenarioTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everyScenarioIsAnswered_data();
    void everyScenarioIsAnswered();
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

void ScenarioTest::everyScenarioIsAnswered_data() {
    QTest::addColumn<QString>("id");
    for (const workload::Scenario& scenario : scenariosOf(*library_)) {
        QTest::addRow("%s", scenario.id.c_str()) << QString::fromStdString(scenario.id);
    }
}

void ScenarioTest::everyScenarioIsAnswered() {
    QFETCH(QString, id);
    const Json asked{{"kind", "scenario"}, {"id", id.toStdString()}};
    const auto estimate = evaluate(asked, Context{*library_, {}, nullptr});
    QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
    QVERIFY2(estimate->valid, estimate->notes.empty() ? "" : messageText(estimate->notes.front().text).c_str());
    for (const auto& [metric, parts] : estimate->parts) {
        QVERIFY2(worstImbalance(parts) < 1e-6, metric.c_str());
    }
    for (const workload::Scenario& scenario : scenariosOf(*library_)) {
        if (scenario.id != id.toStdString()) continue;
        QVERIFY(!scenario.targets.empty());
        for (const std::string& target : scenario.targets) {
            const Metric* metric = estimate->findMetric(target);
            QVERIFY2(metric != nullptr, target.c_str());
            QVERIFY2(metric->low <= metric->value && metric->value <= metric->high, target.c_str());
        }
    }
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
