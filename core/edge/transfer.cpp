// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/transfer.h"

#include <algorithm>
#include <cmath>
#include <Eigen/Dense>
#include <numbers>

namespace strata::edge {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kRobustRounds = 5;
constexpr double kDegrees = 4.0; ///< of the t distribution of a measurement's error

double meanOf(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values)
        sum += value;
    return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

/// The linear model's row of a point: offset, slope of the sources' mean, each source's difference, each feature.
VectorXd rowOf(const TransferPoint& point, const TransferSetting& setting, double scale, double centre) {
    const auto sources = static_cast<Index>(point.sources.size());
    const auto features = static_cast<Index>(point.features.size());
    VectorXd row(2 + sources + features);
    const double mean = meanOf(point.sources);
    row(0) = scale;
    row(1) = setting.slope * (mean - centre);
    const double share = sources > 0 ? setting.source / std::sqrt(static_cast<double>(sources)) : 0.0;
    for (Index i = 0; i < sources; ++i)
        row(2 + i) = share * (point.sources[static_cast<std::size_t>(i)] - mean);
    const double own = features > 0 ? setting.feature / std::sqrt(static_cast<double>(features)) : 0.0;
    for (Index i = 0; i < features; ++i)
        row(2 + sources + i) = own * point.features[static_cast<std::size_t>(i)];
    return row;
}

struct Posterior {
    VectorXd mean;
    MatrixXd covariance;
    VectorXd weights;
    double left_out = 0; ///< logarithm of the density of each measurement under the others
};

/// Gaussian regression of `values` on rows with unit priors.
Posterior regress(const MatrixXd& rows, const VectorXd& values, double noise) {
    const Index n = rows.rows();
    Posterior out;
    out.weights = VectorXd::Ones(n);
    MatrixXd inverse;
    VectorXd alpha;
    for (int round = 0; round < kRobustRounds; ++round) {
        MatrixXd kernel = rows * rows.transpose();
        kernel.diagonal() += (noise * noise / out.weights.array()).matrix();
        inverse = kernel.ldlt().solve(MatrixXd::Identity(n, n));
        alpha = inverse * values;
        const VectorXd rest = values - rows * (rows.transpose() * alpha);
        out.weights = ((kDegrees + 1) / (kDegrees + (rest / noise).array().square())).matrix();
    }
    out.mean = rows.transpose() * alpha;
    out.covariance = MatrixXd::Identity(rows.cols(), rows.cols()) - rows.transpose() * inverse * rows;
    for (Index i = 0; i < n; ++i) {
        const double variance = 1.0 / inverse(i, i), error = alpha(i) * variance;
        // Of a t distribution, so that one bad measurement does not choose the setting.
        out.left_out +=
            -0.5 * (kDegrees + 1) * std::log1p(error * error / variance / kDegrees) - 0.5 * std::log(variance);
    }
    return out;
}

} // namespace

struct Transfer::State {
    TransferSetting setting;
    double scale = 1, centre = 0, offset = 0;
    VectorXd mean;
    MatrixXd covariance;

    VectorXd row(const TransferPoint& point) const { return rowOf(point, setting, scale, centre); }
};

Transfer::Transfer(std::span<const TransferPoint> measured, std::span<const double> values,
                   std::span<const TransferSetting> candidates, double scale)
    : state_(std::make_unique<State>()) {
    State& state = *state_;
    state.scale = scale;
    state.setting = candidates.front();
    if (measured.empty()) return;
    const auto n = static_cast<Index>(measured.size());
    VectorXd rest(n), means(n);
    for (Index i = 0; i < n; ++i) {
        means(i) = meanOf(measured[static_cast<std::size_t>(i)].sources);
        rest(i) = values[static_cast<std::size_t>(i)] - means(i);
    }
    state.centre = means.mean();
    std::vector<double> sorted(rest.data(), rest.data() + n);
    std::ranges::sort(sorted);
    state.offset = 0.5 * (sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]);
    rest.array() -= state.offset;
    double best = -std::numeric_limits<double>::infinity();
    for (const TransferSetting& candidate : candidates) {
        MatrixXd rows(n, rowOf(measured[0], candidate, scale, state.centre).size());
        for (Index i = 0; i < n; ++i)
            rows.row(i) = rowOf(measured[static_cast<std::size_t>(i)], candidate, scale, state.centre).transpose();
        Posterior posterior = regress(rows, rest, candidate.noise);
        if (posterior.left_out <= best) continue;
        best = posterior.left_out;
        state.setting = candidate;
        state.mean = std::move(posterior.mean);
        state.covariance = std::move(posterior.covariance);
    }
}

