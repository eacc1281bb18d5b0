// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/power/power.h"
#include "core/gpu/power/power_cap.h"
#include "core/gpu/power/served_power.h"

#include <QTest>

#include <cmath>

using namespace strata;
using namespace strata::gpu;

namespace {

/// Of the kind that the coefficients were measured on.
hardware::Gpu board() {
    hardware::Gpu gpu;
    gpu.sms = 132;
    gpu.clock_hz = 1.83e9;
    gpu.process_nm = 4;
    gpu.die_area_mm2 = 814;
    gpu.board_power_w = 700;
    gpu.memory_kind = "HBM3";
    gpu.vector_flop_per_clock[index(NumberType::Fp32)] = 256;
    gpu.matrix_flop_per_clock[index(NumberType::Fp16)] = 4096;
    gpu.matrix_flop_per_clock[index(NumberType::Bf16)] = 4096;
    return gpu;
}

/// 2e11 operations on the tensor cores of so many SMs.
KernelTime productOn(double sms, double waves) {
    KernelTime time;
    time.flop = 2e11;
    time.seconds = time.compute_s = time.flop / (sms * 4096 * 1.83e9 * 0.5);
    time.waves = static_cast<float>(waves);
    return time;
}

} // namespace

class PowerTest : public QObject {
    Q_OBJECT

private slots:
    /// The interval of a board that serves is that of its distance; where nobody measured one, that of mixed kernels.
    void servingIsAsWideAsItsDistance() {
        hardware::Calibration served;
        served.id = std::string(gpu::kServedPowerCalibration);
        served.groups = {{{{"device", "known"}, {"architecture", "one"}, {"vendor", "x"}}, {}, 0}};
        for (const auto& [distance, reach] : {std::pair{"sibling", 0.1}, {"generation", 0.3}}) {
            hardware::Residual residual;
            residual.key = {{"class", std::string(gpu::kServedPower)}, {"distance", distance}};
            residual.p10 = -reach, residual.p90 = reach;
            served.residuals.push_back(residual);
        }
        hardware::Gpu board;
        board.id = "new", board.vendor = "x";
        const auto reach = [&](const char* architecture) {
            board.architecture = architecture;
            return gpu::servedPowerBand(board, std::span(&served, 1)).p90;
        };
        QCOMPARE(reach("one"), 0.1F);
        QCOMPARE(reach("two"), 0.3F);
        QCOMPARE(gpu::servedPowerBand(board, {}).p90, gpu::powerBand(board, {}).p90);
        QVERIFY(gpu::powerBand(board, {}).p90 > 0.0F);
    }

    void restingSmsDrawLess() {
        const auto power = resolvePower(board(), {});
        const KernelTime full = productOn(132, 3);
        KernelTime half = full;
        half.waves = 0.5F;
        QVERIFY(boardPower(power, NumberType::Bf16, half) < boardPower(power, NumberType::Bf16, full));
        KernelTime unknown = full;
        unknown.waves = 0;
        QCOMPARE(boardPower(power, NumberType::Bf16, unknown), boardPower(power, NumberType::Bf16, full));
    }

    /// SMs that wait for memory stop most of their clocks.
    void stalledSmsDrawLess() {
        const auto power = resolvePower(board(), {});
        KernelTime busy = productOn(132, 3), stalled = busy;
        stalled.memory_s = stalled.compute_s;
        stalled.compute_s = 0;
        const double less_w = boardPower(power, NumberType::Bf16, busy) - boardPower(power, NumberType::Bf16, stalled);
        QVERIFY(std::abs(less_w / (power.active_w[index(NumberType::Bf16)] * (1 - power.stalled_share)) - 1) < 1e-9);
    }

    /// Boards that stream at their printed clock: RRZE, gpu-benches, gpu-roofline (its first rows: one product a pair
    /// of floats, mean of the boards). An A40 is missed by more: its 207 W at 679 GB/s ask for 60 W more than its die
    /// and its memory explain.
    void streamingBoardsDrawWhatWasMeasured_data() {
        QTest::addColumn<double>("area_mm2");
        QTest::addColumn<double>("process_nm");
        QTest::addColumn<double>("clock_hz");
        QTest::addColumn<double>("sms");
        QTest::addColumn<double>("half_flop_per_clock");
        QTest::addColumn<double>("limit_w");
        QTest::addColumn<QString>("memory");
        QTest::addColumn<double>("bytes_per_s");
        QTest::addColumn<double>("measured_w");
        QTest::newRow("A100 SXM4 40 GB") << 826.0 << 7.0 << 1.41e9 << 108.0 << 2048.0 << 400.0 << "HBM2" << 1.372e12
                                         << 230.0;
        QTest::newRow("H200") << 814.0 << 4.0 << 1.83e9 << 132.0 << 4096.0 << 700.0 << "HBM3e" << 3.759e12 << 572.0;
        QTest::newRow("L40") << 608.5 << 4.0 << 2.49e9 << 142.0 << 1024.0 << 300.0 << "GDDR6" << 0.844e12 << 204.0;
    }

