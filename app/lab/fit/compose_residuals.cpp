// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/compose_residuals.h"

#include "app/lab/fit/fit.h"
#include "core/base/normal.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace strata::assess {
namespace {

constexpr double kQuantile75 = 0.6744897501960817; // of the normal distribution

/// Pairs of one device: mean product of their deviations over the variance.
double correlationWithinDevices(const std::vector<ModelError>& errors, double centre, double variance) {
    std::map<std::string, std::vector<double>> devices;
    for (const ModelError& error : errors)
        devices[error.device].push_back(error.log_error - centre);
    double products = 0;
    double pairs = 0;
    for (const auto& [device, deviations] : devices) {
        double sum = 0;
        double squares = 0;
        for (const double deviation : deviations) {
            sum += deviation;
            squares += deviation * deviation;
        }
        const auto n = static_cast<double>(deviations.size());
        products += sum * sum - squares;
        pairs += n * (n - 1);
    }
    return pairs > 0 && variance > 0 ? std::clamp(products / pairs / variance, 0.0, 1.0) : 0.0;
}

/// By the quartiles.
double spreadOf(const std::vector<ModelError>& errors) {
    std::vector<double> logs;
    for (const ModelError& error : errors)
        logs.push_back(error.log_error);
    return (quantile(logs, 0.75) - quantile(logs, 0.25)) / (2.0 * kQuantile75);
}

/// Variance that the kernels explain.
double explainedBy(const std::vector<ModelError>& errors) {
    double explained = 0;
    for (const ModelError& error : errors)
        explained += error.kernel_sigma * error.kernel_sigma / static_cast<double>(errors.size());
    return explained;
}

/// Spread by the tenths that the kernels' errors do not explain.
double unexplained(const hardware::Residual& residual, const std::vector<ModelError>& errors) {
    const double spread = (residual.p90 - residual.p10) / (2 * kNormal90);
    return std::sqrt(std::max(spread * spread - explainedBy(errors), 0.0));
}

} // namespace

double kernelsShown(const std::vector<ModelError>& errors) {
    const double explained = explainedBy(errors);
    return explained > 0 ? std::min(spreadOf(errors) / std::sqrt(explained), 1.0) : 1.0;
}

hardware::Residual modelResidual(const std::vector<ModelError>& errors, std::string_view of) {
    hardware::Residual residual;
    residual.key = {{"class", std::string(of)}, {"seen", "yes"}};
    residual.points = static_cast<std::int64_t>(errors.size());
    if (errors.empty()) return residual;
    std::vector<double> logs;
    for (const ModelError& error : errors)
        logs.push_back(error.log_error);
    residual.p10 = quantile(logs, 0.1);
    residual.p50 = quantile(logs, 0.5);
    residual.p90 = quantile(logs, 0.9);
    const double spread = spreadOf(errors);
    residual.sigma = std::sqrt(std::max(spread * spread - explainedBy(errors), 0.0));
    double variance = 0;
    for (const double log : logs)
        variance += std::pow(log - residual.p50, 2) / static_cast<double>(logs.size());
    residual.correlation = correlationWithinDevices(errors, residual.p50, variance);
    return residual;
}

hardware::Residual servingResidual(const std::vector<ModelError>& errors, std::string_view of) {
    hardware::Residual residual = modelResidual(errors, of);
    if (errors.empty()) return residual;
    std::set<std::string> devices;
    for (const ModelError& error : errors)
        devices.insert(error.device);
    const double wider = std::sqrt(1 + 1 / static_cast<double>(devices.size()));
    residual.p10 = residual.p50 + wider * (residual.p10 - residual.p50);
    residual.p90 = residual.p50 + wider * (residual.p90 - residual.p50);
    residual.sigma = unexplained(residual, errors);
    return residual;
}

hardware::Residual residualAtDistance(const std::vector<ModelError>& errors, std::string_view of,
                                      gpu::Distance distance) {
    hardware::Residual residual = modelResidual(errors, of);
    residual.key = {{"class", std::string(of)}, {"distance", std::string(gpu::name(distance))}};
    residual.sigma = unexplained(residual, errors);
    return residual;
}

void setSummary(hardware::Calibration& calibration, const std::vector<ModelError>& errors) {
    std::vector<double> relative;
    for (const ModelError& error : errors)
        relative.push_back(std::abs(std::expm1(-error.log_error - error.kernels_bias)));
    calibration.points = static_cast<std::int64_t>(errors.size());
    if (relative.empty()) return;
    calibration.residual_p50 = quantile(relative, 0.5);
    calibration.residual_p90 = quantile(relative, 0.9);
}

} // namespace strata::assess
