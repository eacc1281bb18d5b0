// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pim/bank_kernels.h"

#include <QTest>

using namespace strata;

class BankTimeTest : public QObject {
    Q_OBJECT

private slots:
    /// Two channels, each with four banks in one group; a row of 8 columns; everything can be counted by hand.
    void countsOfASmallMemory() {
        const hardware::Pim pim = small();
        const auto stream = pim::bankStream(pim, product(1, 16, 64));
        QVERIFY(stream);
        // 8 rows of the weights in a channel; 4 banks share their length of 64, 16 bits each, 16 of them in a column.
        QCOMPARE(stream->repeats, 1.0);
        QCOMPARE(stream->commands, 8.0 * 1.0);
        QCOMPARE(stream->bytes, 16.0 * 64 * 2);
        const pim::BankTime time = pim::bankTime(pim, *stream);
        // 8 commands of 2 clocks; one row that closes and opens in 3 + 5 + 4 clocks; 4 columns in and 1 out, 1 clock
        // each.
        QCOMPARE(time.columns_s, 16e-9);
        QCOMPARE(time.rows_s, 12e-9);
        QCOMPARE(time.moves_s, 5e-9);
        QCOMPARE(time.refresh_s, 0.0);
        QCOMPARE(time.seconds, 33e-9);
    }

    /// A unit that serves two banks opens a row of one while it reads the other.
    void oneUnitForTwoBanksHidesRows() {
        hardware::Pim pim = small();
        pim.units.banks_per_unit = 2;
        const auto stream = pim::bankStream(pim, product(1, 16, 64));
        QVERIFY(stream);
        QCOMPARE(stream->commands, 16.0);
        QCOMPARE(pim::bankTime(pim, *stream).rows_s, 0.0); // 8 columns of 2 clocks hide 12 clocks
    }

    void refreshStretchesEverything() {
        hardware::Pim pim = small();
        const auto stream = pim::bankStream(pim, product(1, 16, 64));
        pim.timing.refresh_interval_s = 4e-6;
        pim.timing.refresh_s = 1e-6;
        QCOMPARE(pim::bankTime(pim, *stream).seconds, 33e-9 / 0.75);
    }

    /// Rows of the other operand are passes of their own; pairs of them hide their moves behind commands.
    void passesOfAProduct() {
        hardware::Pim pim = small();
        const auto two = pim::bankStream(pim, product(2, 16, 64));
        QCOMPARE(two->repeats, 2.0);
        QCOMPARE(pim::bankTime(pim, *two).moves_s, 4e-9); // what the first pass has to wait for
        pim.units.vectors = 2;
        QCOMPARE(pim::bankStream(pim, product(2, 16, 64))->repeats, 1.0);
    }

    void attentionReadsKeysAndValues() {
        const hardware::Pim pim = small();
        workload::Attention attention;
        attention.heads = attention.kv_heads = 4;
        attention.head_dim = 64;
        attention.kv_len = 100;
        workload::Kernel kernel{attention};
        kernel.a = kernel.b = kernel.out = NumberType::Fp16;
        const auto stream = pim::bankStream(pim, kernel);
        QVERIFY(stream);
        QCOMPARE(stream->repeats, 2.0);        // 4 caches in 2 channels
        QCOMPARE(stream->commands, 2 * 100.0); // one group: each token is a row of one column for each of 4 banks
        QCOMPARE(stream->bytes, 4 * 100 * 64 * 2 * 2.0);
    }

    void refusesWhatUnitsCannotDo() {
        const hardware::Pim pim = small();
        workload::Kernel kernel = product(1, 16, 64);
        kernel.b = NumberType::Fp32;
        const auto format = pim::bankStream(pim, kernel);
        QVERIFY(!format);
        QCOMPARE(format.error().code, std::string("not-modelled"));
        workload::VectorOp softmax;
        softmax.function = workload::VectorFunction::Softmax;
        kernel = workload::Kernel{softmax};
        kernel.b = NumberType::Fp16;
        QVERIFY(!pim::bankStream(pim, kernel));
    }

    void bitsPayTheirWay() {
        hardware::Pim pim = small();
        pim.energy = {1, 10, 100, 1000, 0};
        const pim::BankStream stream{.bytes = 1, .moved_bytes = 1};
        QCOMPARE(pim::bankEnergy(pim, stream).read_j, 8e-12);
        QCOMPARE(pim::bankEnergy(pim, stream).moved_j, 8 * 1110e-12);
        pim.banks.groups = 2;
        pim.units.banks_per_unit = 4;
        QCOMPARE(pim::bankEnergy(pim, stream).read_j, 8 * 11e-12); // a unit at the group
        pim.units.banks_per_unit = 8;
        QCOMPARE(pim::bankEnergy(pim, stream).read_j, 8 * 1111e-12); // a unit on the buffer die
    }

private:
    static hardware::Pim small() {
        hardware::Pim pim;
        pim.name = "small";
        pim.memory_bytes = 1 << 20;
        pim.banks = {2, 1, 1, 1, 4, 32, 8};
        pim.timing = {1e9, 2, 4, 5, 3, 1, 0, 0};
        pim.units.types = {NumberType::Fp16};
        return pim;
    }
    static workload::Kernel product(double m, double n, double k) {
        workload::Matmul matmul;
        matmul.m = m;
        matmul.n = n;
        matmul.k = k;
        workload::Kernel kernel{matmul};
        kernel.a = kernel.b = kernel.out = NumberType::Fp16;
        return kernel;
    }
};

QTEST_APPLESS_MAIN(BankTimeTest)
#include "bank_time_test.moc"
