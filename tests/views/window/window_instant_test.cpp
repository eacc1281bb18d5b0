// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/study_controller.h"
#include "core/base/message_text.h"
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
    void simulationsAreInTheBatchLane();
    void outdatedSimulationsEnd();

private:
    static Study study(const Json& request) {
        Study study;
        study.designs = {{"d1", 'A', "served", std::make_shared<const Json>(request)}};
        study.selected = "d1";
        return study;
    }
    static Json sample(const char* name = "llama3.1-8b-serving-h100.json") {
        const std::string root = qEnvironmentVariable("STRATA_ROOT").toStdString();
        auto request = readJsonFile(root + "/resources/samples/" + name);
        return request ? *request : Json();
    }
    static Json longRun() {
        Json request = sample();
        request["workload"]["traffic"]["requests"] = 1000000;
        return request;
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
    QVERIFY2(last.estimate && last.estimate->valid, messageText(last.refusal).c_str());
    QVERIFY(last.estimate->findMetric("ttft_s"));
    qInfo("closed forms after %lld ms", static_cast<long long>(first_ms));
    // A technique that they do not know is said, not left out.
    request["plan"]["lora"] = {{"adapters", 4}};
    controller.push(study(request), QStringLiteral("adapters"));
    QTRY_VERIFY_WITH_TIMEOUT(answers == 2, 20000);
    QVERIFY(!last.estimate);
    QVERIFY2(messageText(last.refusal).find("lora") != std::string::npos, messageText(last.refusal).c_str());
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

/// One worker is busy with it for long: other designs are answered all the same.
void InstantAnswerTest::simulationsAreInTheBatchLane() {
    app::StudyController controller(1);
    begin(controller);
    Study both = study(longRun());
    Json layer = sample("resnet50-conv1-eyeriss.json");
    both.designs.push_back({"d2", 'B', "layer", std::make_shared<const Json>(layer)});
    controller.reset(both);
    const auto answered = [&] { return controller.scene()->designs[1].estimate != nullptr; };
    QTRY_VERIFY_WITH_TIMEOUT(answered(), 20000);
    for (int n = 2; n < 6; ++n) { // as a drag does
        layer["workload"]["n"] = n;
        both.designs[1].request = std::make_shared<const Json>(layer);
        controller.push(both, QStringLiteral("batch"));
        QTRY_VERIFY_WITH_TIMEOUT(!controller.scene()->designs[1].stale, 20000);
    }
    QVERIFY2(controller.scene()->designs[0].stale, "the simulation was faster");
    // Nobody waits for a design that is gone: its worker is free for the next one.
    Study other = study(sample());
    other.designs[0].id = other.selected = "d3";
    controller.push(other, QStringLiteral("another"));
    QTRY_VERIFY_WITH_TIMEOUT(!controller.evaluating(), 5000);
    QVERIFY(controller.scene()->designs[0].estimate);
}

/// The newest request is what is answered, soon after the last change, without an error of those that were stopped.
void InstantAnswerTest::outdatedSimulationsEnd() {
    app::StudyController controller(1);
    begin(controller);
    controller.reset(study(longRun()));
    QTest::qWait(100);
    Json request = longRun();
    for (int step = 0; step < 10; ++step) {
        request["workload"]["traffic"]["arrivals"]["rate_per_s"] = 4 + step;
        controller.push(study(request), QStringLiteral("rate"), QStringLiteral("rate"));
        QTest::qWait(16);
    }
    request["workload"]["traffic"]["requests"] = 100;
    controller.push(study(request), QStringLiteral("requests"));
    QElapsedTimer since;
    since.start();
    QTRY_VERIFY_WITH_TIMEOUT(!controller.evaluating(), 5000);
    qInfo("answered after %lld ms", static_cast<long long>(since.elapsed()));
    const auto shown = controller.scene()->designs[0];
    QVERIFY(shown.estimate && !shown.error && shown.estimate->findMetric("ttft_s"));
    QVERIFY(controller.counters().replaced > 0);
}

QTEST_MAIN(InstantAnswerTest)
#include "window_instant_test.moc"
