// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pim/processor_time.h"

#include <cmath>
#include <QTest>

using namespace strata;

namespace {

bool near(double value, double expected, double within = 1e-9) { return std::abs(value / expected - 1.0) < within; }

hardware::Dimm module() {
    hardware::Dimm dimm;
    dimm.processors = 64;
    dimm.scratchpad_bytes = 65536;
    dimm.clock_hz = 1e9;
    dimm.read_setup = 100;
    dimm.write_setup = 50;
    dimm.bytes_per_clock = 2;
    dimm.to = {1e9, 16e9};
    dimm.from = {0.5e9, 8e9};
    return dimm;
}

} // namespace

class ProcessorTimeTest : public QObject {
    Q_OBJECT

private slots:
    /// One tasklet: every instruction takes all stages, and nothing overlaps.
    void oneTaskletWaitsForItself() {
        pim::ProcessorLoop loop;
        loop.elements = 1024;
        loop.instructions = 4;
        loop.read_bytes = 8;
        loop.block_bytes = 1024;
        const auto time = pim::processorTime(module(), loop, 1, 1);
        const double blocks = 8, per_block = 128 * 4 * 11 + 1024 / 2 + 100;
        QVERIFY(near(time.kernel_s(), blocks * per_block * 1e-9));
    }

    /// Many tasklets: the longer of pipeline and memory, and hardly more.
    void manyTaskletsFillThePipeline() {
        pim::ProcessorLoop loop;
        loop.elements = 1 << 20;
        loop.instructions = 40;
        loop.read_bytes = 8;
        const auto busy = pim::processorTime(module(), loop, 1, 24);
        QVERIFY(near(busy.pipeline_s, 40e-9 * (1 << 20)));
        QVERIFY(busy.kernel_s() >= busy.pipeline_s && busy.kernel_s() < 1.05 * busy.pipeline_s);
        const auto idle = pim::processorTime(module(), loop, 1, 4);
        QVERIFY(near(idle.kernel_s(), busy.pipeline_s * 11 / 4, 0.1)); // 4 of 11 stages hold an instruction
        loop.instructions = 0.5;
        const auto waiting = pim::processorTime(module(), loop, 1, 24);
        QVERIFY(waiting.transfer_s > waiting.pipeline_s);
        QVERIFY(near(waiting.kernel_s(), waiting.transfer_s, 0.05));
    }

    void locksServeOneTaskletAfterTheOther() {
        pim::ProcessorLoop loop;
        loop.elements = 1000;
        loop.instructions = 12;
        loop.critical = 8;
        loop.read_bytes = 4;
        const auto time = pim::processorTime(module(), loop, 1, 16);
        QVERIFY(near(time.lock_s, 1000 * 8 * 11 * 1e-9));
        QVERIFY(time.kernel_s() >= time.lock_s);
    }

    void transfersGrowWithTheProcessorsOfARank() {
        const auto to = module().to;
        QVERIFY(near(pim::transferRate(to, 1, 64), 1e9));
        QVERIFY(near(pim::transferRate(to, 64, 64), 16e9));
        QVERIFY(near(pim::transferRate(to, 128, 64), 32e9));
        double before = 0;
        for (const double n : {1., 2., 8., 32., 64.}) {
            QVERIFY(pim::transferRate(to, n, 64) > before);
            before = pim::transferRate(to, n, 64);
        }
    }
};

QTEST_APPLESS_MAIN(ProcessorTimeTest)
#include "processor_time_test.moc"
