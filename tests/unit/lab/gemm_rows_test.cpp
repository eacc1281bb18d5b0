// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_gemm_rows.h"

#include <QTest>

#include <cmath>

using namespace strata::assess;

namespace {

/// Four digits, as tables have them.
double rounded(double seconds) {
    const double digit = std::pow(10.0, std::floor(std::log10(seconds)) - 3.0);
    return std::round(seconds / digit) * digit;
}

} // namespace

class GemmRowsTest : public QObject {
    Q_OBJECT

private slots:
    /// Single calls last whole ticks, means over six of them do not; one mean is enough to tell.
    void ticksTellSingleCalls() {
        std::vector<std::string> groups;
        std::vector<double> seconds;
        for (int i = 0; i < 80; ++i) {
            groups.insert(groups.end(), {"single", "mean", "but one"});
            const double ticks = (9 + i) * kTick_s;
            seconds.push_back(rounded(ticks));
            seconds.push_back(rounded(ticks + kTick_s * (i % 6) / 6.0));
            seconds.push_back(rounded(i == 40 ? ticks + kTick_s / 2.0 : ticks));
        }
        const std::vector<bool> single = singleCalls(groups, seconds);
        for (std::size_t i = 0; i < single.size(); ++i)
            QCOMPARE(single[i], groups[i] == "single");
    }

    /// A few rows may lie on ticks by chance, and long ones have no digit left that could tell.
    void fewOrLongTimesTellNothing() {
        const std::vector<std::string> few(10, "few"), lengthy(80, "long");
        std::vector<double> short_s, long_s;
        for (int i = 0; i < 80; ++i) {
            if (i < 10) short_s.push_back(rounded((9 + i) * kTick_s));
            long_s.push_back(rounded((2000 + 50 * i) * kTick_s));
        }
        QVERIFY(!singleCalls(few, short_s).front());
        QVERIFY(!singleCalls(lengthy, long_s).front());
    }
};

QTEST_APPLESS_MAIN(GemmRowsTest)
#include "gemm_rows_test.moc"
