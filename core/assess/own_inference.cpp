// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/own_inference.h"

#include "core/assess/evaluate_rows.h"
#include "core/assess/own_linear.h"
#include "core/assess/statistics.h"
#include "core/base/hash.h"
#include "core/catalog/library.h"
#include "core/evaluate/kinds/own_measurements.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

constexpr int kPasses = 3;        // of the linearisation
constexpr int kReweightings = 12; // of the rows
constexpr double kFreedom = 4;    // degrees of Student's distribution
constexpr double kRoundOff = 1e-12;

/// What the rows say, in the space of the rows.
struct Update {
    Eigen::VectorXd duals;   ///< weights of the rows in anything that is predicted
    Eigen::VectorXd weights; ///< of the rows: below 1 counts less
    Eigen::VectorXd extra;   ///< variance that outliers get beside their noise
    Eigen::MatrixXd inverse; ///< of the rows' covariance with their noise
};

Update update(const Eigen::MatrixXd& prior, const Eigen::VectorXd& residuals, std::span<const OwnFeature> features) {
    const Eigen::Index count = residuals.size();
    Update result{Eigen::VectorXd::Zero(count), Eigen::VectorXd::Ones(count), Eigen::VectorXd::Zero(count), {}};
    for (int i = 0; i < kReweightings; ++i) {
        Eigen::MatrixXd with_noise = prior;
        for (Eigen::Index r = 0; r < count; ++r)
            with_noise(r, r) += std::pow(features[static_cast<std::size_t>(r)].noise, 2) + result.extra[r];
        result.inverse = with_noise.ldlt().solve(Eigen::MatrixXd::Identity(count, count));
        result.duals = result.inverse * residuals;
        // How far a row lies from what all others say of it: a process with little noise would follow any row itself.
        for (Eigen::Index r = 0; r < count; ++r) {
            const double precision = result.inverse(r, r), left_out = result.duals[r] / precision;
            const double variance = std::max(1.0 / precision - result.extra[r], kRoundOff);
            result.weights[r] = (kFreedom + 1) / (kFreedom + left_out * left_out / variance);
            result.extra[r] = variance * std::max(1.0 / result.weights[r] - 1.0, 0.0);
        }
    }
    return result;
}

/// Spread of the rows of each family of kernels, each as the others tell it, over the expected one: a device that lies
/// far from all fitted ones errs more everywhere. Leaving rows out judges the width of an answer also where kernels
/// forget each other sooner than on the fitted devices (F. Bachoc, "Cross validation and maximum likelihood estimations
/// of hyper-parameters of Gaussian processes with model misspecification", Computational Statistics & Data Analysis 66,
/// 2013). Few rows count as much as kFreedom - 2 rows that are as expected, as the scale of a Student's process does.
std::map<std::string, double, std::less<>> spreads(const Update& found, std::span<const OwnFeature> features) {
    std::map<std::string, std::pair<double, double>, std::less<>> families; // squares and rows
    for (std::size_t i = 0; i < features.size(); ++i) {
        if (features[i].kind.empty()) continue;
        const auto r = static_cast<Eigen::Index>(i);
        auto& [squares, rows] = families[std::string(features[i].family())];
        squares += found.duals[r] * found.duals[r] / found.inverse(r, r);
        rows += 1;
    }
    std::map<std::string, double, std::less<>> result;
    for (const auto& [family, sums] : families)
        result[family] = std::sqrt((kFreedom - 2 + sums.first) / (kFreedom - 2 + sums.second));
    return result;
}

Eigen::VectorXd meansOf(std::span<const hardware::OwnFactor> factors) {
    Eigen::VectorXd means(static_cast<Eigen::Index>(factors.size()));
    for (std::size_t f = 0; f < factors.size(); ++f)
        means[static_cast<Eigen::Index>(f)] = factors[f].log_mean;
    return means;
}

/// The rows that the models answer, with their features.
struct Answered {
    std::vector<MeasuredRow> rows;
    OwnProblem problem;
    std::vector<Refusal> refused;
};