    void streamingBoardsDrawWhatWasMeasured() {
        QFETCH(double, bytes_per_s);
        QFETCH(double, measured_w);
        QFETCH(QString, memory);
        hardware::Gpu gpu = board();
        gpu.die_area_mm2 = *static_cast<const double*>(QTest::qData("area_mm2", QMetaType::Double));
        gpu.process_nm = *static_cast<const double*>(QTest::qData("process_nm", QMetaType::Double));
        gpu.clock_hz = *static_cast<const double*>(QTest::qData("clock_hz", QMetaType::Double));
        gpu.sms = static_cast<std::uint32_t>(*static_cast<const double*>(QTest::qData("sms", QMetaType::Double)));
        const double half = *static_cast<const double*>(QTest::qData("half_flop_per_clock", QMetaType::Double));
        for (const NumberType type : {NumberType::Fp16, NumberType::Bf16})
            gpu.matrix_flop_per_clock[index(type)] = half;
        gpu.board_power_w = *static_cast<const double*>(QTest::qData("limit_w", QMetaType::Double));
        gpu.memory_kind = memory.toStdString();
        KernelTime stream;
        stream.seconds = stream.memory_s = 1;
        stream.dram_bytes = bytes_per_s;
        stream.flop = bytes_per_s / 4;
        const double watts = boardPower(resolvePower(gpu, {}), NumberType::Fp32, stream);
        QVERIFY2(std::abs(watts / measured_w - 1) < 0.2, std::to_string(watts).c_str());
    }

    /// What switches beside operations and traffic grows with the SMs, under one limit by the root of their number;
    /// what leaks follows the die.
    void moreSmsDrawMore() {
        hardware::Gpu twice = board();
        twice.sms *= 2;
        const PowerCoefficients usual = resolvePower(board(), {}), more = resolvePower(twice, {});
        for (const NumberType type : {NumberType::Bf16, NumberType::Fp32})
            QVERIFY(std::abs(more.active_w[index(type)] / usual.active_w[index(type)] - std::sqrt(2.0)) < 1e-9);
        QCOMPARE(more.idle_w, usual.idle_w);
    }

    /// What tensor cores have for one type has no work while they multiply another.
    void rateOfOneTypeLeavesThePowerOfOthers() {
        hardware::Gpu wide = board();
        wide.matrix_flop_per_clock[index(NumberType::Fp8)] = 8192;
        hardware::Gpu wider = wide;
        wider.matrix_flop_per_clock[index(NumberType::Bf16)] *= 2;
        const PowerCoefficients usual = resolvePower(wide, {}), more = resolvePower(wider, {});
        QCOMPARE(more.active_w[index(NumberType::Fp8)], usual.active_w[index(NumberType::Fp8)]);
        QVERIFY(more.active_w[index(NumberType::Bf16)] > usual.active_w[index(NumberType::Bf16)]);
    }

    /// The voltage belongs to the clock that a chip runs at, whatever it is sold for.
    void aHigherClockCostsNothingWhereItIsNotUsed() {
        hardware::Gpu faster = board();
        faster.clock_hz *= 2;
        KernelTime kernel = productOn(132, 3), held = kernel;
        held.clock_ratio = 0.5;
        const double usual_w = boardPower(resolvePower(board(), {}), NumberType::Bf16, kernel);
        const double held_w = boardPower(resolvePower(faster, {}), NumberType::Bf16, held);
        QVERIFY2(held_w <= usual_w, std::to_string(held_w / usual_w).c_str());
        faster.board_power_w = 0;
        hardware::Gpu alike = board();
        alike.board_power_w = 0; // of the units alone: the same to the last watt
        const auto units_w = [&](const hardware::Gpu& gpu, const KernelTime& time) {
            PowerCoefficients power = resolvePower(gpu, {});
            power.active_w = {};
            power.idle_w = 0;
            return boardPower(power, NumberType::Bf16, time);
        };
        QVERIFY(std::abs(units_w(faster, held) / units_w(alike, kernel) - 1) < 1e-9);
        QVERIFY(boardPower(resolvePower(faster, {}), NumberType::Bf16, kernel) >= usual_w);
    }

    /// At half the clock arithmetic takes twice as long, and traffic hides as much of it as of arithmetic that always
    /// took that long.
    void heldArithmeticStillOverlaps() {
        const auto product = [](double arithmetic_s, double traffic_s) {
            KernelTime time;
            time.seconds = std::pow(std::pow(arithmetic_s, 4) + std::pow(traffic_s, 4), 0.25);
            time.compute_s = arithmetic_s * arithmetic_s / time.seconds;
            time.memory_s = time.seconds - time.compute_s;
            return time;
        };
        PowerCoefficients power;
        power.active_w.fill(1000);
        power.limit_w = 100;
        const KernelTime held = atPowerLimit(power, NumberType::Bf16, product(1e-3, 2e-3), Overlap::Fourth);
        QVERIFY(held.clock_ratio < 1 && held.clock_ratio > power.least_clock_ratio);
        const KernelTime slower = product(1e-3 / held.clock_ratio, 2e-3);
        QVERIFY(std::abs(held.seconds / slower.seconds - 1) < 1e-9);
        QVERIFY(std::abs(held.memory_s / slower.memory_s - 1) < 1e-9);
    }

