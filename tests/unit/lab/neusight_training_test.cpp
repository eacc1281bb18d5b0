// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/training/neusight_training.h"

#include "core/base/random.h"

#include <cmath>
#include <QtTest>

using namespace strata;

class NeusightTrainingTest : public QObject {
    Q_OBJECT

private slots:
    void learnsAUtilizationCurve() {
        const auto rows = curve();
        const gpu::NeusightNet net = assess::trainNeusight(rows, 1);
        double worst = 0;
        for (const auto& row : rows) {
            const double predicted = row.sample.ideal_s / gpu::neusightUtilization(net, row.sample);
            worst = std::max(worst, std::abs(std::log(predicted / row.measured_s)));
        }
        QVERIFY2(worst < 0.1, std::to_string(worst).c_str());
    }

    void sameRowsGiveTheSameNetwork() {
        const auto rows = curve();
        QVERIFY(assess::trainNeusight(rows, 1).weights() == assess::trainNeusight(rows, 1).weights());
        QVERIFY(assess::trainNeusight(rows, 1).weights() != assess::trainNeusight(rows, 2).weights());
    }

private:
    /// u = 0.9 - 0.4 / waves for large tiles, less for small ones.
    static std::vector<assess::TrainingRow> curve() {
        CounterRandom random(7);
        std::vector<assess::TrainingRow> rows;
        for (int i = 0; i < 400; ++i) {
            assess::TrainingRow row;
            const double size = random.nextUniform();
            row.sample.waves = 1.0 + static_cast<double>(random.nextBelow(20));
            row.sample.features = {size, size - 0.5, 0.2, std::log10(row.sample.waves) - 1};
            row.sample.ideal_s = 1e-3;
            row.measured_s = row.sample.ideal_s / ((0.6 + 0.3 * size) - 0.4 / row.sample.waves * (1.0 - 0.5 * size));
            rows.push_back(row);
        }
        return rows;
    }
};

QTEST_APPLESS_MAIN(NeusightTrainingTest)
#include "neusight_training_test.moc"
