// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/power/power_meter.h"

#include "app/lab/power/power_ranges.h"

#include <QTest>

#include <cmath>

using namespace strata;

namespace {

workload::Kernel kernelOf(const auto& shape) {
    return {shape, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16};
}

workload::Kernel product(double n, bool block_scaled) {
    workload::Matmul shape;
    shape.n = shape.k = n;
    shape.block_scaled = block_scaled;
    return kernelOf(shape);
}

workload::Kernel experts(double skew) {
    workload::Moe shape;
    shape.skew = skew;
    return kernelOf(shape);
}

workload::Kernel attention(double batch, double length) {
    workload::Attention shape;
    shape.batch = batch;
    shape.q_len = shape.kv_len = length;
    return kernelOf(shape);
}

gpu::PowerCoefficients board() {
    gpu::PowerCoefficients power;
    power.idle_w = 100;
    power.active_w.fill(400);
    power.limit_w = 700;
    return power;
}

assess::Spell spellOf(const workload::Kernel& kernel, double seconds, const assess::HostWork& host = {}) {
    gpu::KernelTime time;
    time.seconds = time.compute_s = seconds;
    return assess::spellOf(assess::resolveMeter(nullptr), board(), kernel, time, host);
}

} // namespace

class PowerMeterTest : public QObject {
    Q_OBJECT

private slots:
    void coefficientsLieWithinTheirRanges() {
        const auto fields = gpu::powerFields();
        const auto ranges = assess::powerRanges();
        QCOMPARE(ranges.size(), fields.size());
        hardware::Calibration calibration;
        assess::noteOrigins(calibration);
        for (std::size_t i = 0; i < fields.size(); ++i) {
            QCOMPARE(ranges[i].name, fields[i].name);
            QVERIFY2(ranges[i].low < fields[i].start && fields[i].start < ranges[i].high, fields[i].name.data());
            QVERIFY2(!ranges[i].origin.empty(), fields[i].name.data());
            QVERIFY(calibration.origins.contains(fields[i].name));
        }
    }

    void longKernelsDrawTheirPower() {
        for (const bool block_scaled : {false, true})
            QVERIFY(std::abs(spellOf(product(4096, block_scaled), 0.01).calls_w - 500) < 5.0);
    }

    void boardsWaitForTheHostBetweenShortCalls() {
        QVERIFY(spellOf(product(4096, true), 1e-6).calls_w < 110);
        // A graph's calls follow each other.
        QVERIFY(spellOf(product(4096, false), 1e-6).calls_w > spellOf(product(4096, true), 1e-6).calls_w);
    }

    void productsPrepareTheirWeights() {
        QVERIFY(spellOf(product(65536, false), 1e-3).prepare_s > 2 * spellOf(product(4096, false), 1e-3).prepare_s);
        QCOMPARE(spellOf(product(4096, true), 1e-3).waits_s, 0.0);
        QVERIFY(spellOf(product(4096, true), 1e-3, {true, 0}).waits_s > 1.0);
    }

    void skewedRoutingsAreDrawnFiveTimes() {
        const double even_s = spellOf(experts(0), 1e-4).calls_s, skewed_s = spellOf(experts(1.2), 1e-4).calls_s;
        const double run_s = 1e-4 + assess::resolveMeter(nullptr).gap_s;
        QVERIFY(std::abs(even_s - 3000 * run_s) < 1e-9);
        QVERIFY(skewed_s > even_s && skewed_s <= 1.1);
    }

    void moreToPrepareTakesLonger() {
        const double one_s = spellOf(attention(1, 16), 1e-5).prepare_s;
        QVERIFY(spellOf(attention(64, 16), 1e-5).prepare_s > one_s);
        QVERIFY(spellOf(attention(64, 65536), 1e-5).prepare_s > spellOf(attention(64, 16), 1e-5).prepare_s);
        // Three calls count the runs and three replays follow before the meter is read.
        const double called_s = 3 * (1e-2 + 1e-2 + assess::resolveMeter(nullptr).gap_s);
        const double short_s = 3 * (5.5e-5 + 1e-5 + assess::resolveMeter(nullptr).gap_s);
        QVERIFY(std::abs(spellOf(attention(1, 16), 1e-2).prepare_s - called_s - (one_s - short_s)) < 1e-9);
    }

