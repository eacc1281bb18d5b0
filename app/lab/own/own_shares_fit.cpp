// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/own/own_shares_fit.h"

#include "app/lab/fit/device_spread.h"
#include "app/lab/fit/fit.h"
#include "app/lab/own/own_families.h"
#include "app/lab/run/calibrate.h"
#include "core/base/normal.h"
#include "core/catalog/library.h"
#include "core/gpu/calibration/own_factors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <future>
#include <iterator>
#include <numbers>
#include <thread>

namespace strata::assess {
namespace {

using gpu::OwnShares;

constexpr std::string_view kKernels = "gpu-modern";
/// Devices that the shares may be told from: of two generations, with all families measured. The others are for the
/// report.
constexpr std::array kDevices{"a100-sxm4-80gb", "h100-sxm5-80gb"};
constexpr std::size_t kRowsOfAKind = 20;
constexpr std::uint64_t kSeed = 17;
/// A row beyond is a slow path of a library, which an inference gives little weight: it must not tell the shares.
constexpr double kLargest = 1.0;
/// Eager launches of PyTorch take 22 to 60 us between machines (J. Fernandez et al., The Framework Tax, EMNLP 2023):
/// taken as the range of eight machines of ten.
constexpr double kFastHost_s = 22e-6, kSlowHost_s = 60e-6;

/// `vanishes`: it is 0 where errors do not show it, for nothing is less; the others are searched between their ends.
struct SearchedShare {
    const char* name;
    double& (*of)(OwnShares&);
    double low, high;
    bool vanishes = false;
};
constexpr std::array kSearched{
    SearchedShare{"part_share", [](OwnShares& all) -> double& { return all.part; }, 0.02, 3.0},
    SearchedShare{"whole_share", [](OwnShares& all) -> double& { return all.whole; }, 0.02, 3.0, true},
    SearchedShare{"shape_share", [](OwnShares& all) -> double& { return all.shape; }, 0.02, 3.0},
    SearchedShare{"left_share", [](OwnShares& all) -> double& { return all.left; }, 0.02, 3.0},
    SearchedShare{"reach_doublings", [](OwnShares& all) -> double& { return all.reach.sizes; }, 0.25, 32.0},
    SearchedShare{"reach_parts", [](OwnShares& all) -> double& { return all.reach.parts; }, 0.05, 20.0},
    SearchedShare{"reach_waves", [](OwnShares& all) -> double& { return all.reach.waves; }, 0.1, 100.0},
    SearchedShare{"kinds_correlation", [](OwnShares& all) -> double& { return all.reach.kinds; }, 0.001, 1.0}};

bool isPart(std::string_view factor) {
    const std::string_view last = factor.substr(factor.rfind('/') + 1);
    return std::ranges::find(gpu::kOwnParts, last) != gpu::kOwnParts.end();
}

/// -2 ln of the likelihood, without its constant.
double unlikelihood(std::span<const SharesCase> cases, const OwnShares& shares) {
    double sum = 0;
    for (const SharesCase& shares_case : cases) {
        const Eigen::LDLT<Eigen::MatrixXd> decomposed(covarianceOf(shares_case, shares));
        sum += shares_case.residuals.dot(decomposed.solve(shares_case.residuals)) +
               decomposed.vectorD().array().log().sum();
    }
    return sum;
}

/// The best value of one share between its bounds, the others as they are.
double goldenSection(std::span<const SharesCase> cases, OwnShares shares, const SearchedShare& searched_share) {
    constexpr int kSections = 14;
    const double ratio = 1.0 / std::numbers::phi;
    double low = std::log(searched_share.low), high = std::log(searched_share.high);
    const auto at = [&](double place) {
        searched_share.of(shares) = std::exp(place);
        return unlikelihood(cases, shares);
    };
    double left = high - ratio * (high - low), right = low + ratio * (high - low);
    double at_left = at(left), at_right = at(right);
    for (int i = 0; i < kSections; ++i) {
        if (at_left < at_right) {
            high = right, right = left, at_right = at_left;
            left = high - ratio * (high - low), at_left = at(left);
        } else {
            low = left, left = right, at_left = at_right;
            right = low + ratio * (high - low), at_right = at(right);
        }
    }
    const double best = std::exp((low + high) / 2);
    if (!searched_share.vanishes) return best;
    searched_share.of(shares) = best;
    const double at_best = unlikelihood(cases, shares);
    searched_share.of(shares) = 0.0;
    return unlikelihood(cases, shares) <= at_best ? 0.0 : best;
}

/// ln(measured / predicted) of each row where all others are known (C. Rasmussen, C. Williams, Gaussian Processes for
/// Machine Learning, 2006, equation 5.12).
Eigen::VectorXd leftOutResiduals(const SharesCase& shares_case, const OwnShares& shares) {
    const Eigen::MatrixXd covariance = covarianceOf(shares_case, shares);
    const Eigen::Index count = covariance.rows();
    const Eigen::MatrixXd inverse = covariance.ldlt().solve(Eigen::MatrixXd::Identity(count, count));
    return (inverse * shares_case.residuals).cwiseQuotient(inverse.diagonal());
}

/// Rows of one family, as a library answers them that was fitted without their device; none where it answers none.
Result<std::vector<SharesCase>> caseOf(std::vector<MeasuredRow> rows, const OwnTarget& target,
                                       const std::shared_ptr<const Library>& blind, unsigned jobs) {
    const std::vector<double> answers = answersWith(rows, target, {}, blind, jobs);
    std::vector<MeasuredRow> kept;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool sound = std::isfinite(answers[i]) && rows[i].measured > 0 &&
                           std::abs(std::log(rows[i].measured) - answers[i]) < kLargest;
        if (sound) kept.push_back(std::move(rows[i]));
    }
    if (kept.empty()) return std::vector<SharesCase>{};
    auto problem = describeRows(kept, target, *blind);
    if (!problem) return problem.error();
    SharesCase shares_case{*std::move(problem), {}, {}};
    const OwnLinear linear = linearise(kept, target, shares_case.problem.factors, blind, jobs);
    shares_case.slopes = linear.slopes;
    shares_case.residuals.resize(linear.answers.size());
    for (Eigen::Index i = 0; i < linear.answers.size(); ++i)
        shares_case.residuals[i] = std::log(kept[static_cast<std::size_t>(i)].measured) - linear.answers[i];
    return std::vector{std::move(shares_case)};
}

/// Families have no factor and no shape in common: each is a case. `blind`: fitted without the device.
Result<std::vector<SharesCase>> casesOf(const std::string& device, const std::filesystem::path& data,
                                        const Library& library, const std::shared_ptr<const Library>& blind) {
    const auto report = runSuite(*suiteNamed(kKernels), {.data = data,
                                                         .library = library,
                                                         .method = {},
                                                         .leave_one_out = {},
                                                         .keep_requests = true,
                                                         .only_device = device});
    if (!report) return report.error();
    const OwnTarget target{.hardware = device, .cluster = {}, .engine = {}, .engine_version = {}};
    const unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
    std::vector<SharesCase> cases;
    for (const auto& [name, family] : familiesOf(*report, library)) {
        auto some = caseOf(drawEvenly(family, kRowsOfAKind, true, 0, kSeed).used, target, blind, jobs);
        if (!some) return some.error();
        std::ranges::move(*some, std::back_inserter(cases));
    }
    if (!cases.empty()) return cases;
    return Error{
        "no-rows", {}, {"error.no-kernel-can-answered", {{"device", device}}}, {"accepted.measured-kernels"}, {}};
}

Result<std::vector<SharesCase>> blindCases(const std::string& device, const std::filesystem::path& data,
                                           const Library& library, const Without& without) {
    const auto fitted = calibrate(kKernels, data, library, without.with(std::string_view(device)));
    if (!fitted) return fitted.error();
    return casesOf(device, data, library, withCalibrations(library, *fitted));
}

/// The library without this calibration, under which all shares are 1.
std::shared_ptr<const Library> withoutShares(const Library& library) {
    std::vector<Entry> entries;
    for (const Entry& entry : library.entries()) {
        if (entry.id != gpu::kOwnCalibration) entries.push_back(entry);
    }
    return std::make_shared<const Library>(std::move(entries));
}

} // namespace

