// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/compose_residuals.h"
#include "app/lab/serving/first_token_fit.h"

#include <QTest>

#include <cmath>

using namespace strata::assess;

class FirstTokenFitTest : public QObject {
    Q_OBJECT
private slots:
    void waysAreMediansOfDevices();
    void enginesOfFewDevicesFollowTheOthers();
    void newDevicesSpreadMore();
};

void FirstTokenFitTest::waysAreMediansOfDevices() {
    ServingCase a, b;
    a.gpu.id = "a";
    b.gpu.id = "b";
    std::vector<TimedRequest> rows;
    ServingCase crowded = a;
    a.measured_ttft_s = 0.15;
    b.measured_ttft_s = 0.1; // less than the engine's own
    crowded.measured_ttft_s = 9;
    for (const ServingCase* serving_case : {&a, &b, &crowded})
        rows.push_back({serving_case, {.engine_s = 0.1, .prompt_tokens = 1000}, serving_case != &crowded, false});
    const std::vector<double> ways = waysOfDevices(rows, 1e-5);
    QCOMPARE(ways.size(), std::size_t{2});
    QVERIFY(std::abs(ways[0] - 0.04) < 1e-12);
    QCOMPARE(ways[1], 2e-3);
    QVERIFY(waysOfDevices({}, 0).empty());
}

void FirstTokenFitTest::enginesOfFewDevicesFollowTheOthers() {
    const std::vector<double> pooled = pooledWays({{0.01, 0.01, 0.01, 0.01}, {0.1}, {}});
    const double common = std::exp((4 * std::log(0.01) + std::log(0.1)) / 5);
    QVERIFY(std::abs(pooled[0] - std::pow(std::pow(0.01, 4) * common * common, 1.0 / 6)) < 1e-12);
    QVERIFY(std::abs(pooled[1] - std::pow(0.1 * common * common, 1.0 / 3)) < 1e-12);
    QVERIFY(std::abs(pooled[2] - common) < 1e-12);
    QCOMPARE(pooledWays({{}, {}}), (std::vector<double>{0, 0}));
}

void FirstTokenFitTest::newDevicesSpreadMore() {
    std::vector<ModelError> errors;
    for (int i = -50; i <= 50; ++i)
        errors.push_back({i % 2 == 0 ? "even" : "odd", 0.01 * i, 0.1});
    const auto residual = servingResidual(errors, "serving");
    const double wider = std::sqrt(1.5);
    QVERIFY(std::abs(residual.p90 - wider * 0.4) < 1e-9);
    QVERIFY(std::abs(residual.p10 + wider * 0.4) < 1e-9);
    QVERIFY(std::abs(std::hypot(residual.sigma, 0.1) - wider * 0.4 / 1.2815515655446004) < 1e-9);
}

QTEST_APPLESS_MAIN(FirstTokenFitTest)
#include "first_token_fit_test.moc"