Transfer::~Transfer() = default;
Transfer::Transfer(Transfer&&) noexcept = default;
Transfer& Transfer::operator=(Transfer&&) noexcept = default;

const TransferSetting& Transfer::setting() const { return state_->setting; }

TransferValue Transfer::predict(const TransferPoint& point) const {
    const VectorXd row = state_->row(point);
    const double prior = meanOf(point.sources) + state_->offset;
    const double noise = state_->setting.noise * state_->setting.noise;
    if (state_->mean.size() == 0) return {prior, std::sqrt(row.squaredNorm() + noise)};
    return {prior + row.dot(state_->mean), std::sqrt(std::max(0.0, row.dot(state_->covariance * row)) + noise)};
}

namespace {

/// Index of the candidate that lowers the variance over `asked` most, given the covariance of the coefficients.
Index mostTelling(const MatrixXd& candidates, const MatrixXd& asked, const MatrixXd& covariance, double noise,
                  const std::vector<bool>& taken) {
    const MatrixXd moved = candidates * covariance;
    const VectorXd variance = (moved.array() * candidates.array()).rowwise().sum() + noise * noise;
    const VectorXd gain = ((moved * asked.transpose()).array().square().rowwise().sum()) / variance.array();
    Index best = -1;
    for (Index i = 0; i < gain.size(); ++i) {
        if (!taken[static_cast<std::size_t>(i)] && (best < 0 || gain(i) > gain(best))) best = i;
    }
    return best;
}

} // namespace

std::size_t Transfer::nextToMeasure(std::span<const TransferPoint> candidates,
                                    std::span<const TransferPoint> asked) const {
    const auto rowsOf = [&](std::span<const TransferPoint> points) {
        MatrixXd rows(static_cast<Index>(points.size()), state_->row(points[0]).size());
        for (std::size_t i = 0; i < points.size(); ++i)
            rows.row(static_cast<Index>(i)) = state_->row(points[i]).transpose();
        return rows;
    };
    const MatrixXd rows = rowsOf(candidates);
    const MatrixXd covariance =
        state_->mean.size() == 0 ? MatrixXd(MatrixXd::Identity(rows.cols(), rows.cols())) : state_->covariance;
    const std::vector<bool> taken(candidates.size(), false);
    return static_cast<std::size_t>(mostTelling(rows, rowsOf(asked), covariance, state_->setting.noise, taken));
}

std::vector<std::size_t> firstMeasurements(std::span<const TransferPoint> candidates, std::size_t count,
                                           const TransferSetting& setting, double scale) {
    std::vector<std::size_t> chosen;
    if (candidates.empty()) return chosen;
    double centre = 0;
    for (const TransferPoint& point : candidates)
        centre += meanOf(point.sources) / static_cast<double>(candidates.size());
    MatrixXd rows(static_cast<Index>(candidates.size()), rowOf(candidates[0], setting, scale, centre).size());
    for (std::size_t i = 0; i < candidates.size(); ++i)
        rows.row(static_cast<Index>(i)) = rowOf(candidates[i], setting, scale, centre).transpose();
    MatrixXd covariance = MatrixXd::Identity(rows.cols(), rows.cols());
    std::vector<bool> taken(candidates.size(), false);
    while (chosen.size() < std::min(count, candidates.size())) {
        const Index next = mostTelling(rows, rows, covariance, setting.noise, taken);
        taken[static_cast<std::size_t>(next)] = true;
        chosen.push_back(static_cast<std::size_t>(next));
        const VectorXd moved = covariance * rows.row(next).transpose();
        covariance -= moved * moved.transpose() / (rows.row(next).dot(moved) + setting.noise * setting.noise);
    }
    return chosen;
}

} // namespace strata::edge
