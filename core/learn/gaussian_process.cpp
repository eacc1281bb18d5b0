// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/learn/gaussian_process.h"

#include <algorithm>
#include <cmath>
#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <numbers>

namespace strata::learn {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr double kLeastNoise = 1e-6;
const double kSpreadOfLengths = std::numbers::sqrt3; ///< of the prior, in logarithms (Hvarfner et al., section 4)

double medianLength(std::size_t inputs) {
    return std::exp(std::numbers::sqrt2) * std::sqrt(static_cast<double>(std::max<std::size_t>(1, inputs)));
}

double gap(double a, double b, const KernelScales& scales, std::size_t input) {
    if (!scales.unordered.empty() && scales.unordered[input]) return a == b ? 0.0 : 1.0;
    return a - b;
}

double squaredDistance(const double* a, const double* b, const KernelScales& scales) {
    double sum = 0;
    for (std::size_t d = 0; d < scales.lengths.size(); ++d) {
        const double scaled = gap(a[d], b[d], scales, d) / scales.lengths[d];
        sum += scaled * scaled;
    }
    return sum;
}

double matern(double squared) {
    const double r = std::sqrt(5.0 * squared);
    return (1.0 + r + r * r / 3.0) * std::exp(-r);
}

/// Derivative of matern() by the logarithm of a length, divided by that input's share of the squared distance.
double maternSlope(double squared) {
    const double r = std::sqrt(5.0 * squared);
    return 5.0 / 3.0 * (1.0 + r) * std::exp(-r);
}

/// Log posterior density and its gradient by the logarithms of lengths, signal and noise.
struct Density {
    double value = 0;
    Vector gradient;
};

/// Everything that does not change while the scales move.
struct Problem {
    std::span<const double> points;
    std::size_t inputs, rows;
    Vector values;
};

Matrix kernelOf(const Problem& problem, const KernelScales& scales) {
    const auto rows = static_cast<Eigen::Index>(problem.rows);
    Matrix kernel(rows, rows);
    for (Eigen::Index i = 0; i < rows; ++i)
        for (Eigen::Index j = 0; j <= i; ++j)
            kernel(i, j) = kernel(j, i) =
                scales.signal *
                matern(squaredDistance(&problem.points[static_cast<std::size_t>(i) * problem.inputs],
                                       &problem.points[static_cast<std::size_t>(j) * problem.inputs], scales));
    return kernel;
}

Density densityOf(const Problem& problem, const KernelScales& scales) {
    const auto rows = static_cast<Eigen::Index>(problem.rows), inputs = static_cast<Eigen::Index>(problem.inputs);
    const Matrix kernel = kernelOf(problem, scales);
    Matrix noisy = kernel;
    noisy.diagonal().array() += scales.noise;
    const Eigen::LLT<Matrix> factor(noisy);
    const Vector weights = factor.solve(problem.values);
    Density density;
    density.gradient = Vector::Zero(inputs + 2);
    density.value = -0.5 * problem.values.dot(weights) - factor.matrixLLT().diagonal().array().log().sum();
    // d/dt = 1/2 tr((w w' - K^-1) dK/dt)
    const Matrix inner = weights * weights.transpose() - factor.solve(Matrix::Identity(rows, rows));
    for (Eigen::Index i = 0; i < rows; ++i) {
        for (Eigen::Index j = 0; j < i; ++j) {
            const double* a = &problem.points[static_cast<std::size_t>(i) * problem.inputs];
            const double* b = &problem.points[static_cast<std::size_t>(j) * problem.inputs];
            const double share = inner(i, j) * scales.signal * maternSlope(squaredDistance(a, b, scales));
            for (Eigen::Index d = 0; d < inputs; ++d) {
                const auto input = static_cast<std::size_t>(d);
                const double scaled = gap(a[input], b[input], scales, input) / scales.lengths[input];
                density.gradient[d] += share * scaled * scaled; // both triangles: twice a half
            }
        }
    }
    density.gradient[inputs] = 0.5 * inner.cwiseProduct(kernel).sum();
    density.gradient[inputs + 1] = 0.5 * inner.trace() * scales.noise;
    const double median = std::log(medianLength(problem.inputs));
    for (Eigen::Index d = 0; d < inputs; ++d) {
        const double away = std::log(scales.lengths[static_cast<std::size_t>(d)]) - median;
        density.value -= 0.5 * away * away / (kSpreadOfLengths * kSpreadOfLengths);
        density.gradient[d] -= away / (kSpreadOfLengths * kSpreadOfLengths);
    }
    // Values have variance 1; noise is small beside it, and may be larger where data say so.
    const double signal = std::log(scales.signal), noise = std::log(scales.noise) - std::log(1e-4);
    density.value -= 0.5 * signal * signal + 0.5 * noise * noise / 9.0;
    density.gradient[inputs] -= signal;
    density.gradient[inputs + 1] -= noise / 9.0;
    return density;
}

KernelScales scalesOf(const Vector& logs, const KernelScales& like) {
    KernelScales scales = like;
    const Eigen::Index inputs = logs.size() - 2;
    scales.lengths.resize(static_cast<std::size_t>(inputs));
    for (Eigen::Index d = 0; d < inputs; ++d)
        scales.lengths[static_cast<std::size_t>(d)] = std::exp(std::clamp(logs[d], -5.0, 8.0));
    scales.signal = std::exp(std::clamp(logs[inputs], -6.0, 6.0));
    scales.noise = std::max(kLeastNoise, std::exp(std::clamp(logs[inputs + 1], -16.0, 1.0)));
    return scales;
}

Vector logsOf(const KernelScales& scales) {
    Vector logs(static_cast<Eigen::Index>(scales.lengths.size()) + 2);
    for (std::size_t d = 0; d < scales.lengths.size(); ++d)
        logs[static_cast<Eigen::Index>(d)] = std::log(scales.lengths[d]);
    logs[logs.size() - 2] = std::log(scales.signal);
    logs[logs.size() - 1] = std::log(scales.noise);
    return logs;
}

/// Adam (D. Kingma and J. Ba, ICLR 2015); the best scales on the way are kept.
KernelScales climbed(const Problem& problem, KernelScales scales, int steps, double& best_value) {
    constexpr double kRate = 0.1, kFirst = 0.9, kSecond = 0.999;
    Vector logs = logsOf(scales), mean = Vector::Zero(logs.size()), square = Vector::Zero(logs.size());
    KernelScales best = scales;
    best_value = -1e300;
    for (int step = 0; step <= steps; ++step) {
        const Density density = densityOf(problem, scales);
        if (!std::isfinite(density.value)) break;
        if (density.value > best_value) {
            best_value = density.value;
            best = scales;
        }
        mean = kFirst * mean + (1 - kFirst) * density.gradient;
        square = kSecond * square + (1 - kSecond) * density.gradient.cwiseAbs2();
        const Vector m = mean / (1 - std::pow(kFirst, step + 1)), s = square / (1 - std::pow(kSecond, step + 1));
        logs.array() += kRate * m.array() / (s.array().sqrt() + 1e-8);
        scales = scalesOf(logs, scales);
    }
    return best;
}

/// Kernel between the points that the process was fitted to, down, and others, across.
Matrix kernelWith(const GaussianProcess& process, std::span<const double> points) {
    const auto rows = static_cast<Eigen::Index>(process.weights.size());
    const auto count = static_cast<Eigen::Index>(process.inputs == 0 ? 0 : points.size() / process.inputs);
    Matrix kernel(rows, count);
    for (Eigen::Index c = 0; c < count; ++c) {
        const double* point = &points[static_cast<std::size_t>(c) * process.inputs];
        for (Eigen::Index i = 0; i < rows; ++i)
            kernel(i, c) = process.scales.signal *
                           matern(squaredDistance(&process.points[static_cast<std::size_t>(i) * process.inputs], point,
                                                  process.scales));
    }
    return kernel;
}

} // namespace