    void whatTheHostCompilesKeepsTheClocksUp() {
        const assess::Spell waits = spellOf(product(4096, true), 1e-3, {true, 0});
        QCOMPARE(waits.waits_w, assess::resolveMeter(nullptr).waits_share * 700);
        QVERIFY(waits.waits_w > board().idle_w);
        QCOMPARE(spellOf(product(4096, true), 1e-3).waits_w, 0.0);
    }

    void queriesAreDrawnBesideKeysAndValues() {
        hardware::Calibration calibration;
        calibration.values = {{"meter_queried_s", 1e-9}, {"meter_drawn_s", 1e-13}, {"meter_value_s", 1e-13}};
        const assess::PowerMeter meter = assess::resolveMeter(&calibration);
        gpu::KernelTime time;
        time.seconds = time.compute_s = 1e-3;
        const auto prepared = [&](const workload::Kernel& kernel) {
            return assess::spellOf(meter, board(), kernel, time, {}).prepare_s;
        };
        workload::Kernel wide = attention(2, 4096);
        std::get<workload::Attention>(wide.shape).heads *= 2;
        const auto& shape = std::get<workload::Attention>(wide.shape);
        const double more = shape.batch * shape.q_len * shape.heads / 2 * shape.head_dim;
        QVERIFY(std::abs(prepared(wide) - prepared(attention(2, 4096)) - 1e-9 * more) < 1e-6);
    }

    void decodeHasAFirstCallOfItsOwn() {
        workload::Kernel token = attention(1, 16);
        std::get<workload::Attention>(token.shape).q_len = 1;
        const assess::PowerMeter meter = assess::resolveMeter(nullptr);
        const double run_s = 1e-3 + meter.gap_s;
        QVERIFY(std::abs(spellOf(token, 1e-3).calls_s - run_s * (1 / (1e-3 + meter.first_token_s / 3) + 1)) < 1e-9);
    }

    void tokensThatMoveHoldTheBoardUp() {
        const assess::Spell plain = spellOf(experts(1.2), 1e-4), moving = spellOf(experts(1.2), 1e-4, {false, 5000});
        QVERIFY(moving.prepare_s > plain.prepare_s + 1);
        QVERIFY(moving.prepare_w < 0.6 * 700);
        QCOMPARE(moving.calls_s, plain.calls_s);
    }

    void weightsInBlocksHoldTheBoardUp() {
        const assess::PowerMeter meter = assess::resolveMeter(nullptr);
        const assess::Spell cast = spellOf(experts(0), 1e-4, {false, 0, 1e10});
        QVERIFY(std::abs(cast.prepare_s - spellOf(experts(0), 1e-4).prepare_s - 1e10 * meter.cast_s) < 1e-9);
    }

    void mixturesThatWaitForTheirKernelRunHardlyAtAll() {
        const assess::Spell waits = spellOf(experts(0), 1e-4, {true, 0});
        QVERIFY(waits.waits_s > 1.0);
        QVERIFY(waits.calls_s < 0.01 && waits.calls_s < spellOf(experts(0), 1e-4).calls_s);
    }

    void callsFillTheirWindow() {
        const double between_s = assess::resolveMeter(nullptr).replay_s;
        QVERIFY(std::abs(spellOf(product(64, false), 1e-6).calls_s - 3000 * (6e-6 + between_s)) < 1e-9);
        QVERIFY(std::abs(spellOf(product(64, true), 1e-2).calls_s - 1.01) < 1e-9);
        QVERIFY(std::abs(spellOf(product(64, true), 1.0).calls_s - 6) < 1e-9);
        QCOMPARE(spellOf(product(64, true), 1e-2).calls_w, 500.0);
    }

    void aSlowFirstCallMakesFewerRuns() {
        // 1 s over what three runs take in the mean, the first one's extra included.
        const double counted_s = 1e-3 + assess::resolveMeter(nullptr).first_s / 3;
        const double run_s = 1e-3 + assess::resolveMeter(nullptr).gap_s;
        QVERIFY(std::abs(spellOf(attention(1, 16), 1e-3).calls_s - run_s * (1 / counted_s + 1)) < 1e-9);
    }

    void calibrationStatesTheMeter() {
        hardware::Calibration calibration;
        calibration.values["meter_product_s"] = 0.5;
        const assess::PowerMeter meter = assess::resolveMeter(&calibration);
        QCOMPARE(meter.product_s, 0.5);
        QCOMPARE(meter.experts_s, assess::resolveMeter(nullptr).experts_s);
    }
};

QTEST_GUILESS_MAIN(PowerMeterTest)
#include "power_meter_test.moc"
