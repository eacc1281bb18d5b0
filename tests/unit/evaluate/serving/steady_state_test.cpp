// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/method.h"
#include "tests/unit/evaluate/sample.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

/// The closed forms against the simulation of the same requests.
class SteadyStateTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        sample_ = test::sampleRequest("llama2-7b-serving-a100.json");
        QVERIFY(!sample_.is_null());
        sample_["workload"]["traffic"]["requests"] = 600;
        sample_["plan"].erase("slo");
    }

    void agreesWithTheSimulation_data() {
        QTest::addColumn<QString>("hardware");
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("tp");
        QTest::addColumn<QVector<int>>("lengths"); // prompt from, to, output from, to
        const QVector<int> chat{512, 1536, 64, 256}, write{100, 300, 256, 768}, read{3000, 5000, 100, 300};
        for (const auto& [name, lengths] : {std::pair{"chat", chat}, {"write", write}, {"read", read}}) {
            QTest::addRow("7B, %s", name) << "a100-sxm4-80gb"
                                          << "llama2-7b" << 1 << lengths;
            QTest::addRow("8B, %s", name) << "h100-sxm5-80gb"
                                          << "llama3.1-8b" << 1 << lengths;
            QTest::addRow("70B, %s", name) << "h100-sxm5-80gb"
                                           << "llama3.1-70b" << 4 << lengths;
        }
    }
    void agreesWithTheSimulation() {
        QFETCH(QString, hardware);
        QFETCH(QString, model);
        QFETCH(int, tp);
        QFETCH(QVector<int>, lengths);
        Json request = sample_;
        request["hardware"] = hardware.toStdString();
        request["workload"]["model"] = model.toStdString();
        request["plan"]["tp"] = tp;
        auto& traffic = request["workload"]["traffic"];
        traffic["lengths"]["prompt"]["minimum"] = lengths[0];
        traffic["lengths"]["prompt"]["maximum"] = lengths[1];
        traffic["lengths"]["output"]["minimum"] = lengths[2];
        traffic["lengths"]["output"]["maximum"] = lengths[3];
        const double saturation = value(answer(request, "serving.steady-state"), "saturation_per_s");
        QVERIFY(saturation > 0);
        struct Bound {
            double load, ttft, tpot;
        };
        for (const auto& [load, ttft, tpot] : {Bound{0.1, 0.05, 0.02}, {0.4, 0.1, 0.05}, {0.7, 0.15, 0.1}}) {
            traffic["arrivals"]["rate_per_s"] = load * saturation;
            const auto closed = answer(request, "serving.steady-state");
            const auto simulated = answer(request, "serving.simulation");
            const auto off = [&](const char* metric) {
                return std::abs(value(closed, metric) / value(simulated, metric) - 1);
            };
            const QByteArray text = QByteArray::number(load) + ": TTFT " + QByteArray::number(off("ttft_s")) +
                                    ", TPOT " + QByteArray::number(off("tpot_s"));
            QVERIFY2(off("ttft_s") < ttft, text);
            QVERIFY2(off("tpot_s") < tpot, text);
            QVERIFY2(off("requests_per_s") < 0.1, text);
            for (const char* metric : {"ttft_s", "e2e_s", "requests_per_s"}) {
                const Metric* found = closed.findMetric(metric);
                const double at = value(simulated, metric);
                QVERIFY2(found->low <= at && at <= found->high, metric);
            }
        }
    }

    void partsAddUp() {
        const auto estimate = answer(sample_, "serving.steady-state");
        const Part* life = estimate.findParts("e2e_s");
        QVERIFY(life != nullptr);
        QVERIFY(worstImbalance(*life) < 1e-9);
        QVERIFY(std::abs(life->value / value(estimate, "e2e_s") - 1) < 1e-9);
    }

    void closedLoopKeepsItsUsers() {
        Json request = sample_;
        request["workload"]["traffic"]["arrivals"] = {{"process", "closed-loop"}, {"concurrency", 24}};
        const auto closed = answer(request, "serving.steady-state");
        const auto simulated = answer(request, "serving.simulation");
        QVERIFY(std::abs(value(closed, "tpot_s") / value(simulated, "tpot_s") - 1) < 0.25);
    }

    void saysWhenItIsTooMuch() {
        Json request = sample_;
        request["workload"]["traffic"]["arrivals"]["rate_per_s"] = 500;
        const auto estimate = answer(request, "serving.steady-state");
        QVERIFY(std::any_of(estimate.notes.begin(), estimate.notes.end(),
                            [](const Note& note) { return note.code == "saturated"; }));
        QVERIFY(value(estimate, "ttft_s") > 1);
    }

    void refusesWhatItDoesNotKnow_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::newRow("policy") << "/plan/scheduler/policy"
                                << "\"orca\"";
        QTest::newRow("pipeline") << "/plan/pp"
                                  << "2";
        QTest::newRow("trace") << "/workload/traffic/trace"
                               << "\"requests.csv\"";
    }
    void refusesWhatItDoesNotKnow() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        Json request = sample_;
        request["method"] = "serving.steady-state";
        QVERIFY(setPointer(request, pointer.toStdString(), *parseJson(value.toStdString())));
        const auto estimate = evaluate(request, Context{*library_, {}});
        QVERIFY(!estimate);
        QCOMPARE(QString::fromStdString(estimate.error().pointer), pointer);
        QCOMPARE(estimate.error().code, std::string("not-supported"));
    }

private:
    Estimate answer(Json request, const char* method) {
        request["method"] = method;
        const auto estimate = evaluate(request, Context{*library_, {}});
        if (!estimate) qWarning("%s", describe(estimate.error()).c_str());
        return estimate ? *estimate : Estimate{};
    }
    static double value(const Estimate& estimate, const char* name) {
        const Metric* metric = estimate.findMetric(name);
        return metric == nullptr ? std::nan("") : metric->value;
    }

    std::shared_ptr<const Library> library_;
    Json sample_;
};

QTEST_APPLESS_MAIN(SteadyStateTest)
#include "steady_state_test.moc"