Result<Answered> answeredRows(std::span<const MeasuredRow> rows, const OwnTarget& target,
                              const std::shared_ptr<const Library>& library, unsigned jobs) {
    Answered answered;
    SuiteReport report = evaluateRows(rows, library, jobs);
    std::map<std::string_view, std::string> reasons;
    for (const Refusal& refusal : report.refused)
        reasons.emplace(refusal.id, refusal.reason);
    for (const MeasuredRow& row : rows) {
        if (const auto refused = reasons.find(row.id); refused != reasons.end()) {
            answered.refused.push_back({row.id, refused->second});
        } else if (!(row.measured > 0)) {
            answered.refused.push_back({row.id, "measured is " + std::to_string(row.measured) + ", not above 0"});
        } else {
            answered.rows.push_back(row);
        }
    }
    if (answered.rows.empty()) {
        Message first = answered.refused.empty() ? Message{"error.no-row"} : verbatim(answered.refused.front().reason);
        return Error{"no-rows",
                     {},
                     {"error.no-row-can-answered", {{"reason", std::move(first)}}},
                     {"accepted.at-least-one-row"},
                     {}};
    }
    auto problem = describeRows(answered.rows, target, *library);
    if (!problem) return problem.error();
    answered.problem = *std::move(problem);
    return answered;
}

/// Factors that no row depends on say nothing: they go, the prior holds for them.
std::vector<std::size_t> seenFactors(const Eigen::MatrixXd& slopes) {
    constexpr double kNothing = 1e-6;
    std::vector<std::size_t> seen;
    for (Eigen::Index f = 0; f < slopes.cols(); ++f) {
        if (slopes.col(f).cwiseAbs().maxCoeff() > kNothing) seen.push_back(static_cast<std::size_t>(f));
    }
    return seen;
}

hardware::OwnMeasurements ownOf(const OwnTarget& target, const OwnProblem& problem, const OwnLinear& linear,
                                const Update& found, const std::map<std::string, double, std::less<>>& spread) {
    hardware::OwnMeasurements own;
    own.hardware = target.hardware;
    own.cluster = target.cluster;
    own.engine = target.engine;
    own.engine_version = target.engine_version;
    const std::vector<std::size_t> seen = seenFactors(linear.slopes);
    const auto variance = [&](std::size_t f) { return std::pow(problem.factors[f].prior_sigma, 2); };
    for (std::size_t a = 0; a < seen.size(); ++a) {
        own.factors.push_back(problem.factors[seen[a]]);
        const Eigen::VectorXd slopes = linear.slopes.col(static_cast<Eigen::Index>(seen[a]));
        for (std::size_t b = 0; b <= a; ++b) {
            const double before = a == b ? variance(seen[a]) : 0.0;
            const double told = slopes.dot(found.inverse * linear.slopes.col(static_cast<Eigen::Index>(seen[b])));
            own.covariance.push_back(before - variance(seen[a]) * told * variance(seen[b]));
        }
    }
    std::map<std::string, hardware::OwnKind> kinds;
    for (std::size_t r = 0; r < problem.features.size(); ++r) {
        const OwnFeature& feature = problem.features[r];
        if (feature.kind.empty()) continue;
        kinds.try_emplace(feature.kind, hardware::OwnKind{feature.kind, feature.noise, feature.shape_sigma,
                                                          spread.find(feature.family())->second});
        own.kernels.push_back({feature.kind, feature.place,
                               feature.shape_sigma * feature.shape_sigma * found.duals[static_cast<Eigen::Index>(r)]});
    }
    if (!target.cluster.empty() && !problem.features.empty())
        kinds.try_emplace("fabric", hardware::OwnKind{"fabric", problem.features.front().noise, 0, 1});
    for (auto& [name, kind] : kinds)
        own.kinds.push_back(std::move(kind));
    return own;
}

double meanError(const std::vector<OwnAnswer>& rows, double OwnAnswer::*predicted) {
    double sum = 0;
    for (const OwnAnswer& row : rows)
        sum += std::abs(row.*predicted / row.measured - 1);
    return rows.empty() ? 0 : sum / static_cast<double>(rows.size());
}

/// Sets predictions of one library beside the rows.
void setPredictions(std::span<const MeasuredRow> rows, const std::shared_ptr<const Library>& library, unsigned jobs,
                    std::vector<OwnAnswer>& answers, double OwnAnswer::*value, double OwnAnswer::*low,
                    double OwnAnswer::*high) {
    const SuiteReport report = evaluateRows(rows, library, jobs);
    for (std::size_t i = 0; i < std::min(report.rows.size(), answers.size()); ++i) {
        answers[i].*value = report.rows[i].predicted;
        answers[i].*low = report.rows[i].low;
        answers[i].*high = report.rows[i].high;
    }
}

Json rowsWith(std::span<const MeasuredRow> rows, const std::vector<OwnAnswer>& answers) {
    Json written = Json::array();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        Json row = Json::parse(toJsonLine(rows[i]), nullptr, false);
        written.push_back({{"row", std::move(row)},
                           {"before", answers[i].before},
                           {"after", answers[i].after},
                           {"left_out", answers[i].left_out},
                           {"weight", answers[i].weight}});
    }
    return written;
}

