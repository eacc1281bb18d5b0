// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/systolic/systolic_stream.h"

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

    void theLinesGiveTheClosedForm_data() { cyclesAsSimulated_data(); }
    void theLinesGiveTheClosedForm() {
        QFETCH(int, dataflow);
        QFETCH(double, rows);
        QFETCH(double, columns);
        QFETCH(double, m);
        QFETCH(double, n);
        QFETCH(double, k);
        QFETCH(double, cycles);
        const auto stream =
            systolicStream({m, n, k, 1}, {}, {rows, columns, 65536, 65536, 0, 65536}, static_cast<Dataflow>(dataflow));
        QCOMPARE(stream.cycles, cycles);
        QCOMPARE(stream.stall_cycles, 0.);
    }

    /// Values that SCALE-Sim's authors keep: inputs enter in whole columns, 10 words a cycle at each port.
    void waitsAsSimulated() {
        const SystolicArray array{32, 32, 65536, 65536, 10, 65536};
        const auto stream = systolicStream({256, 128, 256, 1}, {}, array, Dataflow::InputStationary);
        QCOMPARE(stream.cycles, 19984.);
        QCOMPARE(stream.stall_cycles, 5777.);
        QCOMPARE(stream.inputs.words, 131080.);
        QCOMPARE(stream.weights.words, 32770.);
        QCOMPARE(stream.inputs.first_cycle, -3277.);
        QCOMPARE(stream.inputs.last_cycle, 9833.);
        QCOMPARE(stream.outputs.first_cycle, 1839.);
    }

    /// AlexNet's first layer: windows share inputs, and the last ones reach beyond the image.
    void windowsShareInputs() {
        const SystolicArray array{32, 32, 65536, 65536, 0, 65536};
        const SystolicWindows windows{55, 11, 3, 4, 1, 224, 224};
        const auto stream = systolicStream({3025, 96, 363, 1}, windows, array, Dataflow::WeightStationary);
        QCOMPARE(stream.cycles, 112283.);
        QCOMPARE(stream.inputs.words, 1805023.);
        QCOMPARE(stream.weights.words, 34848.);
        QCOMPARE(stream.outputs.words, 3484831.);
        QCOMPARE(stream.outputs.last_cycle, 112935.);
        const auto apart = systolicStream({3025, 96, 363, 1}, {}, array, Dataflow::WeightStationary);
        QVERIFY(apart.inputs.words > 1.5 * stream.inputs.words);
    }

    void moreBandwidthNeverWaitsLonger() {
        double before = 1e18;
        for (const double port : {2., 5., 10., 40., 400.}) {
            const auto stream =
                systolicStream({256, 128, 256, 1}, {}, {32, 32, 65536, 65536, port, 65536}, Dataflow::WeightStationary);
            QVERIFY2(stream.stall_cycles <= before, qPrintable(QString::number(port)));
            before = stream.stall_cycles;
        }
        QVERIFY(before < 11199.);
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
