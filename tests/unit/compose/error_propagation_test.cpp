// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compose/error_propagation.h"

#include "core/base/random.h"
#include "core/compose/compose.h"
#include "core/hardware/gpu/engine_profile.h"

#include <QTest>

#include <cmath>
#include <memory>

using namespace strata;
using namespace strata::compose;

namespace {

bool near(double a, double b, double tolerance = 1e-9) { return std::abs(a - b) <= tolerance * std::abs(b); }

OperatorTime operatorOf(workload::KernelClass kernel_class, double seconds, double copies, double sigma,
                        double bias = 0) {
    OperatorTime op;
    op.kernel.seconds = seconds;
    op.kernels_s = seconds * copies;
    op.kernel_class = kernel_class;
    op.error = {sigma, bias};
    return op;
}

ComposedTime composedOf(std::vector<OperatorTime> operators) {
    ComposedTime composed;
    composed.operators = std::move(operators);
    for (const OperatorTime& op : composed.operators)
        composed.kernels_s += op.kernels_s;
    composed.seconds = composed.kernels_s;
    return composed;
}

ErrorCorrelation correlationOf(double within, double across) {
    ErrorCorrelation correlation;
    correlation.within.fill(within);
    correlation.across = across;
    return correlation;
}

ComposedTime likeKernels(int n, double sigma) {
    std::vector<OperatorTime> operators;
    for (int i = 0; i < n; ++i)
        operators.push_back(operatorOf(workload::KernelClass::Linear, 1e-3, 1, sigma));
    return composedOf(std::move(operators));
}

} // namespace

class ErrorPropagationTest : public QObject {
    Q_OBJECT
private slots:
    void twoLimits();
    void copiesErrAlike();
    void biasAddsLinearly();
    void sharesAddUp();
    void samplingAgrees_data();
    void samplingAgrees();
    void coversWhatItSays();
    void gapsForgetTheKernels();
    void residualsOfCalibrations();
    void kernelsShiftAsFarAsTheyShow();
    void modelsErrByTheirDistance();
};

void ErrorPropagationTest::twoLimits() {
    ComposedTime composed = likeKernels(100, 0.05);
    propagateErrors(composed, correlationOf(0, 0));
    QVERIFY(near(composed.error.sigma, 0.05 / 10));
    QVERIFY(near(composed.error.sigma_independent, 0.05 / 10));
    QVERIFY(near(composed.error.sigma_correlated, 0.05));
    propagateErrors(composed, correlationOf(1, 0));
    QVERIFY(near(composed.error.sigma, 0.05));
    propagateErrors(composed, correlationOf(0.25, 0));
    QVERIFY(near(composed.error.sigma, 0.05 * std::sqrt(0.25 + 0.75 / 100)));
}

/// Kernels that all take longer than said lengthen the model and the sum of its kernels alike: their gap does not move.
/// What whole passes show beyond their kernels does move it, and 80 % of drawn gaps lie inside.
void ErrorPropagationTest::gapsForgetTheKernels() {
    ComposedTime composed = likeKernels(100, 0.05);
    composed.launch_s = 0.02;
    composed.seconds += composed.launch_s;
    ErrorCorrelation correlation = correlationOf(1, 1);
    propagateErrors(composed, correlation);
    const Interval none = gapInterval(composed, 1.0);
    QCOMPARE(none.low, composed.gamma());
    QCOMPARE(none.high, composed.gamma());
    correlation.runtime_sigma = 0.1;
    correlation.runtime_bias = 0.02;
    composed.launch_sigma_s = 0.006;
    propagateErrors(composed, correlation);
    const Interval gap = gapInterval(composed, 1.0);
    CounterRandom random(7);
    int inside = 0;
    constexpr int kDraws = 20000;
    for (int i = 0; i < kDraws; ++i) {
        const auto normal = [&] {
            return std::sqrt(-2.0 * std::log1p(-random.nextUniform())) * std::cos(2.0 * M_PI * random.nextUniform());
        };
        const double passes = correlation.runtime_bias + correlation.runtime_sigma * normal();
        const double seconds = (composed.seconds + composed.launch_sigma_s * normal()) * std::exp(passes);
        const double drawn = seconds / composed.kernels_s - 1.0;
        inside += drawn >= gap.low && drawn <= gap.high ? 1 : 0;
    }
    QVERIFY2(std::abs(inside / static_cast<double>(kDraws) - 0.8) < 0.01, QByteArray::number(inside));
    // Of kernels whose errors passes half show, the other half stays with the sum of kernels alone.
    const Interval wider = gapInterval(composed, 0.5);
    QVERIFY(wider.low < gap.low && wider.high > gap.high);
}

void ErrorPropagationTest::copiesErrAlike() {
    ComposedTime composed = composedOf({operatorOf(workload::KernelClass::Linear, 1e-5, 100, 0.05)});
    propagateErrors(composed, correlationOf(0, 0));
    QVERIFY(near(composed.error.sigma, 0.05));
    QVERIFY(near(composed.error.sigma_independent, 0.005));
}

