// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/sources.h"

#include <cmath>
#include <QTest>

using namespace strata::edge;

namespace {

/// Two sources: one charges for the first count, the other for the second.
TransferPoint pointAt(double a, double b) { return {{a, b}, {}}; }

std::vector<TransferPoint> grid() {
    std::vector<TransferPoint> points;
    for (int a = 0; a < 6; ++a)
        for (int b = 0; b < 6; ++b)
            points.push_back(pointAt(1.0 + 0.2 * a, 1.0 + 0.3 * b));
    return points;
}

} // namespace

class TransferTest : public QObject {
    Q_OBJECT

private slots:
    /// A device that lies between its sources is found from a few measurements, and its interval holds the rest.
    void mixturesAreFound() {
        const auto points = grid();
        const auto truth = [](const TransferPoint& point) { return 0.3 * point.sources[0] + 0.7 * point.sources[1]; };
        std::vector<TransferPoint> known;
        std::vector<double> values;
        for (const std::size_t place : firstMeasurements(points, 6, {1, 0, 1, 0.01}, 3.0)) {
            known.push_back(points[place]);
            values.push_back(truth(points[place]));
        }
        const std::vector<TransferSetting> settings{{1, 0, 1, 0.1}, {1, 0, 1, 0.003}};
        const Transfer transfer(known, values, settings, 3.0);
        for (const TransferPoint& point : points) {
            const TransferValue answer = transfer.predict(point);
            QVERIFY2(std::abs(answer.value - truth(point)) < 0.01,
                     qPrintable(QString::number(answer.value - truth(point))));
            QVERIFY(answer.sigma > 0);
        }
        QCOMPARE(transfer.setting().noise, 0.003); // leaving one out prefers the setting that the data obey
    }

    void oneBadMeasurementLosesItsWeight() {
        const auto points = grid();
        const auto truth = [](const TransferPoint& point) { return 0.5 * point.sources[0] + 0.5 * point.sources[1]; };
        std::vector<TransferPoint> known;
        std::vector<double> values;
        for (std::size_t i = 0; i < points.size(); i += 3) {
            known.push_back(points[i]);
            values.push_back(truth(points[i]));
        }
        values[4] *= 3.0;
        const std::vector<TransferSetting> settings{{1, 0, 1, 0.03}};
        const Transfer transfer(known, values, settings, 3.0);
        double worst = 0;
        for (const TransferPoint& point : points)
            worst = std::max(worst, std::abs(transfer.predict(point).value - truth(point)));
        QVERIFY2(worst < 0.3, qPrintable(QString::number(worst)));
    }

    /// Uncertainty is largest where nothing was measured, and that is what is measured next.
    void theMostTellingIsMeasuredNext() {
        std::vector<TransferPoint> known{pointAt(1, 1), pointAt(1, 1.1), pointAt(1, 1.2)};
        const std::vector<double> values{1, 1.1, 1.2};
        const std::vector<TransferSetting> settings{{1, 0, 1, 0.03}};
        const Transfer transfer(known, values, settings, 3.0);
        const std::vector<TransferPoint> candidates{pointAt(1, 1.05), pointAt(3, 1), pointAt(1, 1.15)};
        const std::vector<TransferPoint> asked{pointAt(2.5, 1)};
        QCOMPARE(transfer.nextToMeasure(candidates, asked), std::size_t{1});
        QVERIFY(transfer.predict(asked[0]).sigma > transfer.predict(candidates[0]).sigma);
    }

    /// An additive device is learned exactly from counts, whatever its sources are.
    void additiveDevicesStayAdditive() {
        std::vector<MeasuredPoint> rows;
        const auto pointOf = [](double a, double b) {
            return TransferPoint{{1.0 + 0.1 * a, 1.0 + 0.05 * b}, {a - 2.0, b - 2.0}};
        };
        for (int i = 0; i < 10; ++i)
            rows.push_back({pointOf(i % 5, (i * 3) % 5), 1e-3 * (1.0 + 5.0 * (i % 5) + 0.1 * ((i * 3) % 5))});
        const MeasuredDevice device(rows, TransferScale::Relative, 1.0);
        const PredictedLatency answer = device.predict(pointOf(4, 1));
        QVERIFY2(std::abs(answer.seconds / (1e-3 * 21.1) - 1.0) < 0.02, qPrintable(QString::number(answer.seconds)));
        QVERIFY(answer.low_s <= answer.seconds && answer.seconds <= answer.high_s);
    }
};

QTEST_GUILESS_MAIN(TransferTest)
#include "transfer_test.moc"
