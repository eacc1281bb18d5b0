// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/systolic/systolic.h"

#include <QTest>

using namespace strata::npu;

/// Values that SCALE-Sim 3.0 (commit 1d62b68) printed for these products.
class SystolicTest : public QObject {
    Q_OBJECT

private slots:
    void cyclesAsSimulated_data() {
        QTest::addColumn<int>("dataflow");
        QTest::addColumn<double>("rows");
        QTest::addColumn<double>("columns");
        QTest::addColumn<double>("m");
        QTest::addColumn<double>("n");
        QTest::addColumn<double>("k");
        QTest::addColumn<double>("cycles");
        const int os = 0, ws = 1, is = 2;
        QTest::newRow("os") << os << 32. << 32. << 100. << 70. << 50. << 1343.;
        QTest::newRow("ws") << ws << 32. << 32. << 100. << 70. << 50. << 1163.;
        QTest::newRow("is") << is << 32. << 32. << 100. << 70. << 50. << 1311.;
        QTest::newRow("ws 12 x 14") << ws << 12. << 14. << 256. << 128. << 256. << 64239.;
        QTest::newRow("os 256 x 256") << os << 256. << 256. << 256. << 128. << 256. << 765.;
    }
    void cyclesAsSimulated() {
        QFETCH(int, dataflow);
        QFETCH(double, rows);
        QFETCH(double, columns);
        QFETCH(double, m);
        QFETCH(double, n);
        QFETCH(double, k);
        QFETCH(double, cycles);
        const auto time = systolicTime({m, n, k, 1}, {rows, columns, 0, 0, 0}, static_cast<Dataflow>(dataflow));
        QCOMPARE(time.compute_cycles, cycles);
        QCOMPARE(time.cycles, cycles);
    }

    void wordsAsSimulated() {
        const SystolicArray array{32, 32, 65536, 65536, 0};
        const auto ws = systolicTime({256, 128, 256, 1}, array, Dataflow::WeightStationary);
        QCOMPARE(ws.buffer.inputs, 262144.);
        QCOMPARE(ws.buffer.weights, 32768.);
        QCOMPARE(ws.buffer.outputs, 262144.);
        QCOMPARE(ws.outside.inputs, 262144.); // 65,536 words do not fit into half of the buffer
        const auto small = systolicTime({128, 128, 128, 1}, array, Dataflow::WeightStationary);
        QCOMPARE(small.outside.inputs, 16384.); // these do
        const auto os = systolicTime({100, 70, 50, 1}, array, Dataflow::OutputStationary);
        QCOMPARE(os.buffer.outputs, 7768.);
        QCOMPARE(os.outside.outputs, 7000.);
    }

    void aNarrowPortDecides() {
        SystolicArray array{32, 32, 65536, 65536, 10};
        const auto time = systolicTime({256, 128, 256, 1}, array, Dataflow::WeightStationary);
        QCOMPARE(time.cycles, 26215.); // 262,144 words at 10 a cycle
        QVERIFY(time.cycles > time.compute_cycles);
        array.outside_words_per_cycle = 1000;
        QCOMPARE(systolicTime({256, 128, 256, 1}, array, Dataflow::WeightStationary).cycles, time.compute_cycles);
    }
};

QTEST_APPLESS_MAIN(SystolicTest)
#include "systolic_test.moc"