void ErrorPropagationTest::biasAddsLinearly() {
    ComposedTime composed = composedOf({operatorOf(workload::KernelClass::Linear, 3e-3, 1, 0.01, 0.1),
                                        operatorOf(workload::KernelClass::Norm, 1e-3, 1, 0.01, 0.0)});
    propagateErrors(composed, correlationOf(0, 0));
    QVERIFY(near(composed.error.bias, std::log1p(0.75 * std::expm1(0.1))));
    // The value stays inside, although measurements are expected above it.
    QCOMPARE(composed.interval.low, composed.seconds);
    QVERIFY(composed.interval.high > composed.seconds * 1.05);
}

void ErrorPropagationTest::sharesAddUp() {
    ComposedTime composed = likeKernels(10, 0.1);
    ErrorCorrelation correlation = correlationOf(0.5, 0.2);
    correlation.runtime_sigma = 0.03;
    propagateErrors(composed, correlation);
    const ErrorShare& error = composed.error;
    QVERIFY(near(error.independent + error.correlated + error.runtime, 1.0));
    QVERIFY(near(error.runtime, 0.03 * 0.03 / (error.sigma * error.sigma)));
}

void ErrorPropagationTest::samplingAgrees_data() {
    QTest::addColumn<double>("within");
    QTest::addColumn<double>("across");
    QTest::addColumn<double>("runtime");
    QTest::addColumn<double>("sigma");
    QTest::addColumn<double>("shown");
    QTest::newRow("independent") << 0.0 << 0.0 << 0.0 << 0.1 << 1.0;
    QTest::newRow("by class") << 0.6 << 0.0 << 0.0 << 0.1 << 1.0;
    QTest::newRow("across classes") << 0.6 << 0.4 << 0.05 << 0.1 << 1.0;
    QTest::newRow("alike") << 1.0 << 1.0 << 0.0 << 0.2 << 1.0;
    QTest::newRow("wide") << 0.5 << 0.2 << 0.0 << 0.25 << 1.0;
    QTest::newRow("in part") << 0.6 << 0.2 << 0.02 << 0.2 << 0.5;
}

void ErrorPropagationTest::samplingAgrees() {
    QFETCH(double, within);
    QFETCH(double, across);
    QFETCH(double, runtime);
    QFETCH(double, sigma);
    QFETCH(double, shown);
    ComposedTime composed = composedOf({operatorOf(workload::KernelClass::Linear, 5e-3, 24, sigma),
                                        operatorOf(workload::KernelClass::Linear, 2e-3, 24, sigma, 0.05),
                                        operatorOf(workload::KernelClass::Bmm, 1e-3, 24, 1.5 * sigma),
                                        operatorOf(workload::KernelClass::Elementwise, 3e-3, 24, 0.5 * sigma, -0.02),
                                        operatorOf(workload::KernelClass::Softmax, 1e-3, 24, sigma)});
    composed.prefill_operators = {operatorOf(workload::KernelClass::Linear, 4e-3, 10, sigma)};
    composed.prefill_s = composed.prefill_operators[0].kernels_s;
    composed.seconds += composed.prefill_s;
    ErrorCorrelation correlation = correlationOf(within, across);
    correlation.runtime_sigma = runtime;
    correlation.kernels_shown = shown;
    propagateErrors(composed, correlation);
    constexpr std::size_t kSamples = 40000;
    const Interval sampled = sampleInterval(composed, correlation, 11, kSamples);
    // A quantile at 10 % of a normal sample scatters by sqrt(p (1 - p) / n) / density = 1.71 sigma / sqrt(n); four of
    // them, and the third moment that a log-normal of two moments lacks.
    const double width = std::log(composed.interval.high / composed.interval.low) / 2.563;
    const double tolerance = 4 * 1.71 * width / std::sqrt(static_cast<double>(kSamples)) + 0.15 * width * width;
    QVERIFY2(std::abs(std::log(sampled.low / composed.interval.low)) < tolerance &&
                 std::abs(std::log(sampled.high / composed.interval.high)) < tolerance,
             qPrintable(QString("[%1, %2] sampled, [%3, %4] closed, tolerance %5")
                            .arg(sampled.low)
                            .arg(sampled.high)
                            .arg(composed.interval.low)
                            .arg(composed.interval.high)
                            .arg(tolerance)));
    QCOMPARE(sampleInterval(composed, correlation, 11, 100).low, sampleInterval(composed, correlation, 11, 100).low);
    QVERIFY(sampleInterval(composed, correlation, 12, 100).low != sampleInterval(composed, correlation, 11, 100).low);
}

void ErrorPropagationTest::coversWhatItSays() {
    // Measurements drawn with the stated error lie in the interval four times of five.
    ComposedTime composed = likeKernels(20, 0.1);
    const ErrorCorrelation correlation = correlationOf(0.5, 0.0);
    propagateErrors(composed, correlation);
    int inside = 0;
    constexpr int kTrials = 4000;
    for (int trial = 0; trial < kTrials; ++trial) {
        const Interval one = sampleInterval(composed, correlation, 1000 + static_cast<std::uint64_t>(trial), 1);
        // Of a single sample one end is the sample and the other the value.
        const double drawn = one.low < composed.seconds ? one.low : one.high;
        inside += drawn >= composed.interval.low && drawn <= composed.interval.high ? 1 : 0;
    }
    QVERIFY2(std::abs(inside / double{kTrials} - 0.8) < 0.03, qPrintable(QString::number(inside)));
}

