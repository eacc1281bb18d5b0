// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/fit.h"

#include "core/hardware/calibration/calibration.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <Eigen/Core>
#include <unsupported/Eigen/NonLinearOptimization>
#include <unsupported/Eigen/NumericalDiff>

namespace strata::assess {
namespace {

// Far below what measurements tell apart, far above what the order of additions changes.
constexpr int kDigits = 6;

/// Maps the real line onto (low, high) logarithmically, so that the solver needs no bounds.
double inside(double free, const FreeCoefficient& coefficient) {
    const double share = 1.0 / (1.0 + std::exp(-free));
    return coefficient.low * std::pow(coefficient.high / coefficient.low, share);
}

double outside(double value, const FreeCoefficient& coefficient) {
    constexpr double kEdge = 1e-3;
    const double share = std::log(value / coefficient.low) / std::log(coefficient.high / coefficient.low);
    const double kept = std::clamp(share, kEdge, 1.0 - kEdge);
    return std::log(kept / (1.0 - kept));
}

/// sign(r) sqrt(2 s^2 (sqrt(1 + (r/s)^2) - 1)): its square is the soft-L1 loss.
double softened(double residual, double soft) {
    const double ratio = residual / soft;
    return std::copysign(soft * std::sqrt(2.0 * (std::sqrt(1.0 + ratio * ratio) - 1.0)), residual);
}

struct Problem {
    using Scalar = double;
    using InputType = Eigen::VectorXd;
    using ValueType = Eigen::VectorXd;
    using JacobianType = Eigen::MatrixXd;
    enum { InputsAtCompileTime = Eigen::Dynamic, ValuesAtCompileTime = Eigen::Dynamic };

    std::span<const FreeCoefficient> coefficients;
    std::size_t residuals;
    const std::function<void(std::span<const double>, std::span<double>)>& residual;
    double soft;

    int inputs() const { return static_cast<int>(coefficients.size()); }
    int values() const { return static_cast<int>(residuals); }

    std::vector<double> coefficientsAt(const Eigen::VectorXd& free) const {
        std::vector<double> found(coefficients.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            found[i] = inside(free[static_cast<Eigen::Index>(i)], coefficients[i]);
        return found;
    }

    int operator()(const Eigen::VectorXd& free, Eigen::VectorXd& out) const {
        const auto found = coefficientsAt(free);
        residual(found, {out.data(), residuals});
        for (double& value : out)
            value = std::isfinite(value) ? softened(value, soft) : 1e3;
        return 0;
    }
};

} // namespace

double roundedCoefficient(double value) {
    if (value == 0.0 || !std::isfinite(value)) return value;
    const double scale = std::pow(10.0, kDigits - 1 - std::floor(std::log10(std::abs(value))));
    return std::round(value * scale) / scale;
}

Result<Fit> fitCoefficients(std::span<const FreeCoefficient> coefficients, std::size_t residuals,
                            const std::function<void(std::span<const double>, std::span<double>)>& residual,
                            const FitOptions& options) {
    if (residuals < coefficients.size() || coefficients.empty()) {
        return Error{"bad-value",
                     "",
                     {"error.measurements-cannot-fit-coefficients",
                      {{"residuals", residuals}, {"coefficients", coefficients.size()}}},
                     {"accepted.at-least-as-many-measurements-as"},
                     {}};
    }
    const Problem problem{coefficients, residuals, residual, options.soft};
    // The step of the differences: predictions jump where another tile wins, a larger step looks across.
    constexpr double kStep = 1e-6;
    Eigen::NumericalDiff<Problem> differences(problem, kStep);
    Eigen::LevenbergMarquardt<Eigen::NumericalDiff<Problem>> solver(differences);
    solver.parameters.maxfev = static_cast<int>(options.evaluations);
    solver.parameters.ftol = 1e-9;
    solver.parameters.xtol = 1e-9;
    Eigen::VectorXd free(problem.inputs());
    for (Eigen::Index i = 0; i < free.size(); ++i) {
        const auto& coefficient = coefficients[static_cast<std::size_t>(i)];
        free[i] = outside(coefficient.start, coefficient);
    }
    solver.minimize(free);

    Fit fit;
    fit.values = problem.coefficientsAt(free);
    std::transform(fit.values.begin(), fit.values.end(), fit.values.begin(), roundedCoefficient);
    fit.evaluations =
        static_cast<std::size_t>(solver.nfev) + static_cast<std::size_t>(solver.njev) * coefficients.size();
    std::vector<double> last(residuals);
    residual(fit.values, last);
    for (const double value : last)
        fit.loss += std::abs(value) / static_cast<double>(residuals);
    return fit;
}

std::string rangeText(double low, double high) {
    char text[64];
    if (low == high)
        std::snprintf(text, sizeof text, "held at %g", low);
    else
        std::snprintf(text, sizeof text, "between %g and %g", low, high);
    return text;
}

void noteRanges(std::span<const FreeCoefficient> free, hardware::Calibration& calibration, std::string_view group) {
    for (const FreeCoefficient& one : free)
        calibration.origins[(group.empty() ? "" : std::string(group) + "/") + one.name] = rangeText(one.low, one.high);
}

} // namespace strata::assess
