// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/own_linear.h"

namespace strata::assess {

OwnLinear linearise(std::span<const MeasuredRow> rows, const OwnTarget& target,
                    std::span<const hardware::OwnFactor> factors, const std::shared_ptr<const Library>& library,
                    unsigned jobs) {
    constexpr double kStep = 0.02;
    const auto count = static_cast<Eigen::Index>(rows.size());
    OwnLinear linear;
    const auto vectorOf = [count](const std::vector<double>& values) {
        return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(values.data(), count));
    };
    linear.answers = vectorOf(answersWith(rows, target, factors, library, jobs));
    linear.slopes.resize(count, static_cast<Eigen::Index>(factors.size()));
    std::vector<hardware::OwnFactor> changed(factors.begin(), factors.end());
    for (std::size_t f = 0; f < factors.size(); ++f) {
        changed[f].log_mean += kStep;
        const Eigen::VectorXd moved = vectorOf(answersWith(rows, target, changed, library, jobs));
        changed[f].log_mean = factors[f].log_mean;
        linear.slopes.col(static_cast<Eigen::Index>(f)) = (moved - linear.answers) / kStep;
    }
    return linear;
}

Eigen::MatrixXd priorCovariance(const Eigen::MatrixXd& slopes_a, std::span<const OwnFeature> a,
                                const Eigen::MatrixXd& slopes_b, std::span<const OwnFeature> b,
                                std::span<const hardware::OwnFactor> factors) {
    Eigen::VectorXd variances(static_cast<Eigen::Index>(factors.size()));
    for (std::size_t f = 0; f < factors.size(); ++f)
        variances[static_cast<Eigen::Index>(f)] = factors[f].prior_sigma * factors[f].prior_sigma;
    Eigen::MatrixXd covariance = slopes_a * variances.asDiagonal() * slopes_b.transpose();
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j)
            covariance(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) += shapeCovariance(a[i], b[j]);
    }
    return covariance;
}

} // namespace strata::assess
