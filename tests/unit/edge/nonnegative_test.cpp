// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/additive.h"
#include "core/edge/nonnegative.h"

#include <QTest>

using namespace strata::edge;

class NonNegativeTest : public QObject {
    Q_OBJECT

private slots:
    /// The exact solution of a system whose solution is positive.
    void solvesWhatHasAPositiveSolution() {
        const std::vector<double> a{1, 0, 0, 2, 1, 1}, b{3, 8, 7};
        const auto x = nonNegativeLeastSquares(a, b, 2);
        QVERIFY(std::abs(x[0] - 3) < 1e-9 && std::abs(x[1] - 4) < 1e-9);
    }

    /// Where plain least squares would take a negative value, it is 0 and the other takes what is best by itself.
    void keepsValuesAtZero() {
        const std::vector<double> a{1, 1, 1, 2}, b{2, 1}; // plain: 3 and -1
        const auto x = nonNegativeLeastSquares(a, b, 2);
        QCOMPARE(x[1], 0.0);
        QVERIFY(std::abs(x[0] - 1.5) < 1e-9);
    }

    /// The gradient at the solution points inwards: the conditions of Karush, Kuhn and Tucker.
    void isOptimal() {
        std::vector<double> a, b;
        unsigned state = 7;
        const auto next = [&] {
            return static_cast<double>((state = state * 1664525U + 1013904223U) >> 8) / (1 << 24) - 0.4;
        };
        for (int i = 0; i < 20 * 6; ++i)
            a.push_back(next());
        for (int i = 0; i < 20; ++i)
            b.push_back(next());
        const auto x = nonNegativeLeastSquares(a, b, 6);
        for (std::size_t j = 0; j < 6; ++j) {
            double gradient = 0;
            for (std::size_t i = 0; i < 20; ++i) {
                double rest = -b[i];
                for (std::size_t k = 0; k < 6; ++k)
                    rest += a[i * 6 + k] * x[k];
                gradient += a[i * 6 + j] * rest;
            }
            QVERIFY(x[j] >= 0);
            QVERIFY(gradient > -1e-8);
            if (x[j] > 0) QVERIFY(std::abs(gradient) < 1e-8);
        }
    }

    /// Additive coefficients come back from rows that they made.
    void findsAdditiveCoefficients() {
        AdditiveVector truth{};
        truth[4] = 2e-10;
        truth[13] = 5e-9;
        truth.back() = 1e-3;
        std::vector<MeasuredNetwork> rows;
        for (int i = 1; i <= 8; ++i) {
            MeasuredNetwork row;
            row.features[4] = 1e6 * i * i;
            row.features[13] = 1e5 * (9 - i);
            row.features.back() = 1;
            row.latency_s = additiveSeconds(row.features, truth);
            rows.push_back(row);
        }
        const AdditiveVector found = fitAdditive(rows);
        for (std::size_t j = 0; j < truth.size(); ++j)
            QVERIFY(std::abs(found[j] - truth[j]) <= 1e-6 * std::max(truth[j], 1e-12));
    }
};

QTEST_GUILESS_MAIN(NonNegativeTest)
#include "nonnegative_test.moc"
