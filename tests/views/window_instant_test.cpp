// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/study_controller.h"
#include "core/catalog/library.h"

#include <nlohmann/json.hpp>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace strata;

/// A simulated design is answered by closed forms first, whatever the simulation takes.
class InstantAnswerTest : public QObject {
    Q_OBJECT

private slots:
    void closedFormsComeFirst();
    void othersAreLeftAlone();

private:
    static Study study(const Json& request) {
        Study study;
        study.designs = {{"d1", 'A', "served", std::make_shared<const Json>(request)}};
        study.selected = "d1";
        return study;
    }
    static Json sample() {
        const std::string root = qEnvironmentVariable("STRATA_ROOT").toStdString();
        auto request = readJsonFile(root + "/resources/samples/llama3.1-8b-serving-h100.json");
        return request ? *request : Json();
    }
    void begin(app::StudyController& controller) {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(library);
        controller.setLibrary(*library);
    }
};

void InstantAnswerTest::closedFormsComeFirst() {
    app::StudyController controller(1);
    begin(controller);
    Json request = sample();
    request["workload"]["traffic"]["requests"] = 20000; // a simulation that takes its time
    views::InstantAnswer last;
    bool under_way = false;
    int answers = 0;
    QElapsedTimer since;
    qint64 first_ms = -1;
    connect(&controller, &app::StudyController::instantAnswer, this,
            [&](const std::string&, const views::InstantAnswer& answer) {
                if (answers++ == 0) first_ms = since.elapsed();
                last = answer;
                under_way = controller.evaluating();
            });
    since.start();
    controller.reset(study(request));
    QTRY_VERIFY_WITH_TIMEOUT(answers == 1, 20000);
    QVERIFY2(under_way, "the simulation was faster");
    QVERIFY2(last.estimate && last.estimate->valid, last.refusal.c_str());
    QVERIFY(last.estimate->findMetric("ttft_s"));
    qInfo("closed forms after %lld ms", static_cast<long long>(first_ms));
    // A technique that they do not know is said, not left out.
    request["plan"]["lora"] = {{"adapters", 4}};
    controller.push(study(request), QStringLiteral("adapters"));
    QTRY_VERIFY_WITH_TIMEOUT(answers == 2, 20000);
    QVERIFY(!last.estimate);
    QVERIFY2(last.refusal.find("lora") != std::string::npos, last.refusal.c_str());
    QVERIFY(*last.request == request);
}

void InstantAnswerTest::othersAreLeftAlone() {
    app::StudyController controller(1);
    begin(controller);
    QSignalSpy scenes(&controller, &app::StudyController::sceneChanged);
    int answers = 0;
    connect(&controller, &app::StudyController::instantAnswer, this, [&] { ++answers; });
    Json request = sample();
    request["method"] = "serving.steady-state"; // asked for by name
    controller.reset(study(request));
    QTRY_VERIFY_WITH_TIMEOUT(!controller.evaluating(), 20000);
    QCOMPARE(answers, 0);
}

QTEST_MAIN(InstantAnswerTest)
#include "window_instant_test.moc"
