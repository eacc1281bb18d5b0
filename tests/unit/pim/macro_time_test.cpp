// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pim/macro_time.h"

#include <cmath>
#include <QTest>

using namespace strata;
using hardware::Macro;
using hardware::MacroSum;

namespace {

bool near(double value, double expected) { return std::abs(value / expected - 1.0) < 1e-9; }

Macro digital() {
    Macro macro;
    macro.voltage_v = 1;
    macro.clock_hz = 1e9;
    macro.rows = macro.rows_at_once = 16;
    macro.columns = 16;
    macro.gate_ff = 1;
    macro.registers = 0;
    macro.technology_nm = 28;
    return macro;
}

} // namespace

class MacroTimeTest : public QObject {
    Q_OBJECT

private slots:
    /// 16 rows and 2 outputs of 8 bits fill the macro; inputs of 4 bits take 4 steps.
    void aFullMacro() {
        const auto run = pim::macroRun(digital(), {10, 16, 2, 1}, 4, 8);
        QCOMPARE(run.folds, 1.);
        QCOMPARE(run.steps, 4.);
        QVERIFY(near(run.compute_s, 40e-9));
        QCOMPARE(run.load_s, 0.);
        QVERIFY(near(run.utilization, 1.));
        // 10 vectors, 4 steps, 16 x 16 cells of one gate.
        QVERIFY(near(run.cell_j, 10 * 4 * 256 * 1e-15));
        // A tree of 16 inputs: 8 x 8 + 4 x 9 + 2 x 10 + 1 x 11 full adders; the sum of 12 bits and 8 more behind it.
        QVERIFY(near(run.adder_j, 10 * 4 * 2 * (131 + 12 + 8) * 6 * 1e-15));
        QCOMPARE(run.converter_j, 0.);
    }

    void weightsThatDoNotFitAreWritten() {
        const auto run = pim::macroRun(digital(), {10, 64, 2, 1}, 4, 8);
        QCOMPARE(run.folds, 4.);
        QVERIFY(near(run.compute_s, 4 * 40e-9));
        QVERIFY(near(run.load_s, 4 * 16e-9));
        Macro four = digital();
        four.macros = 4;
        QCOMPARE(pim::macroRun(four, {10, 64, 2, 1}, 4, 8).load_s, 0.);
        QVERIFY(near(pim::macroRun(four, {10, 64, 2, 1}, 4, 8).compute_s, 40e-9));
    }

    /// Colonnade: weights take 7 columns beside their bits; fewer fit, and each cell has an adder.
    void sumsThatTakeColumns() {
        Macro macro = digital();
        macro.rows = macro.rows_at_once = 128;
        macro.columns = 128;
        macro.sums_take_columns = true;
        const auto narrow = pim::macroRun(macro, {1, 128, 16, 1}, 1, 1); // 128 / (1 + 7)
        QCOMPARE(narrow.folds, 1.);
        const auto wide = pim::macroRun(macro, {1, 128, 5, 1}, 1, 16); // 128 / (16 + 7)
        QCOMPARE(wide.folds, 1.);
        QVERIFY(near(narrow.cell_j, 128. * 128 * 1e-15));
        QVERIFY(near(narrow.adder_j, 6 * 128. * 128 * 1e-15));
        QVERIFY(near(wide.adder_j, 6 * 128. * 5 * 23 * 1e-15));
    }

    void convertersCostTheirBits() {
        Macro macro = digital();
        macro.sum = MacroSum::Analog;
        macro.converter.bits = 6;
        const auto six = pim::macroRun(macro, {1, 16, 2, 1}, 1, 8);
        QVERIFY(near(six.converter_j, 2 * 8 * (600 + 4.096) * 1e-15));
        macro.converter.bits = 12;
        const auto twelve = pim::macroRun(macro, {1, 16, 2, 1}, 1, 8);
        QVERIFY(twelve.converter_j > 20 * six.converter_j); // noise
        macro.converter.columns = 4;
        QCOMPARE(pim::macroRun(macro, {1, 16, 2, 1}, 1, 8).steps, 4.);
    }

    void signsNeedNoStep() {
        Macro macro = digital();
        macro.sign_with_bit = true;
        QCOMPARE(pim::macroRun(macro, {1, 16, 2, 1}, 4, 8).steps, 3.);
        QCOMPARE(pim::macroRun(macro, {1, 16, 2, 1}, 1, 8).steps, 1.);
    }

    void rowsOneAfterTheOther() {
        Macro macro = digital();
        macro.rows_at_once = 4;
        QCOMPARE(pim::macroRun(macro, {1, 16, 2, 1}, 4, 8).steps, 16.);
        QCOMPARE(pim::macroRun(macro, {1, 4, 2, 1}, 4, 8).steps, 4.); // groups without weights are not visited
    }
};

QTEST_APPLESS_MAIN(MacroTimeTest)
#include "macro_time_test.moc"
