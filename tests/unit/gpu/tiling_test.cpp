// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/products/tiling.h"

#include <QTest>

using namespace strata;
using namespace strata::gpu;

class TilingTest : public QObject {
    Q_OBJECT

    static hardware::Gpu volta() {
        hardware::Gpu gpu;
        gpu.threads_per_sm = 2048;
        gpu.blocks_per_sm = 32;
        gpu.registers_bytes = 65536 * 4;
        gpu.shared_bytes = 96 * 1024;
        return gpu;
    }

private slots:
    void occupancyTakesTheScarcestResource() {
        QCOMPARE(blocksPerSm(volta(), {256, 32, 0}), 8.0);         // threads
        QCOMPARE(blocksPerSm(volta(), {256, 128, 0}), 2.0);        // registers: 65536 / (256 x 128)
        QCOMPARE(blocksPerSm(volta(), {128, 32, 40 * 1024}), 2.0); // shared memory
        QCOMPARE(blocksPerSm(volta(), {32, 16, 0}), 32.0);         // block slots
        QCOMPARE(blocksPerSm(volta(), {2048, 255, 0}), 1.0);       // a kernel runs even where it spills
        QCOMPARE(blocksPerSm({}, {256, 128, 1024}), 1.0);          // nothing is known
    }

    void aCacheMissesHalfOfWhatFillsIt() {
        QCOMPARE(missShare(64, 64), 0.5);
        QCOMPARE(missShare(1, 0), 1.0); // there is none
        QVERIFY(missShare(32, 64) < 0.07 && missShare(128, 64) > 0.93);
    }

    void oneTileMoreThanAWaveCostsAnotherRound() {
        const WaveWork full = waveWork(160, 80, 2, 0);
        QCOMPARE(full.full, 2.0);
        QCOMPARE(full.last, 0.0);
        const WaveWork more = waveWork(161, 80, 2, 0);
        QCOMPARE(more.full, 2.0);
        QCOMPARE(more.last, 1.0);
        QVERIFY(more.waves > 1.0 && more.waves < 1.01);
    }

    void tailIsWhatGoesBeyondEvenWork() {
        for (const double tiles : {1.0, 79.0, 80.0, 81.0, 250.0, 1000.0, 12345.0}) {
            const WaveWork work = waveWork(tiles, 80, 2, 0.25);
            QVERIFY2(work.full + work.last >= work.even * (1 - 1e-12), qPrintable(QString::number(tiles)));
        }
        // Many waves: the tail fades.
        const WaveWork many = waveWork(80 * 2 * 1000 + 1, 80, 2, 0.25);
        QVERIFY((many.full + many.last) / many.even < 1.001);
    }

    void fewBlocksPerSmWaitMore() {
        // Two blocks one after the other take longer than two at once.
        QVERIFY(waveWork(160, 80, 1, 0.5).full > waveWork(160, 80, 2, 0.5).full);
    }

    void smsAreBusyOnceTheyAreFilled() {
        // Half of what fills an SM: the rate is almost half, too. Eight times as much: it is full.
        const double few = waveWork(80, 80, 1, 2).full;
        QVERIFY(few > 2.0 && few < 2.3);
        const double many = waveWork(80.0 * 16, 80, 16, 2).full;
        QVERIFY(many > 16.0 && many < 16.0 * 1.01);
    }

    void clockFallsOnlyAboveTheLimit() {
        QCOMPARE(sustainedClock(100, 150, 1.5), 1.0);
        const double clock = sustainedClock(200, 100, 1.5);
        QVERIFY(std::abs(200 * std::pow(clock, 1.5) - 100) < 1e-9);
    }

    void aloneIsAtLeastTheHostsFloor() {
        QCOMPARE(aloneSeconds(1e-6, 30e-6, 0.6), 30e-6);
        QCOMPARE(aloneSeconds(1e-3, 30e-6, 0.5), 1.015e-3);
    }

    void measuredBandwidthReplacesTheTypicalShare() {
        hardware::Gpu gpu;
        gpu.memory_bytes_per_s = 1e12;
        QCOMPARE(streamedBandwidth(gpu, 0.8), 0.8e12);
        gpu.stream_share = 0.9;
        QCOMPARE(streamedBandwidth(gpu, 0.8), 0.9e12);
    }
};

QTEST_GUILESS_MAIN(TilingTest)
#include "tiling_test.moc"