void ErrorPropagationTest::residualsOfCalibrations() {
    hardware::Calibration calibration;
    hardware::Residual seen;
    seen.key = {{"class", "linear"}, {"seen", "yes"}};
    seen.correlation = 0.2;
    hardware::Residual left_out = seen;
    left_out.key["seen"] = "no";
    left_out.correlation = 0.7;
    hardware::Residual model;
    model.key = {{"class", "model"}, {"seen", "no"}};
    model.sigma = 0.04;
    model.p50 = -0.01;
    calibration.residuals = {seen, left_out, model};
    calibration.values["across_classes"] = 0.3;
    calibration.values["kernels_shown"] = 0.6;
    const std::vector calibrations{calibration};
    const ErrorCorrelation correlation = errorCorrelation(calibrations, "model");
    QCOMPARE(correlation.within[static_cast<std::size_t>(workload::KernelClass::Linear)], 0.7);
    QCOMPARE(correlation.within[static_cast<std::size_t>(workload::KernelClass::Norm)], 0.5);
    QCOMPARE(correlation.across, 0.3);
    QCOMPARE(correlation.runtime_sigma, 0.04);
    QCOMPARE(correlation.kernels_shown, 0.6);
    QCOMPARE(errorCorrelation(calibrations, "serving").runtime_sigma, 0.0);
    QCOMPARE(errorCorrelation(calibrations, "serving").kernels_shown, 1.0);
    gpu::KernelTime unknown;
    QVERIFY(kernelError(unknown).sigma > 0.2);
}

/// Passes that show half of their kernels' spread show half of their shift, and the runtime's shift adds to it once.
void ErrorPropagationTest::kernelsShiftAsFarAsTheyShow() {
    ErrorCorrelation correlation = correlationOf(1, 1);
    correlation.kernels_shown = 0.5;
    correlation.runtime_bias = 0.03;
    ComposedTime composed = composedOf({operatorOf(workload::KernelClass::Linear, 1e-3, 10, 1e-6, 0.1)});
    propagateErrors(composed, correlation);
    QVERIFY(near(composed.error.kernels_bias, 0.05, 1e-6));
    QVERIFY(near(composed.interval.high, composed.seconds * std::exp(0.08), 1e-5));
}

/// The interval ends at the tenths of what models at this distance showed, and gaps have errors of their own.
void ErrorPropagationTest::modelsErrByTheirDistance() {
    hardware::Calibration calibration;
    calibration.id = "models";
    calibration.groups = {{{{"engine", "pytorch"}}, {}, 1},
                          {{{"device", "d"}, {"architecture", "A"}, {"vendor", "V"}, {"runs", "pytorch 2.2"}}, {}, 1}};
    const auto residual = [](const char* of, const char* distance, double p10, double p90, double sigma) {
        hardware::Residual one;
        one.key = {{"class", of}, {"distance", distance}};
        one.p10 = p10;
        one.p90 = p90;
        one.sigma = sigma;
        return one;
    };
    calibration.residuals = {residual("model", "same", -0.02, 0.04, 0.02), residual("gap", "same", 0.0, 0.02, 0.01),
                             residual("model", "generation", -0.1, 0.3, 0.15),
                             residual("gap", "generation", -0.02, 0.02, 0.015)};
    hardware::Gpu gpu;
    gpu.id = "d";
    gpu.architecture = "A";
    gpu.vendor = "V";
    gpu.engine = "pytorch";
    hardware::EngineProfile profile;
    profile.from = "2.2";
    gpu.runtime = std::make_shared<const hardware::EngineProfile>(profile);
    const std::span all(&calibration, 1);
    QCOMPARE(errorCorrelation(all, "model", gpu).runtime_sigma, 0.02);
    QVERIFY(near(errorCorrelation(all, "model", gpu).runtime_bias, 0.01));
    QVERIFY(near(errorCorrelation(all, "model", gpu).gap_bias, 0.01));
    gpu.id = "another";
    gpu.architecture = "B";
    const ErrorCorrelation far = errorCorrelation(all, "model", gpu);
    QCOMPARE(far.runtime_sigma, 0.15);
    QVERIFY(near(far.runtime_bias, 0.1));
    ComposedTime composed = likeKernels(10, 0.2);
    propagateErrors(composed, far);
    // What kernels of a new device err by stands on both sides of the gap.
    const Interval gap = gapInterval(composed, 0.5);
    QVERIFY(near(std::log1p(gap.high), 1.2815515655446004 * 0.015, 1e-6));
}

QTEST_APPLESS_MAIN(ErrorPropagationTest)
#include "error_propagation_test.moc"