void setResiduals(const std::vector<OwnAnswer>& rows, hardware::Calibration& entry) {
    std::vector<double> errors;
    for (const OwnAnswer& row : rows)
        errors.push_back(std::abs(row.left_out / row.measured - 1));
    entry.residual_p50 = quantile(errors, 0.5);
    entry.residual_p90 = quantile(errors, 0.9);
}

} // namespace

std::string priorVersion(const Library& library) {
    constexpr std::size_t kDigits = 12;
    std::string text;
    for (const hardware::Calibration& calibration : library.calibrations()) {
        if (!hardware::holdsOwnMeasurements(calibration)) text += canonicalText(hardware::toJson(calibration));
    }
    return sha256(text).substr(0, kDigits);
}

Result<OwnInference> inferOwn(std::span<const MeasuredRow> rows, const OwnTarget& target, const OwnEntry& entry,
                              std::shared_ptr<const Library> library, unsigned jobs) {
    if (auto plain = withoutOwnMeasurements(*library)) library = std::move(plain);
    auto answered = answeredRows(rows, target, library, jobs);
    if (!answered) return answered.error();
    OwnProblem& problem = answered->problem;
    const auto count = static_cast<Eigen::Index>(answered->rows.size());
    Eigen::VectorXd measured(count);
    for (Eigen::Index r = 0; r < count; ++r)
        measured[r] = std::log(answered->rows[static_cast<std::size_t>(r)].measured);

    OwnLinear linear;
    Update found;
    std::map<std::string, double, std::less<>> spread;
    for (int pass = 0; pass < kPasses; ++pass) {
        linear = linearise(answered->rows, target, problem.factors, library, jobs);
        const Eigen::VectorXd means = meansOf(problem.factors);
        const Eigen::VectorXd residuals = measured - linear.answers + linear.slopes * means;
        const Eigen::MatrixXd prior =
            priorCovariance(linear.slopes, problem.features, linear.slopes, problem.features, problem.factors);
        found = update(prior, residuals, problem.features);
        spread = spreads(found, problem.features);
        const Eigen::VectorXd told = linear.slopes.transpose() * found.duals;
        for (std::size_t f = 0; f < problem.factors.size(); ++f) {
            hardware::OwnFactor& factor = problem.factors[f];
            factor.log_mean = factor.prior_sigma * factor.prior_sigma * told[static_cast<Eigen::Index>(f)];
        }
    }

    OwnInference result;
    result.refused = std::move(answered->refused);
    for (Eigen::Index r = 0; r < count; ++r) {
        const MeasuredRow& row = answered->rows[static_cast<std::size_t>(r)];
        OwnAnswer answer{.id = row.id, .quantity = row.quantity, .measured = row.measured};
        answer.left_out = row.measured * std::exp(-found.duals[r] / found.inverse(r, r));
        answer.weight = std::min(found.weights[r], 1.0);
        result.rows.push_back(std::move(answer));
    }
    setPredictions(answered->rows, library, jobs, result.rows, &OwnAnswer::before, &OwnAnswer::low_before,
                   &OwnAnswer::high_before);
    hardware::OwnMeasurements own = ownOf(target, problem, linear, found, spread);
    own.date = entry.date;
    own.prior = priorVersion(*library);
    result.entry.id = entry.id;
    result.entry.command = entry.command;
    result.entry.points = count;
    result.entry.data = std::to_string(count) + " rows of your own of " + entry.date +
                        (entry.origin.empty() ? std::string() : " from " + entry.origin) + ", prior " + own.prior;
    const auto with = [&](const hardware::OwnMeasurements& some) {
        hardware::Calibration calibration = result.entry;
        setOwnMeasurements(calibration, some);
        return calibration;
    };
    own.version = "new";
    setPredictions(answered->rows, library->withCalibration(with(own)), jobs, result.rows, &OwnAnswer::after,
                   &OwnAnswer::low_after, &OwnAnswer::high_after);
    own.rows = std::make_shared<const Json>(rowsWith(answered->rows, result.rows));
    constexpr std::size_t kDigits = 12;
    own.version = sha256(canonicalText(hardware::toJson(own))).substr(0, kDigits);
    setResiduals(result.rows, result.entry);
    result.entry = with(own);
    result.error_before = meanError(result.rows, &OwnAnswer::before);
    result.error_after = meanError(result.rows, &OwnAnswer::after);
    result.error_left_out = meanError(result.rows, &OwnAnswer::left_out);
    return result;
}

} // namespace strata::assess
