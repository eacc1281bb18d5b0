// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/power/power_order.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace strata;
using assess::SweptReading;

namespace {

constexpr double kRows[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};
constexpr double kWidths[] = {512, 1024, 2048, 4096, 8192, 16384};

/// A board that idles at 130 W and draws up to 700 W, read for all products of a sweep.
std::vector<SweptReading> sweep() {
    std::vector<SweptReading> readings;
    for (const double m : kRows) {
        for (const double n : kWidths) {
            for (const double k : kWidths) {
                const double busy = std::min(1.0, m * n * k / 2e9 + n * k / 4e8);
                readings.push_back({"gemm bf16", "0", {m, n, k}, 130 + 570 * busy});
            }
        }
    }
    return readings;
}

std::size_t found(const std::vector<bool>& contradicts) {
    return static_cast<std::size_t>(std::count(contradicts.begin(), contradicts.end(), true));
}

} // namespace

class PowerOrderTest : public QObject {
    Q_OBJECT

private slots:
    void readingsInOrderStay() {
        const auto check = assess::checkOrder(sweep());
        QCOMPARE(found(check), std::size_t(0));
    }

    void oneReadingContradicts() {
        auto readings = sweep();
        const std::size_t wrong = readings.size() - 1; // the largest product
        readings[wrong].watts = 300;
        const auto check = assess::checkOrder(readings);
        QVERIFY(check[wrong]);
        QCOMPARE(found(check), std::size_t(1));
    }

    void familiesAreNotCompared() {
        auto readings = sweep();
        const std::size_t half = readings.size();
        for (SweptReading swept_reading : sweep()) {
            swept_reading.family = "1";
            swept_reading.watts *= 0.4;
            readings.push_back(swept_reading);
        }
        QCOMPARE(found(assess::checkOrder(readings)), std::size_t(0));
        for (std::size_t i = half; i < readings.size(); ++i)
            readings[i].family = "0"; // the same sizes twice
        QVERIFY(found(assess::checkOrder(readings)) > 0);
    }

    void fewReadingsTellNothing() {
        const std::vector<SweptReading> two{{"gemm", "", {1, 8}, 600}, {"gemm", "", {2, 8}, 200}};
        QCOMPARE(found(assess::checkOrder(two)), std::size_t(0));
        QCOMPARE(found(assess::checkOrder({})), std::size_t(0));
    }
};

QTEST_GUILESS_MAIN(PowerOrderTest)
#include "power_order_test.moc"
