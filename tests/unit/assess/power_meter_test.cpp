// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/power_meter.h"

#include <QTest>

#include <cmath>

using namespace strata;

namespace {

assess::PowerRow product() {
    assess::PowerRow row;
    row.kernel = {workload::Matmul{}, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16};
    row.calls = 6;
    return row;
}

assess::PowerRow attention(double batch) {
    workload::Attention shape;
    shape.batch = batch;
    assess::PowerRow row = product();
    row.kernel.shape = shape;
    row.calls = 1;
    return row;
}

gpu::PowerCoefficients board() {
    gpu::PowerCoefficients power;
    power.idle_w = 100;
    power.active_w = 400;
    power.limit_w = 700;
    return power;
}

double readingOf(const assess::PowerRow& row, double seconds) {
    gpu::KernelTime time;
    time.seconds = time.compute_s = seconds;
    return assess::meanReading(assess::resolveMeter(nullptr), board(), row, time);
}

} // namespace

class PowerMeterTest : public QObject {
    Q_OBJECT

private slots:
    void longKernelsReadWhatTheyDraw() {
        QVERIFY(std::abs(readingOf(product(), 0.01) - 500) < 1.0);
        QVERIFY(std::abs(readingOf(attention(1), 0.01) - 500) < 1.0);
    }

    void shortKernelsReadAsTheBoardBefore() {
        QVERIFY(readingOf(product(), 1e-8) < 101.0);
        const double prepared = assess::resolveMeter(nullptr).attention_share * board().limit_w;
        QVERIFY(std::abs(readingOf(attention(64), 1e-8) - prepared) < 1.0);
    }

    void preparationOfMoreSequencesHidesMore() {
        QVERIFY(readingOf(attention(256), 1e-4) < readingOf(attention(16), 1e-4));
        QVERIFY(readingOf(attention(16), 1e-4) < readingOf(attention(1), 1e-4));
    }

    void moreCallsShowMore() {
        assess::PowerRow once = product();
        once.calls = 1;
        QVERIFY(readingOf(once, 1e-5) < readingOf(product(), 1e-5));
    }

    void calibrationStatesTheMeter() {
        hardware::Calibration calibration;
        calibration.values["meter_products_s"] = 0.5;
        const assess::PowerMeter meter = assess::resolveMeter(&calibration);
        QCOMPARE(meter.products_s, 0.5);
        QCOMPARE(meter.experts_s, assess::resolveMeter(nullptr).experts_s);
    }
};

QTEST_GUILESS_MAIN(PowerMeterTest)
#include "power_meter_test.moc"
