// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/load_curve.h"
#include "core/evaluate/method.h"
#include "tests/unit/evaluate/sample.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

class LoadCurveTest : public QObject {
    Q_OBJECT

private slots:
    void ratesHaveTheirShapeFirst() {
        const auto rates = loadRates(10.0);
        QCOMPARE(rates.size(), std::size_t{33});
        auto sorted = rates;
        std::ranges::sort(sorted);
        QCOMPARE(std::ranges::adjacent_find(sorted), sorted.end());
        QCOMPARE(sorted.front(), 0.5);
        QCOMPARE(sorted.back(), 128.0);
        QCOMPARE(rates[0], 0.5);
        QCOMPARE(rates[8], 128.0); // octaves before what lies between them
        QCOMPARE(loadRates(9.0), rates);
        QVERIFY(loadRates(-1).empty() && loadRates(NAN).empty());
        const auto high = loadRates(9e4);
        QVERIFY(std::ranges::all_of(high, [](double rate) { return rate <= 1e5; }));
    }

    void pointsAreTheEstimatesAtTheirRates() {
        const auto library = test::library();
        const auto sample = readJsonFile(test::root() / "resources" / "samples" / "llama2-7b-serving-a100.json");
        QVERIFY(library && sample);
        std::vector<LoadPoint> points;
        const auto keep = [&](const LoadPoint& point) {
            points.push_back(point);
            return true;
        };
        QVERIFY(loadCurve(*sample, {2.0, 8.0, 256.0, 1024.0}, library, {}, keep));
        QCOMPARE(points.size(), std::size_t{3}); // 1024 is far beyond what is kept up with
        const auto alone = evaluate(overDuration(*sample), Context{*library, {}});
        QCOMPARE(points[0].requests_per_s, alone->findMetric("requests_per_s")->value);
        QCOMPARE(*points[0].goodput_per_s, alone->findMetric("goodput_per_s")->value);
        QVERIFY(std::abs(points[0].requests_per_s / 2.0 - 1.0) < 0.15);
        QVERIFY(points[1].requests_per_s > 3.0 * points[0].requests_per_s);
        QVERIFY2(points[2].requests_per_s < 0.6 * 256.0, "one A100 does not answer 256 requests a second");
        QVERIFY(points[2].ttft_p99_s > points[0].ttft_p99_s);
    }

    void itStopsWhenAsked() {
        const auto library = test::library();
        const auto sample = readJsonFile(test::root() / "resources" / "samples" / "llama2-7b-serving-a100.json");
        int found = 0;
        const auto one = [&](const LoadPoint&) { return ++found < 1; };
        QVERIFY(loadCurve(*sample, {1.0, 2.0, 4.0}, library, {}, one));
        QCOMPARE(found, 1);
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(loadCurve(*sample, {1.0}, library, stop.get_token(), one).error().code, std::string("cancelled"));
    }

    void onlyArrivalsWithARateHaveACurve() {
        Json request{{"kind", "serving"}, {"workload", {{"traffic", {{"requests", 5}}}}}};
        QCOMPARE(arrivalRate(request).value_or(0), 1.0);
        QVERIFY(setPointer(request, "/workload/traffic/arrivals/rate_per_s", 3));
        QCOMPARE(arrivalRate(request).value_or(0), 3.0);
        QVERIFY(setPointer(request, "/workload/traffic/trace", "a.csv"));
        QVERIFY(!arrivalRate(request));
        QVERIFY(setPointer(request, "/workload/traffic/arrivals/process", "poisson"));
        QVERIFY(arrivalRate(request));
        QVERIFY(setPointer(request, "/workload/traffic/arrivals/process", "static"));
        QVERIFY(!arrivalRate(request));
        QVERIFY(setPointer(request, "/workload/traffic/arrivals/process", "closed-loop"));
        QVERIFY2(!arrivalRate(request), "users who wait for their answers ask as they are answered");
        request["kind"] = "model";
        QVERIFY(!arrivalRate(request));
    }
};

QTEST_MAIN(LoadCurveTest)
#include "load_curve_test.moc"