GaussianProcess fitGaussianProcess(std::span<const double> points, std::size_t inputs, std::span<const double> values,
                                   const KernelScales& start, int steps) {
    GaussianProcess process;
    process.inputs = inputs;
    process.points.assign(points.begin(), points.end());
    const Eigen::Map<const Vector> raw(values.data(), static_cast<Eigen::Index>(values.size()));
    process.mean = values.empty() ? 0.0 : raw.mean();
    const double variance = values.empty() ? 0.0 : (raw.array() - process.mean).square().mean();
    process.spread = variance > 0 ? std::sqrt(variance) : 1.0;
    const Problem problem{process.points, inputs, values.size(), (raw.array() - process.mean) / process.spread};
    process.scales = start;
    if (start.lengths.size() != inputs)
        process.scales.lengths.assign(inputs, medianLength(inputs) * std::exp(-kSpreadOfLengths * kSpreadOfLengths));
    process.scales = climbed(problem, process.scales, steps, process.evidence);
    Matrix kernel = kernelOf(problem, process.scales);
    kernel.diagonal().array() += process.scales.noise;
    const Eigen::LLT<Matrix> factor(kernel);
    const Vector weights = factor.solve(problem.values);
    const Matrix lower = factor.matrixL();
    process.factor.assign(lower.data(), lower.data() + lower.size());
    process.weights.assign(weights.data(), weights.data() + weights.size());
    return process;
}

std::vector<Prediction> predicted(const GaussianProcess& process, std::span<const double> points) {
    Matrix kernel = kernelWith(process, points);
    const Eigen::Index rows = kernel.rows(), count = kernel.cols();
    const Eigen::Map<const Vector> weights(process.weights.data(), rows);
    const Vector means = kernel.transpose() * weights;
    const Eigen::Map<const Matrix> lower(process.factor.data(), rows, rows);
    lower.triangularView<Eigen::Lower>().solveInPlace(kernel);
    std::vector<Prediction> predictions(static_cast<std::size_t>(count));
    for (Eigen::Index c = 0; c < count; ++c) {
        const double variance = std::max(1e-12, process.scales.signal - kernel.col(c).squaredNorm());
        predictions[static_cast<std::size_t>(c)] = {process.mean + process.spread * means[c],
                                                    process.spread * process.spread * variance};
    }
    return predictions;
}

std::vector<double> predictedMeans(const GaussianProcess& process, std::span<const double> points) {
    const Matrix kernel = kernelWith(process, points);
    const Eigen::Map<const Vector> weights(process.weights.data(), kernel.rows());
    const Vector means = (process.mean + process.spread * (kernel.transpose() * weights).array()).matrix();
    return {means.data(), means.data() + means.size()};
}

} // namespace strata::learn