    void boardsSoldAtLessPowerDrawLess() {
        hardware::Gpu frugal = board();
        frugal.board_power_w /= 4;
        constexpr std::size_t kHalf = index(NumberType::Bf16);
        QCOMPARE(resolvePower(frugal, {}).active_w[kHalf], resolvePower(board(), {}).active_w[kHalf] / 2);
        frugal.board_power_w = 0; // not known
        QCOMPARE(resolvePower(frugal, {}).active_w[kHalf], 0.0);
    }

    void smallBoardsWaitAtALargerShare() {
        hardware::Gpu small = board();
        small.board_power_w = 70;
        const double share = resolvePower(small, {}).idle_w / 70, large = resolvePower(board(), {}).idle_w / 700;
        QVERIFY(share > 1.8 * large && share < 0.4);
        small.idle_power_w = 12;
        QCOMPARE(resolvePower(small, {}).idle_w, 12.0);
    }

    void waitingFollowsTheDiesNotTheLimit() {
        hardware::Gpu larger = board(), looser = board();
        larger.die_area_mm2 *= 2;
        larger.board_power_w = looser.board_power_w = 1400;
        const double usual = resolvePower(board(), {}).idle_w;
        QVERIFY(std::abs(resolvePower(larger, {}).idle_w / usual - 2) < 1e-9);
        QVERIFY(resolvePower(looser, {}).idle_w < 1.05 * usual);
        // Where nobody stated the area, it follows from the SMs, and grows with them.
        hardware::Gpu unknown = board(), more = board();
        unknown.die_area_mm2 = more.die_area_mm2 = 0;
        more.sms += 1;
        QVERIFY(std::abs(resolvePower(unknown, {}).idle_w / usual - 1) < 0.05);
        QVERIFY(resolvePower(more, {}).idle_w > resolvePower(unknown, {}).idle_w);
        QVERIFY(resolvePower(more, {}).idle_w < 1.02 * resolvePower(unknown, {}).idle_w);
    }

    void matrixCoresMayCostMore() {
        hardware::Gpu costly = board();
        costly.matrix_energy_ratio = 1.5;
        const auto usual = resolvePower(board(), {}), more = resolvePower(costly, {});
        QVERIFY(std::abs(more.flop_j[index(NumberType::Bf16)] / usual.flop_j[index(NumberType::Bf16)] - 1.5) < 1e-9);
        QCOMPARE(more.flop_j[index(NumberType::Fp64)], usual.flop_j[index(NumberType::Fp64)]);
    }

    void nobodyKnowsTheUnmeasuredBetter() {
        const ResidualBand power = powerBand(board(), {});
        const ResidualBand energy = energyBand(power, -0.1, 0.1);
        QVERIFY(power.p10 < -0.2 && power.p90 > 0.2);
        QVERIFY(energy.p10 < power.p10 && energy.p90 > power.p90);
    }

    void voltageFallsSlowerThanTheClock() {
        PowerCoefficients power = resolvePower(board(), {});
        power.idle_w = power.dram_j_per_byte = 0;
        KernelTime full = productOn(132, 3), slow = full;
        slow.clock_ratio = 0.5;
        slow.seconds *= 2;
        slow.compute_s *= 2;
        const double share = boardPower(power, NumberType::Bf16, slow) / boardPower(power, NumberType::Bf16, full);
        QVERIFY(std::abs(share - 0.5 * 0.7 * 0.7) < 1e-9); // f V^2 at 0.4 + 0.6 f
    }

    void sumsInRegistersCostMore() {
        hardware::Gpu apart = board();
        apart.asynchronous_tensor_cores = apart.tensor_memory = true;
        apart.matrix_flop_per_clock[index(NumberType::Fp4)] = 16384;
        QVERIFY(resolvePower(board(), {}).flop_j[index(NumberType::Bf16)] >
                1.1 * resolvePower(apart, {}).flop_j[index(NumberType::Bf16)]);
        // Lanes keep theirs in registers on every chip.
        QCOMPARE(resolvePower(board(), {}).flop_j[index(NumberType::Fp32)],
                 resolvePower(apart, {}).flop_j[index(NumberType::Fp32)]);
    }

    void limitHoldsAndMoreSmsStaySwifter() {
        double last = 1e9;
        for (const std::uint32_t sms : {66U, 132U, 264U, 528U}) {
            hardware::Gpu gpu = board();
            gpu.sms = sms;
            gpu.board_power_w = 400;
            const KernelTime held = atPowerLimit(resolvePower(gpu, {}), NumberType::Bf16, productOn(sms, 3));
            QVERIFY(held.power_w <= 400 * (1 + 1e-6));
            QVERIFY(held.seconds < last);
            last = held.seconds;
        }
    }
};

QTEST_GUILESS_MAIN(PowerTest)
#include "power_test.moc"