Eigen::MatrixXd covarianceOf(const SharesCase& shares_case, const OwnShares& shares) {
    OwnProblem scaled = shares_case.problem;
    for (hardware::OwnFactor& factor : scaled.factors)
        factor.prior_sigma *= isPart(factor.name) ? shares.part : shares.whole;
    for (OwnFeature& feature : scaled.features) {
        feature.noise *= shares.left;
        feature.shape_sigma *= shares.shape;
        feature.reach = shares.reach;
    }
    Eigen::MatrixXd covariance =
        priorCovariance(shares_case.slopes, scaled.features, shares_case.slopes, scaled.features, scaled.factors);
    for (Eigen::Index i = 0; i < covariance.rows(); ++i)
        covariance(i, i) += std::pow(scaled.features[static_cast<std::size_t>(i)].noise, 2);
    return covariance;
}

OwnShares likeliestShares(std::span<const SharesCase> cases) {
    constexpr int kRounds = 4;
    OwnShares shares;
    for (int round = 0; round < kRounds; ++round) {
        for (const SearchedShare& searched_share : kSearched)
            searched_share.of(shares) = goldenSection(cases, shares, searched_share);
    }
    return shares;
}

namespace {

/// The shares with which `cases` are likeliest; `devices`: a number for each case's device.
hardware::Calibration calibrationOf(const std::vector<SharesCase>& cases, const std::vector<std::size_t>& devices) {
    OwnShares shares = likeliestShares(cases);
    hardware::Calibration calibration;
    calibration.id = std::string(gpu::kOwnCalibration);
    calibration.suite = "own-measurements";
    calibration.data = "Kernels of A100 and H100 of ai-dynamo/aiconfigurator (NVIDIA, Apache License 2.0), each device "
                       "left out of the fits; host: J. Fernandez et al., EMNLP 2023";
    calibration.command = "strata-lab calibrate own-measurements --data DIR";
    for (const SearchedShare& share : kSearched) {
        calibration.values[share.name] = roundedCoefficient(share.of(shares));
        calibration.origins[share.name] = rangeText(share.vanishes ? 0.0 : share.low, share.high);
    }
    calibration.values["host_sigma"] = roundedCoefficient(std::log(kSlowHost_s / kFastHost_s) / (2.0 * kNormal90));
    std::vector<LogError> errors;
    std::vector<double> relative;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        for (const double left : leftOutResiduals(cases[i], shares)) {
            errors.push_back({devices[i], left});
            relative.push_back(std::abs(std::exp(-left) - 1.0));
        }
    }
    calibration.points = static_cast<std::int64_t>(errors.size());
    calibration.residual_p50 = quantile(relative, 0.5);
    calibration.residual_p90 = quantile(relative, 0.9);
    calibration.residuals = residualsOfFitted({{{{"class", "kernel from others of its device"}}, std::move(errors)}});
    return calibration;
}

} // namespace

Result<hardware::Calibration> fitOwnMeasurements(const std::filesystem::path& data, const Library& library,
                                                 const Without& without) {
    const auto plain = withoutShares(library);
    std::vector<std::future<Result<std::vector<SharesCase>>>> asked; // fits of two devices have nothing in common
    for (const std::string device : kDevices) {
        if (!without.has(device))
            asked.push_back(std::async(std::launch::async, blindCases, device, data, std::cref(*plain), without));
    }
    std::vector<SharesCase> cases;
    std::vector<std::size_t> devices; // of the cases
    for (std::size_t device = 0; device < asked.size(); ++device) {
        auto some = asked[device].get();
        if (!some) return some.error();
        devices.resize(devices.size() + some->size(), device);
        std::ranges::move(*some, std::back_inserter(cases));
    }
    return calibrationOf(cases, devices);
}

} // namespace strata::assess
