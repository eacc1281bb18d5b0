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

workload::Kernel attention(double batch, double length) {
    workload::Attention shape;
    shape.batch = batch;
    shape.q_len = shape.kv_len = length;
    workload::Kernel kernel = product().kernel;
    kernel.shape = shape;
    return kernel;
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

assess::Spell spellOf(const workload::Kernel& kernel, double seconds) {
    gpu::KernelTime time;
    time.seconds = time.compute_s = seconds;
    return assess::attentionSpell(assess::resolveMeter(nullptr), board(), kernel, time);
}

} // namespace

class PowerMeterTest : public QObject {
    Q_OBJECT

private slots:
    void longKernelsReadWhatTheyDraw() {
        QVERIFY(std::abs(readingOf(product(), 0.01) - 500) < 1.0);
    }

    void shortKernelsReadAsTheBoardBefore() {
        QVERIFY(readingOf(product(), 1e-8) < 101.0);
    }

    void moreToPrepareTakesLonger() {
        const double one_s = spellOf(attention(1, 16), 1e-5).prepare_s;
        QVERIFY(spellOf(attention(64, 16), 1e-5).prepare_s > one_s);
        QVERIFY(spellOf(attention(64, 65536), 1e-5).prepare_s > spellOf(attention(64, 16), 1e-5).prepare_s);
        QCOMPARE(spellOf(attention(1, 16), 1e-2).prepare_s, one_s);
    }

    void callsFillTheirWindow() {
        QCOMPARE(spellOf(attention(1, 16), 1e-6).calls_s, 3000 * 1e-6);
        QVERIFY(std::abs(spellOf(attention(1, 16), 1e-2).calls_s - 1.01) < 1e-9);
        QVERIFY(std::abs(spellOf(attention(1, 16), 1.0).calls_s - 6) < 1e-9);
        QCOMPARE(spellOf(attention(1, 16), 1e-2).calls_w, 500.0);
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
